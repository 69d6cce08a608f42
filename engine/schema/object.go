package schema

import (
	"cmp"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Object declares a closed object over T. Anonymous objects are described in place.
func Object[T any](fields ...Field[T]) *Kind[T] {
	c := newObject(fields)
	return &Kind[T]{codec: c, node: c.node()}
}

// Params declares the closed parameters of a protocol method. An undeclared
// member named tolerated is let through unread (Decoder.Extra); empty
// tolerates none.
func Params[T any](tolerated string, fields ...Field[T]) *Kind[T] {
	c := newObject(fields)
	if _, declared := c.find([]byte(tolerated)); !declared {
		c.tolerated = tolerated
	}
	return &Kind[T]{codec: c, node: c.node()}
}

// Document declares a named closed object whose first member is "schema" with that
// name: the form of every payload and report. Inside other shapes it is referred
// to by "urn:" and its name.
func Document[T any](name string, fields ...Field[T]) *Kind[T] {
	return Named(name, Object(append([]Field[T]{Const[T]("schema", name)}, fields...)...))
}

// Named gives a kind a document name without adding members to it.
func Named[V any](name string, kind *Kind[V]) *Kind[V] {
	if name == "" || kind.node.Document != "" {
		panic("BUG: schema: a document has one name: " + name)
	}
	node := *kind.node
	node.Document = name
	return &Kind[V]{codec: kind.codec, node: &node}
}

// object is the codec of a closed object.
type object[T any] struct {
	fields    []Field[T] // declaration order
	sorted    []int      // indexes of fields by name
	tolerated string
}

func newObject[T any](fields []Field[T]) *object[T] {
	c := &object[T]{fields: flatten(fields)}
	for i := range c.fields {
		c.sorted = append(c.sorted, i)
	}
	slices.SortFunc(c.sorted, func(x, y int) int { return cmp.Compare(c.fields[x].name, c.fields[y].name) })
	for i := 1; i < len(c.sorted); i++ {
		if c.fields[c.sorted[i-1]].name == c.fields[c.sorted[i]].name {
			panic("BUG: schema: member declared twice: " + c.fields[c.sorted[i]].name)
		}
	}
	return c
}

func (c *object[T]) node() *Node {
	n := &Node{Kind: NodeObject, Tolerated: c.tolerated}
	for _, f := range c.fields {
		n.Fields = append(n.Fields, FieldNode{Name: f.name, Required: f.required, Default: f.standard, Doc: f.doc, Value: reference(f.node)})
	}
	return n
}

// find returns the index in c.fields of the member named key.
func (c *object[T]) find(key []byte) (int, bool) {
	low, high := 0, len(c.sorted)
	for low < high {
		middle := int(uint(low+high) >> 1)
		name := c.fields[c.sorted[middle]].name
		switch {
		case name == string(key):
			return c.sorted[middle], true
		case name < string(key):
			low = middle + 1
		default:
			high = middle
		}
	}
	return 0, false
}

func (c *object[T]) decode(d *Decoder, span []byte, out *T) bool {
	base := len(d.spans)
	defer d.dropSpans(base)
	if !c.collect(d, span) {
		return false
	}
	for i := range c.fields {
		f := &c.fields[i]
		value := d.spans[base+i]
		switch {
		case value != nil:
			if !f.codec.decode(d, value, out) {
				return d.under(f.name)
			}
		case f.required:
			d.fail(FaultMissing)
			return d.under(f.name)
		case f.absent != nil:
			f.absent(out)
		}
	}
	return true
}

// collect pushes one span per declared member, nil where it is absent.
func (c *object[T]) collect(d *Decoder, span []byte) bool {
	base := len(d.spans)
	for range c.fields {
		d.spans = append(d.spans, nil)
	}
	if len(span) == 0 {
		return true
	}
	if span[0] != '{' {
		return d.fail(FaultInvalid)
	}
	for it := members(span); it.Next(); {
		name := d.key(&it)
		i, declared := c.find(name)
		switch {
		case declared:
			d.spans[base+i] = it.Value()
		case c.tolerated != "" && string(name) == c.tolerated:
			d.Extra = it.Value()
		default:
			d.fail(FaultUnknown)
			return d.under(string(name))
		}
	}
	return true
}

// dropSpans ends an object's use of the span stack.
func (d *Decoder) dropSpans(base int) {
	clear(d.spans[base:])
	d.spans = d.spans[:base]
}

func (c *object[T]) encode(b *canon.Builder, v *T) {
	b.BeginObject()
	if b.Dialect() <= canon.CJAsserted {
		for _, i := range c.sorted {
			c.member(b, &c.fields[i], v)
		}
	} else {
		for i := range c.fields {
			c.member(b, &c.fields[i], v)
		}
	}
	b.EndObject()
}

func (c *object[T]) member(b *canon.Builder, f *Field[T], v *T) {
	if f.omits && f.codec.zero(v) {
		return
	}
	b.Key(f.name)
	f.codec.encode(b, v)
}

func (c *object[T]) zero(v *T) bool {
	for i := range c.fields {
		if !c.fields[i].constant && !c.fields[i].codec.zero(v) {
			return false
		}
	}
	return true
}

// reference returns what stands for n inside another shape: a reference to its
// document when it has a name.
func reference(n *Node) *Node {
	if n.Document == "" {
		return n
	}
	return &Node{Kind: NodeReference, References: []string{n.Document}, target: func() *Node { return n }}
}
