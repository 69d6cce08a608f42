package canon_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// tree is a JSON value of the slow oracle: string, uint64, int64, bool, nil,
// canon.Digest, []tree or []pair in written order.
type tree any

type pair struct {
	key   string
	value tree
}

// naive writes v the slow way, one rune at a time.
func naive(v tree, sorted, text bool) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return naiveString(v, text)
	case canon.Digest:
		return fmt.Sprintf("\"sha256:%x\"", v[:])
	case []tree:
		var parts []string
		for _, e := range v {
			parts = append(parts, naive(e, sorted, text))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case []pair:
		list := append([]pair(nil), v...)
		if sorted {
			sort.Slice(list, func(i, j int) bool { return list[i].key < list[j].key })
		}
		var parts []string
		for _, p := range list {
			parts = append(parts, naiveString(p.key, text)+":"+naive(p.value, sorted, text))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return fmt.Sprint(v)
}

func naiveString(s string, text bool) string {
	out := `"`
	for _, r := range s {
		short := map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`}
		if !text {
			short['\b'], short['\f'] = `\b`, `\f`
		}
		switch {
		case short[r] != "":
			out += short[r]
		case r < 0x20, text && r >= 0x7F && r <= 0x9F:
			out += fmt.Sprintf(`\u%04x`, r)
		default:
			out += string(r)
		}
	}
	return out + `"`
}

func build(b *canon.Builder, v tree) {
	switch v := v.(type) {
	case nil:
		b.Null()
	case string:
		if len(v)%2 == 0 {
			b.String(v)
		} else {
			b.StringBytes([]byte(v))
		}
	case uint64:
		b.Uint(v)
	case int64:
		b.Int(v)
	case bool:
		b.Bool(v)
	case canon.Digest:
		b.Digest(v)
	case []tree:
		b.BeginArray()
		for _, e := range v {
			build(b, e)
		}
		b.EndArray()
	case []pair:
		b.BeginObject()
		for _, p := range v {
			b.Key(p.key)
			build(b, p.value)
		}
		b.EndObject()
	}
}

func randomString(r *rand.Rand) string {
	alphabet := []rune("ab\"\\\b\f\n\r\t\x00\x1f\x7f\u0080\u009f\u00a0é\u2028\u2029<>&/😀zZ")
	out := make([]rune, r.IntN(6))
	for i := range out {
		out[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(out)
}

func randomTree(r *rand.Rand, depth int) tree {
	kind := r.IntN(8)
	if depth == 0 && kind >= 6 {
		kind = r.IntN(6)
	}
	switch kind {
	case 0:
		return nil
	case 1:
		return randomString(r)
	case 2:
		return r.Uint64()
	case 3:
		return r.Int64() - r.Int64()
	case 4:
		return r.IntN(2) == 0
	case 5:
		return canon.Plain(randomString(r))
	case 6:
		list := make([]tree, r.IntN(4))
		for i := range list {
			list[i] = randomTree(r, depth-1)
		}
		return list
	}
	var object []pair
	seen := make(map[string]bool)
	for range r.IntN(6) {
		if key := randomString(r); !seen[key] {
			seen[key] = true
			object = append(object, pair{key, randomTree(r, depth-1)})
		}
	}
	return object
}

func TestBuilderMatchesNaiveEncoder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var b canon.Builder
	for i := range 3000 {
		v := randomTree(r, 4)
		for _, d := range []struct {
			dialect      canon.Dialect
			sorted, text bool
		}{{canon.CJ, true, false}, {canon.Ordered, false, false}, {canon.OrderedText, false, true}} {
			b.Reset([]byte("x"), d.dialect)
			build(&b, v)
			want := "x" + naive(v, d.sorted, d.text) + "\n"
			if got := string(b.Line()); got != want {
				t.Fatalf("case %d dialect %d:\n got %q\nwant %q", i, d.dialect, got, want)
			}
		}
	}
}

func TestEscapeForms(t *testing.T) {
	cases := []struct{ in, json, text string }{
		{"\b\f\n\r\t\"\\", `"\b\f\n\r\t\"\\"`, `"\u0008\u000c\n\r\t\"\\"`},
		{"\x00\x1f", `"\u0000\u001f"`, `"\u0000\u001f"`},
		{"\x7f\u0080\u009f\u00a0", "\"\x7f\u0080\u009f\u00a0\"", "\"\\u007f\\u0080\\u009f\u00a0\""},
		{"<>&/\u2028\u2029é", "\"<>&/\u2028\u2029é\"", "\"<>&/\u2028\u2029é\""},
		{"", `""`, `""`},
	}
	for _, c := range cases {
		if got := string(canon.AppendString(nil, c.in)); got != c.json {
			t.Errorf("AppendString(%q) = %s, want %s", c.in, got, c.json)
		}
		if got := string(canon.AppendText(nil, []byte(c.in))); got != c.text {
			t.Errorf("AppendText(%q) = %s, want %s", c.in, got, c.text)
		}
		if got := canon.StringLen(c.in); got != len(c.json) {
			t.Errorf("StringLen(%q) = %d, want %d", c.in, got, len(c.json))
		}
	}
}

func TestBuilderLimitIsExact(t *testing.T) {
	for _, dialect := range []canon.Dialect{canon.CJ, canon.CJAsserted, canon.OrderedText} {
		v := []pair{{"a", "x\x7f"}, {"b", []tree{uint64(1), nil, canon.Digest{}}}, {"c", []pair{{"d", true}}}}
		var b canon.Builder
		b.Reset(nil, dialect)
		build(&b, v)
		full := bytes.Clone(b.Line())
		for limit := 1; limit <= len(full)+1; limit++ {
			b.Reset([]byte("pre"), dialect)
			b.Limit(limit)
			build(&b, v)
			got := string(b.Line())
			if want := limit < len(full); b.Over() != want {
				t.Fatalf("limit %d of %d: Over() = %v", limit, len(full), b.Over())
			}
			want := "pre" + string(full)
			if b.Over() {
				want = "pre"
			}
			if got != want {
				t.Fatalf("limit %d: got %q want %q", limit, got, want)
			}
		}
	}
}

func TestBuilderMisusePanics(t *testing.T) {
	cases := map[string]func(b *canon.Builder){
		"duplicate key":  func(b *canon.Builder) { b.BeginObject().Key("a").Null().Key("a").Null().EndObject() },
		"far duplicate":  func(b *canon.Builder) { b.BeginObject().Key("b").Null().Key("a").Null().Key("b").Null().EndObject() },
		"value no key":   func(b *canon.Builder) { b.BeginObject().Null() },
		"key no value":   func(b *canon.Builder) { b.BeginObject().Key("a").EndObject() },
		"key in array":   func(b *canon.Builder) { b.BeginArray().Key("a") },
		"second root":    func(b *canon.Builder) { b.Null().Null() },
		"wrong close":    func(b *canon.Builder) { b.BeginArray().EndObject() },
		"open at finish": func(b *canon.Builder) { b.BeginArray().Bytes() },
	}
	for name, misuse := range cases {
		t.Run(name, func(t *testing.T) { wantBug(t, func() { misuse(new(canon.Builder)) }) })
	}
	t.Run("asserted order", func(t *testing.T) {
		var b canon.Builder
		b.Reset(nil, canon.CJAsserted)
		b.BeginObject().Key("b").BeginObject().Key("a").Null().EndObject()
		wantBug(t, func() { b.Key("a") })
	})
}

func wantBug(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "BUG: canon:") {
			t.Errorf("recovered %q, want a BUG panic", text)
		}
	}()
	f()
}

func TestBuilderDoesNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("allocation counts differ under the race detector")
	}
	var b canon.Builder
	buf := make([]byte, 0, 1024)
	d := canon.Plain("x")
	write := func() {
		b.Reset(buf[:0], canon.CJ)
		b.BeginObject()
		b.Key("z").Digest(d).Key("a").String("text").Key("m").BeginArray().Uint(7).Int(-7).EndArray()
		b.EndObject()
		b.Line()
	}
	if n := testing.AllocsPerRun(100, write); n != 0 {
		t.Errorf("%v allocations per value, want 0", n)
	}
}

func BenchmarkBuilder(b *testing.B) {
	d := canon.Plain("x")
	for _, order := range []string{"abcdefgh", "hgfedcba"} {
		b.Run(order, func(b *testing.B) {
			var w canon.Builder
			buf := make([]byte, 0, 4096)
			b.ReportAllocs()
			for b.Loop() {
				w.Reset(buf[:0], canon.CJ)
				w.BeginObject()
				for i := range order {
					w.Key(order[i : i+1]).Digest(d)
				}
				w.EndObject()
				b.SetBytes(int64(w.Len()))
			}
		})
	}
}

func ExampleBuilder() {
	var b canon.Builder
	b.BeginObject()
	b.Key("schema").String("semaprax.example.v1")
	b.Key("rows").BeginArray().Uint(1).Uint(2).EndArray()
	b.EndObject()
	fmt.Printf("%s", b.Line())
	// Output: {"rows":[1,2],"schema":"semaprax.example.v1"}
}
