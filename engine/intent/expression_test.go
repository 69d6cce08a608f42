package intent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
)

func body(target, expression string) string {
	return `{"kind":"replace_function_body","target":"` + target + `","body":` + expression + `}`
}

// vocabularyApp is a module with room for the function whose body is replaced.
const vocabularyApp = `module order.app;
use type @id("order.point") from order.low as Spot;
use function @id("order.make") from order.low as build;

@id("order.box")
record Box1<T> {
    @id("order.box.value")
    value: T,
}

@id("order.owner")
record Owner {
    @id("order.owner.text")
    text: string,
    @id("order.owner.rank")
    rank: i64,
}

%s
@id("order.g")
fn g(a: i64) -> i64
{
    a
}

@id("order.main")
fn main() -> i64
{
    0
}
`

func vocabulary(t testing.TB, result, value string) *intent.Base {
	return build(t, map[string]string{
		"semaprax.toml": strings.ReplaceAll(strings.Replace(orderManifest, `"app.spx", `, `"app.spx", "low.spx", `, 1), "order.f", "order.g"),
		"app.spx":       fmt.Sprintf(vocabularyApp, "@id(\"order.f\")\nfn f(a: i64, b: bool, n: usize, s: string, p: Spot, data: own Bytes) -> "+result+"\n{\n    "+value+"\n}\n"),
		"low.spx":       "module order.low;\n\n@id(\"order.point\")\nrecord Point {\n    @id(\"order.point.x\")\n    x: i64,\n    @id(\"order.point.y\")\n    y: i64,\n}\n\n@id(\"order.make\")\nfn make(x: i64) -> Point\n{\n    Point { x: x, y: 0 }\n}\n",
		"tests.spx":     "module order.tests;\n\n@id(\"order.tests.main\")\nfn main() -> i64\n{\n    0\n}\n"})
}

func p(name string) string { return `{"kind":"place","name":"` + name + `"}` }
func i64(v string) string  { return `{"kind":"i64","value":` + v + `}` }

