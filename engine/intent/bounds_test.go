package intent_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/engine/syntax"
	"github.com/semaprax/semaprax-go/internal/fixture"
	"github.com/semaprax/semaprax-go/wire"
)

// app is a project whose application module holds some declarations beside its main.
func app(t testing.TB, declarations string) *intent.Base {
	t.Helper()
	return build(t, fixture.Small(map[string]string{
		"app.spx":   "module m.app;\n\n" + declarations + "\n@id(\"m.main\")\nfn main() -> i64\n{\n    0\n}\n",
		"other.spx": "module m.other;\n\n@id(\"m.anchor\")\nfn anchor() -> i64\n{\n    0\n}\n",
		"tests.spx": "module m.tests;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    0\n}\n",
	}))
}

// numbered joins n pieces; %[1]d in a piece is its number.
func numbered(n int, piece, separator string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(piece, i)
	}
	return strings.Join(list, separator)
}

// TestShapesRefuse decodes every example that is wrong in one place: a text longer, a
// list longer, a member more than its shape admits.
func TestShapesRefuse(t *testing.T) {
	g := intent.NewGrammar()
	tooLong := 0
	for _, form := range intent.IntentionShape().Node().Alternatives {
		for i, example := range schema.InvalidExamples(form) {
			if i%10 != 0 && testing.Short() || strings.HasSuffix(example.About, " missing") { // what is left may be another form
				continue
			}
			if _, err := wire.Scan(wire.Document, []byte(example.JSON)); err != nil {
				t.Fatalf("%s: %v", example.About, err)
			}
			if strings.Contains(example.About, "too long") || strings.Contains(example.About, "too many") {
				tooLong++
			}
			if _, fault := g.Decode([]byte(example.JSON)); fault == nil {
				t.Errorf("%s is admitted: %.200s", example.About, example.JSON)
			}
		}
	}
	if tooLong < 10 {
		t.Errorf("only %d examples over a bound", tooLong)
	}
}

// TestLongListsAreCounted decodes lists of as many items as a shape admits, and one
// more, where the bound on values comes first or not.
func TestLongListsAreCounted(t *testing.T) {
	g := intent.NewGrammar()
	for _, row := range []struct {
		name string
		most int
		text func(n int) string
	}{
		{"bytes of a default", intent.MaxDefaultBytes, func(n int) string {
			return `{"kind":"add_record_field","target":"m.r","field":{"id":"m.r.n","name":"n","type":"Bytes","default":{"kind":"Bytes","values":[` +
				strings.TrimSuffix(strings.Repeat("0,", n), ",") + `]}}}`
		}},
		{"ordered parameters", intent.MaxSignatureParameters, func(n int) string {
			return `{"kind":"change_function_signature","target":"m.f","parameters":[` + numbered(n, `{"from":"p%d"}`, ",") + `]}`
		}},
		{"appended parameters", intent.MaxAppendedParameters, func(n int) string {
			return `{"kind":"change_function_signature","target":"m.f","append_parameters":[` +
				numbered(n, `{"name":"p%d","type":"i64","argument":{"kind":"i64","value":0}}`, ",") + `]}`
		}},
	} {
		if _, fault := decode(t, g, row.text(row.most)); fault != nil && row.name != "ordered parameters" {
			t.Errorf("%d %s: %v", row.most, row.name, fault)
		}
		if _, fault := decode(t, g, row.text(row.most+1)); fault == nil {
			t.Errorf("%d %s are admitted", row.most+1, row.name)
		}
	}
}

// TestScalarsOfADefaultAreCounted counts scalar values, not bytes.
func TestScalarsOfADefaultAreCounted(t *testing.T) {
	for n, code := range map[int]diag.Code{intent.MaxStringScalars: "", intent.MaxStringScalars + 1: diag.G226} {
		field := `{"id":"shop.x","name":"x","type":"string","default":{"kind":"string","value":"` + strings.Repeat("é", n) + `"}}`
		if _, fault := apply(t, shop(t), addField("shop.tag", field)); codeOf(fault) != code {
			t.Errorf("%d scalar values: %v, want %q", n, fault, code)
		}
	}
}

