package policy

// Newest is the newest version of the host policy.
const Newest = 7

// schemaPrefix and a version number make the schema of a policy.
const schemaPrefix = "semaprax.workspace-host-policy.v"

// GitHostSchema is the schema of a git host policy.
const GitHostSchema = "semaprax.candidate-git-host-policy.v1"

// Policy is one valid host policy. Fields that its version lacks are at their zero
// value, which grants nothing.
type Policy struct {
	// Version is 1 to Newest.
	Version int

	CandidatePrepare bool
	Diagnostics      bool
	BuildEnabled     bool
	// TestPolicy is nil when tests are not granted.
	TestPolicy *TestPolicy
	// GitCommit is nil when commits are not granted.
	GitCommit *GitCommit

	FrontendCache bool
	SemanticCache bool
	// SemanticCacheEntry is nil when no stored entry is named.
	SemanticCacheEntry *CacheEntry
	CandidateArchives  []Archive
	DraftArchives      []Archive
	// ReadBatchWorkers is 0 when parallel reads are not granted.
	ReadBatchWorkers int
}

// TestPolicy bounds candidate tests.
type TestPolicy struct {
	MaxSteps          uint64
	MaxExecutionBytes uint64
	MaxReportBytes    uint64
}

// Archive names one stored candidate or draft to load at start-up.
type Archive struct {
	Root          string // an absolute path
	ArchiveDigest string
	// SubjectDigest is the digest of the candidate or draft; no two archives of a
	// list have the same.
	SubjectDigest string
}

// CacheEntry names one stored semantic cache entry.
type CacheEntry struct {
	Root        string // an absolute path
	EntryDigest string
}

// GitHost says where and as whom a commit is published. Its types are checked, its
// values are not: the publisher judges them.
type GitHost struct {
	GitExecutable string
	Repository    string
	Reference     string
	BaseCommit    string
	ProjectPrefix string
	AuthorName    string
	AuthorEmail   string
	UnixSeconds   uint64
	Message       string
	MaxCommands   uint64
	TimeoutMillis uint64
}

// GitCommit is the git_commit field of a host policy.
type GitCommit struct {
	GitHost
	// ApprovedCandidateDigest is the one candidate the host approves. Its form is
	// checked where it is approved.
	ApprovedCandidateDigest string
}
