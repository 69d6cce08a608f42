package wire

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// wireCase is one frame and what DecodeRequest makes of it. The table feeds the decode
// tests (whole, a byte at a time, every split), the fuzz seeds and the naive twin.
type wireCase struct {
	line    int // of this file
	profile Profile
	frame   string
	want    outcome
}

// outcome is what a frame led to; code 0 is acceptance.
type outcome struct {
	code     Code
	offset   int
	pointer  string
	id       string // as a reply spells it, "" for null
	method   string
	params   string // raw
	silent   bool   // a notification
	response bool
}

func row(p Profile, frame string, want outcome) wireCase {
	_, _, line, _ := runtime.Caller(1)
	return wireCase{line, p, frame, want}
}

func (c wireCase) String() string {
	return fmt.Sprintf("cases_test.go:%d %s %.80q", c.line, c.profile, c.frame)
}

// envelopeRest follows an id in a frame.
const envelopeRest = `,"jsonrpc":"2.0","method":"m"}`

func idCases(p Profile, legal, illegal []string) []wireCase {
	var cases []wireCase
	for _, id := range legal {
		cases = append(cases, row(p, `{"id":`+id+envelopeRest, outcome{id: id, method: "m"}))
	}
	for _, id := range illegal {
		cases = append(cases, row(p, `{"id":`+id+envelopeRest, outcome{code: CodeID, offset: 6, pointer: "/id"}))
	}
	return cases
}

