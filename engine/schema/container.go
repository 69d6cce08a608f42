package schema

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Array is an array of low to high values of item; high may be Unbounded. Decoding
// stops at the first value too many and reuses the capacity it finds.
func Array[V any](item *Kind[V], low, high int) *Kind[[]V] {
	return kind[[]V](array{item.codec, &listOf[V]{}, low, high},
		&Node{Kind: NodeArray, Item: reference(item.node), MinItems: low, MaxItems: high})
}

// UniqueArray is Array in which no two items are equal.
func UniqueArray[V comparable](item *Kind[V], low, high int) *Kind[[]V] {
	return kind[[]V](uniqueArray{array{item.codec, &listOf[V]{}, low, high}, firstTwice[V]},
		&Node{Kind: NodeArray, Item: reference(item.node), MinItems: low, MaxItems: high, Unique: true})
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
	return kind[Maybe[V]](nullable{item.codec, maybeParts[V], clearPlace[Maybe[V]]},
		&Node{Kind: NodeNullable, Item: reference(item.node)})
}

// Present is item, held in a Maybe that is set exactly when the value was there; null
// is refused. It is for Optional members whose zero value a client could send: the
// digest of 64 zeros, the number 0, false, the empty string.
func Present[V any](item *Kind[V]) *Kind[Maybe[V]] {
	return kind[Maybe[V]](present{nullable{item.codec, maybeParts[V], clearPlace[Maybe[V]]}}, item.node)
}

// NullWhenZero is item or null, where null is the zero value of V: for digests,
// texts and offsets whose zero value cannot occur otherwise.
func NullWhenZero[V any](item *Kind[V]) *Kind[V] {
	return kind[V](zeroNull{item.codec, clearPlace[V]},
		&Node{Kind: NodeNullable, Item: reference(item.node)})
}

// Pointer holds item behind a pointer. Decoding allocates one V; a nil pointer must
// not be encoded but through Optional, NullWhenZero or a case that has no such member.
func Pointer[V any](item *Kind[V]) *Kind[*V] {
	return kind[*V](pointer{item.codec, allocate[V], pointee[V]}, item.node)
}

// Local names a kind that contains itself: build is called once, with the kind that
// stands for the recursion. A document that reaches it defines it once, under name.
//
//	expression := schema.Local("expression", func(self *schema.Kind[Expr]) *schema.Kind[Expr] {
//		return schema.OneOf(…, schema.Case("unary", …, schema.Required("value", schema.Pointer(self), …)))
//	})
func Local[V any](name string, build func(self *Kind[V]) *Kind[V]) *Kind[V] {
	c := &local{}
	node := &Node{Kind: NodeLocal, LocalName: name}
	self := kind[V](c, node)
	built := build(self)
	c.inner = built.codec
	node.local = func() *Node { return built.node }
	return self
}

// array is the codec of a bounded array.
type array struct {
	item      codec
	list      list
	low, high int
}

// list is a slice in a place, without its element type.
type list interface {
	len(slice place) int
	// at is the place of element i.
	at(slice place, i int) place
	// grow adds a zero element behind the first n and returns its place.
	grow(slice place, n int) place
	// cut keeps the first n elements and the capacity.
	cut(slice place, n int)
}

// A pointer, so that its methods are compiled once.
type listOf[V any] struct{}

func (*listOf[V]) len(slice place) int         { return len(*slice.(*[]V)) }
func (*listOf[V]) at(slice place, i int) place { return &(*slice.(*[]V))[i] }
func (*listOf[V]) grow(slice place, n int) place {
	var zero V
	s := slice.(*[]V)
	*s = append((*s)[:n], zero)
	return &(*s)[n]
}
func (*listOf[V]) cut(slice place, n int) {
	s := slice.(*[]V)
	*s = (*s)[:n]
}

