package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// checkFunctions checks the functions of the module in source order.
func (m *moduleChecker) checkFunctions() {
	for _, f := range m.functions {
		m.module.Diagnostics = append(m.module.Diagnostics, f.header...)
		f.check()
	}
}

// check is the order of checks inside a function.
func (f *functionChecker) check() {
	f.names = make(map[string]LocalID, len(f.fn.Params))
	f.end = f.decl.Span().End
	for i := range f.fn.Params {
		f.declareParameter(&f.fn.Params[i])
	}
	f.phased(PhaseRequires, f.checkRequires)
	f.phased(PhaseBody, f.checkBody)
	f.checkResultOwnership()
	f.phased(PhaseEnsures, f.checkEnsures)
	f.checkLifecycleEffects()
	f.checkPermits()
	f.checkCalleeEffects()
	f.names, f.visible = nil, nil
}

// phased runs the check of one phase, then the ownership rules over it unless
// its types are in doubt: because of a fault here, or because an expression has no
// type for a fault elsewhere (a callee's result, a field).
func (f *functionChecker) phased(phase Phase, step func()) {
	f.phase = phase
	before := len(f.module.Diagnostics)
	f.doubt = false
	step()
	if !f.doubt && !f.module.Diagnostics[before:].HasErrors() && !f.header.HasErrors() {
		f.checkOwnership(phase)
	}
}

func (f *functionChecker) declareParameter(param *Parameter) {
	f.declareLocal(Local{
		Name: param.Name, Kind: LocalParameter, Type: param.Type, Mode: f.heldMode(param),
		Decl: param.Decl, Span: param.Decl.Name.Span, From: f.decl.Span().Start, To: f.end,
	})
}

// declareLocal adds a slot and makes its name visible.
func (f *functionChecker) declareLocal(local Local) LocalID {
	id := LocalID(len(f.fn.Locals))
	f.fn.Locals = append(f.fn.Locals, local)
	before, ok := f.names[local.Name]
	if !ok {
		before = NoLocal
	}
	f.names[local.Name] = id
	f.visible = append(f.visible, binding{id, before})
	if f.program.Facts(local.Type).ContainsResource {
		f.resources++
	}
	return id
}

// bind judges the name of a let or pattern binding and declares it.
func (f *functionChecker) bind(local Local) LocalID {
	if isReservedWord(local.Name) {
		f.report(diag.S109, local.Span, local.Name)
	}
	if _, taken := f.names[local.Name]; taken {
		f.report(diag.T209, local.Span, local.Name)
	}
	return f.declareLocal(local)
}

// leave ends the visibility of the locals declared after mark.
func (f *functionChecker) leave(mark int) {
	for i := len(f.visible) - 1; i >= mark; i-- {
		gone := f.visible[i]
		local := &f.fn.Locals[gone.local]
		if gone.before == NoLocal {
			delete(f.names, local.Name)
		} else {
			f.names[local.Name] = gone.before
		}
		if f.program.Facts(local.Type).ContainsResource {
			f.resources--
		}
	}
	f.visible = f.visible[:mark]
}

func (f *functionChecker) checkRequires() { f.checkClauses(f.decl.Requires) }

func (f *functionChecker) checkEnsures() { f.checkClauses(f.decl.Ensures) }

func (f *functionChecker) checkClauses(clauses []*syntax.Clause) {
	for i, clause := range clauses {
		f.clause = i
		t := f.expr(clause.Cond)
		if t != TypeBool && t != TypeInvalid {
			f.report(diag.C101, clause.Cond.Span(), "a contract clause is bool, not `"+f.typeName(t)+"`")
		}
	}
	f.clause = 0
}

func (f *functionChecker) checkBody() {
	t := f.expr(f.decl.Body)
	want := f.fn.Result
	if t != want && t != TypeInvalid && want != TypeInvalid {
		f.report(diag.T103, f.decl.Body.Tail.Span(), f.typeName(want), f.typeName(t))
	}
}

// inContract says whether the expression at hand belongs to a clause.
func (f *functionChecker) inContract() bool { return f.phase != PhaseBody }
