package session

import (
	"context"
	"io"

	"github.com/semaprax/semaprax-go/wire"
)

// Serve answers the frames of in on out, one at a time and in order, until the
// input ends, a stream fails, the session becomes terminal or ctx is cancelled; then
// it finishes the session and returns what Finish returns.
//
// Every frame read before the end is answered. While a response is being written
// nothing is read. On cancellation the call in flight completes and its response is
// written, at most until grace delivers; nil waits for the reader.
func (s *Session) Serve(ctx context.Context, in io.Reader, out io.Writer, grace func() <-chan struct{}) error {
	return wire.Serve(ctx, in, out, wire.V5, grace, direct{s})
}

// direct lets a stream drive a session.
type direct struct{ session *Session }

// HandleFrame answers one frame.
func (d direct) HandleFrame(frame []byte) []byte { return d.session.Handle(frame) }

// HandleOversized answers a line that the reader did not keep; the session ends.
func (d direct) HandleOversized(refused *wire.Error) []byte {
	s := d.session
	if s.claimed || s.terminal {
		return nil
	}
	s.touched, s.started = true, true
	return s.refuse(nil, refused)
}

// Terminal reports whether the session answers nothing any more.
func (d direct) Terminal() bool { return d.session.terminal || d.session.claimed }

// Finish ends the session.
func (d direct) Finish(stream error) error { return d.session.Finish(stream) }