func TestContractsAreCounted(t *testing.T) {
	const addition = `{"kind":"add_contract","target":"m.f","phase":"ensures","predicate":{"kind":"bool","value":true}}`
	for n, code := range map[int]diag.Code{intent.MaxContracts - 1: "", intent.MaxContracts: diag.G226} {
		base := app(t, "@id(\"m.f\")\nfn f() -> i64\n"+strings.Repeat("    requires true\n", n)+"{\n    0\n}\n")
		if _, fault := apply(t, base, addition); codeOf(fault) != code {
			t.Errorf("beside %d clauses: %v, want %q", n, fault, code)
		}
	}
}

// TestCapturesAreCounted extracts a sum of parameters.
func TestCapturesAreCounted(t *testing.T) {
	for n, code := range map[int]diag.Code{intent.MaxCaptures: "", intent.MaxCaptures + 1: diag.G226} {
		base := app(t, "@id(\"m.f\")\nfn f("+numbered(n, "p%d: i64", ", ")+") -> i64\n{\n    "+numbered(n, "p%d", " + ")+"\n}\n")
		id := largest(t, base, "m.f")
		if _, fault := apply(t, base, extract("m.f", id, "m.g", "g")); codeOf(fault) != code {
			t.Errorf("%d captures: %v, want %q", n, fault, code)
		}
	}
}

// largest is the first sum or match in the body of a function.
func largest(t testing.TB, base *intent.Base, target string) string {
	t.Helper()
	c, fault := base.ExpressionCatalogue(target, false)
	if fault != nil {
		t.Fatal(fault[0])
	}
	for _, x := range c.Expressions {
		if x.Phase == "body" && x.Kind != "block" {
			return x.ID
		}
	}
	t.Fatal("no expression")
	return ""
}

// TestMoveDependenciesAreCounted moves a function that calls many others.
func TestMoveDependenciesAreCounted(t *testing.T) {
	for n, code := range map[int]diag.Code{intent.MaxMoveDependencies: "", intent.MaxMoveDependencies + 1: diag.G226} {
		base := app(t, numbered(n, "@id(\"m.d%[1]d\")\nfn d%[1]d() -> i64\n{\n    0\n}\n", "\n")+
			"\n@id(\"m.f\")\nfn f() -> i64\n{\n    "+numbered(n, "d%d()", " + ")+"\n}\n")
		if _, fault := apply(t, base, move("m.f", "m.anchor")); codeOf(fault) != code {
			t.Errorf("%d dependencies: %v, want %q", n, fault, code)
		}
	}
}

// TestExpressionsOfAFunctionAreCounted replaces in functions of as many expressions as
// have ids, and of one more.
func TestExpressionsOfAFunctionAreCounted(t *testing.T) {
	of := func(lets int) (*intent.Base, int) {
		base := app(t, "@id(\"m.f\")\nfn f() -> i64\n{\n"+numbered(lets, "    let v%d = 1;\n", "")+"    0\n}\n")
		program := base.Project().Program()
		for _, fn := range program.Functions {
			if fn.Name == "f" {
				return base, len(program.Identities(fn).Expressions)
			}
		}
		t.Fatal("no f")
		return nil, 0
	}
	_, some := of(10)
	for extra, code := range []diag.Code{"", diag.G226} {
		base, n := of(10 + intent.MaxCatalogueExpressions - some + extra)
		if n != intent.MaxCatalogueExpressions+extra {
			t.Fatalf("%d expressions", n)
		}
		text := `{"kind":"replace_expression","target":"m.f","expression_id":"none","replacement":{"kind":"i64","value":1}}`
		if _, fault := apply(t, base, text); extra == 1 && codeOf(fault) != code || extra == 0 && codeOf(fault) == diag.G226 {
			t.Errorf("%d expressions: %v", n, fault)
		}
	}
}

