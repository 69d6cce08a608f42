package mcp

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// fakeHost is a host under a test's control. It records what reaches it.
type fakeHost struct {
	claimErr  error
	tools     []fakeTool
	toolsErr  error
	answer    func(method string, arguments, dst []byte) (response []byte, isError, terminal bool)
	finishErr error

	claims   int
	calls    []string // "method arguments"
	finishes []error
}

type fakeTool struct{ method, schema string }

const openSchema = `{"additionalProperties":false,"properties":{},"type":"object"}`

func newFakeHost(methods ...string) *fakeHost {
	h := &fakeHost{}
	for _, method := range methods {
		h.tools = append(h.tools, fakeTool{method, openSchema})
	}
	return h
}

func (h *fakeHost) Claim() error {
	h.claims++
	return h.claimErr
}

func (h *fakeHost) Tools(yield func(method string, inputSchema []byte) error) error {
	var scratch []byte // reused, as the contract allows
	for _, tool := range h.tools {
		scratch = append(scratch[:0], tool.schema...)
		if err := yield(tool.method, scratch); err != nil {
			return err
		}
	}
	return h.toolsErr
}

func (h *fakeHost) Call(method string, arguments, dst []byte) ([]byte, bool, bool) {
	if len(dst) != 0 || cap(dst) < MaxInnerResponseBytes {
		panic(fmt.Sprintf("the room for the response has length %d and capacity %d", len(dst), cap(dst)))
	}
	h.calls = append(h.calls, method+" "+string(arguments))
	if h.answer != nil {
		return h.answer(method, arguments, dst)
	}
	return append(dst, `{"jsonrpc":"2.0","id":0,"result":"ok"}`...), false, false
}

func (h *fakeHost) Finish(stream error) error {
	h.finishes = append(h.finishes, stream)
	return errors.Join(stream, h.finishErr)
}

func newSession(t testing.TB, h Host, options Options) *Session {
	t.Helper()
	s, err := New(h, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	helloFrame       = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	initializedFrame = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	pingFrame        = `{"jsonrpc":"2.0","id":"p","method":"ping"}`
	pong             = `{"jsonrpc":"2.0","id":"p","result":{}}`
)

// bring drives a fresh session into a state.
func bring(t testing.TB, s *Session, to state) {
	t.Helper()
	if to >= stateAwaitingInitialized {
		if got := string(s.HandleFrame([]byte(helloFrame))); !strings.Contains(got, `"result"`) {
			t.Fatalf("initialize: %s", got)
		}
	}
	if to >= stateReady {
		if got := s.HandleFrame([]byte(initializedFrame)); got != nil {
			t.Fatalf("initialized is answered: %s", got)
		}
	}
	if s.state != to {
		t.Fatalf("state %d, want %d", s.state, to)
	}
}

// ready is a session that lists and calls.
func ready(t testing.TB, h Host, options Options) *Session {
	t.Helper()
	s := newSession(t, h, options)
	bring(t, s, stateReady)
	return s
}

// send is the response to one frame as text, "" for none.
func send(s *Session, frame string) string { return string(s.HandleFrame([]byte(frame))) }

// wantCalls fails unless exactly these calls reached the host.
func (h *fakeHost) wantCalls(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(h.calls, want) {
		t.Errorf("the host was asked %q, want %q", h.calls, want)
	}
}
