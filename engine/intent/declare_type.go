package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// addType appends a record or variant to the module of the anchor.
func (in *Intention) addType(e *Edit, anchor *check.Function) diag.List {
	d := &in.fields.Declaration
	m := e.Base.module(anchor.Module)
	w := typeWriter{base: e.Base, module: m, identities: []NewIdentity{{ID: d.ID, Kind: string(d.Kind), Path: m.Path, Module: m.Name}}}
	var made syntax.Decl
	if d.Kind == NewRecord {
		made = &syntax.Record{Identity: identityText(d.ID), Name: named(d.Name), Fields: w.fields(d.ID, "field", d.Fields)}
	} else {
		made = &syntax.Variant{Identity: identityText(d.ID), Name: named(d.Name), Cases: w.cases(d)}
	}
	if w.fault != nil {
		return w.fault
	}
	e.appendDecl(anchor.Module, made)
	e.Operation.New = &NewDeclaration{ID: d.ID, Name: d.Name, Kind: string(d.Kind), Path: m.Path, Module: m.Name, Identities: w.identities}
	e.identities = func(facts identityFacts) { w.expect(facts) }
	e.verify = append(e.verify, unchangedBut(), func(_, after *Base) diag.List { return after.verifyType(d) })
	return nil
}

// typeWriter writes the members of a new type and lists their identities.
type typeWriter struct {
	base       *Base
	module     *check.Module
	identities []NewIdentity
	positions  []int
	fault      diag.List
}

func (w *typeWriter) add(id, kind, owner string, position int) {
	w.identities = append(w.identities, NewIdentity{ID: id, Kind: kind, Owner: owner, Path: w.module.Path, Module: w.module.Name})
	w.positions = append(w.positions, position)
}

func (w *typeWriter) fields(owner, kind string, members []NewMember) []*syntax.Field {
	var made []*syntax.Field
	seen := map[string]bool{}
	for i := range members {
		f := &members[i]
		node, _, fault := w.base.selectedType(w.module, &f.Type)
		if fault == nil && seen[f.Name] {
			fault = unsupported("the name `%s` is given twice", f.Name)
		}
		if fault != nil {
			w.fault = fault
			return nil
		}
		seen[f.Name] = true
		w.add(f.ID, kind, owner, i)
		made = append(made, &syntax.Field{Identity: identityText(f.ID), Name: named(f.Name), Type: node})
	}
	return made
}

func (w *typeWriter) cases(d *Declaration) []*syntax.Case {
	var made []*syntax.Case
	seen := map[string]bool{}
	for i := range d.Cases {
		c := &d.Cases[i]
		if seen[c.Name] {
			w.fault = unsupported("the name `%s` is given twice", c.Name)
		}
		seen[c.Name] = true
		w.add(c.ID, "variant_case", d.ID, i)
		fields := w.fields(c.ID, "variant_field", c.Fields)
		if w.fault != nil {
			return nil
		}
		made = append(made, &syntax.Case{Identity: identityText(c.ID), Name: named(c.Name), Fields: fields})
	}
	return made
}

// expect adds the identities of the new type to those expected.
func (w *typeWriter) expect(facts identityFacts) {
	for i, row := range w.identities {
		fact := identityFact{row.Kind, "", 0, row.Path, row.Module}
		if i > 0 {
			fact.owner, fact.position = row.Owner, w.positions[i-1]
		}
		facts[row.ID] = fact
	}
}

// verifyType demands that the new type is sized and holds no resource.
func (b *Base) verifyType(d *Declaration) diag.List {
	n, ok := b.sourceNominal(d.ID)
	if !ok || n.Name != d.Name || nominalKind(n.Kind) != string(d.Kind) || len(n.Fields) != len(d.Fields) || len(n.Cases) != len(d.Cases) {
		return unsupported("the rebuilt project does not declare `%s` as asked", d.ID)
	}
	if facts := b.program.Facts(n.Type); !facts.Sized || facts.ContainsResource {
		return unsupported("`%s` is not sized or holds a resource", d.ID)
	}
	return nil
}

// deleteDeclaration removes a function nothing refers to.
func (in *Intention) deleteDeclaration(e *Edit) diag.List {
	fn, fault := e.Base.deletable(in.fields.Target)
	if fault != nil {
		return fault
	}
	e.replaceDecl(fn.Module, fn.Decl, nil)
	key := functionKey(e.Base.module(fn.Module).Path, "", fn.Decl)
	e.authorise = func(inv *inventory) { delete(inv.functions, key) }
	e.identities = func(facts identityFacts) { delete(facts, fn.Identity.Text) }
	e.verify = append(e.verify, unchangedBut(fn.Identity.Text), func(_, after *Base) diag.List {
		if after.isIdentityTaken(fn.Identity.Text) {
			return unsupported("`%s` is still declared", fn.Identity.Text)
		}
		return nil
	})
	return nil
}

// deletable finds a function that may be deleted: it is no main, export, command or
// named test, and no call, use line or implementation refers to it.
func (b *Base) deletable(identity string) (*check.Function, diag.List) {
	fn, fault := b.plainFunction(identity)
	switch {
	case fault != nil:
		return nil, fault
	case b.isExport(identity):
		return nil, unsupported("`%s` is exported by the manifest", identity)
	case b.isReferred(fn):
		return nil, unsupported("`%s` is referred to", identity)
	case b.isLastFunction(fn):
		return nil, unsupported("`%s` is the only function of its module", identity)
	}
	return fn, nil
}

// isLastFunction reports whether a module would be left without functions.
func (b *Base) isLastFunction(fn *check.Function) bool {
	return !slices.ContainsFunc(b.module(fn.Module).File.Decls, func(d syntax.Decl) bool {
		other, ok := d.(*syntax.Function)
		return ok && other != fn.Decl
	})
}

// isReferred reports whether any call, use line or implementation names a function.
func (b *Base) isReferred(fn *check.Function) bool {
	for _, caller := range b.program.Functions {
		for _, site := range caller.Calls {
			row := b.tables(caller.Module).Call(site.Expr.ID())
			if row != nil && row.Kind == check.TargetFunction && row.Function == fn.ID {
				return true
			}
		}
	}
	for _, m := range b.program.Modules {
		if _, used := aliasIn(m, check.RefFunction, int32(fn.ID)); used {
			return true
		}
	}
	for i := range b.program.Impls {
		for _, binding := range b.program.Impls[i].Bindings {
			if binding.Function == fn.ID {
				return true
			}
		}
	}
	return false
}
