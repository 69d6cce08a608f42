package wire

import (
	"context"
	"errors"
	"io"
	"sync"
)

// ErrUndelivered ends a stream whose last response was given up because nobody
// read it in time after cancellation.
var ErrUndelivered = errors.New("wire: the last response was not read in time")

// Answerer is what Serve drives. Its methods are called one at a time.
type Answerer interface {
	// HandleFrame answers one frame; nil is no response. The response, without LF,
	// may be reused at the next call.
	HandleFrame(frame []byte) []byte
	// HandleOversized answers a line that was not kept; the stream ends after it.
	HandleOversized(refused *Error) []byte
	// Terminal reports that nothing more will be answered.
	Terminal() bool
	// Finish ends the conversation. stream is nil when the input ended cleanly and
	// everything was written, else a *IOError or ErrUndelivered.
	Finish(stream error) error
}

// Serve answers the frames of in on out under a profile, one at a time and in
// order, until the input ends, a stream fails, the answerer becomes terminal or ctx
// is cancelled; then it returns what Finish returns.
//
// Every frame read before the end is answered. While a response is being written
// nothing is read, so memory stays flat when nobody reads out. On cancellation the
// call in flight completes and its response is written, nothing more is begun, and
// Finish runs even while a read blocks. A goroutine then stays in that read until in
// ends; it touches neither the answerer nor out any more.
//
// grace bounds how long a response is waited for after cancellation: it is called
// once then, and the response is given up when its channel delivers or closes. nil
// waits for the reader.
func Serve(ctx context.Context, in io.Reader, out io.Writer, profile Profile, grace func() <-chan struct{}, to Answerer) error {
	l := newLoop(ctx, in, out, profile, to)
	ended := make(chan error, 1)
	go func() { ended <- l.run() }()
	select {
	case stream := <-ended:
		return to.Finish(stream)
	case <-ctx.Done():
		return to.Finish(l.halt(ended, grace))
	}
}

// loop is one serving of an answerer. Its goroutine holds the lock while it uses the
// answerer, and never while it reads or writes.
type loop struct {
	reader    *Reader
	writer    *Writer
	cancelled func() error // non-nil when nothing more may begin

	lock    sync.Mutex
	to      Answerer
	writing bool // a response waits to be written or is being written
	halted  bool // the answerer may not be used any more
}

func newLoop(ctx context.Context, in io.Reader, out io.Writer, profile Profile, to Answerer) *loop {
	reader, err := NewReader(in, profile, Limits{})
	if err != nil {
		panic("BUG: the profile's own limits are refused: " + err.Error())
	}
	writer, err := NewWriter(out, profile, Limits{})
	if err != nil {
		panic("BUG: the profile's own limits are refused: " + err.Error())
	}
	return &loop{reader: reader, writer: writer, cancelled: ctx.Err, to: to}
}

// run serves until the stream or the answerer ends. It returns nil for both when
// nothing failed.
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
			return streamFailure(err)
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
		response = l.to.HandleFrame(frame)
	default:
		refused := oversizedOrNil(err)
		if refused == nil {
			return nil, false
		}
		response = l.to.HandleOversized(refused)
	}
	l.writing = response != nil
	return response, !l.to.Terminal()
}

// written notes that no response is under way; it reports whether to go on.
func (l *loop) written() bool {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.writing = false
	return !l.halted
}

// halt stops the loop: it waits for the call in flight and for its response, and
// returns what went wrong with the stream until then.
func (l *loop) halt(ended <-chan error, grace func() <-chan struct{}) error {
	l.lock.Lock()
	l.halted = true
	writing := l.writing
	l.lock.Unlock()
	if !writing {
		select {
		case stream := <-ended:
			return stream
		default:
			return nil
		}
	}
	var over <-chan struct{}
	if grace != nil {
		over = grace()
	}
	select {
	case stream := <-ended:
		return stream
	case <-over:
		return ErrUndelivered
	}
}

// oversizedOrNil is the refusal of a line that was not kept.
func oversizedOrNil(err error) *Error {
	var refused *Error
	if errors.As(err, &refused) && refused.Code == CodeOversized {
		return refused
	}
	return nil
}

// streamFailure keeps the failures of the host's streams; the end of the input and
// refusals are none.
func streamFailure(err error) error {
	var failed *IOError
	if errors.As(err, &failed) {
		return failed
	}
	return nil
}
