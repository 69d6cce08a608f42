//go:build linux || darwin

package gitpub

import (
	"time"

	"golang.org/x/sys/unix"
)

// refLock is Git's lock of one ref: the file <ref>.lock, created exclusively.
// Whoever holds it is the only one who may change or remove the loose file.
type refLock struct {
	in      folder // where the ref lies
	name    string // of the ref
	file    *file  // the lock file, open for writing; nil once closed
	present bool   // the lock file is ours to remove
}

// lockWait is how long git waits for a ref lock (core.filesRefLockTimeout).
const lockWait = 100 * time.Millisecond

// lockRef takes the lock of a ref, making the folders that only packed refs
// have. The folder may be removed and the lock released by others meanwhile.
func (r *Repository) lockRef(reference string) (*refLock, *Error) {
	above, name := splitPath(reference)
	var waited time.Duration
	pause := time.Millisecond
	for attempts := 0; ; attempts++ {
		in, err := r.enter(r.root, above)
		if err != nil {
			return nil, failed(above, "cannot be entered", err)
		}
		made, err := r.create(in, name+".lock", 0o666)
		if err == nil {
			return &refLock{in, name, made, true}, nil
		}
		in.close()
		switch {
		case err == unix.ENOENT && attempts < 3:
		case err == unix.EEXIST && r.host.Sleep != nil && waited < lockWait:
			r.host.Sleep(pause)
			waited += pause
			pause = min(2*pause, lockWait-waited)
		case err == unix.EEXIST:
			return nil, failed(reference+".lock",
				"another process holds the lock or left it behind; it is never removed here", err)
		default:
			return nil, failed(reference+".lock", "cannot be made", err)
		}
	}
}

// release removes the lock file unless it became the ref.
func (r *Repository) release(l *refLock) {
	if l.file != nil {
		l.file.Close()
		l.file = nil
	}
	if l.present {
		r.discard(l.in, l.name+".lock")
		l.present = false
	}
	l.in.close()
}

// fillLock writes the new value into the lock file and brings it to the disk.
func (r *Repository) fillLock(l *refLock, commit string) error {
	if err := r.write(l.file, []byte(commit+"\n")); err != nil {
		return err
	}
	return r.sync(l.file)
}

// commitLock renames the lock file to the ref. Only empty folders may stand in
// the way.
func (r *Repository) commitLock(l *refLock) error {
	l.file.Close()
	l.file = nil
	err := r.rename(l.in, l.name+".lock", l.name)
	if err == unix.EISDIR || err == unix.ENOTEMPTY || err == unix.EEXIST {
		if err = r.removeEmpty(l.in, l.name); err == nil {
			err = r.rename(l.in, l.name+".lock", l.name)
		}
	}
	if err == nil {
		l.present = false
	}
	return err
}
