package delta

import (
	"slices"
	"testing"
)

// reasons are those of the row of a function; nil when it is not listed.
func reasons(report object, id string) []string {
	row := report.find("functions", "id", id)
	if row == nil {
		return nil
	}
	var list []string
	for _, reason := range row.at("comparison", "reasons").([]any) {
		list = append(list, reason.(string))
	}
	return list
}

// checkFacts demands the digests of the facts that rows of functions carry.
func checkFacts(t *testing.T, report object, domain string) {
	t.Helper()
	for _, each := range report["functions"].([]any) {
		row := object(each.(map[string]any))
		if row["change"] == "provenance_only" {
			if row["base"] != nil || row["candidate"] != nil {
				t.Errorf("%s only moved and is shown", row["id"])
			}
			continue
		}
		for _, side := range []string{"base", "candidate"} {
			if got, want := row.at("comparison", side+"_digest"), framed(domain, naive(t, row[side])+"\n"); got != want {
				t.Errorf("%s %s digest %s, want %s", row["id"], side, got, want)
			}
		}
	}
}

func TestContractDelta(t *testing.T) {
	p, c := changed(t, requireTotal, bodyPrice, deleteUnused, addDeclaredTotal)
	report := made(t, Contract, p, c, "")
	checkFacts(t, report, "semaprax.candidate-contract-delta.fact.v1")
	for id, want := range map[string][]string{
		"shop.total":  {"predicate_projection_changed", "source_changed"},
		"shop.price":  {"provenance_only"}, // its body is not its contract
		"shop.unused": {"removed"},
		"shop.twice":  {"added"},
		"shop.main":   nil, // it calls what changed, but has no clause
	} {
		if got := reasons(report, id); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	inventory := object(report["inventory"].(map[string]any))
	functions := len(c.Base().Files())
	if functions == 0 || naive(t, inventory["base_predicates"]) != "3" || naive(t, inventory["candidate_predicates"]) != "4" ||
		naive(t, inventory["base_functions_with_contracts"]) != "2" {
		t.Errorf("inventory %v", inventory)
	}
	affected := len(report["functions"].([]any))
	if naive(t, inventory["affected_functions"]) != naive(t, affected) {
		t.Errorf("%d rows, inventory %v", affected, inventory)
	}
	predicate := object(report.find("functions", "id", "shop.total").at("candidate", "predicates", 1).(map[string]any))
	if predicate["source_fragment"] != "tax >= 0" || predicate["phase"] != "requires" || naive(t, predicate["index"]) != "1" ||
		predicate["source_fragment_digest"] != framed("semaprax.candidate-contract-delta.source.v1", "tax >= 0") {
		t.Errorf("%v", predicate)
	}
	if got, want := predicate["projection_digest"], framed("semaprax.candidate-contract-delta.predicate.v1", naive(t, neutral(predicate["expression"]))+"\n"); got != want {
		t.Errorf("projection digest %s, want %s", got, want)
	}
}

// calledInContract is a project in which a clause rests on a chain of functions.
func calledInContract() map[string]string {
	return map[string]string{
		"semaprax.toml": "schema = \"semaprax.project.v1\"\nname = \"m\"\nentry = \"m.app\"\nsources = [\"app.spx\", \"core.spx\", \"tests.spx\"]\nweb_exports = [\"m.main\"]\ntests = [\"m.tests\"]\n",
		"core.spx": "module m.core;\n\n@id(\"m.deep\")\nfn deep(a: i64) -> i64\n{\n    a + 1\n}\n\n@id(\"m.near\")\nfn near(a: i64) -> i64\n{\n    deep(a)\n}\n\n" +
			"@id(\"m.checked\")\nfn checked(a: i64) -> i64\n    requires near(a) > 0\n{\n    a\n}\n\n@id(\"m.apart\")\nfn apart(a: i64) -> i64\n    requires a > 0\n{\n    deep(a)\n}\n",
		"app.spx":   "module m.app;\nuse function @id(\"m.checked\") from m.core as checked;\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    checked(1)\n}\n",
		"tests.spx": "module m.tests;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    0\n}\n",
	}
}

// TestContractsRestOnWhatTheyCall changes a function two calls below a clause.
func TestContractsRestOnWhatTheyCall(t *testing.T) {
	p, c := changedFiles(t, calledInContract(), `{"kind":"replace_function_body","target":"m.deep","body":{"kind":"i64","value":3}}`)
	report := made(t, Contract, p, c, "")
	if got := reasons(report, "m.checked"); !slices.Equal(got, []string{"dependency_changed"}) {
		t.Errorf("m.checked: %q", got)
	}
	if got := reasons(report, "m.apart"); !slices.Equal(got, []string{"provenance_only"}) {
		t.Errorf("m.apart: %q", got) // its body calls what changed, its clause does not
	}
	row := report.find("functions", "id", "m.checked")
	for i, want := range []struct{ id, reason string }{{"m.deep", "transitive_contract_callee"}, {"m.near", "contract_direct_callee"}} {
		before := object(row.at("base", "predicates", 0, "dependencies", i).(map[string]any))
		after := object(row.at("candidate", "predicates", 0, "dependencies", i).(map[string]any))
		if before["id"] != want.id || before["reason"] != want.reason || (before["fact_digest"] == after["fact_digest"]) != (want.id == "m.near") {
			t.Errorf("dependency %d: %v, then %v", i, before, after)
		}
	}
	if row.at("comparison", "predicate_projection_equal") != true || row.at("comparison", "dependency_equal") != false {
		t.Errorf("%v", row["comparison"])
	}
}

func TestOwnershipDelta(t *testing.T) {
	p, c := changed(t, addField, appendCombine, bodyPrice)
	report := made(t, Ownership, p, c, "")
	checkFacts(t, report, "semaprax.candidate-ownership-delta.fact.v1")
	for id, want := range map[string][]string{
		"shop.combine":    {"signature_changed", "cleanup_inventory_changed", "cleanup_plan_changed", "source_changed"},
		"shop.tag_size":   {"cleanup_inventory_changed", "cleanup_plan_changed"}, // its record now owns text
		"shop.total":      {"provenance_only"},
		"shop.join":       {"provenance_only"},
		"shop.tests.main": nil,
	} {
		if got := reasons(report, id); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	row := report.find("functions", "id", "shop.tag_size")
	slot := row.at("candidate", "cleanup_inventory", "slots", 0).(map[string]any)
	if naive(t, slot["origin"]) != `{"kind":"parameter","value_id":"declaration:13:shop.tag_size:value:param:1:0"}` || naive(t, slot["shape"]) != `{"kind":"record"}` {
		t.Errorf("slot %v", slot)
	}
	if row.at("comparison", "signature_equal") != true || row.at("comparison", "source_equal") != true || row.at("comparison", "exact_equal") != false {
		t.Errorf("%v", row["comparison"])
	}
	inventory := report["inventory"].(map[string]any)
	if naive(t, inventory["candidate_instances"]) != "1" || naive(t, inventory["base_instances"]) != "1" {
		t.Errorf("inventory %v", inventory)
	}
}

// TestOwnershipKeepsThePlansOfFacets compares the plans a delta shows with the facets
// of the same function.
func TestOwnershipKeepsThePlansOfFacets(t *testing.T) {
	p, c := changed(t, addField)
	report := made(t, Ownership, p, c, "")
	now, faults := p.Current(c)
	noFault(t, faults)
	row := report.find("functions", "id", "shop.text_main")
	for member, facet := range map[string]string{"loan_plan": "loans", "cleanup_plan": "cleanup"} {
		f, _ := now.Project().Program().Lookup("shop.text_main")
		want, ok := now.AppendFacet(nil, now.Project().Program().Functions[f.Index], imageFacet(facet))
		if got := naive(t, row.at("candidate", member, "rows")); !ok || got != string(want) {
			t.Errorf("%s is not the facet %s", member, facet)
		}
	}
}

// TestOwnershipOfInstances follows a template whose instances change.
func TestOwnershipOfInstances(t *testing.T) {
	p, c := changed(t, `{"kind":"replace_function_body","target":"shop.locals","body":{"kind":"place","name":"start"}}`)
	row := made(t, Ownership, p, c, "").find("functions", "id", "shop.first")
	if row["change"] != "modified" || row.at("comparison", "instances_equal") != false || row.at("base", "hir_availability") != "retained_checked_template" {
		t.Fatalf("%v", row["comparison"])
	}
	instance := object(row.at("base", "instances", 0).(map[string]any))
	if instance["template"] != "shop.first" || naive(t, instance["type_arguments"]) != `["i64"]` || len(row.at("candidate", "instances").([]any)) != 0 {
		t.Errorf("%v", instance)
	}
}
