package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// checkOwnership judges moves, borrows and views in one phase of the function.
// It runs only when the phase's types are free of faults, so that every
// expression has a type, a mode and its row in the side tables. What the body
// hands over is gone in the ensures clauses.
func (f *functionChecker) checkOwnership(phase Phase) {
	if phase == PhaseBody {
		f.bodyJudged = true
	}
	if !f.hasOwners(phase) {
		return
	}
	if f.flow == nil {
		f.flow = newFlow(f.program, f.fn, f.tables, f.table)
		f.flow.report = f.report
	}
	f.flow.walkPhase(phase)
}

// hasOwners says whether a phase can hold anything that ownership rules judge:
// a local that owns, borrows or may be viewed, an owned result, a resource.
func (f *functionChecker) hasOwners(phase Phase) bool {
	if f.program.hasResources || phase == PhaseEnsures && !f.program.IsCopy(f.fn.Result) {
		return true
	}
	for i := range f.fn.Locals {
		local := &f.fn.Locals[i]
		switch {
		case local.Mode == ModeOwn:
			return true
		case local.Type.IsView() && local.Kind == LocalParameter:
		case local.Type.IsScalar() || local.Mode == ModeValue && f.program.Kind(local.Type) == KindVariant:
		default:
			return true
		}
	}
	return false
}

// checkResultOwnership judges how the body holds the value it returns.
func (f *functionChecker) checkResultOwnership() {
	body := f.decl.Body
	if !f.bodyJudged || f.program.IsCopy(f.fn.Result) || f.tables.modes[body.ID()] == ModeOwn {
		return
	}
	f.report(diag.O104, body.Tail.Span(), "the body does not own the `"+f.typeName(f.fn.Result)+"` it returns")
}

// flow follows the owned and borrowed values of one function in the order of
// evaluation: requires, body, ensures.
//
// A place is a local or a part of one. Taking a value hands it over and leaves
// its place empty; reading leaves it where it is. A loan is a view or a borrow
// of a place that is alive; places with a loan do not move.
type flow struct {
	program *Program
	fn      *Function
	tables  *Tables
	table   []BuiltinRow
	phase   Phase
	report  func(code diag.Code, span diag.Span, args ...string)
	// rec writes down plans; nil during the check.
	rec *recorder

	// next is the first local not yet declared.
	next LocalID
	// loopFloor and guardFloor are the first locals of the loop and guard around:
	// what was declared before them does not move inside.
	loopFloor, guardFloor LocalID
	// renewing is the local whose renewal is being evaluated, or NoLocal.
	renewing LocalID

	placeTable
	joins
	loanTable
	// pending are the temporaries that operations around are waiting to use.
	pending []pendingSlot
}

// pendingSlot is a temporary that an operation takes or only reads.
type pendingSlot struct {
	slot  SlotID
	taken bool
}

func newFlow(program *Program, fn *Function, tables *Tables, table []BuiltinRow) *flow {
	return &flow{
		program: program, fn: fn, tables: tables, table: table,
		next: LocalID(len(fn.Params)), renewing: NoLocal,
	}
}

// walkPhase follows one phase.
func (w *flow) walkPhase(phase Phase) {
	w.phase = phase
	w.growRoots(len(w.fn.Locals))
	switch phase {
	case PhaseRequires:
		w.clauses(w.fn.Decl.Requires)
	case PhaseBody:
		w.rec.result(w.take(w.fn.Decl.Body, takeResult))
	case PhaseEnsures:
		w.clauses(w.fn.Decl.Ensures)
	}
}

func (w *flow) clauses(clauses []*syntax.Clause) {
	for _, clause := range clauses {
		w.read(clause.Cond)
		w.rec.status(clause.Cond, StatusContract)
	}
}

func (w *flow) copies(t Type) bool { return w.program.IsCopy(t) }

func (w *flow) typeOf(e syntax.Expr) Type { return w.tables.types[e.ID()] }

func (w *flow) modeOf(e syntax.Expr) Mode { return w.tables.modes[e.ID()] }
