package draft

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// Intentions on the workbench.
const (
	moreContract  = `{"kind":"add_contract","target":"m.pick","phase":"requires","predicate":{"kind":"place","name":"flag"}}`
	lessBody      = `{"kind":"replace_function_body","target":"m.pick","body":{"kind":"i64","value":0}}`
	sameBody      = `{"kind":"replace_function_body","target":"m.twice","body":` + sumOfBoth + `}`
	otherBody     = `{"kind":"replace_function_body","target":"m.twice","body":{"kind":"binary","op":"*","left":{"kind":"i64","value":2},"right":{"kind":"place","name":"value"}}}`
	moreSignature = `{"kind":"change_function_signature","target":"m.pick","append_parameters":[{"name":"extra","type":"i64","argument":{"kind":"i64","value":0}}]}`
	newName       = `{"kind":"rename_declaration","target":"m.pick","name":"choose"}`
)

func renderedReport(t *testing.T, line []byte, ok bool) map[string]any {
	t.Helper()
	value := parsed(t, line)
	if !ok || !bytes.Equal(canonical(t, value), line) {
		t.Errorf("the report is not canonical: %s", line)
	}
	return value
}

func TestRebaseReport(t *testing.T) {
	p, d := threeHoles(t)
	d = must(t)(d.Fill(p, "twice", []byte(sumOfBoth)))
	onto := applied(t, p, baseOf(t, p, d), newName)
	before := slices.Clone(d.Report())
	moved, report, faults := d.Rebase(p, onto)
	noFault(t, faults)
	if !bytes.Equal(before, d.Report()) {
		t.Error("a rebase changed the draft")
	}
	line, ok := RebaseShape().Line(report, MaxReconciliationBytes)
	value := renderedReport(t, line, ok)
	for key, want := range map[string]string{
		"schema": "semaprax.project-candidate-draft-rebase.v2", "parent_draft_digest": d.Revision().String(),
		"original_base_revision": d.Valid().Base().Revision().String(), "onto_revision": onto.Now().Revision().String(),
		"result_base_revision": onto.Now().Revision().String(), "result_draft_digest": moved.Revision().String(),
		"validation": "checked_history_replay_and_pending_selector_readmission",
	} {
		if value[key] != want {
			t.Errorf("%s is %v, want %s", key, value[key], want)
		}
	}
	if inner := value["last_valid_rebase"].(map[string]any); inner["result_candidate_digest"] != moved.Valid().Revision().String() {
		t.Errorf("last valid %v", inner["result_candidate_digest"])
	}
	ancestor := value["branch_ancestry"].([]any)[0].(map[string]any)
	if ancestor["operation"] != "rebase" || ancestor["parents"].([]any)[0] != d.Revision().String() || ancestor["onto_revision"] != onto.Now().Revision().String() {
		t.Errorf("ancestry %v", ancestor)
	}
	if len(value["filled_hole_lineage"].([]any)) != 1 || len(value["holes"].([]any)) != 2 {
		t.Errorf("lineage %v, holes %v", value["filled_hole_lineage"], value["holes"])
	}
	for _, each := range value["holes"].([]any) {
		row := each.(map[string]any)
		if row["context_refreshed"] != true || row["concurrent_body_change"] != false || row["new_expression_id"] == nil || len(row) != 8 {
			t.Errorf("hole %v", row)
		}
	}
	// The moved draft is filled like any other.
	done := must(t)(moved.Fill(p, "some.part", []byte(`{"kind":"place","name":"right"}`)))
	done = must(t)(done.Fill(p, "Bound_2", []byte(`{"kind":"binary","op":"+","left":{"kind":"place","name":"left"},"right":{"kind":"place","name":"right"}}`)))
	c, faults := done.Complete()
	noFault(t, faults)
	if text := string(c.Now().Files()[0].Text); !strings.Contains(text, "fn choose(") || !strings.Contains(text, "else { right }") {
		t.Errorf("the result is\n%s", text)
	}
}

