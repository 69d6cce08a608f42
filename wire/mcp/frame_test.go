package mcp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/wire"
)

// malformed is a frame that is no request, and what answers it.
type malformed struct{ name, frame, want string }

func malformedFrames() []malformed {
	refusal := func(id string, code int, message string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"%s"}}`, id, code, message)
	}
	const (
		notJSON   = "request is not valid bounded JSON"
		newline   = "raw newline in MCP frame"
		unknown   = "invalid request: unknown member"
		duplicate = "invalid request: duplicate object member"
		badID     = "id must be an integer or a string of at most 128 bytes"
		badMethod = "method must be a bounded string"
		bounds    = "SPX-G351: MCP JSON structure exceeds bounds"
	)
	nodes := func(n int) string { // a frame of exactly n values
		return `{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":[` + strings.TrimSuffix(strings.Repeat("1,", n-6), ",") + `]}}`
	}
	rows := []malformed{
		{"blank", "", ""},
		{"spaces", "  ", refusal("null", -32700, notJSON)},
		{"word", "hello", refusal("null", -32700, notJSON)},
		{"carriage return at the end", pingFrame + "\r", refusal("null", -32700, newline)},
		{"line feed inside", "{\"jsonrpc\":\"2.0\",\n\"id\":1}", refusal("null", -32700, newline)},
		{"byte order mark", "\ufeff" + pingFrame, refusal("null", -32700, notJSON)},
		{"two values", pingFrame + pingFrame, refusal("null", -32700, notJSON)},
		{"cut", pingFrame[:len(pingFrame)-1], refusal("null", -32700, notJSON)},
		{"bad UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", refusal("null", -32700, notJSON)},
		{"lone surrogate", `{"jsonrpc":"2.0","id":1,"method":"\ud800"}`, refusal("null", -32700, notJSON)},
		{"number overflow", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":1e400}}`, refusal("null", -32700, notJSON)},
		{"128 containers", strings.Repeat("[", 128) + strings.Repeat("]", 128), refusal("null", -32700, notJSON)},
		{"100000 open brackets", strings.Repeat("[", 100_000), refusal("null", -32700, notJSON)},
		{"syntax after a duplicate", `{"id":1,"id":2`, refusal("null", -32700, notJSON)},
		{"too many values", nodes(wire.EnvelopeNodes + 1), refusal("9", -32600, bounds)},
		{"unknown member", `{"jsonrpc":"2.0","id":3,"method":"ping","extra":1}`, refusal("3", -32600, unknown)},
		{"capital member", `{"jsonrpc":"2.0","id":3,"Method":"ping"}`, refusal("3", -32600, unknown)},
		{"duplicate id", `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, refusal("null", -32600, duplicate)},
		{"duplicate method", `{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`, refusal("1", -32600, duplicate)},
		{"duplicate by escape, deep", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"a":1,"\u0061":2}}}`, refusal("1", -32600, duplicate)},
		{"batch", `[` + pingFrame + `]`, refusal("null", -32600, "request must be one object")},
		{"empty batch", `[]`, refusal("null", -32600, "request must be one object")},
		{"number", `1`, refusal("null", -32600, "request must be one object")},
		{"no version", `{"id":4,"method":"ping"}`, refusal("4", -32600, "jsonrpc must be 2.0")},
		{"old version", `{"jsonrpc":"1.0","id":4,"method":"ping"}`, refusal("4", -32600, "jsonrpc must be 2.0")},
		{"numeric version", `{"jsonrpc":2.0,"id":4,"method":"ping"}`, refusal("4", -32600, "jsonrpc must be 2.0")},
		{"no method", `{"jsonrpc":"2.0","id":4}`, refusal("4", -32600, badMethod)},
		{"no method, no id", `{"jsonrpc":"2.0"}`, refusal("null", -32600, badMethod)},
		{"empty method", `{"jsonrpc":"2.0","id":4,"method":""}`, refusal("4", -32600, badMethod)},
		{"control in method", `{"jsonrpc":"2.0","id":4,"method":"ping\u0000"}`, refusal("4", -32600, badMethod)},
		{"method of 129 bytes", `{"jsonrpc":"2.0","id":4,"method":"` + strings.Repeat("m", 129) + `"}`, refusal("4", -32600, badMethod)},
		{"params array", `{"jsonrpc":"2.0","id":4,"method":"nothing","params":[1]}`, refusal("4", -32602, "params must be an object")},
		{"params null", `{"jsonrpc":"2.0","id":4,"method":"tools/call","params":null}`, refusal("4", -32602, "params must be an object")},
		{"notification with array params", `{"jsonrpc":"2.0","method":"ping","params":[1]}`, ""},
		{"result", `{"jsonrpc":"2.0","id":4,"result":{}}`, ""},
		{"error with id null", `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}`, ""},
	}
	for _, id := range []string{"null", "true", "{}", "[]", "1.0", "1e2", "-0", "18446744073709551616", "-9223372036854775809", `"` + strings.Repeat("i", 129) + `"`} {
		rows = append(rows, malformed{"id " + id[:min(len(id), 24)], `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`, refusal("null", -32600, badID)})
	}
	return rows
}

// TestMalformedFramesAtEveryStage refuses each frame in each state, and the
// session goes on as if it had not come.
func TestMalformedFramesAtEveryStage(t *testing.T) {
	for _, in := range []state{stateNew, stateAwaitingInitialized, stateReady} {
		h := newFakeHost("a/b")
		s := newSession(t, h, Options{})
		bring(t, s, in)
		for _, row := range malformedFrames() {
			if got := send(s, row.frame); got != row.want {
				t.Errorf("%s in state %d:\n got %s\nwant %s", row.name, in, got, row.want)
			}
			if got := send(s, pingFrame); got != pong || s.state != in {
				t.Errorf("%s in state %d: then state %d and ping %s", row.name, in, s.state, got)
			}
		}
		h.wantCalls(t)
	}
}

func TestTheFrameBoundIsExact(t *testing.T) {
	frame := pingFrame + strings.Repeat(" ", MaxFrameBytes-len(pingFrame))
	for _, in := range []state{stateNew, stateAwaitingInitialized, stateReady} {
		s := newSession(t, newFakeHost("a/b"), Options{})
		bring(t, s, in)
		if got := send(s, frame); got != pong {
			t.Errorf("state %d: a frame of exactly the bound gets %q", in, got)
		}
		const want = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"request exceeds MCP byte limit"}}`
		if got := send(s, frame+" "); got != want || !s.Terminal() {
			t.Errorf("state %d: one byte more gets %q, terminal %v", in, got, s.Terminal())
		}
		if got := send(s, pingFrame); got != "" {
			t.Errorf("state %d: a terminal session answers %q", in, got)
		}
	}
}

func TestIDsKeepTheirSpelling(t *testing.T) {
	longest := strings.Repeat(`\u0001`, wire.MaxIDBytes)
	for _, id := range []string{"0", "-1", "7", "9007199254740993", "18446744073709551615", "-9223372036854775808",
		`""`, `"a"`, `"\u0061"`, `"\/"`, `"/"`, `"\n\u0000"`, `"ü\u00fc"`, `"` + "\u2028" + `"`, `"` + longest + `"`,
		`"` + strings.Repeat("i", wire.MaxIDBytes) + `"`} {
		s := ready(t, newFakeHost("a/b"), Options{})
		for frame, want := range map[string]string{
			`{"method":"ping","jsonrpc":"2.0","id":` + id + `}`:                                        `{"jsonrpc":"2.0","id":` + id + `,"result":{}}`,
			`{"id": ` + id + ` ,"jsonrpc":"2.0","method":"no"}`:                                        `{"jsonrpc":"2.0","id":` + id + `,"error":{"code":-32601,"message":"method not found"}}`,
			`{"params":{"name":"a__b"},"id":` + id + `,"jsonrpc":"2.0","method":"tools\u002fcall"}`:    `{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[{"type":"text","text":"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":\"ok\"}"}],"isError":false}}`,
			`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"missing_tool"}}`: `{"jsonrpc":"2.0","id":` + id + `,"error":{"code":-32602,"message":"unknown or unavailable tool name"}}`,
		} {
			if got := send(s, frame); got != want {
				t.Errorf("frame %s:\n got %s\nwant %s", frame, got, want)
			}
		}
	}
}

func TestUnexpectedParametersAreRefused(t *testing.T) {
	const want = `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unexpected parameter or invalid _meta object"}}`
	h := newFakeHost("a/b")
	s := ready(t, h, Options{})
	for _, method := range []string{"ping", "tools/list", "tools/call"} {
		for _, params := range []string{`{"x":1}`, `{"_meta":null}`, `{"_meta":[]}`, `{"Name":"a__b"}`, `{"page_size":100}`} {
			if got := send(s, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`); got != want {
				t.Errorf("%s %s: got %s", method, params, got)
			}
		}
	}
	h.wantCalls(t)
}
