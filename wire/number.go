package wire

import (
	"bytes"
	"encoding/binary"
	"math"
)

// plainDigits is the length up to which a number without exponent cannot overflow.
const plainDigits = 300

// scanNumber scans a number at i. On failure it returns the first byte that
// cannot continue, or the number's own first byte when its value overflows float64.
func scanNumber(b []byte, i int) (int, bool) {
	start := i
	if i < len(b) && b[i] == '-' {
		i++
	}
	if i >= len(b) || b[i]-'0' > 9 {
		return i, false
	}
	if b[i] == '0' {
		i++
	} else {
		i = skipDigits(b, i)
	}
	if i < len(b) && b[i] == '.' {
		i++
		if i >= len(b) || b[i]-'0' > 9 {
			return i, false
		}
		i = skipDigits(b, i)
	}
	exponent := i < len(b) && b[i]|0x20 == 'e'
	if exponent {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if i >= len(b) || b[i]-'0' > 9 {
			return i, false
		}
		i = skipDigits(b, i)
	}
	if (exponent || i-start > plainDigits) && overflows(b[start:i]) {
		return start, false
	}
	return i, true
}

// skipDigits returns the first offset from i that holds no digit. Eight digits are told at once:
// all high halves must be 3, and stay so when 6 is added.
func skipDigits(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		word := binary.LittleEndian.Uint64(b[i : i+8 : i+8])
		if word&(ones*0xF0)|(word+ones*6)&(ones*0xF0)>>4 != ones*0x33 {
			break
		}
	}
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

// firstOverflow is 2^1024 - 2^970, the least integer whose nearest float64 is
// infinite: halfway between the largest float64 and 2^1024, which rounds to even.
const firstOverflow = "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070963" +
	"3028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447573027" +
	"0069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792"

// maxExponent is where an exponent stops being added up; far more than the digits of
// the largest document can offset.
const maxExponent = 1 << 27

// overflows decides whether a grammatical number rounds to an infinite float64. It
// compares decimal exponents, and digits only when those are equal.
func overflows(number []byte) bool {
	significand, exponent := splitExponent(number)
	lead := 0 // the first digit that is not 0
	for lead < len(significand) && (significand[lead] < '1' || significand[lead] > '9') {
		lead++
	}
	if lead == len(significand) {
		return false
	}
	point := bytes.IndexByte(significand, '.')
	if point < 0 {
		point = len(significand)
	}
	magnitude := point - lead - 1 // of the first digit
	if lead > point {
		magnitude = point - lead
	}
	magnitude += exponent
	if magnitude != len(firstOverflow)-1 {
		return magnitude >= len(firstOverflow)
	}
	return reachesOverflow(significand[lead:])
}

// splitExponent parts a number at its e; the exponent saturates at maxExponent.
func splitExponent(number []byte) (significand []byte, exponent int) {
	at := bytes.IndexByte(number, 'e')
	if at < 0 {
		at = bytes.IndexByte(number, 'E')
	}
	if at < 0 {
		return number, 0
	}
	digits := number[at+1:]
	negative := digits[0] == '-'
	if negative || digits[0] == '+' {
		digits = digits[1:]
	}
	for _, d := range digits {
		if exponent = exponent*10 + int(d-'0'); exponent >= maxExponent {
			exponent = maxExponent
			break
		}
	}
	if negative {
		exponent = -exponent
	}
	return number[:at], exponent
}

// reachesOverflow compares digits, with a point anywhere, to firstOverflow.
func reachesOverflow(digits []byte) bool {
	n := 0
	for _, c := range digits {
		if c == '.' {
			continue
		}
		if c != firstOverflow[n] {
			return c > firstOverflow[n]
		}
		if n++; n == len(firstOverflow) {
			return true
		}
	}
	for ; n < len(firstOverflow); n++ {
		if firstOverflow[n] != '0' {
			return false
		}
	}
	return true
}

// Int64 reads a JSON integer without fraction or exponent; -0 is 0. It returns
// false for anything else and for what does not fit.
func Int64(value []byte) (int64, bool) {
	negative := len(value) > 0 && value[0] == '-'
	if !negative {
		u, ok := Uint64(value)
		return int64(u), ok && u <= math.MaxInt64
	}
	u, ok := Uint64(value[1:])
	if !ok || u > 1<<63 {
		return 0, false
	}
	return -int64(u), true
}

// Uint64 reads a JSON integer without sign, fraction or exponent. It returns
// false for anything else and for what does not fit.
func Uint64(value []byte) (uint64, bool) {
	if len(value) == 0 || len(value) > 20 || value[0] == '0' && len(value) > 1 {
		return 0, false
	}
	var n uint64
	if len(value) < 20 { // cannot overflow
		for _, c := range value {
			if c-'0' > 9 {
				return 0, false
			}
			n = n*10 + uint64(c-'0')
		}
		return n, true
	}
	for _, c := range value {
		d := uint64(c - '0')
		if c-'0' > 9 || n > (math.MaxUint64-d)/10 {
			return 0, false
		}
		n = n*10 + d
	}
	return n, true
}
