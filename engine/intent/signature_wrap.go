package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// plannedWrap is the record the result is wrapped in, as the module names it.
type plannedWrap struct {
	node        syntax.TypeExpr
	name, field string
}

// planWrap judges and lays out the wrapped return.
func (p *signature) planWrap() diag.List {
	if p.fields.Form != FormWrap {
		return nil
	}
	if fault := p.base.wrappable(p.fn); fault != nil {
		return fault
	}
	n, ok := p.base.sourceNominal(p.fields.Wrap.Record)
	if !ok || !p.base.isWrapper(n, p.fn.Result) || p.base.program.Fields[n.Fields[0]].Identity.Text != p.fields.Wrap.Field {
		return unsupported("`%s` is no record of the one field `%s` of the result's type", p.fields.Wrap.Record, p.fields.Wrap.Field)
	}
	m := p.base.module(p.fn.Module)
	name, visible := p.base.nominalNameIn(m, n.ID)
	if !visible {
		return unsupported("`%s` is neither declared nor imported in %s", p.fields.Wrap.Record, m.Name)
	}
	p.wrap = &plannedWrap{&syntax.NamedType{Name: named(name)}, name, p.base.program.Fields[n.Fields[0]].Name}
	return nil
}

// wrappable judges whether a function's result can be wrapped.
func (b *Base) wrappable(fn *check.Function) diag.List {
	id := fn.Identity.Text
	calls := b.callers(fn)
	inContract := slices.ContainsFunc(calls, func(c callSite) bool { return c.site.Phase != check.PhaseBody })
	elsewhere := slices.ContainsFunc(calls, func(c callSite) bool { return c.caller.Module != fn.Module })
	switch {
	case fn.Result != check.TypeBytes && fn.Result != check.TypeString:
		return unsupported("`%s` returns neither Bytes nor string", id)
	case len(fn.Decl.Requires)+len(fn.Decl.Ensures) > 0:
		return unsupported("`%s` has contracts", id)
	case b.isEntrypoint(fn.ID) || b.isExport(id):
		return unsupported("`%s` is entered by the host", id)
	case len(calls) == 0 || inContract || elsewhere:
		return unsupported("`%s` is not called, or called from a contract or another module", id)
	}
	return nil
}

// isWrapper reports whether a record holds exactly one field of a type.
func (b *Base) isWrapper(n *check.Nominal, t check.Type) bool {
	return n.Kind == check.NominalRecord && !n.IsGeneric() && len(n.Fields) == 1 &&
		b.program.Fields[n.Fields[0]].Type == t && !b.program.Facts(n.Type).ContainsResource
}

// wrapBody wraps the result of the subject.
func (m *migration) wrapBody(fn *syntax.Function) {
	if m.wrap == nil {
		return
	}
	fn.Result = m.wrap.node
	body := *fn.Body
	body.Tail = &syntax.RecordExpr{Type: named(m.wrap.name), Inits: []*syntax.Init{{Name: named(m.wrap.field), Value: fn.Body.Tail}}}
	fn.Body = &body
}

// unwrap takes the result of a migrated call out of its record.
func (m *migration) unwrap(e syntax.Expr) syntax.Node {
	if m.wrap == nil {
		return e
	}
	return &syntax.Project{Base: e, Field: named(m.wrap.field)}
}

// verify demands that the rebuilt function has the planned signature.
func (p *signature) verify(_, after *Base) diag.List {
	fn, ok := after.topFunction(p.fields.Target)
	if !ok || len(fn.Params) != len(p.items) {
		return unsupported("the rebuilt project does not declare `%s` as planned", p.fields.Target)
	}
	for i := range p.items {
		item, param := &p.items[i], &fn.Params[i]
		if param.Name != item.decl.Name.Text || param.Mode != check.Mode(item.decl.Mode) {
			return unsupported("the rebuilt project does not declare parameter `%s` as planned", param.Name)
		}
		facts := after.program.Facts(param.Type)
		if item.computed != nil && (!facts.Copy || !facts.Sized || facts.ContainsResource || facts.NeedsDrop) {
			return unsupported("the type of `%s` is not Copy and sized", param.Name)
		}
	}
	return nil
}
