package draft

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// workbench is a small application with something of every kind of hole.
const workbench = `@id("m.twice")
fn twice(value: i64) -> i64
    requires value >= 0
    ensures result >= value
{
    value + value
}

@id("m.pick")
fn pick(left: i64, right: i64, flag: bool) -> i64
    requires left >= 0 && right >= 0
    ensures result >= 0
    ensures result <= left + right
{
    let wide = left + right;
    if flag { twice(left) - left } else { wide - left }
}

@id("m.main")
fn main() -> i64
{
    pick(1, 2, true) + twice(3)
}
`

// expressionOf finds the expression of a function of the workbench whose source text
// is text.
func expressionOf(t testing.TB, p *candidate.Programs, d *Draft, target string, region Region, text string) string {
	t.Helper()
	catalogue, faults := d.Expressions(p, target, region)
	noFault(t, faults)
	source := d.valid.Now().Files()[0].Text
	for _, e := range catalogue.Expressions {
		if string(source[e.Span.Start:e.Span.End]) == text {
			return e.ID
		}
	}
	t.Fatalf("no expression %q in %s", text, target)
	return ""
}

// threeHoles opens one hole of each kind in the workbench.
func threeHoles(t testing.TB) (*candidate.Programs, *Draft) {
	t.Helper()
	p, d := opened(t, memory(t, workbench))
	d = must(t)(d.OpenBody(p, "twice", "m.twice"))
	d = must(t)(d.OpenExpression(p, "some.part", "m.pick", expressionOf(t, p, d, "m.pick", RegionBody, "wide - left")))
	return p, must(t)(d.OpenContract(p, "Bound_2", "m.pick", expressionOf(t, p, d, "m.pick", RegionContract, "left + right")))
}

const sumOfBoth = `{"kind":"binary","op":"+","left":{"kind":"place","name":"value"},"right":{"kind":"place","name":"value"}}`

func TestReportOfAFreshDraft(t *testing.T) {
	p, d := threeHoles(t)
	report := parsed(t, d.Report())
	if !bytes.Equal(canonical(t, report), d.Report()) {
		t.Error("the report is not canonical")
	}
	if got := sum("semaprax.project-candidate-draft.v1", d.Report()); got != d.Revision().String() {
		t.Errorf("revision %s, recomputed %s", d.Revision(), got)
	}
	want := map[string]any{
		"schema": "semaprax.project-candidate-draft.v1", "state": "incomplete", "materializable": false, "source_authority": false,
		"last_valid_revision": d.Valid().Now().Revision().String(), "last_valid_candidate_digest": d.Valid().Revision().String(),
		"nonclaims": []any{"last_valid_revision_is_not_the_incomplete_candidate", "no_placeholder_ast_or_source",
			"no_candidate_source_or_evidence_until_complete", "no_execution_or_commit_authority"},
		"unresolved_holes": []any{
			map[string]any{"hole_id": "Bound_2", "target": "m.pick", "expected_type_id": "i64", "kind": "contract_expression", "state": "unresolved",
				"expression_id": expressionOf(t, p, d, "m.pick", RegionContract, "left + right"), "expected_ownership": "value", "phase": "ensures"},
			map[string]any{"hole_id": "some.part", "target": "m.pick", "expected_type_id": "i64", "kind": "expression", "state": "unresolved",
				"expression_id": expressionOf(t, p, d, "m.pick", RegionBody, "wide - left"), "expected_ownership": "value"},
			map[string]any{"hole_id": "twice", "target": "m.twice", "expected_type_id": "i64", "kind": "function_body", "state": "unresolved"},
		},
	}
	if got, want := string(d.Report()), string(canonical(t, want)); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	if d.RetainedBytes() != int64(len(d.Report())+len(d.Valid().Report())) {
		t.Errorf("%d bytes counted", d.RetainedBytes())
	}
	empty := must(t)(Open(d.Valid()))
	if report := parsed(t, empty.Report()); report["state"] != "ready_to_complete" {
		t.Errorf("a draft without holes is %v", report["state"])
	}
}

