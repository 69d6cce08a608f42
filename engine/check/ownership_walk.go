package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// want says what becomes of an expression's value. A value that is read stays in
// its place, unless the place is a local from floor on: those end before the
// value is used, so it leaves them.
type want struct {
	take  bool
	floor LocalID
}

// noFloor is above all locals.
const noFloor LocalID = 1<<31 - 1

func reading() want { return want{floor: noFloor} }

// inside is the same want in a block or arm whose locals start at floor.
func (v want) inside(floor LocalID) want { return want{v.take, min(v.floor, floor)} }

// read walks an expression whose value is only looked at; what it depends on is
// forgotten at once and a temporary ends.
func (w *flow) read(e syntax.Expr) {
	mark := len(w.origins)
	slot := w.walk(e, reading())
	w.origins = w.origins[:mark]
	w.rec.release(slot)
}

// walk follows one expression. The places that its value depends on are left on
// w.origins; the result is the temporary that holds an owned value, or NoSlot.
// The recursion is bounded by syntax.MaxDepth.
func (w *flow) walk(e syntax.Expr, v want) SlotID {
	switch e := e.(type) {
	case *syntax.NameExpr:
		return w.placeExpr(e, v)
	case *syntax.Binary:
		w.binary(e)
	case *syntax.Unary:
		w.read(e.Operand)
		w.arithmeticStatus(e, e.Op == syntax.Neg)
	case *syntax.Block:
		return w.block(e, v, NoSlot)
	case *syntax.If:
		return w.ifExpr(e, v)
	case *syntax.Match:
		return w.match(e, v)
	case *syntax.Project:
		if w.tables.Place(e.ID()) != nil {
			return w.placeExpr(e, v)
		}
		return w.projectValue(e, v)
	case *syntax.StringLit:
		return w.rec.fresh(w, e)
	case *syntax.Call, *syntax.MethodCall, *syntax.SuperCall:
		return w.call(e)
	case *syntax.RecordExpr:
		return w.construct(e, nil, e.Inits)
	case *syntax.VariantExpr:
		return w.construct(e, nil, e.Inits)
	case *syntax.Update:
		return w.construct(e, e.Base, e.Inits)
	case *syntax.Try:
		return w.try(e)
	}
	return NoSlot
}

// placeExpr follows the use of a local or of a part of one.
func (w *flow) placeExpr(e syntax.Expr, v want) SlotID {
	place, t := w.tables.Place(e.ID()), w.typeOf(e)
	if place.IsResult() {
		w.rec.seen(e, place, AccessRead)
		return NoSlot
	}
	if w.fn.Locals[place.Root].Mode != ModeOwn {
		w.rec.seen(e, place, AccessRead)
		if t.IsView() || !w.copies(t) {
			w.borrowed(place)
		}
		return NoSlot
	}
	at := w.place(place)
	if !w.available(e, at) {
		return NoSlot
	}
	if w.copies(t) {
		w.rec.seen(e, place, AccessRead)
		return NoSlot
	}
	if v.take || place.Root >= v.floor {
		if !w.move(e, at, false) {
			return NoSlot
		}
		return w.rec.moved(e, place, t)
	}
	w.rec.seen(e, place, AccessBorrow)
	w.origins = append(w.origins, origin{at, NoLoan})
	return NoSlot
}

// binary follows an operator. The left operand stays lent while the right one
// is evaluated; the right side of && and || may be skipped.
func (w *flow) binary(e *syntax.Binary) {
	if e.Op <= syntax.And {
		w.read(e.Left)
		f := w.fork()
		w.rec.branch(EdgeRight)
		w.read(e.Right)
		w.endArm(&f)
		w.rec.branch(EdgeSkipped)
		w.endArm(&f)
		w.join(&f)
		w.rec.join()
		return
	}
	mark, opened := len(w.origins), len(w.open)
	left := w.walk(e.Left, reading())
	w.lend(mark, e.Left)
	right := w.walk(e.Right, reading())
	w.arithmeticStatus(e, e.Op >= syntax.Add)
	w.closeLoans(opened)
	w.origins = w.origins[:mark]
	w.rec.release(right)
	w.rec.release(left)
}

// arithmeticStatus notes that an integer operation may fail.
func (w *flow) arithmeticStatus(e syntax.Expr, computes bool) {
	if computes && w.typeOf(e).IsInteger() {
		w.rec.status(e, StatusArithmetic)
	}
}

