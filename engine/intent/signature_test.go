package intent_test

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

func appended(target, items string) string {
	return `{"kind":"change_function_signature","target":"` + target + `","append_parameters":[` + items + `]}`
}

func ordered(target, items string) string {
	return `{"kind":"change_function_signature","target":"` + target + `","parameters":[` + items + `]}`
}

func wrapped(target, items, record, field string) string {
	return `{"kind":"change_function_signature","target":"` + target + `","parameters":[` + items +
		`],"wrap_return":{"record":"` + record + `","field":"` + field + `"}}`
}

func TestAppendParameters(t *testing.T) {
	base := shop(t)
	after := must(t, base, appended("shop.price", `{"name":"rate","type":"f64","argument":{"kind":"f64","bits":"bff8000000000000"}},{"name":"mark","type":"char","argument":{"kind":"char","scalar":"0000004f"}}`))
	contains(t, source(t, after.Base, "stock.spx"), "fn price(item: Item, factor: i64, rate: f64, mark: char) -> i64")
	contains(t, source(t, after.Base, "app.spx"), "price(item, 2, -1.5, 'O') + tax")
	sameRuns(t, base, after.Base)
	if got := after.edit.Operation.MigratedCalls; got != 1 {
		t.Errorf("got %d migrated calls", got)
	}
	// Dropping what was appended gives the same runs again.
	dropped := must(t, after.Base, ordered("shop.price", `{"from":"item"},{"from":"factor"}`))
	contains(t, source(t, dropped.Base, "stock.spx"), "fn price(item: Item, factor: i64) -> i64")
	sameRuns(t, base, dropped.Base)
	all := must(t, base, appended("shop.combine", `{"name":"extra","type":"usize","argument":{"kind":"usize","value":18446744073709551615}}`))
	if got := all.edit.Operation.MigratedCalls; got != 6 {
		t.Errorf("got %d migrated calls", got)
	}
	sameRuns(t, base, all.Base)
}

func TestAppendAvoidsCapture(t *testing.T) {
	base := shop(t)
	after := must(t, base, appended("shop.combine", `{"name":"base","type":"i64","argument":{"kind":"i64","value":-9223372036854775808}}`))
	contains(t, source(t, after.Base, "app.spx"), "let spx_sig_bind_0 = if c { a - b } else { b - a };\n    spx_sig_bind_0 * 2")
	sameRuns(t, base, after.Base)
}

func TestOrderedParameters(t *testing.T) {
	base := shop(t)
	reordered := must(t, base, ordered("shop.combine", `{"from":"c"},{"from":"b","name":"second"},{"from":"a"}`))
	text := source(t, reordered.Base, "app.spx")
	contains(t, text, "fn combine(c: bool, second: i64, a: i64) -> i64")
	contains(t, text, "let base = if c { a - second } else { second - a };")
	contains(t, text, "while rounds < { let spx_sig_stage_0 = 2; let spx_sig_stage_1 = 1; let spx_sig_stage_2 = true; combine(spx_sig_stage_2, spx_sig_stage_1, spx_sig_stage_0) } {")
	sameRuns(t, base, reordered.Base)
	back := must(t, reordered.Base, ordered("shop.combine", `{"from":"a"},{"from":"second","name":"b"},{"from":"c"}`))
	sameRuns(t, base, back.Base)

	renamed := must(t, base, ordered("shop.combine", `{"from":"a","name":"left"},{"from":"b"},{"from":"c"}`))
	if renamed.edit.Operation.MigratedCalls != 0 {
		t.Error("a rename of a parameter rewrote calls")
	}
	contains(t, source(t, renamed.Base, "app.spx"), "let base = if c { left - b } else { b - left };")
	sameRuns(t, base, renamed.Base)
}

