package wire

import (
	"bytes"
	"encoding/binary"
)

// Kind is the kind of a JSON value. The zero Kind is invalid.
type Kind uint8

// The kinds.
const (
	Null Kind = iota + 1
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind's name in lower case.
func (k Kind) String() string {
	if k > Object {
		k = 0
	}
	return [...]string{"invalid", "null", "boolean", "number", "string", "array", "object"}[k]
}

// KindOf returns the kind of a scanned value by its first byte, 0 for an empty one.
func KindOf(value []byte) Kind {
	if len(value) == 0 {
		return 0
	}
	return kindOf(value[0])
}

func kindOf(first byte) Kind {
	switch first {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	if first == '-' || first-'0' <= 9 {
		return Number
	}
	return 0
}

// MemberIter walks the members of an object. Use:
//
//	for it := wire.Members(doc, span); it.Next(); {
//		if it.Is("name") { … it.Value() … }
//	}
type MemberIter struct {
	walk
	key     Span // inside the quotes
	escaped bool
}

// ElementIter walks the elements of an array like MemberIter.
type ElementIter struct {
	walk
	index int
}

// walk is a position inside a container.
type walk struct {
	doc   []byte
	at    int
	end   int // before the closing bracket
	value Span
}

// Members iterates over the object at a span of a scanned document, in document order.
// Anything but an object has no members. It allocates nothing; keys and values
// alias doc. On a document that was not scanned it terminates without panic.
func Members(doc []byte, object Span) MemberIter {
	return MemberIter{walk: newWalk(doc, object, '{')}
}

// Elements iterates over the array at a span of a scanned document.
func Elements(doc []byte, array Span) ElementIter {
	return ElementIter{walk: newWalk(doc, array, '['), index: -1}
}

// Whole is the span of all of doc, trimmed of white space.
func Whole(doc []byte) Span {
	start := skipSpace(doc, 0, Document.spaces())
	end := len(doc)
	for end > start && doc[end-1] <= ' ' {
		end--
	}
	return Span{start, end}
}

// Find returns the value of the first member with a name.
func Find(doc []byte, object Span, name string) (value Span, ok bool) {
	for it := Members(doc, object); it.Next(); {
		if it.Is(name) {
			return it.ValueSpan(), true
		}
	}
	return Span{}, false
}

func newWalk(doc []byte, span Span, open byte) walk {
	if span.Start < 0 || span.End > len(doc) || span.End-span.Start < 2 || doc[span.Start] != open {
		return walk{}
	}
	return walk{doc: doc, at: span.Start + 1, end: span.End - 1}
}

// Next advances to the next member.
func (it *MemberIter) Next() bool {
	if !it.more() || it.doc[it.at] != '"' {
		return false
	}
	start := it.at + 1
	var closed bool
	if it.at, closed = textEnd(it.doc[:it.end], it.at); !closed {
		return false
	}
	it.key = Span{start, it.at - 1}
	it.escaped = bytes.IndexByte(it.key.Of(it.doc), '\\') >= 0
	it.skip()
	if it.at >= it.end || it.doc[it.at] != ':' {
		return false
	}
	it.at++
	it.skip()
	return it.take()
}

// Next advances to the next element.
func (it *ElementIter) Next() bool {
	if !it.more() {
		return false
	}
	it.index++
	return it.take()
}

// more passes the separator and reports whether a member or element follows.
func (w *walk) more() bool {
	w.skip()
	if w.at < w.end && w.value.Present() && w.doc[w.at] == ',' {
		w.at++
		w.skip()
	}
	return w.at < w.end
}

func (w *walk) skip() { w.at = skipSpace(w.doc[:w.end], w.at, Document.spaces()) }

// take passes the value at the position.
func (w *walk) take() bool {
	end := valueEnd(w.doc[:w.end], w.at)
	w.value = Span{w.at, end}
	w.at = end
	return w.value.Present()
}

// valueEnd is the offset after the scanned value at i.
func valueEnd(b []byte, i int) int {
	if i >= len(b) {
		return i
	}
	switch b[i] {
	case '"':
		i, _ = textEnd(b, i)
		return i
	case '{', '[':
		return containerEnd(b, i)
	case '}', ']':
		return i + 1
	}
	return scalarEnd(b, i)
}

// containerEnd is the offset after the scanned object or array at i.
func containerEnd(b []byte, i int) int {
	for depth := 0; i < len(b); {
		if i+8 <= len(b) {
			stop := structural(binary.LittleEndian.Uint64(b[i : i+8 : i+8]))
			if stop == 0 {
				i += 8
				continue
			}
			i += first(stop)
		}
		switch b[i] {
		case '"':
			i, _ = textEnd(b, i)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if i++; depth == 0 {
			return i
		}
	}
	return len(b)
}

// structural marks quotes and brackets like special: bit 5 is all that tells [ from { and ] from }.
func structural(word uint64) uint64 {
	folded := word | ones*0x20
	return (((word ^ ones*'"') - ones) | ((folded ^ ones*'{') - ones) | ((folded ^ ones*'}') - ones)) &^ word & highs
}

// scalarEnd is the offset after the number or literal at i.
func scalarEnd(b []byte, i int) int {
	for i < len(b) && b[i] > ' ' && b[i] != ',' && b[i] != ']' && b[i] != '}' && b[i] != ':' && b[i] != '"' {
		i++
	}
	return i
}

// Value returns the current value's bytes, aliasing the document.
func (w *walk) Value() []byte { return w.value.Of(w.doc) }

// ValueSpan returns the current value's place in the document.
func (w *walk) ValueSpan() Span { return w.value }

// Kind returns the current value's kind.
func (w *walk) Kind() Kind { return KindOf(w.Value()) }

// Index returns the current element's index from 0.
func (it *ElementIter) Index() int { return it.index }

// RawKey returns the current key as spelled, without quotes, aliasing the document.
func (it *MemberIter) RawKey() []byte { return it.key.Of(it.doc) }

// KeySpan returns the place of RawKey in the document.
func (it *MemberIter) KeySpan() Span { return it.key }

// Escaped reports whether the key's spelling has escapes.
func (it *MemberIter) Escaped() bool { return it.escaped }

// Is reports whether the unescaped key is name.
func (it *MemberIter) Is(name string) bool { return equalKey(it.RawKey(), it.escaped, name) }

// AppendKey appends the unescaped key.
func (it *MemberIter) AppendKey(dst []byte) []byte { return appendUnescaped(dst, it.RawKey()) }

// AppendString appends the unescaped content of a scanned string value; false, and dst
// as it was, for any other value.
func AppendString(dst, value []byte) ([]byte, bool) {
	inside, ok := insideQuotes(value)
	if !ok {
		return dst, false
	}
	return appendUnescaped(dst, inside), true
}

// PlainString returns the content of a scanned string value without copying; false
// when the value is no string or its spelling has escapes.
func PlainString(value []byte) ([]byte, bool) {
	inside, ok := insideQuotes(value)
	return inside, ok && bytes.IndexByte(inside, '\\') < 0
}

// StringLen returns the length of the unescaped content of a scanned string value.
func StringLen(value []byte) (int, bool) {
	inside, ok := insideQuotes(value)
	if !ok {
		return 0, false
	}
	return unescapedLen(inside), true
}

// IsString reports whether a scanned value is the string want.
func IsString(value []byte, want string) bool {
	inside, ok := insideQuotes(value)
	return ok && (string(inside) == want && bytes.IndexByte(inside, '\\') < 0 || equalEscaped(inside, want))
}

func insideQuotes(value []byte) ([]byte, bool) {
	n := len(value)
	if n < 2 || value[0] != '"' || value[n-1] != '"' {
		return nil, false
	}
	return value[1 : n-1], true
}

// isPlainASCII reports whether s holds only printable ASCII and no backslash.
func isPlainASCII(s []byte) bool {
	for _, c := range s {
		if c-0x20 >= 0x7F-0x20 || c == '\\' {
			return false
		}
	}
	return true
}

// hasControl reports whether s holds a control character (Unicode Cc).
func hasControl(s []byte) bool {
	for i, c := range s {
		if c-0x20 < 0x7F-0x20 {
			continue
		}
		if c < 0x20 || c == 0x7F || c == 0xC2 && i+1 < len(s) && s[i+1] < 0xA0 {
			return true
		}
	}
	return false
}