func (c array) decode(d *Decoder, span []byte, out place) bool {
	if span[0] != '[' {
		return d.fail(FaultInvalid)
	}
	n := 0
	for it := elements(span); it.Next(); n++ {
		if c.high != Unbounded && n == c.high {
			return d.fail(FaultInvalid)
		}
		if !c.item.decode(d, it.Value(), c.list.grow(out, n)) {
			return d.under(strconv.Itoa(n))
		}
	}
	if n < c.low {
		return d.fail(FaultInvalid)
	}
	c.list.cut(out, n)
	return true
}

func (c array) encode(b *canon.Builder, v place) {
	b.BeginArray()
	for i := range c.list.len(v) {
		c.item.encode(b, c.list.at(v, i))
	}
	b.EndArray()
}

func (c array) zero(v place) bool { return c.list.len(v) == 0 }

type uniqueArray struct {
	array
	twice func(slice place) int
}

// firstTwice is the index of the first element that stands in the slice before, or -1.
func firstTwice[V comparable](slice place) int {
	values := *slice.(*[]V)
	seen := make(map[V]struct{}, len(values))
	for i, v := range values {
		if _, twice := seen[v]; twice {
			return i
		}
		seen[v] = struct{}{}
	}
	return -1
}

func (c uniqueArray) decode(d *Decoder, span []byte, out place) bool {
	if !c.array.decode(d, span, out) {
		return false
	}
	if i := c.twice(out); i >= 0 {
		d.fail(FaultInvalid)
		return d.under(strconv.Itoa(i))
	}
	return true
}

// nullable is the codec of a Maybe.
type nullable struct {
	item  codec
	parts func(maybe place) (value place, set *bool)
	clear func(maybe place)
}

func maybeParts[V any](maybe place) (value place, set *bool) {
	m := maybe.(*Maybe[V])
	return &m.Value, &m.Set
}

func (c nullable) decode(d *Decoder, span []byte, out place) bool {
	if span[0] == 'n' {
		c.clear(out)
		return true
	}
	value, set := c.parts(out)
	*set = true
	return c.item.decode(d, span, value)
}

func (c nullable) encode(b *canon.Builder, v place) {
	value, set := c.parts(v)
	if !*set {
		b.Null()
		return
	}
	c.item.encode(b, value)
}

func (c nullable) zero(v place) bool {
	_, set := c.parts(v)
	return !*set
}

type present struct{ nullable }

func (c present) decode(d *Decoder, span []byte, out place) bool {
	value, set := c.parts(out)
	*set = true
	return c.item.decode(d, span, value)
}

type zeroNull struct {
	item  codec
	clear func(place)
}

func clearPlace[V any](p place) {
	var zero V
	*p.(*V) = zero
}

func (c zeroNull) decode(d *Decoder, span []byte, out place) bool {
	if span[0] == 'n' {
		c.clear(out)
		return true
	}
	return c.item.decode(d, span, out)
}

func (c zeroNull) encode(b *canon.Builder, v place) {
	if c.item.zero(v) {
		b.Null()
		return
	}
	c.item.encode(b, v)
}

func (c zeroNull) zero(v place) bool { return c.item.zero(v) }

type pointer struct {
	item     codec
	allocate func(pointer place) place // points it to a new value
	pointee  func(pointer place) place // nil for nil
}

func allocate[V any](pointer place) place {
	v := new(V)
	*pointer.(**V) = v
	return v
}

func pointee[V any](pointer place) place {
	if v := *pointer.(**V); v != nil {
		return v
	}
	return nil
}

func (c pointer) decode(d *Decoder, span []byte, out place) bool {
	return c.item.decode(d, span, c.allocate(out))
}
func (c pointer) encode(b *canon.Builder, v place) { c.item.encode(b, c.pointee(v)) }
func (c pointer) zero(v place) bool                { return c.pointee(v) == nil }

// local is the codec of a recursive kind; inner is set once, before first use.
type local struct{ inner codec }

func (c *local) decode(d *Decoder, span []byte, out place) bool { return c.inner.decode(d, span, out) }
func (c *local) encode(b *canon.Builder, v place)               { c.inner.encode(b, v) }

// zero of a recursive kind is never asked of its values: they are behind pointers
// or in arrays.
func (c *local) zero(place) bool { return false }
