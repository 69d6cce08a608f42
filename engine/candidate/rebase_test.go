package candidate

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// More intentions of the calculator project.
const (
	renameAbs     = `{"kind":"rename_declaration","target":"calculator.absolute","name":"magnitude"}`
	renameAbs2    = `{"kind":"rename_declaration","target":"calculator.absolute","name":"size"}`
	bodyAbs       = `{"kind":"replace_function_body","target":"calculator.absolute","body":{"kind":"if","condition":{"kind":"binary","op":">","left":{"kind":"place","name":"value"},"right":{"kind":"i64","value":0}},"then":{"kind":"place","name":"value"},"else":{"kind":"unary","op":"-","value":{"kind":"place","name":"value"}}}}`
	bodyAbs2      = `{"kind":"replace_function_body","target":"calculator.absolute","body":{"kind":"i64","value":3}}`
	bodyUsesAbs   = `{"kind":"replace_function_body","target":"calculator.subtract","body":{"kind":"call","target":"calculator.absolute","arguments":[{"kind":"place","name":"left"}]}}`
	appendAbs     = `{"kind":"change_function_signature","target":"calculator.absolute","append_parameters":[{"name":"extra","type":"i64","argument":{"kind":"i64","value":0}}]}`
	appendAbsOff  = `{"kind":"change_function_signature","target":"calculator.absolute","parameters":[{"from":"value"}]}`
	contractOnAdd = `{"kind":"add_contract","target":"calculator.add","phase":"ensures","predicate":{"kind":"bool","value":true}}`
	bodyAdd       = `{"kind":"replace_function_body","target":"calculator.add","body":{"kind":"binary","op":"+","left":{"kind":"place","name":"right"},"right":{"kind":"place","name":"left"}}}`
	appendAdds    = `{"kind":"change_function_signature","target":"calculator.add","append_parameters":[{"name":"extra","type":"i64","argument":{"kind":"i64","value":0}}]}`
)

// TestConcurrentChanges replays each intention of a row on a candidate that has
// another, by rebase and by merge: code is empty where both must succeed.
func TestConcurrentChanges(t *testing.T) {
	cases := []struct {
		mine, theirs string
		code         diag.Code
	}{
		{renameClamp, bodyEven, ""},
		{renameAbs, renameAbs2, CodeConflict},
		{renameAbs, bodyAbs, ""},
		{bodyAbs, renameAbs, ""},
		{bodyAbs, bodyAbs2, CodeConflict},
		{bodyAbs, contractOnAbs, ""},
		{contractOnAbs, bodyAbs, ""},
		{contractOnAbs, appendAbs, CodeConflict},
		{bodyAbs, appendAbs, CodeConflict},
		{appendAbs, bodyAbs, CodeConflict},
		{appendAbs, renameAbs, ""},
		{bodyUsesAbs, renameAbs, ""},
		{bodyUsesAbs, appendAbs, CodeConflict},
		{addTwice, addTwice, CodeConflict},
		{addTwice, bodyAdd, ""},
		{addTwice, appendAdds, CodeConflict},
		{contractOnAdd, addTwice, ""},
	}
	i := loadProject(t, "calculator")
	for n, each := range cases {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			p, c := opened(t, i)
			mine, theirs := mustApply(t, p, c, each.mine), mustApply(t, p, c, each.theirs)
			rebased, report, faults := mine.Rebase(p, theirs)
			judge(t, p, rebased, faults, each.code)
			if each.code == "" {
				checkRebase(t, mine, theirs, rebased, report)
			}
			merged, report, faults := theirs.Merge(p, mine)
			if each.mine == each.theirs { // a common prefix: nothing to replay
				noFault(t, faults)
				if merged.Revision() != mine.Revision() || report.Prefix != 1 {
					t.Error("merging equal histories changes something")
				}
				return
			}
			judge(t, p, merged, faults, each.code)
			if each.code == "" {
				checkMerge(t, mine, theirs, merged, rebased, report)
			}
		})
	}
}

// judge checks one outcome; what was accepted must also replay.
func judge(t *testing.T, p *Programs, result *Candidate, faults diag.List, code diag.Code) {
	t.Helper()
	if code != "" {
		wantCode(t, faults, code)
		if result != nil {
			t.Error("a conflict has a result")
		}
		return
	}
	noFault(t, faults)
	noFault(t, result.Validate(p))
}

func checkRebase(t *testing.T, mine, theirs, rebased *Candidate, report *Reconciliation) {
	t.Helper()
	if rebased.Base().Revision() != theirs.Now().Revision() || len(rebased.Changes()) != len(mine.Changes()) {
		t.Error("the rebased candidate does not start at the new base")
	}
	want := Reconciliation{
		Kind: Rebased, Left: mine.Revision(), OriginalBase: mine.Base().Revision(), Onto: theirs.Now().Revision(),
		ResultBase: theirs.Now().Revision(), Result: rebased.Now().Revision(), Candidate: rebased.Revision(),
	}
	compareReports(t, report, &want, mine)
}

func checkMerge(t *testing.T, mine, theirs, merged, rebased *Candidate, report *Reconciliation) {
	t.Helper()
	if merged.Base().Revision() != mine.Base().Revision() || merged.Now().Revision() != rebased.Now().Revision() {
		t.Error("merge and rebase lead to different sources")
	}
	want := Reconciliation{
		Kind: Merged, Left: theirs.Revision(), Right: mine.Revision(), OriginalBase: mine.Base().Revision(), Onto: theirs.Now().Revision(),
		ResultBase: mine.Base().Revision(), Result: merged.Now().Revision(), Candidate: merged.Revision(),
	}
	compareReports(t, report, &want, mine)
}

