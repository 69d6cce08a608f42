package policy

import (
	"errors"
	"io"
	"io/fs"
)

// ReadFile reads one opened policy file under MaxFileBytes. The size is judged
// from the metadata and again while reading. The caller closes the file. Refusals:
// CodeOpen, CodeSize.
func ReadFile(file fs.File) ([]byte, *Error) {
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, cannotOpen("cannot be inspected", err)
	case !info.Mode().IsRegular():
		return nil, cannotOpen("must be a regular file", nil)
	case info.Size() > MaxFileBytes:
		return nil, tooLarge()
	}
	text := make([]byte, MaxFileBytes+1)
	n, err := io.ReadFull(file, text)
	switch {
	case err == nil:
		return nil, tooLarge()
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return text[:n], nil
	}
	return nil, cannotOpen("cannot be read", err)
}

func cannotOpen(reason string, cause error) *Error {
	return &Error{Code: CodeOpen, Reason: reason, Cause: cause}
}
