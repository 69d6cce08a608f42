package syntax_test

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

const mainFunction = "fn main() -> i64 { 0 }"

// faults are texts with one '^' directly before the fault. A text that does not
// begin with "module" is the body of a function.
var faults = []struct {
	code diag.Code
	src  string
}{
	{diag.P001, "^\ufeffmodule k; " + mainFunction},
	{diag.P001, "1 + ^\u00e9"},
	{diag.P001, "\"\xc3\xa9\" == ^$"},
	{diag.P001, "module k; fn f() -> i64 { \"^\xff\" }"},
	{diag.P002, "a ^& b"},
	{diag.P003, "^1e5"},
	{diag.P003, "^12ab"},
	{diag.P003, "^1.5f64"},
	{diag.P003, "^1.5x"},
	{diag.P003, "^1.5e+"},
	{diag.P003, "^1.0e999"},
	{diag.P003, "^1.0e39f32"},
	{diag.P003, "^256u8"},
	{diag.P003, "^9223372036854775808"},
	{diag.P003, "-(^9223372036854775808)"},
	{diag.P003, "^9223372036854775809"},
	{diag.P003, "^2147483648i32"},
	{diag.P003, "match a { ^2147483648i32 => 1, _ => 2, }"},
	{diag.T260, "^18446744073709551616usize"},
	{diag.T260, "^-1usize"},
	{diag.T260, "match a { ^-1usize => 1, _ => 2, }"},
	{diag.P004, "^\"open"},
	{diag.P005, "\"^\\q\""},
	{diag.P005, "\"^\\u{110000}\""},
	{diag.P005, "\"^\\u{}\""},
	{diag.P005, "\"^\\0\""},
	{diag.P006, "^'a\n"},
	{diag.P006, "^'"},
	{diag.P007, "'^\\\"'"},
	{diag.P007, "'^\\u{1234567}'"},
	{diag.P008, "^''"},
	{diag.P008, "^'ab'"},
	{diag.P008, "^'a'b"},
	{diag.P101, "module k;^"},
	{diag.P101, "module k;\n// only\n^"},
	{diag.P102, "module k; @^export fn f() -> i64 { 1 }"},
	{diag.P102, "@^note(\"x\") unsafe { 1 } 2"},
	{diag.P103, "module k; @id(^1) " + mainFunction},
	{diag.P104, "^modul k; " + mainFunction},
	{diag.P104, "module k; ^permitted " + mainFunction},
	{diag.P104, "module k; permit {} ^permit {} " + mainFunction},
	{diag.P104, "module k; @id(\"a\") ^@id(\"b\") " + mainFunction},
	{diag.P104, "if a { 1 } ^b"},
	{diag.P105, "module ^; " + mainFunction},
	{diag.P105, "module k; fn f(^1: i64) -> i64 { 1 }"},
	{diag.P105, "a.^1"},
	{diag.P106, "module k; fn f<^>(a: i64) -> i64 { 1 }"},
	{diag.P106, "module k; fn f<A,^>(a: i64) -> i64 { 1 }"},
	{diag.P106, "module k; record R { x: i64 ^} " + mainFunction},
	{diag.P106, "if a { 1 } else ^if b { 2 } else { 3 }"},
	{diag.P106, "1^;"},
	{diag.P106, "f<i64,^>(1)"},
	{diag.P106, "f<^>(1)"},
	{diag.P106, "f<a ^b>(1)"},
	{diag.P106, "V::C { a^ }"},
	{diag.P106, "P { true^ }"},
	{diag.P106, "match a { _ => 1 ^}"},
	{diag.P106, "match a { _ ^| 1 => 1, }"},
	{diag.P106, "module k; fn f(a: [u8; ^4u8]) -> i64 { 1 }"},
	{diag.P104, "module k; fn f(a: [^i64; 4]) -> i64 { 1 }"},
	{diag.P201, "f(1, ^)"},
	{diag.P201, "1 + ^*"},
	{diag.P201, "module k; fn f() -> i64 {^"},
	{diag.P202, "f(1)^(2)"},
	{diag.P202, "5^(1)"},
	{diag.P202, "(a.b)^(1)"},
	{diag.P203, "let a = 1; ^"},
	{diag.P203, "if a { b = 1; ^} c"},
	{diag.P204, "f(1)^::C {}"},
	{diag.P204, "a.b^::C {}"},
	{diag.P205, "module k; fn f() -> i64 { match a { _ => 1,^"},
	{diag.P206, "match a { ^\"x\" => 1, }"},
	{diag.P206, "match a { 1 | ^x => 1, }"},
	{diag.P206, "match a { ^-1u8 => 1, }"},
	{diag.P206, "match a { ^- x => 1, }"},
	{diag.P207, "match own ^borrow a { _ => 1, }"},
	{diag.P299, "module k; ^agent A { } " + mainFunction},
	{diag.P299, "module k; ^session S { } " + mainFunction},
	{diag.P299, "module k; fn f() -> i64 ^yields i64 -> i64 { 1 }"},
	{diag.P299, "module k; fn f(a: ^fn(i64) -> i64) -> i64 { 1 }"},
	{diag.P299, "module k; fn f(a: ^FnOnce(i64) -> i64) -> i64 { 1 }"},
	{diag.P299, "module k; fn f(a: ^Map<i64, i64>) -> i64 { 1 }"},
	{diag.P299, "let a: ^Vec<i64> = b; 1"},
	{diag.P299, "^fn(a: i64) -> i64 { a }"},
	{diag.P299, "1 + ^yield 2"},
	{diag.P299, "^for x in v { 0 } 1"},
	{diag.P299, "^net_connect(1)"},
	{diag.P299, "let v = ^vec_new<i64>(); v"},
	{diag.G170, "module k; use ^module @id(\"a\") from b as c; " + mainFunction},
	{diag.G170, "module k; use type @id(\"a\") from b as ^; " + mainFunction},
	{diag.G170, "module k; use type @id(^a) from b as c; " + mainFunction},
	{diag.G170, "module k; use type @id(\"a\") ^# from b as c; " + mainFunction},
	{diag.G170, "module k; " + mainFunction + " ^use type @id(\"a\") from b as c;"},
	{diag.P001, "module k; use type @id(\"a\") from b as c; ^# " + mainFunction},
	{diag.Q106, "module k; ^impl \"a\" for \"b\" {} " + mainFunction},
	{diag.U103, "module k; fn f(^mut a: i64) -> i64 { 1 }"},
	{diag.U104, "let mut ^mut a = 1; a"},
	{diag.U111, "a.b^.c = 1; a"},
	{diag.N102, "^unsafe { 1 } 2"},
	{diag.N103, "@audit(^1) unsafe { 1 } 2"},
	{diag.N103, "@audit(^\" \") unsafe { 1 } 2"},
	{diag.T261, "let a: [u8; ^65537] = b; 1"},
	{diag.T262, "[1u8, ^300]"},
	{diag.T262, "[^a]"},
}

