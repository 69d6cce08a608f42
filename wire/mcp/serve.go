package mcp

import (
	"context"
	"errors"
	"io"
	"sync"

	"github.com/semaprax/semaprax-go/wire"
)

// ErrUndelivered ends a stream whose last response was given up because the
// client did not read it in time after cancellation.
var ErrUndelivered = errors.New("mcp: the client did not read the last response in time")

// Serve answers the frames of in on out, one at a time and in order, until the
// input ends, a stream fails, the session becomes terminal or ctx is
// cancelled; then it finishes the session and returns what Finish returns.
//
// Every frame read before the end is answered. While a response is being
// written nothing is read, so memory stays flat when nobody reads out. On
// cancellation the call in flight completes and its response is written
// (bounded by Options.Grace), nothing more is begun, and the final
// authentication runs even while a read blocks. A goroutine then stays in
// that read until in ends; it touches neither the session nor out any more.
//
// An input that cannot be read and an output that cannot be written reach
// Finish as *wire.IOError, an abandoned response as ErrUndelivered.
func (s *Session) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	l := newLoop(ctx, s, in, out)
	ended := make(chan error, 1)
	go func() { ended <- l.run() }()
	select {
	case stream := <-ended:
		return s.Finish(stream)
	case <-ctx.Done():
		return s.Finish(l.halt(ended))
	}
}

// loop is one serving of a session. Its goroutine holds the lock while it
// uses the session, and never while it reads or writes.
type loop struct {
	reader    *wire.Reader
	writer    *wire.Writer
	cancelled func() error // non-nil when nothing more may begin

	lock    sync.Mutex
	session *Session
	writing bool // a response waits to be written or is being written
	halted  bool // the session may not be used any more
}

func newLoop(ctx context.Context, s *Session, in io.Reader, out io.Writer) *loop {
	reader, err := wire.NewReader(in, wire.MCP, wire.Limits{})
	if err != nil {
		panic("BUG: the profile's own limits are refused: " + err.Error())
	}
	writer, err := wire.NewWriter(out, wire.MCP, wire.Limits{})
	if err != nil {
		panic("BUG: the profile's own limits are refused: " + err.Error())
	}
	return &loop{reader: reader, writer: writer, cancelled: ctx.Err, session: s}
}

// run serves until the stream or the session ends. It returns nil for both
// when nothing failed.
func (l *loop) run() error {
	for {
		frame, err := l.reader.Next()
		response, more := l.answer(frame.Body, err)
		if response != nil {
			if _, err := l.writer.WriteResponse(response); err != nil {
				return err
			}
			more = l.written() && more
		}
		if !more {
			return streamError(err)
		}
	}
}

// answer handles what the reader returned; more is false when it was the last.
func (l *loop) answer(frame []byte, err error) (response []byte, more bool) {
	l.lock.Lock()
	defer l.lock.Unlock()
	switch {
	case l.halted, l.cancelled() != nil:
		return nil, false
	case err == nil:
		response = l.session.HandleFrame(frame)
	case isOversized(err):
		response = l.session.oversized(err)
	default:
		return nil, false
	}
	l.writing = response != nil
	return response, !l.session.Terminal()
}

// written notes that no response is under way; it reports whether to go on.
func (l *loop) written() bool {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.writing = false
	return !l.halted
}

// halt stops the loop: it waits for the call in flight and for its response,
// and returns what went wrong with the stream until then.
func (l *loop) halt(ended <-chan error) error {
	l.lock.Lock()
	l.halted = true
	writing := l.writing
	l.lock.Unlock()
	var grace <-chan struct{}
	if writing && l.session.grace != nil {
		grace = l.session.grace()
	}
	if !writing {
		select {
		case stream := <-ended:
			return stream
		default:
			return nil
		}
	}
	select {
	case stream := <-ended:
		return stream
	case <-grace:
		return ErrUndelivered
	}
}

// oversized answers a line that the reader did not keep.
func (s *Session) oversized(err error) []byte {
	if s.state == stateTerminal {
		return nil
	}
	return s.refuse(nil, err)
}

func isOversized(err error) bool {
	var refused *wire.Error
	return errors.As(err, &refused) && refused.Code == wire.CodeOversized
}

// streamError keeps the failures of the host's streams; the end of the input
// and refusals are none.
func streamError(err error) error {
	var failed *wire.IOError
	if errors.As(err, &failed) {
		return failed
	}
	return nil
}
