package schema

import (
	"cmp"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Object declares a closed object over T. Anonymous objects are described in place.
func Object[T any](fields ...Field[T]) *Kind[T] {
	return &Kind[T]{closed(plain(fields), "")}
}

// closed is the shape of a closed object.
func closed(members []*member, tolerated string) *shape {
	c := newObject(members)
	if _, declared := c.find([]byte(tolerated)); !declared {
		c.tolerated = tolerated
	}
	return &shape{c, c.node()}
}

// Params declares the closed parameters of a protocol method. An undeclared
// member named tolerated is let through unread (Decoder.Extra); empty
// tolerates none.
func Params[T any](tolerated string, fields ...Field[T]) *Kind[T] {
	return &Kind[T]{closed(plain(fields), tolerated)}
}

// Document declares a named closed object whose first member is "schema" with that
// name: the form of every payload and report. Inside other shapes it is referred
// to by "urn:" and its name.
func Document[T any](name string, fields ...Field[T]) *Kind[T] {
	return &Kind[T]{document(name, plain(fields))}
}

func document(name string, members []*member) *shape {
	return closed(append([]*member{constantText("schema", name)}, members...), "").named(name)
}

// Named gives a kind a document name without adding members to it.
func Named[V any](name string, kind *Kind[V]) *Kind[V] { return &Kind[V]{kind.named(name)} }

func (s *shape) named(name string) *shape {
	if name == "" || s.node.Document != "" {
		panic("BUG: schema: a document has one name: " + name)
	}
	node := *s.node
	node.Document = name
	return &shape{s.codec, &node}
}

// object is the codec of a closed object.
type object struct {
	fields    []*member // declaration order
	sorted    []int     // indexes of fields by name
	tolerated string
}

func newObject(fields []*member) *object {
	c := &object{fields: flatten(fields)}
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

func (c *object) node() *Node {
	n := &Node{Kind: NodeObject, Tolerated: c.tolerated}
	for _, f := range c.fields {
		n.Fields = append(n.Fields, FieldNode{Name: f.name, Required: f.required, Default: f.standard, Doc: f.doc, Value: reference(f.node)})
	}
	return n
}

// find returns the index in c.fields of the member named key.
func (c *object) find(key []byte) (int, bool) {
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

func (c *object) decode(d *Decoder, span []byte, out place) bool {
	base := len(d.spans)
	defer d.dropSpans(base)
	if !c.collect(d, span) {
		return false
	}
	for i := range c.fields {
		f := c.fields[i]
		value := d.spans[base+i]
		switch {
		case value != nil:
			if !f.decode(d, value, out) {
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
func (c *object) collect(d *Decoder, span []byte) bool {
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

func (c *object) encode(b *canon.Builder, v place) {
	b.BeginObject()
	if b.Dialect() <= canon.CJAsserted {
		for _, i := range c.sorted {
			c.member(b, c.fields[i], v)
		}
	} else {
		for i := range c.fields {
			c.member(b, c.fields[i], v)
		}
	}
	b.EndObject()
}

func (c *object) member(b *canon.Builder, f *member, v place) {
	if f.omits && f.zero(v) {
		return
	}
	b.Key(f.name)
	f.encode(b, v)
}

func (c *object) zero(v place) bool {
	for _, f := range c.fields {
		if f.at != nil && !f.zero(v) {
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