func TestVocabulary(t *testing.T) {
	for _, row := range []struct{ result, value, expression, text string }{
		{"i64", "0", i64("-9223372036854775808"), "-9223372036854775808"},
		{"i64", "0", i64("-5"), "-5"},
		{"i32", "0i32", `{"kind":"i32","value":-2147483648}`, "-2147483648i32"},
		{"i32", "0i32", `{"kind":"i32","value":7}`, "7i32"},
		{"u8", "0u8", `{"kind":"u8","value":255}`, "255u8"},
		{"usize", "0usize", `{"kind":"usize","value":18446744073709551615}`, "18446744073709551615usize"},
		{"bool", "false", `{"kind":"bool","value":true}`, "true"},
		{"char", "'a'", `{"kind":"char","scalar":"0000000a"}`, `'\n'`},
		{"char", "'a'", `{"kind":"char","scalar":"0010ffff"}`, `'\u{10ffff}'`},
		{"f32", "0.0f32", `{"kind":"f32","bits":"bf000000"}`, "-0.5f32"},
		{"f64", "0.0", `{"kind":"f64","bits":"8000000000000000"}`, "-0.0"},
		{"f64", "0.0", `{"kind":"f64","bits":"3fb999999999999a"}`, "0.1"},
		{"string", "s", `{"kind":"string","value":"a\"\\\n\u0001"}`, `"a\"\\\n\u{1}"`},
		{"i64", "0", p("a"), "a"},
		{"bool", "b", `{"kind":"unary","op":"!","value":` + p("b") + `}`, "!b"},
		{"i64", "0", `{"kind":"unary","op":"-","value":` + i64("-3") + `}`, "--3"},
		{"i64", "0", `{"kind":"binary","op":"-","left":` + p("a") + `,"right":{"kind":"binary","op":"-","left":` + p("a") + `,"right":` + i64("-1") + `}}`, "a - (a - -1)"},
		{"bool", "b", `{"kind":"binary","op":"||","left":` + p("b") + `,"right":{"kind":"binary","op":"<=","left":` + p("a") + `,"right":` + p("a") + `}}`, "b || a <= a"},
		{"i64", "0", `{"kind":"if","condition":` + p("b") + `,"then":` + p("a") + `,"else":{"kind":"let","name":"c","value":` + i64("1") + `,"body":` + p("c") + `}}`, "if b { a } else { let c = 1; c }"},
		{"i64", "0", `{"kind":"let","name":"c","value":` + i64("1") + `,"body":{"kind":"let","name":"d","value":` + p("c") + `,"body":` + p("d") + `}}`, "let c = 1;\n    let d = c;\n    d"},
		{"i64", "0", `{"kind":"call","target":"order.g","arguments":[` + p("a") + `]}`, "g(a)"},
		{"Spot", "p", `{"kind":"call","target":"order.make","arguments":[` + p("a") + `]}`, "build(a)"},
		{"Spot", "p", `{"kind":"record","target":"order.point","fields":[{"target":"order.point.y","value":` + p("a") + `},{"target":"order.point.x","value":` + i64("1") + `}]}`, "Spot { y: a, x: 1 }"},
		{"Box1<bool>", "Box1<bool> { value: b }", `{"kind":"record","target":"order.box","type_arguments":["bool"],"fields":[{"target":"order.box.value","value":` + p("b") + `}]}`, "Box1<bool> { value: b }"},
		{"Option<i64>", "Option<i64>::None {}", `{"kind":"variant","target":"core.option.some","type_arguments":["i64"],"fields":[{"target":"core.option.some.value","value":` + p("a") + `}]}`, "Option<i64>::Some { value: a }"},
		{"i64", "0", `{"kind":"field_place","target":"order.point.x","root":"p"}`, "p.x"},
		{"i64", "0", `{"kind":"let","name":"q","value":{"kind":"call","target":"order.make","arguments":[` + p("a") + `]},"body":{"kind":"field_place","target":"order.point.x","root":"q"}}`, "let q = build(a);\n    q.x"},
		{"i64", "0", `{"kind":"project","target":"order.point.x","base":{"kind":"call","target":"order.make","arguments":[` + p("a") + `]}}`, "let spx_project_0: Spot = build(a);\n    spx_project_0.x"},
		{"Spot", "p", `{"kind":"update","target":"order.point","base":` + p("p") + `,"fields":[{"target":"order.point.y","value":` + p("a") + `}]}`, "let spx_project_0: Spot = p;\n    spx_project_0 with { y: a }"},
		{"Owner", "Owner { text: s, rank: a }", `{"kind":"update","target":"order.owner","base":{"kind":"record","target":"order.owner","fields":[{"target":"order.owner.text","value":` + p("s") + `},{"target":"order.owner.rank","value":` + i64("1") + `}]},"fields":[{"target":"order.owner.rank","value":` + p("a") + `}]}`, "let spx_project_0: Owner = Owner { text: s, rank: 1 };\n    spx_project_0 with { rank: a }"},
		{"i64", "0", `{"kind":"match","target":"core.result","type_arguments":["i64","bool"],"value":{"kind":"variant","target":"core.result.err","type_arguments":["i64","bool"],"fields":[{"target":"core.result.err.error","value":` + p("b") + `}]},"arms":[
			{"target":"core.result.err","fields":[{"target":"core.result.err.error","name":"e"}],"body":{"kind":"if","condition":` + p("e") + `,"then":` + i64("1") + `,"else":` + i64("2") + `}},
			{"target":"core.result.ok","fields":[{"target":"core.result.ok.value","name":"e"}],"body":` + p("e") + `}]}`,
			"let spx_project_0: Result<i64, bool> = Result<i64, bool>::Err { error: b };\n    match spx_project_0 { Result::Err { error: e } => if e { 1 } else { 2 }, Result::Ok { value: e } => e, }"},
		{"usize", "n", `{"kind":"let","name":"v","value":{"kind":"builtin_call","target":"core.bytes.as-slice","arguments":[` + p("data") + `]},"body":{"kind":"builtin_call","target":"core.bytes.len","arguments":[{"kind":"builtin_call","target":"core.bytes.range","arguments":[` + p("v") + `,{"kind":"usize","value":0},` + p("n") + `]}]}}`, "let v = bytes_as_slice(data);\n    byte_len(byte_range(v, 0usize, n))"},
		{"Bytes", "data", `{"kind":"let","name":"v","value":{"kind":"array_u8","values":[1,0]},"body":{"kind":"let","name":"w","value":{"kind":"builtin_call","target":"core.array-u8.as-slice","arguments":[` + p("v") + `]},"body":{"kind":"builtin_call","target":"core.bytes.copy","arguments":[` + p("w") + `]}}}`, "let v = [1u8, 0u8];\n    let w = array_as_slice(v);\n    bytes_copy(w)"},
		{"u8", "0u8", `{"kind":"match","target":"core.option","type_arguments":["i64"],"value":{"kind":"variant","target":"core.option.none","type_arguments":["i64"],"fields":[]},"arms":[{"target":"core.option.none","fields":[],"body":{"kind":"u8","value":1}},{"target":"core.option.some","fields":[{"target":"core.option.some.value","name":"x"}],"body":{"kind":"u8","value":2}}]}`, "match spx_project_0 { Option::None {} => 1u8, Option::Some { value: x } => 2u8, }"},
		{"string", "s", `{"kind":"builtin_call","target":"core.string.concat","arguments":[` + p("s") + `,{"kind":"builtin_call","target":"core.string.from_char","arguments":[{"kind":"char","scalar":"0001f600"}]}]}`, "string_concat(s, string_from_char('\\u{1f600}'))"},
	} {
		after := must(t, vocabulary(t, row.result, row.value), body("order.f", row.expression))
		contains(t, source(t, after.Base, "app.spx"), row.text+"\n}")
	}
}