// TestRebaseConflicts changes what a pending hole stands on, or beside it.
func TestRebaseConflicts(t *testing.T) {
	part := func(t *testing.T, p *candidate.Programs, d *Draft) *Draft {
		return must(t)(d.OpenExpression(p, "h", "m.pick", expressionOf(t, p, d, "m.pick", RegionBody, "wide - left")))
	}
	clause := func(t *testing.T, p *candidate.Programs, d *Draft) *Draft {
		return must(t)(d.OpenContract(p, "h", "m.pick", expressionOf(t, p, d, "m.pick", RegionContract, "left + right")))
	}
	body := func(t *testing.T, p *candidate.Programs, d *Draft) *Draft {
		return must(t)(d.OpenBody(p, "h", "m.pick"))
	}
	called := func(t *testing.T, p *candidate.Programs, d *Draft) *Draft {
		return must(t)(d.OpenExpression(p, "h", "m.main", expressionOf(t, p, d, "m.main", RegionBody, "twice(3)")))
	}
	for _, c := range []struct {
		name           string
		open           func(*testing.T, *candidate.Programs, *Draft) *Draft
		change         string
		code           diag.Code
		contract, body bool
	}{
		{"body hole, other body", body, lessBody, CodeRegion, false, false},
		{"body hole, other signature", body, moreSignature, CodeRegion, false, false},
		{"body hole, other contracts", body, moreContract, "", true, false},
		{"body hole, other name", body, newName, "", false, false},
		{"body hole, body of another function", body, otherBody, "", false, false},
		{"expression hole, other body", part, lessBody, CodeRegion, false, false},
		{"expression hole, other signature", part, moreSignature, CodeRegion, false, false},
		{"expression hole, other contracts", part, moreContract, "", true, false},
		{"expression hole, other callee body", part, otherBody, "", false, false},
		{"expression hole, caller of a changed signature", called, moreSignature, CodeRegion, false, false},
		{"contract hole, other contracts", clause, moreContract, CodeRegion, false, false},
		{"contract hole, other signature", clause, moreSignature, CodeRegion, false, false},
		{"contract hole, other body", clause, lessBody, "", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, d := opened(t, memory(t, workbench))
			onto := applied(t, p, d.Valid(), c.change)
			d = c.open(t, p, d)
			moved, report, faults := d.Rebase(p, onto)
			if c.code != "" {
				wantCode(t, faults, c.code)
				return
			}
			noFault(t, faults)
			if row := report.Holes[0]; row.Contract != c.contract || row.Body != c.body || len(moved.Holes()) != 1 {
				t.Errorf("%+v", row)
			}
		})
	}
}

func TestRebaseAcrossManifests(t *testing.T) {
	p, d := threeHoles(t)
	_, other := opened(t, loadProject(t, "calculator"))
	_, _, faults := d.Rebase(p, other.Valid())
	wantCode(t, faults, candidate.CodeRebaseData)
}

