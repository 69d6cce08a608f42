package draft

import "github.com/semaprax/semaprax-go/wire"

// The bounds of drafts (candidate facts 5 and 12). All are on; none can be raised.
const (
	// MaxHoles bounds the pending holes of a draft, all kinds together.
	MaxHoles = 16
	// MaxHoleIDBytes bounds the id of a hole.
	MaxHoleIDBytes = 128
	// MaxReportBytes bounds the report of a draft, its LF included.
	MaxReportBytes = 1 << 20
	// MaxEvents bounds the lineage, MaxAncestors the ancestry.
	MaxEvents    = 64
	MaxAncestors = 64

	// MaxContextBytes bounds a context, its LF included.
	MaxContextBytes = 1 << 20
	// MaxCalls bounds the callable functions a context lists.
	MaxCalls = 1024
	// MaxCatalogueBytes bounds an expression catalogue.
	MaxCatalogueBytes = 1 << 20

	// MaxPageBytes bounds a summary and a page, MaxPageItems and DefaultPageItems
	// the items of a page, MaxOffset where it starts.
	MaxPageBytes     = 65_536
	MaxPageItems     = 64
	DefaultPageItems = 16
	MaxOffset        = 16_384
	// MaxSuggestionBytes bounds a list of suggestions, MaxSuggestionFills the fills
	// tried for it.
	MaxSuggestionBytes = 65_536
	MaxSuggestionFills = 32
	// MaxSuggestionArguments bounds the arguments of a suggested call.
	MaxSuggestionArguments = 64

	// MaxReconciliationBytes bounds the report of a rebase or merge,
	// MaxInlineReconciliationBytes one that travels inside a response.
	MaxReconciliationBytes       = 1 << 20
	MaxInlineReconciliationBytes = 65_536
	// MaxRegionVisits bounds the expressions compared for one rebase or merge.
	MaxRegionVisits = 1 << 20

	// MaxCapsuleBytes bounds a recovery capsule; its nesting and its values are bounded
	// by wire.Document.
	MaxCapsuleBytes = wire.DocumentBytes
)
