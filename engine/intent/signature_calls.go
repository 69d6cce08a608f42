package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// preflight lowers every computed argument beside the function itself, so that a
// faulty one is found also when nothing calls it, and bounds what the calls grow by.
func (p *signature) preflight() diag.List {
	nodes := 0
	for i := range p.items {
		item := p.items[i].computed
		if item == nil {
			continue
		}
		item.Argument.Walk(func(*Expression) { nodes++ })
		if _, fault := p.base.parameterScope(p.fn, false).lower(&item.Argument); fault != nil {
			return fault
		}
	}
	if calls := len(p.base.callers(p.fn)); calls > 0 && (nodes+len(p.items))*calls > MaxWalkNodes {
		return refusal(diag.G261, "the migrated calls grow by more than %d nodes", MaxWalkNodes)
	}
	return nil
}

// callSite is one call of a function.
type callSite struct {
	caller *check.Function
	site   check.CallSite
}

// callers lists the calls of a function in the whole project.
func (b *Base) callers(fn *check.Function) []callSite {
	var found []callSite
	for _, caller := range b.program.Functions {
		tables := b.tables(caller.Module)
		for _, site := range caller.Calls {
			row := tables.Call(site.Expr.ID())
			if row != nil && row.Kind == check.TargetFunction && row.Function == fn.ID {
				found = append(found, callSite{caller, site})
			}
		}
	}
	return found
}

// migrate rewrites the function and all that call it; it returns their identities.
func (p *signature) migrate(e *Edit) (touched []string, fault diag.List) {
	changed := map[check.ModuleID]map[syntax.NodeID]*syntax.Function{}
	for _, fn := range p.affected() {
		m := migration{signature: p, caller: fn, scope: p.base.functionScope(fn, nil), edit: e}
		decl := m.rewrite()
		if m.fault != nil {
			return nil, m.fault
		}
		if changed[fn.Module] == nil {
			changed[fn.Module] = map[syntax.NodeID]*syntax.Function{}
		}
		changed[fn.Module][fn.Decl.ID()] = decl
		touched = append(touched, fn.Identity.Text)
	}
	for id, decls := range changed {
		e.rewrite(id, func(n syntax.Node) syntax.Node {
			if decl, ok := decls[n.ID()]; ok {
				if _, isFunction := n.(*syntax.Function); isFunction {
					return decl
				}
			}
			return n
		})
	}
	return touched, nil
}

// affected lists the function and its callers, each once, in the program's order.
func (p *signature) affected() []*check.Function {
	list := []*check.Function{p.fn}
	for _, call := range p.base.callers(p.fn) {
		if !slices.Contains(list, call.caller) {
			list = append(list, call.caller)
		}
	}
	return list
}

// migration rewrites one function: its calls and, when it is the subject, itself.
type migration struct {
	*signature
	caller *check.Function
	scope  *scope
	edit   *Edit
	fault  diag.List
	// binders maps the nodes that declare renamed locals to those.
	binders map[syntax.NodeID]check.LocalID
}

func (m *migration) rewrite() *syntax.Function {
	if m.caller == m.fn {
		m.binders = map[syntax.NodeID]check.LocalID{}
		for id, name := range m.renamed {
			m.binders[m.fn.Locals[id].Decl.ID()] = id
			m.scope.taken[name] = true
		}
		for i := range m.items {
			m.scope.taken[m.items[i].decl.Name.Text] = true
		}
	}
	made := syntax.Rewrite(m.caller.Decl, m.change)
	if m.caller != m.fn {
		return made
	}
	c := *made
	c.Params = nil
	for i := range m.items {
		c.Params = append(c.Params, m.items[i].decl)
	}
	m.wrapBody(&c)
	return &c
}

func (m *migration) change(n syntax.Node) syntax.Node {
	if m.caller == m.fn {
		n = m.rename(n)
	}
	switch n := n.(type) {
	case *syntax.Call:
		return m.call(n)
	case *syntax.Match:
		return m.match(n)
	}
	return n
}

// rename gives the renamed locals of the subject their new names and puts views in
// the place of viewed owners.
func (m *migration) rename(n syntax.Node) syntax.Node {
	tables := m.base.tables(m.fn.Module)
	switch n := n.(type) {
	case *syntax.NameExpr:
		if place := tables.Place(n.ID()); place != nil && !place.IsResult() {
			if name, ok := m.renamed[place.Root]; ok {
				return nameExpr(name)
			}
		}
	case *syntax.Let:
		if id, ok := m.binders[n.ID()]; ok {
			c := *n
			c.Name = named(m.renamed[id])
			return &c
		}
	case *syntax.BindingPattern:
		if id, ok := m.binders[n.ID()]; ok {
			c := *n
			c.Name = named(m.renamed[id])
			return &c
		}
	case *syntax.Assign:
		if row := tables.Assignment(n.ID()); row != nil {
			if name, ok := m.renamed[row.Local]; ok {
				c := *n
				c.Target = named(name)
				return &c
			}
		}
	case *syntax.Call:
		for local, name := range m.views {
			for _, form := range []ItemForm{ItemSlice, ItemStr} {
				if m.isViewOf(n, local, form) {
					return nameExpr(name)
				}
			}
		}
	}
	return n
}

