package delta

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
)

const domainFact = "semaprax.candidate-semantic-delta.fact.v1"

// changes maps the facets of a semantic delta to their changes.
func changes(report object) map[string]string {
	found := map[string]string{}
	for _, row := range report["facets"].([]any) {
		pair := row.(map[string]any)
		found[pair["facet"].(string)] = pair["change"].(string)
	}
	return found
}

// checkPair demands digests, lengths and payloads of one pair.
func checkPair(t *testing.T, pair object) {
	t.Helper()
	base, shown := pair["base"]
	if shown == pair["projection_equal_without_provenance"].(bool) {
		t.Errorf("%s: payloads shown: %v", pair["facet"], shown)
	}
	if !shown {
		return
	}
	for side, value := range map[string]any{"base": base, "candidate": pair["candidate"]} {
		text := naive(t, value) + "\n"
		if got, want := pair[side+"_digest"], framed(domainFact, text); got != want {
			t.Errorf("%s %s digest %s, want %s", pair["facet"], side, got, want)
		}
		if got := pair[side+"_bytes"]; naive(t, got) != naive(t, len(text)) {
			t.Errorf("%s %s bytes %v, want %d", pair["facet"], side, got, len(text))
		}
	}
	if got, want := pair["exact_equal"], naive(t, base) == naive(t, pair["candidate"]); got != want {
		t.Errorf("%s exact %v, want %v", pair["facet"], got, want)
	}
	if naive(t, neutral(base)) == naive(t, neutral(pair["candidate"])) {
		t.Errorf("%s: shown although the projections are equal", pair["facet"])
	}
}

func TestSemanticDeltaOfAChangedFunction(t *testing.T) {
	p, c := changed(t, requireTotal)
	report := made(t, Semantic, p, c, "shop.total")
	got := changes(report)
	want := map[string]string{
		"authored_declaration": "modified", "callers": "unchanged", "cleanup": "modified", "contracts": "modified", "data-access": "modified",
		"declaration_identity": "unchanged", "function_facet_applicability": "unchanged", "loans": "unchanged", "ownership": "unchanged",
		"relationships": "unchanged", "reverse_field_and_call_relationships": "provenance_only", "signature": "unchanged",
		"typed_declaration": "unchanged", "unsafe-boundaries": "unchanged",
	}
	if !maps.Equal(got, want) {
		t.Errorf("changes %v, want %v", got, want)
	}
	names := slices.Sorted(maps.Keys(want))
	for i, row := range report["facets"].([]any) {
		if row.(map[string]any)["facet"] != names[i] {
			t.Errorf("facet %d is %s, want %s", i, row.(map[string]any)["facet"], names[i])
		}
		checkPair(t, row.(map[string]any))
	}
	if report["presence"] != "both" || report.at("source_bindings", "base", "path") != "app.spx" {
		t.Errorf("presence %v, bindings %v", report["presence"], report["source_bindings"])
	}
	if report["candidate_digest"] != c.Revision().String() || report["project_revision"] != c.Now().Revision().String() ||
		report["base_workspace_revision"] != c.Base().WorkspaceRevision().String() {
		t.Error("the report is bound to something else")
	}
}

func TestSemanticDeltaCarriesPlanAndTargets(t *testing.T) {
	p, c := changed(t, requireTotal)
	report := made(t, Semantic, p, c, "shop.total")
	plan, faults := c.Plan(p)
	noFault(t, faults)
	if got, want := naive(t, report["test_plan"]), string(candidate.TestPlanShape().AppendCJ(nil, plan)); got != want {
		t.Errorf("test plan %s, want %s", got, want)
	}
	rows := part(c.Report(), "core_targets", "candidate")
	artifacts := object(report["target_artifacts"].(map[string]any))
	if got, want := artifacts["candidate_digest"], framed(domainFact, string(rows)+"\n"); got != want || artifacts["change"] != "unchanged" {
		t.Errorf("artifacts %v, want digest %s", artifacts, want)
	}
	checkPair(t, artifacts)
}

// TestSemanticDeltaOfWhatOnlyMoved looks at a function behind the changed one: its
// facts differ in their places only, and are left out.
func TestSemanticDeltaOfWhatOnlyMoved(t *testing.T) {
	p, c := changed(t, requireTotal)
	report := made(t, Semantic, p, c, "shop.noisy")
	for facet, change := range changes(report) {
		if change != "unchanged" && change != "provenance_only" {
			t.Errorf("%s %s", facet, change)
		}
	}
	if changes(report)["authored_declaration"] != "provenance_only" {
		t.Errorf("authored %s", changes(report)["authored_declaration"])
	}
	for _, row := range report["facets"].([]any) {
		checkPair(t, row.(map[string]any))
	}
}

