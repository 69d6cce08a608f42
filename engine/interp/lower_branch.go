package interp

import (
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// branch lowers a condition to a jump: to the label when the condition is when,
// else on to the next instruction.
func (lw *lowering) branch(e syntax.Expr, when bool, to label) {
	switch e := e.(type) {
	case *syntax.BoolLit:
		lw.charge(1)
		if e.Value == when {
			lw.emitJump(instr{op: opJump}, to)
		}
		return
	case *syntax.Unary:
		if e.Op == syntax.Not {
			lw.charge(1)
			lw.branch(e.Operand, !when, to)
			return
		}
	case *syntax.Binary:
		if e.Op == syntax.And || e.Op == syntax.Or {
			lw.branchBoth(e, when, to)
			return
		}
		if e.Op <= syntax.GreaterEqual && lw.layoutOf(e.Left).sort == sortWord {
			lw.branchCompare(e, when, to)
			return
		}
	}
	mark := lw.top
	at := lw.operand(e)
	lw.top = mark
	if when {
		lw.emitJump(instr{op: opJumpTrue, a: slot(at.word)}, to)
	} else {
		lw.emitJump(instr{op: opJumpFalse, a: slot(at.word)}, to)
	}
}

// branchBoth lowers && and || in a condition.
func (lw *lowering) branchBoth(e *syntax.Binary, when bool, to label) {
	lw.charge(1)
	// The left side alone decides with this value.
	decides := e.Op == syntax.Or
	if decides == when {
		lw.branch(e.Left, when, to)
		lw.branch(e.Right, when, to)
		return
	}
	on := lw.newLabel()
	lw.branch(e.Left, decides, on)
	lw.branch(e.Right, when, to)
	lw.place(on)
}

// branchCompare lowers a comparison of words in a condition.
func (lw *lowering) branchCompare(e *syntax.Binary, when bool, to label) {
	lw.charge(1)
	mark := lw.top
	unsigned := isUnsigned(lw.typeOf(e.Left))
	operator := e.Op
	if !when {
		operator = inverse(operator)
	}
	if lit, ok := literal(e.Right); ok && lit.short(unsigned) {
		left := lw.operand(e.Left)
		lw.charge(lit.steps)
		lw.jumpImmediate(operator, unsigned, left, lit, to)
	} else if lit, ok := literal(e.Left); ok && lit.short(unsigned) {
		lw.charge(lit.steps)
		right := lw.operand(e.Right)
		lw.jumpImmediate(mirrored(operator), unsigned, right, lit, to)
	} else {
		left := lw.operandBefore(e.Left, e.Right)
		right := lw.operand(e.Right)
		lw.jumpCompare(operator, unsigned, left, right, to)
	}
	lw.top = mark
}

// inverse is the operator that holds when o does not.
func inverse(o syntax.BinaryOp) syntax.BinaryOp {
	switch o {
	case syntax.Equal:
		return syntax.NotEqual
	case syntax.NotEqual:
		return syntax.Equal
	case syntax.Less:
		return syntax.GreaterEqual
	case syntax.LessEqual:
		return syntax.Greater
	case syntax.Greater:
		return syntax.LessEqual
	}
	return syntax.Less
}

// mirrored is the operator that holds with the sides swapped.
func mirrored(o syntax.BinaryOp) syntax.BinaryOp {
	switch o {
	case syntax.Less:
		return syntax.Greater
	case syntax.LessEqual:
		return syntax.GreaterEqual
	case syntax.Greater:
		return syntax.Less
	case syntax.GreaterEqual:
		return syntax.LessEqual
	}
	return o
}

func (lw *lowering) jumpImmediate(o syntax.BinaryOp, unsigned bool, left place, lit immediate, to label) {
	in := instr{a: slot(left.word), k: int32(lit.bits)}
	operations := [6]op{opJumpEqK, opJumpNeK, opJumpLtSK, opJumpLeSK, opJumpGtSK, opJumpGeSK}
	if unsigned {
		operations = [6]op{opJumpEqK, opJumpNeK, opJumpLtUK, opJumpLeUK, opJumpGtUK, opJumpGeUK}
	}
	in.op = operations[o-syntax.Equal]
	lw.emitJump(in, to)
}

func (lw *lowering) jumpCompare(o syntax.BinaryOp, unsigned bool, left, right place, to label) {
	r, swap := relationOf(o)
	if swap {
		left, right = right, left
	}
	operations := [4]op{opJumpEq, opJumpNe, opJumpLtS, opJumpLeS}
	if unsigned {
		operations = [4]op{opJumpEq, opJumpNe, opJumpLtU, opJumpLeU}
	}
	lw.emitJump(instr{op: operations[r], a: slot(left.word), b: slot(right.word)}, to)
}