func TestReportOfAFilledDraft(t *testing.T) {
	p, d := threeHoles(t)
	next := must(t)(d.Fill(p, "twice", []byte(sumOfBoth)))
	next = must(t)(next.Fill(p, "some.part", []byte(`{"kind":"place","name":"right"}`)))
	report := parsed(t, next.Report())
	if got := sum("semaprax.project-candidate-draft.v2", next.Report()); got != next.Revision().String() || report["schema"] != "semaprax.project-candidate-draft.v2" {
		t.Errorf("revision %s, recomputed %s, schema %v", next.Revision(), got, report["schema"])
	}
	if nonclaims := report["nonclaims"].([]any); len(nonclaims) != 5 || nonclaims[3] != "lineage_does_not_authenticate_parent_draft_contents_or_grant_authority" {
		t.Errorf("nonclaims %v", nonclaims)
	}
	events := report["filled_hole_lineage"].([]any)
	if len(events) != 2 || len(report["branch_ancestry"].([]any)) != 0 {
		t.Fatalf("lineage %v, ancestry %v", events, report["branch_ancestry"])
	}
	ordinals := map[string]string{}
	for i, each := range events {
		e := each.(map[string]any)
		ordinals[e["hole_id"].(string)] = fmt.Sprint(e["history_ordinal"])
		change := next.Valid().Changes()[map[string]int{"twice": 0, "some.part": 1}[e["hole_id"].(string)]]
		if got := sum("semaprax.project-candidate-filled-hole-intent.v1", []byte(change.IntentText()+"\n")); got != e["intent_digest"] {
			t.Errorf("intent digest %v, recomputed %s", e["intent_digest"], got)
		}
		key := canonical(t, map[string]any{"hole_id": e["hole_id"], "intent_digest": e["intent_digest"], "origin_draft_digest": e["origin_draft_digest"]})
		if got := sum("semaprax.project-candidate-filled-hole-lineage.v1", key); got != e["event_id"] {
			t.Errorf("event id %v, recomputed %s", e["event_id"], got)
		}
		if i > 0 && events[i-1].(map[string]any)["event_id"].(string) >= e["event_id"].(string) {
			t.Error("the lineage is not sorted")
		}
		if isBody := e["kind"] == "replace_function_body"; isBody != (e["expression_id"] == nil) {
			t.Errorf("%v has the expression %v", e["kind"], e["expression_id"])
		}
	}
	if ordinals["twice"] != "0" || ordinals["some.part"] != "1" {
		t.Errorf("ordinals %v", ordinals)
	}
	if holes := next.Holes(); len(holes) != 1 || holes[0].ID != "Bound_2" {
		t.Errorf("pending %v", holes)
	}
}

