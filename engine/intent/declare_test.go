package intent_test

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
)

func declare(target, declaration string) string {
	return `{"kind":"add_declaration","target":"` + target + `","declaration":` + declaration + `}`
}

const (
	zero  = `{"kind":"i64","value":0}`
	place = `{"kind":"place","name":"a"}`
)

// function makes the declaration of `fn fresh(a: i64) -> i64` with a body.
func function(body string) string {
	return `{"id":"shop.fresh","name":"fresh","parameters":[{"name":"a","type":"i64","mode":"value"}],"return_type":"i64","effects":[],"requires":[],"ensures":[],"body":` + body + `}`
}

func TestAddFunction(t *testing.T) {
	base := shop(t)
	after := must(t, base, declare("shop.main", `{"id":"shop.fresh","name":"fresh",
		"parameters":[{"name":"a","type":"i64","mode":"value"},{"name":"goods","type":{"kind":"nominal","target":"shop.item","type_arguments":[]},"mode":"value"}],
		"return_type":{"kind":"nominal","target":"core.option","type_arguments":["i64"]},"effects":[],
		"requires":[{"kind":"binary","op":">","left":{"kind":"place","name":"a"},"right":{"kind":"i64","value":-5}}],
		"ensures":[{"kind":"bool","value":true}],
		"body":{"kind":"let","name":"n","value":{"kind":"field_place","target":"shop.item.count","root":"goods"},"body":
			{"kind":"let","name":"m","value":{"kind":"call","target":"shop.price","arguments":[{"kind":"place","name":"goods"},{"kind":"place","name":"n"}]},
			"body":{"kind":"variant","target":"core.option.some","type_arguments":["i64"],"fields":[{"target":"core.option.some.value","value":{"kind":"place","name":"m"}}]}}}}`))
	contains(t, source(t, after.Base, "app.spx"), `@id("shop.fresh")
fn fresh(a: i64, goods: Goods) -> Option<i64>
    requires a > -5
    ensures true
{
    let n = goods.count;
    let m = price(goods, n);
    Option<i64>::Some { value: m }
}
`)
	sameRuns(t, base, after.Base)
	want := intent.NewDeclaration{ID: "shop.fresh", Name: "fresh", Path: "app.spx", Module: "shop.app"}
	if got := after.edit.Operation.New; got.ID != want.ID || got.Name != want.Name || got.Path != want.Path || got.Module != want.Module {
		t.Errorf("got %+v", got)
	}
	if got := operationText(after.edit); got != `{"kind":"add_declaration","migrated_calls":0,"new_declaration":{"id":"shop.fresh","module":"shop.app","name":"fresh","path":"app.spx"},"target":"shop.main"}` {
		t.Errorf("got %s", got)
	}
	deleted := must(t, after.Base, `{"kind":"delete_declaration","target":"shop.fresh"}`)
	if sourcesOf(deleted.Base) != sourcesOf(base) {
		t.Error("adding and deleting does not give the sources back")
	}
}

func operationText(e *intent.Edit) string {
	return string(intent.OperationShape().AppendCJ(nil, &e.Operation))
}

func TestAddOwningFunction(t *testing.T) {
	after := must(t, shop(t), declare("shop.width", `{"id":"shop.fresh","name":"fresh",
		"parameters":[{"name":"label","type":{"kind":"nominal","target":"shop.label","type_arguments":[]},"mode":"own"},{"name":"data","type":"Bytes","mode":"own"},{"name":"part","type":"str","mode":"borrow"},{"name":"more","type":"string","mode":"value"}],
		"return_type":"string","effects":[],"requires":[],"ensures":[],
		"body":{"kind":"builtin_call","target":"core.string.concat","arguments":[{"kind":"place","name":"more"},{"kind":"string","value":"\"\\\n\u2028é"}]}}`))
	contains(t, source(t, after.Base, "text.spx"), "fn fresh(label: own Label, data: own Bytes, part: borrow str, more: string) -> string\n{\n    string_concat(more, \"\\\"\\\\\\n\u2028é\")")
}

