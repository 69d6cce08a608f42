package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/wire"
)

func callFrame(name, arguments string) string {
	return `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":` + name + `,"arguments":` + arguments + `}}`
}

func TestArgumentsReachTheHostAsTheyAre(t *testing.T) {
	for _, row := range []struct{ params, want string }{
		{`{"name":"source-commit__status"}`, `source-commit/status {}`},
		{`{"name":"source-commit__status","arguments":{}}`, `source-commit/status {}`},
		{`{"arguments":{ "b" : 1, "a":[1.50,"\u0041"] },"name":"source-commit__status"}`, `source-commit/status { "b" : 1, "a":[1.50,"\u0041"] }`},
		{`{"n\u0061me":"source-commit\u005f_status","_meta":{"progressToken":"x","arguments":{"evil":1}}}`, `source-commit/status {}`},
		{`{"name":"source-commit__status","arguments":{"_meta":1,"image_revision":"x"}}`, `source-commit/status {"_meta":1,"image_revision":"x"}`},
	} {
		h := newFakeHost("workspace/open", "source-commit/status")
		s := ready(t, h, Options{})
		if got := send(s, `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":`+row.params+`}`); !strings.Contains(got, `"isError":false`) {
			t.Errorf("%s: got %s", row.params, got)
		}
		h.wantCalls(t, row.want)
	}
}

func TestOnlyExactToolNamesAreCalled(t *testing.T) {
	const want = `{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"unknown or unavailable tool name"}}`
	h := newFakeHost("workspace/open", "a.b/c-d")
	s := ready(t, h, Options{})
	for _, name := range []string{`"workspace/open"`, `"workspace__Open"`, `"workspace__open "`, `"workspace__open\u0000"`, `"workspace_open"`,
		`"workspace__"`, `""`, `"a_b__c_d"`, `1`, `null`, `["workspace__open"]`, `"` + strings.Repeat("w", 129) + `"`, `"` + strings.Repeat(`\u0077`, 129) + `"`} {
		if got := send(s, callFrame(name, "{}")); got != want {
			t.Errorf("name %s: got %s", name, got)
		}
	}
	if got := send(s, `{"jsonrpc":"2.0","id":5,"method":"tools/call"}`); got != want {
		t.Errorf("no params: got %s", got)
	}
	if got := send(s, callFrame(`"workspace/open"`, "[]")); got != want {
		t.Errorf("the name is judged before the arguments: got %s", got)
	}
	h.wantCalls(t)
}

func TestArgumentsMustBeAnObject(t *testing.T) {
	const want = `{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"arguments must be an object"}}`
	h := newFakeHost("a/b")
	s := ready(t, h, Options{})
	for _, arguments := range []string{`null`, `[]`, `"x"`, `1`, `false`} {
		if got := send(s, callFrame(`"a__b"`, arguments)); got != want {
			t.Errorf("arguments %s: got %s", arguments, got)
		}
	}
	h.wantCalls(t)
}

// TestTheInnerBoundIsCountedBeforeDispatch uses the bytes an inner request
// would have: {"id":0,"jsonrpc":"2.0","method":"a/b","params":ARGUMENTS}.
func TestTheInnerBoundIsCountedBeforeDispatch(t *testing.T) {
	around := len(`{"id":0,"jsonrpc":"2.0","method":"a/b","params":}`)
	fits := `{"x":"` + strings.Repeat("y", 65_536-around-len(`{"x":""}`)) + `"}`
	h := newFakeHost("a/b")
	s := ready(t, h, Options{})
	if got := send(s, callFrame(`"a__b"`, fits)); !strings.Contains(got, `"isError":false`) {
		t.Errorf("65536 bytes: got %s", got)
	}
	const want = `{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"forwarded request exceeds v5 byte limit"}}`
	if got := send(s, callFrame(`"a__b"`, strings.Replace(fits, "{", "{ ", 1))); got != want {
		t.Errorf("65537 bytes: got %s", got)
	}
	h.wantCalls(t, "a/b "+fits)
	if got := send(s, pingFrame); got != pong {
		t.Errorf("the session goes on: got %s", got)
	}
}

