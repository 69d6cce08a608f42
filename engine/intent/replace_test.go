package intent_test

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// expressionID finds an expression of a function by the end of its path.
func expressionID(t testing.TB, base *intent.Base, target, path string) string {
	t.Helper()
	c, fault := base.ExpressionCatalogue(target, false)
	if fault != nil {
		t.Fatal(fault[0])
	}
	for _, row := range c.Expressions {
		if strings.HasSuffix(row.ID, ":"+path) {
			return row.ID
		}
	}
	t.Fatalf("%s has no expression %s", target, path)
	return ""
}

func replace(kind, target, id, replacement string) string {
	return `{"kind":"` + kind + `","target":"` + target + `","expression_id":"` + id + `","replacement":` + replacement + `}`
}

func TestReplaceExpression(t *testing.T) {
	base := shop(t)
	at := func(target, path string) string { return expressionID(t, base, target, path) }
	after := must(t, base, replace("replace_expression", "shop.combine", at("shop.combine", "body.tail.right"), `{"kind":"binary","op":"+","left":`+i64("1")+`,"right":`+i64("1")+`}`))
	contains(t, source(t, after.Base, "app.spx"), "    base * (1 + 1)\n")
	sameRuns(t, base, after.Base)
	branch := must(t, base, replace("replace_expression", "shop.combine", at("shop.combine", "body.s0.value.then"), `{"kind":"let","name":"x","value":`+p("a")+`,"body":{"kind":"binary","op":"-","left":`+p("x")+`,"right":`+p("b")+`}}`))
	contains(t, source(t, branch.Base, "app.spx"), "let base = if c { { let x = a; x - b } } else { b - a };")
	sameRuns(t, base, branch.Base)
	// The comments of what stays are kept.
	kept := must(t, base, replace("replace_expression", "shop.total", at("shop.total", "body.s1.value.right"), `{"kind":"binary","op":"*","left":`+p("tax")+`,"right":`+i64("1")+`}`))
	contains(t, source(t, kept.Base, "app.spx"), "    // staged\n    let cost = price(item, 2) + tax * 1;")
	sameRuns(t, base, kept.Base)
	main := must(t, base, replace("replace_expression", "shop.main", at("shop.main", "body.tail.right"), i64("0")))
	contains(t, source(t, main.Base, "app.spx"), "locals(9) + 0\n")
}

func TestReplaceContractExpression(t *testing.T) {
	base := shop(t)
	id := expressionID(t, base, "shop.price", "ensures.0")
	after := must(t, base, replace("replace_contract_expression", "shop.price", id, `{"kind":"binary","op":">=","left":{"kind":"place","name":"result"},"right":{"kind":"field_place","target":"shop.item.count","root":"item"}}`))
	contains(t, source(t, after.Base, "stock.spx"), "    ensures result >= item.count\n")
	sameRuns(t, base, after.Base)
	broken := must(t, base, replace("replace_contract_expression", "shop.price", id, `{"kind":"bool","value":false}`))
	if got := runs(t, broken.Base); !strings.Contains(got, "contract") {
		t.Errorf("got %s", got)
	}
}

func TestReplaceRefused(t *testing.T) {
	base := shop(t)
	at := func(target, path string) string { return expressionID(t, base, target, path) }
	for _, row := range []struct {
		code diag.Code
		text string
	}{
		{diag.G225, replace("replace_expression", "shop.price", at("shop.price", "ensures.0"), `{"kind":"bool","value":true}`)},
		{diag.G225, replace("replace_contract_expression", "shop.price", at("shop.price", "body"), i64("1"))},
		{diag.G225, replace("replace_expression", "shop.price", "no such id", i64("1"))},
		{diag.G225, replace("replace_expression", "shop.first", "x", i64("1"))},
		{diag.G225, replace("replace_expression", "shop.item", "x", i64("1"))},
		{diag.T208, replace("replace_expression", "shop.combine", at("shop.combine", "body.tail.right"), `{"kind":"bool","value":true}`)},
		{diag.G225, replace("replace_expression", "shop.total", at("shop.total", "body.s0.value"), p("cost"))},
		{diag.G225, replace("replace_expression", "shop.total", at("shop.total", "body.s0.value"), p("result"))},
		// The scope of the initialiser ends before `item` begins.
		{diag.G225, replace("replace_expression", "shop.total", at("shop.total", "body.s0.value"), p("item"))},
	} {
		refused(t, base, row.code, row.text)
	}
	// The type of the whole condition may stay while that of the node changes.
	text := build(t, map[string]string{"semaprax.toml": strings.ReplaceAll(orderManifest, "order.f", "order.g"),
		"app.spx":   "module order.app;\n\n@id(\"order.g\")\nfn g(a: i64) -> i64\n{\n    if a == a { 1 } else { 2 }\n}\n\n@id(\"order.main\")\nfn main() -> i64\n{\n    g(1)\n}\n",
		"tests.spx": "module order.tests;\n\n@id(\"order.tests.main\")\nfn main() -> i64\n{\n    0\n}\n"})
	must(t, text, replace("replace_expression", "order.g", expressionID(t, text, "order.g", "body.tail.condition"), `{"kind":"bool","value":true}`))
	refused(t, text, diag.T207, replace("replace_expression", "order.g", expressionID(t, text, "order.g", "body.tail.condition.left"), `{"kind":"bool","value":true}`))
}

