package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Ownership is what is known of the owned and borrowed values of one function:
// its storage, its loans and how values end on every way out. It describes the
// checked source, not a run.
type Ownership struct {
	Function FunctionID
	// Instance is the generic instance described, or NoInstance.
	Instance  InstanceID
	Inventory Inventory
	Loans     LoanPlan
	Cleanup   CleanupPlan
	// Accesses are the uses of places, in the order of evaluation.
	Accesses []PlaceAccess
}

// PlaceAccess is one use of a local or of a part of one.
type PlaceAccess struct {
	Kind AccessKind
	// Place as in [Tables.Place]; of `super.m(…)` the first parameter.
	Place *Place
	Expr  syntax.Expr
	// Expression is its identity.
	Expression string
	Phase      Phase
}

// AccessKind says what a use does to the place.
type AccessKind uint8

// The kinds of uses.
const (
	AccessRead   AccessKind = iota // copies a value or passes a borrow on
	AccessMove                     // hands the value over
	AccessBorrow                   // lends the value
)

// String is the word used in documents.
func (k AccessKind) String() string {
	return [...]string{AccessRead: "read", AccessMove: "move", AccessBorrow: "borrow"}[k]
}

// Ownership works out the ownership of a function; for a template, with its
// parameters as types. It is nil when the program has errors. The result is
// built anew by each call, in time linear in the function's size, and belongs to
// the caller.
func (p *Program) Ownership(id FunctionID) *Ownership {
	if !p.OK() {
		return nil
	}
	fn := p.Functions[id]
	return p.plan(fn, NoInstance, nil, p.Identities(fn))
}

// InstanceOwnership is [Program.Ownership] for an instance of a template.
func (p *Program) InstanceOwnership(id InstanceID) *Ownership {
	if !p.OK() {
		return nil
	}
	made := &p.Instances[id]
	return p.plan(p.Functions[made.Function], id, made.Args, p.InstanceIdentities(id))
}

func (p *Program) plan(fn *Function, instance InstanceID, args []Type, identities *Identities) *Ownership {
	w := newFlow(p, fn, p.Modules[fn.Module].Tables, Builtins())
	w.rec = newRecorder(p, fn, instance, args, identities)
	w.report = func(code diag.Code, _ diag.Span, _ ...string) {
		panic("BUG: " + string(code) + " in the plan of a checked function")
	}
	for phase := PhaseRequires; phase <= PhaseEnsures; phase++ {
		w.rec.phase = phase
		w.walkPhase(phase)
	}
	w.rec.finish()
	return w.rec.out
}
