package draft

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// contextOf renders a context and parses it again.
func contextOf(t *testing.T, p *candidate.Programs, d *Draft, id string) (line []byte, value map[string]any) {
	t.Helper()
	c, faults := d.Context(p, id)
	noFault(t, faults)
	line, revision, faults := c.Render()
	noFault(t, faults)
	value = parsed(t, line)
	if !bytes.Equal(canonical(t, value), line) {
		t.Error("the context is not canonical")
	}
	if got := sum("semaprax.project-hole-context.v1", line); got != revision.String() {
		t.Errorf("context revision %s, recomputed %s", revision, got)
	}
	return line, value
}

func TestContextsHaveTheirMembers(t *testing.T) {
	p, d := threeHoles(t)
	inventories := []string{"aggregate_constructors", "aggregate_matches", "builtin_calls", "nominal_types"}
	body := append([]string{"schema", "draft_digest", "hole_id", "hole_handle", "target", "last_valid_revision", "path", "module", "source_revision",
		"expected_type_id", "scope", "effect_policy", "contracts", "accessible_calls", "prior_body_proof", "obligations", "constructor_owner",
		"intent_kind", "constructor_kinds", "validation", "materializable", "source_authority", "evidence_class"}, inventories...)
	expression := append([]string{"schema", "draft_digest", "hole_id", "hole_handle", "target", "expression_id", "source", "last_valid_revision",
		"expected_type_id", "expected_ownership", "scope", "selected_expression", "effect_policy", "accessible_calls", "prior_body_proof", "obligations",
		"intent_kind", "constructor_owner", "constructor_kinds", "validation", "materializable", "source_authority", "nonclaims"}, inventories...)
	for _, c := range []struct {
		hole, schema, domain, intent string
		keys                         []string
		nonclaims, obligations       int
	}{
		{"twice", "semaprax.project-candidate-hole-context.v1", "semaprax.project-candidate-hole-handle.v1", "replace_function_body", body, 0, 6},
		{"some.part", "semaprax.project-candidate-expression-hole-context.v1", "semaprax.project-candidate-expression-hole-handle.v1", "replace_expression", expression, 4, 5},
		{"Bound_2", "semaprax.project-candidate-contract-expression-hole-context.v1", "semaprax.project-candidate-contract-expression-hole-handle.v1", "replace_contract_expression", expression, 6, 5},
	} {
		_, value := contextOf(t, p, d, c.hole)
		slices.Sort(c.keys)
		if got := keys(value); !slices.Equal(got, c.keys) {
			t.Errorf("%s: members\n%v, want\n%v", c.hole, got, c.keys)
		}
		key := map[string]any{"draft": d.Revision().String(), "hole": c.hole, "target": value["target"]}
		if id, ok := value["expression_id"]; ok {
			key["expression_id"] = id
		}
		if got := sum(c.domain, canonical(t, key)); got != value["hole_handle"] {
			t.Errorf("%s: handle %v, recomputed %s", c.hole, value["hole_handle"], got)
		}
		if value["schema"] != c.schema || value["intent_kind"] != c.intent || value["constructor_owner"] != "semaprax.semantic-change.v1" ||
			value["validation"] != "pending_fill_full_source_replay" || value["draft_digest"] != d.Revision().String() || value["expected_type_id"] != "i64" {
			t.Errorf("%s: %v", c.hole, value)
		}
		if list, _ := value["nonclaims"].([]any); len(list) != c.nonclaims || len(value["obligations"].([]any)) != c.obligations {
			t.Errorf("%s: nonclaims %v, obligations %v", c.hole, value["nonclaims"], value["obligations"])
		}
	}
}

