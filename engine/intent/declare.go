package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// addDeclaration appends a function, record or variant to the module of the target.
func (in *Intention) addDeclaration(e *Edit) diag.List {
	anchor, fault := e.Base.anchor(in.fields.Target)
	if fault != nil {
		return fault
	}
	d := &in.fields.Declaration
	if fault := e.Base.checkNewIdentities(in); fault != nil {
		return fault
	}
	if e.Base.isDeclaredName(e.Base.module(anchor.Module), d.Name) {
		return unsupported("the name `%s` is taken", d.Name)
	}
	if d.Kind == NewFunction {
		return in.addFunction(e, anchor)
	}
	return in.addType(e, anchor)
}

// checkNewIdentities demands that the identities an intention introduces are unused
// and distinct.
func (b *Base) checkNewIdentities(in *Intention) diag.List {
	shape, _ := codesOf(in.Kind())
	var fault diag.List
	seen := map[string]bool{}
	in.NewIdentities(func(id string) {
		if fault == nil && (seen[id] || b.isIdentityTaken(id)) {
			fault = refusal(shape, "the identity `%s` is taken", id)
		}
		seen[id] = true
	})
	if fault == nil && len(seen) > MaxDeclarationIdentities {
		return refusal(diag.G226, "a declaration has at most %d identities", MaxDeclarationIdentities)
	}
	return fault
}

// addFunction lowers a new function. Its clauses and body see the parameters only.
func (in *Intention) addFunction(e *Edit, anchor *check.Function) diag.List {
	d := &in.fields.Declaration
	m := e.Base.module(anchor.Module)
	made := &syntax.Function{Identity: identityText(d.ID), Name: named(d.Name)}
	if fault := e.Base.addParameters(made, m, d); fault != nil {
		return fault
	}
	result, _, fault := e.Base.selectedType(m, &d.Result)
	if fault != nil {
		return fault
	}
	made.Result = result
	if fault := addEffects(made, m, anchor, d); fault != nil {
		return fault
	}
	if fault := e.Base.addParts(made, m, d); fault != nil {
		return fault
	}
	e.addFunction(anchor.Module, made)
	e.verify = append(e.verify, unchangedBut(), func(_, after *Base) diag.List { return after.verifyAdded(d) })
	return nil
}

// addFunction appends a function with an identity of its own to a module and
// authorises it.
func (e *Edit) addFunction(id check.ModuleID, made *syntax.Function) {
	e.appendDecl(id, made)
	m := e.Base.module(id)
	e.Operation.New = &NewDeclaration{ID: made.Identity.Value, Name: made.Name.Text, Path: m.Path, Module: m.Name}
	e.authorise = func(inv *inventory) { inv.functions[functionKey(m.Path, "", made)] = factsOf(made) }
	e.identities = func(facts identityFacts) {
		facts[made.Identity.Value] = identityFact{"function", "", 0, m.Path, m.Name}
	}
}

// addParameters writes the parameters of a new function.
func (b *Base) addParameters(made *syntax.Function, m *check.Module, d *Declaration) diag.List {
	seen := map[string]bool{resultName: true}
	for i := range d.Parameters {
		p := &d.Parameters[i]
		if seen[p.Name] {
			return unsupported("the parameter name `%s` is taken", p.Name)
		}
		seen[p.Name] = true
		node, mode, fault := b.selectedType(m, &p.Type)
		if fault != nil {
			return fault
		}
		if mode.String() != p.Mode {
			return unsupported("the mode of parameter `%s` is %s", p.Name, mode)
		}
		made.Params = append(made.Params, &syntax.Param{Name: named(p.Name), Mode: mode, Type: node})
	}
	return nil
}

