package session

import (
	"errors"
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/wire"
)

// Failure is how a session ends when it does not end well: the diagnostics of the
// final authentication, led by SPX-G287 when the host has published or may have.
type Failure struct {
	Diagnostics diag.List
	// Stream is the failure of the host's streams that came first, or nil.
	Stream error
}

// Error joins the diagnostics.
func (f *Failure) Error() string {
	var lines []string
	for _, d := range f.Diagnostics {
		lines = append(lines, d.Error())
	}
	return strings.Join(lines, "; ")
}

// Unwrap returns the failure of the stream.
func (f *Failure) Unwrap() error { return f.Stream }

// Finish makes the session terminal, authenticates the source one last time and
// releases it. stream is nil when the input ended cleanly and everything was
// written, else the error that ended the stream.
//
// It returns nil, a *Failure, or stream itself when there is nothing else to tell.
// A known or uncertain publication is never reported as rolled back. A second call
// returns the first one's result.
func (s *Session) Finish(stream error) error {
	if s.finished {
		return s.ending
	}
	s.finished, s.terminal = true, true
	s.endTask()
	drift := s.recheck()
	s.held.Close()
	if s.git != nil {
		s.git.Close()
	}
	s.ending = s.classify(stream, drift)
	return s.ending
}

// classify joins the end of the stream with the final authentication.
func (s *Session) classify(stream error, drift diag.List) error {
	if stream == nil && drift == nil {
		return nil
	}
	faults := append(s.publicationNote(), drift...)
	if stream == nil {
		return &Failure{Diagnostics: faults}
	}
	if len(faults) == 0 {
		return stream
	}
	faults = append(faults, fault(codeConfiguration, "the stream failed: "+streamKind(stream))...)
	return &Failure{Diagnostics: faults, Stream: stream}
}

// publicationNote is SPX-G287 when the Git host is terminal, else nothing.
func (s *Session) publicationNote() diag.List {
	if s.git == nil {
		return nil
	}
	switch published, uncertain := s.git.Terminal(); {
	case uncertain:
		return fault(codePublished, "the publication may have happened; read the ref before anything else, nothing was rolled back")
	case published:
		return fault(codePublished, "the publication has happened and stands; nothing was rolled back")
	}
	return nil
}

// streamKind names what kind of failure ended a stream.
func streamKind(stream error) string {
	var failed *wire.IOError
	if errors.As(stream, &failed) {
		return failed.Error()
	}
	return stream.Error()
}
