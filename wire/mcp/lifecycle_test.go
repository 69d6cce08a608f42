package mcp

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestNewClaimsAnUnusedHostOnce(t *testing.T) {
	h := newFakeHost("a/b")
	newSession(t, h, Options{})
	if h.claims != 1 || len(h.calls) != 0 || len(h.finishes) != 0 {
		t.Errorf("claims %d, calls %q, finishes %v", h.claims, h.calls, h.finishes)
	}
}

func TestNewRefusesAUsedHost(t *testing.T) {
	cause := errors.New("session has started")
	h := newFakeHost("a/b")
	h.claimErr = cause
	_, err := New(h, Options{})
	refused, ok := errors.AsType[*Error](err)
	if !ok || refused.Code != CodeLifecycle || !errors.Is(err, cause) || !strings.HasPrefix(err.Error(), "SPX-G349: ") {
		t.Errorf("got %v", err)
	}
}

// life is every method in every state, as request and as notification. The
// answer is what follows {"jsonrpc":"2.0","id":7, and after is the state left.
type life struct {
	method string
	params string
	in     state
	answer string
	after  state
}

func lives() []life {
	const (
		hello       = `{"protocolVersion":"1999-01-01","capabilities":{"roots":{}},"clientInfo":{"name":"n","version":"v","title":"t"},"_meta":{}}`
		helloResult = `"result":{"capabilities":{"tools":{"listChanged":false}},"protocolVersion":"2025-11-25","serverInfo":{"name":"semaprax","version":"1.2"}}}`
		again       = `"error":{"code":-32000,"message":"SPX-G349: MCP is already initialized"}}`
		early       = `"error":{"code":-32000,"message":"SPX-G349: MCP initialization is not complete"}}`
		unknown     = `"error":{"code":-32601,"message":"method not found"}}`
		called      = `"result":{"content":[{"type":"text","text":"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":\"ok\"}"}],"isError":false}}`
	)
	call := `{"name":"a__b"}`
	rows := []life{
		{"initialize", hello, stateNew, helloResult, stateAwaitingInitialized},
		{"initialize", hello, stateAwaitingInitialized, again, stateAwaitingInitialized},
		{"initialize", hello, stateReady, again, stateReady},
		{"initialize", `{"bad":1}`, stateReady, again, stateReady},
		{"tools/list", "", stateNew, early, stateNew},
		{"tools/list", "", stateAwaitingInitialized, early, stateAwaitingInitialized},
		{"tools/list", `{"bad":1}`, stateAwaitingInitialized, early, stateAwaitingInitialized},
		{"tools/call", call, stateNew, early, stateNew},
		{"tools/call", call, stateAwaitingInitialized, early, stateAwaitingInitialized},
		{"tools/call", call, stateReady, called, stateReady},
	}
	for _, in := range []state{stateNew, stateAwaitingInitialized, stateReady} {
		rows = append(rows, life{"ping", `{"_meta":{"progressToken":1}}`, in, `"result":{}}`, in})
		for _, method := range []string{"server/discover", "notifications/initialized", "notifications/cancelled",
			"resources/list", "prompts/list", "logging/setLevel", "completion/complete", "tasks/list", "Ping", "tools/call\\u0000", "a/b"} {
			rows = append(rows, life{method, "", in, unknown, in})
		}
	}
	for i, row := range rows {
		if strings.Contains(row.method, "\\u0000") {
			rows[i].answer = `"error":{"code":-32600,"message":"method must be a bounded string"}}`
		}
	}
	return rows
}

