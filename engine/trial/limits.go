package trial

// The bounds of trials (candidate facts 8.9, protocol-v5 facts 9).
const (
	// The ranges of a policy.
	MinSteps          = 1
	MaxSteps          = 1_000_000
	MinExecutionBytes = 1_024
	MaxExecutionBytes = 65_536
	MinReportBytes    = 16_384
	MaxReportBytes    = 2_097_152
	// MaxWorkers bounds the tasks of a process that have live workers.
	MaxWorkers = 8
	// MinChunkBytes and MaxChunkBytes bound what one result chunk asks for.
	MinChunkBytes = 4_096
	MaxChunkBytes = 524_288
)
