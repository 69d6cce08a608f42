package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/bytedance/sonic"
)

// seedFrames gives a target the shared case table.
func seedFrames(f *testing.F) {
	for _, c := range wireCases() {
		f.Add([]byte(c.frame))
	}
	f.Add([]byte(`{"a":[{"k":1,"K":2},{"k\u0000":1}],"b":1.5e-7,"c":"\ud83d\ude00é\\"}`))
	f.Add(manyObjects(600, 18))
	f.Add(keysObject(2000, `\u0070`, 100))
}

// FuzzScan: the scanner says what the naive twin says, under every profile and under low limits.
func FuzzScan(f *testing.F) {
	seedFrames(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, p := range []Profile{Document, V5, MCP} {
			compareNaive(t, p, Limits{}, b)
		}
		compareNaive(t, Document, Limits{MaxNodes: 3, MaxDepth: 1, MaxFrameBytes: 100}, b)
	})
}

// difference is why another validator may accept what the scanner refuses.
type difference string

const (
	extraKeys      difference = "duplicate keys"
	extraText      difference = "UTF-8, surrogates or raw controls"
	extraNumber    difference = "float64 overflow"
	extraDepth     difference = "nested containers"
	extraSonic     difference = "bytes sonic leaves unchecked in strings"
	unknownVerdict difference = "unexplained"
)

// explain finds the kind of difference when encoding/json accepts b.
func explain(b []byte, refused *Error) difference {
	switch {
	case refused.Code == CodeDuplicateMember:
		return extraKeys
	case refused.Code == CodeEncoding || loneSurrogate(b):
		return extraText
	case overflowsStd(b):
		return extraNumber
	case deeperThan(b, MaxContainers):
		return extraDepth
	}
	return unknownVerdict
}

// loneSurrogate says that there are surrogate escapes, which encoding/json replaces when lone.
func loneSurrogate(b []byte) bool {
	return bytes.Contains(bytes.ToLower(b), []byte(`\ud`))
}

func overflowsStd(b []byte) bool {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return false
		}
		if n, ok := token.(json.Number); ok {
			if _, err := n.Float64(); err != nil {
				return true
			}
		}
	}
}

func deeperThan(b []byte, most int) bool {
	d, depth := json.NewDecoder(bytes.NewReader(b)), 0
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return false
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth > most {
			return true
		}
	}
}

// FuzzValidity: what the scanner accepts encoding/json and sonic accept; what they
// accept beyond that is of a listed kind.
func FuzzValidity(f *testing.F) {
	seedFrames(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 4096 {
			t.Skip("longer than the oracle needs")
		}
		_, err := Scan(Document, b)
		std := json.Valid(b)
		if err == nil {
			if !std || !sonic.Valid(b) {
				t.Fatalf("accepted %q: encoding/json %v, sonic %v", b, std, sonic.Valid(b))
			}
			return
		}
		refused := err.(*Error)
		if std && explain(b, refused) == unknownVerdict {
			t.Fatalf("refused %q with %v; encoding/json accepts", b, refused)
		}
		if sonic.Valid(b) && !std && sonicDifference(b) == unknownVerdict {
			t.Fatalf("refused %q with %v; only sonic accepts", b, refused)
		}
	})
}

// sonicDifference: sonic lets raw controls, bad escapes and NUL bytes around the
// value pass; without a string or such a byte it must agree with encoding/json.
func sonicDifference(b []byte) difference {
	if bytes.IndexByte(b, '"') >= 0 || bytes.IndexByte(b, 0) >= 0 {
		return extraSonic
	}
	return unknownVerdict
}

