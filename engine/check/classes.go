package check

import (
	"slices"
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// checkClassShape judges what a class declares itself. Generic classes are
// outside the level.
func (m *moduleChecker) checkClassShape(class *Nominal, decl *syntax.Class) {
	if len(decl.TypeParams) > 0 {
		m.report(diag.P299, decl.TypeParams[0].Span, "a generic class is")
	}
	m.checkFieldNames(class.Fields, map[string]bool{})
}

// resolveParents resolves the parents of classes.
func (m *moduleChecker) resolveParents() {
	for _, ref := range m.module.Declarations {
		if ref.Kind != RefNominal {
			continue
		}
		class := &m.program.Nominals[ref.Index]
		if decl, ok := class.Decl.(*syntax.Class); ok && decl.Parent != nil {
			m.resolveParent(class, decl)
		}
	}
}

func (m *moduleChecker) resolveParent(class *Nominal, decl *syntax.Class) {
	t := m.resolveType(decl.Parent, class.typeScope())
	if t == TypeInvalid {
		return
	}
	if m.program.Kind(t) != KindClass {
		m.report(diag.T227, decl.Parent.Span(), "`"+m.typeName(t)+"` is no class")
		return
	}
	class.Parent = m.program.NominalOf(t)
}

// breakClassCycles reports each cycle of classes once, at its first class, which
// loses its parent.
func (c *checker) breakClassCycles() {
	walk := make([]int, len(c.program.Nominals))
	for id := range c.program.Nominals {
		at := NominalID(id)
		for at != NoNominal && walk[at] == 0 {
			walk[at] = id + 1
			at = c.program.Nominals[at].Parent
		}
		if at != NoNominal && walk[at] == id+1 {
			c.breakClassCycle(at)
		}
	}
}

func (c *checker) breakClassCycle(member NominalID) {
	first := member
	for at := c.program.Nominals[member].Parent; at != member; at = c.program.Nominals[at].Parent {
		first = min(first, at)
	}
	class := &c.program.Nominals[first]
	class.Parent = NoNominal
	c.modules[class.Module].report(diag.T228, nameSpan(class.Decl), "class `"+class.Name+"` is its own ancestor")
}

// checkClassMembers gives classes their effective fields, ancestors first, and
// refuses redeclared fields.
func (m *moduleChecker) checkClassMembers() {
	for _, ref := range m.module.Declarations {
		if ref.Kind == RefNominal && m.program.Nominals[ref.Index].Kind == NominalClass {
			m.inheritFields(NominalID(ref.Index))
			m.checkResourceFields(&m.program.Nominals[ref.Index])
		}
	}
}

// inheritFields fills Effective from the root of the chain downwards.
func (m *moduleChecker) inheritFields(id NominalID) {
	class := &m.program.Nominals[id]
	ancestors := m.ancestors(id)
	for _, ancestor := range ancestors {
		m.inherited += len(m.program.Nominals[ancestor].Fields)
	}
	if m.inherited > MaxInheritedFields {
		m.report(diag.G171, nameSpan(class.Decl), "inherited_fields: more than "+strconv.Itoa(MaxInheritedFields))
		class.Parent = NoNominal
		return
	}
	inherited := map[string]bool{}
	var effective []FieldID
	for _, ancestor := range ancestors {
		for _, field := range m.program.Nominals[ancestor].Fields {
			inherited[m.program.Fields[field].Name] = true
			effective = append(effective, field)
		}
	}
	for _, field := range class.Fields {
		made := &m.program.Fields[field]
		if inherited[made.Name] {
			m.report(diag.T229, made.Decl.Name.Span, "class `"+class.Name+"` inherits `"+made.Name+"` and cannot declare it again")
		}
	}
	if len(effective) > 0 {
		class.Effective = append(effective, class.Fields...)
	}
}

// checkResourceFields refuses classes that hold a resource.
func (m *moduleChecker) checkResourceFields(class *Nominal) {
	for _, id := range class.Fields {
		field := &m.program.Fields[id]
		if facts := m.program.Facts(field.Type); facts.ContainsResource || facts.HoldsText && field.Type != TypeString {
			m.report(diag.T234, field.Decl.Type.Span(), "a class field cannot carry a string or a resource")
		}
	}
}

// ancestors lists the ancestors of a class, the root first.
func (m *moduleChecker) ancestors(id NominalID) []NominalID {
	var chain []NominalID
	for at := m.program.Nominals[id].Parent; at != NoNominal; at = m.program.Nominals[at].Parent {
		chain = append(chain, at)
	}
	slices.Reverse(chain)
	return chain
}

// descends says whether child is a proper descendant of the class parent.
func (m *moduleChecker) descends(child, parent NominalID) bool {
	if child == NoNominal || parent == NoNominal || child == parent {
		return false
	}
	for at := m.program.Nominals[child].Parent; at != NoNominal; at = m.program.Nominals[at].Parent {
		if at == parent {
			return true
		}
	}
	return false
}

// checkUpcastLoss refuses an upcast that would drop owned fields.
func (m *moduleChecker) checkUpcastLoss(child, parent NominalID, span diag.Span) {
	kept := len(m.program.Nominals[parent].Effective)
	for _, id := range m.program.Nominals[child].Effective[kept:] {
		if field := &m.program.Fields[id]; !m.program.IsCopy(field.Type) {
			m.report(diag.T233, span, "the upcast to `"+m.program.Nominals[parent].Name+"` would lose the owned field `"+field.Name+"`")
			return
		}
	}
}

// checkReceiver demands that a method's first parameter is its class. No rule
// says what another one would mean.
func (f *functionChecker) checkReceiver() {
	class := &f.program.Nominals[f.fn.Receiver]
	if len(f.fn.Params) == 0 || f.fn.Params[0].Type != class.Type && f.fn.Params[0].Type != TypeInvalid {
		f.report(diag.P299, f.decl.Name.Span, "a method whose first parameter is not its class is")
	}
}

// methodNamed finds a method of a class, the nearest class first.
func (m *moduleChecker) methodNamed(class NominalID, name string) FunctionID {
	for at := class; at != NoNominal; at = m.program.Nominals[at].Parent {
		if id := m.ownMethod(at, name); id != NoFunction {
			return id
		}
	}
	return NoFunction
}

// ownMethod finds a method that a class declares itself; of two with one name
// the first counts.
func (m *moduleChecker) ownMethod(class NominalID, name string) FunctionID {
	declared := m.program.Nominals[class].Methods
	if len(declared) > wideMembers {
		if id, ok := m.methodIndex(class)[name]; ok {
			return id
		}
		return NoFunction
	}
	for _, id := range declared {
		if m.program.Functions[id].Name == name {
			return id
		}
	}
	return NoFunction
}

func (m *moduleChecker) methodIndex(class NominalID) map[string]FunctionID {
	index, ok := m.methods[class]
	if !ok {
		declared := m.program.Nominals[class].Methods
		index = make(map[string]FunctionID, len(declared))
		for i := len(declared) - 1; i >= 0; i-- {
			index[m.program.Functions[declared[i]].Name] = declared[i]
		}
		m.methods[class] = index
	}
	return index
}

// checkOverrides ties methods to the inherited ones they replace and demands
// the same signature but for the receiver.
func (m *moduleChecker) checkOverrides() {
	for _, f := range m.functions {
		if f.fn.Receiver == NoNominal {
			continue
		}
		parent := m.program.Nominals[f.fn.Receiver].Parent
		inherited := m.methodNamed(parent, f.fn.Name)
		if inherited == NoFunction {
			continue
		}
		f.fn.Overrides = inherited
		m.pending = append(m.pending, f)
	}
}

// checkOverrideShapes compares overrides with what they override, once all
// signatures are known.
func (m *moduleChecker) checkOverrideShapes() {
	for _, f := range m.pending {
		if !sameShape(f.fn, m.program.Functions[f.fn.Overrides]) {
			m.report(diag.T230, f.decl.Name.Span, "method `"+f.fn.Name+"` differs from the inherited signature")
		}
	}
}

// sameShape compares two methods except for their receivers' class. Faulty
// types count as equal.
func sameShape(a, b *Function) bool {
	if len(a.Params) != len(b.Params) || !slices.Equal(a.Effects, b.Effects) || !sameType(a.Result, b.Result) {
		return false
	}
	for i := range a.Params {
		if a.Params[i].Mode != b.Params[i].Mode || i > 0 && !sameType(a.Params[i].Type, b.Params[i].Type) {
			return false
		}
	}
	return true
}

func sameType(a, b Type) bool { return a == b || a == TypeInvalid || b == TypeInvalid }

// methodCall checks `receiver.m(…)`.
func (f *functionChecker) methodCall(e *syntax.MethodCall) Type {
	f.refuseInLoop(e, "a method call")
	t := f.expr(e.Receiver)
	if t == TypeInvalid {
		f.args(e.Args)
		return f.invalid(e)
	}
	method := NoFunction
	if f.program.Kind(t) == KindClass {
		method = f.methodNamed(f.program.NominalOf(t), e.Method.Text)
	}
	if method == NoFunction {
		f.report(diag.T203, e.Method.Span, e.Method.Text)
		f.args(e.Args)
		return f.invalid(e)
	}
	return f.enterMethod(e, e.Method, e.TypeArgs, e.Args, Call{Function: method, Receiver: t})
}

// superCall checks `super.m(…)`: the search starts at the parent.
func (f *functionChecker) superCall(e *syntax.SuperCall) Type {
	f.refuseInLoop(e, "a method call")
	if f.fn.Receiver == NoNominal || f.program.Nominals[f.fn.Receiver].Parent == NoNominal {
		f.report(diag.T231, e.Span(), "`super` stands in methods of classes with a parent")
		f.args(e.Args)
		return f.invalid(e)
	}
	class := &f.program.Nominals[f.fn.Receiver]
	method := f.methodNamed(class.Parent, e.Method.Text)
	if method == NoFunction {
		f.report(diag.T231, e.Method.Span, "no ancestor of `"+class.Name+"` has a method `"+e.Method.Text+"`")
		f.args(e.Args)
		return f.invalid(e)
	}
	return f.enterMethod(e, e.Method, e.TypeArgs, e.Args, Call{Function: method, Super: true, Receiver: class.Type})
}

// enterMethod checks the arguments of a method's call.
func (f *functionChecker) enterMethod(e syntax.Expr, name syntax.Name, typeArgs []syntax.TypeExpr, args []syntax.Expr, row Call) Type {
	fn := f.program.Functions[row.Function]
	if len(typeArgs) > 0 {
		f.report(diag.T225, name.Span, "method `"+fn.Name+"` is not generic")
	}
	want := max(len(fn.Params)-1, 0)
	if f.arity(e, fn.Name, len(args), want) {
		for i, arg := range args {
			f.arg(arg, fn.Params[i+1].Type)
		}
	} else {
		f.args(args)
	}
	f.checkContractCall(e, fn.Name, len(fn.Effects))
	if declared := f.program.Nominals[fn.Receiver].Type; declared != row.Receiver {
		row.Upcast = true
		f.checkUpcastLoss(f.program.NominalOf(row.Receiver), fn.Receiver, e.Span())
	}
	row.Kind, row.Method, row.Import, row.Instance, row.Use = TargetFunction, true, NoImport, NoInstance, -1
	f.keepCall(e, row)
	return f.fresh(e, fn.Result)
}
