package syntax_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// everything is a file with every kind of node.
func everything(t testing.TB) *syntax.File {
	src := "module k;\nuse type @id(\"m.T\") from m as T;\nvariant V { A, B { x: i64, }, }\n"
	for _, name := range []string{"types", "statements"} {
		text, err := os.ReadFile("testdata/print/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		src += sections(string(text))["source"][len("module k;\n"):]
	}
	for _, row := range expressions {
		if row.want != "" {
			src += "fn e() -> i64 { " + row.src + " }\n"
		}
	}
	f, fault := syntax.Parse("all.spx", []byte(src))
	if fault != nil {
		t.Fatal(fault)
	}
	return f
}

func typeName(n syntax.Node) string { return fmt.Sprintf("%T", n) }

// TestNodeIDsAreDensePreorder also checks the places of every node.
func TestNodeIDsAreDensePreorder(t *testing.T) {
	f := everything(t)
	next := syntax.NodeID(0)
	kinds := map[string]bool{}
	syntax.Walk(f, func(n syntax.Node) bool {
		if n.ID() != next {
			t.Fatalf("%T has id %d, want %d", n, n.ID(), next)
		}
		next++
		kinds[typeName(n)] = true
		return true
	})
	if f.NodeCount() != int(next) {
		t.Errorf("got %d nodes, want %d", f.NodeCount(), next)
	}
	if len(kinds) != 52 {
		t.Errorf("%d kinds of nodes occur: %v", len(kinds), kinds)
	}
	checkPlaces(t, f, string(f.Source()))
	if f.Path() != "all.spx" {
		t.Errorf("got path %q", f.Path())
	}
}

// TestRewriteShares changes every name and one list, and leaves the original
// and everything untouched alone.
func TestRewriteShares(t *testing.T) {
	f := everything(t)
	before := string(syntax.Print(f))
	if same := syntax.Rewrite(f, func(n syntax.Node) syntax.Node { return n }); same != f {
		t.Error("a rewrite that changes nothing copies the file")
	}
	copied := syntax.Rewrite(f, func(n syntax.Node) syntax.Node {
		switch n := n.(type) {
		case *syntax.IntLit:
			c := *n
			return &c
		case *syntax.Function:
			if n.Name.Text == "e" {
				return nil
			}
		}
		return n
	})
	if copied == f || copied.NodeCount() != 0 || copied.Source() != nil {
		t.Errorf("got %d nodes and %d bytes of source in the copy", copied.NodeCount(), len(copied.Source()))
	}
	if len(copied.Decls) != len(f.Decls)-len(functionsNamed(f, "e")) {
		t.Errorf("got %d declarations of %d", len(copied.Decls), len(f.Decls))
	}
	if copied.Decls[0] != f.Decls[0] {
		t.Error("an unchanged declaration was copied")
	}
	if string(syntax.Print(f)) != before {
		t.Error("the original changed")
	}
	deep := syntax.Rewrite(f, func(n syntax.Node) syntax.Node {
		if len(leavesOf(n)) > 0 {
			return n
		}
		switch n := n.(type) {
		case *syntax.NameExpr:
			c := *n
			return &c
		case *syntax.NamedType:
			c := *n
			return &c
		}
		return n
	})
	if string(syntax.Print(deep)) != before {
		t.Error("copying leaves changes the text")
	}
}

func leavesOf(n syntax.Node) (children []syntax.Node) {
	syntax.Children(n, func(c syntax.Node) { children = append(children, c) })
	return children
}

func functionsNamed(f *syntax.File, name string) (found []*syntax.Function) {
	for _, d := range f.Decls {
		if fn, ok := d.(*syntax.Function); ok && fn.Name.Text == name {
			found = append(found, fn)
		}
	}
	return found
}

// TestBuiltByCode prints a tree that never was text and reads it back.
func TestBuiltByCode(t *testing.T) {
	name := func(s string) syntax.Name { return syntax.Name{Text: s} }
	value := func(s string) syntax.Expr { return &syntax.NameExpr{Name: name(s)} }
	i64 := &syntax.NamedType{Name: name("i64")}
	f := &syntax.File{Module: name("k"), Decls: []syntax.Decl{&syntax.Function{
		Identity: &syntax.Text{Value: "k.f"}, Name: name("f"), Result: i64,
		Params:   []*syntax.Param{{Name: name("a"), Type: i64}},
		Requires: []*syntax.Clause{{Cond: &syntax.Binary{Op: syntax.Less, Left: value("a"), Right: &syntax.IntLit{Bits: 9}}}},
		Body: &syntax.Block{
			Items: []syntax.Item{&syntax.Let{Name: name("b"), Value: &syntax.Unary{Op: syntax.Neg, Operand: value("a")}}},
			Tail:  &syntax.Binary{Op: syntax.Mul, Left: &syntax.Binary{Op: syntax.Add, Left: value("a"), Right: value("b")}, Right: value("b")},
		},
	}}}
	want := "module k;\n\n@id(\"k.f\")\nfn f(a: i64) -> i64\n    requires a < 9\n{\n    let b = -a;\n    (a + b) * b\n}\n"
	got := syntax.Print(f)
	if string(got) != want {
		t.Fatalf("got:\n%s\nwant:\n%s", got, want)
	}
	parsed, fault := syntax.Parse("k.spx", got)
	if fault != nil {
		t.Fatal(fault)
	}
	if dump(parsed) != dump(f) {
		t.Errorf("got  %s\nwant %s", dump(parsed), dump(f))
	}
	if text := string(syntax.PrintDecl(f.Decls[0])); text != want[len("module k;\n\n"):] {
		t.Errorf("got %q", text)
	}
}

func TestFragments(t *testing.T) {
	typ, fault := syntax.ParseType("Pair<a.b, [u8; 4]>")
	if fault != nil || syntax.PrintType(typ) != "Pair<a.b, [u8; 4]>" {
		t.Errorf("got %v", fault)
	}
	pattern, fault := syntax.ParsePattern("V::C { a, b: _ }")
	if fault != nil || syntax.PrintPattern(pattern) != "V::C { a, b: _ }" {
		t.Errorf("got %v", fault)
	}
	decl, fault := syntax.ParseDecl("// c\n@id(\"x\") record R { }")
	if fault != nil || string(syntax.PrintDecl(decl)) != "// c\n@id(\"x\")\nrecord R {\n}\n" {
		t.Errorf("got %v", fault)
	}
	syntax.Walk(typ, func(n syntax.Node) bool {
		if n.ID() != 0 || n.Span().IsZero() {
			t.Errorf("%T has id %d and place %+v", n, n.ID(), n.Span())
		}
		return true
	})
	if _, fault := syntax.ParseExpr("a b"); fault == nil || fault.Code != "SPX-P106" || fault.Span.Start != 2 {
		t.Errorf("got %v", fault)
	}
	if _, fault := syntax.ParseBlock("a"); fault == nil || fault.Code != "SPX-P106" {
		t.Errorf("got %v", fault)
	}
}
