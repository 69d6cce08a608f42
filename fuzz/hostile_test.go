//go:build linux || darwin

package fuzz

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// odd is one row of the table of odd input: what a client sends and what each server
// answers; want is "" for silence and OK for a served request. GOOD stands for the
// members of a request that is served in any state.
type odd struct {
	name, line  string
	direct, mcp string // code and id of the answer
}

const (
	ok      = "OK"
	skipped = "SKIP" // no frame of this protocol is long enough for it
)

func oddLines() []odd {
	long := strings.Repeat("x", 129)
	none, parse := "-32600 null", "-32700 null"
	return []odd{
		{"id twice", `{"jsonrpc":"2.0","id":1,"id":2,GOOD}`, none, none},
		{"method twice", `{"jsonrpc":"2.0","id":1,GOOD,"method":"tools/list"}`, none, "-32600 1"},
		{"other case beside", `{"jsonrpc":"2.0","id":1,GOOD,"ID":2,"Method":"tools/list"}`, none, "-32600 1"},
		{"key with a NUL", `{"jsonrpc":"2.0","id":1,GOOD,"method\u0000":"x"}`, none, "-32600 1"},
		{"key twice by an escape", `{"jsonrpc":"2.0","id":1,GOOD,"\u006dethod":"x"}`, none, "-32600 1"},
		{"argument twice, deep", `{"jsonrpc":"2.0","id":1,GOOD,"params":{"_meta":{"a":[{"b":1,"\u0062":2}]}}}`, none, "-32600 1"},
		{"id null", `{"jsonrpc":"2.0","id":null,GOOD}`, none, none},
		{"id 1.5", `{"jsonrpc":"2.0","id":1.5,GOOD}`, none, none},
		{"id 1.0", `{"jsonrpc":"2.0","id":1.0,GOOD}`, none, none},
		{"id 1e2", `{"jsonrpc":"2.0","id":1e2,GOOD}`, none, none},
		{"id -0", `{"jsonrpc":"2.0","id":-0,GOOD}`, none, none},
		{"id -1", `{"jsonrpc":"2.0","id":-1,GOOD}`, none, ok},
		{"id 2^53+1", `{"jsonrpc":"2.0","id":9007199254740993,GOOD}`, ok, ok},
		{"id 2^64-1", `{"jsonrpc":"2.0","id":18446744073709551615,GOOD}`, ok, ok},
		{"id 2^64", `{"jsonrpc":"2.0","id":18446744073709551616,GOOD}`, none, none},
		{"id true", `{"jsonrpc":"2.0","id":true,GOOD}`, none, none},
		{"id {}", `{"jsonrpc":"2.0","id":{},GOOD}`, none, none},
		{"id empty", `{"jsonrpc":"2.0","id":"",GOOD}`, none, ok},
		{"id of 129 bytes", `{"jsonrpc":"2.0","id":"` + long + `",GOOD}`, none, none},
		{"id of 60 KB", `{"jsonrpc":"2.0","id":"` + strings.Repeat(long, 465) + `",GOOD}`, none, none},
		{"batch of two", `[{"jsonrpc":"2.0","id":1,GOOD},{"jsonrpc":"2.0","id":2,GOOD}]`, none, none},
		{"empty batch", `[]`, none, none},
		{"depth 9,000", strings.Repeat("[", 9000) + strings.Repeat("]", 9000), parse, parse},
		{"open brackets", strings.Repeat("[", 60_000), parse, parse},
		{"128 nested", `{"jsonrpc":"2.0","id":1,GOOD,"params":` + strings.Repeat(`{"_meta":`, 127) + "1" + strings.Repeat("}", 127) + `}`, parse, parse},
		{"32,769 values", `{"jsonrpc":"2.0","id":1,GOOD,"params":{"_meta":{"a":[` + strings.Repeat("1,", 32_700) + strings.Repeat("[],", 64) + `1]}}}`, skipped, "-32600 1"},
		{"bytes that are not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,GOOD,\"params\":{\"_meta\":{\"a\":\"\xff\"}}}", parse, parse},
		{"an overlong slash", "{\"jsonrpc\":\"2.0\",\"id\":1,GOOD,\"params\":{\"_meta\":{\"a\":\"\xc0\xaf\"}}}", parse, parse},
		{"a surrogate as bytes", "{\"jsonrpc\":\"2.0\",\"id\":1,GOOD,\"params\":{\"_meta\":{\"a\":\"\xed\xa0\x80\"}}}", parse, parse},
		{"a cut sequence", "{\"jsonrpc\":\"2.0\",\"id\":1,GOOD,\"params\":{\"_meta\":{\"a\":\"\xe2\x82\"}}}", parse, parse},
		{"a lone surrogate", `{"jsonrpc":"2.0","id":1,GOOD,"params":{"_meta":{"a":"\ud800"}}}`, parse, parse},
		{"CR before LF", `{"jsonrpc":"2.0","id":1,GOOD}` + "\r", parse, parse},
		{"CR in a string", "{\"jsonrpc\":\"2.0\",\"id\":1,GOOD,\"params\":{\"_meta\":{\"a\":\"\r\"}}}", parse, parse},
		{"CR between tokens", "{\"jsonrpc\":\"2.0\",\r\"id\":1,GOOD}", parse, parse},
		{"two objects", `{"jsonrpc":"2.0","id":1,GOOD}{"jsonrpc":"2.0","id":2,GOOD}`, parse, parse},
		{"spaces only", "    ", parse, parse},
		{"BOM", "\ufeff" + `{"jsonrpc":"2.0","id":1,GOOD}`, parse, parse},
		{"hello", "hello", parse, parse},
		{"jsonrpc 1.0", `{"jsonrpc":"1.0","id":1,GOOD}`, none, "-32600 1"},
		{"no jsonrpc", `{"id":1,GOOD}`, none, "-32600 1"},
		{"one more member", `{"jsonrpc":"2.0","id":1,GOOD,"_meta":{}}`, none, "-32600 1"},
		{"params is an array", `{"jsonrpc":"2.0","id":1,GOOD,"params":[1]}`, "-32602 1", "-32602 1"},
		{"params is null", `{"jsonrpc":"2.0","id":1,GOOD,"params":null}`, "-32602 1", "-32602 1"},
		{"a notification with bad params", `{"jsonrpc":"2.0",GOOD,"params":[1]}`, "", ""},
		{"a notification", `{"jsonrpc":"2.0",GOOD}`, "", ""},
		{"unknown method", `{"jsonrpc":"2.0","id":1,"method":"no/such"}`, "-32601 1", "-32601 1"},
		{"a newer method", `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`, "-32601 1", "-32601 1"},
		{"method is a number", `{"jsonrpc":"2.0","id":1,"method":1}`, none, "-32600 1"},
		{"no method", `{"jsonrpc":"2.0","id":1}`, none, "-32600 1"},
		{"cancelled", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, "", ""},
		{"a response", `{"jsonrpc":"2.0","id":1,"result":{}}`, none, ""},
		{"an error response without an id", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`, none, ""},
		{"a call too early", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"workspace__open"}}`, "-32601 1", "-32000 1"},
		{"a list too early", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "-32601 1", "-32000 1"},
		{"a number that overflows", `{"jsonrpc":"2.0","id":1,GOOD,"params":{"_meta":{"a":1e400}}}`, parse, parse},
		{"leading zero", `{"jsonrpc":"2.0","id":1,GOOD,"params":{"_meta":{"a":01}}}`, parse, parse},
		{"NaN", `{"jsonrpc":"2.0","id":1,GOOD,"params":{"_meta":{"a":NaN}}}`, parse, parse},
		{"a comment", `{"jsonrpc":"2.0","id":1,GOOD}//`, parse, parse},
		{"a trailing comma", `{"jsonrpc":"2.0","id":1,GOOD,}`, parse, parse},
		{"empty line", "", "", ""},
	}
}

