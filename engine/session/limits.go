package session

import "github.com/semaprax/semaprax-go/wire"

// The bounds of a session. None can be raised, and no request can change one.
const (
	// MaxRequestBytes bounds one request frame without its LF.
	MaxRequestBytes = wire.V5FrameBytes
	// MaxResponseBytes bounds one response with its LF.
	MaxResponseBytes = wire.V5ResponseBytes
	// MaxDiscoveryBytes bounds one discovery payload, compact.
	MaxDiscoveryBytes = 900 << 10
	// MaxCandidates bounds the retained candidates.
	MaxCandidates = 16
	// MaxDrafts bounds the retained drafts.
	MaxDrafts = 16
	// MaxAttempts bounds the retained rejected attempts.
	MaxAttempts = 16
	// MaxRetainedReportBytes bounds the accounted report bytes of all retained
	// candidates, drafts and attempts.
	MaxRetainedReportBytes = 256 << 20
	// MaxBatchFrames bounds the frames of one read batch.
	MaxBatchFrames = 16
	// MaxBatchWorkers bounds the workers of read batches.
	MaxBatchWorkers = 4

	// MinChunkBytes and MaxChunkBytes bound what one chunk of a report asks for.
	MinChunkBytes = 1 << 10
	// MaxChunkBytes is the most one chunk of a report may ask for.
	MaxChunkBytes = 64 << 10
	// DefaultChunkBytes is what a chunk holds when the request does not say.
	DefaultChunkBytes = 16 << 10
)
