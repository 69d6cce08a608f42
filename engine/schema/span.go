package schema

import "github.com/semaprax/semaprax-go/engine/canon"

// ObjectOf is any JSON object, kept as its raw span; documents names the shapes one
// of which it claims to be. The deep check is the owner's, later. Encoding writes
// the span again in canonical JSON.
func ObjectOf(documents ...string) *Kind[[]byte] {
	return kind[[]byte](raw{object: true},
		&Node{Kind: NodeReference, References: documents, Objects: true})
}

// Opaque is a value of the named document that its owner renders: the raw bytes are
// written as they are and must be canonical JSON without an LF. Decoding keeps the span.
func Opaque(document string) *Kind[[]byte] {
	return kind[[]byte](raw{rendered: true},
		&Node{Kind: NodeReference, References: []string{document}})
}

// Rendered is Opaque for a value described by inner, so that it can be described
// here and rendered by its owner.
func Rendered[V any](inner *Kind[V]) *Kind[[]byte] {
	return kind[[]byte](raw{rendered: true}, reference(inner.node))
}

// Any is any JSON value, kept as its raw span and written again in canonical JSON.
func Any() *Kind[[]byte] {
	return kind[[]byte](raw{}, &Node{Kind: NodeAny})
}

// raw is the codec of a span that is not looked into.
type raw struct {
	object   bool // only an object is accepted
	rendered bool // the span is canonical already
}

func (c raw) decode(d *Decoder, span []byte, out place) bool {
	if c.object && span[0] != '{' {
		return d.fail(FaultInvalid)
	}
	*out.(*[]byte) = span
	return true
}

func (c raw) encode(b *canon.Builder, v place) {
	span := *v.(*[]byte)
	if c.rendered {
		b.Raw(span)
		return
	}
	EncodeSpan(b, span)
}

func (c raw) zero(v place) bool { return len(*v.(*[]byte)) == 0 }

// EncodeSpan writes a validated JSON value again as the next value of b: members
// in the order of b's dialect, strings unescaped and escaped anew, integers as
// they are. A value is canonical exactly when this gives its own bytes back.
// Numbers that are not plain integers keep their spelling; no canonical document
// has one.
func EncodeSpan(b *canon.Builder, span []byte) {
	var d Decoder
	if b.Dialect() == canon.CJAsserted {
		var sorted canon.Builder
		encodeSpan(&d, &sorted, span)
		b.Raw(sorted.Bytes())
		return
	}
	encodeSpan(&d, b, span)
}

func encodeSpan(d *Decoder, b *canon.Builder, span []byte) {
	switch span[0] {
	case '{':
		b.BeginObject()
		for it := members(span); it.Next(); {
			b.Key(string(d.key(&it)))
			encodeSpan(d, b, it.Value())
		}
		b.EndObject()
	case '[':
		b.BeginArray()
		for it := elements(span); it.Next(); {
			encodeSpan(d, b, it.Value())
		}
		b.EndArray()
	case '"':
		d.scratch = d.scratch[:0]
		text, _ := d.text(span)
		b.StringBytes(text)
	default:
		b.Raw(span)
	}
}