// projectValue follows `.f` on a value that is not a place: a part that is taken
// empties the value, whose rest ends here.
func (w *flow) projectValue(e *syntax.Project, v want) SlotID {
	mark := len(w.origins)
	if v.take && !w.copies(w.typeOf(e)) {
		base := w.take(e.Base, takeValue)
		part := w.rec.part(w, e, base)
		w.rec.release(base)
		return part
	}
	base := w.walk(e.Base, want{floor: v.floor})
	if w.copies(w.typeOf(e)) {
		w.origins = w.origins[:mark]
		w.rec.release(base)
		return NoSlot
	}
	return base
}

// block follows the items and the tail. Views bound in the block end with it. A
// branch leaves its value in the target.
func (w *flow) block(e *syntax.Block, v want, target SlotID) SlotID {
	floor, opened, mark := w.next, len(w.open), len(w.origins)
	w.rec.enter(RegionBlock, e)
	for _, item := range e.Items {
		w.item(item)
	}
	slot := w.walk(e.Tail, v.inside(floor))
	w.checkEscape(e.Tail, mark, floor)
	w.closeLoans(opened)
	return w.rec.leave(slot, target, e.Tail)
}

func (w *flow) item(item syntax.Item) {
	switch item := item.(type) {
	case *syntax.Let:
		w.let(item)
	case *syntax.Assign:
		w.assign(item)
	case *syntax.While:
		w.while(item)
	}
}

func (w *flow) let(item *syntax.Let) {
	row := w.tables.Let(item.ID())
	mark := len(w.origins)
	var slot SlotID
	if row.Upcast {
		slot = w.upcast(item.Value, w.fn.Locals[row.Local].Type)
	} else {
		slot = w.take(item.Value, takeBound)
	}
	w.next = row.Local + 1
	w.rec.bind(row.Local, slot, item.Value)
	if mode := w.fn.Locals[row.Local].Mode; mode == ModeBorrow || mode == ModeShared {
		w.bindView(row.Local, mark, item.Value)
	}
	w.origins = w.origins[:mark]
}

// upcast follows a class value that becomes its ancestor of type t: it hands
// over what is not Copy, so a named child keeps its Copy fields.
func (w *flow) upcast(e syntax.Expr, t Type) SlotID {
	place := w.tables.Place(e.ID())
	if place == nil || place.IsResult() || w.copies(w.typeOf(e)) || w.modeOf(e) != ModeOwn {
		return w.take(e, takeBound)
	}
	return w.upcastPlace(e, place, t)
}

func (w *flow) upcastPlace(e syntax.Expr, place *Place, t Type) SlotID {
	at := w.place(place)
	if !w.available(e, at) || !w.move(e, at, true) {
		return NoSlot
	}
	return w.rec.moved(e, place, t)
}

// assign follows `x = e` and `x.f = e`; the value comes before the store. A
// renewal takes the very local that it fills again.
func (w *flow) assign(item *syntax.Assign) {
	row := w.tables.Assignment(item.ID())
	local := &w.fn.Locals[row.Local]
	if local.Mode != ModeOwn || row.Field != NoField {
		w.read(item.Value)
		w.storeField(item, row)
		return
	}
	before := w.renewing
	w.renewing = row.Local
	slot := w.take(item.Value, takeValue)
	w.renewing = before
	w.restore(row.Local)
	w.rec.store(item, row, slot)
}

// storeField judges the place a scalar is stored in.
func (w *flow) storeField(item *syntax.Assign, row *Assignment) {
	if row.Field != NoField && w.fn.Locals[row.Local].Mode == ModeOwn {
		at := w.place(&Place{Root: row.Local, Fields: []FieldID{row.Field}})
		if code := w.missing(at, true); code != "" {
			w.report(code, item.Target.Span, "`"+w.placeName(at)+"` is assigned after the value it is part of moved")
		}
	}
	w.rec.store(item, row, NoSlot)
}

// while follows a loop once: what was declared outside does not move inside, so
// every round starts as the first.
func (w *flow) while(item *syntax.While) {
	before := w.loopFloor
	w.loopFloor = w.next
	w.rec.loop()
	w.read(item.Cond)
	w.rec.loopBody()
	w.read(item.Body)
	w.rec.loopEnd()
	w.loopFloor = before
}

// ifExpr follows both branches from the state after the condition.
func (w *flow) ifExpr(e *syntax.If, v want) SlotID {
	w.read(e.Cond)
	if w.modeOf(e.Then) != w.modeOf(e.Else) {
		w.report(diag.O106, e.Else.Tail.Span(), "one branch owns its value, the other does not")
	}
	target := w.rec.target(w, e)
	f := w.fork()
	w.rec.branch(EdgeTrue)
	w.block(e.Then, v, target)
	w.endArm(&f)
	w.rec.branch(EdgeFalse)
	w.block(e.Else, v, target)
	w.endArm(&f)
	w.join(&f)
	w.rec.join()
	return target
}
