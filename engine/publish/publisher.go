package publish

// File is one file with its bytes. The path is relative to the project.
type File struct {
	Path    string
	Content []byte
}

// Prepared is what a publication will be, known before anything is written.
type Prepared struct {
	Repository string // its identity
	Reference  string
	Format     string // "sha1" or "sha256"
	Base       string // the parent commit
	Commit     string
	Tree       string
	// Changed lists the changed files, prefix included, in expected order.
	Changed []string
	// ContentBinding is "sha256:" and the digest over every object read and staged.
	ContentBinding string
}

// Publisher is one opened repository. Its errors are *Error. It serves one goroutine.
type Publisher interface {
	// Identity is the repository as receipts and approvals name it.
	Identity() string
	// Plan works out the commit that changes the given files on top of the host's base
	// commit, by reading only. Every expected file must be in the base tree with exactly
	// these bytes, changed or not.
	Plan(expect, change []File) (Plan, error)
	// Close releases the repository.
	Close()
}

// Plan is one prepared publication. Its steps run in this order, once.
type Plan interface {
	Prepared() Prepared
	Write() error
	Verify() error
	// Pivot moves the branch. Only an error that says so may have moved it.
	Pivot() error
	// Confirm looks once more after the pivot; every failure of it may have moved.
	Confirm() error
	// Discard gives a plan up before its pivot.
	Discard()
}
