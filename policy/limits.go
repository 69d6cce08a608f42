package policy

// Bounds of policies and of what they may set.
const (
	// MaxFileBytes is the size of a policy file.
	MaxFileBytes = 65_536
	// MaxArchives is the length of each archive list.
	MaxArchives = 16
	// MinReadBatchWorkers and MaxReadBatchWorkers bound read_batch_workers.
	MinReadBatchWorkers = 1
	MaxReadBatchWorkers = 4

	// The ranges of a test policy.
	MinTestSteps          = 1
	MaxTestSteps          = 1_000_000
	MinTestExecutionBytes = 1_024
	MaxTestExecutionBytes = 65_536
	MinTestReportBytes    = 16_384
	MaxTestReportBytes    = 2_097_152

	// maxDepth and maxNodes bound the structure of a policy; the deepest valid
	// one has depth 3 and under 200 values.
	maxDepth = 16
	maxNodes = 1_024

	// digestBytes is the length of the text of a digest.
	digestBytes = len("sha256:") + 64
)
