package interp

import (
	"slices"
	"sync/atomic"
)

// frame is what a call keeps of its caller.
type frame struct {
	pc        int32
	word, ref int32 // where the caller's slots start
}

// machine is the state of one run.
type machine struct {
	code   *Code
	input  Input
	limits Limits
	cancel *atomic.Bool

	words  []uint64
	refs   [][]byte
	frames [MaxDepth]frame

	// reserve is the fuel behind the slice the loop is spending.
	reserve int64
	work    int64 // left
	polled  int64 // work left at the last look at the cancel flag

	stdinRead      bool
	stdout, stderr []byte

	// The end of the run.
	kind      Kind
	status    Status
	left      int64   // fuel left in the slice
	pc        int32   // the instruction that ended the run
	word, ref int32   // where the slots of the ending frame start
	patched   []instr // code with the end of the budget marked
	stopping  bool
}

// reserveFrame makes room for a frame of fn at the given slots.
func (m *machine) reserveFrame(fn *function, word, ref int32) {
	if need := int(word + fn.words); need > len(m.words) {
		grown := make([]uint64, max(need, 2*len(m.words)))
		copy(grown, m.words)
		m.words = grown
	}
	if need := int(ref + fn.refs); need > len(m.refs) {
		grown := make([][]byte, max(need, 2*len(m.refs)))
		copy(grown, m.refs)
		m.refs = grown
	}
}

// refill gives the loop its next slice of fuel so that cost can be paid, after a
// look at the cancel flag. left is what remains of the old slice. It returns what
// remains after paying; stopped is true when the run ends here.
//
// When the budget does not reach, the group is entered all the same: the code is
// patched so that it ends at the first instruction that is not paid for.
func (m *machine) refill(left, cost int64, pc int32) (rest int64, stopped bool) {
	if m.cancel != nil && m.cancel.Load() {
		m.kind = Cancelled
		m.left = left
		return left, true
	}
	take := min(m.reserve, max(pollSteps, cost-left))
	m.reserve -= take
	left += take
	if left < cost {
		m.markEnd(pc, left)
	}
	return left - cost, false
}

// markEnd patches a copy of the code: in the group that opens at pc, the first
// instruction that comes after more than left steps ends the run.
func (m *machine) markEnd(pc int32, left int64) {
	payments := m.code.payments
	end := pc + 1
	for payments[end].group == pc && int64(payments[end].paid) <= left {
		end++
	}
	m.patched = slices.Clone(m.code.instrs)
	m.patched[end] = instr{op: opExhausted}
	m.stopping = true
}

// stepsUsed is the fuel spent when the run ended at m.pc. A run that exhausted
// its fuel or its work has used the whole budget.
func (m *machine) stepsUsed() int64 {
	if m.kind == FuelExhausted {
		return m.limits.MaxSteps
	}
	used := m.limits.MaxSteps - m.reserve - m.left
	payment := m.code.payments[m.pc]
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
