package session

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/schema"
)

// TestCutStaysOnCharacters cuts at every offset and with every size, and compares
// with a search over the boundaries that the standard library finds.
func TestCutStaysOnCharacters(t *testing.T) {
	text := []byte("aé€𝄞\u2028z\n")
	var boundaries []int
	for offset := range string(text) {
		boundaries = append(boundaries, offset)
	}
	boundaries = append(boundaries, len(text))
	for offset := range len(text) + 3 {
		for size := range len(text) + 3 {
			got, ok := cut(text, window{offset, size})
			if want := slices.Contains(boundaries, offset); ok != want {
				t.Fatalf("offset %d: ok %v, want %v", offset, ok, want)
			}
			if !ok {
				continue
			}
			end := offset
			for _, b := range boundaries {
				if b >= offset && b <= offset+size {
					end = b
				}
			}
			var next schema.Maybe[uint64]
			if end < len(text) {
				next = schema.Some(uint64(end))
			}
			if string(got.Text) != string(text[offset:end]) || got.Next != next || got.Offset != uint64(offset) || got.Total != uint64(len(text)) {
				t.Errorf("offset %d, size %d: got %+v, want %q and next %+v", offset, size, got, text[offset:end], next)
			}
		}
	}
}

// TestPiecesJoin follows next_offset from 0 to the end.
func TestPiecesJoin(t *testing.T) {
	text := strings.Repeat("€𝄞é-", 50)
	for size := utf8.UTFMax; size < len(text)+2; size++ {
		var joined []byte
		for w := (window{0, size}); ; {
			piece, faults := pieceOf("report", []byte(text), w, codeReportChunk)
			if faults != nil || !utf8.Valid(piece.Text) {
				t.Fatalf("size %d at %d: %q, %v", size, w.Offset, piece.Text, faults)
			}
			joined = append(joined, piece.Text...)
			if !piece.Next.Set {
				break
			}
			w.Offset = int(piece.Next.Value)
		}
		if string(joined) != text {
			t.Errorf("size %d: the pieces are not the text", size)
		}
	}
	_, faults := pieceOf("capsule", []byte(text), window{1, 10}, codeReportChunk)
	if got := string(faults[0].Code) + ": " + faults[0].Message(); got != "SPX-G241: the offset is not one of the capsule's characters" {
		t.Errorf("got %q", got)
	}
}