func TestMergeReport(t *testing.T) {
	p, start := threeHoles(t)
	left := must(t)(start.Fill(p, "twice", []byte(sumOfBoth)))
	right := must(t)(start.OpenContract(p, "own", "m.twice", expressionOf(t, p, start, "m.twice", RegionContract, "value >= 0")))
	right = must(t)(right.Fill(p, "own", []byte(`{"kind":"bool","value":true}`)))
	// The body of twice was filled on the left and is pending on the right.
	_, _, faults := left.Merge(p, right)
	wantCode(t, faults, CodeClash)
	right = must(t)(over(t, start.Valid()).OpenBody(p, "main.less", "m.pick"))
	_, _, faults = left.Merge(p, right)
	wantCode(t, faults, CodeClash) // overlaps the pending part of the body

	right = over(t, start.Valid())
	right = must(t)(right.OpenContract(p, "own", "m.pick", expressionOf(t, p, right, "m.pick", RegionContract, "left >= 0")))
	right = must(t)(right.OpenExpression(p, "some.part", "m.pick", expressionOf(t, p, right, "m.pick", RegionBody, "wide - left")))
	right = must(t)(right.OpenExpression(p, "call", "m.main", expressionOf(t, p, right, "m.main", RegionBody, "twice(3)")))
	right = must(t)(right.Fill(p, "call", []byte(`{"kind":"i64","value":6}`)))
	merged, report, faults := left.Merge(p, right)
	noFault(t, faults)
	line, ok := MergeShape().Line(report, MaxReconciliationBytes)
	value := renderedReport(t, line, ok)
	for key, want := range map[string]string{
		"schema": "semaprax.project-candidate-draft-merge.v2", "left_parent_draft_digest": left.Revision().String(),
		"right_parent_draft_digest": right.Revision().String(), "result_draft_digest": merged.Revision().String(),
		"result_base_revision": start.Valid().Base().Revision().String(), "original_base_revision": start.Valid().Base().Revision().String(),
		"validation": "checked_history_merge_and_pending_selector_readmission",
	} {
		if value[key] != want {
			t.Errorf("%s is %v, want %s", key, value[key], want)
		}
	}
	var holes []string
	for _, each := range value["holes"].([]any) {
		row := each.(map[string]any)
		for _, parent := range row["parents"].([]any) {
			holes = append(holes, row["hole_id"].(string)+"<"+parent.(string))
		}
	}
	if got := strings.Join(holes, " "); got != "Bound_2<left own<right some.part<left some.part<right" {
		t.Errorf("holes %s", got)
	}
	if len(value["left_holes"].([]any)) != 2 || len(value["right_holes"].([]any)) != 2 || len(value["filled_hole_lineage"].([]any)) != 2 {
		t.Errorf("report %s", line)
	}
	ordinals := map[string]int{}
	for _, e := range report.Past.Events {
		ordinals[e.Hole] = e.Ordinal
	}
	if ordinals["twice"] != 0 || ordinals["call"] != 1 || len(merged.Valid().Changes()) != 2 {
		t.Errorf("ordinals %v", ordinals)
	}
	ancestor := value["branch_ancestry"].([]any)[0].(map[string]any)
	if ancestor["operation"] != "merge" || len(ancestor["parents"].([]any)) != 2 || ancestor["onto_revision"] != nil {
		t.Errorf("ancestry %v", ancestor)
	}
	i, faults := p.Base(start.Valid())
	noFault(t, faults)
	restored(t, p, i, merged)
	// A draft that came from a merge merges and rebases again.
	again, _, faults := merged.Merge(p, left)
	noFault(t, faults)
	if len(again.past.Ancestors) != 2 || len(again.past.Events) != 2 {
		t.Errorf("ancestry %v, lineage %v", again.past.Ancestors, again.past.Events)
	}
}

// TestOpposingWrites: a pending hole of one parent and what the other parent's
// history did after the common prefix, even when it was undone.
func TestOpposingWrites(t *testing.T) {
	body := func(t *testing.T, p *candidate.Programs, d *Draft) *Draft {
		return must(t)(d.OpenBody(p, "h", "m.twice"))
	}
	clause := func(t *testing.T, p *candidate.Programs, d *Draft) *Draft {
		return must(t)(d.OpenContract(p, "h", "m.pick", expressionOf(t, p, d, "m.pick", RegionContract, "left + right")))
	}
	part := func(t *testing.T, p *candidate.Programs, d *Draft) *Draft {
		return must(t)(d.OpenExpression(p, "h", "m.pick", expressionOf(t, p, d, "m.pick", RegionBody, "wide - left")))
	}
	for _, c := range []struct {
		name    string
		open    func(*testing.T, *candidate.Programs, *Draft) *Draft
		changes []string
		code    diag.Code
	}{
		{"body against body", body, []string{otherBody}, CodeClash},
		{"body against a body that was restored", body, []string{otherBody, sameBody}, CodeClash},
		{"expression against body", part, []string{lessBody}, CodeClash},
		{"expression against signature", part, []string{moreSignature}, CodeClash},
		{"expression against contract", part, []string{moreContract}, ""},
		{"contract against contract", clause, []string{moreContract}, CodeClash},
		{"contract against signature", clause, []string{moreSignature}, CodeClash},
		{"contract against body", clause, []string{lessBody}, ""},
		{"body against another body", body, []string{lessBody}, ""},
		{"body against a name", body, []string{newName}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, d := opened(t, memory(t, workbench))
			right := d.Valid()
			for _, change := range c.changes {
				right = applied(t, p, right, change)
			}
			left := c.open(t, p, d)
			for side, faults := range []diag.List{mergeFaults(left.Merge(p, over(t, right))), mergeFaults(over(t, right).Merge(p, left))} {
				if c.code == "" {
					noFault(t, faults)
				} else if len(faults) == 0 || faults[0].Code != c.code {
					t.Errorf("side %d: %v, want %s", side, faults, c.code)
				}
			}
		})
	}
}