func TestAddTypes(t *testing.T) {
	base := shop(t)
	after := must(t, base, declare("shop.total", `{"kind":"record","id":"shop.box","name":"Box1","fields":[{"id":"shop.box.a","name":"a","type":"usize"},{"id":"shop.box.goods","name":"goods","type":{"kind":"nominal","target":"shop.item","type_arguments":[]}},{"id":"shop.box.text","name":"text","type":"string"}]}`))
	contains(t, source(t, after.Base, "app.spx"), "@id(\"shop.box\")\nrecord Box1 {\n    @id(\"shop.box.a\")\n    a: usize,\n    @id(\"shop.box.goods\")\n    goods: Goods,\n    @id(\"shop.box.text\")\n    text: string,\n}\n\n@id(\"shop.first\")")
	sameRuns(t, base, after.Base)
	variant := must(t, base, declare("shop.total", `{"kind":"variant","id":"shop.way","name":"Way","cases":[{"id":"shop.way.up","name":"Up","fields":[]},{"id":"shop.way.down","name":"Down","fields":[{"id":"shop.way.down.by","name":"by","type":"i64"}]}]}`))
	contains(t, source(t, variant.Base, "app.spx"), "variant Way {\n    @id(\"shop.way.up\")\n    Up,\n")
	if got := operationText(variant.edit); !strings.Contains(got, `"identities":[{"id":"shop.way","identity_origin":"explicit","kind":"variant","module":"shop.app","path":"app.spx"},{"id":"shop.way.up","identity_origin":"explicit","kind":"variant_case","module":"shop.app","owner":"shop.way","path":"app.spx"}`) {
		t.Errorf("got %s", got)
	}
	used := must(t, variant.Base, `{"kind":"replace_function_body","target":"shop.combine","body":{"kind":"match","target":"shop.way","value":{"kind":"variant","target":"shop.way.down","fields":[{"target":"shop.way.down.by","value":{"kind":"place","name":"a"}}]},"arms":[{"target":"shop.way.down","fields":[{"target":"shop.way.down.by","name":"by"}],"body":{"kind":"place","name":"by"}},{"target":"shop.way.up","fields":[],"body":`+zero+`}]}}`)
	contains(t, source(t, used.Base, "app.spx"), "let spx_project_0: Way = Way::Down { by: a };\n    match spx_project_0 { Way::Down { by } => by, Way::Up {} => 0, }")
}

func TestAddDeclarationRefused(t *testing.T) {
	base := shop(t)
	with := func(old, changed string) string {
		return declare("shop.main", strings.Replace(function(zero), old, changed, 1))
	}
	for _, row := range []struct {
		code diag.Code
		text string
	}{
		{diag.G225, declare("shop.item", function(zero))},
		{diag.G225, declare("shop.first", function(zero))},
		{diag.G225, with(`"shop.fresh"`, `"shop.item"`)},
		{diag.G225, with(`"shop.fresh"`, `"core.option"`)},
		{diag.G225, with(`"shop.fresh"`, `"Shop.fresh"`)},
		{diag.G225, with(`"fresh"`, `"price"`)},
		{diag.G225, with(`"fresh"`, `"Goods"`)},
		{diag.G225, with(`"fresh"`, `"main"`)},
		{diag.G225, with(`"fresh"`, `"string_len"`)},
		{diag.G225, with(`"name":"a"`, `"name":"result"`)},
		{diag.G225, with(`"mode":"value"`, `"mode":"own"`)},
		{diag.G225, with(`"type":"i64"`, `"type":"char"`)},
		{diag.G225, with(`"effects":[]`, `"effects":["a.b"]`)},
		{diag.G225, declare("shop.main", function(`{"kind":"call","target":"shop.fresh","arguments":[`+place+`]}`))},
		{diag.T103, declare("shop.main", function(`{"kind":"bool","value":true}`))},
		{diag.G225, declare("shop.main", `{"kind":"record","id":"shop.x","name":"X","fields":[{"id":"shop.x","name":"a","type":"i64"}]}`)},
		{diag.G225, declare("shop.main", `{"kind":"record","id":"shop.x","name":"X","fields":[{"id":"shop.x.a","name":"a","type":"i64"},{"id":"shop.x.b","name":"a","type":"i64"}]}`)},
		{diag.G225, declare("shop.main", `{"kind":"record","id":"shop.x","name":"X","fields":[{"id":"shop.x.a","name":"a","type":{"kind":"nominal","target":"shop.x","type_arguments":[]}}]}`)},
		{diag.G225, declare("shop.main", `{"kind":"variant","id":"shop.x","name":"X","cases":[]}`)},
		{diag.T215, declare("shop.main", `{"kind":"variant","id":"shop.x","name":"X","cases":[{"id":"shop.x.a","name":"A","fields":[{"id":"shop.x.a.b","name":"b","type":"string"}]}]}`)},
	} {
		refused(t, base, row.code, row.text)
	}
	many := strings.Repeat(zero+",", intent.MaxDeclarationItems) + zero
	refused(t, base, diag.G226, with(`"requires":[]`, `"requires":[`+many+`]`))
}

