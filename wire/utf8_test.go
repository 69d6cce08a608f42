package wire

import (
	"testing"
	"unicode/utf8"
)

// Every sequence of up to three bytes, and every four-byte one over the bytes that
// matter, is judged as by the standard library and by the slow twin.
func TestUTF8Exhaustive(t *testing.T) {
	edges := []byte{0, 0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
		0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF}
	check := func(b ...byte) {
		want := -1
		if !utf8.Valid(b) {
			want = naiveBadUTF8(b)
		}
		if got := invalidUTF8(b); got != want || validUTF8(b) != (want < 0) {
			t.Fatalf("%x: %d, want %d", b, got, want)
		}
	}
	for a := range 256 {
		check(byte(a))
		for _, b := range edges {
			check(byte(a), b)
			for _, c := range edges {
				check(byte(a), b, c)
				check('a', 'b', 'c', 'd', 'e', 'f', byte(a), b, c, 'd')
				for _, d := range edges {
					check(byte(a), b, c, d)
				}
			}
		}
	}
}

// The word tests agree with the byte tests at every place of a word.
func TestSpecialExhaustive(t *testing.T) {
	for _, filler := range []byte{' ', 'a', '!', '#', '[', ']', 0x7F} {
		for at := range 16 {
			for c := range 256 {
				var window [16]byte
				for i := range window {
					window[i] = filler
				}
				window[at] = byte(c)
				wantEnding := c < 0x20 || c == '"' || c == '\\'
				checkMarks(t, window, at, wantEnding || c >= 0x80, special)
				checkMarks(t, window, at, wantEnding, ending)
				window[15] = '"' // a later mark does not hide an earlier one
				if at < 15 && (wantEnding || c >= 0x80) {
					checkMarks(t, window, at, true, special)
				}
			}
		}
	}
}

func checkMarks(t *testing.T, window [16]byte, at int, marked bool, mark func(uint64) uint64) {
	t.Helper()
	word := func(b []byte) (w uint64) {
		for i := 7; i >= 0; i-- {
			w = w<<8 | uint64(b[i])
		}
		return w
	}
	want, got := -1, -1
	if marked {
		want = at
	}
	if low, high := mark(word(window[:8])), mark(word(window[8:])); low != 0 {
		got = first(low)
	} else if high != 0 {
		got = 8 + first(high)
	}
	if got != want {
		t.Fatalf("%x: first mark at %d, want %d", window, got, want)
	}
}

// The word-at-a-time string scan agrees with the byte-at-a-time one.
func TestTextAgreesWithPlainText(t *testing.T) {
	pieces := []string{`"`, `\`, `\"`, `\\`, `\n`, `\u0041`, `\ud83d\ude00`, `\ud83d`, "é", "€", "😀", "\x80", "\xf0\x9f", "\x1f", "a", "bcdefghij", " 0123456789abcdef", "\x7f"}
	random := newRandom()
	rounds := 200_000
	if testing.Short() {
		rounds = 20_000
	}
	for range rounds {
		var b []byte
		for range 1 + random.IntN(9) {
			b = append(b, pieces[random.IntN(len(pieces))]...)
		}
		gotEnd, gotEscaped, gotOK := scanText(b, 0)
		end, escaped, ok := plainText(b, 0)
		if gotEnd != end || gotOK != ok || ok && gotEscaped != escaped {
			t.Fatalf("%q: %d %v %v, want %d %v %v", b, gotEnd, gotEscaped, gotOK, end, escaped, ok)
		}
	}
}