func mergeFaults(_ *Draft, _ *MergeReport, faults diag.List) diag.List { return faults }

func TestMergesThatCannotBe(t *testing.T) {
	p, d := threeHoles(t)
	other := over(t, d.Valid())
	other = must(t)(other.OpenBody(p, "some.part", "m.pick"))
	wantCode(t, mergeFaults(d.Merge(p, other)), CodeClash) // one id, two holes
	// Seventeen holes together.
	var app strings.Builder
	for _, n := range "abcdefghijklmnopqrs" {
		app.WriteString("@id(\"m." + string(n) + "\")\nfn f_" + string(n) + "() -> i64\n{\n    1\n}\n\n")
	}
	p, d = opened(t, memory(t, app.String()+"@id(\"m.main\")\nfn main() -> i64\n{\n    f_a()\n}\n"))
	left, right := d, d
	for i, n := range "abcdefghijklmnopq" {
		if i%2 == 0 {
			left = must(t)(left.OpenBody(p, string(n), "m."+string(n)))
		} else {
			right = must(t)(right.OpenBody(p, string(n), "m."+string(n)))
		}
	}
	wantCode(t, mergeFaults(left.Merge(p, right)), CodeMergeBound)
	left = must(t)(left.Fill(p, "a", []byte(`{"kind":"i64","value":1}`)))
	noFault(t, mergeFaults(left.Merge(p, right)))
	// Another base.
	moved := must(t)(Open(applied(t, p, d.Valid(), `{"kind":"rename_declaration","target":"m.a","name":"fresh"}`)))
	rebased, _, faults := right.Rebase(p, moved.Valid())
	noFault(t, faults)
	wantCode(t, mergeFaults(left.Merge(p, rebased)), candidate.CodeConflict)
	// A merge with itself changes nothing but the ancestry.
	same, report, faults := right.Merge(p, right)
	noFault(t, faults)
	if len(same.Holes()) != len(right.Holes()) || same.Valid().Revision() != right.Valid().Revision() || len(report.Holes[0].Parents) != 2 {
		t.Errorf("%d holes", len(same.Holes()))
	}
}

// baseOf opens the base of a draft as a candidate.
func baseOf(t *testing.T, p *candidate.Programs, d *Draft) *candidate.Candidate {
	t.Helper()
	i, faults := p.Base(d.Valid())
	noFault(t, faults)
	c, faults := candidate.Open(p, i)
	noFault(t, faults)
	return c
}

func TestRebaseOntoWithoutTheTarget(t *testing.T) {
	p, d := opened(t, memory(t, workbench+"\n@id(\"m.spare\")\nfn spare() -> i64\n{\n    7\n}\n"))
	onto := applied(t, p, d.Valid(), `{"kind":"delete_declaration","target":"m.spare"}`)
	_, _, faults := must(t)(d.OpenBody(p, "h", "m.spare")).Rebase(p, onto)
	wantCode(t, faults, CodeRegion)
	noFault(t, rebaseFaults(must(t)(d.OpenBody(p, "h", "m.twice")).Rebase(p, onto)))
}

func rebaseFaults(_ *Draft, _ *RebaseReport, faults diag.List) diag.List { return faults }

// TestAncestryIsBounded merges a draft with itself until its ancestry is full.
func TestAncestryIsBounded(t *testing.T) {
	p, d := threeHoles(t)
	for range MaxAncestors {
		next, _, faults := d.Merge(p, d)
		noFault(t, faults)
		d = next
	}
	if len(d.past.Ancestors) != MaxAncestors {
		t.Errorf("%d ancestors", len(d.past.Ancestors))
	}
	wantCode(t, mergeFaults(d.Merge(p, d)), CodeMergeBound)
	onto := applied(t, p, baseOf(t, p, d), newName)
	wantCode(t, rebaseFaults(d.Rebase(p, onto)), CodeRebaseBound)
}