// selectedType writes a selected type as a module names it, and tells the one mode
// a parameter of it has: value for what is Copy and for string, own for other owned
// types, borrow for views.
func (b *Base) selectedType(m *check.Module, t *TypeSelector) (syntax.TypeExpr, syntax.ParamMode, diag.List) {
	if !t.IsNominal() {
		of := builtinTypeNamed(t.Builtin)
		mode := syntax.ModeValue
		switch {
		case of == check.TypeBytes:
			mode = syntax.ModeOwn
		case of.IsView():
			mode = syntax.ModeBorrow
		}
		return builtinNode(of), mode, nil
	}
	n, ok := b.selectorNominal(t)
	if !ok {
		return nil, 0, unsupported("`%s` is no record or variant with %d type arguments", t.Target, len(t.Arguments))
	}
	node, visible := b.typeNode(m, n)
	facts := b.nominalFacts(n)
	switch {
	case !visible:
		return nil, 0, unsupported("`%s` is neither declared nor imported in %s", t.Target, m.Name)
	case facts.ContainsResource || !facts.Sized:
		return nil, 0, unsupported("`%s` holds a resource", t.Target)
	case facts.Copy:
		return node, syntax.ModeValue, nil
	}
	return node, syntax.ModeOwn, nil
}

// addEffects writes the effects of a new function, which the anchor and the module
// have.
func addEffects(made *syntax.Function, m *check.Module, anchor *check.Function, d *Declaration) diag.List {
	for i, effect := range d.Effects {
		switch {
		case i > 0 && d.Effects[i-1] >= effect:
			return unsupported("the effects are not sorted and unique")
		case !slices.Contains(anchor.Effects, effect) || !slices.Contains(m.Permits, effect):
			return unsupported("the effect `%s` is not one of the target and its module", effect)
		}
		made.Uses = append(made.Uses, named(effect))
	}
	return nil
}

// addParts writes the clauses and the body of a new function.
func (b *Base) addParts(made *syntax.Function, m *check.Module, d *Declaration) diag.List {
	clauses := func(list []Expression, ensures bool) (made []*syntax.Clause, fault diag.List) {
		for i := range list {
			cond, fault := b.declarationScope(m, d, ensures).lower(&list[i])
			if fault != nil {
				return nil, fault
			}
			made = append(made, &syntax.Clause{Cond: cond})
		}
		return made, nil
	}
	var fault diag.List
	if made.Requires, fault = clauses(d.Requires, false); fault != nil {
		return fault
	}
	if made.Ensures, fault = clauses(d.Ensures, true); fault != nil {
		return fault
	}
	body, fault := b.declarationScope(m, d, false).lower(d.Body)
	made.Body = asBlock(body)
	return fault
}

// declarationScope is the scope of the parts of a new function. The function's own
// name is taken like any other.
func (b *Base) declarationScope(m *check.Module, d *Declaration, ensures bool) *scope {
	s := b.newScope(m)
	of := func(t *TypeSelector) nominalType {
		if !t.IsNominal() {
			return noNominal()
		}
		n, _ := b.selectorNominal(t)
		return n
	}
	for i := range d.Parameters {
		s.values[d.Parameters[i].Name] = of(&d.Parameters[i].Type)
		s.taken[d.Parameters[i].Name] = true
	}
	if ensures {
		s.values[resultName] = of(&d.Result)
	}
	return s
}

// verifyAdded demands that the rebuilt project has the function as it was asked for.
func (b *Base) verifyAdded(d *Declaration) diag.List {
	fn, ok := b.topFunction(d.ID)
	if !ok || fn.Name != d.Name || len(fn.Params) != len(d.Parameters) || !slices.Equal(fn.Effects, d.Effects) ||
		!b.isSelected(fn.Result, &d.Result) || len(fn.Decl.Requires) != len(d.Requires) || len(fn.Decl.Ensures) != len(d.Ensures) {
		return unsupported("the rebuilt project does not declare `%s` as asked", d.ID)
	}
	for i := range d.Parameters {
		p := &fn.Params[i]
		if p.Name != d.Parameters[i].Name || p.Mode.String() != d.Parameters[i].Mode || !b.isSelected(p.Type, &d.Parameters[i].Type) {
			return unsupported("the rebuilt project does not declare parameter `%s` as asked", p.Name)
		}
	}
	return nil
}

// isSelected reports whether a checked type is the selected one.
func (b *Base) isSelected(t check.Type, s *TypeSelector) bool {
	if !s.IsNominal() {
		return t == builtinTypeNamed(s.Builtin)
	}
	n, ok := b.selectorNominal(s)
	return ok && b.program.NominalOf(t) == n.id && slices.Equal(b.program.TypeArguments(t), n.args)
}
