package schema

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Array is an array of low to high values of item; high may be Unbounded. Decoding
// stops at the first value too many and reuses the capacity it finds.
func Array[V any](item *Kind[V], low, high int) *Kind[[]V] {
	return &Kind[[]V]{codec: array[V]{item.codec, low, high},
		node: &Node{Kind: NodeArray, Item: reference(item.node), MinItems: low, MaxItems: high}}
}

// UniqueArray is Array in which no two items are equal.
func UniqueArray[V comparable](item *Kind[V], low, high int) *Kind[[]V] {
	return &Kind[[]V]{codec: uniqueArray[V]{array[V]{item.codec, low, high}},
		node: &Node{Kind: NodeArray, Item: reference(item.node), MinItems: low, MaxItems: high, Unique: true}}
}

// Maybe is a value that may be null.
type Maybe[V any] struct {
	Value V
	Set   bool // false is null
}

// Some returns a Maybe that holds v.
func Some[V any](v V) Maybe[V] { return Maybe[V]{v, true} }

// Nullable is item or null, held in a Maybe.
func Nullable[V any](item *Kind[V]) *Kind[Maybe[V]] {
	return &Kind[Maybe[V]]{codec: nullable[V]{item.codec},
		node: &Node{Kind: NodeNullable, Item: reference(item.node)}}
}

// Present is item, held in a Maybe that is set exactly when the value was there; null
// is refused. It is for Optional members whose zero value a client could send: the
// digest of 64 zeros, the number 0, false, the empty string.
func Present[V any](item *Kind[V]) *Kind[Maybe[V]] {
	return &Kind[Maybe[V]]{codec: present[V]{nullable[V]{item.codec}}, node: item.node}
}

// NullWhenZero is item or null, where null is the zero value of V: for digests,
// texts and offsets whose zero value cannot occur otherwise.
func NullWhenZero[V any](item *Kind[V]) *Kind[V] {
	return &Kind[V]{codec: zeroNull[V]{item.codec},
		node: &Node{Kind: NodeNullable, Item: reference(item.node)}}
}

// Pointer holds item behind a pointer. Decoding allocates one V; a nil pointer must
// not be encoded but through Optional, NullWhenZero or a case that has no such member.
func Pointer[V any](item *Kind[V]) *Kind[*V] {
	return &Kind[*V]{codec: pointer[V]{item.codec}, node: item.node}
}

// Local names a kind that contains itself: build is called once, with the kind that
// stands for the recursion. A document that reaches it defines it once, under name.
//
//	expression := schema.Local("expression", func(self *schema.Kind[Expr]) *schema.Kind[Expr] {
//		return schema.OneOf(…, schema.Case("unary", …, schema.Required("value", schema.Pointer(self), …)))
//	})
func Local[V any](name string, build func(self *Kind[V]) *Kind[V]) *Kind[V] {
	c := &local[V]{}
	node := &Node{Kind: NodeLocal, LocalName: name}
	self := &Kind[V]{codec: c, node: node}
	built := build(self)
	c.inner = built.codec
	node.local = func() *Node { return built.node }
	return self
}

// array is the codec of a bounded array.
type array[V any] struct {
	item      codec[V]
	low, high int
}

func (c array[V]) decode(d *Decoder, span []byte, out *[]V) bool {
	if span[0] != '[' {
		return d.fail(FaultInvalid)
	}
	list := (*out)[:0]
	for it := elements(span); it.Next(); {
		if c.high != Unbounded && len(list) == c.high {
			return d.fail(FaultInvalid)
		}
		var zero V
		list = append(list, zero)
		if !c.item.decode(d, it.Value(), &list[len(list)-1]) {
			return d.under(strconv.Itoa(len(list) - 1))
		}
	}
	if len(list) < c.low {
		return d.fail(FaultInvalid)
	}
	*out = list
	return true
}

func (c array[V]) encode(b *canon.Builder, v *[]V) {
	b.BeginArray()
	for i := range *v {
		c.item.encode(b, &(*v)[i])
	}
	b.EndArray()
}

func (c array[V]) zero(v *[]V) bool { return len(*v) == 0 }

type uniqueArray[V comparable] struct{ array[V] }

func (c uniqueArray[V]) decode(d *Decoder, span []byte, out *[]V) bool {
	if !c.array.decode(d, span, out) {
		return false
	}
	seen := make(map[V]struct{}, len(*out))
	for i, v := range *out {
		if _, twice := seen[v]; twice {
			d.fail(FaultInvalid)
			return d.under(strconv.Itoa(i))
		}
		seen[v] = struct{}{}
	}
	return true
}

type nullable[V any] struct{ item codec[V] }

func (c nullable[V]) decode(d *Decoder, span []byte, out *Maybe[V]) bool {
	if span[0] == 'n' {
		*out = Maybe[V]{}
		return true
	}
	out.Set = true
	return c.item.decode(d, span, &out.Value)
}

func (c nullable[V]) encode(b *canon.Builder, v *Maybe[V]) {
	if !v.Set {
		b.Null()
		return
	}
	c.item.encode(b, &v.Value)
}

func (c nullable[V]) zero(v *Maybe[V]) bool { return !v.Set }

type present[V any] struct{ nullable[V] }

func (c present[V]) decode(d *Decoder, span []byte, out *Maybe[V]) bool {
	out.Set = true
	return c.item.decode(d, span, &out.Value)
}

type zeroNull[V any] struct{ item codec[V] }

func (c zeroNull[V]) decode(d *Decoder, span []byte, out *V) bool {
	if span[0] == 'n' {
		var zero V
		*out = zero
		return true
	}
	return c.item.decode(d, span, out)
}

func (c zeroNull[V]) encode(b *canon.Builder, v *V) {
	if c.item.zero(v) {
		b.Null()
		return
	}
	c.item.encode(b, v)
}

func (c zeroNull[V]) zero(v *V) bool { return c.item.zero(v) }

type pointer[V any] struct{ item codec[V] }

func (c pointer[V]) decode(d *Decoder, span []byte, out **V) bool {
	*out = new(V)
	return c.item.decode(d, span, *out)
}
func (c pointer[V]) encode(b *canon.Builder, v **V) { c.item.encode(b, *v) }
func (c pointer[V]) zero(v **V) bool                { return *v == nil }

// local is the codec of a recursive kind; inner is set once, before first use.
type local[V any] struct{ inner codec[V] }

func (c *local[V]) decode(d *Decoder, span []byte, out *V) bool { return c.inner.decode(d, span, out) }
func (c *local[V]) encode(b *canon.Builder, v *V)               { c.inner.encode(b, v) }

// zero of a recursive kind is never asked of its values: they are behind pointers
// or in arrays.
func (c *local[V]) zero(*V) bool { return false }
