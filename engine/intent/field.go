package intent

import (
	"slices"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// addRecordField appends a field to a record, its default to every constructor and
// `_` to every pattern of it.
func (in *Intention) addRecordField(e *Edit) diag.List {
	f := &in.fields.Field
	record, fault := e.Base.extensibleRecord(in.fields.Target)
	if fault != nil {
		return fault
	}
	if fault := e.Base.checkNewField(in, record); fault != nil {
		return fault
	}
	if fault := e.Base.checkWalk(diag.G226); fault != nil {
		return fault
	}
	g := fieldGrowth{edit: e, record: record, field: f}
	e.rewriteAll(g.change)
	owning := f.isOwning()
	if owning && (g.constructors == 0 || g.patterns > 0) {
		return unsupported("an owning field needs a constructor and no pattern of `%s`", record.Identity.Text)
	}
	if g.fault != nil {
		return g.fault
	}
	m := e.Base.module(record.Module)
	e.Operation.New = &NewDeclaration{ID: f.ID, Name: f.Name, Owner: record.Identity.Text, Kind: "field", Path: m.Path, Module: m.Name}
	position := len(record.Fields)
	e.identities = func(facts identityFacts) {
		facts[f.ID] = identityFact{"field", record.Identity.Text, position, m.Path, m.Name}
	}
	e.verify = append(e.verify, func(before, after *Base) diag.List {
		return verifyField(before, after, record.Identity.Text, owning)
	})
	return nil
}

// isOwning reports whether the new field owns memory.
func (f *NewField) isOwning() bool { return f.Type == "string" || f.Type == "Bytes" }

// extensibleRecord finds a record that may get another field: explicit, monomorphic,
// sized, free of resources and with room.
func (b *Base) extensibleRecord(identity string) (*check.Nominal, diag.List) {
	n, ok := b.sourceNominal(identity)
	if !ok || n.Kind != check.NominalRecord || n.IsGeneric() {
		return nil, unsupported("`%s` is no explicit monomorphic record of a source", identity)
	}
	facts := b.program.Facts(n.Type)
	switch {
	case facts.ContainsResource || !facts.Sized:
		return nil, unsupported("`%s` holds a resource", identity)
	case len(n.Fields) >= MaxDeclarationItems:
		return nil, refusal(diag.G226, "`%s` has %d fields", identity, MaxDeclarationItems)
	}
	return n, nil
}

// checkNewField judges the new field beside those the record has.
func (b *Base) checkNewField(in *Intention, record *check.Nominal) diag.List {
	f := &in.fields.Field
	if fault := b.checkNewIdentities(in); fault != nil {
		return fault
	}
	taken := slices.ContainsFunc(record.Fields, func(id check.FieldID) bool { return b.program.Fields[id].Name == f.Name })
	facts := b.program.Facts(record.Type)
	switch {
	case taken:
		return unsupported("the name `%s` is taken", f.Name)
	case string(f.Default.Kind) != f.Type:
		return unsupported("the default of a field of type %s is no %s", f.Type, f.Default.Kind)
	case f.Default.Kind == ExprString && utf8.RuneCountInString(f.Default.Text) > MaxStringScalars:
		return refusal(diag.G226, "the default has more than %d scalar values", MaxStringScalars)
	case f.isOwning() && (!facts.Copy || facts.NeedsDrop):
		return unsupported("`%s` owns memory already", record.Identity.Text)
	}
	return nil
}

// fieldGrowth rewrites a project for one new field.
type fieldGrowth struct {
	edit   *Edit
	record *check.Nominal
	field  *NewField
	// constructors and patterns count what was rewritten.
	constructors, patterns int
	// names are the value names of the project, once one is needed.
	names map[string]bool
	fault diag.List
}

func (g *fieldGrowth) change(id check.ModuleID, n syntax.Node) syntax.Node {
	tables := g.edit.Base.tables(id)
	switch n := n.(type) {
	case *syntax.Record:
		if id != g.record.Module || n.ID() != g.record.Decl.ID() {
			return n
		}
		c := *n
		c.Fields = append(slices.Clip(n.Fields), &syntax.Field{
			Identity: identityText(g.field.ID), Name: named(g.field.Name), Type: builtinNode(builtinTypeNamed(g.field.Type))})
		return &c
	case *syntax.RecordExpr:
		if row := tables.Construct(n.ID()); row == nil || row.Nominal != g.record.ID {
			return n
		}
		g.constructors++
		c := *n
		c.Inits = append(slices.Clip(n.Inits), &syntax.Init{Name: named(g.field.Name), Value: g.value(id)})
		return &c
	case *syntax.RecordPattern:
		if g.edit.Base.program.NominalOf(tables.Type(n.ID())) != g.record.ID {
			return n
		}
		g.patterns++
		c := *n
		c.Fields = append(slices.Clip(n.Fields), &syntax.FieldPattern{Field: named(g.field.Name), Pattern: &syntax.WildcardPattern{}})
		return &c
	}
	return n
}

// value writes the default. Bytes are copied from an array, which needs a name.
func (g *fieldGrowth) value(id check.ModuleID) syntax.Expr {
	if g.field.Default.Kind != BytesDefault {
		return literal(&g.field.Default)
	}
	if g.names == nil {
		g.names = g.edit.Base.valueNames()
	}
	s := scope{base: g.edit.Base, module: g.edit.Base.module(id), taken: g.names}
	name, ok := s.fresh(defaultPrefix)
	if !ok {
		g.fault = refusal(diag.G226, "no fresh name is left")
	}
	rows := g.edit.Base.builtins
	view := &syntax.Call{Callee: named(rows[check.ArrayAsSlice].Name), Args: []syntax.Expr{nameExpr(name)}}
	return &syntax.Block{
		Items: []syntax.Item{letItem(name, nil, arrayLiteral(&g.field.Default))},
		Tail:  &syntax.Call{Callee: named(rows[check.BytesCopy].Name), Args: []syntax.Expr{view}},
	}
}

// defaultPrefix starts the names that hold the array of a Bytes default.
const defaultPrefix = "spx_default_"

// valueNames collects the names of all values of the project.
func (b *Base) valueNames() map[string]bool {
	names := map[string]bool{resultName: true}
	for _, fn := range b.program.Functions {
		for i := range fn.Locals {
			names[fn.Locals[i].Name] = true
		}
	}
	return names
}

// verifyField demands that the record behaves as planned: as before, or from Copy to
// owning.
func verifyField(before, after *Base, identity string, owning bool) diag.List {
	was, _ := before.sourceNominal(identity)
	is, ok := after.sourceNominal(identity)
	if !ok || len(is.Fields) != len(was.Fields)+1 {
		return unsupported("the rebuilt project does not declare `%s` as planned", identity)
	}
	then, now := before.program.Facts(was.Type), after.program.Facts(is.Type)
	if owning {
		then.Copy, then.NeedsDrop, then.HoldsText = false, true, now.HoldsText
	}
	if then != now {
		return unsupported("the new field changes how values of `%s` behave", identity)
	}
	return nil
}
