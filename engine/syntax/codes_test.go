package syntax_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// TestParserCodeExamples runs the example of every code the parser reports and
// demands that code at that place.
func TestParserCodeExamples(t *testing.T) {
	others := []diag.Code{diag.G170, diag.T260, diag.T261, diag.T262, diag.U103, diag.U104, diag.U111, diag.N102, diag.N103, diag.Q106}
	seen := 0
	for entry := range diag.Entries() {
		if !strings.HasPrefix(string(entry.Code), "SPX-P") && !slices.Contains(others, entry.Code) {
			continue
		}
		seen++
		source, offset, ok := entry.Program()
		if !ok {
			t.Errorf("%s has no example", entry.Code)
			continue
		}
		_, fault := syntax.Parse("example.spx", []byte(source))
		if fault == nil {
			t.Errorf("%s: the example parses", entry.Code)
			continue
		}
		if fault.Code != entry.Code || fault.Span.Start != uint32(offset) {
			t.Errorf("got %s at byte %d, want %s at %d: %v", fault.Code, fault.Span.Start, entry.Code, offset, fault)
		}
	}
	if seen < 35 {
		t.Errorf("only %d parser codes in the table", seen)
	}
}
