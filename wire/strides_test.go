package wire

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestStridesAgainstSingleBytes compares what skips strings and blanks in strides with
// loops over single bytes, on texts that were not scanned and end anywhere.
func TestStridesAgainstSingleBytes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 100_000 {
		size := 1 + random.IntN(100)
		if n%10 == 0 {
			size = 1 + random.IntN(2*textSearchBytes+100)
		}
		sprinkled := func(plain byte, others string) []byte {
			b := bytes.Repeat([]byte{plain}, size)
			for range random.IntN(5) {
				b[random.IntN(size)] = others[random.IntN(len(others))]
			}
			return b
		}
		at := random.IntN(size)
		text := sprinkled('a', "\"\\\x00\xff\xa2\xdc")
		end, closed := textEnd(text, at)
		if wantEnd, want := singleTextEnd(text, at); end != wantEnd || closed != want {
			t.Fatalf("%q from %d ends at %d %v, want %d %v", text, at, end, closed, wantEnd, want)
		}
		blanks := sprinkled(' ', "\t\n\r\x00\xa0!\x1f   \n")
		for _, p := range []Profile{Document, V5, MCP} {
			want := at
			for want < size && blanks[want] <= ' ' && p.spaces()>>blanks[want]&1 != 0 {
				want++
			}
			if got := skipSpace(blanks, at, p.spaces()); got != want {
				t.Fatalf("%q from %d: %d, want %d", blanks, at, got, want)
			}
		}
	}
}

func singleTextEnd(b []byte, i int) (end int, closed bool) {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '"':
			return i + 1, true
		case '\\':
			i++
		}
	}
	return len(b), false
}
