package syntax

import (
	"math"
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// scanNumber scans an integer or a float with its suffix.
func (s *scanner) scanNumber() {
	begin := s.off
	off := s.skipDigits(begin)
	if off+1 < len(s.src) && s.src[off] == '.' && isDigit(s.src[off+1]) {
		s.scanFloat(begin, s.skipDigits(off+1))
		return
	}
	digits := s.src[begin:off]
	suffixEnd := s.skipWord(off)
	suffix := s.src[off:suffixEnd]
	s.off = suffixEnd
	s.tok, s.isMinimum = tInt, false
	switch suffix {
	case "":
		s.intKind = I64
	case "i32":
		s.intKind = I32
	case "u8":
		s.intKind = U8
	case "usize":
		s.intKind = Usize
	default:
		s.failNumber(diag.P003, begin, "has the unknown suffix `"+clip(suffix)+"`")
		return
	}
	s.setMagnitude(begin, digits)
}

// setMagnitude checks the value of an integer against its type.
func (s *scanner) setMagnitude(begin int, digits string) {
	value, ok := magnitude(digits)
	s.number = value
	switch s.intKind {
	case I64:
		s.isMinimum = ok && value == 1<<63
		ok = ok && value <= 1<<63
	case I32:
		s.isMinimum = ok && value == 1<<31
		ok = ok && value <= 1<<31
	case U8:
		ok = ok && value <= math.MaxUint8
	case Usize:
		if !ok {
			s.failNumber(diag.T260, begin, "is out of range")
		}
		return
	}
	if !ok {
		s.failNumber(diag.P003, begin, "is out of the range of "+s.intKind.String())
	}
}

// magnitude is the value of decimal digits; ok is false beyond 64 bits.
func magnitude(digits string) (value uint64, ok bool) {
	for i := range len(digits) {
		d := uint64(digits[i] - '0')
		if value > math.MaxUint64/10 || value*10 > math.MaxUint64-d {
			return 0, false
		}
		value = value*10 + d
	}
	return value, true
}

// scanFloat scans the rest of a float whose fraction ends at off.
func (s *scanner) scanFloat(begin, off int) {
	s.off = off
	if off < len(s.src) && (s.src[off] == 'e' || s.src[off] == 'E') {
		digits := off + 1
		if digits < len(s.src) && (s.src[digits] == '+' || s.src[digits] == '-') {
			digits++
		}
		s.off = s.skipDigits(digits)
		if s.off == digits {
			s.failNumber(diag.P003, begin, "has an exponent without digits")
			return
		}
	}
	text := s.src[begin:s.off]
	suffix := s.src[s.off:s.skipWord(s.off)]
	s.off += len(suffix)
	s.isSingle = suffix == "f32"
	if suffix != "" && !s.isSingle {
		s.failNumber(diag.P003, begin, "has the unknown suffix `"+clip(suffix)+"`")
		return
	}
	bits := 64
	if s.isSingle {
		bits = 32
	}
	value, err := strconv.ParseFloat(text, bits)
	if err != nil {
		s.failNumber(diag.P003, begin, "is not finite")
		return
	}
	s.tok, s.float = tFloat, value
}

func (s *scanner) failNumber(code diag.Code, begin int, what string) {
	s.fail(code, s.at(begin, s.off-begin), what)
}

func (s *scanner) skipDigits(off int) int {
	for off < len(s.src) && isDigit(s.src[off]) {
		off++
	}
	return off
}

func (s *scanner) skipWord(off int) int {
	for off < len(s.src) && isWordByte(s.src[off]) {
		off++
	}
	return off
}