func TestSemanticDeltaOfOtherDeclarations(t *testing.T) {
	p, c := changed(t, addField, implementTag, deleteUnused, addDeclaredTotal, deleteTwice)
	cases := []struct {
		target, presence string
		facets           int
		authored, typed  string
	}{
		{"shop.tag", "both", 5, "modified", "modified"},
		{"shop.tag.name", "added", 5, "added", "added"},
		{"shop.tag.named", "added", 5, "added", "added"},
		{"shop.unused", "removed", 14, "removed", "removed"},
		{"shop.twice", "absent", 5, "absent", "absent"},
		{"shop.named.size", "both", 5, "provenance_only", "unchanged"},
		{"shop.state.held.firm", "both", 5, "provenance_only", "unchanged"},
	}
	for _, each := range cases {
		report := made(t, Semantic, p, c, each.target)
		got := changes(report)
		if report["presence"] != each.presence || len(got) != each.facets || got["authored_declaration"] != each.authored || got["typed_declaration"] != each.typed {
			t.Errorf("%s: %v %v", each.target, report["presence"], got)
		}
		for _, row := range report["facets"].([]any) {
			checkPair(t, row.(map[string]any))
		}
	}
}

func TestSemanticDeltaRefusals(t *testing.T) {
	p, c := changed(t, requireTotal)
	for _, target := range []string{"shop.nowhere", "", "core.option", "core.option.some", "shop.app", strings.Repeat("x", 4097), "\x00", "shop.total\n"} {
		_, faults := Semantic.Make(p, c, target)
		wantCode(t, target, faults, CodeSemantic)
	}
}

func TestSemanticDeltaWithoutTests(t *testing.T) {
	files := archive(t)
	delete(files, "tests.spx")
	files["semaprax.toml"] = strings.NewReplacer(`, "tests.spx"`, "", "tests = [\"shop.tests\"]\n", "").Replace(files["semaprax.toml"])
	i, faults := deriveMaybe(files)
	if faults != nil {
		t.Skipf("no manifest form without tests: %s", faults[0].Code)
	}
	p, c := opened(t, i)
	if report := made(t, Semantic, p, c, "shop.total"); report["test_plan"] != nil {
		t.Errorf("test plan %v", report["test_plan"])
	}
}

// TestCatalogue names every declaration that differs as it is written, and nothing
// else.
func TestCatalogue(t *testing.T) {
	p, c := changed(t, addField, implementTag, deleteUnused, addDeclaredTotal, deleteTwice, renamePrice)
	report := made(t, SemanticCatalogue, p, c, "")
	got := map[string]string{}
	var order []string
	for _, row := range report["roots"].([]any) {
		root := object(row.(map[string]any))
		got[root["target"].(string)] = root["change"].(string)
		order = append(order, root["target"].(string))
	}
	want := map[string]string{
		"shop.tag": "modified", "shop.tag.name": "added", "shop.tag.named": "added", "shop.text_main": "modified",
		"shop.unused": "removed", "shop.twice": "absent", "shop.price": "modified",
	}
	if !maps.Equal(got, want) || !slices.IsSorted(order) {
		t.Errorf("roots %v in order %v", got, order)
	}
	price := report.find("roots", "target", "shop.price")
	fragment := "fn cost_of(item: Item, factor: i64) -> i64\n    ensures result == item.count * item.unit * factor\n{\n    item.count * item.unit * factor\n}"
	if got, want := price.at("candidate", "fragment_digest"), framed("semaprax.candidate-semantic-delta.authored.v1", fragment); got != want {
		t.Errorf("fragment digest %v, want %v", got, want)
	}
	kinds := map[string]string{"shop.tag": "type", "shop.tag.name": "field", "shop.tag.named": "protocol_implementation", "shop.price": "function"}
	for target, kind := range kinds {
		if got := report.find("roots", "target", target).at("candidate", "kind"); got != kind {
			t.Errorf("%s is a %v, want %s", target, got, kind)
		}
	}
	var paths []string
	for _, row := range report["source_changes"].([]any) {
		paths = append(paths, row.(map[string]any)["path"].(string))
	}
	if !slices.Equal(paths, []string{"stock.spx", "text.spx"}) {
		t.Errorf("source changes %v", paths) // app.spx is as it was
	}
}

// TestCatalogueOfAMove lists a declaration that is in another module as moved.
func TestCatalogueOfAMove(t *testing.T) {
	p, c := changed(t)
	change, faults := candidate.NewChange(c.Now().Revision(), []byte(moveUnused))
	noFault(t, faults)
	moved, faults := c.Apply(p, change)
	if faults != nil {
		t.Skipf("moves are refused by this build: %s", faults[0].Message())
	}
	root := made(t, SemanticCatalogue, p, moved, "").find("roots", "target", "shop.unused")
	if root["change"] != "moved" || root.at("base", "path") != "stock.spx" || root.at("candidate", "path") != "text.spx" {
		t.Errorf("%v", root)
	}
}

func TestCatalogueOfNothing(t *testing.T) {
	p, c := changed(t)
	report := made(t, SemanticCatalogue, p, c, "")
	if len(report["roots"].([]any)) != 0 || len(report["source_changes"].([]any)) != 0 {
		t.Errorf("%v", report)
	}
}
