package wire

import (
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// EscapedLen is the number of bytes AppendEscaped appends for b.
func EscapedLen(b []byte) int {
	n := len(b)
	for _, c := range b {
		if c < 0x20 {
			n += EscapedByteLen - 1
		} else if c == '"' || c == '\\' {
			n++
		}
	}
	return n
}

// AppendEscaped appends b as the inside of a JSON string, without quotes: " and
// \ behind a backslash, bytes below 0x20 as \u00xx, all else raw. The result is
// valid JSON text when b is valid UTF-8.
func AppendEscaped(dst, b []byte) []byte {
	done := 0
	for i, c := range b {
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, b[done:i]...)
		done = i + 1
		if c < 0x20 {
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		} else {
			dst = append(dst, '\\', c)
		}
	}
	return append(dst, b[done:]...)
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
