package syntax_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// TestCommentsSurviveAnywhere puts comments at random blanks of a program with
// every kind of item. The tree must not change, no comment may get lost or
// doubled, and printing must stay a fixed point.
func TestCommentsSurviveAnywhere(t *testing.T) {
	var text strings.Builder
	for _, name := range []string{"types", "statements"} {
		file, err := os.ReadFile("testdata/print/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		canonical := sections(string(file))["canonical"]
		if text.Len() > 0 {
			canonical = strings.TrimPrefix(canonical, "module k;\n")
		}
		text.WriteString(canonical)
	}
	src := strings.Replace(text.String(), "module k;\n", "module k;\nuse type @id(\"m.T\") from m as T;\n\npermit { a.b }\n", 1)
	plain, fault := syntax.Parse("a.spx", []byte(src))
	if fault != nil {
		t.Fatal(fault)
	}
	forms := []string{" // c%d.\n", "\n// c%d.\n", "\n\n// c%d.\n\n", " // c%d. \n// d%[1]d.\n"}
	rounds := 2000
	if testing.Short() {
		rounds = 200
	}
	for round := range rounds {
		r := rand.New(rand.NewPCG(1, uint64(round)))
		commented := src
		inserted := 1 + r.IntN(6)
		for i := range inserted {
			at := blankAt(commented, r.IntN(len(commented)))
			for strings.Contains(commented[strings.LastIndexByte(commented[:at], '\n')+1:at], "//") {
				at = blankAt(commented, r.IntN(len(commented)))
			}
			commented = commented[:at] + fmt.Sprintf(forms[r.IntN(len(forms))], i) + commented[at:]
		}
		f, fault := syntax.Parse("a.spx", []byte(commented))
		if fault != nil || dump(f) != dump(plain) {
			continue // a comment fell into a string
		}
		checkRoundTrip(t, []byte(commented))
		printed := string(syntax.Print(f))
		for i := range inserted {
			if n := strings.Count(printed, fmt.Sprintf("// c%d.\n", i)); n != 1 {
				t.Fatalf("comment %d stands %d times\nsource:\n%s\nprinted:\n%s", i, n, commented, printed)
			}
		}
		if string(syntax.PrintPlain(f)) != string(syntax.Print(plain)) {
			t.Fatal("the plain form differs")
		}
	}
}

// blankAt is the first blank or line end at or after an offset, cyclically.
func blankAt(text string, from int) int {
	if i := strings.IndexAny(text[from:], " \n"); i >= 0 {
		return from + i
	}
	return strings.IndexAny(text, " \n")
}

// TestCommentsTravel moves a commented function between files and replaces a
// body: the comments of what stays stay.
func TestCommentsTravel(t *testing.T) {
	from, fault := syntax.Parse("a.spx", []byte("module a;\n\n// about f\n@id(\"a.f\")\nfn f() -> i64\n{\n    // inside\n    1\n}\n// after f\n\nfn g() -> i64\n{\n    2\n}\n"))
	if fault != nil {
		t.Fatal(fault)
	}
	to, fault := syntax.Parse("b.spx", []byte("module b;\n\n// about h\nfn h() -> i64\n{\n    // old\n    3\n}\n"))
	if fault != nil {
		t.Fatal(fault)
	}
	body, fault := syntax.ParseBlock("{ // new\n 4 }")
	if fault != nil {
		t.Fatal(fault)
	}
	out := syntax.Rewrite(to, func(n syntax.Node) syntax.Node {
		switch n := n.(type) {
		case *syntax.File:
			c := *n
			c.Decls = append([]syntax.Decl{from.Decls[0]}, n.Decls...)
			return &c
		case *syntax.Function:
			c := *n
			c.Body = body
			return &c
		}
		return n
	})
	want := "module b;\n\n// about f\n@id(\"a.f\")\nfn f() -> i64\n{\n    // inside\n    1\n}\n// after f\n\n// about h\nfn h() -> i64\n{\n    // new\n    4\n}\n"
	if got := string(syntax.Print(out)); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	if got := string(syntax.Print(to)); !strings.Contains(got, "// old") || strings.Contains(got, "about f") {
		t.Errorf("the original changed:\n%s", got)
	}
}