func TestDeleteRefused(t *testing.T) {
	base := shop(t)
	must(t, base, `{"kind":"delete_declaration","target":"shop.unused"}`)
	for _, target := range []string{"shop.main", "shop.total", "shop.price", "shop.combine", "shop.item", "shop.nothing", "shop.first"} {
		refused(t, base, diag.G225, `{"kind":"delete_declaration","target":"`+target+`"}`)
	}
}

func addField(target, field string) string {
	return `{"kind":"add_record_field","target":"` + target + `","field":` + field + `}`
}

func TestAddRecordField(t *testing.T) {
	base := shop(t)
	after := must(t, base, addField("shop.item", `{"id":"shop.item.rate","name":"rate","type":"i32","default":{"kind":"i32","value":-7}}`))
	contains(t, source(t, after.Base, "stock.spx"), "Item { count: count, unit: unit, rate: -7i32 }")
	sameRuns(t, base, after.Base)
	matched := must(t, base, addField("shop.local", `{"id":"shop.local.c","name":"c","type":"bool","default":{"kind":"bool","value":true}}`))
	contains(t, source(t, matched.Base, "app.spx"), "match changed { Local { a, b: _, c: _ } =>")
	sameRuns(t, base, matched.Base)
	text := must(t, base, addField("shop.tag", `{"id":"shop.tag.text","name":"text","type":"string","default":{"kind":"string","value":"none"}}`))
	contains(t, source(t, text.Base, "text.spx"), `Tag { rank: 1, text: "none" }`)
	bytes := must(t, base, addField("shop.tag", `{"id":"shop.tag.data","name":"data","type":"Bytes","default":{"kind":"Bytes","values":[1,255]}}`))
	contains(t, source(t, bytes.Base, "text.spx"), `Tag { rank: 1, data: { let spx_default_0 = [1u8, 255u8]; bytes_copy(array_as_slice(spx_default_0)) } }`)
	sameRuns(t, base, bytes.Base)
}

func TestAddRecordFieldRefused(t *testing.T) {
	base := shop(t)
	for _, row := range []struct {
		code diag.Code
		text string
	}{
		{diag.G225, addField("shop.pair", `{"id":"shop.x","name":"x","type":"bool","default":{"kind":"bool","value":true}}`)},
		{diag.G225, addField("shop.state", `{"id":"shop.x","name":"x","type":"bool","default":{"kind":"bool","value":true}}`)},
		{diag.G225, addField("shop.item", `{"id":"shop.item.count","name":"x","type":"bool","default":{"kind":"bool","value":true}}`)},
		{diag.G225, addField("shop.item", `{"id":"shop.x","name":"count","type":"bool","default":{"kind":"bool","value":true}}`)},
		{diag.G225, addField("shop.item", `{"id":"shop.x","name":"x","type":"i64","default":{"kind":"bool","value":true}}`)},
		{diag.G225, addField("shop.item", `{"id":"shop.x","name":"x","type":"i64","default":{"kind":"i64","value":-9223372036854775808}}`)},
		{diag.G225, addField("shop.local", `{"id":"shop.x","name":"x","type":"string","default":{"kind":"string","value":""}}`)},
		{diag.G225, addField("shop.label", `{"id":"shop.x","name":"x","type":"string","default":{"kind":"string","value":""}}`)},
		{diag.G226, addField("shop.item", `{"id":"shop.x","name":"x","type":"string","default":{"kind":"string","value":"`+strings.Repeat("a", intent.MaxStringScalars+1)+`"}}`)},
	} {
		refused(t, base, row.code, row.text)
	}
}

