package candidate

import (
	"bytes"
	"encoding/json"
	"sort"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
)

// Intentions of the calculator project.
const (
	renameClamp   = `{"kind":"rename_declaration","target":"calculator.clamp","name":"bounded"}`
	renameBack    = `{"kind":"rename_declaration","target":"calculator.clamp","name":"clamp"}`
	appendAdd     = `{"kind":"change_function_signature","target":"calculator.multiply","append_parameters":[{"name":"extra","type":"i64","argument":{"kind":"i64","value":0}}]}`
	bodyEven      = `{"kind":"replace_function_body","target":"calculator.is_even","body":{"kind":"bool","value":true}}`
	bodyWrong     = `{"kind":"replace_function_body","target":"calculator.is_even","body":{"kind":"i64","value":1}}`
	contractOnAbs = `{"kind":"add_contract","target":"calculator.absolute","phase":"requires","predicate":{"kind":"binary","op":"<","left":{"kind":"place","name":"value"},"right":{"kind":"i64","value":1000000}}}`
	addTwice      = `{"kind":"add_declaration","target":"calculator.add","declaration":{"id":"calculator.twice","name":"twice","parameters":[{"name":"value","type":"i64","mode":"value"}],"return_type":"i64","effects":[],"requires":[],"ensures":[],"body":{"kind":"binary","op":"+","left":{"kind":"place","name":"value"},"right":{"kind":"place","name":"value"}}}}`
	deleteTwice   = `{"kind":"delete_declaration","target":"calculator.twice"}`
	moveEven      = `{"kind":"move_declaration","target":"calculator.is_even","destination":"calculator.gcd"}`
)

// Intentions of the ledger project.
const (
	addRecord = `{"kind":"add_declaration","target":"ledger.opened","declaration":{"kind":"record","id":"ledger.range","name":"Range","fields":[{"id":"ledger.range.low","name":"low","type":"i64"},{"id":"ledger.range.high","name":"high","type":"i64"}]}}`
	addField  = `{"kind":"add_record_field","target":"ledger.entry","field":{"id":"ledger.entry.note","name":"note","type":"i64","default":{"kind":"i64","value":7}}}`
	renameRec = `{"kind":"rename_declaration","target":"ledger.balance","name":"Account"}`
)

func TestAcceptedChangesReplay(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	mustApply(t, p, c, renameClamp, appendAdd, bodyEven, contractOnAbs, addTwice, moveEven, deleteTwice)
	p, c = opened(t, loadProject(t, "ledger"))
	mustApply(t, p, c, addRecord, addField, renameRec)
}

func TestThereAndBackIsTheSameSource(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	back := mustApply(t, p, c, renameClamp, renameBack, addTwice, deleteTwice)
	if back.Now().Revision() != i.Project().Revision() {
		t.Error("the revision is another one")
	}
	if len(back.SourceChanges()) != 0 {
		t.Error("sources changed")
	}
	if back.Revision() == c.Revision() {
		t.Error("history is not part of the identity")
	}
	row := parsed(t, back.Report())["impact"].([]any)[1].(map[string]any)
	if row["target"] != "calculator.clamp" {
		t.Errorf("second impact row is of %v", row["target"])
	}
	for _, each := range parsed(t, back.Report())["impact"].([]any) {
		row := each.(map[string]any)
		if row["target"] != "calculator.twice" {
			continue
		}
		want := `{"availability":"deleted_declaration","cross_file_impact_available":false}` + "\n"
		if got := string(canonicalAgain(t, row["candidate"])); row["base"] != nil || got != want {
			t.Errorf("deleted declaration has base %v, candidate %s", row["base"], got)
		}
	}
}

