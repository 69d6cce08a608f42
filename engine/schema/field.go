package schema

import "github.com/semaprax/semaprax-go/engine/canon"

// Field is one member of an object over the struct T, or several (Lift).
type Field[T any] struct {
	name     string
	doc      string
	required bool
	omits    bool   // encoding leaves out a zero value
	standard string // canonical JSON of the default
	node     *Node
	codec    codec[T]   // of the member's value within T
	absent   func(*T)   // sets what an absent member means; nil leaves T alone
	constant bool       // no place in T
	group    []Field[T] // of a lift; the other members are then unset
}

// Required declares a member that must be present. at returns the place of its
// value in T.
func Required[T, V any](name string, kind *Kind[V], at func(*T) *V) Field[T] {
	return Field[T]{name: name, required: true, node: kind.node, codec: placed[T, V]{kind.codec, at}}
}

// Optional declares a member that may be absent and then leaves its place at
// the zero value. Encoding omits a zero value. Null never means omitted. Where the
// zero value is one a client could send, the kind is Present.
func Optional[T, V any](name string, kind *Kind[V], at func(*T) *V) Field[T] {
	f := Required(name, kind, at)
	f.required, f.omits = false, true
	f.absent = func(p *T) {
		var zero V
		*at(p) = zero
	}
	return f
}

// Defaulted declares a member that may be absent and then sets its place to value.
// Encoding always writes it.
func Defaulted[T, V any](name string, kind *Kind[V], at func(*T) *V, value V) Field[T] {
	f := Required(name, kind, at)
	f.required, f.standard = false, string(kind.AppendCJ(nil, &value))
	f.absent = func(p *T) { *at(p) = value }
	return f
}

// Const declares a member that is always the string text.
func Const[T any](name, text string) Field[T] {
	return constant[T](name, string(canon.AppendString(nil, text)))
}

// ConstBool declares a member that is always value.
func ConstBool[T any](name string, value bool) Field[T] {
	if value {
		return constant[T](name, "true")
	}
	return constant[T](name, "false")
}

// False declares members that are all the constant false, the form in which a
// payload says which authority it does not carry.
func False[T any](names ...string) Field[T] {
	var group []Field[T]
	for _, name := range names {
		group = append(group, ConstBool[T](name, false))
	}
	return Field[T]{group: group}
}

// ConstUint declares a member that is always value.
func ConstUint[T any](name string, value uint64) Field[T] {
	var b canon.Builder
	return constant[T](name, string(b.Uint(value).Bytes()))
}

// ConstNull declares a member that is always null.
func ConstNull[T any](name string) Field[T] { return constant[T](name, "null") }

// ConstStrings declares a member that is always this array of strings, as
// nonclaims are.
func ConstStrings[T any](name string, list ...string) Field[T] {
	var b canon.Builder
	return constant[T](name, string(b.Strings(list).Bytes()))
}

// ConstJSON declares a member that is always value, one canonical JSON value.
func ConstJSON[T any](name, value string) Field[T] { return constant[T](name, value) }

func constant[T any](name, value string) Field[T] {
	node := &Node{Kind: NodeConst, Const: value}
	return Field[T]{name: name, required: true, node: node, codec: fixed[T]{value}, constant: true}
}

// Lift declares the members of C as members of T, where at returns the C inside a
// T. It shares a group of members between shapes.
func Lift[T, C any](at func(*T) *C, fields ...Field[C]) Field[T] {
	var group []Field[T]
	for _, f := range flatten(fields) {
		lifted := Field[T]{name: f.name, doc: f.doc, required: f.required, omits: f.omits, standard: f.standard, node: f.node,
			codec: placed[T, C]{f.codec, at}, constant: f.constant}
		if absent := f.absent; absent != nil {
			lifted.absent = func(p *T) { absent(at(p)) }
		}
		group = append(group, lifted)
	}
	return Field[T]{group: group}
}

// Doc returns f with one line that says what the member is, for documents.
func (f Field[T]) Doc(line string) Field[T] {
	f.doc = line
	return f
}

// flatten replaces lifts by their members.
func flatten[T any](fields []Field[T]) []Field[T] {
	var flat []Field[T]
	for _, f := range fields {
		if f.group != nil {
			flat = append(flat, f.group...)
			continue
		}
		flat = append(flat, f)
	}
	return flat
}

// placed is the codec of a V inside a T.
type placed[T, V any] struct {
	inner codec[V]
	at    func(*T) *V
}

func (c placed[T, V]) decode(d *Decoder, span []byte, out *T) bool {
	return c.inner.decode(d, span, c.at(out))
}
func (c placed[T, V]) encode(b *canon.Builder, v *T) { c.inner.encode(b, c.at(v)) }
func (c placed[T, V]) zero(v *T) bool                { return c.inner.zero(c.at(v)) }

// fixed is the codec of a constant; it stores nothing.
type fixed[T any] struct{ value string }

func (c fixed[T]) decode(d *Decoder, span []byte, _ *T) bool {
	if !equalJSON(span, c.value) {
		return d.fail(FaultInvalid)
	}
	return true
}
func (c fixed[T]) encode(b *canon.Builder, _ *T) { b.RawString(c.value) }
func (c fixed[T]) zero(*T) bool                  { return false }
