package wire

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// naive is the slow twin of Scanner.Scan, written for clarity: recursive, a byte at
// a time, keys decoded and sorted, numbers parsed. It is the oracle of the fuzz targets.
type naive struct {
	b       []byte
	i       int
	profile Profile
	limits  Limits

	depth, nodes int
	spans        map[string]Span
	names        []string // unescaped top-level keys of a root object
	boundsAt     int
	unknownAt    int
	duplicateAt  int
}

// verdict is what the twin says: code 0 is acceptance.
type verdict struct {
	code         Code
	offset       int
	depth, nodes int
	response     bool
	spans        map[string]Span
}

type naiveFault int

func naiveScan(p Profile, l Limits, b []byte) (v verdict) {
	n := &naive{b: b, profile: p, limits: l, spans: map[string]Span{}, boundsAt: -1, unknownAt: -1, duplicateAt: -1}
	if len(b) > l.MaxFrameBytes {
		return verdict{code: CodeOversized, offset: l.MaxFrameBytes}
	}
	if at := bytes.IndexAny(b, map[Profile]string{V5: "\r", MCP: "\r\n", Document: ""}[p]); at >= 0 {
		return verdict{code: CodeRawNewline, offset: at}
	}
	if !utf8.Valid(b) {
		return verdict{code: CodeEncoding, offset: naiveBadUTF8(b)}
	}
	defer func() {
		if fault, ok := recover().(naiveFault); ok {
			v = verdict{code: CodeSyntax, offset: int(fault)}
		}
	}()
	n.value(0, 0)
	n.space()
	if n.i != len(b) {
		n.fail(n.i)
	}
	return n.conclude()
}

func (n *naive) conclude() verdict {
	v := verdict{depth: n.depth, nodes: n.nodes, spans: n.spans}
	has := func(name string) bool { return slices.Contains(n.names, name) }
	v.response = n.profile == MCP && !has("method") && (has("result") || has("error")) && n.duplicateAt < 0
	switch {
	case n.boundsAt >= 0:
		v.code, v.offset, v.response = CodeBounds, n.boundsAt, false
	case n.duplicateAt >= 0 && (n.unknownAt < 0 || n.duplicateAt <= n.unknownAt):
		v.code, v.offset = CodeDuplicateMember, n.duplicateAt
	case n.unknownAt >= 0 && !v.response:
		v.code, v.offset = CodeUnknownMember, n.unknownAt
	}
	return v
}

// runePrefixes holds every proper prefix of every multi-byte sequence.
var runePrefixes = sync.OnceValue(func() map[string]bool {
	prefixes := map[string]bool{}
	for r := rune(0x80); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		for s := string(r)[:utf8.RuneLen(r)-1]; s != "" && !prefixes[s]; s = s[:len(s)-1] {
			prefixes[s] = true
		}
	}
	return prefixes
})

// naiveBadUTF8 finds the first byte after which no continuation of the input is valid.
func naiveBadUTF8(b []byte) int {
	i := 0
	for i < len(b) {
		_, size := utf8.DecodeRune(b[i:])
		if size == 1 && b[i] >= utf8.RuneSelf {
			break
		}
		i += size
	}
	for j := i + 1; j <= len(b); j++ {
		if !runePrefixes()[string(b[i:j])] {
			return j - 1
		}
	}
	return len(b)
}

func (n *naive) fail(at int) { panic(naiveFault(at)) }

func (n *naive) peek() byte {
	if n.i >= len(n.b) {
		n.fail(len(n.b))
	}
	return n.b[n.i]
}

func (n *naive) expect(want byte) {
	if n.peek() != want {
		n.fail(n.i)
	}
	n.i++
}

func (n *naive) space() {
	set := map[Profile]string{V5: " \t\n", MCP: " \t", Document: " \t\r\n"}[n.profile]
	for n.i < len(n.b) && strings.IndexByte(set, n.b[n.i]) >= 0 {
		n.i++
	}
}

func (n *naive) value(depth, containers int) Span {
	n.space()
	start := n.i
	c := n.peek()
	n.nodes++
	n.depth = max(n.depth, depth)
	if n.boundsAt < 0 && (n.nodes > n.limits.MaxNodes || depth > n.limits.MaxDepth) {
		n.boundsAt = start
	}
	switch {
	case c == '"':
		n.text()
	case (c == '{' || c == '[') && containers == MaxContainers:
		n.fail(start)
	case c == '{':
		n.object(depth, containers+1)
	case c == '[':
		n.array(depth, containers+1)
	case c == '-' || c >= '0' && c <= '9':
		n.number()
	default:
		n.word(c)
	}
	return Span{start, n.i}
}