func TestComputedArguments(t *testing.T) {
	base := shop(t)
	after := must(t, base, ordered("shop.combine", `{"from":"a"},{"from":"b"},{"from":"c"},
		{"name":"sum","type":"i64","argument_expression":{"kind":"let","name":"n","value":{"kind":"binary","op":"+","left":{"kind":"place","name":"a"},"right":{"kind":"place","name":"b"}},"body":{"kind":"place","name":"n"}}}`))
	text := source(t, after.Base, "app.spx")
	// The let of the argument meets the caller's own `n`.
	contains(t, text, "let spx_sig_stage_3: i64 = { let spx_sig_bind_0 = spx_sig_stage_0 + spx_sig_stage_1; spx_sig_bind_0 };")
	sameRuns(t, base, after.Base)

	where := func(place string) string {
		return `{"name":"where","type":{"kind":"nominal","target":"shop.local","type_arguments":[]},"argument_expression":{"kind":"record","target":"shop.local","fields":[{"target":"shop.local.b","value":{"kind":"bool","value":true}},{"target":"shop.local.a","value":{"kind":"place","name":"` + place + `"}}]}}`
	}
	nominal := must(t, base, ordered("shop.locals", where("start")+`,{"from":"start"}`))
	contains(t, source(t, nominal.Base, "app.spx"), "let spx_sig_stage_1: Local = Local { b: true, a: spx_sig_stage_0 }; locals(spx_sig_stage_1, spx_sig_stage_0)")
	sameRuns(t, base, nominal.Base)
	// The tests module calls total and does not see the record.
	refused(t, base, diag.G225, ordered("shop.total", `{"from":"count"},{"from":"tax"},`+where("tax")))
}

func TestOwnerToView(t *testing.T) {
	base := shop(t)
	after := must(t, base, ordered("shop.bytes", `{"name":"window","borrow_slice_from_owner":"data"},{"from":"at"}`))
	text := source(t, after.Base, "text.spx")
	contains(t, text, "fn bytes(window: borrow Slice<u8>, at: usize) -> u8\n{\n    let view = window;")
	contains(t, text, "{ let spx_sig_stage_0 = buffer; let spx_sig_stage_1 = 1usize; let spx_sig_stage_2 = bytes_as_slice(spx_sig_stage_0); bytes(spx_sig_stage_2, spx_sig_stage_1) }")
	sameRuns(t, base, after.Base)
	again := must(t, base, ordered("shop.measure", `{"from":"part"},{"name":"whole","borrow_from":"part"},{"from":"text"}`))
	contains(t, source(t, again.Base, "text.spx"), "measure(spx_sig_stage_1, spx_sig_stage_1, spx_sig_stage_0)")
	sameRuns(t, base, again.Base)
}

func TestWrapReturn(t *testing.T) {
	base := shop(t)
	after := must(t, base, wrapped("shop.join", `{"from":"left"},{"from":"right"}`, "shop.wrapped", "shop.wrapped.text"))
	text := source(t, after.Base, "text.spx")
	contains(t, text, "fn join(left: string, right: string) -> Wrapped\n{\n    Wrapped { text: string_concat(left, right) }\n}")
	contains(t, text, `let text = join("x", "yz").text;`)
	sameRuns(t, base, after.Base)
	swapped := must(t, base, wrapped("shop.join", `{"from":"right"},{"from":"left"}`, "shop.wrapped", "shop.wrapped.text"))
	sameRuns(t, base, swapped.Base)
}

