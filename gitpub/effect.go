package gitpub

// Act names a kind of side effect.
type Act string

const (
	// ActCreate makes a file that must not exist yet, or opens one to append to.
	ActCreate Act = "create"
	// ActWrite puts bytes into an open file.
	ActWrite Act = "write"
	// ActSync brings a file or a folder to the disk.
	ActSync Act = "sync"
	// ActRename puts a finished file at its name.
	ActRename Act = "rename"
	// ActMakeFolder makes a folder.
	ActMakeFolder Act = "make folder"
	// ActRemove takes a file or an empty folder away.
	ActRemove Act = "remove"
	// ActLock takes the advisory lease.
	ActLock Act = "lock"
	// ActCommand runs the git executable.
	ActCommand Act = "command"
)

// Step is one side effect as Host.Watch sees it, once before it happens and
// once after it has succeeded.
type Step struct {
	Act  Act
	Path string // under the repository; for a command, the executable
	Done bool   // false before, true after
}
