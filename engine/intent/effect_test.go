package intent_test

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// effectful has one module that permits effects and two that do not.
func effectful(t testing.TB) *intent.Base {
	return build(t, map[string]string{
		"semaprax.toml": strings.ReplaceAll(strings.Replace(orderManifest, `"app.spx", `, `"app.spx", "low.spx", "side.spx", `, 1), "order.f", "order.g"),
		"low.spx":       "module order.low;\n\npermit { a.b, a.c }\n\n@id(\"order.noise\")\nfn noise(a: i64) -> i64\n    uses { a.c, a.b }\n{\n    a + quiet(a)\n}\n\n@id(\"order.quiet\")\nfn quiet(a: i64) -> i64\n{\n    a\n}\n\n@id(\"order.loud\")\nfn loud(a: i64) -> i64\n    uses { a.b, a.c }\n{\n    noise(a) + 1\n}\n",
		"side.spx":      "module order.side;\n\npermit { a.c, a.b }\n\n@id(\"order.other\")\nfn other() -> i64\n{\n    0\n}\n",
		"app.spx":       "module order.app;\n\n@id(\"order.g\")\nfn g(a: i64) -> i64\n{\n    a\n}\n\n@id(\"order.main\")\nfn main() -> i64\n{\n    g(1)\n}\n",
		"tests.spx":     "module order.tests;\n\n@id(\"order.tests.main\")\nfn main() -> i64\n{\n    0\n}\n"})
}

// TestEffects shows that no intention widens what a function or module may do.
func TestEffects(t *testing.T) {
	base := effectful(t)
	fresh := func(effects string) string {
		return strings.Replace(function(`{"kind":"call","target":"order.noise","arguments":[`+place+`]}`), `"effects":[]`, `"effects":[`+effects+`]`, 1)
	}
	added := must(t, base, declare("order.loud", fresh(`"a.b","a.c"`)))
	contains(t, source(t, added.Base, "low.spx"), "fn fresh(a: i64) -> i64\n    uses { a.b, a.c }\n{\n    noise(a)\n}")
	for _, effects := range []string{`"a.c","a.b"`, `"a.b","a.b"`, `"a.d"`} {
		refused(t, base, diag.G225, declare("order.loud", fresh(effects)))
	}
	refused(t, base, diag.G225, declare("order.quiet", fresh(`"a.b","a.c"`)))
	refused(t, base, diag.E102, declare("order.loud", fresh(`"a.b"`)))
	refused(t, base, diag.E102, body("order.quiet", `{"kind":"call","target":"order.noise","arguments":[`+place+`]}`))
	refused(t, base, diag.C102, `{"kind":"add_contract","target":"order.quiet","phase":"requires","predicate":{"kind":"binary","op":"==","left":{"kind":"call","target":"order.noise","arguments":[`+place+`]},"right":`+place+`}}`)

	part := must(t, base, extract("order.noise", expressionID(t, base, "order.noise", "body.tail"), "order.part", "part"))
	contains(t, source(t, part.Base, "low.spx"), "fn part(a: i64) -> i64\n    uses { a.b, a.c }\n{\n    a + quiet(a)\n}")
	refused(t, base, diag.G225, move("order.loud", "order.g"))
	moved := must(t, base, move("order.loud", "order.other"))
	contains(t, source(t, moved.Base, "side.spx"), "use function @id(\"order.noise\") from order.low as noise;\n\npermit { a.c, a.b }")
}

// TestConsumedScrutinee shows that nothing puts a block after `match own`, where it
// would read as another program.
func TestConsumedScrutinee(t *testing.T) {
	base := shop(t)
	id := expressionID(t, base, "shop.size", "body.tail.scrutinee")
	refused(t, base, diag.G225, replace("replace_expression", "shop.size", id, `{"kind":"let","name":"other","value":`+p("label")+`,"body":`+p("other")+`}`))
	must(t, base, replace("replace_expression", "shop.size", id, p("label")))
}