func TestAddContract(t *testing.T) {
	base := shop(t)
	add := func(phase, predicate string) string {
		return `{"kind":"add_contract","target":"shop.combine","phase":"` + phase + `","predicate":` + predicate + `}`
	}
	compare := func(op, name string) string {
		return `{"kind":"binary","op":"` + op + `","left":` + p(name) + `,"right":` + i64("-1000") + `}`
	}
	after := must(t, must(t, base, add("requires", compare(">", "a"))).Base, add("ensures", compare("!=", "result")))
	contains(t, source(t, after.Base, "app.spx"), "fn combine(a: i64, b: i64, c: bool) -> i64\n    requires a > -1000\n    ensures result != -1000\n{")
	sameRuns(t, base, after.Base)
	refused(t, base, diag.G225, add("requires", compare("!=", "result")))
	refused(t, base, diag.G225, add("requires", compare("!=", "base")))
	refused(t, base, diag.C101, add("requires", i64("1")))
	refused(t, base, diag.G225, add("body", i64("1")))
	refused(t, base, diag.G225, `{"kind":"add_contract","target":"shop.main","phase":"requires","predicate":{"kind":"bool","value":true}}`)
}

func TestReplaceBody(t *testing.T) {
	base := shop(t)
	after := must(t, base, body("shop.combine", `{"kind":"if","condition":`+p("c")+`,"then":{"kind":"binary","op":"*","left":{"kind":"binary","op":"-","left":`+p("a")+`,"right":`+p("b")+`},"right":`+i64("2")+`},"else":{"kind":"binary","op":"*","left":{"kind":"binary","op":"-","left":`+p("b")+`,"right":`+p("a")+`},"right":`+i64("2")+`}}`))
	contains(t, source(t, after.Base, "app.spx"), "{\n    if c { (a - b) * 2 } else { (b - a) * 2 }\n}")
	sameRuns(t, base, after.Base)
	refused(t, base, diag.G225, body("shop.main", i64("1")))
	refused(t, base, diag.G225, body("shop.first", p("a")))
	refused(t, base, diag.G225, body("shop.item", p("a")))
}

func extract(target, id, newID, name string) string {
	return `{"kind":"extract_function","target":"` + target + `","expression_id":"` + id + `","new_id":"` + newID + `","new_name":"` + name + `"}`
}

func TestExtract(t *testing.T) {
	base := shop(t)
	at := func(target, path string) string { return expressionID(t, base, target, path) }
	for _, row := range []struct{ target, path, file, helper, call string }{
		{"shop.combine", "body.s0.value", "app.spx", "fn part(c: bool, a: i64, b: i64) -> i64\n{\n    if c { a - b } else { b - a }\n}", "let base = part(c, a, b);"},
		{"shop.combine", "body", "app.spx", "fn part(c: bool, a: i64, b: i64) -> i64\n{\n    let base = if c { a - b } else { b - a };\n    base * 2\n}", "{\n    part(c, a, b)\n}"},
		{"shop.total", "body.s1.value", "app.spx", "fn part(item: Goods, tax: i64) -> i64\n{\n    price(item, 2) + tax\n}", "    // staged\n    let cost = part(item, tax);"},
		{"shop.locals", "body.s0.value", "app.spx", "fn part(start: i64) -> Local\n{\n    Local { a: start, b: start > 0 }\n}", "let l = part(start);"},
		{"shop.locals", "body.s1.value", "app.spx", "fn part(l: Local) -> Pair<i64, bool>", "let pair = part(l);"},
		{"shop.text_main", "body.s1.value", "text.spx", "fn part(buffer: own Bytes) -> u8\n{\n    bytes(buffer, 1usize)\n}", "let first = part(buffer);"},
		{"shop.text_main", "body.s0.value", "text.spx", "fn part() -> Bytes\n{\n    bytes_set(bytes_zeroed(4usize), 1usize, 7u8)\n}", "let buffer = part();"},
		{"shop.main", "body.tail", "app.spx", "fn part(words: i64) -> i64", "    part(words)\n"},
	} {
		after := must(t, base, extract(row.target, at(row.target, row.path), "shop.part", "part"))
		contains(t, source(t, after.Base, row.file), row.helper)
		contains(t, source(t, after.Base, row.file), row.call)
		sameRuns(t, base, after.Base)
	}
}

func TestExtractRefused(t *testing.T) {
	base := shop(t)
	at := func(target, path string) string { return expressionID(t, base, target, path) }
	for _, row := range [][4]string{
		{"shop.price", at("shop.price", "ensures.0"), "shop.part", "part"},
		{"shop.noisy", at("shop.noisy", "body.tail"), "shop.part", "part"},
		{"shop.combine", at("shop.combine", "body"), "shop.price", "part"},
		{"shop.combine", at("shop.combine", "body"), "shop.part", "price"},
		{"shop.combine", at("shop.combine", "body"), "shop.part", "main"},
		{"shop.combine", at("shop.combine", "body"), "shop.part", "Goods"},
		{"shop.first", "x", "shop.part", "part"},
		// Views, parameters that own, owners read but not consumed.
		{"shop.measure", at("shop.measure", "body.tail"), "shop.part", "part"},
		{"shop.join", at("shop.join", "body.tail"), "shop.part", "part"},
		{"shop.width", at("shop.width", "body.tail"), "shop.part", "part"},
		{"shop.text_main", at("shop.text_main", "body.s4.value"), "shop.part", "part"},
	} {
		refused(t, base, diag.G225, extract(row[0], row[1], row[2], row[3]))
	}
}