func TestAddVariantCaseIsNotInThisBuild(t *testing.T) {
	base := shop(t)
	text := `{"kind":"add_variant_case","target":"shop.state","case":{"id":"shop.state.lost","name":"Lost","field":{"id":"shop.state.lost.data","name":"data","type":"Bytes"}}}`
	refused(t, base, diag.G516, text)
	refused(t, base, diag.G516, strings.Replace(text, `"Bytes"`, `"string"`, 1))
	refused(t, base, diag.G516, strings.Replace(text, `"Bytes"`, `"i64"`, 1))
}

func implement(id, members string) string {
	return `{"kind":"implement_interface","target":"shop.tag","protocol":"shop.named","id":"` + id + `","members":[` + members + `]}`
}

func TestImplementInterface(t *testing.T) {
	base := shop(t)
	member := `{"method":"shop.named.size","implementation":"shop.tag_size"}`
	after := must(t, base, implement("shop.tag.named", member))
	contains(t, source(t, after.Base, "text.spx"), "@id(\"shop.tag.named\")\nimpl \"shop.named\" for \"shop.tag\" {\n    \"shop.named.size\" = \"shop.tag_size\";\n}\n")
	sameRuns(t, base, after.Base)
	if got := operationText(after.edit); !strings.Contains(got, `"new_declaration":{"id":"shop.tag.named","kind":"protocol_implementation","module":"shop.text","owner":"shop.tag","path":"text.spx","runtime_graph_declaration":false}`) {
		t.Errorf("got %s", got)
	}
	must(t, base, strings.Replace(implement("shop.tag.named", member), `"members"`, `"destination":"shop.text","members"`, 1))
	for _, text := range []string{
		strings.Replace(implement("shop.tag.named", member), `"members"`, `"destination":"shop.app","members"`, 1),
		implement("shop.tag.named", ""), implement("shop.tag.named", member+","+member), implement("auto:x", member), implement("semaprax.x", member),
		implement("shop.tag", member), implement("shop.tag.named", `{"method":"shop.named.size","implementation":"shop.size"}`),
		implement("shop.tag.named", `{"method":"shop.named.other","implementation":"shop.tag_size"}`),
		strings.Replace(implement("shop.tag.named", member), `"shop.tag"`, `"shop.item"`, 1),
	} {
		refused(t, base, diag.G272, text)
	}
	refused(t, after.Base, diag.G272, implement("shop.tag.again", member))
	refused(t, base, diag.G273, implement("shop.tag.named", strings.Repeat(member+",", 64)+member))
	refused(t, after.Base, diag.Q107, appended("shop.tag_size", `{"name":"x","type":"i64","argument":{"kind":"i64","value":1}}`))
}

func move(target, destination string) string {
	return `{"kind":"move_declaration","target":"` + target + `","destination":"` + destination + `"}`
}