func TestAFailingReservationDispatchesNothing(t *testing.T) {
	const want = `{"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"SPX-G351: MCP response reservation failed"}}`
	var asked []int
	fail := true
	h := newFakeHost("a/b")
	s := ready(t, h, Options{Allocate: func(n int) ([]byte, error) {
		asked = append(asked, n)
		if fail {
			return nil, errors.New("no memory")
		}
		return make([]byte, 0, n), nil
	}})
	for range 2 {
		if got := send(s, callFrame(`"a__b"`, "{}")); got != want {
			t.Errorf("got %s", got)
		}
	}
	h.wantCalls(t)
	fail = false
	for range 2 {
		if got := send(s, callFrame(`"a__b"`, "{}")); !strings.Contains(got, `"isError":false`) {
			t.Errorf("after memory came back: got %s", got)
		}
	}
	if fmt.Sprint(asked) != "[8388608 8388608 8388608]" {
		t.Errorf("asked the allocator for %v; the reserve is kept once it is had", asked)
	}
}

func TestTheWholeInnerResponseIsOneTextItem(t *testing.T) {
	inner := "{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"x\":\"\\n\\\"\\\\/\\u2028\u2028é\x7f\"}}\t\b"
	h := newFakeHost("a/b")
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) { return append(dst, inner...), true, false }
	s := ready(t, h, Options{})
	got := send(s, callFrame(`"a__b"`, "{}"))
	escaped := "{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":0,\\\"error\\\":{\\\"x\\\":\\\"\\\\n\\\\\\\"\\\\\\\\/\\\\u2028\u2028é\x7f\\\"}}\\u0009\\u0008"
	want := `{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"` + escaped + `"}],"isError":true}}`
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestTheLargestAndWorstResponseFits(t *testing.T) {
	h := newFakeHost("a/b")
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) {
		return append(dst, bytes.Repeat([]byte{1}, MaxInnerResponseBytes)...), false, false
	}
	s := ready(t, h, Options{})
	id := `"` + strings.Repeat(`\u0002`, wire.MaxIDBytes) + `"`
	got := s.HandleFrame([]byte(`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"a__b"}}`))
	want := `{"jsonrpc":"2.0","id":` + id + `,"result":{"content":[{"type":"text","text":"` +
		strings.Repeat(`\u0001`, MaxInnerResponseBytes) + `"}],"isError":false}}`
	if string(got) != want {
		t.Fatalf("got %d bytes, want %d", len(got), len(want))
	}
	if len(got)+1 > 6_292_483 {
		t.Errorf("%d bytes with the LF, the budget is 6292483", len(got)+1)
	}
}

// TestAHostThatBringsItsOwnBytes is served too: the response need not be in
// the room it was given.
func TestAHostThatBringsItsOwnBytes(t *testing.T) {
	h := newFakeHost("a/b")
	h.answer = func(_ string, _, _ []byte) ([]byte, bool, bool) { return []byte(`{"own":1}`), false, false }
	got := send(ready(t, h, Options{}), callFrame(`"a__b"`, "{}"))
	if !strings.Contains(got, `"text":"{\"own\":1}"`) {
		t.Errorf("got %s", got)
	}
}

func TestATerminalHostMakesTheAdapterTerminal(t *testing.T) {
	h := newFakeHost("a/b")
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) { return append(dst, `{"last":1}`...), true, true }
	s := ready(t, h, Options{})
	if got := send(s, callFrame(`"a__b"`, "{}")); !strings.Contains(got, `{\"last\":1}`) || !s.Terminal() {
		t.Errorf("the failing request is answered, then the end: %s", got)
	}
	for _, frame := range []string{pingFrame, callFrame(`"a__b"`, "{}"), "garbage", helloFrame} {
		if got := send(s, frame); got != "" {
			t.Errorf("a terminal session answers %s", got)
		}
	}
	if len(h.calls) != 1 || len(h.finishes) != 0 {
		t.Errorf("calls %q, finishes %v", h.calls, h.finishes)
	}
}

// TestResultsDecodeWithAnIndependentDecoder reads every kind of response with
// encoding/json.
func TestResultsDecodeWithAnIndependentDecoder(t *testing.T) {
	inner := `{"jsonrpc":"2.0","id":0,"result":{"text":"a\"b\\c\u0000\n"}}`
	h := newFakeHost("a/b")
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) { return append(dst, inner...), false, false }
	s := ready(t, h, Options{})
	var got struct {
		Result struct {
			Content []struct{ Type, Text string }
			IsError *bool
		}
	}
	if err := json.Unmarshal(s.HandleFrame([]byte(callFrame(`"a__b"`, "{}"))), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Result.Content) != 1 || got.Result.Content[0].Type != "text" || got.Result.Content[0].Text != inner || got.Result.IsError == nil || *got.Result.IsError {
		t.Errorf("got %+v", got.Result)
	}
}
