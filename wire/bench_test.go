package wire

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/valyala/fastjson"
)

// benchInput is one named workload: a legal MCP request.
type benchInput struct {
	name  string
	frame []byte
	// nested inputs are kept off fastjson's validator, which hangs on open brackets.
	nested bool
}

const benchHead = `{"jsonrpc":"2.0","id":12345,"method":"tools/call","params":{"name":"candidate__apply","arguments":`

func benchCall(arguments string) []byte { return []byte(benchHead + arguments + "}}") }

func benchInputs() []benchInput {
	return []benchInput{
		{"ping", []byte(`{"jsonrpc":"2.0","id":12345,"method":"ping","params":{"_meta":{"progressToken":"c2Vzc2lvbi0wMDAwMDAwMDAwMDE","traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","client":"bench/1.0.0"}}}`), false},
		{"tools/call", benchCall(benchEdits(120 << 10)), false},
		{"strings", benchCall(`{"text":"` + repeatTo(64<<10, benchSource) + `"}`), false},
		{"prose", benchCall(`{"text":"` + repeatTo(64<<10, benchProse) + `"}`), false},
		{"keys", benchCall(string(benchKeys(MCPFrameBytes - 200))), false},
		{"nest", benchCall(strings.Repeat(`{"child":[`, 62) + "0" + strings.Repeat("]}", 62)), true},
		{"escapes", benchCall(`"` + strings.Repeat(`\"name\":\t\"caf\u00e9 \ud83d\ude00\"\n`, 2000) + `"`), false},
	}
}

// benchEdits is a list of nested edits of about a size.
func benchEdits(size int) string {
	var out strings.Builder
	out.WriteString(`{"edits":[`)
	for i := 0; out.Len() < size-400; i++ {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `{"path":"src/billing/module_%d.spx","range":{"start":{"line":%d,"column":%d},"end":{"line":%d,"column":%d}},`+
			`"kind":"replace","weight":0.%d,"dry_run":%v,"previous":null,"tags":["billing","refactor","auto"],"new_text":"let total_%d = subtotal + tax;"}`,
			i, i*3, i%80, i*3+2, i%40, i%100+1, i%2 == 0, i)
	}
	out.WriteString(`]}`)
	return out.String()
}

// benchSource is program text as a string, with the escapes that takes; benchProse has few.
const (
	benchSource = `fn greet(name: string) -> string {\n\t// begrüßt „jemanden“ höflich\n\tlet line = \"Grüß Gott, \" + name + \"! 你好\";\n\treturn line;\n}\n\n`
	benchProse  = `The quick brown fox jumps over the lazy dog; señor Müller pays 12 € for naïve café crème — 你好, ok?\n`
)

func repeatTo(size int, text string) string { return strings.Repeat(text, size/len(text)) }

func benchKeys(size int) []byte {
	doc := []byte("{")
	for i := 0; len(doc) < size-30; i++ {
		doc = fmt.Appendf(doc, `"key_%06d":%d,`, i, i%10)
	}
	doc[len(doc)-1] = '}'
	return doc
}

// contender is ours or a rival; run reports acceptance.
type contender struct {
	name string
	run  func(frame []byte) bool
}

func contenders(tb testing.TB) []contender {
	s := mustScanner(tb, MCP, Limits{})
	var parser fastjson.Parser
	return append([]contender{
		{"wire.DecodeRequest", func(b []byte) bool { _, err := s.DecodeRequest(b); return err == nil }},
		{"encoding/json.Valid", json.Valid},
		{"fastjson.ValidateBytes", func(b []byte) bool { return fastjson.ValidateBytes(b) == nil }},
		{"fastjson.Parser reused", func(b []byte) bool { _, err := parser.ParseBytes(b); return err == nil }},
		{"sonic.Valid", sonic.Valid},
	}, experimentContenders()...)
}

func (in benchInput) skips(c contender) bool { return in.nested && c.name == "fastjson.ValidateBytes" }

func TestBenchInputsAreAccepted(t *testing.T) {
	for _, in := range benchInputs() {
		for _, c := range contenders(t) {
			if !in.skips(c) && !c.run(in.frame) {
				_, err := DecodeRequest(MCP, in.frame)
				t.Errorf("%s refuses %s (%d bytes): %v", c.name, in.name, len(in.frame), err)
			}
		}
	}
}

func BenchmarkScan(b *testing.B) {
	for _, in := range benchInputs() {
		for _, c := range contenders(b) {
			if in.skips(c) {
				continue
			}
			b.Run(in.name+"/"+c.name, func(b *testing.B) { benchOne(b, in.frame, c.run) })
		}
	}
}

// BenchmarkHostile has no rivals: its floor is a quarter of the ping's speed.
func BenchmarkHostile(b *testing.B) {
	s := hostileScanner(b)
	for _, in := range hostileInputs() {
		b.Run(in.name, func(b *testing.B) {
			benchOne(b, in.doc, func(doc []byte) bool { _, err := s.Scan(doc); return err == nil })
		})
	}
}

func benchOne(b *testing.B, frame []byte, run func([]byte) bool) {
	b.ReportAllocs()
	b.SetBytes(int64(len(frame)))
	for b.Loop() {
		run(frame)
	}
}

func BenchmarkReader(b *testing.B) {
	line := append(benchInputs()[0].frame, '\n')
	r, err := NewReader(&endless{line: line}, MCP, Limits{})
	if err != nil {
		b.Fatal(err)
	}
	benchOne(b, line, func([]byte) bool { _, err := r.Next(); return err == nil })
}

func BenchmarkMembers(b *testing.B) {
	frame := benchInputs()[1].frame
	result, err := Scan(MCP, frame)
	if err != nil {
		b.Fatal(err)
	}
	benchOne(b, frame, func(doc []byte) bool { return countMembers(doc, result.Root) > 0 })
}

func countMembers(doc []byte, at Span) (n int) {
	for it := Members(doc, at); it.Next(); n++ {
		n += countMembers(doc, it.ValueSpan())
	}
	for it := Elements(doc, at); it.Next(); {
		n += countMembers(doc, it.ValueSpan())
	}
	return n
}

func BenchmarkEscape(b *testing.B) {
	frame := benchInputs()[1].frame
	dst := make([]byte, 0, 6*len(frame))
	b.Run("len", func(b *testing.B) { benchOne(b, frame, func(f []byte) bool { return EscapedLen(f) > 0 }) })
	b.Run("append", func(b *testing.B) {
		benchOne(b, frame, func(f []byte) bool { return len(AppendEscaped(dst, f)) > 0 })
	})
}
