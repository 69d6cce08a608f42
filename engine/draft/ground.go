package draft

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// ground is the checked revision the holes of a draft stand in.
type ground struct {
	image   *image.Image
	program *check.Program
	base    *intent.Base
}

// groundOf is the current revision of a candidate.
func groundOf(p *candidate.Programs, c *candidate.Candidate) (*ground, diag.List) {
	i, fault := p.Current(c)
	if fault != nil {
		return nil, fault
	}
	return &ground{image: i, program: i.Project().Program(), base: intent.NewBase(i.Project())}, nil
}

// mainName is the name of the function a module starts with.
const mainName = "main"

// function finds an explicit monomorphic top-level function (SPX-G230).
func (g *ground) function(target string) (*check.Function, diag.List) {
	ref, ok := g.program.Lookup(target)
	if !ok || ref.Kind != check.RefFunction {
		return nil, diag.Refusal(CodeHole, "%s is no function", diag.Shown(target))
	}
	fn := g.program.Functions[ref.Index]
	switch {
	case fn.Receiver != check.NoNominal || fn.Identity.Origin != check.Explicit:
		return nil, diag.Refusal(CodeHole, "%s is no top-level function with an explicit identity", diag.Shown(target))
	case fn.IsGeneric():
		return nil, diag.Refusal(CodeHole, "%s is generic", diag.Shown(target))
	}
	return fn, nil
}

// place is where a hole stands: its function and, of expression and contract holes,
// the covered expression.
type place struct {
	fn *check.Function
	at check.ExpressionIdentity
}

// body finds the place of a body hole.
func (g *ground) body(target string) (*place, diag.List) {
	fn, fault := g.function(target)
	if fault == nil && fn.Name == mainName {
		return nil, diag.Refusal(CodeHole, "%s is a main", diag.Shown(target))
	}
	return &place{fn: fn}, fault
}

// expression finds the place of an expression by a predicate over the function's
// expressions.
func (g *ground) expression(target string, is func(*check.ExpressionIdentity) bool) (*place, diag.List) {
	fn, fault := g.function(target)
	if fault != nil {
		return nil, fault
	}
	rows := g.program.Identities(fn).Expressions
	if len(rows) > intent.MaxCatalogueExpressions {
		return nil, diag.Refusal(CodeCapacity, "%s has %d expressions, the limit is %d", diag.Shown(target), len(rows), intent.MaxCatalogueExpressions)
	}
	for i := range rows {
		if is(&rows[i]) {
			return &place{fn, rows[i]}, nil
		}
	}
	return nil, diag.Refusal(CodeHole, "%s has no such expression", diag.Shown(target))
}

// describe makes the hole that stands at a place.
func (g *ground) describe(id string, kind Kind, target string, at *place) Hole {
	h := Hole{ID: id, Kind: kind, Target: target}
	if kind == Body {
		h.Type = g.program.TypeKey(at.fn.Result)
		return h
	}
	tables, node := g.program.Modules[at.fn.Module].Tables, at.at.Expr.ID()
	h.Expression, h.path = strings.Clone(at.at.ID), strings.Clone(at.at.Path)
	h.Type, h.Ownership = g.program.TypeKey(tables.Type(node)), tables.Mode(node).String()
	if kind == Contract {
		h.Phase = at.at.Phase.String()
	}
	return h
}

// place finds where a hole described on this ground stands.
func (g *ground) place(h *Hole) (*place, diag.List) {
	if h.Kind == Body {
		return g.body(h.Target)
	}
	return g.expression(h.Target, func(e *check.ExpressionIdentity) bool { return e.Path == h.path })
}

// again finds a hole described on another ground on this one: the same place, with
// the same type and ownership. The expression id may differ.
func (g *ground) again(h *Hole) (Hole, diag.List) {
	at, fault := g.place(h)
	if fault != nil {
		return Hole{}, fault
	}
	found := g.describe(h.ID, h.Kind, h.Target, at)
	if found.Type != h.Type || found.Ownership != h.Ownership || found.Phase != h.Phase {
		return Hole{}, diag.Refusal(CodeHole, "the place of the hole %s has another type or ownership now", diag.Shown(h.ID))
	}
	return found, nil
}
