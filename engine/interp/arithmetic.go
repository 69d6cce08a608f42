package interp

import "math"

// bit is a bool as a word.
func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// fitsHalf reports that both factors fit 32 bits, so that their product cannot
// overflow.
func fitsHalf(x, y int64) bool { return x == int64(int32(x)) && y == int64(int32(y)) }

// mulOverflows reports that x*y does not fit an i64.
func mulOverflows(x, y int64) bool {
	if x == 0 || y == 0 {
		return false
	}
	if x == -1 {
		return y == math.MinInt64
	}
	if y == -1 {
		return x == math.MinInt64
	}
	return x*y/y != x
}

// divisionStatus tells a zero divisor from the minimum divided by -1; the zero
// divisor is tested first.
func divisionStatus(divisor int64, byZero, overflow Status) Status {
	if divisor == 0 {
		return byZero
	}
	return overflow
}

// rangeStatus tells the faults of a byte range apart; the order of its ends is
// tested first.
func rangeStatus(from, to uint64) Status {
	if from > to {
		return RangeStartAfterEnd
	}
	return RangeEndBeyond
}

func equalF32(a, b uint64) bool {
	return math.Float32frombits(uint32(a)) == math.Float32frombits(uint32(b))
}

func equalF64(a, b uint64) bool { return math.Float64frombits(a) == math.Float64frombits(b) }