func wireCases() []wireCase {
	long := strings.Repeat("x", 128)
	both := []string{"0", "7", "18446744073709551615", `"a"`, `"` + long + `"`, `"é"`}
	neither := []string{"null", "true", "{}", "[]", "-0", "1.0", "1e0", "1E2", "0.0", "18446744073709551616", "99999999999999999999999",
		`"` + long + `x"`, "-9223372036854775809", `"` + strings.Repeat(`\u00e9`, 65) + `"`}
	onlyMCP := []string{"-1", "-9223372036854775808", `""`, `"\u0000"`, `"\t"`, `"\u007f"`, `"\u0085"`}
	cases := []wireCase{
		// Whole envelopes.
		row(V5, `{"jsonrpc":"2.0","id":1,"method":"m"}`, outcome{id: "1", method: "m"}),
		row(V5, " \t{ \"params\" : { } , \"method\" : \"a/b\" , \"jsonrpc\" : \"2.0\" , \"id\" : \"x\" }\t ", outcome{id: `"x"`, method: "a/b", params: "{ }"}),
		row(V5, `{"jsonrpc":"2\u002e0","id":1,"method":"\u006d\ud83d\ude00"}`, outcome{id: "1", method: "m😀"}),
		row(V5, `{"jsonrpc":"2.0","\u0069d":1,"metho\u0064":"m","p\u0061rams":{}}`, outcome{id: "1", method: "m", params: "{}"}),
		row(V5, `{"jsonrpc":"2.0","method":"m"}`, outcome{method: "m", silent: true}),
		row(V5, `{"jsonrpc":"2.0","method":"m","params":[1]}`, outcome{method: "m", silent: true, params: "[1]"}),
		row(MCP, `{"method":"tools/list","params":{"cursor":"c"},"jsonrpc":"2.0","id":0}`, outcome{id: "0", method: "tools/list", params: `{"cursor":"c"}`}),
		row(MCP, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, outcome{method: "notifications/initialized", silent: true}),
		// Ids: MCP keeps the spelling, V5 renders it.
		row(MCP, `{"id":"\u0061\/\"`+`"`+envelopeRest, outcome{id: `"\u0061\/\""`, method: "m"}),
		row(V5, `{"id":"\u0061\/\"`+`"`+envelopeRest, outcome{id: `"a/\""`, method: "m"}),
		// Raw newlines win over everything.
		row(V5, "{}\r", outcome{code: CodeRawNewline, offset: 2}),
		row(V5, "{]\xff\r", outcome{code: CodeRawNewline, offset: 3}),
		row(MCP, "{\"jsonrpc\":\r\"2.0\"}", outcome{code: CodeRawNewline, offset: 11, pointer: "/jsonrpc"}),
		row(V5, "\r", outcome{code: CodeRawNewline, offset: 0}),
		// Encoding wins over syntax.
		row(V5, "{]\xff", outcome{code: CodeEncoding, offset: 2}),
		row(MCP, "{\"a\":\"\xed\xa0\x80\"}", outcome{code: CodeEncoding, offset: 7, pointer: "/a"}),
		row(V5, "\"\xe2\x82\"", outcome{code: CodeEncoding, offset: 3}),
		row(V5, "\"\xf4\x90\x80\x80\"", outcome{code: CodeEncoding, offset: 2}),
		row(V5, "\"\xc0\xaf\"", outcome{code: CodeEncoding, offset: 1}),
		row(V5, "\"\xf0\x9f\x98", outcome{code: CodeEncoding, offset: 4}),
		// Syntax.
		row(V5, " ", outcome{code: CodeSyntax, offset: 1}),
		row(V5, "\xef\xbb\xbf{}", outcome{code: CodeSyntax, offset: 0}),
		row(V5, `{}{}`, outcome{code: CodeSyntax, offset: 2}),
		row(V5, `{"a":01}`, outcome{code: CodeSyntax, offset: 6, pointer: "/a"}),
		row(V5, `{"a":1,}`, outcome{code: CodeSyntax, offset: 7}),
		row(V5, `{"a" 1}`, outcome{code: CodeSyntax, offset: 5, pointer: "/a"}),
		row(V5, `{"a":[1,2,tru]}`, outcome{code: CodeSyntax, offset: 13, pointer: "/a/2"}),
		row(V5, `{"a":{"b~/c":nul}}`, outcome{code: CodeSyntax, offset: 16, pointer: "/a/b~0~1c"}),
		row(V5, `{a:1}`, outcome{code: CodeSyntax, offset: 1}),
		row(V5, `[1 2]`, outcome{code: CodeSyntax, offset: 3, pointer: "/0"}),
		row(V5, `[1}`, outcome{code: CodeSyntax, offset: 2, pointer: "/0"}),
		row(V5, `{"a":1]`, outcome{code: CodeSyntax, offset: 6, pointer: "/a"}),
		row(V5, `{]`, outcome{code: CodeSyntax, offset: 1}),
		row(V5, `[}`, outcome{code: CodeSyntax, offset: 1, pointer: "/0"}),
		row(V5, `"a`, outcome{code: CodeSyntax, offset: 2}),
		row(V5, "\"\t\"", outcome{code: CodeSyntax, offset: 1}),
		row(V5, "\"\x7f\"", outcome{code: CodeNotObject}),
		row(V5, `"\x"`, outcome{code: CodeSyntax, offset: 2}),
		row(V5, `"\u12g4"`, outcome{code: CodeSyntax, offset: 5}),
		row(V5, `"\ud800"`, outcome{code: CodeSyntax, offset: 7}),
		row(V5, `"\ud800\n"`, outcome{code: CodeSyntax, offset: 8}),
		row(V5, `"\ud800\u0041"`, outcome{code: CodeSyntax, offset: 9}),
		row(V5, `"\ud800\ud800"`, outcome{code: CodeSyntax, offset: 10}),
		row(V5, `"\uDC00"`, outcome{code: CodeSyntax, offset: 4}),
		row(V5, `-`, outcome{code: CodeSyntax, offset: 1}),
		row(V5, `1.`, outcome{code: CodeSyntax, offset: 2}),
		row(V5, `1.e1`, outcome{code: CodeSyntax, offset: 2}),
		row(V5, `1e`, outcome{code: CodeSyntax, offset: 2}),
		row(V5, `1e+`, outcome{code: CodeSyntax, offset: 3}),
		row(V5, `+1`, outcome{code: CodeSyntax, offset: 0}),
		row(V5, `[1,1e309]`, outcome{code: CodeSyntax, offset: 3, pointer: "/1"}),
		row(V5, `[1e-999,0e999,1.7976931348623157e308]`, outcome{code: CodeNotObject}),
		row(V5, `[1.7976931348623159e308]`, outcome{code: CodeSyntax, offset: 1, pointer: "/0"}),
		row(V5, strings.Repeat("[", 128)+strings.Repeat("]", 128), outcome{code: CodeSyntax, offset: 127, pointer: strings.Repeat("/0", 127)}),
		row(V5, strings.Repeat("[", 127)+strings.Repeat("]", 127), outcome{code: CodeNotObject}),
		row(V5, `{"a":1,"a":2`, outcome{code: CodeSyntax, offset: 12, pointer: "/a"}),
		row(V5, `{"`, outcome{code: CodeSyntax, offset: 2}),
		row(V5, `{"a":"`, outcome{code: CodeSyntax, offset: 6, pointer: "/a"}),
		row(V5, `{"a\`, outcome{code: CodeSyntax, offset: 4}),
		// Members.
		row(V5, `{"Method":"x"}`, outcome{code: CodeUnknownMember, offset: 1, pointer: "/Method"}),
		row(V5, `{"jſonrpc":"2.0"}`, outcome{code: CodeUnknownMember, offset: 1, pointer: "/jſonrpc"}),
		row(V5, `{"jsonrpc":"2.0","id":1,"method\u0000":"m"}`, outcome{code: CodeUnknownMember, offset: 24, pointer: "/method\x00"}),
		row(V5, `{"":1}`, outcome{code: CodeUnknownMember, offset: 1, pointer: "/"}),
		row(V5, `{"id":1,"id":2}`, outcome{code: CodeDuplicateMember, offset: 8, pointer: "/id"}),
		row(V5, `{"id":1,"i\u0064":2,"x":1}`, outcome{code: CodeDuplicateMember, offset: 8, pointer: "/id"}),
		row(V5, `{"id":1,"x":1,"id":2}`, outcome{code: CodeUnknownMember, offset: 8, pointer: "/x"}),
		row(V5, `{"x":1,"x":2}`, outcome{code: CodeUnknownMember, offset: 1, pointer: "/x"}),
		row(V5, `{"params":[{"a":{"b":1,"c":2,"b":3}}]}`, outcome{code: CodeDuplicateMember, offset: 29, pointer: "/params/0/a/b"}),
		row(V5, `{"id":1,"id":{"b":1,"b":2}}`, outcome{code: CodeDuplicateMember, offset: 8, pointer: "/id"}),
		row(V5, `{"params":{"b":1,"b":2},"params":1}`, outcome{code: CodeDuplicateMember, offset: 17, pointer: "/params/b"}),
		row(V5, `[{"a":1,"a":2}]`, outcome{code: CodeNotObject}),
		row(MCP, `{"jsonrpc":"2.0","id":9,"method":"m","x":1}`, outcome{code: CodeUnknownMember, offset: 37, pointer: "/x", id: "9"}),
		row(MCP, `{"id":"k","params":{"a":1,"a":1}}`, outcome{code: CodeDuplicateMember, offset: 26, pointer: "/params/a", id: `"k"`}),
		row(MCP, `{"id":1,"id":2}`, outcome{code: CodeDuplicateMember, offset: 8, pointer: "/id"}),
		row(MCP, `{"id":1.5,"x":2}`, outcome{code: CodeUnknownMember, offset: 10, pointer: "/x"}),
		// The envelope grammar.
		row(V5, ` 3 `, outcome{code: CodeNotObject, offset: 1}),
		row(V5, `{}`, outcome{code: CodeVersion}),
		row(V5, ` {"jsonrpc":2.0}`, outcome{code: CodeVersion, offset: 12, pointer: "/jsonrpc"}),
		row(V5, `{"jsonrpc":"2.0"}`, outcome{code: CodeMethod}),
		row(V5, `{"jsonrpc":"2.0","method":""}`, outcome{code: CodeMethod, offset: 26, pointer: "/method"}),
		row(V5, `{"jsonrpc":"2.0","method":"`+long+`"}`, outcome{method: long, silent: true}),
		row(V5, `{"jsonrpc":"2.0","method":"`+long+`x"}`, outcome{code: CodeMethod, offset: 26, pointer: "/method"}),
		row(V5, `{"jsonrpc":"2.0","method":"a\n"}`, outcome{code: CodeMethod, offset: 26, pointer: "/method"}),
		row(V5, `{"jsonrpc":"2.0","method":"\u0080"}`, outcome{code: CodeMethod, offset: 26, pointer: "/method"}),
		row(V5, `{"jsonrpc":"2.0","method":"\u00a0"}`, outcome{method: "\u00a0", silent: true}),
		row(V5, `{"jsonrpc":"2.0","method":7,"id":null}`, outcome{code: CodeMethod, offset: 26, pointer: "/method"}),
		row(MCP, `{"jsonrpc":"1.0","id":4,"method":"m"}`, outcome{code: CodeVersion, offset: 11, pointer: "/jsonrpc", id: "4"}),
		row(MCP, `{"jsonrpc":"2.0","id":4}`, outcome{code: CodeMethod, id: "4"}),
		row(MCP, `[]`, outcome{code: CodeNotObject}),
		// Params.
		row(V5, `{"jsonrpc":"2.0","id":5,"method":"m","params":null}`, outcome{code: CodeParams, offset: 46, pointer: "/params", id: "5", method: "m", params: "null"}),
		row(MCP, `{"jsonrpc":"2.0","id":"5","method":"m","params":[]}`, outcome{code: CodeParams, offset: 48, pointer: "/params", id: `"5"`, method: "m", params: "[]"}),
		// Responses.
		row(MCP, `{"jsonrpc":"2.0","id":1,"result":{}}`, outcome{response: true}),
		row(MCP, `{"id":null,"error":{"code":1},"other":2}`, outcome{response: true}),
		row(MCP, `{"\u0072esult":0}`, outcome{response: true}),
		row(MCP, `{"jsonrpc":"2.0","id":1,"result":{},"method":"m"}`, outcome{code: CodeUnknownMember, offset: 24, pointer: "/result", id: "1"}),
		row(MCP, `{"id":1,"result":{"a":1,"a":2}}`, outcome{code: CodeUnknownMember, offset: 8, pointer: "/result", id: "1"}),
		row(V5, `{"jsonrpc":"2.0","id":1,"result":{}}`, outcome{code: CodeUnknownMember, offset: 24, pointer: "/result"}),
	}
	cases = append(cases, idCases(V5, both, append(neither, onlyMCP...))...)
	return append(cases, idCases(MCP, append(both, onlyMCP...), neither)...)
}

// observe decodes a frame into an outcome.
func observe(t *testing.T, s *Scanner, frame []byte) outcome {
	t.Helper()
	req, err := s.DecodeRequest(frame)
	got := outcome{id: string(req.ID), method: string(req.Method), params: string(req.Params.Of(frame)),
		silent: req.Notification, response: req.Response}
	if err != nil {
		e, ok := err.(*Error)
		if !ok {
			t.Fatalf("error of type %T", err)
		}
		got.code, got.offset, got.pointer = e.Code, e.Offset, e.Pointer
		got.silent = false
		if e.Code != CodeParams {
			got.method, got.params = "", ""
		}
	}
	return got
}

func mustScanner(t testing.TB, p Profile, l Limits) *Scanner {
	t.Helper()
	s, err := NewScanner(p, l)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCasesWhole(t *testing.T) {
	for _, c := range wireCases() {
		if got := observe(t, mustScanner(t, c.profile, Limits{}), []byte(c.frame)); got != c.want {
			t.Errorf("%v\n got %+v\nwant %+v", c, got, c.want)
		}
	}
}

// One scanner for all cases keeps nothing of the case before.
func TestCasesReused(t *testing.T) {
	scanners := map[Profile]*Scanner{V5: mustScanner(t, V5, Limits{}), MCP: mustScanner(t, MCP, Limits{})}
	for range 2 {
		for _, c := range wireCases() {
			if got := observe(t, scanners[c.profile], []byte(c.frame)); got != c.want {
				t.Errorf("%v\n got %+v\nwant %+v", c, got, c.want)
			}
		}
	}
}

// readAll reads the stream of one case through a source and observes each frame.
func readAll(t *testing.T, c wireCase, source io.Reader, s *Scanner) (got []outcome) {
	t.Helper()
	reader, err := NewReader(source, c.profile, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for {
		frame, err := reader.Next()
		if err == io.EOF {
			return got
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, observe(t, s, frame.Body))
	}
}

// splitSource returns its parts one read at a time.
func splitSource(stream []byte, at int) io.Reader {
	return io.MultiReader(bytes.NewReader(stream[:at]), bytes.NewReader(stream[at:]))
}

func TestCasesChunked(t *testing.T) {
	for _, c := range wireCases() {
		if strings.Contains(c.frame, "\n") || c.frame == "" {
			continue
		}
		s := mustScanner(t, c.profile, Limits{})
		stream := []byte("\n" + c.frame + "\n" + c.frame)
		same := func(how string, got []outcome) {
			if len(got) != 2 || got[0] != c.want || got[1] != c.want {
				t.Errorf("%v %s\n got %+v\nwant twice %+v", c, how, got, c.want)
			}
		}
		same("a byte at a time", readAll(t, c, iotest.OneByteReader(bytes.NewReader(stream)), s))
		same("data with EOF", readAll(t, c, iotest.DataErrReader(bytes.NewReader(stream)), s))
		for at := range stream {
			if testing.Short() && at%7 != 0 {
				continue
			}
			same(fmt.Sprintf("split at %d", at), readAll(t, c, splitSource(stream, at), s))
		}
	}
}

// The naive twin agrees on every case.
func TestCasesNaive(t *testing.T) {
	for _, c := range wireCases() {
		for _, p := range []Profile{Document, V5, MCP} {
			compareNaive(t, p, Limits{}, []byte(c.frame))
		}
		compareNaive(t, c.profile, Limits{MaxNodes: 2, MaxDepth: 1}, []byte(c.frame))
	}
}

// compareNaive demands that Scan says what the twin says.
func compareNaive(t *testing.T, p Profile, custom Limits, b []byte) {
	t.Helper()
	for _, mask := range []uint32{^uint32(0), 0, 3} {
		s := mustScanner(t, p, custom)
		s.keys.hashMask = mask
		want := naiveScan(p, s.Limits(), b)
		result, err := s.Scan(b)
		got := verdict{depth: result.Depth, nodes: result.Nodes, response: result.Response}
		if e, ok := err.(*Error); ok {
			got.code, got.offset = e.Code, e.Offset
		}
		if got.code == CodeBounds {
			want.depth, want.nodes = got.depth, got.nodes
		}
		if got.code != want.code || got.offset != want.offset || got.depth != want.depth || got.nodes != want.nodes || got.response != want.response {
			t.Fatalf("%s %+v %.200q\n got %+v\nwant %+v", p, custom, b, got, want)
		}
		for name, span := range map[string]Span{"jsonrpc": result.JSONRPC, "id": result.ID, "method": result.Method, "params": result.Params} {
			if want.spans[name] != span {
				t.Fatalf("%s %.200q: %s spans %v, want %v", p, b, name, span, want.spans[name])
			}
		}
	}
}
