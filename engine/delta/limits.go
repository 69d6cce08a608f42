package delta

// The bounds of deltas and reviews (candidate facts 8 and 12). All are on; none can
// be raised.
const (
	// MaxReportBytes bounds the semantic, interface, contract and ownership delta,
	// each with its LF.
	MaxReportBytes = 8 << 20
	// MaxCatalogueBytes bounds the catalogue of semantic deltas, MaxFragmentBytes the
	// text of the declarations it compares, both sides together.
	MaxCatalogueBytes = 1 << 20
	MaxFragmentBytes  = 32 << 20
	// MaxReviewBytes bounds the source review, MaxReviewFiles its files.
	MaxReviewBytes = 16 << 20
	MaxReviewFiles = 16
	// MaxKeptReports is how many reports a store keeps for reading them in chunks.
	MaxKeptReports = 2
	// MaxFactBytes bounds the facts that are rendered for one report.
	MaxFactBytes = 32 << 20
	// MaxItems bounds the rows of one report, or the roots of one catalogue.
	MaxItems = 65_536
	// MaxVisits bounds the expressions that are looked at for one report, MaxWalks
	// the steps along calls, MaxCallEdges the calls.
	MaxVisits    = 1 << 20
	MaxWalks     = 1 << 20
	MaxCallEdges = 1 << 20

	// DefaultImpactBytes is what an absent impact_max_bytes means; image bounds it.
	DefaultImpactBytes = 1 << 20
	// MaxSummaryBytes bounds every summary.
	MaxSummaryBytes = 65_536
)
