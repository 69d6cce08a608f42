package check

import (
	"strconv"
	"strings"
)

// typeEntry is one row of a typeTable.
type typeEntry struct {
	kind    Kind
	nominal NominalID // KindRecord, KindClass, KindVariant, KindResource
	args    []Type    // arguments of a generic nominal
	length  uint32    // KindArray
	owner   string    // KindParameter: identity of the declaration that owns it
	index   uint32    // KindParameter
	name    string    // KindParameter
	facts   TypeFacts
	known   bool
}

// typeTable interns the types of one program.
type typeTable struct {
	entries    []typeEntry
	arrays     map[uint32]Type
	nominals   map[nominalKey]Type
	parameters map[parameterKey]Type
}

// nominalKey finds an instance of a nominal; how many arguments a nominal takes
// is fixed, so those that are not used are TypeInvalid.
type nominalKey struct {
	nominal NominalID
	args    [MaxTypeParameters]Type
}

type parameterKey struct {
	owner string
	index uint32
}

func newTypeTable() *typeTable {
	t := &typeTable{
		entries:    make([]typeEntry, firstInterned, firstInterned+32),
		arrays:     map[uint32]Type{},
		nominals:   map[nominalKey]Type{},
		parameters: map[parameterKey]Type{},
	}
	for builtin := range firstInterned {
		t.entries[builtin] = typeEntry{kind: Kind(builtin), facts: builtinFacts(builtin), known: true}
	}
	return t
}

func (t *typeTable) add(entry typeEntry) Type {
	t.entries = append(t.entries, entry)
	return Type(len(t.entries) - 1)
}

// array returns the type [u8; length].
func (t *typeTable) array(length uint32) Type {
	if found, ok := t.arrays[length]; ok {
		return found
	}
	made := t.add(typeEntry{kind: KindArray, length: length, facts: TypeFacts{Copy: true, Sized: true}, known: true})
	t.arrays[length] = made
	return made
}

// instance returns nominal<args...>; args holds at most MaxTypeParameters types
// and is copied.
func (t *typeTable) instance(kind Kind, nominal NominalID, args ...Type) Type {
	key := nominalKey{nominal: nominal}
	copy(key.args[:], args)
	if found, ok := t.nominals[key]; ok {
		return found
	}
	made := t.add(typeEntry{kind: kind, nominal: nominal, args: append([]Type(nil), args...)})
	t.nominals[key] = made
	return made
}

// parameter returns the type parameter number index of the declaration whose
// identity is owner.
func (t *typeTable) parameter(owner string, index uint32, name string) Type {
	key := parameterKey{owner, index}
	if found, ok := t.parameters[key]; ok {
		return found
	}
	facts := TypeFacts{Copy: true, Sized: true}
	made := t.add(typeEntry{kind: KindParameter, owner: owner, index: index, name: name, facts: facts, known: true})
	t.parameters[key] = made
	return made
}

// Kind returns the family of t.
func (p *Program) Kind(t Type) Kind { return p.types.entries[t].kind }

// NominalOf returns the declaration behind a record, class, variant or
// resource type, or [NoNominal].
func (p *Program) NominalOf(t Type) NominalID {
	entry := &p.types.entries[t]
	if entry.kind >= KindRecord && entry.kind <= KindResource {
		return entry.nominal
	}
	return NoNominal
}

// TypeArguments returns the arguments of an instance of a generic nominal; the
// slice belongs to the program.
func (p *Program) TypeArguments(t Type) []Type { return p.types.entries[t].args }

// ArrayLength returns N of a type [u8; N] and 0 for any other type.
func (p *Program) ArrayLength(t Type) int { return int(p.types.entries[t].length) }

// ParameterIndex returns the position of a type parameter in its declaration,
// from 0; it is 0 for any other type.
func (p *Program) ParameterIndex(t Type) int { return int(p.types.entries[t].index) }

// TypeCount returns the number of types of the program; types are dense below it.
func (p *Program) TypeCount() int { return len(p.types.entries) }

// Substitute replaces every type parameter in t by args[its index]. A type
// without parameters comes back unchanged. It returns [TypeInvalid] for an
// instance that a checked program does not contain.
func (p *Program) Substitute(t Type, args []Type) Type {
	entry := &p.types.entries[t]
	switch {
	case len(args) == 0:
		return t
	case entry.kind == KindParameter:
		if int(entry.index) < len(args) {
			return args[entry.index]
		}
		return TypeInvalid
	case len(entry.args) == 0:
		return t
	}
	var replaced [MaxTypeParameters]Type
	for i, arg := range entry.args {
		replaced[i] = p.Substitute(arg, args)
	}
	return p.types.find(entry.nominal, replaced[:len(entry.args)])
}

// find returns an instance that was interned before, or TypeInvalid.
func (t *typeTable) find(nominal NominalID, args []Type) Type {
	key := nominalKey{nominal: nominal}
	copy(key.args[:], args)
	return t.nominals[key]
}

// TypeString returns t as source text: the declared name of a nominal (not an
// importing module's alias), `Option<i64>`, `[u8; 4]`.
func (p *Program) TypeString(t Type) string {
	if t < firstInterned {
		return builtinNames[t]
	}
	entry := &p.types.entries[t]
	switch entry.kind {
	case KindArray:
		return "[u8; " + strconv.Itoa(int(entry.length)) + "]"
	case KindParameter:
		return entry.name
	}
	name := p.Nominals[entry.nominal].Name
	if len(entry.args) == 0 {
		return name
	}
	parts := make([]string, len(entry.args))
	for i, arg := range entry.args {
		parts[i] = p.TypeString(arg)
	}
	return name + "<" + strings.Join(parts, ", ") + ">"
}