func (n *naive) word(c byte) {
	word, ok := map[byte]string{'t': "true", 'f': "false", 'n': "null"}[c]
	if !ok {
		n.fail(n.i)
	}
	for i := range word {
		n.expect(word[i])
	}
}

func (n *naive) array(depth, containers int) {
	n.expect('[')
	n.space()
	if n.peek() == ']' {
		n.i++
		return
	}
	for {
		n.value(depth+1, containers)
		n.space()
		if n.peek() == ']' {
			n.i++
			return
		}
		n.expect(',')
	}
}

func (n *naive) object(depth, containers int) {
	type named struct {
		name string
		at   int
	}
	var keys []named
	n.expect('{')
	n.space()
	for empty := n.peek() == '}'; !empty; {
		n.space()
		at := n.i
		name := n.text()
		keys = append(keys, named{name, at})
		n.space()
		n.expect(':')
		span := n.value(depth+1, containers)
		if depth == 0 {
			n.member(name, at, span)
		}
		n.space()
		if n.peek() == '}' {
			break
		}
		n.expect(',')
	}
	n.expect('}')
	slices.SortStableFunc(keys, func(x, y named) int { return cmp.Compare(x.name, y.name) })
	for i := 1; i < len(keys); i++ {
		if keys[i].name == keys[i-1].name && (n.duplicateAt < 0 || keys[i].at < n.duplicateAt) {
			n.duplicateAt = keys[i].at
		}
	}
}

func (n *naive) member(name string, at int, span Span) {
	if n.profile == Document {
		return
	}
	n.names = append(n.names, name)
	if !slices.Contains([]string{"jsonrpc", "id", "method", "params"}, name) {
		if n.unknownAt < 0 {
			n.unknownAt = at
		}
		return
	}
	if _, seen := n.spans[name]; !seen {
		n.spans[name] = span
	}
}

// text returns the unescaped string.
func (n *naive) text() string {
	n.expect('"')
	var out []rune
	for {
		c := n.peek()
		switch {
		case c == '"':
			n.i++
			return string(out)
		case c < 0x20:
			n.fail(n.i)
		case c == '\\':
			n.i++
			out = append(out, n.escape())
		default:
			r, size := utf8.DecodeRune(n.b[n.i:])
			out = append(out, r)
			n.i += size
		}
	}
}

func (n *naive) escape() rune {
	c := n.peek()
	if at := strings.IndexByte(`"\/bfnrt`, c); at >= 0 {
		n.i++
		return rune("\"\\/\b\f\n\r\t"[at])
	}
	n.expect('u')
	unit := n.hex("0123456789abcdefABCDEF", "0123456789abcdefABCDEF")
	if unit >= 0xDC00 && unit <= 0xDFFF {
		n.fail(n.i - 3)
	}
	if unit < 0xD800 || unit > 0xDFFF {
		return unit
	}
	n.expect('\\')
	n.expect('u')
	low := n.hex("dD", "cdefCDEF")
	return (unit-0xD800)<<10 + low - 0xDC00 + 0x10000
}

// hex reads four digits of which the first two are limited to sets.
func (n *naive) hex(first, second string) rune {
	const any = "0123456789abcdefABCDEF"
	start := n.i
	for _, set := range []string{first, second, any, any} {
		if strings.IndexByte(set, n.peek()) < 0 {
			n.fail(n.i)
		}
		n.i++
	}
	unit, _ := strconv.ParseUint(string(n.b[start:n.i]), 16, 32)
	return rune(unit)
}

func (n *naive) number() {
	start := n.i
	digits := func() {
		if c := n.peek(); c < '0' || c > '9' {
			n.fail(n.i)
		}
		for n.i < len(n.b) && n.b[n.i] >= '0' && n.b[n.i] <= '9' {
			n.i++
		}
	}
	is := func(set string) bool { return n.i < len(n.b) && strings.IndexByte(set, n.b[n.i]) >= 0 }
	if is("-") {
		n.i++
	}
	if is("0") {
		n.i++
	} else {
		digits()
	}
	if is(".") {
		n.i++
		digits()
	}
	if is("eE") {
		n.i++
		if is("+-") {
			n.i++
		}
		digits()
	}
	if _, err := strconv.ParseFloat(string(n.b[start:n.i]), 64); err != nil {
		n.fail(start)
	}
}
