package mcp

import (
	"context"
	"io"

	"github.com/semaprax/semaprax-go/wire"
)

// Serve answers the frames of in on out by the rules of wire.Serve: one at a
// time and in order, every frame read before the end is answered, memory stays
// flat when nobody reads out, and on cancellation the call in flight and its
// response complete (bounded by Options.Grace). It ends with the input, with a
// failing stream, with a terminal host or with ctx; then the final
// authentication runs, even while a read blocks, and its result is returned.
//
// Streams that fail reach Finish as *wire.IOError, a response that nobody read
// in time as wire.ErrUndelivered.
func (s *Session) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return wire.Serve(ctx, in, out, wire.MCP, s.grace, served{s})
}

// served lets a stream drive a session.
type served struct{ session *Session }

// HandleFrame answers one frame.
func (v served) HandleFrame(frame []byte) []byte { return v.session.HandleFrame(frame) }

// HandleOversized answers a line that the reader did not keep; it ends the session.
func (v served) HandleOversized(refused *wire.Error) []byte {
	if v.session.Terminal() {
		return nil
	}
	return v.session.refuse(nil, refused)
}

// Terminal reports whether the session answers nothing any more.
func (v served) Terminal() bool { return v.session.Terminal() }

// Finish ends the session.
func (v served) Finish(stream error) error { return v.session.Finish(stream) }
