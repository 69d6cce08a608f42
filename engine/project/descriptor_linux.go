package project

import "golang.org/x/sys/unix"

// directoryFlags opens directories as places only: a directory that may be
// searched but not listed can still stand above a project.
const directoryFlags = unix.O_PATH
