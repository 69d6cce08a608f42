package schema_test

import (
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// fuzzOne checks, for any scanned value that a shape accepts, that decoding and
// encoding it gives the canonical form of the value, and that its re-rendering is
// stable.
func fuzzOne(t *testing.T, docs []document, json []byte) {
	scanned, err := wire.Scan(wire.Document, json)
	if err != nil {
		return
	}
	span := scanned.Root.Of(json)
	var b canon.Builder
	schema.EncodeSpan(&b, span)
	canonical := string(b.Bytes())
	b.Reset(nil, canon.CJ)
	schema.EncodeSpan(&b, []byte(canonical))
	if again := string(b.Bytes()); again != canonical {
		t.Fatalf("canonical form is not stable: %q then %q", canonical, again)
	}
	for _, d := range docs {
		got, ok := d.again(span)
		if ok && d.name != "query" && got != canonical {
			t.Fatalf("%s: encoded %q, canonical %q", d.name, got, canonical)
		}
	}
}
