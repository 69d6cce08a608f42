package wire

import (
	"bytes"
	"io"
)

// Writer sends one response per line. Each is written and flushed before
// WriteResponse returns. A Writer is for one goroutine.
type Writer struct {
	dst     io.Writer
	profile Profile
	limit   int
	buf     []byte
	lf      [1]byte
	err     error // sticky: after a failed write the stream may be torn
}

// joinedBytes is the largest response copied behind its LF into one write;
// larger ones are written in two.
const joinedBytes = 64 << 10

// Flusher is what a buffered destination may implement; Writer then
// flushes after every response.
type Flusher interface{ Flush() error }

// NewWriter returns a writer under the profile's response limit, lowered by
// custom. Documents are not answered. Errors: CodeLimits.
func NewWriter(dst io.Writer, profile Profile, custom Limits) (*Writer, error) {
	limits, err := profile.Lower(custom)
	if err != nil {
		return nil, err
	}
	if limits.MaxResponseBytes < MinResponseBytes {
		return nil, &Error{Code: CodeLimits, Stage: StageSetup, Profile: profile, Offset: -1,
			Limit: "response_bytes", Value: int64(limits.MaxResponseBytes), Seen: int64(MinResponseBytes)}
	}
	return &Writer{dst: dst, profile: profile, limit: limits.MaxResponseBytes, lf: [1]byte{'\n'}}, nil
}

// WriteResponse writes response and one LF, then flushes. A response that does
// not fit with its LF is replaced by OverflowLiteral (replaced is true), never cut. Errors:
// CodeReplyNewline for an embedded CR or LF, nothing written and the writer still
// good; IOError for the host, naming the bytes lost, returned again by every later call.
func (w *Writer) WriteResponse(response []byte) (replaced bool, err error) {
	if w.err != nil {
		return false, w.err
	}
	if at := rawNewline(response); at >= 0 {
		return false, &Error{Code: CodeReplyNewline, Stage: StageReply, Profile: w.profile, Offset: at}
	}
	if len(response) >= w.limit {
		w.buf = append(w.buf[:0], OverflowLiteral...)
		return true, w.send(nil, append(w.buf, '\n'))
	}
	if len(response) > joinedBytes {
		return false, w.send(response, w.lf[:])
	}
	w.buf = append(append(w.buf[:0], response...), '\n')
	return false, w.send(nil, w.buf)
}

// send writes head and tail as one response.
func (w *Writer) send(head, tail []byte) error {
	total, done := len(head)+len(tail), 0
	for _, part := range [...][]byte{head, tail} {
		if len(part) == 0 {
			continue
		}
		n, err := w.dst.Write(part)
		if err == nil && n < len(part) {
			err = io.ErrShortWrite
		}
		done += max(0, min(n, len(part)))
		if err != nil {
			return w.broken(done, total, err)
		}
	}
	if f, ok := w.dst.(Flusher); ok {
		if err := f.Flush(); err != nil {
			return w.broken(0, total, err)
		}
	}
	return nil
}

func (w *Writer) broken(done, total int, err error) error {
	w.err = &IOError{Op: "write", Done: done, Lost: total - done, Err: err}
	return w.err
}

// rawNewline returns the offset of the first CR or LF, or -1.
func rawNewline(b []byte) int {
	lf := bytes.IndexByte(b, '\n')
	if lf >= 0 {
		b = b[:lf]
	}
	if cr := bytes.IndexByte(b, '\r'); cr >= 0 {
		return cr
	}
	return lf
}
