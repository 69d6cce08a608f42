package interp

import (
	"math"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// value lowers an expression and delivers its value. Every node pays one step on
// entry, before its operands.
func (lw *lowering) value(e syntax.Expr, d destination) {
	switch e := e.(type) {
	case *syntax.IntLit:
		lw.scalar(e.Bits, d)
	case *syntax.CharLit:
		lw.scalar(uint64(e.Value), d)
	case *syntax.BoolLit:
		lw.scalar(bit(e.Value), d)
	case *syntax.FloatLit:
		lw.scalar(floatBits(e), d)
	case *syntax.StringLit:
		lw.constant(lw.c.text(e.Value), d)
	case *syntax.ArrayLit:
		lw.constant(lw.arrayConstant(e), d)
	case *syntax.NameExpr:
		lw.copied(e, d)
	case *syntax.Project:
		lw.copied(e, d)
	case *syntax.Call, *syntax.MethodCall, *syntax.SuperCall:
		lw.call(e, d)
	case *syntax.Unary:
		lw.unary(e, d)
	case *syntax.Binary:
		lw.binary(e, d)
	case *syntax.Block:
		lw.block(e, d)
	case *syntax.If:
		lw.conditional(e, d)
	case *syntax.Match:
		lw.match(e, d)
	case *syntax.RecordExpr:
		lw.construct(e, e.Inits, d)
	case *syntax.VariantExpr:
		lw.construct(e, e.Inits, d)
	case *syntax.Update:
		lw.update(e, d)
	case *syntax.Try:
		lw.try(e, d)
	default:
		panic("BUG: interp: unknown expression")
	}
}

// scalar delivers a literal.
func (lw *lowering) scalar(bits uint64, d destination) {
	lw.charge(1)
	if d.how == toNothing {
		return
	}
	mark := lw.top
	to := lw.target(lw.c.layouts.word(), d)
	lw.load(to.word, bits)
	lw.finishAt(to, lw.c.layouts.word(), d)
	lw.top = mark
}

func floatBits(e *syntax.FloatLit) uint64 {
	if e.Single {
		return uint64(math.Float32bits(float32(e.Value)))
	}
	return math.Float64bits(e.Value)
}

// constant delivers a text or byte literal.
func (lw *lowering) constant(at int32, d destination) {
	lw.charge(1)
	if d.how == toNothing {
		return
	}
	mark := lw.top
	to := lw.target(lw.c.layouts.text(), d)
	lw.emit(instr{op: opLoadR, a: slot(to.ref), k: at})
	lw.finishAt(to, lw.c.layouts.text(), d)
	lw.top = mark
}

func (lw *lowering) arrayConstant(e *syntax.ArrayLit) int32 {
	if e.Repeat {
		return lw.c.repeated(fill{e.Fill, e.Length})
	}
	return lw.c.text(string(e.Elements))
}

// finishAt completes the delivery of a value computed in its target.
func (lw *lowering) finishAt(at place, l *layout, d destination) {
	if d.how != toPlace || d.at != at {
		lw.deliver(at, l, d)
	}
}

// copied delivers a value that already lies somewhere.
func (lw *lowering) copied(e syntax.Expr, d destination) {
	mark := lw.top
	from := lw.operand(e)
	lw.deliver(from, lw.layoutOf(e), d)
	lw.top = mark
}

// operand lowers an expression and returns where its value lies: a variable's
// own place when it is one, else a fresh place at the top of the frame, which
// stays taken until the caller lowers the top again.
func (lw *lowering) operand(e syntax.Expr) place {
	if row := lw.tables.Place(e.ID()); row != nil {
		lw.charge(1)
		return lw.variable(row)
	}
	switch e := e.(type) {
	case *syntax.Project:
		lw.charge(1)
		base := lw.operand(e.Base)
		return base.plus(lw.layoutOf(e.Base).cases[0][lw.tables.Projection(e.ID()).Slot].at)
	case *syntax.Call:
		if view, ok := lw.viewed(e); ok {
			lw.charge(2)
			return lw.operand(view)
		}
	}
	return lw.push(e)
}

// operandBefore is operand for a value that is used only after the later
// expressions ran: a read copies the value at that moment, so a variable that
// they may assign is copied.
func (lw *lowering) operandBefore(e syntax.Expr, later ...syntax.Expr) place {
	if lw.assignsIn(later...) {
		return lw.push(e)
	}
	return lw.operand(e)
}

// variable is the place of a variable path.
func (lw *lowering) variable(row *check.Place) place {
	at, t := lw.result, lw.function.Result
	if !row.IsResult() {
		at, t = lw.locals[row.Root], lw.function.Locals[row.Root].Type
	}
	program := lw.c.layouts.program
	t = program.Substitute(t, lw.args)
	for _, id := range row.Fields {
		at = at.plus(lw.layout(t).cases[0][fieldIndex(program, id)].at)
		t = program.Substitute(program.Fields[id].Type, program.TypeArguments(t))
	}
	return at
}

// fieldIndex is the position of a field in a value: an ancestor's effective
// fields come first in those of its descendants.
func fieldIndex(program *check.Program, id check.FieldID) int {
	field := &program.Fields[id]
	owner := &program.Nominals[field.Owner]
	return len(owner.Effective) - len(owner.Fields) + field.Index
}

// push lowers an expression into fresh slots at the top of the frame and keeps
// them taken. A call's frame is the top itself, so its result needs no move.
func (lw *lowering) push(e syntax.Expr) place {
	l := lw.layoutOf(e)
	if lw.entersFunction(e) {
		at := lw.top
		lw.enter(e)
		lw.top = at
		return lw.alloc(l)
	}
	at := lw.alloc(l)
	mark := lw.top
	lw.value(e, destination{at: at})
	lw.top = mark
	return at
}

// pushAs is push for a place of another layout: that of an ancestor class, whose
// fields come first.
func (lw *lowering) pushAs(e syntax.Expr, l *layout) place {
	if lw.layoutOf(e) == l {
		return lw.push(e)
	}
	at := lw.alloc(l)
	mark := lw.top
	lw.move(at, lw.operand(e), l)
	lw.top = mark
	return at
}

// construct lowers a record, class or variant constructor: the members in source
// order, each straight into its place.
func (lw *lowering) construct(e syntax.Expr, inits []*syntax.Init, d destination) {
	lw.charge(1)
	mark := lw.top
	l := lw.layoutOf(e)
	to := lw.fresh(l, d)
	row := lw.tables.Construct(e.ID())
	which := 0
	if row.Case != check.NoCase {
		which = lw.c.layouts.program.Cases[row.Case].Index
	}
	for i, init := range inits {
		lw.member(init.Value, to, l, which, row.Slots[i])
	}
	if row.Case != check.NoCase {
		lw.loadTag(to.word, which)
	}
	lw.finishAt(to, l, d)
	lw.top = mark
}

// member lowers one member of an aggregate into its place.
func (lw *lowering) member(e syntax.Expr, to place, l *layout, which, index int) {
	mark := lw.top
	lw.value(e, destination{at: to.plus(l.cases[which][index].at)})
	lw.top = mark
}

// update lowers `base with { … }`: the base is copied, then overwritten.
func (lw *lowering) update(e *syntax.Update, d destination) {
	lw.charge(1)
	mark := lw.top
	l := lw.layoutOf(e)
	to := lw.fresh(l, d)
	lw.value(e.Base, destination{at: to})
	row := lw.tables.Update(e.ID())
	for i, init := range e.Inits {
		lw.member(init.Value, to, l, 0, row.Slots[i])
	}
	lw.finishAt(to, l, d)
	lw.top = mark
}

// conditional lowers an if.
func (lw *lowering) conditional(e *syntax.If, d destination) {
	lw.charge(1)
	otherwise, end := lw.newLabel(), lw.newLabel()
	mark := lw.top
	lw.branch(e.Cond, false, otherwise)
	lw.top = mark
	lw.value(e.Then, d)
	if d.how != toCaller {
		lw.emitJump(instr{op: opJump}, end)
	}
	lw.place(otherwise)
	lw.value(e.Else, d)
	lw.place(end)
}

// try lowers `e?`: the payload, or an early return of the rebuilt failure.
func (lw *lowering) try(e *syntax.Try, d destination) {
	lw.charge(1)
	mark := lw.top
	program := lw.c.layouts.program
	row := lw.tables.Try(e.ID())
	operand := lw.layout(program.Substitute(row.Operand, lw.args))
	outer := lw.layout(program.Substitute(row.Outer, lw.args))
	from := lw.operand(e.Operand)
	good, bad := optionSome, optionNone
	if row.IsResult {
		good, bad = resultOk, resultErr
	}
	on := lw.newLabel()
	lw.emitJump(instr{op: opJumpEqK, a: slot(from.word), k: int32(good)}, on)
	rebuilt := lw.alloc(outer)
	for i, part := range operand.cases[bad] {
		lw.move(rebuilt.plus(outer.cases[bad][i].at), from.plus(part.at), part.layout)
	}
	lw.loadTag(rebuilt.word, bad)
	lw.returnEarly(rebuilt, outer)
	lw.place(on)
	payload := operand.cases[good][0]
	lw.deliver(from.plus(payload.at), payload.layout, d)
	lw.top = mark
}
