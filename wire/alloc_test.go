package wire

import (
	"bytes"
	"io"
	"testing"
)

// allocations measures a run, after one that grows the scratch.
func allocations(t *testing.T, name string, most float64, run func()) {
	t.Helper()
	run()
	if got := testing.AllocsPerRun(20, run); got > most {
		t.Errorf("%s: %v allocations, at most %v promised", name, got, most)
	}
}

func TestAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, in := range hostileInputs() {
		s, most := hostileScanner(t), 0.0
		if in.code != 0 {
			most = 2
		}
		allocations(t, "scan of "+in.name, most, func() { s.Scan(in.doc) })
		collide := hostileScanner(t)
		collide.keys.hashMask = 0
		allocations(t, "colliding scan of "+in.name, most, func() { collide.Scan(in.doc) })
	}
	for _, c := range wireCases() {
		s, most := mustScanner(t, c.profile, Limits{}), 0.0
		if c.want.code != 0 {
			most = 2
		}
		frame := []byte(c.frame)
		allocations(t, c.String(), most, func() { s.DecodeRequest(frame) })
	}
}

func TestIteratorAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	doc := []byte(`{"name":"a\u0062c","list":[1,2,3],"n":12}`)
	scratch := make([]byte, 0, 64)
	allocations(t, "walk", 0, func() {
		for it := Members(doc, Whole(doc)); it.Next(); {
			if it.Is("name") {
				scratch, _ = AppendString(scratch[:0], it.Value())
			}
			for el := Elements(doc, it.ValueSpan()); el.Next(); {
				Int64(el.Value())
			}
		}
		Find(doc, Whole(doc), "n")
	})
}

func TestStreamAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	line := []byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n")
	source := &endless{line: line}
	r, _ := NewReader(source, MCP, Limits{})
	w, _ := NewWriter(io.Discard, MCP, Limits{})
	s := mustScanner(t, MCP, Limits{})
	reply, large := make([]byte, 0, 256), bytes.Repeat([]byte("x"), joinedBytes+1)
	allocations(t, "request and reply", 0, func() {
		frame, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		req, err := s.DecodeRequest(frame.Body)
		if err != nil {
			t.Fatal(err)
		}
		reply = AppendError(reply[:0], req.ID, RPCMethod, "method not found", nil)
		w.WriteResponse(reply)
		w.WriteResponse(large)
	})
}

// endless repeats a line.
type endless struct {
	line []byte
	at   int
}

func (e *endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		c := copy(b[n:], e.line[e.at:])
		n += c
		e.at = (e.at + c) % len(e.line)
	}
	return n, nil
}
