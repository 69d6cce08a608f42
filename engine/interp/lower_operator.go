package interp

import (
	"math"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// immediate is a literal operand: its value and the steps its nodes cost.
type immediate struct {
	bits  uint64
	steps int32
}

// literal reads an expression as a constant word: a literal, or a minus before
// an integer literal, which cannot overflow.
func literal(e syntax.Expr) (immediate, bool) {
	switch e := e.(type) {
	case *syntax.IntLit:
		return immediate{e.Bits, 1}, true
	case *syntax.CharLit:
		return immediate{uint64(e.Value), 1}, true
	case *syntax.BoolLit:
		return immediate{bit(e.Value), 1}, true
	case *syntax.Unary:
		lit, ok := e.Operand.(*syntax.IntLit)
		if ok && e.Op == syntax.Neg && lit.Int64() >= 0 && (lit.Kind == syntax.I64 || lit.Kind == syntax.I32) {
			return immediate{-lit.Bits, 2}, true
		}
	}
	return immediate{}, false
}

// short says that the value fits the immediate of an instruction, also where it
// is taken as unsigned.
func (i immediate) short(unsigned bool) bool {
	v := int64(i.bits)
	return v <= math.MaxInt32 && (v >= 0 || !unsigned && v >= math.MinInt32)
}

func (lw *lowering) unary(e *syntax.Unary, d destination) {
	if lit, ok := literal(e); ok {
		lw.charge(lit.steps - 1)
		lw.scalar(lit.bits, d)
		return
	}
	lw.charge(1)
	mark := lw.top
	l := lw.layoutOf(e)
	to := lw.target(l, d)
	from := lw.operand(e.Operand)
	operation := opNot
	if e.Op == syntax.Neg {
		operation = negation(lw.typeOf(e))
	}
	lw.emit(instr{op: operation, a: slot(to.word), b: slot(from.word)})
	lw.finishAt(to, l, d)
	lw.top = mark
}

func negation(t check.Type) op {
	switch t {
	case check.TypeI32:
		return opNegI32
	case check.TypeF32:
		return opNegF32
	case check.TypeF64:
		return opNegF64
	}
	return opNegI64
}

func (lw *lowering) binary(e *syntax.Binary, d destination) {
	switch {
	case e.Op == syntax.And || e.Op == syntax.Or:
		lw.shortCircuit(e, d)
	case e.Op <= syntax.GreaterEqual:
		lw.comparison(e, d)
	default:
		lw.arithmetic(e, d)
	}
}

// shortCircuit lowers && and ||: the left value stands unless the right decides.
func (lw *lowering) shortCircuit(e *syntax.Binary, d destination) {
	lw.charge(1)
	mark := lw.top
	l := lw.c.layouts.word()
	to := lw.fresh(l, d)
	end := lw.newLabel()
	lw.value(e.Left, destination{at: to})
	decided := opJumpFalse
	if e.Op == syntax.Or {
		decided = opJumpTrue
	}
	lw.emitJump(instr{op: decided, a: slot(to.word)}, end)
	lw.value(e.Right, destination{at: to})
	lw.place(end)
	lw.finishAt(to, l, d)
	lw.top = mark
}

func (lw *lowering) arithmetic(e *syntax.Binary, d destination) {
	lw.charge(1)
	mark := lw.top
	l := lw.layoutOf(e)
	to := lw.target(l, d)
	row := arithmeticRow(lw.typeOf(e))[e.Op-syntax.Add]
	if lit, ok := literal(e.Right); ok && row.takes(lit) {
		left := lw.operand(e.Left)
		lw.charge(lit.steps)
		lw.emit(instr{op: row.immediate, a: slot(to.word), b: slot(left.word), k: int32(lit.bits)})
	} else if lit, ok := literal(e.Left); ok && row.swaps && row.takes(lit) {
		lw.charge(lit.steps)
		right := lw.operand(e.Right)
		lw.emit(instr{op: row.immediate, a: slot(to.word), b: slot(right.word), k: int32(lit.bits)})
	} else {
		left := lw.operandBefore(e.Left, e.Right)
		right := lw.operand(e.Right)
		lw.emit(instr{op: row.plain, a: slot(to.word), b: slot(left.word), c: slot(right.word)})
	}
	lw.finishAt(to, l, d)
	lw.top = mark
}

// operation is one arithmetic operator on one type.
type operation struct {
	plain     op
	immediate op // opNone when there is none
	swaps     bool
	unsigned  bool
	divides   bool
}

// takes says that a literal can be the immediate operand. A division by 0 or -1
// is left to the form that checks for them.
func (o operation) takes(lit immediate) bool {
	v := int64(lit.bits)
	return o.immediate != opNone && lit.short(o.unsigned) && !(o.divides && (v == 0 || v == -1))
}

// arithmeticRow lists + - * / % on a type.
func arithmeticRow(t check.Type) [5]operation {
	switch t {
	case check.TypeI32:
		return [5]operation{{opAddI32, opAddI32K, true, false, false}, {opSubI32, opSubI32K, false, false, false},
			{plain: opMulI32}, {plain: opDivI32}, {plain: opRemI32}}
	case check.TypeU8:
		return [5]operation{{opAddU8, opAddU8K, true, true, false}, {opSubU8, opSubU8K, false, true, false},
			{plain: opMulU8}, {plain: opDivU8}, {plain: opRemU8}}
	case check.TypeUsize:
		return [5]operation{{opAddUsize, opAddUsizeK, true, true, false}, {opSubUsize, opSubUsizeK, false, true, false},
			{opMulUsize, opMulUsizeK, true, true, false}, {opDivUsize, opDivUsizeK, false, true, true},
			{opRemUsize, opRemUsizeK, false, true, true}}
	case check.TypeF32:
		return [5]operation{{plain: opAddF32}, {plain: opSubF32}, {plain: opMulF32}, {plain: opDivF32}, {}}
	case check.TypeF64:
		return [5]operation{{plain: opAddF64}, {plain: opSubF64}, {plain: opMulF64}, {plain: opDivF64}, {}}
	}
	return [5]operation{{opAddI64, opAddI64K, true, false, false}, {opSubI64, opSubI64K, false, false, false},
		{opMulI64, opMulI64K, true, false, false}, {opDivI64, opDivI64K, false, false, true},
		{opRemI64, opRemI64K, false, false, true}}
}

// comparison lowers == != < <= > >= to a bool.
func (lw *lowering) comparison(e *syntax.Binary, d destination) {
	lw.charge(1)
	mark := lw.top
	word := lw.c.layouts.word()
	to := lw.target(word, d)
	t := lw.typeOf(e.Left)
	left := lw.operandBefore(e.Left, e.Right)
	right := lw.operand(e.Right)
	relation, swap := relationOf(e.Op)
	if swap {
		left, right = right, left
	}
	lw.compare(relation, t, to, left, right)
	lw.finishAt(to, word, d)
	lw.top = mark
}

// relation is a comparison after > and >= were turned round.
type relation uint8

const (
	relEq relation = iota
	relNe
	relLt
	relLe
)

// relationOf returns the relation of an operator and whether its sides swap.
func relationOf(o syntax.BinaryOp) (r relation, swap bool) {
	switch o {
	case syntax.Equal:
		return relEq, false
	case syntax.NotEqual:
		return relNe, false
	case syntax.Less:
		return relLt, false
	case syntax.LessEqual:
		return relLe, false
	case syntax.Greater:
		return relLt, true
	}
	return relLe, true
}

func (lw *lowering) compare(r relation, t check.Type, to, left, right place) {
	l := lw.layout(t)
	in := instr{a: slot(to.word), b: slot(left.word), c: slot(right.word)}
	switch {
	case l.sort == sortF64:
		in.op = [4]op{opEqF64, opNeF64, opLtF64, opLeF64}[r]
	case l.sort == sortF32:
		in.op = [4]op{opEqF32, opNeF32, opLtF32, opLeF32}[r]
	case l.sort == sortRef:
		in.op = [4]op{opEqR, opNeR}[r]
		in.b, in.c = slot(left.ref), slot(right.ref)
	case l.sort != sortWord:
		lw.c.code.comparisons = append(lw.c.code.comparisons, comparison{l, left, right})
		in = instr{op: [4]op{opEqual, opUnequal}[r], a: slot(to.word), k: int32(len(lw.c.code.comparisons) - 1)}
	case isUnsigned(t):
		in.op = [4]op{opEqW, opNeW, opLtU, opLeU}[r]
	default:
		in.op = [4]op{opEqW, opNeW, opLtS, opLeS}[r]
	}
	lw.emit(in)
}

// isUnsigned says that the words of a type compare as unsigned numbers. Those of
// u8, char and bool compare alike both ways.
func isUnsigned(t check.Type) bool { return t == check.TypeUsize }
