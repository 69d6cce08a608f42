package gitpub

import "golang.org/x/sys/unix"

// fullSync brings an open file to the disk: fsync alone leaves it in the drive's cache.
func fullSync(fd int) error {
	_, err := unix.FcntlInt(uintptr(fd), unix.F_FULLFSYNC, 0)
	if err == unix.ENOTSUP || err == unix.ENOTTY || err == unix.EINVAL {
		return unix.Fsync(fd)
	}
	return err
}

// commandFolder is the repository's path: a process cannot be started in a held
// folder here. What it reads is compared byte for byte anyway.
func commandFolder(_ folder, path string) string { return path }

// awaitExit returns when a child has ended, without reaping it. A child that
// cannot be watched any more has ended.
func awaitExit(pid int) {
	queue, err := unix.Kqueue()
	if err != nil {
		return
	}
	defer unix.Close(queue)
	watch := []unix.Kevent_t{{
		Ident: uint64(pid), Filter: unix.EVFILT_PROC, Flags: unix.EV_ADD | unix.EV_ONESHOT, Fflags: unix.NOTE_EXIT,
	}}
	for {
		if _, err := unix.Kevent(queue, watch, watch[:1:1], nil); err != unix.EINTR {
			return
		}
	}
}
