package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// OpenBody adds a hole for the body of an explicit monomorphic top-level function
// other than main.
//
// Refusals of this and the other two: SPX-G230 for the id, the target, the selector
// and an overlap with a pending hole, SPX-G231 for a bound.
func (d *Draft) OpenBody(p *candidate.Programs, id, target string) (*Draft, diag.List) {
	return d.open(p, id, func(g *ground) (Hole, diag.List) {
		at, fault := g.body(target)
		if fault != nil {
			return Hole{}, fault
		}
		return g.describe(id, Body, target, at), nil
	})
}

// OpenExpression adds a hole for one expression of a body; expression is its id in
// the last valid revision.
func (d *Draft) OpenExpression(p *candidate.Programs, id, target, expression string) (*Draft, diag.List) {
	return d.open(p, id, func(g *ground) (Hole, diag.List) { return g.selected(id, Expression, target, expression) })
}

// OpenContract adds a hole for one expression of a contract clause.
func (d *Draft) OpenContract(p *candidate.Programs, id, target, expression string) (*Draft, diag.List) {
	return d.open(p, id, func(g *ground) (Hole, diag.List) { return g.selected(id, Contract, target, expression) })
}

// open adds the hole that find describes.
func (d *Draft) open(p *candidate.Programs, id string, find func(*ground) (Hole, diag.List)) (*Draft, diag.List) {
	if fault := checkHoleID(id); fault != nil {
		return nil, fault
	}
	if _, there := findHole(d.holes, id); there {
		return nil, diag.Refusal(CodeHole, "the draft has a pending hole %s already", diag.Shown(id))
	}
	if len(d.holes) >= MaxHoles {
		return nil, diag.Refusal(CodeCapacity, "a draft has at most %d pending holes", MaxHoles)
	}
	g, fault := groundOf(p, d.valid)
	if fault != nil {
		return nil, fault
	}
	hole, fault := find(g)
	if fault != nil {
		return nil, fault
	}
	if fault := checkDisjoint(d.holes, &hole); fault != nil {
		return nil, fault
	}
	return assemble(d.kinds, d.valid, append(slices.Clip(d.holes), hole), d.past)
}

// checkDisjoint refuses a hole that cannot be pending beside others.
func checkDisjoint(holes []Hole, hole *Hole) diag.List {
	for i := range holes {
		if holes[i].excludes(hole) {
			return diag.Refusal(CodeHole, "the hole overlaps the pending hole %s", diag.Shown(holes[i].ID))
		}
	}
	return nil
}

// selected describes the hole for the expression of a function with an id.
func (g *ground) selected(id string, kind Kind, target, expression string) (Hole, diag.List) {
	at, fault := g.expression(target, func(e *check.ExpressionIdentity) bool { return e.ID == expression })
	if fault != nil {
		return Hole{}, fault
	}
	if inBody := at.at.Phase == check.PhaseBody; inBody != (kind == Expression) {
		return Hole{}, diag.Refusal(CodeHole, "the expression stands in the phase %s", at.at.Phase)
	}
	return g.describe(id, kind, target, at), nil
}