func TestMove(t *testing.T) {
	base := shop(t)
	// A consumer of the moved function becomes its home: its import goes.
	into := must(t, base, move("shop.price", "shop.main"))
	app := source(t, into.Base, "app.spx")
	contains(t, app, "fn price(item: Goods, factor: i64) -> i64\n    ensures result == item.count * item.unit * factor")
	if strings.Contains(app, "as price;") || strings.Contains(source(t, into.Base, "stock.spx"), "fn price") {
		t.Errorf("the old import or declaration is left:\n%s", app)
	}
	sameRuns(t, base, into.Base)
	if got := operationText(into.edit); got != `{"kind":"move_declaration","migrated_calls":1,"relocation":{"destination_module":"shop.app","destination_path":"app.spx","id":"shop.price","source_module":"shop.stock","source_path":"stock.spx"},"target":"shop.price"}` {
		t.Errorf("got %s", got)
	}
	// A called function leaves and is imported back; its types come along.
	out := must(t, base, move("shop.state_code", "shop.price"))
	contains(t, source(t, out.Base, "app.spx"), "use function @id(\"shop.state_code\") from shop.stock as state_code;\n")
	contains(t, source(t, out.Base, "stock.spx"), "fn state_code(state: State) -> i64")
	sameRuns(t, base, out.Base)
	// What it calls elsewhere is imported, and an import only it used is pruned.
	width := must(t, base, move("shop.unused", "shop.width"))
	sameRuns(t, base, width.Base)
}

func TestMoveImportsAndPrunes(t *testing.T) {
	base := build(t, map[string]string{"semaprax.toml": strings.ReplaceAll(strings.Replace(orderManifest, `"app.spx", `, `"app.spx", "low.spx", "side.spx", `, 1), "order.f", "order.g"),
		"low.spx":   "module order.low;\n\n@id(\"order.r\")\nrecord R {\n    @id(\"order.r.a\")\n    a: i64,\n}\n\n@id(\"order.make\")\nfn make(a: i64) -> R\n{\n    R { a: a }\n}\n",
		"side.spx":  "module order.side;\n\n@id(\"order.other\")\nfn make(b: bool) -> i64\n{\n    if b { 1 } else { 2 }\n}\n",
		"app.spx":   "module order.app;\nuse type @id(\"order.r\") from order.low as Row;\nuse function @id(\"order.make\") from order.low as make;\n\n@id(\"order.f\")\nfn f(a: i64) -> i64\n{\n    let row: Row = make(a);\n    match row { Row { a: b } => b + g(0), }\n}\n\n@id(\"order.g\")\nfn g(a: i64) -> i64\n{\n    a\n}\n\n@id(\"order.main\")\nfn main() -> i64\n{\n    g(3)\n}\n",
		"tests.spx": "module order.tests;\nuse function @id(\"order.f\") from order.app as ff;\n\n@id(\"order.tests.main\")\nfn main() -> i64\n{\n    ff(0)\n}\n"})
	after := must(t, base, move("order.f", "order.other"))
	contains(t, source(t, after.Base, "side.spx"), "module order.side;\nuse function @id(\"order.g\") from order.app as g;\nuse function @id(\"order.make\") from order.low as _spx_move_0;\nuse type @id(\"order.r\") from order.low as Row;\n")
	contains(t, source(t, after.Base, "side.spx"), "    let row: Row = _spx_move_0(a);\n    match row { Row { a: b } => b + g(0), }\n")
	contains(t, source(t, after.Base, "tests.spx"), "from order.side as ff;")
	if app := source(t, after.Base, "app.spx"); strings.Contains(app, "order.make") || !strings.Contains(app, "order.r") {
		t.Errorf("got\n%s", app)
	}
	sameRuns(t, base, after.Base)
}

func TestMoveRefused(t *testing.T) {
	base := shop(t)
	for _, row := range [][2]string{
		{"shop.main", "shop.price"}, {"shop.total", "shop.price"}, {"shop.first", "shop.price"}, {"shop.combine", "shop.main"},
		{"shop.measure", "shop.main"}, {"shop.bytes", "shop.main"}, {"shop.combine", "shop.item"}, {"shop.combine", "shop.nothing"},
		{"shop.locals", "shop.price"},
	} {
		refused(t, base, diag.G225, move(row[0], row[1]))
	}
	refused(t, base, diag.G172, move("shop.noisy", "shop.price"))
}
