package schema

import "github.com/semaprax/semaprax-go/engine/canon"

// Kind is the shape of a value held in a V.
type Kind[V any] struct{ *shape }

// shape is a Kind without its Go type.
type shape struct {
	codec codec
	node  *Node
}

// kind gives a shape its Go type back. Its codec must be one for places of a V.
func kind[V any](c codec, n *Node) *Kind[V] { return &Kind[V]{&shape{c, n}} }

// place is a pointer to a value, *V for a kind of V. Codecs take places, and only
// what must know V is generic: a codec that were generic as a whole would be compiled
// once for every struct of every payload.
type place any

// codec moves a value of one shape between a span, a place and canonical JSON.
type codec interface {
	// decode fills out from a validated span. On false the decoder holds a fault
	// and out is in an unspecified state.
	decode(d *Decoder, span []byte, out place) bool
	// encode writes the value.
	encode(b *canon.Builder, v place)
	// zero reports whether v is the value an absent optional member leaves.
	zero(v place) bool
}

// Node returns the description of k.
func (k *Kind[V]) Node() *Node { return k.node }

// Decode fills out from span, a value wire has validated; for an object an empty
// span is an empty object, as absent params are. Byte slices in out alias span or the
// decoder. On a fault out is in an unspecified state.
//
// Members are judged in this order: any that is not declared, then the declared
// ones in declaration order, each missing or invalid.
func (k *Kind[V]) Decode(d *Decoder, span []byte, out *V) *Fault { return k.read(d, span, out) }

// Encode writes v as the next value of b. Members come in key order, or in
// declaration order when b keeps the order it is given.
func (k *Kind[V]) Encode(b *canon.Builder, v *V) { k.codec.encode(b, v) }

// AppendCJ appends v in canonical JSON, without an LF.
func (k *Kind[V]) AppendCJ(dst []byte, v *V) []byte { return k.append(dst, v) }

// Line returns v as one canonical line, and whether it has at most maxBytes bytes with
// its LF; 0 is no bound.
func (k *Kind[V]) Line(v *V, maxBytes int) (line []byte, fits bool) { return k.line(v, maxBytes) }

//go:noinline // or its text is repeated for every Go type
func (s *shape) read(d *Decoder, span []byte, out place) *Fault {
	d.fault, d.Extra = nil, nil
	s.codec.decode(d, span, out)
	return d.fault
}

//go:noinline // as read
func (s *shape) append(dst []byte, v place) []byte {
	var b canon.Builder
	b.Reset(dst, canon.CJ)
	s.codec.encode(&b, v)
	return b.Bytes()
}

//go:noinline // as read
func (s *shape) line(v place, maxBytes int) (line []byte, fits bool) {
	var b canon.Builder
	b.Limit(maxBytes)
	s.codec.encode(&b, v)
	line = b.Line()
	return line, !b.Over()
}

// Decoder is the scratch of decoding: it holds unescaped strings and the spans of
// open objects. The zero Decoder is ready. Use one per goroutine.
type Decoder struct {
	// Extra is the span of the tolerated undeclared member of the object last
	// decoded by Kind.Decode, or nil.
	Extra []byte

	fault   *Fault
	scratch []byte // unescaped strings of decoded values
	name    []byte // the unescaped key last looked at
	spans   [][]byte
}

// Reset lets go of everything decoded so far: byte slices that alias the decoder
// are overwritten by the next values.
func (d *Decoder) Reset() {
	clear(d.spans[:cap(d.spans)])
	d.Extra, d.fault, d.scratch, d.spans = nil, nil, d.scratch[:0], d.spans[:0]
}