func TestSignatureRefused(t *testing.T) {
	base := shop(t)
	i64 := func(name string) string {
		return `{"name":"` + name + `","type":"i64","argument":{"kind":"i64","value":1}}`
	}
	for _, row := range []struct {
		code diag.Code
		text string
	}{
		{diag.G225, appended("shop.main", i64("x"))},
		{diag.G225, appended("shop.first", i64("x"))},
		{diag.G225, appended("shop.nothing", i64("x"))},
		{diag.G225, appended("shop.combine", i64("a"))},
		{diag.G225, appended("shop.combine", i64("x")+","+i64("x"))},
		{diag.G259, appended("shop.combine", i64("result"))},
		{diag.G225, appended("shop.combine", `{"name":"x","type":"i32","argument":{"kind":"i64","value":1}}`)},
		{diag.G225, appended("shop.combine", "")},
		{diag.G226, appended("shop.combine", strings.TrimSuffix(strings.Repeat(i64("x")+",", 17), ","))},
		{diag.G225, appended("shop.total", `{"name":"x","type":"string","argument":{"kind":"i64","value":1}}`)},
		{diag.G225, ordered("shop.combine", `{"from":"a"},{"from":"a"},{"from":"b"},{"from":"c"}`)},
		{diag.G225, ordered("shop.combine", `{"from":"z"}`)},
		{diag.G259, ordered("shop.combine", `{"from":"a"},{"from":"b"}`)},
		{diag.G259, ordered("shop.combine", `{"from":"a","name":"result"},{"from":"b"},{"from":"c"}`)},
		{diag.G259, ordered("shop.combine", `{"from":"a","name":"b"},{"from":"b","name":"a"},{"from":"c"}`)},
		{diag.G260, ordered("shop.join", `{"from":"left"}`)},
		{diag.G260, ordered("shop.measure", `{"from":"text"},{"name":"x","borrow_from":"part"}`)},
		{diag.G225, ordered("shop.combine", `{"from":"a"},{"from":"b"},{"from":"c"},{"name":"x","borrow_from":"a"}`)},
		{diag.G469, ordered("shop.bytes", `{"name":"text","borrow_slice_from_owner":"data"},{"from":"at"}`)},
		{diag.G469, ordered("shop.bytes", `{"name":"w","borrow_str_from_owner":"data"},{"from":"at"}`)},
		{diag.G469, ordered("shop.join", `{"name":"w","borrow_str_from_owner":"left"},{"from":"right"}`)},
		{diag.G477, ordered("shop.bytes", `{"name":"w","borrow_slice_from_owner":"data"},{"name":"v","borrow_slice_from_owner":"data"}`)},
		{diag.G479, ordered("shop.join", `{"name":"w","borrow_str_from_owner":"left"},{"name":"w","borrow_str_from_owner":"right"}`)},
		{diag.G478, ordered("shop.bytes", nineViews())},
		{diag.G225, ordered("shop.combine", `{"from":"a"},{"from":"b"},{"from":"c"},{"name":"x","type":"i64","argument_expression":{"kind":"place","name":"base"}}`)},
		{diag.G225, ordered("shop.combine", `{"from":"a"},{"from":"b"},{"from":"c"},{"name":"x","type":{"kind":"nominal","target":"shop.label","type_arguments":[]},"argument_expression":{"kind":"place","name":"a"}}`)},
		{diag.T232, ordered("shop.combine", `{"from":"a"},{"from":"b"},{"from":"c"},{"name":"x","type":"bool","argument_expression":{"kind":"place","name":"a"}}`)},
		{diag.G225, wrapped("shop.join", `{"from":"left"},{"from":"right"}`, "shop.tag", "shop.tag.rank")},
		{diag.G225, wrapped("shop.combine", `{"from":"a"},{"from":"b"},{"from":"c"}`, "shop.wrapped", "shop.wrapped.text")},
	} {
		refused(t, base, row.code, row.text)
	}
}

func nineViews() string {
	var items []string
	for _, c := range "abcdefghi" {
		items = append(items, `{"name":"v`+string(c)+`","borrow_slice_from_owner":"`+string(c)+`"}`)
	}
	return strings.Join(items, ",")
}

const orderManifest = `schema = "semaprax.project.v1"
name = "order"
entry = "order.app"
sources = ["app.spx", "tests.spx"]
web_exports = ["order.f"]
tests = ["order.tests"]
`

// TestEvaluationOrder shows the order of arguments by which of two faults a call
// ends with: whatever is done to the signature, the first argument's comes first.
func TestEvaluationOrder(t *testing.T) {
	for _, args := range []string{"1 / zero(), big() + big()", "big() + big(), 1 / zero()"} {
		base := build(t, map[string]string{"semaprax.toml": orderManifest,
			"app.spx":   "module order.app;\n\n@id(\"order.f\")\nfn f(a: i64, b: i64) -> i64\n{\n    7\n}\n\n@id(\"order.zero\")\nfn zero() -> i64\n{\n    0\n}\n\n@id(\"order.big\")\nfn big() -> i64\n{\n    9223372036854775807\n}\n\n@id(\"order.main\")\nfn main() -> i64\n{\n    f(" + args + ")\n}\n",
			"tests.spx": "module order.tests;\n\n@id(\"order.tests.main\")\nfn main() -> i64\n{\n    0\n}\n"})
		for _, text := range []string{
			ordered("order.f", `{"from":"b"},{"from":"a"}`), ordered("order.f", ``), ordered("order.f", `{"from":"b"}`),
			ordered("order.f", `{"name":"x","type":"i64","argument_expression":{"kind":"binary","op":"/","left":{"kind":"i64","value":1},"right":{"kind":"i64","value":0}}},{"from":"b"}`),
			appended("order.f", `{"name":"x","type":"i64","argument":{"kind":"i64","value":1}}`),
		} {
			sameRuns(t, base, must(t, base, text).Base)
		}
	}
}