func (l life) frame(id string) string {
	params := l.params
	if params != "" {
		params = `,"params":` + params
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0",%s"method":"%s"%s}`, id, l.method, params)
}

func TestRequestsFollowTheLifecycle(t *testing.T) {
	for _, row := range lives() {
		h := newFakeHost("a/b")
		s := newSession(t, h, Options{Version: "1.2"})
		bring(t, s, row.in)
		if got, want := send(s, row.frame(`"id":7,`)), `{"jsonrpc":"2.0","id":7,`+row.answer; got != want {
			t.Errorf("%s in state %d:\n got %s\nwant %s", row.method, row.in, got, want)
		}
		if s.state != row.after {
			t.Errorf("%s in state %d leaves state %d, want %d", row.method, row.in, s.state, row.after)
		}
		if wantCalls := row.method == "tools/call" && row.in == stateReady; (len(h.calls) == 1) != wantCalls {
			t.Errorf("%s in state %d: the host was asked %q", row.method, row.in, h.calls)
		}
	}
}

func TestNotificationsExecuteNothing(t *testing.T) {
	for _, row := range lives() {
		if strings.Contains(row.method, "\\u0000") {
			continue // refused as a frame, see malformed frames
		}
		h := newFakeHost("a/b")
		s := newSession(t, h, Options{})
		bring(t, s, row.in)
		want := row.in
		if row.method == "notifications/initialized" && row.in == stateAwaitingInitialized {
			want = stateReady
		}
		if got := send(s, row.frame("")); got != "" {
			t.Errorf("notification %s in state %d is answered: %s", row.method, row.in, got)
		}
		if s.state != want {
			t.Errorf("notification %s in state %d leaves state %d, want %d", row.method, row.in, s.state, want)
		}
		h.wantCalls(t)
	}
}

func TestInitializedNeedsValidParams(t *testing.T) {
	for params, want := range map[string]state{
		``:                       stateReady,
		`,"params":{}`:           stateReady,
		`,"params":{"_meta":{}}`: stateReady,
		`,"params":{"_meta":1}`:  stateAwaitingInitialized,
		`,"params":{"x":1}`:      stateAwaitingInitialized,
		`,"params":[]`:           stateAwaitingInitialized,
		`,"params":null`:         stateAwaitingInitialized,
	} {
		s := newSession(t, newFakeHost("a/b"), Options{})
		bring(t, s, stateAwaitingInitialized)
		got := send(s, `{"jsonrpc":"2.0","method":"notifications/initialized"`+params+`}`)
		if got != "" || s.state != want {
			t.Errorf("params %q: answer %q, state %d, want %d", params, got, s.state, want)
		}
	}
}

func TestARefusedInitializeLeavesTheStateNew(t *testing.T) {
	const unexpected = `"error":{"code":-32602,"message":"unexpected parameter or invalid _meta object"}}`
	const malformed = `"error":{"code":-32602,"message":"initialize needs a string protocolVersion, an object capabilities and a clientInfo with string name and version"}}`
	for params, want := range map[string]string{
		`{}`: malformed,
		`{"protocolVersion":1,"capabilities":{},"clientInfo":{"name":"n","version":"v"}}`:              malformed,
		`{"protocolVersion":"x","capabilities":[],"clientInfo":{"name":"n","version":"v"}}`:            malformed,
		`{"protocolVersion":"x","clientInfo":{"name":"n","version":"v"}}`:                              malformed,
		`{"protocolVersion":"x","capabilities":{}}`:                                                    malformed,
		`{"protocolVersion":"x","capabilities":{},"clientInfo":"n"}`:                                   malformed,
		`{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"n"}}`:                          malformed,
		`{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":1,"version":"v"}}`:              malformed,
		`{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"n","version":"v"},"extra":1}`:  unexpected,
		`{"protocolVersion":"x","capabilities":{},"clientInfo":{"name":"n","version":"v"},"_meta":[]}`: unexpected,
		`[]`: `"error":{"code":-32602,"message":"params must be an object"}}`,
	} {
		s := newSession(t, newFakeHost("a/b"), Options{})
		got := send(s, `{"jsonrpc":"2.0","id":7,"method":"initialize","params":`+params+`}`)
		if got != `{"jsonrpc":"2.0","id":7,`+want || s.state != stateNew {
			t.Errorf("params %s: state %d, answer %s", params, s.state, got)
		}
		bring(t, s, stateReady)
	}
}

func TestTheServerNameIsTheOwners(t *testing.T) {
	s := newSession(t, newFakeHost(), Options{Name: `own "server"`, Version: "é\n"})
	if got := send(s, helloFrame); !strings.Contains(got, `"serverInfo":{"name":"own \"server\"","version":"é\n"}`) {
		t.Errorf("got %s", got)
	}
}

func TestFinishRunsTheHostsOnceAndEndsTheSession(t *testing.T) {
	failure, stream := errors.New("drift"), errors.New("broken pipe")
	h := newFakeHost("a/b")
	h.finishErr = failure
	s := ready(t, h, Options{})
	first := s.Finish(stream)
	second := s.Finish(nil)
	if !errors.Is(first, failure) || !errors.Is(first, stream) || first != second {
		t.Errorf("first %v, second %v", first, second)
	}
	if len(h.finishes) != 1 || h.finishes[0] != stream {
		t.Errorf("the host finished %v", h.finishes)
	}
	if got := send(s, pingFrame); got != "" || !s.Terminal() {
		t.Errorf("a finished session answers %q", got)
	}
}