func TestVocabularyRefused(t *testing.T) {
	base := vocabulary(t, "i64", "0")
	for _, row := range []struct {
		code       diag.Code
		expression string
	}{
		{diag.G225, p("zz")}, {diag.G225, p("result")}, {diag.G225, p("a b")},
		{diag.G225, `{"kind":"let","name":"a","value":` + i64("1") + `,"body":` + p("a") + `}`},
		{diag.G225, `{"kind":"let","name":"g","value":` + i64("1") + `,"body":` + p("g") + `}`},
		{diag.G225, `{"kind":"let","name":"Spot","value":` + i64("1") + `,"body":` + p("a") + `}`},
		{diag.G225, `{"kind":"let","name":"while","value":` + i64("1") + `,"body":` + p("a") + `}`},
		{diag.G225, `{"kind":"let","name":"_","value":` + i64("1") + `,"body":` + p("a") + `}`},
		{diag.G225, `{"kind":"let","name":"c","value":` + p("c") + `,"body":` + p("c") + `}`},
		{diag.G225, `{"kind":"binary","op":"+","left":{"kind":"let","name":"c","value":` + p("a") + `,"body":` + p("c") + `},"right":` + p("c") + `}`},
		{diag.G225, `{"kind":"call","target":"order.tests.main","arguments":[]}`},
		{diag.G225, `{"kind":"call","target":"order.g","arguments":[]}`},
		{diag.G225, `{"kind":"call","target":"core.string.len","arguments":[` + p("s") + `]}`},
		{diag.G225, `{"kind":"builtin_call","target":"core.bytes.set","arguments":[]}`},
		{diag.G225, `{"kind":"builtin_call","target":"core.string.len","arguments":[]}`},
		{diag.G225, `{"kind":"record","target":"order.point","fields":[]}`},
		{diag.G225, `{"kind":"record","target":"order.point","type_arguments":["i64"],"fields":[{"target":"order.point.x","value":` + p("a") + `},{"target":"order.point.y","value":` + p("a") + `}]}`},
		{diag.G225, `{"kind":"record","target":"order.point","fields":[{"target":"order.point.x","value":` + p("a") + `},{"target":"order.point.x","value":` + p("a") + `}]}`},
		{diag.G225, `{"kind":"variant","target":"core.option","type_arguments":["i64"],"fields":[]}`},
		{diag.G225, `{"kind":"field_place","target":"order.point.x","root":"a"}`},
		{diag.G225, `{"kind":"match","target":"core.option","type_arguments":["i64"],"value":` + p("a") + `,"arms":[]}`},
		{diag.G225, `{"kind":"i64","value":9223372036854775808}`}, {diag.G225, `{"kind":"u8","value":256}`},
		{diag.G225, `{"kind":"i64","value":1.0}`}, {diag.G225, `{"kind":"char","scalar":"0000d800"}`}, {diag.G225, `{"kind":"f64","bits":"7ff0000000000000"}`},
		{diag.G225, `{"kind":"unknown"}`}, {diag.G225, `{"kind":"bool","value":true,"extra":0}`},
		{diag.T103, `{"kind":"bool","value":true}`},
		{diag.T260, `{"kind":"unary","op":"-","value":{"kind":"usize","value":1}}`},
	} {
		refused(t, base, row.code, body("order.f", row.expression))
	}
}

