package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// wideMembers is the number of members from which a nominal's or case's members
// are found through a map.
const wideMembers = 12

// memberList returns the fields of a record or class value, or nil for another
// type.
func (m *moduleChecker) memberList(t Type) []FieldID {
	if kind := m.program.Kind(t); kind != KindRecord && kind != KindClass {
		return nil
	}
	return m.program.Nominals[m.program.NominalOf(t)].Effective
}

// member finds a field of a record or class value by name, with its position.
func (m *moduleChecker) member(t Type, name string) (FieldID, int) {
	return m.fieldNamed(m.memberList(t), name)
}

// fieldNamed finds a field of a list by name, with its position.
func (m *moduleChecker) fieldNamed(fields []FieldID, name string) (FieldID, int) {
	if len(fields) > wideMembers {
		slot, ok := m.memberIndex(fields)[name]
		if !ok {
			return NoField, 0
		}
		return fields[slot], slot
	}
	for slot, id := range fields {
		if m.program.Fields[id].Name == name {
			return id, slot
		}
	}
	return NoField, 0
}

// memberIndex builds, once per list, the map from names to positions. The last
// field identifies a list: no field ends two lists of one length.
func (m *moduleChecker) memberIndex(fields []FieldID) map[string]int {
	key := memberKey{fields[len(fields)-1], len(fields)}
	if index, ok := m.wide[key]; ok {
		return index
	}
	index := make(map[string]int, len(fields))
	for slot := len(fields) - 1; slot >= 0; slot-- {
		index[m.program.Fields[fields[slot]].Name] = slot
	}
	m.wide[key] = index
	return index
}

type memberKey struct {
	last  FieldID
	count int
}

// memberType is a field's type in a value of type t.
func (m *moduleChecker) memberType(t Type, field FieldID) Type {
	return m.program.Substitute(m.program.Fields[field].Type, m.program.TypeArguments(t))
}

func (f *functionChecker) recordExpr(e *syntax.RecordExpr) Type {
	f.refuseInLoop(e, "a record constructor")
	t := f.constructed(e.Type, e.TypeArgs)
	kind := f.program.Kind(t)
	if t == TypeInvalid || kind != KindRecord && kind != KindClass {
		if t != TypeInvalid {
			f.report(diag.T215, e.Type.Span, "`"+e.Type.Text+"` is no record")
		}
		f.initValues(e.Inits)
		return f.invalid(e)
	}
	made := Construct{Type: t, Nominal: f.program.NominalOf(t), Case: NoCase}
	made.Fields, made.Slots = f.inits(e, t, f.memberList(t), e.Inits, true)
	attach(f.tables, e.ID(), constructRow, &f.tables.constructs, made)
	return f.fresh(e, t)
}

// constructed finds the type a constructor names.
func (f *functionChecker) constructed(name syntax.Name, args []syntax.TypeExpr) Type {
	id, ok := f.module.types[name.Text]
	if !ok {
		if _, builtin := builtinType(name.Text); builtin {
			f.report(diag.T215, name.Span, "`"+name.Text+"` is no record")
			return TypeInvalid
		}
		return f.unknownType(name, f.scope)
	}
	return f.instantiate(id, name, args, f.scope)
}

func (f *functionChecker) variantExpr(e *syntax.VariantExpr) Type {
	t := f.constructed(e.Type, e.TypeArgs)
	if t == TypeInvalid || f.program.Kind(t) != KindVariant {
		if t != TypeInvalid {
			f.report(diag.T215, e.Type.Span, "`"+e.Type.Text+"` is no variant")
		}
		f.initValues(e.Inits)
		return f.invalid(e)
	}
	f.checkLoopVariant(e, t)
	id := f.caseNamed(f.program.NominalOf(t), e.Case.Text)
	if id == NoCase {
		f.report(diag.T212, e.Case.Span, "`"+e.Type.Text+"` has no case `"+e.Case.Text+"`")
		f.initValues(e.Inits)
		return f.fresh(e, t)
	}
	made := Construct{Type: t, Nominal: f.program.NominalOf(t), Case: id}
	made.Fields, made.Slots = f.inits(e, t, f.program.Cases[id].Fields, e.Inits, true)
	attach(f.tables, e.ID(), constructRow, &f.tables.constructs, made)
	return f.fresh(e, t)
}

// caseNamed finds a case of a variant.
func (m *moduleChecker) caseNamed(variant NominalID, name string) CaseID {
	cases := m.program.Nominals[variant].Cases
	if len(cases) > wideMembers {
		return m.wideCase(variant, name)
	}
	for _, id := range cases {
		if m.program.Cases[id].Name == name {
			return id
		}
	}
	return NoCase
}

