package interp

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// lowering turns one function into instructions.
type lowering struct {
	c        *compiler
	id       check.FunctionID
	at       int32 // position of the function's code
	function *check.Function
	module   *check.Module
	tables   *check.Tables
	args     []check.Type // type arguments

	instrs   []instr
	payments []payment
	labels   []int32 // instruction of each label, -1 before it is placed
	jumps    []jump
	fails    []failure

	group int32 // the open group's charge, or -1
	paid  int32 // what it pays so far

	top, peak place
	locals    []place
	result    place // where ensures find the result
	epilogue  label // where an early return goes, or noLabel
	// assigned are the starts of all assignments, ascending.
	assigned []uint32
	clause   int // clause being lowered
	failOp   op
}

// label is a place in the code that jumps go to.
type label int32

const (
	noLabel label = -1
	// toFailure is the failure of the clause being lowered. A jump to it does not
	// end the group, because a failure gives back what it has not used.
	toFailure label = -2
)

// jump is an instruction whose target is a label.
type jump struct {
	instr int32
	to    label
}

// failure is a jump to a clause's failure and what was paid by then.
type failure struct {
	instr  int32
	clause int
	op     op
	paid   payment
}

func (lw *lowering) newLabel() label {
	lw.labels = append(lw.labels, -1)
	return label(len(lw.labels) - 1)
}

// place puts a label here. Control can come from elsewhere, so the group ends.
func (lw *lowering) place(l label) {
	lw.group = -1
	lw.labels[l] = int32(len(lw.instrs))
}

// charge adds n steps to the open group, or opens one.
func (lw *lowering) charge(n int32) {
	if lw.group < 0 {
		lw.group = int32(len(lw.instrs))
		lw.paid = 0
		lw.instrs = append(lw.instrs, instr{op: opCharge})
		lw.payments = append(lw.payments, payment{group: -1})
	}
	lw.paid += n
	lw.instrs[lw.group].k = lw.paid
}

func (lw *lowering) emit(in instr) {
	lw.instrs = append(lw.instrs, in)
	lw.payments = append(lw.payments, payment{lw.group, lw.paid})
}

// emitJump emits a jump to a label.
func (lw *lowering) emitJump(in instr, to label) {
	at := int32(len(lw.instrs))
	lw.emit(in)
	if to == toFailure {
		lw.fails = append(lw.fails, failure{at, lw.clause, lw.failOp, lw.payments[at]})
		return
	}
	lw.jumps = append(lw.jumps, jump{at, to})
	lw.group = -1
}

// emitEnd emits an instruction after which control goes elsewhere or comes back
// from elsewhere.
func (lw *lowering) emitEnd(in instr) {
	lw.emit(in)
	lw.group = -1
}

// alloc takes fresh slots from the top of the frame.
func (lw *lowering) alloc(l *layout) place {
	at := lw.top
	lw.top = at.plus(place{l.words, l.refs})
	lw.peak = place{max(lw.peak.word, lw.top.word), max(lw.peak.ref, lw.top.ref)}
	return at
}

// move copies a value, if it is not where it belongs already.
func (lw *lowering) move(to, from place, l *layout) {
	switch {
	case to.word == from.word || l.words == 0:
	case l.words == 1:
		lw.emit(instr{op: opMoveW, a: slot(to.word), b: slot(from.word)})
	default:
		lw.emit(instr{op: opMoveWs, a: slot(to.word), b: slot(from.word), k: int32(l.words)})
	}
	switch {
	case to.ref == from.ref || l.refs == 0:
	case l.refs == 1:
		lw.emit(instr{op: opMoveR, a: slot(to.ref), b: slot(from.ref)})
	default:
		lw.emit(instr{op: opMoveRs, a: slot(to.ref), b: slot(from.ref), k: int32(l.refs)})
	}
}

// slot is a slot number in an instruction. Numbers that do not fit belong to
// frames that are refused when their lowering ends.
func slot(n int) uint16 { return uint16(n) }

// load puts 64 bits into a word.
func (lw *lowering) load(to int, bits uint64) {
	lw.emit(instr{op: opLoadW, a: slot(to), k: int32(uint32(bits)), t: int32(uint32(bits >> 32))})
}

// loadTag puts a small number into a word.
func (lw *lowering) loadTag(to, tag int) { lw.load(to, uint64(tag)) }

// typeOf is the type of a node under the function's type arguments.
func (lw *lowering) typeOf(node syntax.Node) check.Type {
	return lw.c.layouts.program.Substitute(lw.tables.Type(node.ID()), lw.args)
}

// layoutOf is the layout of an expression's type.
func (lw *lowering) layoutOf(node syntax.Node) *layout { return lw.layout(lw.typeOf(node)) }

// layout returns the layout of a type.
func (lw *lowering) layout(t check.Type) *layout { return lw.c.layouts.of(t) }

// refuse records that the function is outside the executable profile.
func (lw *lowering) refuse(reason Reason, span diag.Span) {
	lw.c.refused = append(lw.c.refused, Refuse(lw.c.layouts.program, lw.id, reason, span))
}

// assignsIn says that one of the expressions contains an assignment.
func (lw *lowering) assignsIn(expressions ...syntax.Expr) bool {
	for _, e := range expressions {
		span := e.Span()
		at, _ := slices.BinarySearch(lw.assigned, span.Start)
		if at < len(lw.assigned) && lw.assigned[at] < span.End {
			return true
		}
	}
	return false
}

// finish resolves jumps, puts the failures behind the code and appends all to
// the compiled code.
func (lw *lowering) finish() {
	for _, f := range lw.fails {
		lw.instrs[f.instr].t = int32(len(lw.instrs))
		lw.instrs = append(lw.instrs, instr{op: f.op, k: int32(f.clause), t: lw.at})
		lw.payments = append(lw.payments, f.paid)
	}
	for _, j := range lw.jumps {
		lw.instrs[j.instr].t = lw.labels[j.to]
	}
	for _, j := range lw.jumps {
		lw.instrs[j.instr].t = lw.thread(lw.instrs[j.instr].t)
	}
	code := lw.c.code
	base := int32(len(code.instrs))
	for _, j := range lw.jumps {
		lw.instrs[j.instr].t += base
	}
	for _, f := range lw.fails {
		lw.instrs[f.instr].t += base
	}
	for i := range lw.payments {
		if lw.payments[i].group >= 0 {
			lw.payments[i].group += base
		}
	}
	code.instrs = append(code.instrs, lw.instrs...)
	code.payments = append(code.payments, lw.payments...)
	made := &code.functions[lw.at]
	made.entry = base
	made.words, made.refs = int32(lw.peak.word), int32(lw.peak.ref)
}

// maxThreaded bounds how many jumps to jumps are followed.
const maxThreaded = 8

// thread follows jumps to jumps. What a jump belongs to was paid before it, so
// nothing is skipped.
func (lw *lowering) thread(to int32) int32 {
	for range maxThreaded {
		if int(to) >= len(lw.instrs) || lw.instrs[to].op != opJump {
			break
		}
		to = lw.instrs[to].t
	}
	return to
}