// TestScopesAreCounted lists functions until the scopes of their expressions have as
// many rows as fit: every further binding adds a row to each expression after it.
func TestScopesAreCounted(t *testing.T) {
	rows := func(lets int) (int, diag.List) {
		base := app(t, "@id(\"m.f\")\nfn f() -> i64\n{\n"+numbered(lets, "    let v%d = 1;\n", "")+"    0\n}\n")
		c, fault := base.ExpressionCatalogue("m.f", false)
		sum := 0
		if fault == nil {
			for _, x := range c.Expressions {
				sum += len(x.Scope)
			}
		}
		return sum, fault
	}
	lets := 100
	for {
		sum, fault := rows(lets)
		if fault != nil {
			t.Fatalf("%d bindings: %v", lets, fault)
		}
		if sum > intent.MaxScopeFacts {
			t.Fatalf("%d rows are listed", sum)
		}
		before, _ := rows(lets - 1)
		if sum+(sum-before)+1 > intent.MaxScopeFacts {
			break
		}
		lets++
	}
	if _, fault := rows(lets + 1); codeOf(fault) != diag.G226 {
		t.Errorf("%d bindings: %v", lets+1, fault)
	}
}

// TestInterfaceItemsAreCounted offers a record protocols whose methods and eligible
// functions are as many rows as may be.
func TestInterfaceItemsAreCounted(t *testing.T) {
	const eligible = 1000 // functions of the one signature
	for extra, code := range []diag.Code{"", diag.G273} {
		rest := intent.MaxInterfaceItems - 64*(1+eligible) + extra // methods nothing fits
		var protocols strings.Builder
		method := func(p, m int, parameter string) {
			fmt.Fprintf(&protocols, "    @id(\"m.p%d.m%d\")\n    fn m%d(self: Self%s) -> i64;\n", p, m, m, parameter)
		}
		protocols.WriteString("@id(\"m.p0\")\nprotocol P0 {\n")
		for m := range 64 {
			method(0, m, "")
		}
		protocols.WriteString("}\n")
		for p := 1; rest > 0; p++ {
			fmt.Fprintf(&protocols, "\n@id(\"m.p%d\")\nprotocol P%d {\n", p, p)
			for m := range min(rest, 64) {
				method(p, m, ", other: bool")
			}
			rest -= min(rest, 64)
			protocols.WriteString("}\n")
		}
		base := app(t, "@id(\"m.r\")\nrecord R {\n    @id(\"m.r.x\")\n    x: i64,\n}\n\n"+protocols.String()+
			numbered(eligible, "\n@id(\"m.f%[1]d\")\nfn f%[1]d(r: R) -> i64\n{\n    0\n}\n", ""))
		if _, fault := base.InterfaceCatalogue("m.r"); codeOf(fault) != code {
			t.Errorf("%d items: %v, want %q", intent.MaxInterfaceItems+extra, fault, code)
		}
	}
}

// TestEditedSourcesAreBoundedToTheByte renames a function in sources that leave room for
// exactly that.
func TestEditedSourcesAreBoundedToTheByte(t *testing.T) {
	if testing.Short() {
		t.Skip("reads sources of 16 MiB")
	}
	of := func(comment int) *intent.Base {
		return app(t, "// "+strings.Repeat("c", comment)+"\n@id(\"m.f\")\nfn f() -> i64\n{\n    0\n}\n")
	}
	total := 0
	for _, m := range of(1).Project().Modules() {
		total += len(m.Source)
	}
	base := of(1 + project.MaxSourceBytes - total - 8)
	for length, code := range map[int]diag.Code{9: "", 10: diag.G223} {
		if _, fault := apply(t, base, `{"kind":"rename_declaration","target":"m.f","name":"`+strings.Repeat("f", length)+`"}`); codeOf(fault) != code {
			t.Errorf("%d bytes more: %v, want %q", length-1, fault, code)
		}
	}
	if intent.MaxSourceBytes != project.MaxSourceBytes {
		t.Errorf("an edit may have %d bytes, a project %d", intent.MaxSourceBytes, project.MaxSourceBytes)
	}
}

