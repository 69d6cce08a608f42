package intent

import (
	"slices"
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// movePrefix starts the aliases of imports whose names are taken.
const movePrefix = "_spx_move_"

// move puts a function into another module and ties both, and all consumers, to it.
func (in *Intention) move(e *Edit) diag.List {
	fn, fault := e.Base.movable(in.fields.Target)
	if fault != nil {
		return fault
	}
	to, fault := e.Base.anchor(in.fields.Destination)
	if fault != nil {
		return fault
	}
	return e.moveFunction(fn, to.Module)
}

// moveFunction edits the project for a function that moves to a module.
func (e *Edit) moveFunction(fn *check.Function, to check.ModuleID) diag.List {
	if fault := e.Base.canReceive(fn, to); fault != nil {
		return fault
	}
	m := relocation{base: e.Base, edit: e, fn: fn, to: e.Base.module(to), functions: map[check.FunctionID]string{}, nominals: map[check.NominalID]string{}}
	if fault := m.plan(); fault != nil {
		return fault
	}
	m.migrateConsumers() // before the moved nodes, whose ids are another file's, arrive
	m.moveDecl()
	m.summarise()
	e.verify = append(e.verify, unchangedBut())
	return nil
}

// movable finds a function that may leave its module: no main, no export, and made
// only of what another module can express.
func (b *Base) movable(identity string) (*check.Function, diag.List) {
	fn, fault := b.plainFunction(identity)
	if fault != nil {
		return nil, fault
	}
	switch {
	case b.isExport(identity):
		return nil, unsupported("`%s` is exported by the manifest", identity)
	case b.isLastFunction(fn):
		return nil, unsupported("`%s` is the only function of its module", identity)
	}
	for i := range fn.Params {
		if mode := fn.Params[i].Mode; mode == check.ModeBorrow || mode == check.ModeShared {
			return nil, unsupported("parameter `%s` is borrowed", fn.Params[i].Name)
		}
		if !b.isMovable(fn.Params[i].Type) {
			return nil, unsupported("parameter `%s` has a type that is not moved", fn.Params[i].Name)
		}
	}
	if !b.isMovable(fn.Result) {
		return nil, unsupported("`%s` returns a type that is not moved", identity)
	}
	return fn, b.checkMovable(fn)
}

// isMovable reports whether values of a type may occur in a moved function.
func (b *Base) isMovable(t check.Type) bool {
	switch t {
	case check.TypeI64, check.TypeI32, check.TypeU8, check.TypeUsize, check.TypeBool, check.TypeString, check.TypeBytes, check.TypeInvalid:
		return true
	}
	kind := b.program.Kind(t)
	return (kind == check.KindRecord || kind == check.KindVariant) && !b.program.Facts(t).ContainsResource
}

// checkMovable refuses what a moved body may not contain.
func (b *Base) checkMovable(fn *check.Function) (fault diag.List) {
	tables := b.tables(fn.Module)
	syntax.Walk(fn.Decl, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Try, *syntax.MethodCall, *syntax.SuperCall, *syntax.Unsafe:
			fault = unsupported("`%s` returns early, calls methods or is unsafe", fn.Identity.Text)
		case *syntax.Call:
			row := tables.Call(n.ID())
			if row.Kind == check.TargetImport || len(row.TypeArguments) > 0 || row.Kind == check.TargetBuiltin && b.builtins[row.Builtin].Effects != nil {
				fault = unsupported("`%s` calls the host or a generic function", fn.Identity.Text)
			}
		}
		if e, ok := n.(syntax.Expr); ok && !b.isMovable(tables.Type(e.ID())) {
			fault = unsupported("`%s` computes a value whose type is not moved", fn.Identity.Text)
		}
		return fault == nil
	})
	return fault
}

// canReceive judges whether a module can take a function in.
func (b *Base) canReceive(fn *check.Function, id check.ModuleID) diag.List {
	to := b.module(id)
	if id == fn.Module {
		return unsupported("`%s` stands in that module", fn.Identity.Text)
	}
	for _, effect := range fn.Effects {
		if !slices.Contains(to.Permits, effect) {
			return unsupported("%s does not permit `%s`", to.Name, effect)
		}
	}
	alias, imported := aliasIn(to, check.RefFunction, int32(fn.ID))
	if (!imported || alias != fn.Name) && b.isDeclaredName(to, fn.Name) {
		return unsupported("the name `%s` is taken in %s", fn.Name, to.Name)
	}
	return nil
}

