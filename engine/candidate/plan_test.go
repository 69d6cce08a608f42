package candidate

import (
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/internal/fixture"
)

func TestPlanFollowsCalls(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	cases := []struct {
		name             string
		intentions       []string
		changed, reached []string
		reasons          []string
		selected         bool
	}{
		{"nothing", nil, nil, nil, nil, false},
		{"a function the tests call", []string{bodyAdd}, []string{"calculator.add"}, []string{"calculator.add"}, nil, true},
		{"a callee of a callee", []string{renameClamp}, []string{"calculator.clamp"}, []string{"calculator.clamp"}, nil, true},
		{"a new function nobody calls", []string{addTwice}, []string{"calculator.twice"}, nil, nil, false},
		{"a deletion", []string{addTwice, deleteTwice}, []string{"calculator.twice"}, nil, []string{reasonOther}, true},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			next := c
			for _, intention := range each.intentions {
				changed, faults := apply(t, p, next, intention)
				noFault(t, faults)
				next = changed
			}
			plan, faults := next.Plan(p)
			noFault(t, faults)
			if !slices.Equal(plan.Changed, each.changed) || !slices.Equal(plan.Reached, each.reached) || !slices.Equal(plan.Reasons, each.reasons) ||
				plan.Selected != each.selected || (len(plan.Tests) == 1) != each.selected {
				t.Errorf("plan %+v", plan)
			}
		})
	}
}

// TestPlanOfTypes: shapes and display names of types always select the tests.
func TestPlanOfTypes(t *testing.T) {
	p, c := opened(t, loadProject(t, "ledger"))
	for intention, reason := range map[string]string{addField: reasonRecord, renameRec: reasonDisplay, addRecord: reasonOther} {
		next, faults := apply(t, p, c, intention)
		noFault(t, faults)
		plan, faults := next.Plan(p)
		noFault(t, faults)
		if !plan.Selected || !slices.Equal(plan.Reasons, []string{reason}) {
			t.Errorf("%s: %+v", intention, plan)
		}
	}
}

func TestPlanDocument(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	plan, faults := c.Plan(p)
	noFault(t, faults)
	m, _ := i.Project().Module("calculator.tests")
	want := `{"base_project_revision":"R","base_reachable_callable_count":20,"base_reachable_changed_targets":[],"candidate_digest":"C",` +
		`"candidate_reachable_callable_count":20,"candidate_reachable_changed_targets":[],"changed_targets":[],"conservative_reasons":[],"declared_test_count":1,` +
		`"execution":"not_run","explicit_execution_scope":"complete_manifest_declared_test_closure","nonclaims":["not_dynamic_coverage",` +
		`"not_proof_unselected_code_is_safe","no_external_tests_or_callers","no_execution_or_source_authority"],"project_revision":"R",` +
		`"schema":"semaprax.project-candidate-test-plan.v1","selected":false,"selected_tests":[],"selection_basis":"static_transitive_HIR_calls_not_runtime_coverage",` +
		`"test_origin":{"module":"calculator.tests","path":"src/tests.spx","source_digest":"D","source_revision":"S","stable_id":"calculator.tests.main"}}`
	got := string(TestPlanShape().AppendCJ(nil, plan))
	for mark, value := range map[string]string{`"R"`: c.Now().Revision().String(), `"C"`: c.Revision().String(), `"D"`: m.SourceDigest.String(), `"S"`: m.Revision.String()} {
		want = strings.ReplaceAll(want, mark, `"`+value+`"`)
	}
	if got != want {
		t.Errorf("plan\n got %s\nwant %s", got, want)
	}
}

func TestPlanNeedsTests(t *testing.T) {
	i := derive(t, fixture.Build(t, map[string]string{
		project.ManifestName: "schema = \"semaprax.manifest.v1\"\n\n[package]\nname = \"m\"\nversion = \"0.1.0\"\n\n" +
			"[modules]\nentry = \"m.app\"\nsources = [\"a.spx\", \"b.spx\"]\n\n[exports]\nweb = [\"m.f\"]\n",
		"a.spx": "module m.app;\nuse function @id(\"m.f\") from m.b as f;\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    f()\n}\n",
		"b.spx": "module m.b;\n\n@id(\"m.f\")\nfn f() -> i64\n{\n    0\n}\n",
	}))
	p, c := opened(t, i)
	_, faults := c.Plan(p)
	wantCode(t, faults, CodePlan)
}
