package interp

import (
	"slices"
	"sync/atomic"
)

// frame is what a call keeps of its caller.
type frame struct {
	pc        int
	word, ref int // where the caller's slots start
}

// machine is the state of one run.
type machine struct {
	code   *Code
	input  Input
	limits Limits
	cancel *atomic.Bool

	// instrs is the code that runs: the compiled one, or a patched copy when the
	// end of the budget lies ahead.
	instrs []instr
	// pc is the instruction after the one that called out of the loop or, in the
	// end, after the one that ended the run.
	pc int
	// left is the fuel left in the slice; reserve is the fuel behind it.
	left, reserve int64
	// w and r are the slots of the current frame; they start at word and ref of
	// the stacks.
	w         []uint64
	r         [][]byte
	word, ref int
	depth     int
	frames    [MaxDepth]frame
	words     []uint64
	refs      [][]byte

	work   int64 // left
	polled int64 // work left at the last look at the cancel flag

	stdinRead      bool
	stdout, stderr []byte

	// The end of the run.
	kind   Kind
	status Status
}

// reserveFrame makes room for a frame of fn at the current place.
func (m *machine) reserveFrame(fn *function) {
	if need := m.word + int(fn.words); need > len(m.words) {
		grown := make([]uint64, max(need, 2*len(m.words)))
		copy(grown, m.words)
		m.words = grown
	}
	if need := m.ref + int(fn.refs); need > len(m.refs) {
		grown := make([][]byte, max(need, 2*len(m.refs)))
		copy(grown, m.refs)
		m.refs = grown
	}
	m.w, m.r = m.words[m.word:], m.refs[m.ref:]
}

// enter opens the frame of a call. It reports false when that would be one frame
// too many.
func (m *machine) enter(in *instr) bool {
	m.depth++
	if m.depth >= MaxDepth {
		m.kind = DepthExceeded
		return false
	}
	callee := &m.code.functions[in.k]
	m.frames[m.depth] = frame{m.pc, m.word, m.ref}
	m.word += int(in.a)
	m.ref += int(in.b)
	m.pc = int(callee.entry)
	if m.word+int(callee.words) > len(m.words) || m.ref+int(callee.refs) > len(m.refs) {
		m.reserveFrame(callee)
	} else {
		m.w, m.r = m.words[m.word:], m.refs[m.ref:]
	}
	return true
}

// leave closes the frame of a call and returns where its caller goes on.
func (m *machine) leave() int {
	caller := &m.frames[m.depth]
	m.depth--
	m.word, m.ref = caller.word, caller.ref
	m.w, m.r = m.words[m.word:], m.refs[m.ref:]
	return caller.pc
}

func (m *machine) moveWords(in *instr) {
	copy(m.w[in.a:int(in.a)+int(in.k)], m.w[in.b:])
}

func (m *machine) moveRefs(in *instr) {
	copy(m.r[in.a:int(in.a)+int(in.k)], m.r[in.b:])
}

// refill takes the next slice of fuel, after a look at the cancel flag, so that
// the charge before pc is paid. It reports true when the run ends here.
//
// When the budget does not reach, the group is entered all the same: the code is
// patched so that it ends at the first instruction that is not paid for.
func (m *machine) refill() (stopped bool) {
	if m.cancel != nil && m.cancel.Load() {
		m.left += int64(m.instrs[m.pc-1].k)
		m.kind = Cancelled
		return true
	}
	take := min(m.reserve, max(pollSteps, -m.left))
	m.reserve -= take
	m.left += take
	if m.left < 0 {
		m.markEnd(m.pc-1, m.left+int64(m.instrs[m.pc-1].k))
	}
	return false
}

// markEnd patches a copy of the code: in the group that opens at pc, the first
// instruction that comes after more than left steps ends the run.
func (m *machine) markEnd(pc int, left int64) {
	payments := m.code.payments
	end := pc + 1
	for payments[end].group == int32(pc) && int64(payments[end].paid) <= left {
		end++
	}
	m.instrs = slices.Clone(m.instrs)
	m.instrs[end] = instr{op: opExhausted}
}

// stepsUsed is the fuel spent when the run ended before m.pc. A run that exhausted
// its fuel or its work has used the whole budget.
func (m *machine) stepsUsed() int64 {
	if m.kind == FuelExhausted {
		return m.limits.MaxSteps
	}
	used := m.limits.MaxSteps - m.reserve - m.left
	payment := m.code.payments[m.pc-1]
	if payment.group < 0 {
		return used
	}
	return used - int64(m.code.instrs[payment.group].k) + int64(payment.paid)
}

// spend takes n units of work. It reports false when the budget is exhausted or
// the run was cancelled, with the outcome set.
func (m *machine) spend(n int) bool {
	m.work -= int64(n)
	if m.work < 0 {
		m.work = 0
		m.kind = FuelExhausted
		return false
	}
	if m.polled-m.work >= pollSteps {
		m.polled = m.work
		if m.cancel != nil && m.cancel.Load() {
			m.kind = Cancelled
			return false
		}
	}
	return true
}

// fail ends the run with a status. It returns false for its callers' convenience.
func (m *machine) fail(status Status) bool {
	m.kind, m.status = Failed, status
	return false
}
