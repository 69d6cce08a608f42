package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// match follows a match: the scrutinee once, taken when it is not Copy, then
// each arm from the state after it. What no arm binds ends after the match.
func (w *flow) match(e *syntax.Match, v want) SlotID {
	row := w.tables.Match(e.ID())
	mark := len(w.origins)
	scrutinee := w.take(e.Scrutinee, takeValue)
	w.origins = w.origins[:mark]
	target := w.rec.target(w, e)
	f := w.fork()
	for i, arm := range e.Arms {
		w.checkArmMode(e, arm)
		w.rec.branch(EdgeArm)
		w.arm(arm, &row.Arms[i], scrutinee, target, v)
		w.endArm(&f)
	}
	w.join(&f)
	w.rec.join()
	w.rec.release(scrutinee)
	return target
}

// arm follows one arm with its bindings.
func (w *flow) arm(arm *syntax.Arm, row *Arm, scrutinee, target SlotID, v want) {
	floor, mark := w.next, len(w.origins)
	w.rec.enter(RegionArm, arm.Value)
	if row.Binding != NoLocal {
		w.bindArm(row.Binding, scrutinee, nil, arm.Value)
	}
	w.bindParts(row.Fields, scrutinee, nil, arm.Value)
	if arm.Guard != nil {
		w.guard(arm)
	}
	slot := w.walk(arm.Value, v.inside(floor))
	w.checkEscape(arm.Value, mark, floor)
	w.rec.leave(slot, target, arm.Value)
}

// bindParts declares the locals of a record or case pattern.
func (w *flow) bindParts(fields []FieldPattern, scrutinee SlotID, path []FieldID, value syntax.Expr) {
	for i := range fields {
		part := &fields[i]
		inner := append(path, part.Field)
		switch {
		case part.IsNested:
			w.bindParts(part.Nested, scrutinee, inner, value)
		case part.Local != NoLocal:
			w.bindArm(part.Local, scrutinee, inner, value)
		}
	}
}

func (w *flow) bindArm(local LocalID, scrutinee SlotID, path []FieldID, value syntax.Expr) {
	w.next = max(w.next, local+1)
	w.rec.bindPart(local, scrutinee, path, value)
}

// guard follows a guard. When it is false the next arms still see the values
// from before, so nothing declared outside moves in it.
func (w *flow) guard(arm *syntax.Arm) {
	before := w.guardFloor
	w.guardFloor = w.next
	w.read(arm.Guard)
	w.rec.guarded()
	w.guardFloor = before
}

// checkArmMode refuses arms that hold their values in different ways.
func (w *flow) checkArmMode(e *syntax.Match, arm *syntax.Arm) {
	if w.modeOf(arm.Value) != w.modeOf(e.Arms[0].Value) {
		w.report(diag.P299, arm.Value.Span(), "a match whose arms differ in ownership is")
	}
}

// try follows `e?`: it takes the operand and may return early.
func (w *flow) try(e *syntax.Try) SlotID {
	slot := w.take(e.Operand, takeValue)
	w.rec.early(e, slot)
	return w.rec.fresh(w, e)
}
