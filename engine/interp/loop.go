package interp

import (
	"math"
	"math/bits"
)

// run is the interpreter loop. It starts at pc with the frame at the first
// slots and ends with the outcome set in m.
//
// Only the code, the words and pc are kept in locals, and none of them is used
// across a call: whatever calls a function stores pc first and reads them back
// from m. Otherwise the compiler would store them before every instruction, which
// doubles the time of an integer loop.
func (m *machine) run(pc int) {
	code, w := m.instrs, m.w
loop:
	for {
		in := &code[pc]
		pc++
		switch in.op {
		case opCharge:
			m.left -= int64(in.k)
			if m.left < 0 {
				m.pc = pc
				if m.refill() {
					return
				}
				code, w, pc = m.instrs, m.w, m.pc
			}
		case opMoveW:
			w[in.a] = w[in.b]
		case opMoveR:
			r := m.r
			r[in.a] = r[in.b]
		case opMoveWs:
			m.pc = pc
			m.moveWords(in)
			code, w, pc = m.instrs, m.w, m.pc
		case opMoveRs:
			m.pc = pc
			m.moveRefs(in)
			code, w, pc = m.instrs, m.w, m.pc
		case opLoadW:
			w[in.a] = uint64(uint32(in.k)) | uint64(uint32(in.t))<<32
		case opLoadR:
			m.r[in.a] = m.code.constants[in.k]

		case opJump:
			pc = int(in.t)
		case opJumpTrue:
			if w[in.a] != 0 {
				pc = int(in.t)
			}
		case opJumpFalse:
			if w[in.a] == 0 {
				pc = int(in.t)
			}
		case opCall:
			m.pc = pc
			if !m.enter(in) {
				return
			}
			code, w, pc = m.instrs, m.w, m.pc
		case opReturnW:
			w[0] = w[in.a]
			if m.depth == 0 {
				m.kind = Returned
				break loop
			}
			pc = m.leave()
			w = m.w
		case opReturnR:
			r := m.r
			r[0] = r[in.a]
			fallthrough
		case opReturn:
			if m.depth == 0 {
				m.kind = Returned
				break loop
			}
			pc = m.leave()
			w = m.w

		case opAddI64:
			x, y := int64(w[in.b]), int64(w[in.c])
			s := x + y
			if (x^s)&(y^s) < 0 {
				m.fail(AddOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opSubI64:
			x, y := int64(w[in.b]), int64(w[in.c])
			s := x - y
			if (x^y)&(x^s) < 0 {
				m.fail(SubOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opMulI64:
			x, y := int64(w[in.b]), int64(w[in.c])
			s := x * y
			if mulOverflows(x, y) {
				m.fail(MulOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opDivI64:
			x, y := int64(w[in.b]), int64(w[in.c])
			if y == 0 || y == -1 && x == math.MinInt64 {
				m.fail(divisionStatus(y, DivByZero, DivOverflow))
				break loop
			}
			w[in.a] = uint64(x / y)
		case opRemI64:
			x, y := int64(w[in.b]), int64(w[in.c])
			if y == 0 || y == -1 && x == math.MinInt64 {
				m.fail(divisionStatus(y, RemByZero, RemOverflow))
				break loop
			}
			w[in.a] = uint64(x % y)
		case opAddI64K:
			x, y := int64(w[in.b]), int64(in.k)
			s := x + y
			if (x^s)&(y^s) < 0 {
				m.fail(AddOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opSubI64K:
			x, y := int64(w[in.b]), int64(in.k)
			s := x - y
			if (x^y)&(x^s) < 0 {
				m.fail(SubOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opMulI64K:
			x, y := int64(w[in.b]), int64(in.k)
			s := x * y
			if mulOverflows(x, y) {
				m.fail(MulOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opDivI64K:
			w[in.a] = uint64(int64(w[in.b]) / int64(in.k))
		case opRemI64K:
			w[in.a] = uint64(int64(w[in.b]) % int64(in.k))
		case opNegI64:
			x := int64(w[in.b])
			if x == math.MinInt64 {
				m.fail(NegOverflow)
				break loop
			}
			w[in.a] = uint64(-x)

		case opAddI32:
			x, y := int64(w[in.b]), int64(w[in.c])
			s := x + y
			if s != int64(int32(s)) {
				m.fail(AddOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opSubI32:
			x, y := int64(w[in.b]), int64(w[in.c])
			s := x - y
			if s != int64(int32(s)) {
				m.fail(SubOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opMulI32:
			x, y := int64(w[in.b]), int64(w[in.c])
			s := x * y
			if s != int64(int32(s)) {
				m.fail(MulOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opDivI32:
			x, y := int64(w[in.b]), int64(w[in.c])
			if y == 0 || y == -1 && x == math.MinInt32 {
				m.fail(divisionStatus(y, DivByZero, DivOverflow))
				break loop
			}
			w[in.a] = uint64(x / y)
		case opRemI32:
			x, y := int64(w[in.b]), int64(w[in.c])
			if y == 0 || y == -1 && x == math.MinInt32 {
				m.fail(divisionStatus(y, RemByZero, RemOverflow))
				break loop
			}
			w[in.a] = uint64(x % y)
		case opAddI32K:
			x, y := int64(w[in.b]), int64(in.k)
			s := x + y
			if s != int64(int32(s)) {
				m.fail(AddOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opSubI32K:
			x, y := int64(w[in.b]), int64(in.k)
			s := x - y
			if s != int64(int32(s)) {
				m.fail(SubOverflow)
				break loop
			}
			w[in.a] = uint64(s)
		case opNegI32:
			x := int64(w[in.b])
			if x == math.MinInt32 {
				m.fail(NegOverflow)
				break loop
			}
			w[in.a] = uint64(-x)

		case opAddU8:
			x, y := w[in.b], w[in.c]
			s := x + y
			if s > math.MaxUint8 {
				m.fail(AddOverflow)
				break loop
			}
			w[in.a] = s
		case opSubU8:
			x, y := w[in.b], w[in.c]
			if x < y {
				m.fail(SubOverflow)
				break loop
			}
			w[in.a] = x - y
		case opMulU8:
			x, y := w[in.b], w[in.c]
			s := x * y
			if s > math.MaxUint8 {
				m.fail(MulOverflow)
				break loop
			}
			w[in.a] = s
		case opDivU8:
			y := w[in.c]
			if y == 0 {
				m.fail(DivByZero)
				break loop
			}
			w[in.a] = w[in.b] / y
		case opRemU8:
			y := w[in.c]
			if y == 0 {
				m.fail(RemByZero)
				break loop
			}
			w[in.a] = w[in.b] % y
		case opAddU8K:
			x, y := w[in.b], uint64(in.k)
			s := x + y
			if s > math.MaxUint8 {
				m.fail(AddOverflow)
				break loop
			}
			w[in.a] = s
		case opSubU8K:
			x, y := w[in.b], uint64(in.k)
			if x < y {
				m.fail(SubOverflow)
				break loop
			}
			w[in.a] = x - y

		case opAddUsize:
			x, y := w[in.b], w[in.c]
			s := x + y
			if s < x {
				m.fail(AddOverflow)
				break loop
			}
			w[in.a] = s
		case opSubUsize:
			x, y := w[in.b], w[in.c]
			if x < y {
				m.fail(SubOverflow)
				break loop
			}
			w[in.a] = x - y
		case opMulUsize:
			x, y := w[in.b], w[in.c]
			high, low := bits.Mul64(x, y)
			if high != 0 {
				m.fail(MulOverflow)
				break loop
			}
			w[in.a] = low
		case opDivUsize:
			y := w[in.c]
			if y == 0 {
				m.fail(DivByZero)
				break loop
			}
			w[in.a] = w[in.b] / y
		case opRemUsize:
			y := w[in.c]
			if y == 0 {
				m.fail(RemByZero)
				break loop
			}
			w[in.a] = w[in.b] % y
		case opAddUsizeK:
			x, y := w[in.b], uint64(in.k)
			s := x + y
			if s < x {
				m.fail(AddOverflow)
				break loop
			}
			w[in.a] = s
		case opSubUsizeK:
			x, y := w[in.b], uint64(in.k)
			if x < y {
				m.fail(SubOverflow)
				break loop
			}
			w[in.a] = x - y
		case opMulUsizeK:
			x, y := w[in.b], uint64(in.k)
			high, low := bits.Mul64(x, y)
			if high != 0 {
				m.fail(MulOverflow)
				break loop
			}
			w[in.a] = low
		case opDivUsizeK:
			w[in.a] = w[in.b] / uint64(in.k)
		case opRemUsizeK:
			w[in.a] = w[in.b] % uint64(in.k)

		case opAddF64:
			w[in.a] = math.Float64bits(math.Float64frombits(w[in.b]) + math.Float64frombits(w[in.c]))
		case opSubF64:
			w[in.a] = math.Float64bits(math.Float64frombits(w[in.b]) - math.Float64frombits(w[in.c]))
		case opMulF64:
			w[in.a] = math.Float64bits(math.Float64frombits(w[in.b]) * math.Float64frombits(w[in.c]))
		case opDivF64:
			w[in.a] = math.Float64bits(math.Float64frombits(w[in.b]) / math.Float64frombits(w[in.c]))
		case opNegF64:
			w[in.a] = w[in.b] ^ 1<<63
		case opAddF32:
			w[in.a] = uint64(math.Float32bits(math.Float32frombits(uint32(w[in.b])) + math.Float32frombits(uint32(w[in.c]))))
		case opSubF32:
			w[in.a] = uint64(math.Float32bits(math.Float32frombits(uint32(w[in.b])) - math.Float32frombits(uint32(w[in.c]))))
		case opMulF32:
			w[in.a] = uint64(math.Float32bits(math.Float32frombits(uint32(w[in.b])) * math.Float32frombits(uint32(w[in.c]))))
		case opDivF32:
			w[in.a] = uint64(math.Float32bits(math.Float32frombits(uint32(w[in.b])) / math.Float32frombits(uint32(w[in.c]))))
		case opNegF32:
			w[in.a] = w[in.b] ^ 1<<31

		case opNot:
			w[in.a] = w[in.b] ^ 1
		case opEqW:
			w[in.a] = bit(w[in.b] == w[in.c])
		case opNeW:
			w[in.a] = bit(w[in.b] != w[in.c])
		case opLtS:
			w[in.a] = bit(int64(w[in.b]) < int64(w[in.c]))
		case opLeS:
			w[in.a] = bit(int64(w[in.b]) <= int64(w[in.c]))
		case opLtU:
			w[in.a] = bit(w[in.b] < w[in.c])
		case opLeU:
			w[in.a] = bit(w[in.b] <= w[in.c])
		case opEqF64:
			w[in.a] = bit(math.Float64frombits(w[in.b]) == math.Float64frombits(w[in.c]))
		case opNeF64:
			w[in.a] = bit(math.Float64frombits(w[in.b]) != math.Float64frombits(w[in.c]))
		case opLtF64:
			w[in.a] = bit(math.Float64frombits(w[in.b]) < math.Float64frombits(w[in.c]))
		case opLeF64:
			w[in.a] = bit(math.Float64frombits(w[in.b]) <= math.Float64frombits(w[in.c]))
		case opEqF32:
			w[in.a] = bit(math.Float32frombits(uint32(w[in.b])) == math.Float32frombits(uint32(w[in.c])))
		case opNeF32:
			w[in.a] = bit(math.Float32frombits(uint32(w[in.b])) != math.Float32frombits(uint32(w[in.c])))
		case opLtF32:
			w[in.a] = bit(math.Float32frombits(uint32(w[in.b])) < math.Float32frombits(uint32(w[in.c])))
		case opLeF32:
			w[in.a] = bit(math.Float32frombits(uint32(w[in.b])) <= math.Float32frombits(uint32(w[in.c])))
		case opEqR, opNeR:
			m.pc = pc
			if !m.compareTexts(in) {
				return
			}
			code, w, pc = m.instrs, m.w, m.pc
		case opEqual, opUnequal:
			m.pc = pc
			if !m.compareAggregates(in) {
				return
			}
			code, w, pc = m.instrs, m.w, m.pc

		case opJumpEq:
			if w[in.a] == w[in.b] {
				pc = int(in.t)
			}
		case opJumpNe:
			if w[in.a] != w[in.b] {
				pc = int(in.t)
			}
		case opJumpLtS:
			if int64(w[in.a]) < int64(w[in.b]) {
				pc = int(in.t)
			}
		case opJumpLeS:
			if int64(w[in.a]) <= int64(w[in.b]) {
				pc = int(in.t)
			}
		case opJumpLtU:
			if w[in.a] < w[in.b] {
				pc = int(in.t)
			}
		case opJumpLeU:
			if w[in.a] <= w[in.b] {
				pc = int(in.t)
			}
		case opJumpEqK:
			if int64(w[in.a]) == int64(in.k) {
				pc = int(in.t)
			}
		case opJumpNeK:
			if int64(w[in.a]) != int64(in.k) {
				pc = int(in.t)
			}
		case opJumpLtSK:
			if int64(w[in.a]) < int64(in.k) {
				pc = int(in.t)
			}
		case opJumpLeSK:
			if int64(w[in.a]) <= int64(in.k) {
				pc = int(in.t)
			}
		case opJumpGtSK:
			if int64(w[in.a]) > int64(in.k) {
				pc = int(in.t)
			}
		case opJumpGeSK:
			if int64(w[in.a]) >= int64(in.k) {
				pc = int(in.t)
			}
		case opJumpLtUK:
			if w[in.a] < uint64(in.k) {
				pc = int(in.t)
			}
		case opJumpLeUK:
			if w[in.a] <= uint64(in.k) {
				pc = int(in.t)
			}
		case opJumpGtUK:
			if w[in.a] > uint64(in.k) {
				pc = int(in.t)
			}
		case opJumpGeUK:
			if w[in.a] >= uint64(in.k) {
				pc = int(in.t)
			}

		case opByteLen:
			w[in.a] = uint64(len(m.r[in.b]))
		case opByteGet:
			view, at := m.r[in.b], w[in.c]
			if at < uint64(len(view)) {
				w[in.a], w[in.a+1] = optionSome, uint64(view[at])
			} else {
				w[in.a] = optionNone
			}
		case opByteGetOr:
			view, at := m.r[in.b], w[in.c]
			if at < uint64(len(view)) {
				w[in.a] = uint64(view[at])
			} else {
				pc = int(in.t)
			}
		case opByteRange:
			view, from, to := m.r[in.b], w[in.c], w[in.k]
			if from > to || to > uint64(len(view)) {
				m.fail(rangeStatus(from, to))
				break loop
			}
			m.r[in.a] = view[from:to:to]
		case opBytesSet:
			buffer, at := m.r[in.b], w[in.c]
			if at >= uint64(len(buffer)) {
				m.fail(BufferIndex)
				break loop
			}
			buffer[at] = byte(w[in.k])
			m.r[in.a] = buffer
		case opI64OfUsize:
			if w[in.b] > math.MaxInt64 {
				m.fail(ConversionOverflow)
				break loop
			}
			w[in.a] = w[in.b]
		case opBuiltin:
			m.pc = pc
			if !m.builtin(in, w, m.r) {
				return
			}
			code, w, pc = m.instrs, m.w, m.pc

		case opSpend:
			m.pc = pc
			if !m.spend(int(in.k)) {
				return
			}
			code, w, pc = m.instrs, m.w, m.pc
		case opFailRequires:
			m.fail(RequiresFalse)
			break loop
		case opFailEnsures:
			m.fail(EnsuresFalse)
			break loop
		case opExhausted:
			m.kind = FuelExhausted
			break loop
		default:
			panic("BUG: interp: unknown operation")
		}
	}
	m.pc = pc
}
