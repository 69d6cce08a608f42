package check

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// functionChecker is the state of the check of one function.
type functionChecker struct {
	*moduleChecker
	fn   *Function
	decl *syntax.Function
	// header holds the faults of the signature until the function's turn.
	header diag.List
	scope  typeScope
	// names finds the visible local of a name; visible lists them innermost
	// last, each with what its name meant before.
	names   map[string]LocalID
	visible []binding
	// end is the byte offset at which the block around closes.
	end    uint32
	phase  Phase
	clause int
	// loop counts the loops around the expression at hand.
	loop int
	// renewal is the value being assigned: in a loop bytes_set stands only there
	// and as the first argument of another such link.
	renewal syntax.Expr
	// capacities are the sizes of locals that hold a buffer of known size.
	capacities map[LocalID]uint64
	// allocations are the sites that make bytes, for the capacity rules.
	allocations []allocation
	// loopCalls are the calls of functions inside loops.
	loopCalls []CallSite
	// resources counts the visible locals that hold a resource.
	resources int
	// flow follows owned values over the phases; bodyJudged says that it saw the
	// body.
	flow       *flow
	bodyJudged bool
	// doubt: an expression of the phase has no type.
	doubt bool
}

// binding is one visible local and the local its name meant before.
type binding struct {
	local, before LocalID
}

// checkHeaders judges the names and identities of functions and resolves all
// signatures; what is wrong with the types is kept for the function's turn.
func (m *moduleChecker) checkHeaders() {
	methods := map[string]bool{}
	class := NoNominal
	for _, f := range m.functions {
		if f.fn.Receiver == NoNominal {
			m.checkFunctionName(f.decl.Name, callee{TargetFunction, int32(f.fn.ID), -1})
		} else {
			if class != f.fn.Receiver {
				class = f.fn.Receiver
				clear(methods)
			}
			m.checkMethodName(f.decl.Name, methods)
		}
		m.checkFunctionIdentity(f)
		if f.fn.IsGeneric() {
			f.checkTemplate()
		}
		f.header = m.apart(f.resolveSignature)
	}
	m.checkOverrides()
}

// apart runs a step and returns its diagnostics instead of adding them.
func (m *moduleChecker) apart(step func()) diag.List {
	before := m.module.Diagnostics
	m.module.Diagnostics = nil
	step()
	found := m.module.Diagnostics
	m.module.Diagnostics = before
	return found
}

func (m *moduleChecker) checkMethodName(name syntax.Name, seen map[string]bool) {
	if isReservedWord(name.Text) {
		m.report(diag.S104, name.Span, name.Text)
	}
	if seen[name.Text] {
		m.report(diag.S101, name.Span, name.Text)
	}
	seen[name.Text] = true
}

func (m *moduleChecker) checkFunctionIdentity(f *functionChecker) {
	if written := f.decl.Identity; written != nil && strings.HasPrefix(written.Value, executionPrefix) {
		m.report(diag.S113, written.Span, written.Value)
		return
	}
	m.checkWritten(f.fn.Identity, f.decl.Identity, f.decl.Name, diag.S103)
}

// resolveSignature resolves result and parameter types, then judges names and
// modes.
func (f *functionChecker) resolveSignature() {
	f.scope = f.templateScope()
	f.fn.Result = f.resolveType(f.decl.Result, f.scope)
	if f.fn.Result.IsView() {
		f.report(diag.T264, f.decl.Result.Span(), "a function cannot return a view")
		f.fn.Result = TypeInvalid
	}
	f.fn.Params = make([]Parameter, len(f.decl.Params))
	for i, param := range f.decl.Params {
		f.fn.Params[i] = Parameter{
			Name: param.Name.Text, Mode: Mode(param.Mode), Decl: param, Type: f.resolveType(param.Type, f.scope),
		}
	}
	if f.fn.IsGeneric() {
		f.checkTemplateTypes()
	}
	if f.fn.Receiver != NoNominal {
		f.checkReceiver()
	}
	seen := make(map[string]bool, len(f.fn.Params))
	for i := range f.fn.Params {
		f.checkParameter(&f.fn.Params[i], seen)
	}
}

func (f *functionChecker) checkParameter(param *Parameter, seen map[string]bool) {
	name := param.Decl.Name
	if isReservedWord(name.Text) {
		f.report(diag.S105, name.Span, name.Text)
	}
	if seen[name.Text] {
		f.report(diag.T102, name.Span, name.Text)
	}
	seen[name.Text] = true
	if param.Type != TypeInvalid {
		f.checkMode(param)
	}
}

// checkMode judges a parameter's ownership word against its type.
func (f *functionChecker) checkMode(param *Parameter) {
	facts, kind := f.program.Facts(param.Type), f.program.Kind(param.Type)
	refuse := func(code diag.Code, text string) { f.report(code, param.Decl.Name.Span, text) }
	switch {
	case facts.ContainsResource:
		if param.Mode == ModeValue {
			refuse(diag.O001, "parameter `"+param.Name+"` holds a resource and needs own, borrow or shared")
		}
	case param.Type.IsView():
		switch param.Mode {
		case ModeValue:
			f.report(diag.T268, param.Decl.Type.Span(), "a view parameter is written `borrow "+f.typeName(param.Type)+"`")
		case ModeOwn, ModeShared:
			refuse(diag.O002, "a view is only borrowed")
		}
	case param.Mode == ModeValue:
	case param.Mode == ModeOwn && !facts.Copy:
	case param.Mode == ModeBorrow && !facts.Copy && (param.Type == TypeBytes || kind == KindRecord || kind == KindClass):
	default:
		refuse(diag.O002, "parameter `"+param.Name+"` of type `"+f.typeName(param.Type)+"` takes no `"+param.Mode.String()+"`")
	}
}

// heldMode is how the local of a parameter holds its value.
func (f *functionChecker) heldMode(param *Parameter) Mode {
	if param.Type != TypeInvalid && (param.Mode == ModeBorrow || param.Mode == ModeShared) {
		return param.Mode
	}
	return f.valueMode(param.Type)
}

// valueMode is the mode of a fresh value of a type.
func (m *moduleChecker) valueMode(t Type) Mode {
	switch {
	case t.IsView():
		return ModeBorrow
	case m.program.IsCopy(t):
		return ModeValue
	}
	return ModeOwn
}