func TestContextsSayWhatIsInScope(t *testing.T) {
	p, d := threeHoles(t)
	names := func(value map[string]any, key string) string {
		var list []string
		for _, row := range value["scope"].([]any) {
			r := row.(map[string]any)
			list = append(list, fmt.Sprintf("%v:%v:%v", r["name"], r[key], r["mutable"]))
		}
		return strings.Join(list, " ")
	}
	_, body := contextOf(t, p, d, "twice")
	_, part := contextOf(t, p, d, "some.part")
	_, clause := contextOf(t, p, d, "Bound_2")
	for _, c := range [][2]string{
		{names(body, "type_id"), "value:i64:<nil>"},
		{names(part, "type"), "flag:bool:false left:i64:false right:i64:false wide:i64:false"},
		{names(clause, "type"), "flag:bool:false left:i64:false result:i64:false right:i64:false"},
	} {
		if c[0] != c[1] {
			t.Errorf("scope %q, want %q", c[0], c[1])
		}
	}
	calls := func(value map[string]any) string {
		var list []string
		for _, row := range value["accessible_calls"].([]any) {
			r := row.(map[string]any)
			list = append(list, fmt.Sprintf("%v=%v/%d:%v", r["id"], r["binding"], len(r["parameters"].([]any)), r["within_effect_budget"]))
		}
		return strings.Join(list, " ")
	}
	if got := calls(body); got != "m.pick=pick/3:true m.twice=twice/1:true" {
		t.Errorf("calls %s", got)
	}
	if got := body["contracts"].([]any); len(got) != 2 || got[1].(map[string]any)["phase"] != "ensures" {
		t.Errorf("contracts %v", got)
	}
	proof := part["prior_body_proof"].(map[string]any)
	if proof["basis"] != "last_valid_body_not_the_unfilled_hole" || len(proof["contracts"].([]any)) != 3 || len(proof["loan_plan"].([]any)) == 0 || len(proof["cleanup_plan"].([]any)) == 0 {
		t.Errorf("proof %v", keys(proof))
	}
	policy := clause["effect_policy"].(map[string]any)
	if policy["forbidden"] != "all_effects_in_contract_predicates" || len(policy["allowed"].([]any)) != 0 || policy["enclosing_declared_effects"] == nil {
		t.Errorf("effect policy %v", policy)
	}
	if got := part["selected_expression"].(map[string]any); got["kind"] != "binary" || got["replaceable"] != true || got["expression_id"] != part["expression_id"] {
		t.Errorf("selected %v", got)
	}
}

// TestContextOfEffects shows calls that a hole may not make.
func TestContextOfEffects(t *testing.T) {
	i := loadProject(t, "tokens")
	p, d := opened(t, i)
	g, faults := groundOf(p, d.valid)
	noFault(t, faults)
	within, beyond := 0, 0
	for _, fn := range g.program.Functions {
		hole, refused := d.OpenBody(p, "h", fn.Identity.Text)
		if refused != nil {
			continue
		}
		c, faults := hole.Context(p, "h")
		noFault(t, faults)
		for _, call := range c.Calls {
			allowed := true
			for _, effect := range call.Effects {
				allowed = allowed && slices.Contains(fn.Effects, effect)
			}
			if call.Within != allowed {
				t.Errorf("%s: %s within %v", fn.Identity.Text, call.ID, call.Within)
			}
			if allowed {
				within++
			} else {
				beyond++
			}
		}
		if !slices.IsSortedFunc(c.Calls, compareCalls) {
			t.Errorf("%s: calls are not sorted", fn.Identity.Text)
		}
		if _, _, faults := c.Render(); faults != nil {
			t.Errorf("%s: %v", fn.Identity.Text, faults)
		}
	}
	t.Logf("%d calls within the effects, %d beyond", within, beyond)
}

