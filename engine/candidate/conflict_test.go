package candidate

import (
	"fmt"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/internal/fixture"
)

// loadShop builds the project that intentions are tested on.
func loadShop(t testing.TB) *image.Image {
	t.Helper()
	return derive(t, fixture.Build(t, fixture.Archive(t, "../intent/testdata/shop.txtar")))
}

func rename(target, name string) string {
	return fmt.Sprintf(`{"kind":"rename_declaration","target":%q,"name":%q}`, target, name)
}

func moved(target, destination string) string {
	return fmt.Sprintf(`{"kind":"move_declaration","target":%q,"destination":%q}`, target, destination)
}

func appended(target string) string {
	return fmt.Sprintf(`{"kind":"change_function_signature","target":%q,"append_parameters":[{"name":"appended","type":"i64","argument":{"kind":"i64","value":0}}]}`, target)
}

func fieldOf(target, id string) string {
	return fmt.Sprintf(`{"kind":"add_record_field","target":%q,"field":{"id":%q,"name":"f_%d","type":"i64","default":{"kind":"i64","value":0}}}`, target, id, len(id))
}

func required(target string) string {
	return fmt.Sprintf(`{"kind":"add_contract","target":%q,"phase":"requires","predicate":{"kind":"bool","value":true}}`, target)
}

func newFunction(anchor, id string) string {
	return fmt.Sprintf(`{"kind":"add_declaration","target":%q,"declaration":{"id":%q,"name":"brand_new","parameters":[],"return_type":"i64","effects":[],"requires":[],"ensures":[],"body":{"kind":"i64","value":1}}}`, anchor, id)
}

const implementNamed = `{"kind":"implement_interface","target":"shop.tag","protocol":"shop.named","id":"shop.tag.named","members":[{"method":"shop.named.size","implementation":"shop.tag_size"}]}`

// makeTag is a body that constructs a tag.
var makeTag = body("shop.width", `{"kind":"call","target":"shop.tag_size","arguments":[{"kind":"record","target":"shop.tag","fields":[{"target":"shop.tag.rank","value":{"kind":"i64","value":4}}]}]}`)

// TestConflictClasses replays one intention where another was applied: code is empty
// where the two do not stand on each other.
func TestConflictClasses(t *testing.T) {
	cases := []struct {
		mine, theirs string
		code         diag.Code
	}{
		{rename("shop.tag", "Mark"), rename("shop.tag", "Label2"), CodeConflict},
		{rename("shop.tag", "Mark"), fieldOf("shop.tag", "shop.tag.new"), CodeConflict},
		{rename("shop.tag.rank", "level"), rename("shop.tag", "Mark"), CodeConflict},
		{rename("shop.tag", "Mark"), rename("shop.label", "Sign"), ""},
		{fieldOf("shop.tag", "shop.tag.a"), fieldOf("shop.tag", "shop.tag.bb"), CodeConflict},
		{fieldOf("shop.tag", "shop.tag.a"), rename("shop.tag.rank", "level"), CodeConflict},
		{fieldOf("shop.tag", "shop.tag.a"), body("shop.tag_size", `{"kind":"i64","value":1}`), ""},
		{makeTag, fieldOf("shop.tag", "shop.tag.a"), CodeConflict},
		{makeTag, rename("shop.tag", "Mark"), ""},
		{makeTag, rename("shop.tag.rank", "level"), ""},
		{makeTag, appended("shop.tag_size"), CodeConflict},
		{required("shop.size"), rename("shop.label", "Sign"), ""},
		{body("shop.tag_size", `{"kind":"i64","value":1}`), rename("shop.tag.rank", "level"), ""},
		{implementNamed, fieldOf("shop.tag", "shop.tag.a"), CodeConflict},
		{implementNamed, required("shop.tag_size"), CodeConflict},
		{implementNamed, body("shop.tag_size", `{"kind":"i64","value":1}`), ""},
		{implementNamed, rename("shop.tag", "Mark"), ""},
		{implementNamed, implementNamed, CodeConflict},
		{moved("shop.state_code", "shop.price"), moved("shop.state_code", "shop.width"), CodeConflict},
		{moved("shop.state_code", "shop.price"), body("shop.state_code", `{"kind":"i64","value":1}`), ""},
		{moved("shop.state_code", "shop.price"), required("shop.price"), ""},
		{moved("shop.state_code", "shop.price"), moved("shop.price", "shop.main"), CodeConflict},
		{newFunction("shop.width", "shop.brand"), newFunction("shop.price", "shop.brand"), CodeConflict},
		{newFunction("shop.width", "shop.brand"), newFunction("shop.price", "shop.other"), ""},
		{`{"kind":"delete_declaration","target":"shop.unused"}`, body("shop.unused", `{"kind":"i64","value":1}`), CodeConflict},
		{`{"kind":"delete_declaration","target":"shop.unused"}`, rename("shop.unused", "idle"), ""},
		{body("shop.unused", `{"kind":"i64","value":1}`), `{"kind":"delete_declaration","target":"shop.unused"}`, CodeConflict},
		{body("shop.price", `{"kind":"call","target":"shop.unused","arguments":[{"kind":"i64","value":1}]}`), `{"kind":"delete_declaration","target":"shop.unused"}`, CodeConflict},
	}
	i := loadShop(t)
	for n, each := range cases {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			p, c := opened(t, i)
			mine, theirs := mustApply(t, p, c, each.mine), mustApply(t, p, c, each.theirs)
			rebased, _, faults := mine.Rebase(p, theirs)
			judge(t, p, rebased, faults, each.code)
		})
	}
}

// TestSelectionsFollowTheirPath replays selections of expressions.
func TestSelectionsFollowTheirPath(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	selected := func(contracts bool, replacement string) string {
		catalogue, faults := c.ExpressionCatalogue(p, "calculator.divide", contracts)
		noFault(t, faults)
		for _, row := range catalogue.Expressions {
			if row.Type == "i64" && row.Kind == "i64" || row.Type == "i64" && row.Kind == "place" {
				kind := "replace_expression"
				if contracts {
					kind = "replace_contract_expression"
				}
				if row.Replaceable {
					return fmt.Sprintf(`{"kind":%q,"target":"calculator.divide","expression_id":%q,"replacement":%s}`, kind, row.ID, replacement)
				}
			}
		}
		t.Fatal("nothing to select")
		return ""
	}
	inBody := selected(false, `{"kind":"i64","value":9}`)
	inClause := selected(true, `{"kind":"place","name":"left"}`)
	cases := []struct {
		mine, theirs string
		code         diag.Code
	}{
		{inBody, required("calculator.divide"), ""},
		{inBody, inClause, ""},
		{inBody, rename("calculator.divide", "quotient"), ""},
		{inBody, body("calculator.divide", `{"kind":"i64","value":1}`), CodeConflict},
		{inClause, required("calculator.divide"), CodeConflict},
		{inClause, body("calculator.divide", `{"kind":"i64","value":1}`), ""},
		{inClause, appended("calculator.divide"), CodeConflict},
	}
	for n, each := range cases {
		mine, theirs := mustApply(t, p, c, each.mine), mustApply(t, p, c, each.theirs)
		rebased, _, faults := mine.Rebase(p, theirs)
		t.Run(fmt.Sprint(n), func(t *testing.T) { judge(t, p, rebased, faults, each.code) })
	}
}