func compareReports(t *testing.T, got, want *Reconciliation, mine *Candidate) {
	t.Helper()
	if len(got.Classifications) != 1 || got.Classifications[0].Target != mine.Operations()[0].Target {
		t.Errorf("classifications %+v", got.Classifications)
	}
	want.Classifications = got.Classifications
	shape := ReconciliationShape()
	if g, w := shape.AppendCJ(nil, got), shape.AppendCJ(nil, want); !bytes.Equal(g, w) {
		t.Errorf("report\n got %s\nwant %s", g, w)
	}
}

func TestClassification(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	theirs := mustApply(t, p, c, renameAbs, bodyAbs)
	mine := mustApply(t, p, c, contractOnAbs)
	_, report, faults := mine.Rebase(p, theirs)
	noFault(t, faults)
	want := Classification{Target: "calculator.absolute", Intent: intent.AddContract, Display: true, Body: true}
	if report.Classifications[0] != want {
		t.Errorf("got %+v", report.Classifications[0])
	}
}

func TestMergeRules(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	left := mustApply(t, p, c, appendAbs, appendAbsOff)
	right := mustApply(t, p, c, appendAbs)
	merged, report, faults := left.Merge(p, right)
	noFault(t, faults)
	if merged.Revision() != left.Revision() || report.Prefix != 1 {
		t.Error("a prefix merges into more than the longer history")
	}
	opposing := mustApply(t, p, c, bodyEven, appendAbs)
	_, _, faults = left.Merge(p, opposing)
	wantCode(t, faults, CodeConflict)

	_, other := opened(t, loadProject(t, "bytes"))
	_, _, faults = c.Merge(p, other)
	wantCode(t, faults, CodeConflict)
	_, _, faults = c.Rebase(p, other)
	wantCode(t, faults, CodeRebaseData)

	many := c
	for n := range MaxChanges - 1 {
		name := []string{"bounded", "clamp"}[n%2]
		next, faults := apply(t, p, many, `{"kind":"rename_declaration","target":"calculator.clamp","name":"`+name+`"}`)
		noFault(t, faults)
		many = next
	}
	two := mustApply(t, p, c, bodyEven, bodyAdd)
	_, _, faults = many.Merge(p, two)
	wantCode(t, faults, CodeRebaseBound)
	one := mustApply(t, p, c, bodyEven)
	full, _, faults := many.Merge(p, one)
	noFault(t, faults)
	if len(full.Changes()) != MaxChanges {
		t.Errorf("%d changes", len(full.Changes()))
	}
}

func TestLongHistoriesRebaseStepByStep(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	mine := mustApply(t, p, c, addTwice, `{"kind":"rename_declaration","target":"calculator.twice","name":"doubled"}`,
		`{"kind":"replace_function_body","target":"calculator.is_even","body":{"kind":"binary","op":"==","left":{"kind":"call","target":"calculator.twice","arguments":[{"kind":"place","name":"value"}]},"right":{"kind":"i64","value":4}}}`,
		appendAdd)
	theirs := mustApply(t, p, c, renameAbs, contractOnAbs)
	rebased, report, faults := mine.Rebase(p, theirs)
	noFault(t, faults)
	noFault(t, rebased.Validate(p))
	if len(report.Classifications) != 4 {
		t.Errorf("%d classifications", len(report.Classifications))
	}
	back, _, faults := theirs.Merge(p, mine)
	noFault(t, faults)
	if back.Now().Revision() != rebased.Now().Revision() {
		t.Error("merge and rebase lead to different sources")
	}
}

func TestPreview(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	left, right := mustApply(t, p, c, renameAbs), mustApply(t, p, c, bodyAbs)
	preview, faults := left.PreviewMerge(p, right)
	noFault(t, faults)
	if !preview.SameSource.Set || !preview.SameSource.Value {
		t.Errorf("same source %+v", preview.SameSource)
	}
	merged, _, faults := left.Merge(p, right)
	noFault(t, faults)
	if preview.LeftThenRight.Candidate != merged.Revision() || preview.LeftThenRight.Bytes != merged.Now().bytes() {
		t.Errorf("left then right %+v", preview.LeftThenRight)
	}
	worse := mustApply(t, p, c, bodyAbs2)
	preview, faults = right.PreviewMerge(p, worse)
	noFault(t, faults)
	if preview.SameSource.Set || preview.LeftThenRight.Diagnostics[0].Code != string(CodeConflict) {
		t.Errorf("preview %+v", preview)
	}
	_, other := opened(t, loadProject(t, "bytes"))
	_, faults = left.PreviewMerge(p, other)
	wantCode(t, faults, diag.G224)
}

func TestCompare(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	left, right := mustApply(t, p, c, renameAbs, bodyEven), mustApply(t, p, c, bodyEven, renameAbs)
	got, faults := left.Compare(right)
	noFault(t, faults)
	want := fmt.Sprintf(`{"base_revision":"%s","classification":"descriptive_requires_revalidation_before_merge","commit_authority":false,"left":"%s",`+
		`"overlapping_targets":["calculator.absolute","calculator.is_even"],"right":"%s","same_source_revision":true,"schema":"semaprax.project-candidate-comparison.v1"}`,
		c.Base().Revision(), left.Revision(), right.Revision())
	if text := string(ComparisonShape().AppendCJ(nil, got)); text != want {
		t.Errorf("got %s", text)
	}
	if left.Revision() == right.Revision() {
		t.Error("the order of changes is not part of the identity")
	}
	_, other := opened(t, loadProject(t, "bytes"))
	_, faults = left.Compare(other)
	wantCode(t, faults, diag.G224)
}
