package check

import (
	"iter"
	"slices"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// A template is checked once, with its parameters as types of their own that
// admit only what every substitution by i64 and bool admits: equality, moving
// and passing on. This accepts exactly the bodies that check under all
// substitutions, and reports each fault once.

type instanceKey struct {
	function FunctionID
	a, b     Type
}

// checkTemplate judges the declaration of a generic function.
func (f *functionChecker) checkTemplate() {
	params := f.decl.TypeParams
	if f.fn.Receiver != NoNominal {
		f.report(diag.T224, params[0].Span, "a method cannot be generic")
	}
	if f.fn.wide {
		f.report(diag.T224, params[MaxFunctionTypeParameters].Span, "a generic function has at most two type parameters")
		params = params[:MaxFunctionTypeParameters]
	}
	for i, param := range params {
		if _, builtin := builtinType(param.Text); builtin || isReservedWord(param.Text) {
			f.report(diag.T224, param.Span, "`"+param.Text+"` cannot name a type parameter")
		}
		for _, earlier := range params[:i] {
			if earlier.Text == param.Text {
				f.report(diag.T224, param.Span, "duplicate type parameter `"+param.Text+"`")
				break
			}
		}
	}
	if len(f.decl.Uses) > 0 {
		f.report(diag.T226, f.decl.Uses[0].Span, "a generic function has no effects")
	}
}

// templateScope are the type parameters of the function.
func (f *functionChecker) templateScope() typeScope {
	scope := typeScope{names: f.fn.TypeParameters, wide: f.fn.wide}
	for i, name := range f.fn.TypeParameters {
		scope.types = append(scope.types, f.program.types.parameter(f.fn.Identity.Text, uint32(i), name))
	}
	return scope
}

// checkTemplateTypes admits i64, bool and own parameters in the signature.
func (f *functionChecker) checkTemplateTypes() {
	f.checkTemplateType(f.fn.Result, f.decl.Result)
	for i := range f.fn.Params {
		param := &f.fn.Params[i]
		f.checkTemplateType(param.Type, param.Decl.Type)
		if param.Mode != ModeValue {
			f.report(diag.T224, param.Decl.Span(), "a generic function's parameters are plain values")
		}
	}
}

func (f *functionChecker) checkTemplateType(t Type, written syntax.TypeExpr) {
	if t == TypeInvalid || t == TypeI64 || t == TypeBool || f.program.Kind(t) == KindParameter {
		return
	}
	f.report(diag.T224, written.Span(), "a generic signature holds i64, bool and the function's own parameters, not `"+f.typeName(t)+"`")
}

// checkTemplateExpr refuses what a template's body may not hold.
func (f *functionChecker) checkTemplateExpr(e syntax.Expr) {
	if f.fn.IsGeneric() {
		f.report(diag.T226, e.Span(), "a generic body holds only literals, names, calls, operators, blocks and `if`")
	}
}

// callTypeArguments checks the type arguments of a call of fn and enters the
// instance. It reports whether the arguments make sense.
func (f *functionChecker) callTypeArguments(e *syntax.Call, fn *Function, row *Call) bool {
	if fn.wide {
		return false
	}
	if len(e.TypeArgs) != len(fn.TypeParameters) {
		text := "`" + e.Callee.Text + "` takes " + counted(len(fn.TypeParameters), "type argument")
		f.report(diag.T225, e.Callee.Span, text)
		return false
	}
	if len(e.TypeArgs) == 0 {
		return true
	}
	args := make([]Type, len(e.TypeArgs))
	for i, written := range e.TypeArgs {
		args[i] = f.resolveType(written, f.scope)
		switch {
		case args[i] == TypeInvalid:
			return false
		case args[i] != TypeI64 && args[i] != TypeBool && f.program.Kind(args[i]) != KindParameter:
			f.report(diag.T225, written.Span(), "a type argument of a call is i64 or bool, not `"+f.typeName(args[i])+"`")
			return false
		}
	}
	row.TypeArguments = args
	if !f.fn.IsGeneric() {
		row.Instance = f.instance(fn, args)
	}
	return true
}

// instance enters a use of a template, in the order of first use.
func (c *checker) instance(fn *Function, args []Type) InstanceID {
	key := instanceKey{function: fn.ID, a: args[0]}
	if len(args) > 1 {
		key.b = args[1]
	}
	if id, ok := c.instances[key]; ok {
		return id
	}
	id := InstanceID(len(c.program.Instances))
	c.program.Instances = append(c.program.Instances, Instance{ID: id, Function: fn.ID, Args: args})
	c.instances[key] = id
	return id
}

// markCycles remembers where, in the order of checks, the faults of templates
// that reach templates belong; the calls are known only after the bodies.
func (m *moduleChecker) markCycles() { m.cyclesAt = len(m.module.Diagnostics) }

// checkTemplateReach refuses templates that reach a template through calls,
// themselves included.
func (c *checker) checkTemplateReach() {
	reaches := c.reachingTemplates()
	for _, m := range c.modules {
		found := m.apart(func() {
			for _, f := range m.functions {
				if f.fn.IsGeneric() && reaches[f.fn.ID] {
					m.report(diag.T226, f.decl.Name.Span, "generic function `"+f.fn.Name+"` reaches a generic function through its calls")
				}
			}
		})
		m.module.Diagnostics = slices.Insert(m.module.Diagnostics, m.cyclesAt, found...)
	}
}

// reachingTemplates marks the functions that call a template, directly or not.
func (c *checker) reachingTemplates() []bool {
	callers := make([][]FunctionID, len(c.program.Functions))
	var work []FunctionID
	for _, fn := range c.program.Functions {
		for callee := range c.callees(fn) {
			callers[callee] = append(callers[callee], fn.ID)
		}
		if fn.IsGeneric() {
			work = append(work, fn.ID)
		}
	}
	reaches := make([]bool, len(c.program.Functions))
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, caller := range callers[id] {
			if !reaches[caller] {
				reaches[caller] = true
				work = append(work, caller)
			}
		}
	}
	return reaches
}

// callees yields the functions that fn calls, once per call.
func (c *checker) callees(fn *Function) iter.Seq[FunctionID] {
	tables := c.program.Modules[fn.Module].Tables
	return func(yield func(FunctionID) bool) {
		for _, site := range fn.Calls {
			row := tables.Call(site.Expr.ID())
			if row.Kind == TargetFunction && !yield(row.Function) {
				return
			}
		}
	}
}