// TestMigratedNodesAreCounted renames in a project of as many nodes as are walked.
func TestMigratedNodesAreCounted(t *testing.T) {
	if os.Getenv("SEMAPRAX_SOAK") == "" {
		t.Skip("checks a million nodes: make soak")
	}
	of := func(lines, singles int) (*intent.Base, int) {
		sums := numbered(lines, "    let w%d = 1"+strings.Repeat(" + 1", 99)+";\n", "")
		base := app(t, "@id(\"m.f\")\nfn f() -> i64\n{\n"+sums+numbered(singles, "    let v%d = 1;\n", "")+"    0\n}\n")
		total := 0
		for _, m := range base.Project().Modules() {
			total += m.File.NodeCount()
		}
		return base, total
	}
	const lines = 5200
	_, none := of(lines, 0)
	_, one := of(lines, 1)
	fits := (intent.MaxWalkNodes - none) / (one - none)
	for singles, admitted := range map[int]bool{fits: true, fits + 1: false} {
		base, total := of(lines, singles)
		if admitted != (total <= intent.MaxWalkNodes) {
			t.Fatalf("%d nodes", total)
		}
		if _, fault := apply(t, base, `{"kind":"rename_declaration","target":"m.f","name":"g"}`); admitted != (fault == nil) {
			t.Errorf("%d nodes: %v", total, fault)
		}
	}
}

// TestExtractedNodesAreCounted extracts a match: patterns and arms are nodes without ids,
// so its nodes pass their bound before its expressions do.
func TestExtractedNodesAreCounted(t *testing.T) {
	of := func(arms, sums int) (base *intent.Base, id string, nodes int) {
		base = app(t, "@id(\"m.f\")\nfn f(a: i64) -> i64\n{\n    match a { "+numbered(arms, "%[1]d => %[1]d, ", "")+
			"_ => 0"+strings.Repeat(" + 1", sums)+", }\n}\n")
		id = largest(t, base, "m.f")
		program := base.Project().Program()
		for _, fn := range program.Functions {
			if at, ok := program.Identities(fn).Find(id); ok && fn.Name == "f" {
				syntax.Walk(at.Expr, func(syntax.Node) bool { nodes++; return true })
			}
		}
		return base, id, nodes
	}
	_, _, none := of(2, 0)
	_, _, one := of(3, 0)
	arms := 2 + (intent.MaxExtractNodes-none)/(one-none)
	least, most := intent.MaxExtractNodes, 0
	for sums := range 3 { // two nodes each
		base, id, nodes := of(arms, sums)
		least, most = min(least, nodes), max(most, nodes)
		code := diag.Code("")
		if nodes > intent.MaxExtractNodes {
			code = diag.G226
		}
		if _, fault := apply(t, base, extract("m.f", id, "m.g", "g")); codeOf(fault) != code {
			t.Errorf("%d nodes: %v, want %q", nodes, fault, code)
		}
	}
	if least > intent.MaxExtractNodes-1 || most <= intent.MaxExtractNodes {
		t.Errorf("from %d to %d nodes", least, most)
	}
}

// TestOwnerViewsAreCounted: the number of views is judged before what they are taken from.
func TestOwnerViewsAreCounted(t *testing.T) {
	parameters := numbered(intent.MaxOwnerViews+1, "p%d: own Bytes", ", ")
	base := app(t, "@id(\"m.f\")\nfn f("+parameters+") -> i64\n{\n    0\n}\n")
	for n := range intent.MaxOwnerViews + 2 {
		views := numbered(n, `{"name":"v%[1]d","borrow_slice_from_owner":"p%[1]d"}`, ",")
		_, fault := apply(t, base, ordered("m.f", views))
		if over := codeOf(fault) == diag.G478; over != (n > intent.MaxOwnerViews) {
			t.Errorf("%d views: %v", n, fault)
		}
	}
}

// TestSearchesEndByThemselves shows that a project has too few names for a search of a
// fresh one to pass its bound, and a change too few values for its identities.
func TestSearchesEndByThemselves(t *testing.T) {
	if names := project.MaxSourceBytes / len("    let spx_default_0 = 0;\n"); names >= intent.MaxNameAttempts {
		t.Errorf("a function may bind %d names", names)
	}
	if names := check.MaxDeclarations + check.MaxUses; names >= intent.MaxMoveAttempts {
		t.Errorf("a module may know %d names", names)
	}
	if identities := intent.MaxValues / 3; identities >= intent.MaxDeclarationIdentities {
		t.Errorf("a declaration may have %d identities", identities)
	}
}
