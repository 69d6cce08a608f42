package syntax_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// FuzzRoundTrip holds any text to: parse → print → parse gives an equal tree,
// print is a fixed point, and a refusal has a place inside the text.
func FuzzRoundTrip(f *testing.F) {
	for _, row := range expressions {
		f.Add([]byte("module k;\nfn f() -> i64 { " + row.src + " }"))
	}
	for _, row := range faults {
		f.Add([]byte(strings.Replace(row.src, "^", "", 1)))
	}
	paths, _ := filepath.Glob("testdata/print/*.txtar")
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil {
			f.Add([]byte(sections(string(text))["source"]))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if checkRoundTrip(t, src) {
			return
		}
		_, fault := syntax.Parse("a.spx", src)
		span := fault.Span
		if span.Start > span.End || int(span.End) > len(src) || span.Line == 0 || span.Column == 0 {
			t.Fatalf("%v has the place %+v in %d bytes", fault, span, len(src))
		}
	})
}

// FuzzFragment holds expressions to the same laws within a body, and checks the
// places of every node against the text.
func FuzzFragment(f *testing.F) {
	for _, row := range expressions {
		f.Add(row.src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		e, fault := syntax.ParseExpr(src)
		if fault != nil {
			return
		}
		text := syntax.PrintExpr(e)
		again, fault := syntax.ParseExpr(text)
		if fault != nil {
			t.Fatalf("%q prints as %q: %v", src, text, fault)
		}
		if second := syntax.PrintExpr(again); second != text {
			t.Fatalf("%q prints as %q, then as %q", src, text, second)
		}
		checkPlaces(t, e, src)
	})
}

// checkPlaces recomputes line and column of every node and demands that
// children lie within their parents.
func checkPlaces(t *testing.T, root syntax.Node, src string) {
	syntax.Walk(root, func(n syntax.Node) bool {
		span := n.Span()
		before := src[:span.Start]
		line := 1 + strings.Count(before, "\n")
		column := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
		if int(span.Line) != line || int(span.Column) != column || span.End < span.Start || int(span.End) > len(src) {
			t.Fatalf("%T of %q lies at %+v, want %d:%d", n, src, span, line, column)
		}
		syntax.Children(n, func(child syntax.Node) {
			if c := child.Span(); c.Start < span.Start || c.End > span.End {
				t.Fatalf("%T at %+v leaves %T at %+v", child, c, n, span)
			}
		})
		return true
	})
}
