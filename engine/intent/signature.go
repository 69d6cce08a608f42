package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// The prefixes of generated names: staged arguments and binders moved out of the way.
const (
	sigStagePrefix = "spx_sig_stage_"
	sigBindPrefix  = "spx_sig_bind_"
)

// changeSignature gives a function other parameters, and perhaps a wrapped result,
// and migrates every call.
func (in *Intention) changeSignature(e *Edit) diag.List {
	fn, fault := e.Base.plainFunction(in.fields.Target)
	if fault != nil {
		return fault
	}
	if fault := e.Base.checkWalk(diag.G261); fault != nil {
		return fault
	}
	p := &signature{base: e.Base, fn: fn, fields: &in.fields, uses: e.Base.localUses(fn)}
	if fault := p.plan(); fault != nil {
		return fault
	}
	if fault := p.preflight(); fault != nil {
		return fault
	}
	touched, fault := p.migrate(e)
	if fault != nil {
		return fault
	}
	e.verify = append(e.verify, unchangedBut(touched...), p.verify)
	return nil
}

// signature is a planned change of one function's signature.
type signature struct {
	base   *Base
	fn     *check.Function
	fields *Fields
	// uses counts how often the function names each of its parameters.
	uses []int

	items []plannedParameter
	wrap  *plannedWrap
	// renamed maps locals of the function to their new names.
	renamed map[check.LocalID]string
	// views maps owners to the names of the views that replace them.
	views map[check.LocalID]string
}

// plannedParameter is one parameter of the new signature.
type plannedParameter struct {
	form ItemForm
	decl *syntax.Param
	// original is the position of the parameter it comes from, or -1.
	original int
	literal  syntax.Expr
	computed *ParameterItem
}

// localUses counts the uses of each local of a function.
func (b *Base) localUses(fn *check.Function) []int {
	counts := make([]int, len(fn.Locals))
	tables := b.tables(fn.Module)
	syntax.Walk(fn.Decl, func(n syntax.Node) bool {
		if name, ok := n.(*syntax.NameExpr); ok {
			if place := tables.Place(name.ID()); place != nil && !place.IsResult() {
				counts[place.Root]++
			}
		}
		return true
	})
	return counts
}

// plan judges the items and lays out the new signature.
func (p *signature) plan() diag.List {
	p.renamed, p.views = map[check.LocalID]string{}, map[check.LocalID]string{}
	if p.fields.Form == FormAppend {
		return p.planAppended()
	}
	if len(p.fn.Params) > MaxSignatureParameters {
		return refusal(diag.G261, "`%s` has more than %d parameters", p.fields.Target, MaxSignatureParameters)
	}
	for i := range p.fn.Params {
		if p.base.parameterClass(&p.fn.Params[i]) == classOther {
			return unsupported("parameter `%s` does not admit the ordered form", p.fn.Params[i].Name)
		}
	}
	for _, step := range []func() diag.List{p.checkViewItems, p.checkNames, p.planItems, p.checkRetained, p.moveBinders, p.planWrap} {
		if fault := step(); fault != nil {
			return fault
		}
	}
	return nil
}

// planAppended keeps all parameters and appends literals.
func (p *signature) planAppended() diag.List {
	taken := map[string]bool{}
	for i := range p.fn.Params {
		taken[p.fn.Params[i].Name] = true
		p.items = append(p.items, plannedParameter{form: ItemKeep, decl: p.fn.Decl.Params[i], original: i})
	}
	for i := range p.fields.Appended {
		item := &p.fields.Appended[i]
		switch {
		case item.Name == resultName:
			return refusal(diag.G259, "a parameter cannot be named `result`")
		case taken[item.Name]:
			return unsupported("the parameter name `%s` is taken", item.Name)
		case string(item.Argument.Kind) != item.Type:
			return unsupported("the argument of `%s` is no %s", item.Name, item.Type)
		}
		taken[item.Name] = true
		p.items = append(p.items, plannedParameter{form: ItemLiteral, original: -1, literal: literal(&item.Argument),
			decl: &syntax.Param{Name: named(item.Name), Type: builtinNode(builtinTypeNamed(item.Type))}})
	}
	return p.moveBinders()
}

// parameterClass says what the ordered form may do with a parameter.
type parameterClass uint8

const (
	classOther parameterClass = iota
	classCopy                 // may be dropped
	classOwner                // kept once, or a view of it
	classView                 // kept once, and perhaps used again
)

