//go:build linux || darwin

package gitpub

import "golang.org/x/sys/unix"

// Pivot moves the branch from the base to the prepared commit by Git's lock
// protocol. The plan must be verified.
//
// Errors: CodeStale when the branch is not at the base, CodeHost when a lock is
// held or a write fails, CodeCapacity after the deadline; with these the branch
// certainly stayed. CodeUncertain when the rename or what follows it failed.
// No lock of ours is left unless the process dies.
func (p *Plan) Pivot() error {
	p.begin(verified, "Pivot")
	if e := p.pivot(); e != nil {
		p.unkeep()
		return e
	}
	p.unkeep()
	p.stage = pivoted
	return nil
}

func (p *Plan) pivot() *Error {
	r := p.repository
	if e := r.inTime(); e != nil {
		return e
	}
	if e := r.recheck(CodeStale); e != nil {
		return e
	}
	lock, e := r.lockRef(p.Reference)
	if e != nil {
		return e
	}
	defer r.release(lock)
	now, e := r.readRefIn(lock.in, lock.name)
	if e != nil {
		return e
	}
	if now != p.Base {
		return refuse(CodeStale, p.Reference, "is at %s, not at %s", orAbsent(now), p.Base)
	}
	if err := r.fillLock(lock, p.Commit); err != nil {
		return failed(p.Reference+".lock", "cannot be written", err)
	}
	return p.swap(lock)
}

// swap writes the logs, renames the lock and syncs the folder.
func (p *Plan) swap(lock *refLock) *Error {
	r := p.repository
	entry := reflogEntry(p.Base, p.Commit, p.meta)
	log, e := r.appendLog(p.Reference, entry)
	if e != nil {
		return e
	}
	headLock, head, e := p.logHead(entry)
	if headLock != nil {
		defer r.release(headLock)
	}
	if e != nil {
		log.takeBack()
		return e
	}
	if err := r.commitLock(lock); err != nil {
		return p.classify(lock, log, head, err)
	}
	log.close()
	head.close()
	if err := r.syncFolder(lock.in); err != nil {
		return p.uncertain(failed(p.Reference, "the folder of the moved branch cannot be synced", err))
	}
	return nil
}

// logHead logs the move for HEAD too when HEAD leads to the branch, under
// HEAD's lock, as git does. The caller releases the lock after the move.
func (p *Plan) logHead(entry []byte) (*refLock, *logged, *Error) {
	r := p.repository
	if !r.headIs(p.Reference) || !r.logsHead() {
		return nil, nil, nil
	}
	lock, e := r.lockRef("HEAD")
	if e != nil {
		return nil, nil, e
	}
	head, e := r.appendLog("HEAD", entry)
	return lock, head, e
}

func (r *Repository) logsHead() bool {
	if r.held.settings.logAllUpdates {
		return true
	}
	in, err := r.root.walk("logs")
	if err != nil {
		return false
	}
	defer in.close()
	_, err = in.lookup("HEAD")
	return err == nil
}

// classify decides after a failed rename by looking: the branch certainly
// stayed only if it still reads as the base and the lock is still our file.
func (p *Plan) classify(lock *refLock, log, head *logged, cause error) *Error {
	r := p.repository
	now, e := r.readRefIn(lock.in, lock.name)
	_, err := lock.in.lookup(lock.name + ".lock")
	if e == nil && err == nil && now == p.Base {
		head.takeBack()
		log.takeBack()
		return failed(p.Reference, "the lock cannot be renamed", cause)
	}
	lock.present = err == nil
	log.close()
	head.close()
	return p.uncertain(failed(p.Reference, "the lock was renamed with an error", cause))
}

// uncertain turns any failure from the rename on into the one code that says
// the branch may have moved.
func (p *Plan) uncertain(e *Error) *Error {
	p.inDoubt = true
	e.Code, e.MayHaveMoved = CodeUncertain, true
	e.Reference, e.Commit = p.Reference, p.Commit
	return e
}

// Confirm looks once more after the pivot: the branch is the commit, nothing
// held has drifted, and the time allowed is not over. Any failure is
// CodeUncertain.
func (p *Plan) Confirm() error {
	p.begin(pivoted, "Confirm")
	r := p.repository
	if e := r.inTime(); e != nil {
		return p.uncertain(e)
	}
	if e := r.recheck(CodeStale); e != nil {
		return p.uncertain(e)
	}
	if e := r.refIs(p.Commit); e != nil {
		return p.uncertain(e)
	}
	p.stage = confirmed
	return nil
}

// Discard gives up a plan before its pivot: written objects lose what protects
// them from gc. It may be called at any time and more than once.
func (p *Plan) Discard() {
	if p.stage != confirmed && p.stage != pivoted {
		p.stage = over
		p.unkeep()
	}
}

// unkeep lets gc have our pack again, once its commit is reachable or given up.
// While that is uncertain the pack stays protected.
func (p *Plan) unkeep() {
	if p.keep == "" || p.inDoubt {
		return
	}
	in, err := p.repository.root.walk("objects/pack")
	if err != nil {
		return
	}
	defer in.close()
	if err := p.repository.remove(in, p.keep); err == nil || err == unix.ENOENT {
		p.keep = ""
	}
}