// TestSummariesAndPagesAreTheContext walks every facet of every hole by pages of
// different sizes and compares the items with those of the context.
func TestSummariesAndPagesAreTheContext(t *testing.T) {
	p, d := threeHoles(t)
	for _, hole := range d.Holes() {
		line, value := contextOf(t, p, d, hole.ID)
		summary, faults := d.Summary(p, hole.ID)
		noFault(t, faults)
		text, _ := SummaryShape().Line(summary, 0)
		seen := parsed(t, text)
		if seen["context_revision"] != sum("semaprax.project-hole-context.v1", line) || seen["hole_handle"] != value["hole_handle"] ||
			seen["context_schema"] != value["schema"] || seen["full_context_method"] != "hole/query" || len(text) > MaxPageBytes {
			t.Errorf("summary %s", text)
		}
		if _, isNull := seen["expected_ownership"].(string); isNull != (hole.Kind != Body) {
			t.Errorf("expected ownership %v", seen["expected_ownership"])
		}
		for n, member := range []string{"scope", "accessible_calls", "obligations", "constructor_kinds"} {
			facet := seen["facets"].([]any)[n].(map[string]any)
			key := canonical(t, map[string]any{"context_revision": seen["context_revision"], "draft_revision": d.Revision().String(), "facet": facet["facet"], "hole_id": hole.ID})
			if got := sum("semaprax.project-hole-facet.v1", key); got != facet["reference"] {
				t.Errorf("reference %v, recomputed %s", facet["reference"], got)
			}
			want := value[member].([]any)
			if fmt.Sprint(facet["count"]) != fmt.Sprint(len(want)) {
				t.Errorf("%s: count %v of %d", member, facet["count"], len(want))
			}
			for _, limit := range []int{1, 3, MaxPageItems} {
				got := walkPages(t, p, d, hole.ID, summary.Facets[n], limit)
				if len(got) != len(want) {
					t.Errorf("%s: %d items by %d, want %d", member, len(got), limit, len(want))
				}
				if n > 0 && string(canonical(t, got)) != string(canonical(t, want)) {
					t.Errorf("%s by %d: %v", member, limit, got)
				}
			}
		}
	}
}

// walkPages reads a facet to its end.
func walkPages(t *testing.T, p *candidate.Programs, d *Draft, hole string, facet FacetReference, limit int) []any {
	t.Helper()
	items := []any{}
	for offset := schema.Some(0); offset.Set; {
		page, faults := d.Page(p, hole, PageOptions{facet.Reference, offset.Value, limit})
		noFault(t, faults)
		text, ok := PageShape().Line(page, MaxPageBytes)
		if !ok || len(page.Items) > limit || page.Total != facet.Count {
			t.Fatalf("page %s", text)
		}
		items = append(items, parsed(t, text)["items"].([]any)...)
		offset = page.Next
	}
	return items
}

func TestPagesThatCannotBeCut(t *testing.T) {
	p, d := threeHoles(t)
	summary, faults := d.Summary(p, "twice")
	noFault(t, faults)
	scope := summary.Facets[0].Reference
	_, faults = d.Page(p, "twice", PageOptions{scope, 1, 16})
	wantCode(t, faults, CodeHole)
	_, faults = d.Page(p, "some.part", PageOptions{scope, 0, 16})
	wantCode(t, faults, CodeStale)
	_, faults = d.Page(p, "gone", PageOptions{scope, 0, 16})
	wantCode(t, faults, CodeHole)
	next := must(t)(d.Fill(p, "some.part", []byte(`{"kind":"place","name":"right"}`)))
	_, faults = next.Page(p, "twice", PageOptions{scope, 0, 16})
	wantCode(t, faults, CodeStale)
}

// TestPagesStayInTheirBytes: items that are long make shorter pages; one that is too
// long is refused.
func TestPagesStayInTheirBytes(t *testing.T) {
	var app strings.Builder
	name := strings.Repeat("n", 1000)
	for n := range 80 {
		fmt.Fprintf(&app, "@id(\"m.%s%02d\")\nfn f%d() -> i64\n{\n    %d\n}\n\n", name, n, n, n)
	}
	p, d := opened(t, memory(t, app.String()+"@id(\"m.target\")\nfn target() -> i64\n{\n    f0()\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    target()\n}\n"))
	d = must(t)(d.OpenBody(p, "h", "m.target"))
	summary, faults := d.Summary(p, "h")
	noFault(t, faults)
	page, faults := d.Page(p, "h", PageOptions{summary.Facets[1].Reference, 0, MaxPageItems})
	noFault(t, faults)
	text, ok := PageShape().Line(page, MaxPageBytes)
	if !ok || len(page.Items) < 32 || len(page.Items) >= 60 || page.Next.Value != len(page.Items) {
		t.Errorf("%d items in %d bytes, next %v", len(page.Items), len(text), page.Next)
	}
	if got := len(walkPages(t, p, d, "h", summary.Facets[1], MaxPageItems)); got != 81 {
		t.Errorf("%d calls", got)
	}
}

