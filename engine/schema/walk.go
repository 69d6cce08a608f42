package schema

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/wire"
)

func members(object []byte) wire.MemberIter {
	return wire.Members(object, wire.Span{Start: 0, End: len(object)})
}

func elements(array []byte) wire.ElementIter {
	return wire.Elements(array, wire.Span{Start: 0, End: len(array)})
}

// text returns the content of a string value: the span's own bytes where it has
// no escapes, else unescaped bytes in the decoder's scratch.
func (d *Decoder) text(value []byte) ([]byte, bool) {
	if s, plain := wire.PlainString(value); plain {
		return s, true
	}
	start := len(d.scratch)
	grown, ok := wire.AppendString(d.scratch, value)
	d.scratch = grown
	return grown[start:len(grown):len(grown)], ok
}

// key returns the unescaped name of the current member, good until the next call.
func (d *Decoder) key(it *wire.MemberIter) []byte {
	if !it.Escaped() {
		return it.RawKey()
	}
	d.name = it.AppendKey(d.name[:0])
	return d.name
}

// equalJSON reports whether a validated span is the canonical value want.
func equalJSON(span []byte, want string) bool {
	if string(span) == want {
		return true
	}
	switch span[0] {
	case '{', '[':
		var b canon.Builder
		EncodeSpan(&b, span)
		return string(b.Bytes()) == want
	case '"':
		return wire.IsString(span, unquote(want))
	}
	return false
}

// unquote returns the content of a canonical string, or text that no string has.
func unquote(canonical string) string {
	s, ok := wire.AppendString(nil, []byte(canonical))
	if !ok {
		return "\xFF"
	}
	return string(s)
}
