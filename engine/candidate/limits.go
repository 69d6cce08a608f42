package candidate

import "github.com/semaprax/semaprax-go/wire"

// The bounds of candidates (candidate facts 12). All are on; none can be raised.
const (
	// MaxChanges bounds the history of a candidate.
	MaxChanges = 32
	// MaxReportBytes bounds the report of a candidate, its LF included.
	MaxReportBytes = 64 << 20
	// MaxDeltaBytes bounds the text the semantic delta digest covers.
	MaxDeltaBytes = 1 << 20
	// MaxComparisonBytes bounds a comparison.
	MaxComparisonBytes = 1 << 20
	// MaxCheckedPrograms is how many checked revisions are kept beside the pinned one.
	MaxCheckedPrograms = 2

	// MaxRebaseBytes bounds the report of a rebase or merge, MaxInlineRebaseBytes
	// one that travels inside a response.
	MaxRebaseBytes       = 1 << 20
	MaxInlineRebaseBytes = 65_536
	// MaxPreviewBytes bounds a merge preview, MaxPreviewDiagnostics and
	// MaxPreviewTextBytes what it repeats of one direction's diagnostics.
	MaxPreviewBytes       = 256 << 10
	MaxPreviewDiagnostics = 64
	MaxPreviewTextBytes   = 16 << 10

	// MaxCapsuleBytes bounds a recovery capsule; its nesting and its values are bounded
	// by wire.Document.
	MaxCapsuleBytes = wire.DocumentBytes

	// MaxPlanBytes bounds a test plan.
	MaxPlanBytes = 65_536

	// MaxAttemptDiagnostics, MaxAttemptTextBytes and MaxAttemptBytes bound a
	// rejected attempt: its diagnostics, their text together, its report.
	MaxAttemptDiagnostics = 256
	MaxAttemptTextBytes   = 1 << 20
	MaxAttemptBytes       = 2 << 20
)