// TestHolesThatCannotBeOpened lists every refusal of the three openings.
func TestHolesThatCannotBeOpened(t *testing.T) {
	p, d := threeHoles(t)
	body := func(id, target string) func() (*Draft, diag.List) {
		return func() (*Draft, diag.List) { return d.OpenBody(p, id, target) }
	}
	expression := func(id, target, expression string) func() (*Draft, diag.List) {
		return func() (*Draft, diag.List) { return d.OpenExpression(p, id, target, expression) }
	}
	contract := func(id, target, expression string) func() (*Draft, diag.List) {
		return func() (*Draft, diag.List) { return d.OpenContract(p, id, target, expression) }
	}
	whole := expressionOf(t, p, d, "m.pick", RegionBody, "if flag { twice(left) - left } else { wide - left }")
	inner := expressionOf(t, p, d, "m.pick", RegionBody, "wide")
	clause := expressionOf(t, p, d, "m.pick", RegionContract, "result <= left + right")
	for _, c := range []struct {
		name string
		open func() (*Draft, diag.List)
		code diag.Code
	}{
		{"empty id", body("", "m.pick"), CodeHole},
		{"id with a space", body("a b", "m.pick"), CodeHole},
		{"id outside ASCII", body("é", "m.pick"), CodeHole},
		{"id too long", body(strings.Repeat("x", 129), "m.pick"), CodeCapacity},
		{"id in use", body("some.part", "m.main"), CodeHole},
		{"unknown target", body("a", "m.none"), CodeHole},
		{"target is main", body("a", "m.main"), CodeHole},
		{"body hole twice", body("a", "m.twice"), CodeHole},
		{"body hole over an expression hole", body("a", "m.pick"), CodeHole},
		{"expression hole in a body hole", expression("a", "m.twice", expressionOf(t, p, d, "m.twice", RegionBody, "value + value")), CodeHole},
		{"ancestor of a hole", expression("a", "m.pick", whole), CodeHole},
		{"descendant of a hole", expression("a", "m.pick", inner), CodeHole},
		{"the same expression", expression("a", "m.pick", d.Holes()[1].Expression), CodeHole},
		{"ancestor of a contract hole", contract("a", "m.pick", clause), CodeHole},
		{"contract expression as a body's", expression("a", "m.pick", clause), CodeHole},
		{"body expression as a contract's", contract("a", "m.pick", whole), CodeHole},
		{"unknown expression", expression("a", "m.pick", "expression:1"), CodeHole},
		{"expression of another function", expression("a", "m.pick", expressionOf(t, p, d, "m.main", RegionBody, "twice(3)")), CodeHole},
	} {
		before := slices.Clone(d.Report())
		if _, faults := c.open(); len(faults) != 1 || faults[0].Code != c.code {
			t.Errorf("%s: %v, want %s", c.name, faults, c.code)
		}
		if !bytes.Equal(before, d.Report()) {
			t.Errorf("%s: the draft changed", c.name)
		}
	}
	// What may stand beside them.
	for name, open := range map[string]func() (*Draft, diag.List){
		"id of the longest kind":         expression(strings.Repeat("x", 128), "m.main", expressionOf(t, p, d, "m.main", RegionBody, "twice(3)")),
		"a contract beside a body":       contract("a", "m.twice", expressionOf(t, p, d, "m.twice", RegionContract, "value >= 0")),
		"another clause":                 contract("a", "m.pick", expressionOf(t, p, d, "m.pick", RegionContract, "result >= 0")),
		"another part of the same body":  expression("a", "m.pick", expressionOf(t, p, d, "m.pick", RegionBody, "flag")),
		"the other side of the operator": contract("a", "m.pick", expressionOf(t, p, d, "m.pick", RegionContract, "left >= 0")),
	} {
		if _, faults := open(); faults != nil {
			t.Errorf("%s: %v", name, faults)
		}
	}
}

func TestASeventeenthHoleIsRefused(t *testing.T) {
	var app strings.Builder
	for n := range 17 {
		fmt.Fprintf(&app, "@id(\"m.f%d\")\nfn f%d() -> i64\n{\n    %d\n}\n\n", n, n, n)
	}
	p, d := opened(t, memory(t, app.String()+"@id(\"m.main\")\nfn main() -> i64\n{\n    f0()\n}\n"))
	for n := range MaxHoles {
		d = must(t)(d.OpenBody(p, fmt.Sprintf("h%d", n), fmt.Sprintf("m.f%d", n)))
	}
	_, faults := d.OpenBody(p, "h16", "m.f16")
	wantCode(t, faults, CodeCapacity)
	// A filled hole makes room.
	d = must(t)(d.Fill(p, "h3", []byte(`{"kind":"i64","value":33}`)))
	d = must(t)(d.OpenBody(p, "h16", "m.f16"))
	if len(d.Holes()) != MaxHoles {
		t.Errorf("%d holes", len(d.Holes()))
	}
}