func TestFaults(t *testing.T) {
	for _, row := range faults {
		src := row.src
		if !strings.HasPrefix(src, "module") && !strings.HasPrefix(src, "^mod") && !strings.HasPrefix(src, "^\ufeff") {
			src = "module k;\nfn f(a: i64) -> i64 {\n    " + src + "\n}\n"
		}
		offset := strings.IndexByte(src, '^')
		src = src[:offset] + src[offset+1:]
		_, fault := syntax.Parse("a.spx", []byte(src))
		if fault == nil {
			t.Errorf("%q parses, want %s", src, row.code)
			continue
		}
		if fault.Code != row.code || int(fault.Span.Start) != offset && !atBrace(src, offset, fault) {
			t.Errorf("%q: got %s at %d, want %s at %d (%v)", src, fault.Code, fault.Span.Start, row.code, offset, fault)
		}
		if line := uint32(1 + strings.Count(src[:fault.Span.Start], "\n")); fault.Span.Line != line {
			t.Errorf("%q: got line %d, want %d", src, fault.Span.Line, line)
		}
		start := strings.LastIndexByte(src[:fault.Span.Start], '\n') + 1
		if column := uint32(1 + len([]rune(src[start:fault.Span.Start]))); fault.Span.Column != column {
			t.Errorf("%q: got column %d, want %d", src, fault.Span.Column, column)
		}
	}
}

// atBrace accepts a fault at the closing brace when only blanks lie between.
func atBrace(src string, offset int, fault *diag.Diagnostic) bool {
	start := int(fault.Span.Start)
	return start > offset && src[start] == '}' && strings.TrimSpace(src[offset:start]) == ""
}

func TestAccepted(t *testing.T) {
	for _, src := range []string{
		"module k; fn vec_new(a: i64) -> i64 { vec_new(1) }",
		"module k; use function @id(\"m.f\") from m as net_send; fn f() -> i64 { net_send() }",
		"module k;\r\nfn main() -> i64\r\n{\r\n    0 // x \r\n}\r\n",
		"module\u00a0k;\u2028fn main() -> i64 { 0 }",
		"module record; fn match(use: i64, with: variant) -> class { while }",
		"module k; fn f() -> i64 { agent + session + super + rust }",
	} {
		if src == "module record; fn match(use: i64, with: variant) -> class { while }" {
			src = strings.Replace(src, "{ while }", "{ with }", 1)
		}
		if !checkRoundTrip(t, []byte(src)) {
			_, fault := syntax.Parse("a.spx", []byte(src))
			t.Errorf("%q: %v", src, fault)
		}
	}
}