// relocation carries one move.
type relocation struct {
	base *Base
	edit *Edit
	fn   *check.Function
	to   *check.Module
	// functions and nominals name in the destination what the function uses.
	functions map[check.FunctionID]string
	nominals  map[check.NominalID]string
	// added are the use lines the destination needs.
	added []*syntax.Use
	fault diag.List
}

// plan finds the dependencies and how the destination names them.
func (m *relocation) plan() diag.List {
	functions, nominals := m.dependencies()
	if n := len(functions) + len(nominals); n > MaxMoveDependencies {
		return refusal(diag.G226, "`%s` depends on %d declarations, the limit is %d", m.fn.Identity.Text, n, MaxMoveDependencies)
	}
	for _, id := range functions {
		m.functions[id] = m.importFunction(m.base.program.Functions[id])
	}
	for _, id := range nominals {
		m.nominals[id] = m.importNominal(id)
	}
	slices.SortFunc(m.added, func(x, y *syntax.Use) int { return strings.Compare(x.Identity.Value, y.Identity.Value) })
	return m.fault
}

// dependencies lists the functions a function calls and the source types it names or
// needs for their signatures.
func (m *relocation) dependencies() (functions []check.FunctionID, nominals []check.NominalID) {
	tables := m.base.tables(m.fn.Module)
	add := func(t check.Type) {
		id := m.base.program.NominalOf(t)
		if id != check.NoNominal && m.base.program.Nominals[id].Module != check.NoModule && !slices.Contains(nominals, id) {
			nominals = append(nominals, id)
		}
	}
	syntax.Walk(m.fn.Decl, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.NamedType, *syntax.RecordExpr, *syntax.VariantExpr, *syntax.RecordPattern, *syntax.VariantPattern:
			add(tables.Type(n.ID()))
		case *syntax.Call:
			if row := tables.Call(n.ID()); row.Kind == check.TargetFunction && row.Function != m.fn.ID && !slices.Contains(functions, row.Function) {
				functions = append(functions, row.Function)
			}
		}
		return true
	})
	for _, id := range functions {
		callee := m.base.program.Functions[id]
		if callee.Module == m.to.ID {
			continue
		}
		for i := range callee.Params {
			add(callee.Params[i].Type)
		}
		add(callee.Result)
	}
	return functions, nominals
}

// importFunction names a function in the destination, by a new import if need be.
func (m *relocation) importFunction(fn *check.Function) string {
	if name, ok := m.base.functionNameIn(m.to, fn); ok {
		return name
	}
	source := m.base.module(m.fn.Module)
	name, _ := m.base.functionNameIn(source, fn)
	return m.importAs(syntax.UseFunction, fn.Identity, fn.Module, name)
}

func (m *relocation) importNominal(id check.NominalID) string {
	if name, ok := m.base.nominalNameIn(m.to, id); ok {
		return name
	}
	n := &m.base.program.Nominals[id]
	name, ok := m.base.nominalNameIn(m.base.module(m.fn.Module), id)
	if !ok {
		name = n.Name
	}
	return m.importAs(syntax.UseType, n.Identity, n.Module, name)
}

// importAs adds a use line under the name, or under a fresh alias when it is taken.
func (m *relocation) importAs(kind syntax.UseKind, id check.Identity, from check.ModuleID, name string) string {
	if id.Origin != check.Explicit {
		m.fault = unsupported("`%s` has no explicit identity and cannot be imported", id.Text)
		return name
	}
	alias := name
	for n := 0; m.isTaken(alias); n++ {
		if n == MaxMoveAttempts {
			m.fault = refusal(diag.G226, "no fresh alias is left")
			return name
		}
		alias = movePrefix + strconv.Itoa(n)
	}
	m.added = append(m.added, &syntax.Use{Kind: kind, Identity: *identityText(id.Text), From: named(m.base.module(from).Name), Alias: named(alias)})
	return alias
}

func (m *relocation) isTaken(name string) bool {
	return name == m.fn.Name || m.base.isDeclaredName(m.to, name) ||
		slices.ContainsFunc(m.added, func(u *syntax.Use) bool { return u.Alias.Text == name })
}

