package syntax_test

import (
	"testing"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// expressions pairs a source with its canonical form.
var expressions = []struct{ src, want string }{
	{"((a - b) - c)", "a - b - c"},
	{"a-(b-c)", "a - (b - c)"},
	{"r == (a != b)", "r == (a != b)"},
	{"(r == a) != b", "r == a != b"},
	{"(a + b) * c % d", "(a + b) * c % d"},
	{"-(a.b)", "-a.b"},
	{"(-a).b", "(-a).b"},
	{"(-a)?", "(-a)?"},
	{"!(a && b) || c", "!(a && b) || c"},
	{"- - a", "--a"},
	{"-(- 5)", "--5"},
	{"-9223372036854775808", "-9223372036854775808"},
	{"- /* no */ 1", ""},
	{"- // trivia\n9223372036854775808", "-9223372036854775808"},
	{"-2147483648i32 + 1i32", "-2147483648i32 + 1i32"},
	{"--9223372036854775808", "--9223372036854775808"},
	{"(-9223372036854775808).x", "(-9223372036854775808).x"},
	{"18446744073709551615usize", "18446744073709551615usize"},
	{"007 + 00u8", "7 + 0u8"},
	{"1.50e3", "1500.0"},
	{"1.0e-7", "0.0000001"},
	{"0.1f32", "0.1f32"},
	{"16777217.0f32", "16777216.0f32"},
	{"1.0e+20", "100000000000000000000.0"},
	{"1.x", "1.x"},
	{"'\"'", "'\"'"},
	{`'\''`, `'\''`},
	{`'\u{0041}'`, "'A'"},
	{"'é'", `'\u{e9}'`},
	{`'\0'`, `'\0'`},
	{`"a\u{e9}\n\'\"\\` + "\n" + `\u{1}"`, `"aé\n'\"\\\n\u{1}"`},
	{"P{x:1,y}", "P { x: 1, y: y }"},
	{"P{}", "P {}"},
	{"a.b.P<i64>{x:1,}", "a.b.P<i64> { x: 1 }"},
	{"(P) { x: 1 }", "P { x: 1 }"},
	{"(T)::C {}", "T::C {}"},
	{"V::C{a:1,}", "V::C { a: 1 }"},
	{"V<i64>::C{}", "V<i64>::C {}"},
	{"V<[u8; 4], a.b>::C{}", "V<[u8; 4], a.b>::C {}"},
	{"b with {x:1}with{}", "b with { x: 1 } with {}"},
	{"(f)(1)", "f(1)"},
	{"f<i64,bool>(a)", "f<i64, bool>(a)"},
	{"a < b > (c)", "a<b>(c)"},
	{"a < b > c", "a < b > c"},
	{"(a < b) > (c > d)", "(a < b) > (c > d)"},
	{"f((a < b), c > { d })", "f((a < b), c > { d })"},
	{"f(x + a < b, c > d)", "f(x + a < b, c > d)"},
	{"f(1 < b, c > { d })", "f(1 < b, c > { d })"},
	{"a<b<c>(d)", "a < b<c>(d)"},
	{"r.m(a).n<i64>(b)?.c", "r.m(a).n<i64>(b)?.c"},
	{"super.m(a)", "super.m(a)"},
	{"super.x", "super.x"},
	{"{ let x = 1; x }", "{ let x = 1; x }"},
	{"{{a}}", "{ { a } }"},
	{"({ a }).b", "({ a }).b"},
	{"if a { 1 } else { 2 } + 3", "if a { 1 } else { 2 } + 3"},
	{"(if a { 1 } else { 2 }).x", "(if a { 1 } else { 2 }).x"},
	{"if (P { x: 1 }).x == 1 { 1 } else { 2 }", "if (P { x: 1 }.x == 1) { 1 } else { 2 }"},
	{"if f(V::C {}) { 1 } else { 2 }", "if (f(V::C {})) { 1 } else { 2 }"},
	{"if p { 1 } else { 2 }", "if p { 1 } else { 2 }"},
	{"match e { }", "match e {  }"},
	{"match (e) { P{} => a, }", "match e { P {} => a, }"},
	{"match v { _ => 1, }.x", "match v { _ => 1, }.x"},
	{"match { match (P {x:1}) {_=>1,} } {_=>1,}", "match ({ match (P { x: 1 }) { _ => 1, } }) { _ => 1, }"},
	{"match own v { a => 1, }", "match own v { a => 1, }"},
	{"match own { a => 1, }", "match own { a => 1, }"},
	{"match own(x) { a => 1, }", "match own(x) { a => 1, }"},
	{"match (own) - 1 { _ => 1, }", "match (own - 1) { _ => 1, }"},
	{"match own with { x: 1 } { _ => 1, }", "match own with { x: 1 } { _ => 1, }"},
	{"match borrow V::C {} { V::C {} => 1, }", "match borrow V::C {} { V::C {} => 1, }"},
	{"match own f(P { x: 1 }) { _ => 1, }", "match own f(P { x: 1 }) { _ => 1, }"},
	{"match own -(P { x: 1 }).x { _ => 1, }", "match own -(P { x: 1 }).x { _ => 1, }"},
	{"match a { V::C{a:a,b:c,d:_,} => 1, R{x,y:_,z:S{q:q}} => 2, n if n < 0 => 3, -1|2|3 => 4, 'a'=>5, true|false=>6, 1u8=>7, 2usize=>8, -5i32=>9, }",
		"match a { V::C { a, b: c, d: _ } => 1, R { x, y: _, z: S { q } } => 2, n if n < 0 => 3, -1 | 2 | 3 => 4, 'a' => 5, true | false => 6, 1u8 => 7, 2usize => 8, -5i32 => 9, }"},
	{"[]", "[]"},
	{"[1u8,2u8,]", "[1u8, 2u8]"},
	{"[0u8;32]", "[0u8; 32]"},
	{"{ while (P { x: 1 }).x == 1 { 0 } 1 }", "{ while (P { x: 1 }).x == 1 { 0 } 1 }"},
	{"{ let a: T = 1; let mut = 2; mut = 3; (while) + 1 }", "{ let a: T = 1; let mut = 2; mut = 3; (while + 1) }"},
	{"f(P { x: 1 }, if a { P {} } else { b })", "f(P { x: 1 }, if a { P {} } else { b })"},
}

func TestExpressions(t *testing.T) {
	for _, row := range expressions {
		e, fault := syntax.ParseExpr(row.src)
		if row.want == "" {
			if fault == nil {
				t.Errorf("%q parses", row.src)
			}
			continue
		}
		if fault != nil {
			t.Errorf("%q: %v", row.src, fault)
			continue
		}
		got := syntax.PrintExpr(e)
		if got != row.want {
			t.Errorf("%q: got %q, want %q", row.src, got, row.want)
		}
		checkRoundTrip(t, []byte("module k;\nfn f() -> i64 { "+row.src+" }"))
		checkRoundTrip(t, []byte("module k;\nfn f() -> i64 requires ("+row.src+") == 1 { let x = ("+row.src+").x; x }"))
	}
}

func TestParenthesisedSpan(t *testing.T) {
	_, fault := syntax.ParseExpr(" ( a + b ) * é")
	if fault == nil {
		t.Fatal("é is no name")
	}
	if fault.Code != "SPX-P001" || fault.Span.Start != 13 || fault.Span.End != 15 || fault.Span.Column != 14 {
		t.Errorf("got %+v", fault)
	}
	e, fault := syntax.ParseExpr("\n\"é\" == ( a + b )")
	if fault != nil {
		t.Fatal(fault)
	}
	right := e.(*syntax.Binary).Right
	span := right.Span()
	if span.Start != 9 || span.End != 18 || span.Line != 2 || span.Column != 8 {
		t.Errorf("got %+v", span)
	}
	inner := right.(*syntax.Binary).Left.(*syntax.NameExpr)
	if inner.Name.Span.Start != 11 || inner.Name.Span.Column != 10 {
		t.Errorf("got %+v", inner.Name.Span)
	}
}
