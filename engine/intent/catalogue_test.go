package intent_test

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

var update = flag.Bool("update", false, "write the stored catalogues anew")

func changeCatalogue(t testing.TB, base *intent.Base, target string) *intent.ChangeCatalogue {
	t.Helper()
	c, fault := base.ChangeCatalogue(target, false)
	if fault != nil {
		t.Fatal(fault[0])
	}
	return c
}

func kindsOf(c *intent.ChangeCatalogue) string {
	var kinds []string
	for _, row := range c.Operations {
		kinds = append(kinds, string(row.Kind))
	}
	return strings.Join(kinds, " ")
}

func TestChangeCatalogueLists(t *testing.T) {
	base := shop(t)
	for target, want := range map[string]string{
		"shop.main":       "replace_expression add_declaration extract_function",
		"shop.first":      "rename_declaration",
		"shop.price":      "rename_declaration change_function_signature replace_function_body replace_expression add_contract add_declaration extract_function move_declaration replace_contract_expression",
		"shop.unused":     "rename_declaration change_function_signature replace_function_body replace_expression add_contract add_declaration extract_function move_declaration delete_declaration",
		"shop.item":       "rename_declaration add_record_field",
		"shop.tag":        "rename_declaration add_record_field implement_interface",
		"shop.state":      "rename_declaration",
		"shop.state.sold": "rename_declaration",
		"shop.item.unit":  "rename_declaration",
		"shop.nothing":    "", "core.option": "", "shop.named": "",
	} {
		if got := kindsOf(changeCatalogue(t, base, target)); got != want {
			t.Errorf("%s: got %q, want %q", target, got, want)
		}
	}
	for target, reason := range map[string]string{
		"shop.main": "constructor_available_payload_requires_full_candidate_admission", "shop.nothing": "target_is_not_a_supported_top_level_function",
	} {
		if got := changeCatalogue(t, base, target).Reason; got != reason {
			t.Errorf("%s: got %s", target, got)
		}
	}
	c, _ := base.ChangeCatalogue("shop.price", true)
	if c.Reason != "candidate_intention_limit_reached" || len(c.Operations) != 0 {
		t.Errorf("got %+v", c)
	}
	for target, code := range map[string]diag.Code{"": diag.G222, "a\x00": diag.G222, strings.Repeat("a", intent.MaxTargetBytes+1): diag.G223} {
		if _, fault := base.ChangeCatalogue(target, false); fault == nil || fault[0].Code != code {
			t.Errorf("%q: got %v, want %s", target, fault, code)
		}
	}
}

// TestCatalogueDocuments compares every catalogue with its stored text.
func TestCatalogueDocuments(t *testing.T) {
	base := shop(t)
	c := changeCatalogue(t, base, "shop.size")
	e, fault := base.ExpressionCatalogue("shop.price", false)
	if fault != nil {
		t.Fatal(fault[0])
	}
	k, _ := base.ExpressionCatalogue("shop.price", true)
	i, _ := base.InterfaceCatalogue("shop.tag")
	for name, text := range map[string][]byte{
		"change.json":      intent.ChangeCatalogueShape().AppendCJ(nil, c),
		"expressions.json": intent.ExpressionCatalogueShape(false).AppendCJ(nil, e),
		"contracts.json":   intent.ExpressionCatalogueShape(true).AppendCJ(nil, k),
		"interfaces.json":  intent.InterfaceCatalogueShape().AppendCJ(nil, i),
	} {
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		indented, _ := json.MarshalIndent(value, "", " ")
		path := "testdata/catalogue/" + name
		if *update {
			_ = os.MkdirAll("testdata/catalogue", 0o755)
			_ = os.WriteFile(path, append(indented, '\n'), 0o644)
		}
		want, err := os.ReadFile(path)
		if err != nil || string(want) != string(indented)+"\n" {
			t.Errorf("%s differs (%v):\n%s", name, err, indented)
		}
	}
}

// TestDocumentsAreSelfContained renders the schemas of expressions and intentions.
func TestDocumentsAreSelfContained(t *testing.T) {
	var u schema.Bundle
	expressions, intentions := intent.ExpressionShape().Node(), intent.IntentionShape().Node()
	u.Add(intentions)
	for _, node := range []*schema.Node{expressions, intentions} {
		var b canon.Builder
		b.Reset(nil, canon.CJ)
		if missing, ok := u.DescribeInput(&b, node); !ok {
			t.Fatalf("missing %v", missing)
		}
		if n := len(b.Bytes()); n > intent.MaxCatalogueBytes/3 {
			t.Errorf("the schema has %d bytes", n)
		}
	}
}