// match keeps a consuming match readable: after `match own` no block may stand, so a
// staged scrutinee gets a name.
func (m *migration) match(n *syntax.Match) syntax.Node {
	block, ok := n.Scrutinee.(*syntax.Block)
	if !ok || n.Mode == syntax.MatchPlain {
		return n
	}
	name := m.fresh(sigStagePrefix)
	c := *n
	c.Scrutinee = nameExpr(name)
	return &syntax.Block{Items: []syntax.Item{letItem(name, nil, block)}, Tail: &c}
}

func (m *migration) fresh(prefix string) string {
	name, ok := m.scope.fresh(prefix)
	if !ok && m.fault == nil {
		m.fault = refusal(diag.G261, "no fresh name is left")
	}
	return name
}

// call migrates one call: appended literals follow the arguments; in the ordered
// form every original argument is staged in its order, then come computed arguments
// and views, then the call.
func (m *migration) call(n *syntax.Call) syntax.Node {
	row := m.base.tables(m.caller.Module).Call(n.ID())
	if row == nil || row.Kind != check.TargetFunction || row.Function != m.fn.ID {
		return n
	}
	var made syntax.Expr = n
	switch {
	case m.fields.Form == FormAppend:
		m.edit.Operation.MigratedCalls++
		c := *n
		c.Args = slices.Clip(n.Args)
		for i := len(m.fn.Params); i < len(m.items); i++ {
			c.Args = append(c.Args, m.items[i].literal)
		}
		return &c
	case !m.keepsArguments():
		m.edit.Operation.MigratedCalls++
		made = m.staged(n)
	case m.wrap != nil:
		m.edit.Operation.MigratedCalls++
	}
	return m.unwrap(made)
}

// staged writes the block of a migrated call.
func (m *migration) staged(n *syntax.Call) syntax.Expr {
	block := &syntax.Block{}
	let := func(written syntax.TypeExpr, value syntax.Expr) string {
		name := m.fresh(sigStagePrefix)
		block.Items = append(block.Items, letItem(name, written, value))
		return name
	}
	stages := make([]string, len(n.Args))
	for i, arg := range n.Args {
		stages[i] = let(nil, arg)
	}
	args := make([]syntax.Expr, len(m.items))
	for i := range m.items {
		item := &m.items[i]
		switch {
		case item.computed != nil:
			written, value := m.computed(item.computed, stages)
			args[i] = nameExpr(let(written, value))
		case item.literal != nil:
			args[i] = item.literal
		case item.form != ItemSlice && item.form != ItemStr:
			args[i] = nameExpr(stages[item.original])
		}
	}
	for i := range m.items {
		if item := &m.items[i]; item.form == ItemSlice || item.form == ItemStr {
			view := named(m.base.builtins[viewBuiltin(item.form)].Name)
			args[i] = nameExpr(let(nil, &syntax.Call{Callee: view, Args: []syntax.Expr{nameExpr(stages[item.original])}}))
		}
	}
	c := *n
	c.Args = args
	block.Tail = &c
	return block
}

// computed lowers a computed argument for one call: it sees the original parameters
// of the function, which stand for the staged arguments, and the functions and types
// of the caller's module. Its own binders get out of the caller's way.
func (m *migration) computed(item *ParameterItem, stages []string) (written syntax.TypeExpr, value syntax.Expr) {
	module := m.base.module(m.caller.Module)
	s := m.base.newScope(module)
	l := &lowerer{scope: s, renamed: map[string]string{}}
	item.Argument.binders(func(name string) {
		if m.scope.taken[name] {
			l.renamed[name] = m.fresh(sigBindPrefix)
		}
		m.scope.taken[l.written(name)] = true
	})
	for i := range m.fn.Params {
		s.values[m.fn.Params[i].Name] = m.base.nominalOf(m.fn.Params[i].Type)
		l.renamed[m.fn.Params[i].Name] = stages[i]
	}
	s.taken = m.scope.taken
	value, _ = l.expr(&item.Argument)
	written, _, fault := m.base.selectedType(module, &item.Type)
	if fault == nil {
		fault = l.fault
	}
	if m.fault == nil {
		m.fault = fault
	}
	return written, value
}

// binders calls visit with every name an expression binds, in preorder.
func (e *Expression) binders(visit func(name string)) {
	e.Walk(func(e *Expression) {
		if e.Kind == ExprLet {
			visit(e.Name)
		}
		for i := range e.Arms {
			for _, field := range e.Arms[i].Fields {
				visit(field.Name)
			}
		}
	})
}