// TestOddLines sends the table to both built servers; after every row the next good
// request is served.
func TestOddLines(t *testing.T) {
	w := calculator(t)
	for _, name := range []string{serverDirect, serverAdapted} {
		t.Run(name, func(t *testing.T) {
			p := start(t, name, w, everything())
			good := `"method":"workspace/open"`
			if name == serverAdapted {
				good = `"method":"ping"`
			}
			for i, row := range oddLines() {
				want := row.direct
				if name == serverAdapted {
					want = row.mcp
				}
				if want == skipped {
					continue
				}
				id := fmt.Sprintf(`"next %d"`, i)
				line := strings.ReplaceAll(row.line, "GOOD", good)
				if _, err := io.WriteString(p.in, line+"\n"+`{"jsonrpc":"2.0","id":`+id+`,`+good+"}\n"); err != nil {
					t.Fatal(err)
				}
				answer := p.read()
				if want == "" != strings.Contains(answer, id) {
					t.Errorf("%s: want %q, got %.200s", row.name, want, answer)
				}
				if want != "" {
					if !fitsRow(answer, want) {
						t.Errorf("%s: want %q, got %.200s", row.name, want, answer)
					}
					answer = p.read()
				}
				if !strings.Contains(answer, id) || !strings.Contains(answer, `"result":`) {
					t.Fatalf("%s: the next request got %.200s", row.name, answer)
				}
			}
			p.in.Close()
			if status, rest := p.wait(); status != 0 || rest != "" || p.errs.Len() != 0 {
				t.Errorf("exit status %d, left %q, standard error %q", status, rest, p.errs.String())
			}
		})
	}
}

func fitsRow(answer, want string) bool {
	if want == ok {
		return strings.Contains(answer, `"result":`)
	}
	code, id, _ := strings.Cut(want, " ")
	return strings.HasPrefix(answer, `{"jsonrpc":"2.0","id":`+id+`,"error":{"code":`+code+`,`)
}

// TestOddFloods sends what no frame may be: 64 MB without LF, of letters, of spaces and
// of brackets. It is refused once while it is read, nothing after it is answered, and
// memory does not follow.
func TestOddFloods(t *testing.T) {
	w := calculator(t)
	for _, name := range []string{serverDirect, serverAdapted} {
		for _, unit := range []string{"x", " ", "["} {
			p := start(t, name, w, everything())
			p.ask(`{"jsonrpc":"2.0","id":1,"method":"nothing"}`)
			before, _, known := p.usage()
			block, size := strings.Repeat(unit, 1<<20), 64
			if testing.Short() {
				size = 8
			}
			for range size {
				if _, err := io.WriteString(p.in, block); err != nil {
					t.Fatalf("%s %q: %v", name, unit, err)
				}
			}
			if after, _, _ := p.usage(); known && after > before+8<<20 {
				t.Errorf("%s %q: %d KiB became %d KiB", name, unit, before>>10, after>>10)
			}
			io.WriteString(p.in, "\n"+`{"jsonrpc":"2.0","id":2,"method":"ping"}`+"\n")
			p.in.Close()
			status, rest := p.wait()
			if status != 0 || strings.Count(rest, "\n") != 1 || !strings.HasPrefix(rest, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`) {
				t.Errorf("%s %q: exit status %d, answered %.200q", name, unit, status, rest)
			}
		}
	}
}
