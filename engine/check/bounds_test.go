package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// codesOf lists the codes of errors, each once.
func codesOf(of diag.List) []diag.Code {
	var codes []diag.Code
	for _, d := range of {
		if d.Severity == diag.Error && !slices.Contains(codes, d.Code) {
			codes = append(codes, d.Code)
		}
	}
	return codes
}

// TestBoundsOfOneFile checks each bound with as many as are allowed, which is
// clean, and with one more, which is its code and nothing else.
func TestBoundsOfOneFile(t *testing.T) {
	for _, row := range []struct {
		bound  string
		most   int
		source func(n int) string
		want   diag.Code
	}{
		{"declarations", check.MaxDeclarations, func(n int) string { return "record R {\n" + repeat(n-2, "x%d: i64,\n") + "}\n" }, diag.G171},
		{"functions", check.MaxFunctions, func(n int) string { return repeat(n-1, "fn f%d() -> i64 { 0 }\n") }, diag.G171},
		{"call sites", check.MaxCallSites, func(n int) string { return "fn f() -> i64 {\n" + repeat(n, "let a%d = main();\n") + "0 }\n" }, diag.G171},
		{"inheritance depth", check.MaxInheritanceDepth, func(n int) string {
			return "class K0 { x0: i64, }\n" + repeat(n-1, "class K%next : K%d { x%next: i64, }\n")
		}, diag.G171},
		{"inherited fields", check.MaxInheritedFields, func(n int) string {
			return "class K {\n" + repeat(1024, "x%d: i64,\n") + "}\n" + repeat((n+1023)/1024, "class K%d : K {}\n")
		}, diag.G171},
		{"layout depth", check.MaxLayoutDepth, func(n int) string {
			return "record R0 { x: i64, }\n" + repeat(n-1, "record R%next { x: R%d, }\n")
		}, diag.G171},
		{"type parameters", check.MaxTypeParameters, func(n int) string {
			return "record R<" + repeat(n-1, "T%d, ") + "T> {\n" + repeat(n-1, "x%d: T%d,\n") + "x: T, }\n"
		}, diag.T223},
		{"function type parameters", check.MaxFunctionTypeParameters, func(n int) string {
			return "fn f<" + repeat(n-1, "T%d, ") + "T>(" + repeat(n-1, "a%d: T%d, ") + "a: T) -> i64 { 0 }\n"
		}, diag.T224},
		{"protocols", check.MaxProtocols, func(n int) string {
			return repeat(n, "@id(\"p%d\")\nprotocol P%d { @id(\"p%d.m\") fn m(self: Self) -> i64; }\n")
		}, diag.Q109},
		{"buffer", check.MaxBufferBytes, func(n int) string {
			return fmt.Sprintf("fn f() -> i64 { let b = bytes_zeroed(%dusize); 0 }\n", n)
		}, diag.T263},
		{"allocation sites", check.MaxAllocationSites, func(n int) string {
			return "fn f() -> i64 {\n" + repeat(n, "let b%d = bytes_zeroed(1usize);\n") + "0 }\n"
		}, diag.T267},
		{"allocated bytes", check.MaxAllocatedBytes, func(n int) string {
			return "fn f() -> i64 {\n" + repeat(8, "let b%d = bytes_zeroed(131071usize);\n") + fmt.Sprintf("let b = bytes_zeroed(%dusize);\n0 }\n", n-8*131071)
		}, diag.T267},
		{"bytes of a copy", check.MaxCopyBytes, func(n int) string {
			return "fn f(v: borrow Slice<u8>) -> i64 {\n" + repeat(15, "let a%d = bytes_copy(v);\n") + fmt.Sprintf("let b = bytes_zeroed(%dusize);\n0 }\n", n)
		}, diag.T267},
		{"owners of a view", 16, func(n int) string {
			head := repeat(n-1, "b%d: borrow Bytes, ") + fmt.Sprintf("b%d: borrow Bytes", n-1)
			return "fn look(v: borrow Slice<u8>) -> i64 { 0 }\nfn f(n: i64, " + head + ") -> i64 {\nlet v = " + repeat(n-1, "if n == %d { bytes_as_slice(b%d) } else { ") + fmt.Sprintf("bytes_as_slice(b%d)", n-1) + strings.Repeat(" }", n-1) + ";\nlook(v) }\n"
		}, diag.P299},
		{"inline bytes", check.MaxInlineBytes, func(n int) string {
			return fmt.Sprintf("fn g() -> i64 { let a = [0u8; %d]; 0 }\nfn f() -> i64 { let a = [0u8; 30000]; g() }\n", n-30000)
		}, diag.T261},
	} {
		for extra, want := range [][]diag.Code{nil, {row.want}} {
			file, fault := syntax.Parse("bound.spx", []byte("module k;\n"+row.source(row.most+extra)+entry))
			if fault != nil {
				t.Errorf("%s: %v", row.bound, fault)
				continue
			}
			found := check.Single(file).Diagnostics
			if got := codesOf(found); !slices.Equal(got, want) {
				t.Errorf("%s of %d: got %v, want %v; %.200v", row.bound, row.most+extra, got, want, found)
			}
		}
	}
}

// TestMessagesRepeatLittle lengthens a name until the message that repeats it is cut.
func TestMessagesRepeatLittle(t *testing.T) {
	message := func(n int) string {
		file := parse(t, "k.spx", "module k;\nfn f() -> i64 { "+strings.Repeat("n", n)+"() }\n"+entry)
		for _, d := range check.Single(file).Diagnostics {
			if d.Code == diag.T203 {
				return d.Message()
			}
		}
		t.Fatal("the name is known")
		return ""
	}
	const most = 256 // bytes of one argument
	whole := message(most)
	if !strings.Contains(whole, "`"+strings.Repeat("n", most)+"`") {
		t.Errorf("%d bytes: %s", most, whole)
	}
	if got := message(most + 1); got != strings.Replace(whole, "n`", "n…`", 1) {
		t.Errorf("%d bytes: %s", most+1, got)
	}
}

// TestLayoutKeysAreBounded describes records of more and more fields; the key is given
// up before it can pass the bound, never after.
func TestLayoutKeysAreBounded(t *testing.T) {
	key := func(fields int) (string, bool) {
		p := checked(t, "module k;\n@id(\"k.r\")\nrecord R {\n"+repeat(fields, "@id(\"k.r."+strings.Repeat("x", 900)+"%d\") x%d: i64,\n")+"}\nfn f(r: R) -> i64 { 0 }\n"+entry)
		return p.LayoutKey(function(t, p, "f").Params[0].Type)
	}
	most := 0
	for fields := 60; fields < 80; fields++ {
		text, ok := key(fields)
		if ok && len(text) > check.MaxLayoutKeyBytes {
			t.Errorf("%d fields give %d bytes", fields, len(text))
		}
		if ok {
			most = max(most, len(text))
		}
	}
	if most < check.MaxLayoutKeyBytes*9/10 {
		t.Errorf("the longest key has %d bytes", most)
	}
	if text, ok := key(79); ok {
		t.Errorf("79 fields give %d bytes", len(text))
	}
}