func TestExpressionCatalogueOfADraft(t *testing.T) {
	p, d := threeHoles(t)
	for _, c := range []struct {
		region Region
		phases []string
	}{{RegionBody, []string{"body"}}, {RegionContract, []string{"ensures", "requires"}}} {
		catalogue, faults := d.Expressions(p, "m.pick", c.region)
		noFault(t, faults)
		line, _ := CatalogueShape().Line(catalogue, 0)
		value := parsed(t, line)
		if !bytes.Equal(canonical(t, value), line) || value["draft_revision"] != d.Revision().String() || value["region"] != string(c.region) ||
			value["selection_admission"] != "requires_hole_open_validation" || value["candidate_digest"] != nil {
			t.Errorf("catalogue %.300s", line)
		}
		var phases []string
		for _, row := range value["expressions"].([]any) {
			r := row.(map[string]any)
			phases = append(phases, r["phase"].(string))
			if r["replaceable"] != true {
				t.Errorf("%v is not replaceable", r["expression_id"])
			}
		}
		slices.Sort(phases)
		if got := slices.Compact(phases); !slices.Equal(got, c.phases) {
			t.Errorf("phases %v", got)
		}
	}
	_, faults := d.Expressions(p, "m.none", RegionBody)
	wantCode(t, faults, CodeHole)
}

func TestSuggestionsAreFills(t *testing.T) {
	p, d := threeHoles(t)
	s, faults := d.Suggest(p, "some.part")
	noFault(t, faults)
	// Three places of type i64, then twice of each; pick encloses the hole.
	if s.Considered != 6 || s.Considered != s.Rejected+len(s.List) || !s.Exhausted || len(s.List) != 6 {
		t.Errorf("considered %d, rejected %d, suggested %d, exhausted %v", s.Considered, s.Rejected, len(s.List), s.Exhausted)
	}
	shape := suggestedShape()
	for _, each := range s.List {
		text := shape.AppendCJ(nil, &each.Expression)
		if next := must(t)(d.Fill(p, "some.part", text)); next.Revision() != each.Draft {
			t.Errorf("%s leads to %s, previewed %s", text, next.Revision(), each.Draft)
		}
	}
	line, _ := SuggestionsShape().Line(s, 0)
	if value := parsed(t, line); !bytes.Equal(canonical(t, value), line) || value["draft_retained"] != false {
		t.Errorf("suggestions %.300s", line)
	}
	if first := string(shape.AppendCJ(nil, &s.List[0].Expression)); first != `{"kind":"place","name":"left"}` {
		t.Errorf("the first suggestion is %s", first)
	}
}

// TestSuggestionsEnd: at most 32 fills are tried, and a call no argument fits is not
// enumerated.
func TestSuggestionsEnd(t *testing.T) {
	parameters := make([]string, 40)
	for n := range parameters {
		parameters[n] = fmt.Sprintf("p%d: i64", n)
	}
	app := "@id(\"m.wide\")\nfn wide(" + strings.Join(parameters, ", ") + ", last: bool) -> usize\n{\n    1usize\n}\n\n" +
		"@id(\"m.target\")\nfn target(" + strings.Join(parameters, ", ") + ") -> usize\n{\n    1usize\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    0\n}\n"
	p, d := opened(t, memory(t, app))
	d = must(t)(d.OpenBody(p, "h", "m.target"))
	s, faults := d.Suggest(p, "h")
	noFault(t, faults)
	if s.Considered != 0 || !s.Exhausted {
		t.Errorf("considered %d, exhausted %v", s.Considered, s.Exhausted)
	}
	p, d = opened(t, memory(t, strings.ReplaceAll(strings.ReplaceAll(app, "1usize", "1"), "usize", "i64")))
	d = must(t)(d.OpenBody(p, "h", "m.target"))
	if s, faults = d.Suggest(p, "h"); faults != nil || s.Considered != MaxSuggestionFills || s.Exhausted {
		t.Errorf("%v: considered %d, exhausted %v", faults, s.Considered, s.Exhausted)
	}
}