// wideCase finds a case of a variant with many cases through a map built once.
func (m *moduleChecker) wideCase(variant NominalID, name string) CaseID {
	index, ok := m.wideCases[variant]
	if !ok {
		cases := m.program.Nominals[variant].Cases
		index = make(map[string]CaseID, len(cases))
		for i := len(cases) - 1; i >= 0; i-- {
			index[m.program.Cases[cases[i]].Name] = cases[i]
		}
		m.wideCases[variant] = index
	}
	if id, ok := index[name]; ok {
		return id
	}
	return NoCase
}

func (f *functionChecker) initValues(inits []*syntax.Init) {
	for _, init := range inits {
		f.expr(init.Value)
	}
}

// inits checks the initialisers of a constructor or update in source order.
// With all, every field must be given.
func (f *functionChecker) inits(e syntax.Expr, t Type, fields []FieldID, inits []*syntax.Init, all bool) ([]FieldID, []int) {
	var given memberSet
	found, slots := make([]FieldID, 0, len(inits)), make([]int, 0, len(inits))
	for _, init := range inits {
		id, slot := f.fieldNamed(fields, init.Name.Text)
		value := f.expr(init.Value)
		switch {
		case id == NoField:
			f.report(diag.T212, init.Name.Span, "`"+f.typeName(t)+"` has no member `"+init.Name.Text+"` here")
			continue
		case given.has(slot):
			f.report(diag.T212, init.Name.Span, "member `"+init.Name.Text+"` is given twice")
			continue
		}
		given.add(slot)
		found, slots = append(found, id), append(slots, slot)
		want := f.memberType(t, id)
		if value != want && value != TypeInvalid && want != TypeInvalid {
			f.report(diag.T215, init.Value.Span(), "member `"+init.Name.Text+"` has type `"+f.typeName(want)+"`, the value has type `"+f.typeName(value)+"`")
		}
	}
	if missing := given.firstMissing(len(fields)); all && missing >= 0 {
		f.report(diag.T213, e.Span(), "member `"+f.program.Fields[fields[missing]].Name+"` is missing")
	}
	return found, slots
}

// update checks `base with { … }`.
func (f *functionChecker) update(e *syntax.Update) Type {
	f.refuseInLoop(e, "an update")
	t := f.expr(e.Base)
	kind := f.program.Kind(t)
	if t == TypeInvalid || kind != KindRecord && kind != KindClass {
		if t != TypeInvalid {
			f.report(diag.T215, e.Base.Span(), "`with` updates a record, not `"+f.typeName(t)+"`")
		}
		f.initValues(e.Inits)
		return f.invalid(e)
	}
	made := Update{Nominal: f.program.NominalOf(t)}
	made.Fields, made.Slots = f.inits(e, t, f.memberList(t), e.Inits, false)
	attach(f.tables, e.ID(), updateRow, &f.tables.updates, made)
	return f.fresh(e, t)
}

// try checks `e?` against the function's result type.
func (f *functionChecker) try(e *syntax.Try) Type {
	f.refuseInLoop(e, "`?`")
	t := f.expr(e.Operand)
	if t == TypeInvalid {
		return f.invalid(e)
	}
	operand, outer := f.program.NominalOf(t), f.program.NominalOf(f.fn.Result)
	args := f.program.TypeArguments(t)
	switch {
	case operand != OptionNominal && operand != ResultNominal:
		f.report(diag.T218, e.Span(), "`?` applies to Option and Result, not `"+f.typeName(t)+"`")
		return f.invalid(e)
	case f.inContract():
		f.report(diag.T218, e.Span(), "a contract does not return early")
	case f.resources > 0:
		f.report(diag.T218, e.Span(), "`?` would leave a resource behind")
	case f.fn.Result == TypeInvalid:
	case operand != outer:
		f.report(diag.T218, e.Span(), "`?` on `"+f.typeName(t)+"` in a function returning `"+f.typeName(f.fn.Result)+"`")
	case operand == ResultNominal && args[1] != f.program.TypeArguments(f.fn.Result)[1]:
		f.report(diag.T219, e.Span(), "the operand fails with `"+f.typeName(args[1])+"`, the function with `"+
			f.typeName(f.program.TypeArguments(f.fn.Result)[1])+"`")
	default:
		attach(f.tables, e.ID(), tryRow, &f.tables.tries, Try{IsResult: operand == ResultNominal, Operand: t, Outer: f.fn.Result})
	}
	return f.fresh(e, args[0])
}