// TestReportIsRecomputed writes every digest and row of a report again from the
// sources.
func TestReportIsRecomputed(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	c = mustApply(t, p, c, appendAdd, addTwice)
	report := parsed(t, c.Report())
	if !bytes.Equal(canonicalAgain(t, report), c.Report()) {
		t.Error("the report is not canonical")
	}
	if got := sum(ReportSchema, c.Report()); got != c.Revision().String() {
		t.Errorf("digest %s, recomputed %s", c.Revision(), got)
	}
	delta := canonicalAgain(t, map[string]any{
		"operations": report["operations"], "base_graph": report["base_graph_digest"], "candidate_graph": report["candidate_graph_digest"],
	})
	if got := sum("semaprax.candidate.semantic-delta.v1", delta); got != report["semantic_delta_digest"] {
		t.Errorf("semantic delta digest %v, recomputed %s", report["semantic_delta_digest"], got)
	}
	checkSources(t, i, c, report["source_changes"].([]any))
	checkImpact(t, p, i, c, report["impact"].([]any))
	operations := string(canonicalAgain(t, report["operations"]))
	want := `[{"kind":"change_function_signature","migrated_calls":2,"target":"calculator.multiply"},` +
		`{"kind":"add_declaration","migrated_calls":0,"new_declaration":{"id":"calculator.twice","module":"calculator.core","name":"twice","path":"src/core.spx"},"target":"calculator.add"}]` + "\n"
	if operations != want {
		t.Errorf("operations %s", operations)
	}
}

func checkSources(t *testing.T, i *image.Image, c *Candidate, rows []any) {
	t.Helper()
	var paths []string
	for n, m := range i.Project().Modules() {
		now := c.Now().Files()[n]
		if bytes.Equal(m.Source, now.Text) {
			if &m.Source[0] != &now.Text[0] {
				t.Errorf("%s is unchanged but a copy", m.Path)
			}
			continue
		}
		paths = append(paths, m.Path)
		row := rows[len(paths)-1].(map[string]any)
		for key, want := range map[string]string{
			"path": m.Path, "replacement_source": string(now.Text),
			"base_digest":      sum("semaprax.semantic-review.source-digest.v1", m.Source),
			"candidate_digest": sum("semaprax.semantic-review.source-digest.v1", now.Text),
			"source_diff":      string(SourceDiff(m.Path, m.Source, now.Text)),
		} {
			if row[key] != want {
				t.Errorf("%s of %s is %v, want %s", key, m.Path, row[key], want)
			}
		}
		diff := row["source_diff"].(string)
		if got := sum("semaprax.candidate.source-diff.v1", []byte(diff)); got != row["source_diff_digest"] {
			t.Errorf("diff digest of %s is %v, recomputed %s", m.Path, row["source_diff_digest"], got)
		}
		if got := patched(t, string(m.Source), diff); got != string(now.Text) {
			t.Errorf("the diff of %s does not give its replacement", m.Path)
		}
	}
	if len(paths) != len(rows) {
		t.Errorf("%d files changed, %d rows", len(paths), len(rows))
	}
}

func checkImpact(t *testing.T, p *Programs, i *image.Image, c *Candidate, rows []any) {
	t.Helper()
	targets := []string{"calculator.add", "calculator.multiply", "calculator.twice"}
	sort.Strings(targets)
	now, faults := p.Current(c)
	noFault(t, faults)
	for n, target := range targets {
		row := rows[n].(map[string]any)
		if row["target"] != target {
			t.Fatalf("row %d is of %v, want %s", n, row["target"], target)
		}
		for side, of := range map[string]*image.Image{"base": i, "candidate": now} {
			walk, faults := of.Impact(DefaultImpact(target))
			var want any
			if faults == nil {
				want = json.RawMessage(image.ImpactShape().AppendCJ(nil, walk))
			}
			if got, want := canonicalAgain(t, row[side]), canonicalAgain(t, want); !bytes.Equal(got, want) {
				t.Errorf("%s impact of %s differs", side, target)
			}
		}
	}
	if len(rows) != len(targets) {
		t.Errorf("%d impact rows", len(rows))
	}
}

