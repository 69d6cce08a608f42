package wire

import (
	"bytes"
	"cmp"
	"unicode/utf8"
)

// The functions of this file take the inside of a scanned JSON string. On bytes that
// were not scanned they terminate and stay in bounds, with an unspecified result.

// unescape returns the bytes the escape at raw[0] stands for, in buf, and its length.
func unescape(buf *[utf8.UTFMax]byte, raw []byte) (decoded []byte, size int) {
	if len(raw) < 2 {
		return append(buf[:0], raw...), len(raw)
	}
	switch c := raw[1]; c {
	case 'b':
		return append(buf[:0], '\b'), 2
	case 'f':
		return append(buf[:0], '\f'), 2
	case 'n':
		return append(buf[:0], '\n'), 2
	case 'r':
		return append(buf[:0], '\r'), 2
	case 't':
		return append(buf[:0], '\t'), 2
	case 'u':
	default:
		return append(buf[:0], c), 2
	}
	unit, end, ok := scanHex4(raw, 2)
	if ok && unit >= 0xD800 && unit < 0xDC00 && end+2 < len(raw) {
		var low rune
		if low, end, ok = scanHex4(raw, end+2); ok {
			unit = (unit-0xD800)<<10 + (low - 0xDC00) + 0x10000
		}
	}
	return utf8.AppendRune(buf[:0], unit), end
}

// appendUnescaped appends the unescaped form of raw.
func appendUnescaped(dst, raw []byte) []byte {
	var buf [utf8.UTFMax]byte
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return append(dst, raw...)
		}
		dst = append(dst, raw[:i]...)
		decoded, size := unescape(&buf, raw[i:])
		dst = append(dst, decoded...)
		raw = raw[i+size:]
	}
}

// unescapedLen is the length of the unescaped form of raw.
func unescapedLen(raw []byte) int {
	var buf [utf8.UTFMax]byte
	n := 0
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return n + len(raw)
		}
		decoded, size := unescape(&buf, raw[i:])
		n += i + len(decoded)
		raw = raw[i+size:]
	}
}

// unescaper yields the unescaped form of a string piece by piece.
type unescaper struct {
	raw, piece []byte
	buf        [utf8.UTFMax]byte
}

// fill makes piece non-empty, or reports the end.
func (u *unescaper) fill() bool {
	if len(u.piece) > 0 {
		return true
	}
	if len(u.raw) == 0 {
		return false
	}
	switch i := bytes.IndexByte(u.raw, '\\'); {
	case i == 0:
		var size int
		u.piece, size = unescape(&u.buf, u.raw)
		u.raw = u.raw[size:]
	case i < 0:
		u.piece, u.raw = u.raw, nil
	default:
		u.piece, u.raw = u.raw[:i], u.raw[i:]
	}
	return true
}

// compareEscaped orders two strings by their unescaped bytes and stops at the
// first difference.
func compareEscaped(x, y []byte) int {
	ux, uy := unescaper{raw: x}, unescaper{raw: y}
	for {
		moreX, moreY := ux.fill(), uy.fill()
		if !moreX || !moreY {
			return cmp.Compare(boolInt(moreX), boolInt(moreY))
		}
		n := min(len(ux.piece), len(uy.piece))
		if order := bytes.Compare(ux.piece[:n], uy.piece[:n]); order != 0 {
			return order
		}
		ux.piece, uy.piece = ux.piece[n:], uy.piece[n:]
	}
}

// equalEscaped compares the unescaped form of raw with want.
func equalEscaped(raw []byte, want string) bool {
	u := unescaper{raw: raw}
	for u.fill() {
		n := len(u.piece)
		if n > len(want) || string(u.piece) != want[:n] {
			return false
		}
		u.piece, want = nil, want[n:]
	}
	return want == ""
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