// moveDecl takes the declaration out of its file and puts it into the other one in
// the words of that module.
func (m *relocation) moveDecl() {
	tables := m.base.tables(m.fn.Module)
	moved := syntax.Rewrite(m.fn.Decl, func(n syntax.Node) syntax.Node {
		if call, ok := n.(*syntax.Call); ok {
			row := tables.Call(call.ID())
			if name, known := m.functions[row.Function]; known && row.Kind == check.TargetFunction {
				c := *call
				c.Callee = named(name)
				return &c
			}
			return n
		}
		name, known := m.nominals[m.base.program.NominalOf(tables.Type(n.ID()))]
		if !known {
			return n
		}
		return nameType(n, name)
	})
	m.edit.replaceDecl(m.fn.Module, m.fn.Decl, nil)
	m.edit.appendDecl(m.to.ID, moved)
}

// nameType gives a node that names a declared type another name for it.
func nameType(n syntax.Node, name string) syntax.Node {
	switch n := n.(type) {
	case *syntax.NamedType:
		c := *n
		c.Name = named(name)
		return &c
	case *syntax.RecordExpr:
		c := *n
		c.Type = named(name)
		return &c
	case *syntax.VariantExpr:
		c := *n
		c.Type = named(name)
		return &c
	case *syntax.RecordPattern:
		c := *n
		c.Type = named(name)
		return &c
	case *syntax.VariantPattern:
		c := *n
		c.Type = named(name)
		return &c
	}
	return n
}

// migrateConsumers corrects the use lines of every module and the calls of the
// destination.
func (m *relocation) migrateConsumers() {
	for _, module := range m.base.program.Modules {
		uses := slices.Clone(m.edit.Files[module.ID].Uses)
		at := slices.IndexFunc(module.Uses, func(u check.Use) bool {
			return u.Target.Kind == check.RefFunction && u.Target.Index == int32(m.fn.ID)
		})
		switch {
		case module.ID == m.to.ID:
			if at >= 0 {
				uses = slices.Delete(uses, at, at+1)
				m.rebindCalls()
			}
			uses = append(uses, m.added...)
		case module.ID == m.fn.Module:
			uses = m.sourceUses(module, uses)
		case at >= 0:
			c := *uses[at]
			c.From = named(m.to.Name)
			uses[at] = &c
		default:
			continue
		}
		m.edit.replaceUses(module.ID, uses)
	}
}

// rebindCalls makes the destination call the function by its own name.
func (m *relocation) rebindCalls() {
	m.edit.rewrite(m.to.ID, func(n syntax.Node) syntax.Node {
		call, ok := n.(*syntax.Call)
		if !ok {
			return n
		}
		row := m.to.Tables.Call(call.ID())
		if row == nil || row.Kind != check.TargetFunction || row.Function != m.fn.ID {
			return n
		}
		c := *call
		c.Callee = named(m.fn.Name)
		return &c
	})
}

// sourceUses imports the function back where it is still called and drops the
// function imports only its body used.
func (m *relocation) sourceUses(module *check.Module, uses []*syntax.Use) []*syntax.Use {
	moved, kept := map[int]bool{}, map[int]bool{}
	called := false
	for _, fn := range m.base.program.Functions {
		if fn.Module != module.ID {
			continue
		}
		for _, site := range fn.Calls {
			row := module.Tables.Call(site.Expr.ID())
			switch {
			case row.Kind != check.TargetFunction:
			case fn == m.fn:
				moved[row.Use] = true
			default:
				kept[row.Use] = true
				called = called || row.Function == m.fn.ID
			}
		}
	}
	var left []*syntax.Use
	for i, use := range uses {
		if !moved[i] || kept[i] {
			left = append(left, use)
		}
	}
	if called {
		left = append(left, &syntax.Use{Kind: syntax.UseFunction, Identity: *identityText(m.fn.Identity.Text), From: named(m.to.Name), Alias: named(m.fn.Name)})
	}
	return left
}

// summarise fills the operation and what the move authorises.
func (m *relocation) summarise() {
	from := m.base.module(m.fn.Module)
	id := m.fn.Identity.Text
	m.edit.Operation.Relocation = &Relocation{ID: id, SourcePath: from.Path, SourceModule: from.Name, DestinationPath: m.to.Path, DestinationModule: m.to.Name}
	for _, call := range m.base.callers(m.fn) {
		if call.caller != m.fn {
			m.edit.Operation.MigratedCalls++
		}
	}
	m.edit.authorise = func(inv *inventory) {
		old := functionKey(from.Path, "", m.fn.Decl)
		inv.functions[functionKey(m.to.Path, "", m.fn.Decl)] = inv.functions[old]
		delete(inv.functions, old)
	}
	m.edit.identities = func(facts identityFacts) {
		facts[id] = identityFact{"function", "", 0, m.to.Path, m.to.Name}
	}
}
