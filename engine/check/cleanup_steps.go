package check

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// newSlot adds a slot to the present region, with a flag when its value needs
// cleanup.
func (r *recorder) newSlot(slot Slot) SlotID {
	inventory, plan := &r.out.Inventory, &r.out.Cleanup
	id := SlotID(len(inventory.Slots))
	slot.Type = r.program.Substitute(slot.Type, r.args)
	slot.Shape, slot.Region, slot.Flag = r.program.shapeOf(slot.Type), r.region, NoFlag
	if slot.Local != NoLocal && !r.owns(slot.Local) {
		slot.Shape = ShapeNoDrop
	}
	inventory.Slots = append(inventory.Slots, slot)
	if slot.Shape != ShapeNoDrop {
		plan.Slots = append(plan.Slots, id)
		region := &plan.Regions[r.region]
		region.Slots = append(region.Slots, id)
		inventory.Slots[id].Flag = r.flag(StoragePlace{Storage: id})
	}
	return id
}

// owns says whether a local holds its value itself.
func (r *recorder) owns(local LocalID) bool { return r.fn.Locals[local].Mode == ModeOwn }

func (r *recorder) newLocalSlot(origin SlotOrigin, local LocalID) SlotID {
	r.slots[local] = r.newSlot(Slot{
		Origin: origin, Local: local, Identity: r.names.Locals[local], Type: r.fn.Locals[local].Type,
	})
	return r.slots[local]
}

// temporary adds the slot of an expression's owned value.
func (r *recorder) temporary(e syntax.Expr, t Type) SlotID {
	return r.newSlot(Slot{Origin: SlotTemporary, Local: NoLocal, Expr: e, Identity: r.expressions[e.ID()], Type: t})
}

// flag finds or adds the flag of a place and of what it is part of.
func (r *recorder) flag(place StoragePlace) FlagID {
	t := r.out.Inventory.Slots[place.Storage].Type
	id := r.flagAt(flagKey{NoFlag, place.Storage, NoField}, place, 0, t)
	for i, field := range place.Projections {
		t = r.program.Substitute(r.program.Fields[field].Type, r.program.TypeArguments(t))
		id = r.flagAt(flagKey{id, place.Storage, field}, place, i+1, t)
	}
	return id
}

func (r *recorder) flagAt(key flagKey, place StoragePlace, length int, t Type) FlagID {
	if id, ok := r.flags[key]; ok {
		return id
	}
	id := FlagID(len(r.out.Inventory.Flags))
	kind, resource := r.program.lifecycleOf(t)
	r.out.Inventory.Flags = append(r.out.Inventory.Flags, Flag{
		Place: StoragePlace{place.Storage, slices.Clone(place.Projections[:length])},
		Type:  t, Lifecycle: kind, Resource: resource,
	})
	r.flags[key] = id
	return id
}

// transfer moves a value from a place into a slot.
func (r *recorder) transfer(from StoragePlace, to SlotID, e syntax.Expr) {
	r.flag(from)
	r.step(CleanupStep{Kind: StepMove, Place: StoragePlace{Storage: to}, From: from, Expression: r.expressions[e.ID()], Status: NoStatus})
}

// initialize gives a slot a fresh or Copy value.
func (r *recorder) initialize(slot SlotID, expression string) {
	r.step(CleanupStep{
		Kind: StepInitialize, Place: StoragePlace{Storage: slot}, From: StoragePlace{Storage: NoSlot},
		Expression: expression, Status: NoStatus,
	})
}

// act is a step on one slot alone.
func (r *recorder) act(kind StepKind, slot SlotID) {
	if r == nil || slot == NoSlot {
		return
	}
	r.step(CleanupStep{
		Kind: kind, Place: StoragePlace{Storage: slot}, From: StoragePlace{Storage: NoSlot},
		Expression: r.out.Inventory.Slots[slot].Identity, Status: NoStatus,
	})
}

// consume notes that an operation takes a temporary.
func (r *recorder) consume(slot SlotID) { r.act(StepConsume, slot) }

// release ends a temporary that was only read.
func (r *recorder) release(slot SlotID) { r.act(StepDrop, slot) }

// storage finds the slot and path of a place whose root is a local.
func (r *recorder) storage(place *Place) StoragePlace {
	return StoragePlace{r.slots[place.Root], place.Fields}
}