// FuzzChunks: reading in any pieces gives the frames of reading the whole.
func FuzzChunks(f *testing.F) {
	for _, stream := range []string{"", "\n", "a\nb", "12345678\n123456789\nx", "\n\n\r\n12345678", strings.Repeat("x", 40)} {
		f.Add([]byte(stream), uint8(3))
	}
	f.Fuzz(func(t *testing.T, stream []byte, size uint8) {
		limit := 1 + int(size)%16
		want := naiveFrames(stream, limit)
		for _, source := range []io.Reader{
			bytes.NewReader(stream), iotest.OneByteReader(bytes.NewReader(stream)), iotest.HalfReader(bytes.NewReader(stream)),
			iotest.DataErrReader(bytes.NewReader(stream)), splitSource(stream, len(stream)*int(size)/256),
		} {
			frames, last := collect(t, source, V5, Limits{MaxFrameBytes: limit})
			if e, ok := last.(*Error); ok && e.Code == CodeOversized {
				frames = append(frames, "oversized")
			}
			if !slices.Equal(frames, want) {
				t.Fatalf("limit %d of %q: got %q, want %q", limit, stream, frames, want)
			}
		}
	})
}

// naiveFrames splits the whole stream at once.
func naiveFrames(stream []byte, limit int) (frames []string) {
	for _, line := range strings.Split(string(stream), "\n") {
		if len(line) > limit {
			return append(frames, "oversized")
		}
		if line != "" {
			frames = append(frames, line)
		}
	}
	return frames
}

// FuzzEscape: what is escaped reads back, and has the length promised.
func FuzzEscape(f *testing.F) {
	f.Add([]byte("a\"\\\x00\x1f\x7fé😀"))
	f.Add([]byte(`{"jsonrpc":"2.0"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		escaped := AppendEscaped(nil, b)
		if len(escaped) != EscapedLen(b) || string(escaped) != naiveEscape(b) {
			t.Fatalf("%q escapes to %q", b, escaped)
		}
		if !utf8.Valid(b) {
			return
		}
		value := slices.Concat([]byte{'"'}, escaped, []byte{'"'})
		var std string
		if err := json.Unmarshal(value, &std); err != nil || std != string(b) {
			t.Fatalf("encoding/json reads %q back as %q, %v", b, std, err)
		}
		if ours, ok := AppendString(nil, value); !ok || string(ours) != string(b) {
			t.Fatalf("AppendString reads %q back as %q", b, ours)
		}
		quoted := AppendQuoted(nil, string(b))
		if err := json.Unmarshal(quoted, &std); err != nil || std != string(b) || len(quoted) != QuotedLen(string(b)) {
			t.Fatalf("%q quotes to %q: %v", b, quoted, err)
		}
	})
}

func naiveEscape(b []byte) string {
	var out strings.Builder
	for _, c := range b {
		switch {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case c < 0x20:
			out.WriteString(`\u00` + string(hexDigits[c>>4]) + string(hexDigits[c&15]))
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// FuzzKeys: duplicates are found in objects built from a list of keys, whatever the
// hashes, exactly where sorting the unescaped keys finds the first.
func FuzzKeys(f *testing.F) {
	f.Add([]byte("a b a"), uint8(0))
	f.Add([]byte("aaaaaaaa aaaaaaab aaaaaaaa\x01 aaaaaaaa"), uint8(1))
	f.Add([]byte(strings.Repeat("x y z ", 30)), uint8(2))
	f.Add([]byte("a b c d e f g h i j k l m n o p q r s t u v w q"), uint8(3))
	f.Fuzz(func(t *testing.T, names []byte, how uint8) {
		if !utf8.Valid(names) {
			t.Skip("keys are text")
		}
		doc := []byte("{")
		var starts []int
		keys := strings.Split(string(names), " ")
		for i, key := range keys {
			starts = append(starts, len(doc))
			doc = append(doc, '"')
			for j, r := range key {
				if (i+j+int(how))%3 == 0 || r < 0x20 {
					doc = append(doc, naiveUnicode(r)...)
				} else {
					doc = AppendEscaped(doc, []byte(string(r)))
				}
			}
			doc = append(doc, `":0,`...)
		}
		doc[len(doc)-1] = '}'
		want := -1
		seen := map[string]bool{}
		for i, key := range keys {
			if seen[key] {
				want = starts[i]
				break
			}
			seen[key] = true
		}
		for _, mask := range []uint32{^uint32(0), 0, 1, 0xFF} {
			s := mustScanner(t, Document, Limits{})
			s.keys.hashMask = mask
			err := scanError(s, doc)
			if want < 0 && err != nil || want >= 0 && (codeOf(err) != CodeDuplicateMember || err.(*Error).Offset != want) {
				t.Fatalf("%s: %v, want offset %d", doc, err, want)
			}
		}
	})
}

