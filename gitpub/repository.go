//go:build linux || darwin

package gitpub

import (
	"os"
	"path/filepath"
	"time"

	"github.com/go-git/go-git/v5/plumbing/cache"
	"golang.org/x/sys/unix"
)

// deltaBaseBytes is what go-git may keep of delta bases while reading packs.
const deltaBaseBytes = 16 << 20

// leaseName is the advisory lease of the reference. It is never deleted: a
// lock on a deleted file would protect nobody.
const leaseName = ".semaprax-git-publication.lock"

// Repository is one admitted and held repository with its lease. It serves one
// goroutine. Close it.
type Repository struct {
	config     Config
	host       Host
	limits     Limits
	root       folder
	held       shape
	executable executable
	lease      *file
	deadline   time.Time
	packs      packs
	commands   int   // processes started
	reserved   int64 // bytes reserved by them
}

// executable is the resolved git with its identity at opening.
type executable struct {
	path string
	who  identity
}

// Open validates the policy, resolves the executable, holds the repository,
// judges its shape, takes the lease and scans the repository. The time allowed
// counts from here. A refused opening leaves nothing behind, but for the lease
// file when the scan refuses. Zero limits are the defaults.
func Open(config Config, host Host, limits Limits) (*Repository, error) {
	r, e := open(config, host, limits)
	if e != nil {
		return nil, e
	}
	return r, nil
}

func open(config Config, host Host, limits Limits) (*Repository, *Error) {
	r, e := hold(config, host, limits)
	if e != nil {
		return nil, e
	}
	if e = r.scan(); e == nil {
		e = r.recheck(CodeShape)
	}
	if e != nil {
		r.Close()
		return nil, e
	}
	return r, nil
}

// hold is Open without the scan.
func hold(config Config, host Host, limits Limits) (*Repository, *Error) {
	if err := config.Validate(); err != nil {
		return nil, err.(*Error)
	}
	if host.Now == nil {
		return nil, refuse(CodeShape, "host", "a clock is required")
	}
	limits, e := limits.fill()
	if e != nil {
		return nil, e
	}
	r := &Repository{config: config, host: host, limits: limits}
	r.deadline = host.Now().Add(time.Duration(config.TimeoutMillis) * time.Millisecond)
	if r.executable, e = resolveExecutable(config.GitExecutable); e != nil {
		return nil, e
	}
	if r.root, e = holdRepository(config.Repository); e != nil {
		return nil, e
	}
	r.packs = packs{root: r.root, limit: limits.MaxIndexBytes, bases: cache.NewObjectLRU(deltaBaseBytes)}
	if r.held, e = readShape(r.root, limits); e == nil {
		e = r.takeLease()
	}
	if e != nil {
		r.Close()
		return nil, e
	}
	return r, nil
}

// Close releases the lease and everything held. It is never an error to close
// twice, and nothing of the repository is changed.
func (r *Repository) Close() {
	r.packs.close()
	if r.lease != nil {
		unix.Flock(r.lease.fd, unix.LOCK_UN)
		r.lease.Close()
		r.lease = nil
	}
	if r.root.fd >= 0 {
		r.root.close()
		r.root.fd = -1
	}
}

// Identity is the repository's canonical path, as receipts name it.
func (r *Repository) Identity() string { return r.config.Repository }

// Format is the object format: always "sha1".
func (r *Repository) Format() string { return "sha1" }

// Commands is how many processes have been started.
func (r *Repository) Commands() int { return r.commands }

func resolveExecutable(path string) (executable, *Error) {
	const place = "git_executable"
	resolved, err := filepath.EvalSymlinks(path)
	if err != nil {
		return executable{}, failed(place, "cannot be resolved", err)
	}
	who, err := lookupPath(resolved)
	if err != nil {
		return executable{}, failed(place, "cannot be examined", err)
	}
	if who.kind() != unix.S_IFREG || who.mode&0o111 == 0 {
		return executable{}, refuse(CodeShape, place, "is not an executable regular file")
	}
	return executable{resolved, who}, nil
}

func lookupPath(path string) (identity, error) {
	var st unix.Stat_t
	err := unix.Fstatat(unix.AT_FDCWD, path, &st, unix.AT_SYMLINK_NOFOLLOW)
	return identityOf(st), err
}

func holdRepository(path string) (folder, *Error) {
	const place = "repository"
	root, err := openRoot(path)
	if err == nil {
		return root, nil
	}
	resolved, resolveErr := filepath.EvalSymlinks(path)
	if resolveErr == nil && resolved != path {
		return root, refuse(CodeShape, place, "is not canonical: it leads over a link")
	}
	if info, statErr := os.Lstat(path); statErr == nil && !info.IsDir() {
		return root, refuse(CodeShape, place, "is not a folder")
	}
	return root, failed(place, "cannot be opened", err)
}

// takeLease locks the lease file, which it makes when it is missing.
func (r *Repository) takeLease() *Error {
	err := r.guarded(ActLock, leaseName, func() (err error) {
		r.lease, err = r.root.open(leaseName, unix.O_RDWR|unix.O_CREAT, 0o600)
		if err != nil {
			return err
		}
		return unix.Flock(r.lease.fd, unix.LOCK_EX|unix.LOCK_NB)
	})
	if err == unix.EWOULDBLOCK {
		return failed(leaseName, "another publisher holds the repository", err)
	}
	if err != nil {
		return shapeOf(failed(leaseName, "cannot be locked", err))
	}
	return nil
}

// scan admits the whole tree of the repository.
func (r *Repository) scan() *Error {
	s := scan{limits: r.limits, wait: r.host.Sleep}
	return s.visit(r.root, 0)
}

// recheck reports drift of what is held, with the code of the moment.
func (r *Repository) recheck(drift Code) *Error {
	again, err := openRoot(r.config.Repository)
	if err != nil {
		return drifted(drift, failed("repository", "cannot be opened again", err))
	}
	defer again.close()
	now, e := readShape(again, r.limits)
	if e != nil {
		return drifted(drift, e)
	}
	if changed := r.held.sameAs(now); changed != "" {
		return refuse(drift, "repository", "%s", changed)
	}
	if who, err := lookupPath(r.executable.path); err != nil || who != r.executable.who {
		return refuse(drift, "git_executable", "is not the file it was")
	}
	return nil
}

// drifted gives a shape that was admitted before and no longer is the code of
// the moment.
func drifted(drift Code, e *Error) *Error {
	if e.Code == CodeShape || absent(e.Cause) {
		e.Code = drift
	}
	return e
}

// inTime refuses to begin a step after the deadline.
func (r *Repository) inTime() *Error {
	if r.root.fd < 0 {
		panic("BUG: gitpub: the repository is closed")
	}
	if !r.host.Now().Before(r.deadline) {
		return refuse(CodeCapacity, "timeout_ms", "the time allowed is over")
	}
	return nil
}