// seen notes the use of a place.
func (r *recorder) seen(e syntax.Expr, place *Place, kind AccessKind) {
	if r == nil {
		return
	}
	r.out.Accesses = append(r.out.Accesses, PlaceAccess{
		Kind: kind, Place: place, Expr: e, Expression: r.expressions[e.ID()], Phase: r.phase,
	})
}

// fresh gives the owned value that an expression makes a temporary.
func (r *recorder) fresh(w *flow, e syntax.Expr) SlotID {
	if r == nil || w.copies(w.typeOf(e)) {
		return NoSlot
	}
	slot := r.temporary(e, w.typeOf(e))
	r.initialize(slot, r.expressions[e.ID()])
	return slot
}

// moved takes a value out of a place into a temporary of type t.
func (r *recorder) moved(e syntax.Expr, place *Place, t Type) SlotID {
	if r == nil {
		return NoSlot
	}
	r.seen(e, place, AccessMove)
	slot := r.temporary(e, t)
	r.transfer(r.storage(place), slot, e)
	return slot
}

// part takes a field out of a temporary.
func (r *recorder) part(w *flow, e *syntax.Project, base SlotID) SlotID {
	if r == nil || base == NoSlot {
		return NoSlot
	}
	field := w.tables.Projection(e.ID()).Field
	slot := r.temporary(e, w.typeOf(e))
	r.transfer(StoragePlace{base, []FieldID{field}}, slot, e)
	return slot
}

// bind fills a binding from a temporary, or with a Copy or borrowed value.
func (r *recorder) bind(local LocalID, slot SlotID, value syntax.Expr) {
	if r == nil {
		return
	}
	bound := r.newLocalSlot(SlotBinding, local)
	if slot != NoSlot && r.owns(local) {
		r.transfer(StoragePlace{Storage: slot}, bound, value)
	} else {
		r.initialize(bound, r.names.Locals[local])
	}
}

// bindPart fills a pattern's binding from a part of the scrutinee.
func (r *recorder) bindPart(local LocalID, scrutinee SlotID, path []FieldID, value syntax.Expr) {
	if r == nil {
		return
	}
	bound := r.newLocalSlot(SlotBinding, local)
	if scrutinee != NoSlot && r.owns(local) {
		r.transfer(StoragePlace{scrutinee, slices.Clone(path)}, bound, value)
	} else {
		r.initialize(bound, r.names.Locals[local])
	}
}

// store writes an assignment down.
func (r *recorder) store(item *syntax.Assign, row *Assignment, slot SlotID) {
	if r == nil {
		return
	}
	place := StoragePlace{Storage: r.slots[row.Local]}
	if row.Field != NoField {
		place.Projections = []FieldID{row.Field}
	}
	r.step(CleanupStep{
		Kind: StepStore, Place: place, From: StoragePlace{Storage: slot},
		Expression: r.expressions[item.Value.ID()], Status: NoStatus,
	})
}

// target adds the temporary in which branches leave an owned value.
func (r *recorder) target(w *flow, e syntax.Expr) SlotID {
	if r == nil || w.copies(w.typeOf(e)) || w.modeOf(e) != ModeOwn {
		return NoSlot
	}
	return r.temporary(e, w.typeOf(e))
}

// resultSlot is the slot of the function's result: the first after the
// parameters.
func (r *recorder) resultSlot() SlotID { return SlotID(len(r.fn.Params)) }

// result fills the function's result and goes on with the ensures clauses.
func (r *recorder) result(slot SlotID) {
	if r == nil {
		return
	}
	body := r.fn.Decl.Body
	if slot != NoSlot {
		r.transfer(StoragePlace{Storage: slot}, r.resultSlot(), body)
	} else {
		r.initialize(r.resultSlot(), r.expressions[body.ID()])
	}
	if r.after != NoBlock {
		r.link(EdgeNext, r.block, r.after)
		r.block = r.after
	}
}

// early writes `?` down: the operand is taken apart, and either its value goes
// on or the function returns the rest.
func (r *recorder) early(e *syntax.Try, operand SlotID) {
	if r == nil {
		return
	}
	r.consume(operand)
	test, region := r.block, r.region
	if r.after == NoBlock {
		r.region = 0
		r.after = r.newBlock()
		r.region = region
	}
	r.goOn(EdgeEarly)
	r.initialize(r.resultSlot(), r.expressions[e.ID()])
	r.link(EdgeNext, r.block, r.after)
	r.block = r.newBlock()
	r.link(EdgeValue, test, r.block)
}
