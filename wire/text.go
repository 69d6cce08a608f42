package wire

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// bitStack says of each open container, innermost lowest, whether it is an object.
type bitStack struct{ low, high uint64 }

func (s *bitStack) push(object bool) {
	s.high = s.high<<1 | s.low>>63
	s.low <<= 1
	if object {
		s.low |= 1
	}
}

func (s *bitStack) pop() {
	s.low = s.low>>1 | s.high<<63
	s.high >>= 1
}

func (s *bitStack) top() bool { return s.low&1 != 0 }

// skipSpace returns the first offset from i that is not one of the spaces, a
// mask over 0..32.
func skipSpace(b []byte, i int, spaces uint64) int {
	for i < len(b) && b[i] <= ' ' && spaces>>b[i]&1 != 0 {
		i++
	}
	return i
}

// scanWord expects a literal at i; its first byte is known to match. On failure
// it returns the first byte that does not.
func scanWord(b []byte, i int, word string) (int, bool) {
	for j := 1; j < len(word); j++ {
		if i+j >= len(b) || b[i+j] != word[j] {
			return i + j, false
		}
	}
	return i + len(word), true
}

// special marks the bytes of a word that end a plain run of a string: quote,
// backslash, controls and everything beyond ASCII. The lowest mark is exact; marks above it may be
// false, as subtraction borrows.
func special(word uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote, backslash := word^ones*'"', word^ones*'\\'
	return (word | (word - ones*0x20) | (quote - ones) | (backslash - ones)) & highs
}

// firstOf is the index of the first byte marked in two adjacent words, or 16.
func firstOf(low, high uint64) int {
	n := 8 + bits.TrailingZeros64(high)>>3
	if low != 0 {
		n = bits.TrailingZeros64(low) >> 3
	}
	return n
}

// scanText scans a string from the byte after its opening quote, or from any later byte
// that begins no continuation. It returns the offset after the closing quote and whether there
// are escapes, or the first byte that cannot continue.
func scanText(b []byte, i int) (end int, escaped, ok bool) {
	for {
		for ; i+8 <= len(b); i += 8 {
			if stop := special(binary.LittleEndian.Uint64(b[i:])); stop != 0 {
				i += bits.TrailingZeros64(stop) >> 3
				break
			}
		}
		if i >= len(b) {
			return i, escaped, false
		}
		switch c := b[i]; {
		case c == '"':
			return i + 1, escaped, true
		case c == '\\':
			escaped = true
			for i < len(b) && b[i] == '\\' {
				if i+1 < len(b) && simpleEscape[b[i+1]] {
					i += 2
				} else if i, ok = scanEscape(b, i); !ok {
					return i, escaped, false
				}
			}
		case c < 0x20:
			return i, escaped, false
		case c < utf8.RuneSelf:
			i++ // within the last eight bytes
		default:
			if i, ok = scanRunes(b, i); !ok {
				return i, escaped, false
			}
		}
	}
}

// scanRunes scans a run of multi-byte sequences like scanRune.
func scanRunes(b []byte, i int) (int, bool) {
	for i+4 <= len(b) && b[i] >= utf8.RuneSelf {
		size := runeSize(binary.LittleEndian.Uint32(b[i:]))
		if size == 0 {
			return scanRune(b, i)
		}
		i += size
	}
	if i >= len(b) || b[i] < utf8.RuneSelf {
		return i, true
	}
	return scanRune(b, i)
}

// runeSize is the length of the valid multi-byte sequence that a word begins with, or
// 0. Each case checks lead and continuation marks at once, then rules out the overlong
// forms, the surrogates and what is beyond U+10FFFF by the bits that tell them.
func runeSize(word uint32) int {
	switch {
	case word&0xC0E0 == 0x80C0:
		if word&0x1E != 0 {
			return 2
		}
	case word&0xC0C0F0 == 0x8080E0:
		if tell := word & 0x200F; tell != 0 && tell != 0x200D {
			return 3
		}
	case word&0xC0C0C0F8 == 0x808080F0:
		if tell := word & 0x3007; tell != 0 && (tell&4 == 0 || tell&0x3003 == 0) {
			return 4
		}
	}
	return 0
}

// simpleEscape holds the bytes that complete an escape after a backslash.
var simpleEscape = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// scanEscape scans the escape whose backslash is at i; a surrogate pair is one escape.
func scanEscape(b []byte, i int) (int, bool) {
	i++
	if i >= len(b) {
		return i, false
	}
	if simpleEscape[b[i]] {
		return i + 1, true
	}
	if b[i] != 'u' {
		return i, false
	}
	unit, at, ok := scanHex4(b, i+1)
	if !ok || unit < 0xD800 || unit > 0xDFFF {
		return at, ok
	}
	if unit >= 0xDC00 {
		return at - 3, false // \uD is fine, the digit after it is not
	}
	for _, want := range [...]byte{'\\', 'u'} {
		if at >= len(b) || b[at] != want {
			return at, false
		}
		at++
	}
	return scanLowSurrogate(b, at)
}

// scanLowSurrogate expects the hex digits of DC00 to DFFF at i.
func scanLowSurrogate(b []byte, i int) (int, bool) {
	if i >= len(b) || b[i]|0x20 != 'd' {
		return i, false
	}
	if i+1 >= len(b) || unhex(b[i+1]) < 0xC {
		return i + 1, false
	}
	for j := i + 1; j < i+4; j++ {
		if j >= len(b) || unhex(b[j]) < 0 {
			return j, false
		}
	}
	return i + 4, true
}

// scanHex4 reads four hex digits at i.
func scanHex4(b []byte, i int) (unit rune, end int, ok bool) {
	for range 4 {
		if i >= len(b) {
			return 0, i, false
		}
		digit := unhex(b[i])
		if digit < 0 {
			return 0, i, false
		}
		unit = unit<<4 | digit
		i++
	}
	return unit, i, true
}

// unhex is the value of a hex digit, or -1.
func unhex(c byte) rune {
	switch {
	case c-'0' <= 9:
		return rune(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return rune(c|0x20) - 'a' + 10
	}
	return -1
}

// scanRune scans one multi-byte UTF-8 sequence; on failure it returns the first
// byte that cannot continue.
func scanRune(b []byte, i int) (int, bool) {
	if r, size := utf8.DecodeRune(b[i:]); r != utf8.RuneError || size > 1 {
		return i + size, true
	}
	return i + brokenAfter(b[i:]), false
}

// brokenAfter is the length of the longest prefix of b, which does not begin with a
// valid sequence, that some valid sequence has.
func brokenAfter(b []byte) int {
	lead := b[0]
	low, high := byte(0x80), byte(0xBF)
	more := 1
	switch {
	case lead < 0xC2 || lead > 0xF4:
		return 0
	case lead >= 0xF0:
		more = 3
	case lead >= 0xE0:
		more = 2
	}
	switch lead {
	case 0xE0:
		low = 0xA0
	case 0xED:
		high = 0x9F
	case 0xF0:
		low = 0x90
	case 0xF4:
		high = 0x8F
	}
	for n := 1; n <= more; n++ {
		if n >= len(b) || b[n] < low || b[n] > high {
			return n
		}
		low, high = 0x80, 0xBF
	}
	return more + 1
}

// invalidUTF8 is the offset of the first byte that cannot continue as UTF-8, or -1.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		end, ok := scanRune(b, i)
		if !ok {
			return end
		}
		i = end
	}
	return -1
}
