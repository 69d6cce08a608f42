//go:build !unix

package policy

import "os"

// OpenFile refuses: this system has no open that is known not to follow links.
func OpenFile(string) (*os.File, *Error) {
	return nil, cannotOpen("can be opened on Linux and macOS only", nil)
}