func (b *Base) parameterClass(p *check.Parameter) parameterClass {
	facts, kind := b.program.Facts(p.Type), b.program.Kind(p.Type)
	nominal := kind == check.KindRecord || kind == check.KindVariant
	switch {
	case facts.ContainsResource:
		return classOther
	case p.Mode == check.ModeBorrow && p.Type.IsView():
		return classView
	case p.Mode == check.ModeValue && facts.Copy && (p.Type.IsScalar() || kind == check.KindArray || nominal):
		return classCopy
	case p.Mode == check.ModeOwn && p.Type == check.TypeBytes, p.Mode == check.ModeValue && p.Type == check.TypeString,
		p.Mode == check.ModeOwn && nominal && !facts.Copy && facts.Sized && facts.NeedsDrop:
		return classOwner
	}
	return classOther
}

// position finds an original parameter by name, or -1.
func (p *signature) position(name string) int {
	return slices.IndexFunc(p.fn.Params, func(q check.Parameter) bool { return q.Name == name })
}

// checkViewItems judges the items that replace owners by views, as a whole.
func (p *signature) checkViewItems() diag.List {
	owners, names := map[string]bool{}, map[string]bool{}
	count := 0
	for i := range p.fields.Parameters {
		item := &p.fields.Parameters[i]
		if item.Form != ItemSlice && item.Form != ItemStr {
			continue
		}
		switch count++; {
		case owners[item.From]:
			return refusal(diag.G477, "the owner `%s` is replaced twice", item.From)
		case count > MaxOwnerViews:
			return refusal(diag.G478, "more than %d owners are replaced", MaxOwnerViews)
		case names[item.Name]:
			return refusal(diag.G479, "two views are named `%s`", item.Name)
		}
		owners[item.From], names[item.Name] = true, true
	}
	return nil
}

// checkNames judges the names of the new parameters.
func (p *signature) checkNames() diag.List {
	seen := map[string]bool{}
	for i := range p.fields.Parameters {
		item := &p.fields.Parameters[i]
		name := item.Name
		switch {
		case item.Form == ItemKeep:
			name = item.From
		case name == resultName:
			return refusal(diag.G259, "a parameter cannot be named `result`")
		case p.position(name) >= 0:
			return refusal(diag.G259, "`%s` is the name of an original parameter", name)
		}
		if seen[name] {
			return unsupported("the parameter name `%s` is given twice", name)
		}
		seen[name] = true
	}
	return nil
}

// planItems lays out the parameters of the ordered form.
func (p *signature) planItems() diag.List {
	for i := range p.fields.Parameters {
		item := &p.fields.Parameters[i]
		made := plannedParameter{form: item.Form, original: -1}
		var fault diag.List
		if item.From != "" {
			if made.original = p.position(item.From); made.original < 0 {
				return unsupported("`%s` has no parameter `%s`", p.fields.Target, item.From)
			}
		}
		switch item.Form {
		case ItemKeep, ItemRename, ItemBorrow:
			fault = p.planKept(&made, item)
		case ItemSlice, ItemStr:
			fault = p.planView(&made, item)
		default:
			fault = p.planNew(&made, item)
		}
		if fault != nil {
			return fault
		}
		p.items = append(p.items, made)
	}
	return nil
}

// planKept keeps an original, perhaps under another name, or borrows a view again.
func (p *signature) planKept(made *plannedParameter, item *ParameterItem) diag.List {
	c := *p.fn.Decl.Params[made.original]
	if item.Form != ItemKeep {
		c.Name = named(item.Name)
	}
	made.decl = &c
	if item.Form == ItemRename {
		p.renamed[check.LocalID(made.original)] = item.Name
	}
	if item.Form == ItemBorrow && p.base.parameterClass(&p.fn.Params[made.original]) != classView {
		return unsupported("`%s` is no view", item.From)
	}
	return nil
}

