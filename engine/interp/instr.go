package interp

import "github.com/semaprax/semaprax-go/engine/check"

// instr is one instruction: an operation, three slots of the frame, and two
// numbers, used as the operation says. A slot number is relative to the frame.
//
//	op(2) a(2) b(2) c(2) k(4) t(4)
//
// t is the target of every jump; k is an immediate operand, a count or an index
// into one of the code's tables.
type instr struct {
	op      op
	a, b, c uint16
	k, t    int32
}

type op uint16

// The operations. W is a word slot, R a reference slot, K the immediate k. S
// compares as signed numbers, U as unsigned ones.
const (
	opNone op = iota
	// opCharge pays k steps for the group it opens.
	opCharge
	// opExhausted ends the run; it stands only in a patched copy of the code.
	opExhausted
	opSpend        // k units of work
	opFailRequires // clause k of function t
	opFailEnsures

	opMoveW  // a = b
	opMoveR  // a = b
	opMoveWs // k words from b to a
	opMoveRs // k references from b to a
	opLoadW  // a = the 64 bits of t (high) and k (low)
	opLoadR  // a = constant k

	opJump
	opJumpTrue  // if a
	opJumpFalse // if not a
	opCall      // function k with its frame at words a, references b
	opReturn    // the result is in the first slots
	opReturnW   // the result is the word a
	opReturnR   // the result is the reference a

	// Checked arithmetic, a = b op c, or a = b op k.
	opAddI64
	opSubI64
	opMulI64
	opDivI64
	opRemI64
	opAddI64K
	opSubI64K
	opMulI64K
	opDivI64K // k is neither 0 nor -1
	opRemI64K // k is neither 0 nor -1
	opNegI64  // a = -b
	opAddI32
	opSubI32
	opMulI32
	opDivI32
	opRemI32
	opAddI32K
	opSubI32K
	opNegI32
	opAddU8
	opSubU8
	opMulU8
	opDivU8
	opRemU8
	opAddU8K
	opSubU8K
	opAddUsize
	opSubUsize
	opMulUsize
	opDivUsize
	opRemUsize
	opAddUsizeK // k is not negative
	opSubUsizeK
	opMulUsizeK
	opDivUsizeK // k is positive
	opRemUsizeK

	// IEEE arithmetic, a = b op c.
	opAddF64
	opSubF64
	opMulF64
	opDivF64
	opNegF64
	opAddF32
	opSubF32
	opMulF32
	opDivF32
	opNegF32

	opNot // a = not b

	// Comparisons, a = b op c.
	opEqW
	opNeW
	opLtS
	opLeS
	opLtU
	opLeU
	opEqF64
	opNeF64
	opLtF64
	opLeF64
	opEqF32
	opNeF32
	opLtF32
	opLeF32
	opEqR // contents of references b and c; costs work
	opNeR
	opEqual   // aggregates at the places of row k of the comparison table
	opUnequal //

	// Compare and jump: if a op b, or a op k.
	opJumpEq
	opJumpNe
	opJumpLtS
	opJumpLeS
	opJumpLtU
	opJumpLeU
	opJumpEqK
	opJumpNeK
	opJumpLtSK
	opJumpLeSK
	opJumpGtSK
	opJumpGeSK
	opJumpLtUK // k is not negative
	opJumpLeUK
	opJumpGtUK
	opJumpGeUK

	// Built-ins.
	opByteLen    // word a = length of reference b
	opByteGet    // words a, a+1 = Option<u8> of byte c of reference b
	opByteGetOr  // word a = byte c of reference b, or jump
	opByteRange  // reference a = reference b from word c to word k
	opBytesSet   // reference a = reference b with byte c set to word k
	opI64OfUsize // a = b
	opBuiltin    // built-in k: result a, arguments b, c
	opCount
)

// code parallel to instructions: what was paid when each one runs.
type payment struct {
	// group is the position of the charge that pays for the instruction, or -1.
	group int32
	// paid is how many of the group's steps belong to nodes entered before the
	// instruction runs.
	paid int32
}

// function is the code of one function under its type arguments.
type function struct {
	entry int32
	// words and refs are the slots its frame and the frames' call windows need.
	words, refs int32
	// source is what the function was lowered from.
	source key
	params []parameter
}

// parameter is where a frame holds an argument.
type parameter struct {
	at place
	of check.Type
}
