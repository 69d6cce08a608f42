package schema

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Alternative is one closed object of a union over T, with the label stored for it.
type Alternative[T any, L comparable] struct {
	label L
	alternative
}

// alternative is an Alternative without its label.
type alternative struct {
	tag    string
	object *object
}

// Case declares an alternative stored as label, with these members.
func Case[T any, L comparable](label L, fields ...Field[T]) Alternative[T, L] {
	return Alternative[T, L]{label, alternative{object: newObject(plain(fields))}}
}

// Tagged declares an alternative whose member "kind" is the constant label.
// Several alternatives may have the same tag; their member names then tell them apart.
func Tagged[T any, L ~string](label L, fields ...Field[T]) Alternative[T, L] {
	return TaggedAs(label, string(label), fields...)
}

// TaggedAs is Tagged with a tag that is not the label.
func TaggedAs[T any, L comparable](label L, tag string, fields ...Field[T]) Alternative[T, L] {
	return Alternative[T, L]{label, tagged(tag, plain(fields))}
}

func tagged(tag string, members []*member) alternative {
	return alternative{tag, newObject(append([]*member{constantText("kind", tag)}, members...))}
}

// OneOf is a value of exactly one of the alternatives, all closed objects over T.
// at returns the place of the label. Decoding takes the first alternative whose tag
// and member names fit and then judges its values; where none fits
// the value is invalid. Members of other alternatives keep what T had: pass a zero T.
func OneOf[T any, L comparable](at func(*T) *L, alternatives ...Alternative[T, L]) *Kind[T] {
	labels := &labelsOf[T, L]{at: at}
	c := union{labels: labels}
	for _, a := range alternatives {
		labels.list = append(labels.list, a.label)
		c.alternatives = append(c.alternatives, a.alternative)
	}
	return kind[T](c, c.node())
}

// OneOfKinds is a value of exactly one of several kinds over the same V. Decoding
// takes the first that accepts; encoding uses the one pick returns the index of.
func OneOfKinds[V any](pick func(*V) int, kinds ...*Kind[V]) *Kind[V] {
	c := choiceOfKinds{pick: func(p place) int { return pick(p.(*V)) }}
	for _, k := range kinds {
		c.kinds = append(c.kinds, k.shape)
	}
	return kind[V](c, c.node())
}

// Within keeps a value of inner in one place of a larger T, so that kinds over
// different types can be alternatives of OneOfKinds.
func Within[T, V any](inner *Kind[V], at func(*T) *V) *Kind[T] {
	return kind[T](inner.member("", func(p place) place { return at(p.(*T)) }), inner.node)
}

// union is the codec of OneOf.
type union struct {
	labels       labels
	alternatives []alternative
}

// labels moves the label between a value and the alternatives, by their index.
type labels interface {
	put(value place, alternative int)
	// get is the index of the alternative, -1 for a label that has none.
	get(value place) int
	// unset reports a zero label.
	unset(value place) bool
}

type labelsOf[T any, L comparable] struct {
	at   func(*T) *L
	list []L // of the alternatives, in their order
}

func (l *labelsOf[T, L]) put(value place, alternative int) {
	*l.at(value.(*T)) = l.list[alternative]
}
func (l *labelsOf[T, L]) get(value place) int { return slices.Index(l.list, *l.at(value.(*T))) }
func (l *labelsOf[T, L]) unset(value place) bool {
	var none L
	return *l.at(value.(*T)) == none
}

func (c union) node() *Node {
	n := &Node{Kind: NodeOneOf}
	for _, a := range c.alternatives {
		n.Alternatives = append(n.Alternatives, a.object.node())
	}
	return n
}

func (c union) decode(d *Decoder, span []byte, out place) bool {
	if span[0] != '{' {
		return d.fail(FaultInvalid)
	}
	tag := d.tag(span)
	for i := range c.alternatives {
		a := &c.alternatives[i]
		if a.tag != string(tag) || !a.object.fits(d, span) {
			continue
		}
		c.labels.put(out, i)
		return a.object.decode(d, span, out)
	}
	return c.misfit(d, span, tag, out)
}

// misfit explains a value that no alternative fits: by the only alternative with
// its tag where there is one, else as invalid as a whole.
func (c union) misfit(d *Decoder, span, tag []byte, out place) bool {
	var only *object
	for i := range c.alternatives {
		switch a := &c.alternatives[i]; {
		case a.tag == "" || a.tag != string(tag):
		case only != nil:
			return d.fail(FaultInvalid)
		default:
			only = a.object
		}
	}
	if only == nil {
		return d.fail(FaultInvalid)
	}
	return only.decode(d, span, out)
}

func (c union) encode(b *canon.Builder, v place) {
	i := c.labels.get(v)
	if i < 0 {
		panic("BUG: schema: value without a declared alternative")
	}
	c.alternatives[i].object.encode(b, v)
}

func (c union) zero(v place) bool { return c.labels.unset(v) }

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
func (c *object) fits(d *Decoder, span []byte) bool {
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

type choiceOfKinds struct {
	pick  func(place) int
	kinds []*shape
}

func (c choiceOfKinds) node() *Node {
	n := &Node{Kind: NodeOneOf}
	for _, k := range c.kinds {
		n.Alternatives = append(n.Alternatives, reference(k.node))
	}
	return n
}

func (c choiceOfKinds) decode(d *Decoder, span []byte, out place) bool {
	base := len(d.spans)
	for _, k := range c.kinds {
		if k.codec.decode(d, span, out) {
			d.fault = nil
			return true
		}
		d.dropSpans(base)
	}
	return d.fail(FaultInvalid)
}

func (c choiceOfKinds) encode(b *canon.Builder, v place) { c.kinds[c.pick(v)].codec.encode(b, v) }
func (c choiceOfKinds) zero(place) bool                  { return false }
