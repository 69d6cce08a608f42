package schema

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Alternative is one closed object of a union over T, with the label stored for it.
type Alternative[T any, L comparable] struct {
	label L
	tag   string
	shape *object[T]
}

// Case declares an alternative stored as label, with these members.
func Case[T any, L comparable](label L, fields ...Field[T]) Alternative[T, L] {
	return Alternative[T, L]{label: label, shape: newObject(fields)}
}

// Tagged declares an alternative whose member "kind" is the constant label.
// Several alternatives may have the same tag; their member names then tell them apart.
func Tagged[T any, L ~string](label L, fields ...Field[T]) Alternative[T, L] {
	return TaggedAs(label, string(label), fields...)
}

// TaggedAs is Tagged with a tag that is not the label.
func TaggedAs[T any, L comparable](label L, tag string, fields ...Field[T]) Alternative[T, L] {
	a := Case(label, append([]Field[T]{Const[T]("kind", tag)}, fields...)...)
	a.tag = tag
	return a
}

// OneOf is a value of exactly one of the alternatives, all closed objects over T.
// at returns the place of the label. Decoding takes the first alternative whose tag
// and member names fit and then judges its values; where none fits
// the value is invalid. Members of other alternatives keep what T had: pass a zero T.
func OneOf[T any, L comparable](at func(*T) *L, alternatives ...Alternative[T, L]) *Kind[T] {
	n := &Node{Kind: NodeOneOf}
	for _, a := range alternatives {
		n.Alternatives = append(n.Alternatives, a.shape.node())
	}
	return &Kind[T]{codec: union[T, L]{at, slices.Clone(alternatives)}, node: n}
}

// OneOfKinds is a value of exactly one of several kinds over the same V. Decoding
// takes the first that accepts; encoding uses the one pick returns the index of.
func OneOfKinds[V any](pick func(*V) int, kinds ...*Kind[V]) *Kind[V] {
	n := &Node{Kind: NodeOneOf}
	c := choiceOfKinds[V]{pick: pick}
	for _, k := range kinds {
		n.Alternatives = append(n.Alternatives, reference(k.node))
		c.kinds = append(c.kinds, k.codec)
	}
	return &Kind[V]{codec: c, node: n}
}

// Within keeps a value of kind in one place of a larger T, so that kinds over
// different types can be alternatives of OneOfKinds.
func Within[T, V any](kind *Kind[V], at func(*T) *V) *Kind[T] {
	return &Kind[T]{codec: placed[T, V]{kind.codec, at}, node: kind.node}
}

// union is the codec of OneOf.
type union[T any, L comparable] struct {
	at           func(*T) *L
	alternatives []Alternative[T, L]
}

func (c union[T, L]) decode(d *Decoder, span []byte, out *T) bool {
	if span[0] != '{' {
		return d.fail(FaultInvalid)
	}
	tag := d.tag(span)
	for i := range c.alternatives {
		a := &c.alternatives[i]
		if a.tag != string(tag) || !a.shape.fits(d, span) {
			continue
		}
		*c.at(out) = a.label
		return a.shape.decode(d, span, out)
	}
	return c.misfit(d, span, tag, out)
}

// misfit explains a value that no alternative fits: by the only alternative with
// its tag where there is one, else as invalid as a whole.
func (c union[T, L]) misfit(d *Decoder, span, tag []byte, out *T) bool {
	var only *object[T]
	for i := range c.alternatives {
		switch a := &c.alternatives[i]; {
		case a.tag == "" || a.tag != string(tag):
		case only != nil:
			return d.fail(FaultInvalid)
		default:
			only = a.shape
		}
	}
	if only == nil {
		return d.fail(FaultInvalid)
	}
	return only.decode(d, span, out)
}

func (c union[T, L]) encode(b *canon.Builder, v *T) {
	label := *c.at(v)
	for i := range c.alternatives {
		if c.alternatives[i].label == label {
			c.alternatives[i].shape.encode(b, v)
			return
		}
	}
	panic("BUG: schema: value without a declared alternative")
}

func (c union[T, L]) zero(v *T) bool {
	var none L
	return *c.at(v) == none
}

// tag returns the string member "kind" of an object, or nil.
func (d *Decoder) tag(span []byte) []byte {
	for it := members(span); it.Next(); {
		if it.Is("kind") {
			tag, _ := d.text(it.Value())
			return tag
		}
	}
	return nil
}

// fits reports whether the members of span are declared and the required ones present.
func (c *object[T]) fits(d *Decoder, span []byte) bool {
	required := 0
	for it := members(span); it.Next(); {
		i, declared := c.find(d.key(&it))
		if !declared {
			return false
		}
		if c.fields[i].required {
			required++
		}
	}
	for i := range c.fields {
		if c.fields[i].required {
			required--
		}
	}
	return required == 0
}

type choiceOfKinds[V any] struct {
	pick  func(*V) int
	kinds []codec[V]
}

func (c choiceOfKinds[V]) decode(d *Decoder, span []byte, out *V) bool {
	base := len(d.spans)
	for _, k := range c.kinds {
		if k.decode(d, span, out) {
			d.fault = nil
			return true
		}
		d.dropSpans(base)
	}
	return d.fail(FaultInvalid)
}

func (c choiceOfKinds[V]) encode(b *canon.Builder, v *V) { c.kinds[c.pick(v)].encode(b, v) }
func (c choiceOfKinds[V]) zero(*V) bool                  { return false }
