package intent_test

import (
	"testing"

	"github.com/semaprax/semaprax-go/engine/intent"
)

func BenchmarkGrammar(b *testing.B) {
	for b.Loop() {
		intent.NewGrammar()
	}
}

func BenchmarkDecode(b *testing.B) {
	span := []byte(`{"kind":"rename_declaration","name":"other","target":"k.f"}`)
	b.ReportAllocs()
	g := intent.NewGrammar()
	for b.Loop() {
		if _, fault := g.Decode(span); fault != nil {
			b.Fatal(fault)
		}
	}
}
