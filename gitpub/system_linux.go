package gitpub

import (
	"strconv"

	"golang.org/x/sys/unix"
)

// fullSync brings an open file to the disk.
func fullSync(fd int) error { return unix.Fsync(fd) }

// commandFolder is a path by which a child process enters the held folder
// itself, whatever stands at its name by then.
func commandFolder(f folder, _ string) string { return "/proc/self/fd/" + strconv.Itoa(f.fd) }

// awaitExit returns when a child has ended, without reaping it.
func awaitExit(pid int) {
	for unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
}
