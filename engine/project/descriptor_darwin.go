package project

import "golang.org/x/sys/unix"

// directoryFlags needs read permission on every directory above a project.
const directoryFlags = unix.O_RDONLY
