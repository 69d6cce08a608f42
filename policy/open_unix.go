//go:build unix

package policy

import (
	"os"
	"syscall"
)

// OpenFile opens a policy file for ReadFile: read-only, closed on exec, without
// waiting for a FIFO's writer and without following a link in the last component.
// Only the command line calls it; everything below takes an opened file.
// Refusal: CodeOpen. The caller closes the file.
func OpenFile(path string) (*os.File, *Error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, cannotOpen("cannot be opened", err)
	}
	return file, nil
}