// naiveUnicode spells a rune with \u escapes.
func naiveUnicode(r rune) string {
	four := func(u rune) string {
		return `\u` + string(hexDigits[u>>12&15]) + string(hexDigits[u>>8&15]) + string(hexDigits[u>>4&15]) + string(hexDigits[u&15])
	}
	if r < 0x10000 {
		return four(r)
	}
	r -= 0x10000
	return four(0xD800+r>>10) + four(0xDC00+r&0x3FF)
}

// FuzzRequest: the decoded request agrees with a decoding by encoding/json.
func FuzzRequest(f *testing.F) {
	seedFrames(f)
	f.Fuzz(func(t *testing.T, frame []byte) {
		for _, p := range []Profile{V5, MCP} {
			req, err := DecodeRequest(p, frame)
			if err != nil || req.Response {
				continue
			}
			var std struct {
				JSONRPC string          `json:"jsonrpc"`
				ID      json.RawMessage `json:"id"`
				Method  string          `json:"method"`
				Params  json.RawMessage `json:"params"`
			}
			if err := json.Unmarshal(frame, &std); err != nil || std.JSONRPC != "2.0" || std.Method != string(req.Method) {
				t.Fatalf("%q: %v, %+v", frame, err, std)
			}
			if string(std.Params) != string(req.Params.Of(frame)) || req.Notification != (std.ID == nil) {
				t.Fatalf("%q: params %q, id %q", frame, req.Params.Of(frame), std.ID)
			}
			if !req.Notification && !sameID(std.ID, req.ID) {
				t.Fatalf("%q: id %q answered as %q", frame, std.ID, req.ID)
			}
			reply := AppendResult(nil, req.ID, []byte("{}"))
			if !json.Valid(reply) || len(reply)+1 != ResultBytes(len(req.ID), 2) && !req.Notification {
				t.Fatalf("reply %q", reply)
			}
		}
	})
}

// sameID compares two spellings of an id.
func sameID(sent, answered []byte) bool {
	var a, b string
	if json.Unmarshal(sent, &a) == nil {
		return json.Unmarshal(answered, &b) == nil && a == b
	}
	x, okX := new(big.Int).SetString(string(sent), 10)
	y, okY := new(big.Int).SetString(string(answered), 10)
	return okX && okY && x.Cmp(y) == 0
}

// FuzzMembers: walking a document with the iterators rebuilds what encoding/json decodes.
func FuzzMembers(f *testing.F) {
	seedFrames(f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		r, err := Scan(Document, doc)
		if err != nil {
			for it := Members(doc, Whole(doc)); it.Next(); {
				it.Is("id")
			}
			return
		}
		var want, got any
		if err := json.Unmarshal(doc, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(rebuild(nil, doc, r.Root), &got); err != nil {
			t.Fatalf("%q rebuilds to %q: %v", doc, rebuild(nil, doc, r.Root), err)
		}
		a, _ := json.Marshal(want)
		b, _ := json.Marshal(got)
		if !bytes.Equal(a, b) {
			t.Fatalf("%q rebuilds to %q", doc, rebuild(nil, doc, r.Root))
		}
	})
}

// rebuild writes a value anew from what the iterators yield.
func rebuild(dst, doc []byte, at Span) []byte {
	value := at.Of(doc)
	switch KindOf(value) {
	case Object:
		dst = append(dst, '{')
		for it := Members(doc, at); it.Next(); {
			dst = append(AppendQuoted(dst, string(it.AppendKey(nil))), ':')
			dst = append(rebuild(dst, doc, it.ValueSpan()), ',')
		}
		return append(bytes.TrimSuffix(dst, []byte{','}), '}')
	case Array:
		dst = append(dst, '[')
		for it := Elements(doc, at); it.Next(); {
			dst = append(rebuild(dst, doc, it.ValueSpan()), ',')
		}
		return append(bytes.TrimSuffix(dst, []byte{','}), ']')
	case String:
		text, _ := AppendString(nil, value)
		return AppendQuoted(dst, string(text))
	}
	return append(dst, value...)
}
