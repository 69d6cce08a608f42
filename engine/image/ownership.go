package image

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Names of the interiors of the facets ownership, loans and cleanup. They are ours.
const (
	inventorySchema = "semaprax-go.ownership-inventory.v1"
	loanSchema      = "semaprax-go.loan-plan.v1"
	cleanupSchema   = "semaprax-go.cleanup-plan.v1"
)

// inventoryRow counts what a function holds. Slots are the bindings whose type has
// something to drop.
type inventoryRow struct {
	Slots, Parameters  int
	Flags, Conditional schema.Maybe[int]
}

func inventoryRowShape() *schema.Kind[inventoryRow] {
	type r = inventoryRow
	return schema.Object(
		schema.Const[r]("kind", "inventory"),
		schema.Const[r]("schema", inventorySchema),
		schema.Required("structural_slot_count", places(), func(p *r) *int { return &p.Slots }),
		schema.Required("flag_count", schema.Nullable(places()), func(p *r) *schema.Maybe[int] { return &p.Flags }),
		schema.Required("live_owned_parameter_slots", places(), func(p *r) *int { return &p.Parameters }),
		schema.Required("conditional_owned_parameter_count", schema.Nullable(places()), func(p *r) *schema.Maybe[int] { return &p.Conditional }),
		schema.Const[r]("order_meaning", "discovery_order_of_bindings"))
}

type ownedRow struct{ ID, Mode, Type string }

func ownedRowShape() *schema.Kind[ownedRow] {
	type r = ownedRow
	return schema.Object(
		schema.Const[r]("kind", "parameter_ownership"),
		schema.Required("id", schema.String(), func(p *r) *string { return &p.ID }),
		schema.Required("mode", modeShape(), func(p *r) *string { return &p.Mode }),
		schema.Required("type_id", schema.String(), func(p *r) *string { return &p.Type }))
}

type slotRow struct {
	ID, Type string
	Index    int
}

func slotRowShape() *schema.Kind[slotRow] {
	type r = slotRow
	return schema.Object(
		schema.Const[r]("kind", "structural_slot"),
		schema.Required("id", schema.String(), func(p *r) *string { return &p.ID }),
		schema.Required("discovery_index", places(), func(p *r) *int { return &p.Index }),
		schema.Required("type_id", schema.String(), func(p *r) *string { return &p.Type }))
}

// ownsSlot says whether a binding holds something it must drop.
func (i *Image) ownsSlot(local *check.Local) bool {
	return (local.Mode == check.ModeOwn || local.Mode == check.ModeValue) && i.program().Facts(local.Type).NeedsDrop
}

func (i *Image) ownershipRows(shapes *facetShapes, f *check.Function) items {
	p := i.program()
	locals := p.Identities(f).Locals
	inventory := inventoryRow{}
	var owned []ownedRow
	var slots []slotRow
	for index := range f.Params {
		param := &f.Params[index]
		owned = append(owned, ownedRow{locals[index], param.Mode.String(), p.TypeKey(param.Type)})
	}
	for index := range f.Locals {
		local := &f.Locals[index]
		if !i.ownsSlot(local) {
			continue
		}
		if local.Kind == check.LocalParameter {
			inventory.Parameters++
		}
		slots = append(slots, slotRow{locals[index], p.TypeKey(local.Type), len(slots)})
	}
	inventory.Slots = len(slots)
	return joined(itemsOf(shapes.inventory, []inventoryRow{inventory}), itemsOf(shapes.owned, owned), itemsOf(shapes.slot, slots))
}

// planHeader heads the facets loans and cleanup.
type planHeader struct {
	Schema, Function string
	Retained         bool
}

func planHeaderShape() *schema.Kind[planHeader] {
	type h = planHeader
	value := schema.Object(
		schema.Required("schema", schema.Choice(loanSchema, cleanupSchema), func(p *h) *string { return &p.Schema }),
		schema.Required("function", schema.String(), func(p *h) *string { return &p.Function }),
		schema.Required("plan_retained", schema.Bool(), func(p *h) *bool { return &p.Retained }))
	return schema.Object(
		schema.Const[h]("section", "header"),
		schema.Required("value", value, func(p *h) *h { return p }))
}

// loanRows lists the loan plan of a function.
func (i *Image) loanRows(shapes *facetShapes, f *check.Function) items {
	return itemsOf(shapes.header, []planHeader{{loanSchema, f.Identity.Text, false}})
}

// cleanupRows lists the cleanup plan of a function.
func (i *Image) cleanupRows(shapes *facetShapes, f *check.Function) items {
	return itemsOf(shapes.header, []planHeader{{cleanupSchema, f.Identity.Text, false}})
}
