package wire

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// EscapedLen is the number of bytes AppendEscaped appends for b.
func EscapedLen(b []byte) int {
	n, i := len(b), 0
	for ; i+8 <= len(b); i += 8 {
		word := binary.LittleEndian.Uint64(b[i : i+8 : i+8])
		n += bits.OnesCount64(equalMarks(word, '"') | equalMarks(word, '\\'))
		n += (EscapedByteLen - 1) * bits.OnesCount64(controlMarks(word))
	}
	for ; i < len(b); i++ {
		n += escapedSize(b[i]) - 1
	}
	return n
}

// equalMarks marks, exactly, the bytes of a word that are c.
func equalMarks(word uint64, c byte) uint64 {
	word ^= ones * uint64(c)
	return ^(word&^highs + ^uint64(highs) | word) & highs
}

// controlMarks marks, exactly, the bytes of a word below 0x20.
func controlMarks(word uint64) uint64 {
	return ^(word&^highs + ones*0x60 | word) & highs
}

func escapedSize(c byte) int {
	switch {
	case c < 0x20:
		return EscapedByteLen
	case c == '"' || c == '\\':
		return 2
	}
	return 1
}

// AppendEscaped appends b as the inside of a JSON string, without quotes: " and
// \ behind a backslash, bytes below 0x20 as \u00xx, all else raw. The result is
// valid JSON text when b is valid UTF-8. It grows dst at most once.
func AppendEscaped(dst, b []byte) []byte {
	at := len(dst)
	end := at + EscapedLen(b)
	dst = slices.Grow(dst, end-at)[:end]
	i := 0
	for i+8 <= len(b) && at+8 <= end {
		word := binary.LittleEndian.Uint64(b[i : i+8 : i+8])
		binary.LittleEndian.PutUint64(dst[at:at+8:at+8], word) // what is too much is overwritten
		stop := ending(word)
		if stop == 0 {
			i, at = i+8, at+8
			continue
		}
		n := first(stop)
		at = putEscaped(dst, at+n, b[i+n])
		i += n + 1
	}
	for ; i < len(b); i++ {
		at = putEscaped(dst, at, b[i])
	}
	return dst
}

// putEscaped writes one escaped byte at an offset and returns the offset after it.
func putEscaped(dst []byte, at int, c byte) int {
	switch {
	case c < 0x20:
		return at + copy(dst[at:], []byte{'\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15]})
	case c == '"' || c == '\\':
		dst[at], dst[at+1] = '\\', c
		return at + 2
	}
	dst[at] = c
	return at + 1
}

// QuotedLen is the number of bytes AppendQuoted appends for s.
func QuotedLen(s string) int {
	n := 2
	for _, r := range s {
		switch {
		case r == '"', r == '\\', r == '\n', r == '\r', r == '\t':
			n += 2
		case r < 0x20, r >= 0x7f && r < 0xa0:
			n += EscapedByteLen
		default:
			n += utf8.RuneLen(r)
		}
	}
	return n
}

// AppendQuoted appends s as a JSON string with quotes, as error messages are spelled:
// \" \\ \n \r \t, every other control character (DEL and C1 too) as \u00xx, all else
// raw, and U+FFFD for each byte that is not UTF-8.
func AppendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"', r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r < 0x20, r >= 0x7f && r < 0xa0:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}
