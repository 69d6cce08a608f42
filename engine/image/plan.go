package image

import (
	"fmt"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// planRows numbers and projects the rows of one section.
func planRows[R, V any](kind *schema.Kind[planRow[V]], rows []R, project func(index int, row *R) V) items {
	made := make([]planRow[V], len(rows))
	for index := range rows {
		made[index] = planRow[V]{index, project(index, &rows[index])}
	}
	return itemsOf(kind, made)
}

// idOr is the text of an id, empty for the absent one.
func idOr[I interface {
	~int32
	fmt.Stringer
}](id I) string {
	if id < 0 {
		return ""
	}
	return id.String()
}

// planProjection projects the plans of one function or instance.
type planProjection struct {
	*Image
	shapes  *planShapes
	subject string // the identity of the function or instance
	names   *check.Identities
	plan    *check.Ownership
}

func (i *Image) planProjection(shapes *planShapes, f *check.Function) *planProjection {
	return &planProjection{i, shapes, f.Identity.Text, i.program().Identities(f), i.program().Ownership(f.ID)}
}

func (i *Image) instancePlans(shapes *planShapes, id check.InstanceID) *planProjection {
	p := i.program()
	return &planProjection{i, shapes, p.Instances[id].Identity, p.InstanceIdentities(id), p.InstanceOwnership(id)}
}

func (p *planProjection) place(at check.StoragePlace) placeValue {
	return placeValue{idOr(at.Storage), p.fieldIdentities(at.Projections)}
}

func (p *planProjection) placeOrNull(at check.StoragePlace) schema.Maybe[placeValue] {
	if at.Storage == check.NoSlot {
		return schema.Maybe[placeValue]{}
	}
	return schema.Some(p.place(at))
}

// loanRows lists the loan plan.
func (p *planProjection) loanRows() items {
	plan, shapes := &p.plan.Loans, p.shapes
	header := []loanHeader{{p.subject, len(plan.Loans), len(plan.Endpoints), len(plan.Edges)}}
	return joined(itemsOf(shapes.loanHeader, header),
		planRows(shapes.loan, plan.Loans, p.loan),
		planRows(shapes.endpoint, plan.Endpoints, func(_ int, e *check.LoanEndpoint) endpointValue {
			return endpointValue{e.Loan.String(), e.Kind(), e.Block.String(), e.Step}
		}),
		planRows(shapes.loanEdge, plan.Edges, func(_ int, e *check.LoanEdge) loanEdgeValue {
			return loanEdgeValue{e.From.String(), e.To.String()}
		}))
}

func (p *planProjection) loan(index int, l *check.Loan) loanValue {
	value := loanValue{ID: check.LoanID(index).String(), Kind: l.Kind.String(), Expression: l.Expression, Place: p.place(l.Place)}
	if l.Holder != check.NoLocal {
		value.Holder = p.names.Locals[l.Holder]
	}
	return value
}

// cleanupRows lists the cleanup plan.
func (p *planProjection) cleanupRows() items {
	plan, shapes := &p.plan.Cleanup, p.shapes
	header := cleanupHeader{Function: p.subject}
	for index := range p.plan.Inventory.Flags {
		header.Flags = append(header.Flags, p.flag(check.FlagID(index)))
	}
	return joined(itemsOf(shapes.cleanupHeader, []cleanupHeader{header}),
		planRows(shapes.slot, plan.Slots, p.slot),
		planRows(shapes.status, plan.StatusSources, func(index int, s *check.StatusSource) statusValue {
			return statusValue{check.StatusID(index).String(), s.Kind.String(), s.Expression, idOr(s.Block), idOr(s.Exit), s.Step}
		}),
		planRows(shapes.block, plan.Blocks, p.block),
		planRows(shapes.edge, plan.Edges, func(_ int, e *check.CleanupEdge) edgeValue {
			return edgeValue{e.Kind.String(), idOr(e.From), idOr(e.To), idOr(e.Exit), idOr(e.Status)}
		}),
		planRows(shapes.region, plan.Regions, p.region),
		planRows(shapes.exit, plan.Exits, func(index int, e *check.CleanupExit) exitValue {
			return exitValue{check.ExitID(index).String(), e.Kind.String(), idOr(e.Region)}
		}))
}

func (p *planProjection) flag(id check.FlagID) flagValue {
	flag := &p.plan.Inventory.Flags[id]
	value := flagValue{ID: id.String(), Type: p.program().TypeKey(flag.Type), Lifecycle: flag.Lifecycle.String(), Place: p.place(flag.Place)}
	if flag.Resource != check.NoNominal {
		value.Resource = p.program().Nominals[flag.Resource].Identity.Text
	}
	return value
}

func (p *planProjection) slot(_ int, id *check.SlotID) slotValue {
	slot := &p.plan.Inventory.Slots[*id]
	return slotValue{id.String(), slot.Origin.String(), slot.Identity, p.program().TypeKey(slot.Type),
		slot.Shape.String(), idOr(slot.Region), idOr(slot.Flag)}
}

func (p *planProjection) block(index int, b *check.CleanupBlock) blockValue {
	value := blockValue{ID: check.BlockID(index).String(), Region: idOr(b.Region)}
	for s := range b.Steps {
		step := &b.Steps[s]
		value.Steps = append(value.Steps, stepValue{step.Kind.String(), step.Expression, idOr(step.Status),
			p.placeOrNull(step.Place), p.placeOrNull(step.From)})
	}
	return value
}

func (p *planProjection) region(index int, r *check.CleanupRegion) regionValue {
	value := regionValue{ID: check.RegionID(index).String(), Kind: r.Kind.String(), Parent: idOr(r.Parent), Expression: r.Expression}
	for _, slot := range r.Slots {
		value.Slots = append(value.Slots, slot.String())
	}
	return value
}