// TestRefusedChangesLeaveNothing checks codes, and that neither the candidate nor the
// store changed.
func TestRefusedChangesLeaveNothing(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	c = mustApply(t, p, c, addTwice)
	cases := []struct {
		name, intention string
		code            diag.Code
	}{
		{"the compiler refuses the body", bodyWrong, diag.T103},
		{"no such target", strings.Replace(renameClamp, "calculator.clamp", "calculator.none", 1), diag.G225},
		{"a taken name", strings.Replace(renameClamp, "bounded", "add", 1), diag.G225},
		{"a taken identity", addTwice, diag.G225},
		{"no such kind", `{"kind":"text_edit","target":"calculator.add"}`, diag.G225},
		{"another member", strings.Replace(renameClamp, "{", `{"force":true,`, 1), diag.G225},
		{"a repair of what is accepted", repairOf(bodyEven, zero.String()), diag.G270},
		{"a repair that does not exist", repairOf(bodyWrong, zero.String()), diag.G270},
		{"a repair of another target", strings.Replace(repairOf(bodyWrong, zero.String()), `"target":"calculator.is_even"`, `"target":"calculator.add"`, 1), diag.G268},
	}
	for _, each := range cases {
		t.Run(each.name, func(t *testing.T) {
			before, recent := append([]byte(nil), c.Report()...), p.recent
			next, faults := apply(t, p, c, each.intention)
			if next != nil {
				t.Fatal("accepted")
			}
			wantCode(t, faults, each.code)
			if !bytes.Equal(before, c.Report()) || len(c.Changes()) != 1 {
				t.Error("the candidate changed")
			}
			if p.recent != recent && !strings.Contains(each.intention, "repair") {
				t.Error("the store keeps something of a refused change")
			}
		})
	}
}

func repairOf(rejected, id string) string {
	target := "calculator.is_even"
	return `{"kind":"repair_diagnostic","rejected_intent":` + rejected + `,"repair_id":"` + id + `","target":"` + target + `"}`
}

func TestHistoryIsBounded(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	for n := range MaxChanges {
		name := "clamp"
		if n%2 == 0 {
			name = "bounded"
		}
		next, faults := apply(t, p, c, strings.Replace(renameClamp, "bounded", name, 1))
		noFault(t, faults)
		c = next
	}
	_, faults := apply(t, p, c, bodyEven)
	wantCode(t, faults, diag.G223)
	noFault(t, c.Validate(p))
	capsule, faults := c.Capsule(p)
	noFault(t, faults)
	base, faults := p.Base(c)
	noFault(t, faults)
	back, faults := Restore(p, base, capsule)
	noFault(t, faults)
	if back.Revision() != c.Revision() {
		t.Error("the capsule restores another candidate")
	}
}

func TestReplay(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	c = mustApply(t, p, c, renameClamp, bodyEven)
	again, faults := Replay(p, i, i.Project().Revision(), c.Changes(), c.Report())
	noFault(t, faults)
	if again.Revision() != c.Revision() {
		t.Error("another candidate")
	}
	_, faults = Replay(p, i, zero, c.Changes(), c.Report())
	wantCode(t, faults, diag.G224)
	_, faults = Replay(p, i, i.Project().Revision(), c.Changes()[:1], c.Report())
	wantCode(t, faults, diag.G224)
	_, faults = Replay(p, i, i.Project().Revision(), c.Changes()[1:], c.Report())
	wantCode(t, faults, diag.G224)
	_, faults = Replay(p, i, i.Project().Revision(), make([]*Change, MaxChanges+1), c.Report())
	wantCode(t, faults, diag.G223)
	_, faults = Replay(p, i, i.Project().Revision(), c.Changes(), make([]byte, MaxReportBytes+1))
	wantCode(t, faults, diag.G223)
}

func TestCommentsOfUnchangedFilesSurvive(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	c = mustApply(t, p, c, bodyEven)
	for n, file := range c.Now().Files() {
		if file.Path == "src/series.spx" && !bytes.Equal(file.Text, c.Base().Files()[n].Text) {
			t.Error("an unchanged file with a comment differs")
		}
	}
}

func TestStoreKeepsTwo(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	first := mustApply(t, p, c, renameClamp)
	second := mustApply(t, p, first, bodyEven)
	third := mustApply(t, p, second, contractOnAbs)
	if p.find(first.Now().Revision()) != nil {
		t.Error("three checked revisions are kept")
	}
	if p.find(second.Now().Revision()) == nil || p.find(third.Now().Revision()) == nil || p.find(c.Now().Revision()) == nil {
		t.Error("a recent or pinned revision is not kept")
	}
	again, faults := p.Current(first)
	noFault(t, faults)
	if again.Project().Revision() != first.Now().Revision() || again.GraphDigest() != first.Now().GraphDigest() {
		t.Error("another revision was built")
	}
}
