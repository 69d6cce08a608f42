package wire

import (
	"encoding/binary"
	"unicode/utf8"
)

// UTF-8 is validated by a state machine of nine states whose whole transition row for
// a byte fits one word: state s is the number 6*s, the row holds at bit 6*s the state
// that follows. A step is one shift, without branches, so that the cost does not depend
// on the text. Words of ASCII are skipped between characters.

// The states: between characters, refused, so many continuation bytes missing, and
// after the leads whose next byte is limited.
const (
	utf8Start = 6 * iota
	utf8Refused
	utf8More1
	utf8More2
	utf8More3
	utf8AfterE0
	utf8AfterED
	utf8AfterF0
	utf8AfterF4
	utf8States = iota
)

// utf8Rows holds each byte's transitions.
var utf8Rows = buildUTF8Rows()

func buildUTF8Rows() (rows [256]uint64) {
	for c := range rows {
		for state := 0; state < utf8States; state++ {
			rows[c] |= utf8Next(6*state, byte(c)) << (6 * state)
		}
	}
	return rows
}

// utf8Next is the state after a byte; RFC 3629, section 4.
func utf8Next(state int, c byte) uint64 {
	if state == utf8Start {
		return utf8Lead(c)
	}
	low, high, next := byte(0x80), byte(0xBF), uint64(utf8Refused)
	switch state {
	case utf8More1:
		next = utf8Start
	case utf8More2:
		next = utf8More1
	case utf8More3:
		next = utf8More2
	case utf8AfterE0:
		low, next = 0xA0, utf8More1
	case utf8AfterED:
		high, next = 0x9F, utf8More1
	case utf8AfterF0:
		low, next = 0x90, utf8More2
	case utf8AfterF4:
		high, next = 0x8F, utf8More2
	}
	if c < low || c > high {
		return utf8Refused
	}
	return next
}

// utf8Lead is the state after the first byte of a character.
func utf8Lead(c byte) uint64 {
	switch {
	case c < 0x80:
		return utf8Start
	case c < 0xC2 || c > 0xF4:
		return utf8Refused
	case c < 0xE0:
		return utf8More1
	case c == 0xE0:
		return utf8AfterE0
	case c == 0xED:
		return utf8AfterED
	case c < 0xF0:
		return utf8More2
	case c == 0xF0:
		return utf8AfterF0
	case c == 0xF4:
		return utf8AfterF4
	}
	return utf8More3
}

// validUTF8 reports what utf8.Valid does.
func validUTF8(b []byte) bool {
	state, i := uint64(utf8Start), 0
	b = b[:len(b):len(b)]
	for ; i+8 <= len(b); i += 8 {
		window := (*[8]byte)(b[i : i+8 : i+8])
		if state&63 == utf8Start && binary.LittleEndian.Uint64(window[:])&highs == 0 {
			continue
		}
		state = utf8Rows[window[0]] >> (state & 63)
		state = utf8Rows[window[1]] >> (state & 63)
		state = utf8Rows[window[2]] >> (state & 63)
		state = utf8Rows[window[3]] >> (state & 63)
		state = utf8Rows[window[4]] >> (state & 63)
		state = utf8Rows[window[5]] >> (state & 63)
		state = utf8Rows[window[6]] >> (state & 63)
		state = utf8Rows[window[7]] >> (state & 63)
	}
	for ; i < len(b); i++ {
		state = utf8Rows[b[i]] >> (state & 63)
	}
	return state&63 == utf8Start
}

// scanRune scans one multi-byte sequence; on failure it returns the first byte
// that cannot continue.
func scanRune(b []byte, i int) (int, bool) {
	state := uint64(utf8Start)
	for ; i < len(b); i++ {
		state = utf8Rows[b[i]] >> (state & 63)
		switch state & 63 {
		case utf8Start:
			return i + 1, true
		case utf8Refused:
			return i, false
		}
	}
	return i, false
}

// invalidUTF8 is the offset of the first byte that cannot continue as UTF-8, or -1.
func invalidUTF8(b []byte) int {
	if validUTF8(b) {
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
