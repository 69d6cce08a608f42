package interp

import (
	"math"
	"math/bits"
)

// bit is a bool as a word.
func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// mulOverflows reports that x*y does not fit an i64: the high half of the full
// product is not the sign of the low half.
func mulOverflows(x, y int64) bool {
	high, low := bits.Mul64(uint64(x), uint64(y))
	high -= uint64(x>>63&y) + uint64(y>>63&x)
	return high != uint64(int64(low)>>63)
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