// planView replaces an owner by a view of it.
func (p *signature) planView(made *plannedParameter, item *ParameterItem) diag.List {
	owner := &p.fn.Params[made.original]
	want, view := check.TypeBytes, check.TypeSlice
	if item.Form == ItemStr {
		want, view = check.TypeString, check.TypeStr
	}
	local := check.LocalID(made.original)
	switch {
	case owner.Type != want || p.base.parameterClass(owner) != classOwner:
		return refusal(diag.G469, "`%s` is no owner of the replaced type", item.From)
	case p.base.valueNames()[item.Name]:
		return refusal(diag.G469, "the name `%s` is not fresh", item.Name)
	case p.uses[local] != 1 || p.viewOf(local, item.Form) == nil:
		return refusal(diag.G469, "`%s` is not viewed exactly once", item.From)
	}
	p.views[local] = item.Name
	made.decl = &syntax.Param{Name: named(item.Name), Mode: syntax.ModeBorrow, Type: builtinNode(view)}
	return nil
}

// viewOf finds the one call in the body that views a parameter.
func (p *signature) viewOf(local check.LocalID, form ItemForm) (found *syntax.Call) {
	syntax.Walk(p.fn.Decl.Body, func(n syntax.Node) bool {
		if call, ok := n.(*syntax.Call); ok && p.isViewOf(call, local, form) {
			found = call
		}
		return true
	})
	return found
}

// isViewOf reports whether a call is the view of a whole local.
func (p *signature) isViewOf(call *syntax.Call, local check.LocalID, form ItemForm) bool {
	tables := p.base.tables(p.fn.Module)
	row := tables.Call(call.ID())
	if row == nil || row.Kind != check.TargetBuiltin || row.Builtin != viewBuiltin(form) {
		return false
	}
	place := tables.Place(call.Args[0].ID())
	return place != nil && place.Root == local && len(place.Fields) == 0
}

// viewBuiltin is the operation that makes the view of an item form.
func viewBuiltin(form ItemForm) check.Builtin {
	if form == ItemStr {
		return check.StringAsStr
	}
	return check.BytesAsSlice
}

// planNew adds a parameter with a literal or computed argument.
func (p *signature) planNew(made *plannedParameter, item *ParameterItem) diag.List {
	node, mode, fault := p.base.selectedType(p.base.module(p.fn.Module), &item.Type)
	switch {
	case fault != nil:
		return fault
	case mode != syntax.ModeValue:
		return unsupported("the type of `%s` is not Copy", item.Name)
	}
	made.decl = &syntax.Param{Name: named(item.Name), Type: node}
	if item.Form == ItemComputed {
		made.computed = item
		return nil
	}
	if string(item.Argument.Kind) != item.Type.Builtin {
		return unsupported("the argument of `%s` is no %s", item.Name, item.Type.Builtin)
	}
	made.literal = literal(&item.Argument)
	return nil
}

// checkRetained demands that every owner and view is kept exactly once, that nothing
// is kept twice and that nothing dropped is named.
func (p *signature) checkRetained() diag.List {
	kept := make([]int, len(p.fn.Params))
	for i := range p.items {
		if item := &p.items[i]; item.original >= 0 && item.form != ItemBorrow {
			kept[item.original]++
		}
	}
	for i, count := range kept {
		param := &p.fn.Params[i]
		copies := p.base.parameterClass(param) == classCopy
		switch {
		case count > 1:
			return unsupported("parameter `%s` is kept twice", param.Name)
		case count == 0 && !copies:
			return refusal(diag.G260, "parameter `%s` owns or borrows and is left out", param.Name)
		case count == 0 && p.uses[i] > 0:
			return refusal(diag.G259, "parameter `%s` is dropped and still named", param.Name)
		}
	}
	return nil
}

// moveBinders renames the locals of the function whose names a new parameter takes.
func (p *signature) moveBinders() diag.List {
	s := p.base.functionScope(p.fn, nil)
	taken := map[string]bool{}
	for i := range p.items {
		taken[p.items[i].decl.Name.Text] = true
		s.taken[p.items[i].decl.Name.Text] = true
	}
	for id := len(p.fn.Params); id < len(p.fn.Locals); id++ {
		if !taken[p.fn.Locals[id].Name] {
			continue
		}
		name, ok := s.fresh(sigBindPrefix)
		if !ok {
			return refusal(diag.G261, "no fresh name is left")
		}
		p.renamed[check.LocalID(id)] = name
	}
	return nil
}

// keepsArguments reports whether calls pass what they passed, in its order.
func (p *signature) keepsArguments() bool {
	if len(p.items) != len(p.fn.Params) {
		return false
	}
	for i := range p.items {
		if p.items[i].original != i || p.items[i].form != ItemKeep && p.items[i].form != ItemRename {
			return false
		}
	}
	return true
}
