package interp

import (
	"github.com/semaprax/semaprax-go/engine/check"
)

// The tags of the prelude's cases: their positions in the variant.
const (
	optionNone = 0
	optionSome = 1
	resultOk   = 0
	resultErr  = 1
)

// place is where a value lies in a frame: its first word and its first
// reference. A value without words (or references) has a place all the same.
type place struct{ word, ref int }

func (p place) plus(q place) place { return place{p.word + q.word, p.ref + q.ref} }

// sort tells how a value of a type is compared.
type sort uint8

const (
	sortWord sort = iota
	sortF32
	sortF64
	sortRef
	sortRecord
	sortVariant
)

// layout is how values of a type lie in slots.
//
//	scalar    one word
//	text      one reference (string, str, Bytes, Slice<u8>, [u8; N])
//	record    the members one after the other, ancestors' first
//	variant   one word of tag, then the payload of the case; cases overlap
type layout struct {
	sort sort
	// words and refs are the slots taken.
	words, refs int
	// cases holds the members of a record as its only row, or those of each case
	// of a variant by its position.
	cases [][]member
}

// member is one part of an aggregate: its offset and its layout.
type member struct {
	at     place
	layout *layout
}

// single says that the value is one slot.
func (l *layout) single() bool { return l.words+l.refs == 1 }

// empty says that the value takes no slot.
func (l *layout) empty() bool { return l.words+l.refs == 0 }

// layouts makes and keeps the layouts of one program's types.
type layouts struct {
	program *check.Program
	known   map[check.Type]*layout
}

// word is the layout of a scalar that is compared as a word.
func (ls *layouts) word() *layout { return ls.of(check.TypeBool) }

// text is the layout of text and bytes.
func (ls *layouts) text() *layout { return ls.of(check.TypeString) }

// of returns the layout of a type that holds no resource. A parameter lies like
// i64 and bool, so the instances of a declared type share one layout. Sizes
// that pass the bound of one value stay just past it; the caller refuses them.
// How deep types nest was bounded by the check.
func (ls *layouts) of(t check.Type) *layout {
	if n := ls.program.NominalOf(t); n > check.ResultNominal && len(ls.program.TypeArguments(t)) > 0 {
		t = ls.program.Nominals[n].Type // every argument is one word
	}
	if found, ok := ls.known[t]; ok {
		return found
	}
	made := ls.make(t)
	ls.known[t] = made
	return made
}

func (ls *layouts) make(t check.Type) *layout {
	switch ls.program.Kind(t) {
	case check.KindUnit:
		return &layout{sort: sortRecord, cases: [][]member{nil}}
	case check.KindF32:
		return &layout{sort: sortF32, words: 1}
	case check.KindF64:
		return &layout{sort: sortF64, words: 1}
	case check.KindString, check.KindStr, check.KindBytes, check.KindSlice, check.KindArray:
		return &layout{sort: sortRef, refs: 1}
	case check.KindRecord, check.KindClass:
		return ls.record(t)
	case check.KindVariant:
		return ls.variant(t)
	}
	return &layout{sort: sortWord, words: 1}
}

func (ls *layouts) record(t check.Type) *layout {
	nominal := &ls.program.Nominals[ls.program.NominalOf(t)]
	members, size := ls.members(nominal.Effective, ls.program.TypeArguments(t), place{})
	return &layout{sort: sortRecord, words: size.word, refs: size.ref, cases: [][]member{members}}
}

func (ls *layouts) variant(t check.Type) *layout {
	nominal := &ls.program.Nominals[ls.program.NominalOf(t)]
	made := &layout{sort: sortVariant, words: 1}
	for _, id := range nominal.Cases {
		members, size := ls.members(ls.program.Cases[id].Fields, ls.program.TypeArguments(t), place{word: 1})
		made.cases = append(made.cases, members)
		made.words, made.refs = max(made.words, size.word), max(made.refs, size.ref)
	}
	return made
}

// members lays fields out from a start and returns the end.
func (ls *layouts) members(fields []check.FieldID, args []check.Type, at place) ([]member, place) {
	members := make([]member, len(fields))
	for i, id := range fields {
		inner := ls.of(ls.program.Substitute(ls.program.Fields[id].Type, args))
		members[i] = member{at, inner}
		at.word = min(at.word+inner.words, maxValueSlots+1)
		at.ref = min(at.ref+inner.refs, maxValueSlots+1)
	}
	return members, at
}

// comparison is one comparison of two aggregates in a frame.
type comparison struct {
	layout      *layout
	left, right place
}

// compareAggregates compares two aggregates into word a; a slot costs as much
// work as a byte. It reports false when the work budget ended.
func (m *machine) compareAggregates(in *instr) bool {
	c := &m.code.comparisons[in.k]
	if !m.spend(c.layout.words + c.layout.refs) {
		return false
	}
	equal, ok := m.equal(c.layout, c.left, c.right, m.w, m.r)
	m.w[in.a] = bit(equal == (in.op == opEqual))
	return ok
}

// compareTexts compares references b and c into word a.
func (m *machine) compareTexts(in *instr) bool {
	equal, ok := m.equalText(m.r[in.b], m.r[in.c])
	m.w[in.a] = bit(equal == (in.op == opEqR))
	return ok
}

func (m *machine) equal(l *layout, a, b place, w []uint64, r [][]byte) (equal, ok bool) {
	switch l.sort {
	case sortWord:
		return w[a.word] == w[b.word], true
	case sortF32:
		return equalF32(w[a.word], w[b.word]), true
	case sortF64:
		return equalF64(w[a.word], w[b.word]), true
	case sortRef:
		return m.equalText(r[a.ref], r[b.ref])
	case sortVariant:
		if w[a.word] != w[b.word] {
			return false, true
		}
		return m.equalMembers(l.cases[w[a.word]], a, b, w, r)
	}
	return m.equalMembers(l.cases[0], a, b, w, r)
}

func (m *machine) equalMembers(members []member, a, b place, w []uint64, r [][]byte) (equal, ok bool) {
	for _, part := range members {
		if part.layout.empty() {
			continue
		}
		equal, ok := m.equal(part.layout, a.plus(part.at), b.plus(part.at), w, r)
		if !equal || !ok {
			return equal, ok
		}
	}
	return true, true
}
