package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// repeat writes count pieces; %d in a piece is its number from 0, further ones
// the number after it.
func repeat(count int, piece string) string {
	var b strings.Builder
	for i := range count {
		b.WriteString(strings.NewReplacer("%next", fmt.Sprint(i+1), "%d", fmt.Sprint(i)).Replace(piece))
	}
	return b.String()
}

const entry = "fn main() -> i64 { 0 }\n"

// TestHostileShapes checks sources whose naive check would take quadratic time,
// exponential memory or a deep stack. Their first error is demanded.
func TestHostileShapes(t *testing.T) {
	// A file holds this many statements, declarations and functions; a chain stays
	// below the bounds it does not mean to pass.
	size, many, functions := 20000, 2000, 1000
	if testing.Short() {
		size = 2000
	}
	for _, c := range []struct {
		name, source string
		want         diag.Code
	}{
		{"chain of records", repeat(many, "record R%d { x: R%next, }\n") + fmt.Sprintf("record R%d { x: i64, }\n", many), diag.G171},
		{"ring of records", repeat(many, "record R%d { x: R%next, }\n") + fmt.Sprintf("record R%d { x: R0, }\n", many), diag.T217},
		{"doubling records", "record R0 { x: i64, }\n" + repeat(100, "record R%next { a: R%d, b: R%d, }\n"), ""},
		{"chain of classes", "class K0 { x0: i64, }\n" + repeat(many, "class K%next : K%d { x%next: i64, }\n"), diag.G171},
		{"ring of classes", repeat(many, "class K%d : K%next { x%d: i64, }\n") + fmt.Sprintf("class K%d : K0 { y: i64, }\n", many), diag.T228},
		{"children of a wide class", "class K {\n" + repeat(functions, "x%d: i64,\n") + "}\n" + repeat(functions, "class K%d : K { y%d: i64, }\n"), ""},
		{"constructors of a wide record", "record R {\n" + repeat(many, "x%d: i64,\n") + "}\nfn f() -> i64 {\n" + repeat(size, "let a%d = R {};\n") + "0 }\n", diag.T213},
		{"patterns of a wide variant", "variant V {\n" + repeat(many, "C%d,\n") + "}\nfn f(v: V) -> i64 {\n" + repeat(many, "let a%d = match v { V::C%d {} => 1, };\n") + "0 }\n", diag.M101},
		{"wide effects", "permit { x }\nfn f() -> i64 uses { " + strings.Join(strings.Fields(repeat(size, "e%d ")), ", ") + " } { 0 }\nfn g() -> i64 {\n" + repeat(size, "let a%d = f();\n") + "0 }\n", diag.E101},
		{"many locals", "fn f() -> i64 {\n" + repeat(size, "let a%d = 1;\n") + "0 }\n", ""},
		{"long names in messages", "record R" + strings.Repeat("r", syntax.MaxNameBytes-1) + " {}\nfn f(r: R" + strings.Repeat("r", syntax.MaxNameBytes-1) + ") -> i64 {\n" + repeat(size, "let a%d = r + 1;\n") + "0 }\n", diag.T208},
		{"many declarations", repeat(check.MaxDeclarations+1, "record R%d {}\n"), diag.G171},
		{"many functions", repeat(check.MaxFunctions, "fn f%d() -> i64 { 0 }\n"), diag.G171},
		{"many calls", "fn f() -> i64 {\n" + repeat(check.MaxCallSites+1, "let a%d = main();\n") + "0 }\n", diag.G171},
		{"many type parameters", "record R<" + repeat(many, "T%d, ") + "T> {\n" + repeat(many, "x%d: T%d,\n") + "}\n", diag.T223},
		{"many parameters", "fn f(" + repeat(size, "a%d: i64, ") + "z: i64) -> i64 { 0 }\n", ""},
		{"long recursion", repeat(functions, "fn f%d() -> i64 { let b = bytes_zeroed(1usize); f%next() }\n") + fmt.Sprintf("fn f%d() -> i64 { f0() }\n", functions), diag.T267},
		{"many methods", "class K { x: i64,\n" + repeat(functions, "fn m%d(self: K) -> i64 { 0 }\n") + "}\nfn f(k: K) -> i64 {\n" + repeat(functions, "let a%d = k.m%d();\n") + "0 }\n", ""},
	} {
		file, fault := syntax.Parse("hostile.spx", []byte("module k;\n"+c.source+entry))
		if fault != nil {
			t.Errorf("%s: %v", c.name, fault)
			continue
		}
		got := diag.Code("")
		for _, d := range check.Single(file).Diagnostics {
			if d.Severity == diag.Error {
				got = d.Code
				break
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// importing makes modules that import n functions together.
func importing(t *testing.T, n int) []*syntax.File {
	const exported, importers = 300, 14
	files := []*syntax.File{parse(t, "m00.spx", "module m0;\n"+repeat(exported, "@id(\"m.%d\")\nfn f%d() -> i64 { 0 }\n"))}
	for i := range importers {
		lines := ""
		for use := range n/importers + min(1, max(0, n%importers-i)) {
			lines += fmt.Sprintf("use function @id(\"m.%d\") from m0 as f%d;\n", use, use)
		}
		files = append(files, parse(t, fmt.Sprintf("m%02d.spx", i+1), fmt.Sprintf("module m%d;\n%sfn own%d() -> i64 { 0 }\n", i+1, lines, i+1)))
	}
	return files
}

func TestWorkspaceBounds(t *testing.T) {
	module := func(i int, body string) *syntax.File {
		return parse(t, fmt.Sprintf("m%04d.spx", i), fmt.Sprintf("module m%d;\n%s\nfn own%d() -> i64 { 0 }\n", i, body, i))
	}
	var many, chain []*syntax.File
	for i := range check.MaxFiles + 1 {
		many = append(many, module(i, ""))
	}
	for i := range check.MaxFiles {
		use := fmt.Sprintf("use function @id(\"m.%d\") from m%d as f;\n@id(\"m.%d\")\nfn g() -> i64 { f() }", i+1, i+1, i)
		if i == check.MaxFiles-1 {
			use = fmt.Sprintf("@id(\"m.%d\")\nfn g() -> i64 { 0 }", i)
		}
		chain = append(chain, module(i, use))
	}
	for name, c := range map[string]struct {
		files []*syntax.File
		want  string
	}{
		"files":     {many, "files: 17 exceeds 16"},
		"functions": {[]*syntax.File{module(0, repeat(check.MaxFunctions, "fn f%d() -> i64 { 0 }\n"))}, "functions: 1025 exceeds 1024"},
		"declarations": {[]*syntax.File{module(0, "record R {\n"+repeat(check.MaxDeclarations, "x%d: i64,\n")+"}")},
			"declarations: 4098 exceeds 4096"},
		"calls": {[]*syntax.File{module(0, "fn g() -> i64 {\n"+repeat(check.MaxCallSites+1, "let a%d = own0();\n")+"0 }")},
			"call_sites: 65537 exceeds 65536"},
		"depth":     {chain, ""},
		"uses":      {importing(t, check.MaxUses), ""},
		"more uses": {importing(t, check.MaxUses+1), "uses: 4097 exceeds 4096"},
	} {
		found := check.Workspace(c.files).Diagnostics
		got := ""
		for _, d := range found {
			if d.Code == diag.G171 {
				got = d.Message()
			}
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
