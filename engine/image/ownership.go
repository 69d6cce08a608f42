package image

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// inventoryRow counts what a function holds.
type inventoryRow struct{ Slots, Flags, Live, Conditional int }

func inventoryRowShape() *schema.Kind[inventoryRow] {
	type r = inventoryRow
	return schema.Object(
		schema.Const[r]("kind", "inventory"),
		schema.Const[r]("schema", check.InventorySchema),
		schema.Required("structural_slot_count", places(), func(p *r) *int { return &p.Slots }),
		schema.Required("flag_count", places(), func(p *r) *int { return &p.Flags }),
		schema.Required("live_owned_parameter_slots", places(), func(p *r) *int { return &p.Live }),
		schema.Required("conditional_owned_parameter_count", places(), func(p *r) *int { return &p.Conditional }),
		schema.Const[r]("order_meaning", check.InventoryOrder))
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

// ownershipRows lists the inventory of a function, how it takes each parameter, and
// its slots.
func (i *Image) ownershipRows(shapes *facetShapes, f *check.Function) items {
	p := i.program()
	inventory := p.Ownership(f.ID).Inventory
	counts := []inventoryRow{{len(inventory.Slots), len(inventory.Flags), len(inventory.LiveOwned), len(inventory.Conditional)}}
	owned := make([]ownedRow, len(f.Params))
	for index := range f.Params {
		param := &f.Params[index]
		owned[index] = ownedRow{parameterIdentity(f, index), param.Mode.String(), p.TypeKey(param.Type)}
	}
	slots := make([]slotRow, len(inventory.Slots))
	for index := range inventory.Slots {
		slot := &inventory.Slots[index]
		slots[index] = slotRow{slot.Identity, p.TypeKey(slot.Type), index}
	}
	return joined(itemsOf(shapes.inventory, counts), itemsOf(shapes.owned, owned), itemsOf(shapes.slot, slots))
}
