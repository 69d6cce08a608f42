package image

// The bounds of images and their queries. All are on and none can be raised.
const (
	// MaxImageBytes bounds the image document, its LF included.
	MaxImageBytes = 32 << 20
	// MaxTargetBytes bounds an identity a query names.
	MaxTargetBytes = 4096
	// MaxSymbolBytes bounds a symbol payload.
	MaxSymbolBytes = 65_536
	// MaxSummaryBytes bounds a function summary.
	MaxSummaryBytes = 65_536

	// MaxDepth, MinWalkBytes, MaxWalkBytes and MaxNodes bound the options of context
	// and impact; the Default values are what an absent option means.
	MaxDepth            = 1024
	DefaultContextDepth = 4
	DefaultImpactDepth  = 16
	MinWalkBytes        = 4096
	MaxWalkBytes        = 524_288
	MaxImpactBytes      = 16 << 20 // of an impact that is read in pages
	MaxNodes            = 8208
	DefaultNodes        = 1024

	// MaxPageItems and DefaultPageItems bound page_size; MinPageBytes, MaxPageBytes
	// and DefaultPageBytes bound max_bytes of a page.
	MaxPageItems     = 128
	DefaultPageItems = 32
	MinPageBytes     = 1024
	MaxPageBytes     = 1 << 20
	DefaultPageBytes = 65_536
	// MaxFacetItems bounds the items of one facet.
	MaxFacetItems = 65_536
	// MaxFacetCursorBytes and MaxPageCursorBytes bound cursors.
	MaxFacetCursorBytes = 100
	MaxPageCursorBytes  = 128

	// MaxDependencyBytes bounds a dependency report, its LF included.
	MaxDependencyBytes = 8 << 20
	// MaxDependencyRows bounds its sites, its calls and its type items, each.
	MaxDependencyRows = 65_536
	// MaxDependencyVisits bounds the expressions and patterns visited for it.
	MaxDependencyVisits = 1 << 20

	// MaxReferenceBytes bounds the text of a function reference.
	MaxReferenceBytes = 16_384
)
