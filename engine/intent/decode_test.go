package intent_test

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// decode scans and decodes one intention.
func decode(t *testing.T, g *intent.Grammar, text string) (*intent.Intention, diag.List) {
	t.Helper()
	if _, err := wire.Scan(wire.Document, []byte(text)); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return g.Decode([]byte(text))
}

// TestShapesDecode decodes every valid example of the declaration and compares its
// canonical text with the example's own encoding.
func TestShapesDecode(t *testing.T) {
	g := intent.NewGrammar()
	shape := intent.IntentionShape()
	kinds := map[intent.Kind]bool{}
	for i, example := range schema.ValidExamples(shape.Node()) {
		if i%10 != 0 && testing.Short() {
			continue
		}
		if strings.Contains(example.JSON, `{}`) {
			continue // a reference to the document of expressions
		}
		in, fault := decode(t, g, example.JSON)
		if fault != nil {
			t.Errorf("%s: %v of %s", example.About, fault[0], example.JSON)
			continue
		}
		again, fault := decode(t, g, in.Text())
		if fault != nil || again.Text() != in.Text() {
			t.Errorf("%s: %s is no fixed point", example.About, in.Text())
		}
		kinds[in.Kind()] = true
	}
	t.Logf("%d kinds", len(kinds))
}
