package session

import (
	"errors"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// The errors of handing a session to an adapter.
var (
	// ErrUsed is what Claim answers once a frame was handled, the session is terminal or
	// an adapter has claimed it.
	ErrUsed = errors.New("session: already used, claimed or terminal")
)

// adapterID is the id of every request an adapter forwards.
const adapterID = "0"

// Claim hands an unused session to an adapter: from then on only Call and Finish
// reach it. It fails with ErrUsed and changes nothing when the session was used.
func (s *Session) Claim() error {
	if s.started || s.claimed || s.terminal {
		return ErrUsed
	}
	s.claimed = true
	return nil
}

// Tools passes every selected method to yield: its name and the self-contained
// JSON Schema of its parameters. It stops at the first error of yield and fails
// with a *Failure when discovery does not hold together. The schema is reused
// after yield returns.
func (s *Session) Tools(yield func(method string, inputSchema []byte) error) error {
	d := s.discover()
	if d.faults != nil {
		return &Failure{Diagnostics: d.faults}
	}
	var room []byte
	for i := range s.methods.rows {
		r := &s.methods.rows[i].row
		var b canon.Builder
		b.Reset(room[:0], canon.CJ)
		if unresolved, ok := d.bundle.DescribeInput(&b, r.params); !ok {
			return &Failure{Diagnostics: fault(codeDiscovery, r.name+" refers to "+unresolved[0]+", which is not bundled")}
		}
		room = b.Bytes()
		if err := yield(r.name, room); err != nil {
			return err
		}
	}
	return nil
}

// Call performs one request with id 0 for an adapter. arguments is a validated JSON
// object, used only during the call; response is dst with the complete response
// appended, without LF.
func (s *Session) Call(method string, arguments, dst []byte) (response []byte, isError, terminal bool) {
	if !s.claimed || s.terminal {
		panic("BUG: session: a call without a claim, or after the end")
	}
	s.touched, s.started = true, true
	response = s.call([]byte(method), arguments, []byte(adapterID), dst)
	return response, !isResult(response[len(dst):]), s.terminal
}

// isResult reports whether a response of ours with the adapter's id is a success.
func isResult(response []byte) bool {
	const head = `{"jsonrpc":"2.0","id":` + adapterID + `,"result":`
	return len(response) >= len(head) && string(response[:len(head)]) == head
}
