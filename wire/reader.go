package wire

import (
	"bytes"
	"errors"
	"io"
)

// Frame is one line of the stream.
type Frame struct {
	// Body is the line without its LF, never empty. It aliases the reader's buffer
	// and is valid until the next call of Next.
	Body []byte
	// Offset is the position of Body's first byte in the stream.
	Offset int64
	// Line counts lines from 1, blank ones included.
	Line int64
	// Terminated is false for the last line of a stream that ends without LF.
	Terminated bool
}

// Reader splits a stream into frames at LF under a byte limit.
//
//	buffer, MaxFrameBytes+1 long:   consumed │ unread │ free
//	                                0        start    end
//
// A body of exactly the limit is accepted. One byte more is oversized: the line is
// drained through its LF, reported once as CodeOversized, and the reader is terminal.
// Blank lines are skipped, CR is never stripped, bytes before EOF without LF are
// the last frame. A Reader is for one goroutine.
type Reader struct {
	source     io.Reader
	profile    Profile
	limit      int
	buf        []byte
	start, end int
	searched   int // buf[start:searched] holds no LF
	offset     int64
	line       int64
	err        error // sticky; what Next returns once the buffer is spent
	terminal   bool
}

// maxEmptyReads is how often a source may return nothing without an error.
const maxEmptyReads = 100

// NewReader returns a reader of source under the profile, lowered by custom.
// It allocates its whole buffer at once. Errors: CodeLimits.
func NewReader(source io.Reader, profile Profile, custom Limits) (*Reader, error) {
	limits, err := profile.Lower(custom)
	if err != nil {
		return nil, err
	}
	return &Reader{source: source, profile: profile, limit: limits.MaxFrameBytes, buf: make([]byte, limits.MaxFrameBytes+1)}, nil
}

// Next returns the next frame that is not blank. At the end it returns io.EOF; for
// an oversized line CodeOversized once and io.EOF from then on; for a failing
// source, after every complete frame before it, an IOError that counts the bytes of the
// unfinished line.
func (r *Reader) Next() (Frame, error) {
	for {
		if r.terminal {
			return Frame{}, io.EOF
		}
		frame, ok, err := r.readLine()
		if err != nil || ok {
			return frame, err
		}
	}
}

// Buffered returns the bytes taken from the source that no frame has used. They
// alias the buffer.
func (r *Reader) Buffered() []byte { return r.buf[r.start:r.end] }

// readLine consumes one line; ok is false when it is blank.
func (r *Reader) readLine() (frame Frame, ok bool, err error) {
	for {
		if n := bytes.IndexByte(r.buf[r.searched:r.end], '\n'); n >= 0 {
			return r.take(r.searched+n, true)
		}
		r.searched = r.end
		if r.end-r.start > r.limit {
			return Frame{}, false, r.drain()
		}
		if r.err != nil {
			return r.last()
		}
		r.fill()
	}
}

// take consumes buf[start:at] as a line, with its LF when terminated.
func (r *Reader) take(at int, terminated bool) (Frame, bool, error) {
	body := r.buf[r.start:at:at]
	frame := Frame{Body: body, Offset: r.offset, Line: r.line + 1, Terminated: terminated}
	used := len(body)
	if terminated {
		used++
	}
	r.start += used
	r.searched = r.start
	r.offset += int64(used)
	r.line++
	return frame, len(body) > 0, nil
}

// last ends the stream: the rest is a frame at EOF and lost on failure.
func (r *Reader) last() (Frame, bool, error) {
	pending := r.end - r.start
	if r.err != io.EOF {
		r.terminal = true
		return Frame{}, false, &IOError{Op: "read", Done: pending, Lost: pending, Err: r.err}
	}
	if pending == 0 {
		r.terminal = true
		return Frame{}, false, io.EOF
	}
	return r.take(r.end, false)
}

// fill reads once, making room first. At most one copy is made per frame.
func (r *Reader) fill() {
	if r.start == r.end {
		r.start, r.end, r.searched = 0, 0, 0
	}
	if r.end == len(r.buf) {
		copy(r.buf, r.buf[r.start:r.end])
		r.end -= r.start
		r.searched -= r.start
		r.start = 0
	}
	for range maxEmptyReads {
		n, err := r.source.Read(r.buf[r.end:])
		if n < 0 || n > len(r.buf)-r.end {
			n, err = 0, errors.New("the source returned an impossible count")
		}
		r.end += n
		r.err = err
		if n > 0 || err != nil {
			return
		}
	}
	r.err = io.ErrNoProgress
}

// drain discards the rest of an oversized line and makes the reader terminal.
func (r *Reader) drain() error {
	r.terminal = true
	for {
		if n := bytes.IndexByte(r.buf[r.searched:r.end], '\n'); n >= 0 {
			r.start = r.searched + n + 1
			break
		}
		r.start, r.end, r.searched = 0, 0, 0
		if r.err != nil {
			break
		}
		r.fill()
	}
	return oversized(r.profile, r.limit)
}

func oversized(p Profile, limit int) *Error {
	return &Error{Code: CodeOversized, Stage: StageFrame, Profile: p, Offset: limit,
		Limit: "frame_bytes", Value: int64(limit), Seen: int64(limit) + 1}
}
