package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Readmission says where a pending hole of a parent stands in the result of a rebase
// or merge. The expression ids are empty for bodies.
type Readmission struct {
	Hole           string
	Kind           Kind
	Target         string
	Old, New       string
	Contract, Body bool // changed concurrently
}

func readmissionShape() *schema.Kind[Readmission] {
	type r = Readmission
	return schema.Object(
		schema.Required("hole_id", schema.String(), func(p *r) *string { return &p.Hole }),
		schema.Required("kind", kindShape(), func(p *r) *Kind { return &p.Kind }),
		schema.Required("target", schema.String(), func(p *r) *string { return &p.Target }),
		schema.Required("old_expression_id", schema.NullWhenZero(schema.String()), func(p *r) *string { return &p.Old }),
		schema.Required("new_expression_id", schema.NullWhenZero(schema.String()), func(p *r) *string { return &p.New }),
		schema.Required("concurrent_contract_change", schema.Bool(), func(p *r) *bool { return &p.Contract }),
		schema.Required("concurrent_body_change", schema.Bool(), func(p *r) *bool { return &p.Body }),
		schema.ConstBool[r]("context_refreshed", true))
}

// readmitter finds pending holes of one ground on another and refuses those whose
// region changed.
type readmitter struct {
	from, to      *ground
	region, bound diag.Code
	visits        int
}

// newReadmitter compares the current revisions of two candidates.
func newReadmitter(p *candidate.Programs, from, to *candidate.Candidate, region, bound diag.Code) (*readmitter, diag.List) {
	before, fault := groundOf(p, from)
	if fault != nil {
		return nil, fault
	}
	after, fault := groundOf(p, to)
	if fault != nil {
		return nil, fault
	}
	return &readmitter{from: before, to: after, region: region, bound: bound}, nil
}

// all readmits holes in their order.
func (r *readmitter) all(holes []Hole) ([]Hole, []Readmission, diag.List) {
	found, rows := make([]Hole, 0, len(holes)), make([]Readmission, 0, len(holes))
	for i := range holes {
		hole, row, fault := r.one(&holes[i])
		if fault != nil {
			return nil, nil, fault
		}
		found, rows = append(found, hole), append(rows, row)
	}
	return found, rows, nil
}

func (r *readmitter) one(h *Hole) (Hole, Readmission, diag.List) {
	row := Readmission{Hole: h.ID, Kind: h.Kind, Target: h.Target, Old: h.Expression}
	before, fault := r.from.place(h)
	if fault != nil {
		return Hole{}, row, fault
	}
	if fault := r.visit(before.fn); fault != nil {
		return Hole{}, row, fault
	}
	after, fault := r.to.place(h)
	if fault != nil {
		return Hole{}, row, diag.Refusal(r.region, "the place of the hole %s is gone: %s", diag.Shown(h.ID), fault[0].Message())
	}
	if fault := r.compare(h, &row, before, after); fault != nil {
		return Hole{}, row, fault
	}
	found := r.to.describe(h.ID, h.Kind, h.Target, after)
	if found.Type != h.Type || found.Ownership != h.Ownership || found.Phase != h.Phase {
		return Hole{}, row, diag.Refusal(r.region, "the place of the hole %s has another type or ownership", diag.Shown(h.ID))
	}
	row.New = found.Expression
	return found, row, nil
}

// visit charges the comparison of a function.
func (r *readmitter) visit(fn *check.Function) diag.List {
	r.visits += len(r.from.program.Identities(fn).Expressions)
	if r.visits > MaxRegionVisits {
		return diag.Refusal(r.bound, "the holes cover more than %d expressions", MaxRegionVisits)
	}
	return nil
}

// compare refuses a hole whose function, dependencies or scope changed in what the
// hole stands on, and notes what else changed.
func (r *readmitter) compare(h *Hole, row *Readmission, before, after *place) diag.List {
	was, had := r.from.base.FunctionFingerprint(h.Target)
	is, has := r.to.base.FunctionFingerprint(h.Target)
	if !had || !has {
		return diag.Refusal(r.region, "the function of the hole %s is gone", diag.Shown(h.ID))
	}
	row.Contract, row.Body = was.Contracts != is.Contracts, was.Body != is.Body
	region := row.Body
	if h.Kind == Contract {
		region = row.Contract
	}
	switch {
	case was.Signature != is.Signature || was.Effects != is.Effects || region:
		return diag.Refusal(r.region, "%s was changed in what the hole %s stands on", diag.Shown(h.Target), diag.Shown(h.ID))
	case h.Kind == Contract && !r.sameCallees(before):
		return diag.Refusal(r.region, "a function called by the contracts of %s has another signature", diag.Shown(h.Target))
	case h.Kind != Body && !slices.Equal(r.from.visible(before), r.to.visible(after)):
		return diag.Refusal(r.region, "the scope of the hole %s changed", diag.Shown(h.ID))
	}
	return nil
}

// sameCallees compares the signatures of the functions a clause calls.
func (r *readmitter) sameCallees(at *place) bool {
	tables := r.from.program.Modules[at.fn.Module].Tables
	for i := range at.fn.Calls {
		site := &at.fn.Calls[i]
		if site.Phase != at.at.Phase || site.Clause != at.at.Clause {
			continue
		}
		call := tables.Call(site.Expr.ID())
		if call == nil || call.Kind != check.TargetFunction {
			continue
		}
		identity := r.from.program.Functions[call.Function].Identity.Text
		was, had := r.from.base.FunctionFingerprint(identity)
		is, has := r.to.base.FunctionFingerprint(identity)
		if !had || !has || was.Signature != is.Signature {
			return false
		}
	}
	return true
}

// visibleValue is one value in scope, without what differs between revisions.
type visibleValue struct {
	name, typ string
	mode      check.Mode
	mutable   bool
}

// visible lists the values in scope of a place, by slot.
func (g *ground) visible(at *place) []visibleValue {
	ids := at.fn.ScopeAt(at.at.Expr)
	list := make([]visibleValue, len(ids))
	for i, id := range ids {
		local := &at.fn.Locals[id]
		list[i] = visibleValue{local.Name, g.program.TypeKey(local.Type), local.Mode, local.Mutable}
	}
	return list
}
