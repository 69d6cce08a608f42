package main

import (
	"io"
	"sync/atomic"
)

// stream is an output of the command that remembers the first failed write, so
// that an answer nobody got is no success.
type stream struct {
	io.Writer
	failed atomic.Pointer[error]
}

// Write passes bytes on.
func (s *stream) Write(text []byte) (int, error) {
	n, err := s.Writer.Write(text)
	if err != nil {
		s.failed.CompareAndSwap(nil, &err)
	}
	return n, err
}

// fault is the first failure of a write, nil when there was none.
func (s *stream) fault() error {
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}
