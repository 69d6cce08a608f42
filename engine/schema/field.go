package schema

import "github.com/semaprax/semaprax-go/engine/canon"

// Field is one member of an object over the struct T, or several (Lift).
type Field[T any] struct{ member *member }

// member is a Field without its Go type. It is immutable once it stands in an object.
type member struct {
	name     string
	doc      string
	required bool
	omits    bool   // encoding leaves out a zero value
	standard string // canonical JSON of the default
	node     *Node
	codec    codec
	at       func(place) place // the value's place in that of the object; nil for a constant
	absent   func(place)       // sets in the object what an absent member means; nil leaves it alone
	group    []*member         // of a lift; the other members are then unset
}

// Required declares a member that must be present. at returns the place of its
// value in T.
func Required[T, V any](name string, kind *Kind[V], at func(*T) *V) Field[T] {
	return Field[T]{kind.member(name, func(p place) place { return at(p.(*T)) })}
}

func (s *shape) member(name string, at func(place) place) *member {
	return &member{name: name, required: true, node: s.node, codec: s.codec, at: at}
}

// Optional declares a member that may be absent and then leaves its place at
// the zero value. Encoding omits a zero value. Null never means omitted. Where the
// zero value is one a client could send, the kind is Present.
func Optional[T, V any](name string, kind *Kind[V], at func(*T) *V) Field[T] {
	f := Required(name, kind, at)
	f.member.required, f.member.omits = false, true
	f.member.absent = func(p place) {
		var zero V
		*at(p.(*T)) = zero
	}
	return f
}

// Defaulted declares a member that may be absent and then sets its place to value.
// Encoding always writes it.
func Defaulted[T, V any](name string, kind *Kind[V], at func(*T) *V, value V) Field[T] {
	f := Required(name, kind, at)
	f.member.required, f.member.standard = false, string(kind.AppendCJ(nil, &value))
	f.member.absent = func(p place) { *at(p.(*T)) = value }
	return f
}

// Const declares a member that is always the string text.
func Const[T any](name, text string) Field[T] {
	return Field[T]{constantText(name, text)}
}

// ConstBool declares a member that is always value.
func ConstBool[T any](name string, value bool) Field[T] {
	if value {
		return Field[T]{constant(name, "true")}
	}
	return Field[T]{constant(name, "false")}
}

// False declares members that are all the constant false, the form in which a
// payload says which authority it does not carry.
func False[T any](names ...string) Field[T] {
	return Field[T]{allFalse(names)}
}

func allFalse(names []string) *member {
	var group []*member
	for _, name := range names {
		group = append(group, constant(name, "false"))
	}
	return &member{group: group}
}

// ConstUint declares a member that is always value.
func ConstUint[T any](name string, value uint64) Field[T] {
	var b canon.Builder
	return Field[T]{constant(name, string(b.Uint(value).Bytes()))}
}

// ConstNull declares a member that is always null.
func ConstNull[T any](name string) Field[T] { return Field[T]{constant(name, "null")} }

// ConstStrings declares a member that is always this array of strings, as
// nonclaims are.
func ConstStrings[T any](name string, list ...string) Field[T] {
	return Field[T]{constantStrings(name, list)}
}

func constantStrings(name string, list []string) *member {
	var b canon.Builder
	return constant(name, string(b.Strings(list).Bytes()))
}

// ConstJSON declares a member that is always value, one canonical JSON value.
func ConstJSON[T any](name, value string) Field[T] { return Field[T]{constant(name, value)} }

func constantText(name, text string) *member {
	return constant(name, string(canon.AppendString(nil, text)))
}

func constant(name, value string) *member {
	node := &Node{Kind: NodeConst, Const: value}
	return &member{name: name, required: true, node: node, codec: fixed(value)}
}

// Lift declares the members of C as members of T, where at returns the C inside a
// T. It shares a group of members between shapes.
func Lift[T, C any](at func(*T) *C, fields ...Field[C]) Field[T] {
	return Field[T]{lift(func(p place) place { return at(p.(*T)) }, plain(fields))}
}

func lift(at func(place) place, members []*member) *member {
	group := flatten(members)
	for i, m := range group {
		lifted := *m
		if m.at != nil {
			lifted.at = func(p place) place { return m.at(at(p)) }
		}
		if m.absent != nil {
			lifted.absent = func(p place) { m.absent(at(p)) }
		}
		group[i] = &lifted
	}
	return &member{group: group}
}

// Doc returns f with one line that says what the member is, for documents.
func (f Field[T]) Doc(line string) Field[T] { return Field[T]{f.member.documented(line)} }

//go:noinline // or its text is repeated for every Go type
func (m *member) documented(line string) *member {
	documented := *m
	documented.doc = line
	return &documented
}

// plain takes the Go type off fields.
func plain[T any](fields []Field[T]) []*member {
	members := make([]*member, len(fields))
	for i := range fields {
		members[i] = fields[i].member
	}
	return members
}

// flatten replaces lifts by their members, in a slice of its own.
func flatten(members []*member) []*member {
	var flat []*member
	for _, m := range members {
		if m.group != nil {
			flat = append(flat, m.group...)
			continue
		}
		flat = append(flat, m)
	}
	return flat
}

func (m *member) decode(d *Decoder, span []byte, object place) bool {
	return m.codec.decode(d, span, m.place(object))
}

func (m *member) encode(b *canon.Builder, object place) { m.codec.encode(b, m.place(object)) }

func (m *member) zero(object place) bool { return m.codec.zero(m.place(object)) }

// place is where the member's value stands in the object; a constant has none.
func (m *member) place(object place) place {
	if m.at == nil {
		return nil
	}
	return m.at(object)
}

// fixed is the codec of a constant; it stores nothing.
type fixed string

func (c fixed) decode(d *Decoder, span []byte, _ place) bool {
	if !equalJSON(span, string(c)) {
		return d.fail(FaultInvalid)
	}
	return true
}
func (c fixed) encode(b *canon.Builder, _ place) { b.RawString(string(c)) }
func (c fixed) zero(place) bool                  { return false }
