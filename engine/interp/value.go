package interp

import (
	"encoding/hex"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/check"
)

// Value is a scalar, text or byte value that goes into or comes out of a run.
//
// Type is one of the built-in types of check but unit. A scalar's Bits are as
// the package comment says; string, str, Bytes and Slice<u8> use Bytes, which
// the holder of the value must not change.
type Value struct {
	Type  check.Type
	Bits  uint64
	Bytes []byte
}

// I64 makes an i64 value.
func I64(v int64) Value { return Value{Type: check.TypeI64, Bits: uint64(v)} }

// Bool makes a bool value.
func Bool(v bool) Value {
	if v {
		return Value{Type: check.TypeBool, Bits: 1}
	}
	return Value{Type: check.TypeBool}
}

// Usize makes a usize value.
func Usize(v uint64) Value { return Value{Type: check.TypeUsize, Bits: v} }

// Text makes a value of type string or str; text must be UTF-8.
func Text(of check.Type, text string) Value { return Value{Type: of, Bytes: []byte(text)} }

// View makes a Slice<u8> value over content, which is not copied.
func View(content []byte) Value { return Value{Type: check.TypeSlice, Bytes: content} }

// Int64 is the value of an i64, i32 or u8.
func (v Value) Int64() int64 { return int64(v.Bits) }

// String is the text of the value in documents (language facts 5.5): decimal
// integers with the suffix of i32 and u8, `true` or `false`, a canonical
// character or string literal, floats as big-endian hex bits of 8 or 16 digits,
// bytes as hex.
func (v Value) String() string {
	switch v.Type {
	case check.TypeI64:
		return strconv.FormatInt(int64(v.Bits), 10)
	case check.TypeI32:
		return strconv.FormatInt(int64(v.Bits), 10) + "i32"
	case check.TypeU8:
		return strconv.FormatUint(v.Bits, 10) + "u8"
	case check.TypeUsize:
		return strconv.FormatUint(v.Bits, 10)
	case check.TypeBool:
		return strconv.FormatBool(v.Bits != 0)
	case check.TypeChar:
		return charText(rune(v.Bits))
	case check.TypeF32:
		return hexBits(v.Bits, 8)
	case check.TypeF64:
		return hexBits(v.Bits, 16)
	case check.TypeString, check.TypeStr:
		return stringText(v.Bytes)
	}
	return hex.EncodeToString(v.Bytes)
}

func hexBits(bits uint64, digits int) string {
	text := strconv.FormatUint(bits, 16)
	return "0000000000000000"[:digits-len(text)] + text
}

// charText writes a character as its canonical literal (language facts 3.7).
func charText(c rune) string {
	switch c {
	case 0:
		return `'\0'`
	case '\t':
		return `'\t'`
	case '\n':
		return `'\n'`
	case '\r':
		return `'\r'`
	case '\'':
		return `'\''`
	case '\\':
		return `'\\'`
	}
	if c >= 0x20 && c <= 0x7E {
		return "'" + string(c) + "'"
	}
	return `'\u{` + strconv.FormatInt(int64(c), 16) + `}'`
}

// stringText writes text as its canonical literal (language facts 3.7).
func stringText(text []byte) string {
	out := append(make([]byte, 0, len(text)+2), '"')
	for _, c := range text {
		switch {
		case c == '\\' || c == '"':
			out = append(out, '\\', c)
		case c == '\n':
			out = append(out, `\n`...)
		case c == '\r':
			out = append(out, `\r`...)
		case c == '\t':
			out = append(out, `\t`...)
		case c < 0x20 || c == 0x7F:
			out = append(out, `\u{`...)
			out = strconv.AppendUint(out, uint64(c), 16)
			out = append(out, '}')
		default:
			out = append(out, c)
		}
	}
	return string(append(out, '"'))
}

// ParseValue reads the text of a scalar argument of the given type: the form
// that [Value.String] writes. ok is false for anything else.
func ParseValue(of check.Type, text string) (v Value, ok bool) {
	v.Type = of
	switch of {
	case check.TypeI64:
		return parseSigned(v, text, 64)
	case check.TypeI32:
		body, found := cutSuffix(text, "i32")
		v, ok = parseSigned(v, body, 32)
		return v, ok && found
	case check.TypeU8:
		body, found := cutSuffix(text, "u8")
		v, ok = parseUnsigned(v, body, 8)
		return v, ok && found
	case check.TypeUsize:
		return parseUnsigned(v, text, 64)
	case check.TypeBool:
		v.Bits = Bool(text == "true").Bits
		return v, text == "true" || text == "false"
	case check.TypeChar:
		return parseChar(text)
	case check.TypeF32:
		return parseBits(v, text, 8)
	case check.TypeF64:
		return parseBits(v, text, 16)
	}
	return v, false
}

func cutSuffix(text, suffix string) (string, bool) {
	n := len(text) - len(suffix)
	if n < 0 || text[n:] != suffix {
		return text, false
	}
	return text[:n], true
}

func parseSigned(v Value, text string, bits int) (Value, bool) {
	n, err := strconv.ParseInt(text, 10, bits)
	v.Bits = uint64(n)
	return v, err == nil && strconv.FormatInt(n, 10) == text
}

func parseUnsigned(v Value, text string, bits int) (Value, bool) {
	n, err := strconv.ParseUint(text, 10, bits)
	v.Bits = n
	return v, err == nil && strconv.FormatUint(n, 10) == text
}

func parseBits(v Value, text string, digits int) (Value, bool) {
	n, err := strconv.ParseUint(text, 16, 64)
	v.Bits = n
	return v, err == nil && len(text) == digits && hexBits(n, digits) == text
}

// parseChar reads a canonical character literal by finding the scalar whose
// literal it is.
func parseChar(text string) (Value, bool) {
	v := Value{Type: check.TypeChar}
	if len(text) < 3 || len(text) > len(`'\u{10ffff}'`) || text[0] != '\'' || text[len(text)-1] != '\'' {
		return v, false
	}
	body := text[1 : len(text)-1]
	c := rune(body[0])
	switch {
	case body[0] != '\\':
	case len(body) > 4 && body[1] == 'u':
		n, err := strconv.ParseUint(body[3:len(body)-1], 16, 32)
		if err != nil || n > math.MaxInt32 || !utf8.ValidRune(rune(n)) {
			return v, false
		}
		c = rune(n)
	case len(body) == 2:
		c = escaped(body[1])
	}
	v.Bits = uint64(c)
	return v, charText(c) == text
}

// escaped is the character a named escape stands for.
func escaped(c byte) rune {
	switch c {
	case '0':
		return 0
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	}
	return rune(c)
}
