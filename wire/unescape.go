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
		for raw = raw[i:]; len(raw) > 0 && raw[0] == '\\'; {
			decoded, size := unescape(&buf, raw)
			dst = append(dst, decoded...)
			raw = raw[size:]
		}
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

// nextPiece parts raw into the unescaped form of its beginning, up to or being one
// escape, and the rest. The piece is empty only at the end.
func nextPiece(buf *[utf8.UTFMax]byte, raw []byte) (piece, rest []byte) {
	if len(raw) == 0 {
		return nil, nil
	}
	switch i := bytes.IndexByte(raw, '\\'); {
	case i == 0:
		decoded, size := unescape(buf, raw)
		return decoded, raw[size:]
	case i > 0:
		return raw[:i], raw[i:]
	}
	return raw, nil
}

// compareEscaped orders two strings by their unescaped bytes and stops at the
// first difference.
func compareEscaped(x, y []byte) int {
	var bufX, bufY [utf8.UTFMax]byte
	var pieceX, pieceY []byte
	for {
		if len(pieceX) == 0 {
			pieceX, x = nextPiece(&bufX, x)
		}
		if len(pieceY) == 0 {
			pieceY, y = nextPiece(&bufY, y)
		}
		n := min(len(pieceX), len(pieceY))
		if n == 0 {
			return cmp.Compare(len(pieceX), len(pieceY))
		}
		if order := bytes.Compare(pieceX[:n], pieceY[:n]); order != 0 {
			return order
		}
		pieceX, pieceY = pieceX[n:], pieceY[n:]
	}
}

// equalEscaped compares the unescaped form of raw with want.
func equalEscaped(raw []byte, want string) bool {
	var buf [utf8.UTFMax]byte
	for len(raw) > 0 {
		var piece []byte
		piece, raw = nextPiece(&buf, raw)
		n := len(piece)
		if n > len(want) || string(piece) != want[:n] {
			return false
		}
		want = want[n:]
	}
	return want == ""
}
