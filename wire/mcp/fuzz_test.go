package mcp

import (
	"bytes"
	"encoding/json"
	"testing"
)

// looseFrame is what encoding/json makes of a frame. It accepts far more.
type looseFrame struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"params"`
}

// FuzzHandleFrame feeds frames to a session in every state. The oracle is an
// independent decoder: whatever reaches the host must be what it reads there
// (strict implies loose), and every answer must be one line of JSON under an
// id that was sent.
func FuzzHandleFrame(f *testing.F) {
	for _, row := range malformedFrames() {
		if len(row.frame) < 4096 {
			f.Add(uint8(2), []byte(row.frame))
		}
	}
	for _, row := range lives() {
		f.Add(uint8(row.in), []byte(row.frame(`"id":7,`)))
		f.Add(uint8(row.in), []byte(row.frame("")))
	}
	f.Add(uint8(2), []byte(callFrame(`"a__\u0062"`, `{ "x" : [1,{"y":"\ud83d\ude00"}] }`)))
	f.Fuzz(func(t *testing.T, in uint8, frame []byte) {
		h := newFakeHost("a/b", "c")
		var gotMethod string
		var gotArguments []byte
		h.answer = func(method string, arguments, dst []byte) ([]byte, bool, bool) {
			gotMethod, gotArguments = method, bytes.Clone(arguments)
			return append(append(append(dst, `{"jsonrpc":"2.0","id":0,"result":`...), arguments...), '}'), false, false
		}
		s := newSession(t, h, Options{})
		bring(t, s, state(in%3))
		response := s.HandleFrame(frame)
		var loose looseFrame
		looseErr := json.Unmarshal(frame, &loose)
		checkAnswer(t, frame, response, loose, looseErr)
		if len(h.calls) == 0 {
			return
		}
		if in%3 != uint8(stateReady) || looseErr != nil || loose.Method != "tools/call" || loose.JSONRPC != "2.0" || loose.ID == nil {
			t.Fatalf("state %d: %q reached the host", in%3, frame)
		}
		want := loose.Params.Arguments
		if want == nil {
			want = json.RawMessage("{}")
		}
		if toolName(gotMethod) != loose.Params.Name || !bytes.Equal(gotArguments, want) {
			t.Fatalf("%q reached the host as %s %s", frame, gotMethod, gotArguments)
		}
	})
}

// checkAnswer judges one response to one frame.
func checkAnswer(t *testing.T, frame, response []byte, loose looseFrame, looseErr error) {
	t.Helper()
	if response == nil {
		return
	}
	var answer struct {
		ID     json.RawMessage `json:"id"`
		Result *struct {
			Content []struct{ Text string }
		} `json:"result"`
		Error *struct{ Code int }
	}
	if err := json.Unmarshal(response, &answer); err != nil || bytes.ContainsAny(response, "\r\n") {
		t.Fatalf("answer %q: %v", response, err)
	}
	if (answer.Result == nil) == (answer.Error == nil) {
		t.Fatalf("answer %q has not exactly one of result and error", response)
	}
	if id := string(answer.ID); id != "null" && (looseErr != nil && answer.Result != nil || !bytes.Contains(frame, answer.ID)) {
		t.Fatalf("answer %q carries an id that %q does not have", response, frame)
	}
	if answer.Result != nil && !bytes.Equal(answer.ID, loose.ID) {
		t.Fatalf("answer %q is not under the id %s", response, loose.ID)
	}
}
