package intent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/project"
)

func BenchmarkGrammar(b *testing.B) {
	for b.Loop() {
		intent.NewGrammar()
	}
}

func BenchmarkDecode(b *testing.B) {
	span := []byte(rename("k.f", "other"))
	g := intent.NewGrammar()
	b.ReportAllocs()
	for b.Loop() {
		if _, fault := g.Decode(span); fault != nil {
			b.Fatal(fault)
		}
	}
}

// chain is a project of n functions that each call the one before.
func chain(b *testing.B, n int) *intent.Base {
	var text strings.Builder
	text.WriteString("module order.app;\n\n@id(\"order.point\")\nrecord Point {\n    @id(\"order.point.x\")\n    x: i64,\n}\n\n@id(\"order.f0\")\nfn f0(a: i64, b: i64) -> i64\n{\n    a + b\n}\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&text, "\n@id(\"order.f%d\")\nfn f%d(a: i64, b: i64) -> i64\n    requires a > 0\n{\n    let point = Point { x: a };\n    let c = f%d(point.x, b) + f0(b, a);\n    if c > a { c - 1 } else { f%d(c, a) }\n}\n", i, i, i-1, i-1)
	}
	text.WriteString("\n@id(\"order.main\")\nfn main() -> i64\n{\n    f0(1, 2)\n}\n")
	return build(b, map[string]string{"semaprax.toml": strings.ReplaceAll(orderManifest, "order.f", "order.f0"), "app.spx": text.String(),
		"tests.spx": "module order.tests;\n\n@id(\"order.tests.main\")\nfn main() -> i64\n{\n    0\n}\n"})
}

// BenchmarkIntention shows what an intention costs beside one build of the project
// it edits: apply, inventory, sources, verify, without the build of the result.
func BenchmarkIntention(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		base := chain(b, n)
		b.Run(fmt.Sprintf("build/%d", n), func(b *testing.B) {
			var sources []project.Source
			for _, m := range base.Project().Modules() {
				sources = append(sources, project.Source{Path: m.Path, Text: m.Source})
			}
			for b.Loop() {
				if _, fault := project.Build(base.Project().Manifest(), sources, nil); fault != nil {
					b.Fatal(fault[0])
				}
			}
		})
		for name, text := range map[string]string{
			"rename":    rename("order.f1", "other"),
			"append":    appended("order.f0", `{"name":"x","type":"i64","argument":{"kind":"i64","value":1}}`),
			"body":      body("order.f1", zero),
			"add_field": addField("order.point", `{"id":"order.point.y","name":"y","type":"i64","default":`+zero+`}`),
			"declare":   declare("order.main", function(zero)),
		} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) { benchmarkIntention(b, base, text) })
		}
	}
}

func benchmarkIntention(b *testing.B, base *intent.Base, text string) {
	after := must(b, base, text)
	in, _ := intent.NewGrammar().Decode([]byte(text))
	for b.Loop() {
		edit, fault := in.Apply(base)
		if fault != nil {
			b.Fatal(fault[0])
		}
		if fault := edit.CheckInventory(); fault != nil {
			b.Fatal(fault[0])
		}
		if _, fault := edit.Sources(); fault != nil {
			b.Fatal(fault[0])
		}
		if fault := edit.Verify(after.Base); fault != nil {
			b.Fatal(fault[0])
		}
	}
}