// TestExpressionBudgets meets both budgets and passes them by one.
func TestExpressionBudgets(t *testing.T) {
	g := intent.NewGrammar()
	nest := func(n int) string { // depth n
		return strings.Repeat(`{"kind":"unary","op":"!","value":`, n-1) + `{"kind":"bool","value":true}` + strings.Repeat("}", n-1)
	}
	if _, fault := decode(t, g, body("k", nest(intent.MaxValueDepth-1))); fault != nil {
		t.Errorf("got %v", fault[0])
	}
	if _, _, fault := g.DecodeExpression([]byte(nest(intent.MaxExpressionDepth))); fault != nil {
		t.Errorf("got %v", fault[0])
	}
	// A let is charged two levels, so the budget ends before the bound on values does.
	lets := strings.Repeat(`{"kind":"let","name":"x","value":{"kind":"bool","value":true},"body":`, intent.MaxExpressionDepth/2) + `{"kind":"bool","value":true}` + strings.Repeat("}", intent.MaxExpressionDepth/2)
	if _, _, fault := g.DecodeExpression([]byte(lets)); fault == nil || fault[0].Code != diag.G226 {
		t.Errorf("got %v, want %s", fault, diag.G226)
	}
	list := func(n int) string {
		return `{"kind":"array_u8","values":[` + strings.TrimSuffix(strings.Repeat("0,", n), ",") + `]}`
	}
	if _, fault := decode(t, g, body("k", list(intent.MaxListItems))); fault != nil {
		t.Errorf("got %v", fault[0])
	}
	twice := `{"kind":"unary","op":"!","value":` + list(intent.MaxListItems) + `}`
	for _, text := range []string{list(intent.MaxListItems + 1), twice} {
		if _, fault := decode(t, g, body("k", text)); fault == nil || fault[0].Code != diag.G226 {
			t.Errorf("got %v, want %s", fault, diag.G226)
		}
	}
	for _, text := range []string{body("k", nest(intent.MaxValueDepth)), body("k", `{"kind":"binary","op":"+","left":`+list(4095)+`,"right":`+list(4095)+`}`)} {
		if _, fault := decode(t, g, text); fault == nil || fault[0].Code != diag.G223 {
			t.Errorf("got %v, want %s", fault, diag.G223)
		}
	}
}
