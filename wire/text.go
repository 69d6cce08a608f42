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
	if i < len(b) && b[i] <= ' ' {
		return skipSpaces(b, i, spaces)
	}
	return i
}

// skipSpaces is skipSpace where there may be many, blanks 8 at a time.
func skipSpaces(b []byte, i int, spaces uint64) int {
	for i < len(b) && b[i] <= ' ' && spaces>>b[i]&1 != 0 {
		if i++; b[i-1] != ' ' || i < len(b) && b[i] != ' ' {
			continue
		}
		for i+8 <= len(b) {
			if other := binary.LittleEndian.Uint64(b[i:i+8:i+8]) ^ ones*' '; other != 0 {
				i += first(other)
				break
			}
			i += 8
		}
	}
	return i
}

// scanWord expects a literal at i. On failure it returns the first byte that
// cannot continue.
func scanWord(b []byte, i int) (int, bool) {
	if i+4 <= len(b) && (string(b[i:i+4]) == "true" || string(b[i:i+4]) == "null") {
		return i + 4, true
	}
	for _, word := range [...]string{"false", "true", "null"} {
		n := 0
		for n < len(word) && i+n < len(b) && b[i+n] == word[n] {
			n++
		}
		if n > 0 {
			return i + n, n == len(word)
		}
	}
	return i, false
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special marks the bytes of a word that end a plain run of a string: quote,
// backslash, controls and everything beyond ASCII. The lowest mark is exact; marks
// above it may be false, as subtraction borrows. Flipping bit 1 puts the quote, 0x22, right
// after the controls, so that one subtraction finds both.
func special(word uint64) uint64 {
	return (word | ((word ^ ones*2) - ones*0x21) | ((word ^ ones*'\\') - ones)) & highs
}

// ending marks the bytes that special does without those beyond ASCII.
func ending(word uint64) uint64 {
	return (((word ^ ones*2) - ones*0x21) | ((word ^ ones*'\\') - ones)) &^ word & highs
}

// first is the index of the first byte marked in a word, 7 when none is.
func first(marks uint64) int { return bits.TrailingZeros64(marks|1<<63) >> 3 }

// before masks the bytes before the first mark of a word, and seven bits of the marked byte.
func before(marks uint64) uint64 { return (marks - 1) &^ marks }

// scanText scans a string from the byte after its opening quote, or from any later byte
// that begins no continuation. It returns the offset after the closing quote and whether there
// are escapes, or the first byte that cannot continue. UTF-8 is checked at the end, at
// once; when anything is wrong plainText finds the place.
func scanText(b []byte, start int) (end int, escaped, ok bool) {
	i, seen := start, uint64(0)
	b = b[:len(b):len(b)]
	for {
		for i+16 <= len(b) {
			window := (*[16]byte)(b[i : i+16 : i+16])
			low, high := binary.LittleEndian.Uint64(window[:8]), binary.LittleEndian.Uint64(window[8:])
			seen |= low | high
			if low, high = ending(low), ending(high); low|high == 0 {
				i += 16
				continue
			}
			if low == 0 {
				i, low = i+8, high
			}
			i += first(low)
			break
		}
		if i+16 > len(b) {
			if i+8 <= len(b) {
				word := binary.LittleEndian.Uint64(b[i : i+8 : i+8])
				seen |= word
				if stop := ending(word); stop != 0 {
					i += first(stop)
				} else {
					i += 8
				}
			}
			for i < len(b) && b[i] >= 0x20 && b[i] != '"' && b[i] != '\\' {
				seen |= uint64(b[i])
				i++
			}
		}
		if i < len(b) && b[i] == '"' && (seen&highs == 0 || validUTF8(b[start:i])) {
			return i + 1, escaped, true
		}
		if escaped = true; i >= len(b) || b[i] != '\\' {
			return plainText(b, start)
		}
		if i, ok = scanEscapes(b, i); !ok {
			return plainText(b, start)
		}
	}
}

// plainText is scanText a byte at a time.
func plainText(b []byte, i int) (end int, escaped, ok bool) {
	for i < len(b) {
		c := b[i]
		switch {
		case c == '"':
			return i + 1, escaped, true
		case c == '\\':
			escaped = true
			if i, ok = scanEscape(b, i); !ok {
				return i, escaped, false
			}
		case c < 0x20:
			return i, escaped, false
		case c < utf8.RuneSelf:
			i++
		default:
			if i, ok = scanRune(b, i); !ok {
				return i, escaped, false
			}
		}
	}
	return i, escaped, false
}

// scanEscapes scans a run of escapes; on failure the offset means nothing.
func scanEscapes(b []byte, i int) (end int, ok bool) {
	for i < len(b) && b[i] == '\\' {
		if i+1 < len(b) && simpleEscape[b[i+1]] {
			i += 2
			continue
		}
		if i+6 <= len(b) {
			digits := (*[6]byte)(b[i : i+6 : i+6])
			if unit := hex4(digits[2], digits[3], digits[4], digits[5]); digits[1] == 'u' && unit >= 0 && unit&0xF800 != 0xD800 {
				i += 6
				continue
			}
		}
		if i, ok = scanEscape(b, i); !ok {
			return i, false
		}
	}
	return i, true
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
	if i+4 <= len(b) {
		if unit = hex4(b[i], b[i+1], b[i+2], b[i+3]); unit >= 0 {
			return unit, i + 4, true
		}
	}
	for i < len(b) && unhex(b[i]) >= 0 {
		i++
	}
	return 0, i, false
}

// hex4 is the value of four hex digits, negative when one is none.
func hex4(a, b, c, d byte) rune { return unhex(a)<<12 | unhex(b)<<8 | unhex(c)<<4 | unhex(d) }

// unhex is the value of a hex digit, or -1.
func unhex(c byte) rune { return rune(hexValues[c]) }

// hexValues holds the values of hex digits, -1 for other bytes.
var hexValues = buildHexValues()

func buildHexValues() (values [256]int8) {
	for c := range values {
		values[c] = -1
	}
	for digit := range 16 {
		values["0123456789abcdef"[digit]] = int8(digit)
		values["0123456789ABCDEF"[digit]] = int8(digit)
	}
	return values
}
