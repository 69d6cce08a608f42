//go:build linux || darwin

package project

import (
	"errors"

	"golang.org/x/sys/unix"
)

// The calls in this file are all that the package asks of the system.

func openRoot(path string) (int, error) {
	return retryOpen(func() (int, error) {
		return unix.Open(path, directoryFlags|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
}

// openDirectory opens a directory below parent and follows no link.
func openDirectory(parent int, name string) (int, error) {
	return retryOpen(func() (int, error) {
		return unix.Openat(parent, name, directoryFlags|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	})
}

// openFile opens a file for reading below parent. It follows no link and does not
// wait for the writer of a FIFO.
func openFile(parent int, name string) (int, error) {
	return retryOpen(func() (int, error) {
		return unix.Openat(parent, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	})
}

func retryOpen(open func() (int, error)) (int, error) {
	for {
		fd, err := open()
		if err != unix.EINTR {
			return fd, err
		}
	}
}

// statAt describes a directory entry, not what a link at that name points to.
func statAt(parent int, name string) (Identity, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(parent, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return Identity{}, err
	}
	return identityOf(&st), nil
}

func statFD(fd int) (Identity, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return Identity{}, err
	}
	return identityOf(&st), nil
}

func identityOf(st *unix.Stat_t) Identity {
	return Identity{Device: uint64(st.Dev), Inode: st.Ino, Mode: uint32(st.Mode),
		Links: uint64(st.Nlink), Size: st.Size}
}

// readAt reads from an offset. n is 0 at the end of the file.
func readAt(fd int, p []byte, offset int64) (n int, err error) {
	for {
		n, err = unix.Pread(fd, p, offset)
		if err != unix.EINTR {
			return n, err
		}
	}
}

func closeFD(fd int) error { return unix.Close(fd) }

// isUnreadable reports refusals by the system that say nothing of the file's kind.
func isUnreadable(err error) bool {
	return errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.EPERM)
}

func (id Identity) isRegular() bool   { return id.Mode&unix.S_IFMT == unix.S_IFREG }
func (id Identity) isDirectory() bool { return id.Mode&unix.S_IFMT == unix.S_IFDIR }
func (id Identity) isLink() bool      { return id.Mode&unix.S_IFMT == unix.S_IFLNK }
