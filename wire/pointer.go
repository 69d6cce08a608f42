package wire

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"unicode/utf8"
)

// step is one container on the way to a place.
type step struct {
	object   bool
	key      Span // of an object: the current key inside its quotes, if any
	keyKnown bool
	index    int // of an array: the current element
}

// located adds the JSON Pointer of the error's offset. It walks the input up to
// there, which the scan has found to be the beginning of a JSON value.
func (s *Scanner) located(e *Error, b []byte) *Error {
	var steps [MaxContainers + 1]step
	s.pointer = appendPointer(s.pointer[:0], stepsTo(&steps, b, e.Offset), b)
	e.Pointer = string(s.pointer)
	return e
}

// stepsTo returns the containers open at an offset, outermost first, in the memory of steps.
func stepsTo(steps *[MaxContainers + 1]step, b []byte, offset int) []step {
	var in step // the innermost container; those around it are steps[1:depth]
	depth, expectKey := 0, false
	for i := 0; i < offset && i < len(b) || i == offset && i < len(b) && b[i] == '"'; i++ {
		switch c := b[i]; c {
		case '{', '[':
			if depth == MaxContainers {
				return nil
			}
			if i+1 < offset && b[i+1] == c+2 { // empty
				i++
				continue
			}
			steps[depth] = in
			depth++
			in = step{object: c == '{'}
			expectKey = in.object
		case '}', ']':
			if depth == 0 {
				return nil
			}
			depth--
			in = steps[depth]
		case ',':
			in.index++
			in.keyKnown = false
			expectKey = in.object
		case '"':
			end, closed := textEnd(b, i)
			inside := i < offset && offset < end // a fault in the key itself
			if expectKey && closed && !inside {
				in.key, in.keyKnown = Span{i + 1, end - 1}, true
				expectKey = false
			}
			i = end - 1
		}
	}
	steps[depth] = in
	return steps[1 : depth+1]
}

// textEnd is the offset after the closing quote of the string at i, or the end
// of the input and false.
func textEnd(b []byte, i int) (end int, closed bool) {
	plain := 0 // words without an end since the last escape
	for i++; i < len(b); {
		if i+8 <= len(b) {
			stop := ending(binary.LittleEndian.Uint64(b[i : i+8 : i+8]))
			if stop == 0 {
				i, plain = i+8, plain+1
				if plain > textSearchWords && i < len(b) {
					i += plainLen(b[i:min(i+textSearchBytes, len(b))])
				}
				continue
			}
			i += first(stop)
		}
		switch plain = 0; b[i] {
		case '"':
			return i + 1, true
		case '\\':
			i += 2
		default:
			i++
		}
	}
	return len(b), false
}

// A string that is plain for textSearchWords words is searched on by the library, which
// is slow to begin and fast to go on; in windows, so that an escape at the end of each
// costs no second look at what follows.
const (
	textSearchWords = 8
	textSearchBytes = 1 << 10
)

// plainLen is the number of bytes before the first quote or backslash.
func plainLen(b []byte) int {
	if n := bytes.IndexByte(b, '"'); n >= 0 {
		b = b[:n]
	}
	if n := bytes.IndexByte(b, '\\'); n >= 0 {
		return n
	}
	return len(b)
}

// appendPointer renders the steps as far as MaxPointerBytes allows.
func appendPointer(dst []byte, steps []step, b []byte) []byte {
	for _, st := range steps {
		whole := len(dst)
		switch {
		case !st.object:
			dst = strconv.AppendInt(append(dst, '/'), int64(st.index), 10)
		case !st.keyKnown:
			return dst
		case st.key.End-st.key.Start > EscapedByteLen*MaxPointerBytes:
			return dst
		default:
			dst = appendToken(append(dst, '/'), st.key.Of(b))
		}
		if len(dst) > MaxPointerBytes {
			return dst[:whole]
		}
	}
	return dst
}

// appendToken appends a key as a reference token: unescaped, ~ as ~0, / as ~1.
func appendToken(dst, key []byte) []byte {
	var buf [utf8.UTFMax]byte
	for len(key) > 0 {
		var piece []byte
		piece, key = nextPiece(&buf, key)
		for _, c := range piece {
			switch c {
			case '~':
				dst = append(dst, '~', '0')
			case '/':
				dst = append(dst, '~', '1')
			default:
				dst = append(dst, c)
			}
		}
	}
	return dst
}
