package interp

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// match lowers a match: the scrutinee once, then the arms top-down. Patterns cost
// nothing, guards cost their nodes. Bindings are names for parts of the
// scrutinee, which stays where it is.
func (lw *lowering) match(e *syntax.Match, d destination) {
	lw.charge(1)
	mark := lw.top
	row := lw.tables.Match(e.ID())
	if lw.matchByte(e, row, d) {
		lw.top = mark
		return
	}
	from := lw.operandBefore(e.Scrutinee, armExpressions(e)...)
	lw.spendTests(row)
	l := lw.layoutOf(e.Scrutinee)
	end := lw.newLabel()
	for i := range row.Arms {
		next := lw.newLabel()
		last := i == len(row.Arms)-1
		lw.testArm(row, &row.Arms[i], from, l, last, next)
		if guard := e.Arms[i].Guard; guard != nil {
			inner := lw.top
			lw.branch(guard, false, next)
			lw.top = inner
		}
		lw.value(e.Arms[i].Value, d)
		if !last && d.how != toCaller {
			lw.emitJump(instr{op: opJump}, end)
		}
		lw.place(next)
	}
	lw.place(end)
	lw.top = mark
}

// spendTests makes a match with very many tests spend work.
func (lw *lowering) spendTests(row *check.Match) {
	tests := len(row.Arms)
	for i := range row.Arms {
		tests += len(row.Arms[i].Literals)
	}
	if tests > freeTests {
		lw.emit(instr{op: opSpend, k: int32(tests / testsPerUnit)})
	}
}

// armExpressions lists what runs while the scrutinee's parts are still named.
func armExpressions(e *syntax.Match) []syntax.Expr {
	var all []syntax.Expr
	for _, arm := range e.Arms {
		if arm.Guard != nil {
			all = append(all, arm.Guard)
		}
		all = append(all, arm.Value)
	}
	return all
}

// testArm jumps to next unless the arm's pattern fits, and names its bindings.
// The last arm fits whatever reaches it: the match is exhaustive.
func (lw *lowering) testArm(row *check.Match, arm *check.Arm, from place, l *layout, last bool, next label) {
	if arm.Binding != check.NoLocal {
		lw.locals[arm.Binding] = from
	}
	switch {
	case arm.CatchAll:
	case row.Kind == check.MatchRecord:
		lw.bind(arm.Fields, from, l, 0)
	case row.Kind == check.MatchVariant:
		index := lw.c.layouts.program.Cases[arm.Case].Index
		if !last {
			lw.emitJump(instr{op: opJumpNeK, a: slot(from.word), k: int32(index)}, next)
		}
		lw.bind(arm.Fields, from, l, index)
	default:
		lw.testLiterals(arm.Literals, from, next)
	}
}

// testLiterals jumps to next unless the word is one of the literals.
func (lw *lowering) testLiterals(literals []check.Literal, from place, next label) {
	hit := lw.newLabel()
	for i, lit := range literals {
		value := immediate{lit.Bits, 0}
		unsigned := isUnsigned(lit.Type)
		to, operator := hit, syntax.Equal
		if i == len(literals)-1 {
			to, operator = next, syntax.NotEqual
		}
		if value.short(unsigned) {
			lw.jumpImmediate(operator, unsigned, from, value, to)
			continue
		}
		mark := lw.top
		at := lw.alloc(lw.c.layouts.word())
		lw.load(at.word, lit.Bits)
		lw.jumpCompare(operator, unsigned, from, at, to)
		lw.top = mark
	}
	lw.place(hit)
}

// bind names the fields of a record or case pattern.
func (lw *lowering) bind(fields []check.FieldPattern, from place, l *layout, which int) {
	for i := range fields {
		field := &fields[i]
		part := l.cases[which][field.Slot]
		at := from.plus(part.at)
		if field.Local != check.NoLocal {
			lw.locals[field.Local] = at
		}
		if field.IsNested {
			lw.bind(field.Nested, at, part.layout, 0)
		}
	}
}

// matchByte lowers a guard-free match straight on byte_get without building the
// Option: one instruction fetches the byte or jumps to the arm of None.
func (lw *lowering) matchByte(e *syntax.Match, row *check.Match, d destination) bool {
	get, ok := e.Scrutinee.(*syntax.Call)
	if !ok || len(row.Arms) != 2 || e.Arms[0].Guard != nil || e.Arms[1].Guard != nil {
		return false
	}
	call := lw.tables.Call(get.ID())
	if call == nil || call.Kind != check.TargetBuiltin || call.Builtin != check.ByteGet {
		return false
	}
	some, none, ok := lw.byteArms(row)
	if !ok {
		return false
	}
	lw.charge(2)
	to := lw.alloc(lw.c.layouts.word())
	view := lw.operandBefore(get.Args[0], get.Args[1])
	index := lw.operand(get.Args[1])
	missing, end := lw.newLabel(), lw.newLabel()
	lw.emitJump(instr{op: opByteGetOr, a: slot(to.word), b: slot(view.ref), c: slot(index.word)}, missing)
	for _, field := range row.Arms[some].Fields {
		if field.Local != check.NoLocal {
			lw.locals[field.Local] = to
		}
	}
	lw.value(e.Arms[some].Value, d)
	if d.how != toCaller {
		lw.emitJump(instr{op: opJump}, end)
	}
	lw.place(missing)
	lw.value(e.Arms[none].Value, d)
	lw.place(end)
	return true
}

// byteArms returns the positions of the arms for Some and None; ok is false when
// an arm binds the whole Option.
func (lw *lowering) byteArms(row *check.Match) (some, none int, ok bool) {
	first, second := &row.Arms[0], &row.Arms[1]
	if first.CatchAll || first.Binding != check.NoLocal || second.Binding != check.NoLocal {
		return 0, 0, false
	}
	if lw.c.layouts.program.Cases[first.Case].Index == optionSome {
		return 0, 1, true
	}
	return 1, 0, !second.CatchAll || len(second.Fields) == 0
}
