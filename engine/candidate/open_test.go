package candidate

import (
	"bytes"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

func TestOpenIsDeterministic(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	again, faults := Open(p, i)
	noFault(t, faults)
	if !bytes.Equal(c.Report(), again.Report()) || c.Revision() != again.Revision() {
		t.Error("two candidates over one image differ")
	}
	report := parsed(t, c.Report())
	for key, want := range map[string]string{
		"schema": ReportSchema, "base_revision": i.Project().Revision().String(),
		"candidate_revision": i.Project().Revision().String(), "base_graph_digest": i.GraphDigest().String(),
	} {
		if report[key] != want {
			t.Errorf("%s is %v, want %s", key, report[key], want)
		}
	}
	if !bytes.Equal(canonicalAgain(t, report), c.Report()) {
		t.Error("the report is not canonical")
	}
	if got := sum(ReportSchema, c.Report()); got != c.Revision().String() {
		t.Errorf("revision %s, recomputed %s", c.Revision(), got)
	}
	delta := []byte(`{"base_graph":"` + i.GraphDigest().String() + `","candidate_graph":"` + i.GraphDigest().String() + `","operations":[]}` + "\n")
	if got := sum("semaprax.candidate.semantic-delta.v1", delta); got != report["semantic_delta_digest"] {
		t.Errorf("semantic delta %s, recomputed %s", report["semantic_delta_digest"], got)
	}
	lanes := report["core_targets"].(map[string]any)["base"].([]any)
	for n, want := range [][2]string{{"entry", "native_c11"}, {"entry", "wasm_core"}, {"test", "native_c11"}, {"test", "wasm_core"}} {
		row := lanes[n].(map[string]any)
		if row["role"] != want[0] || row["lane"] != want[1] || row["admitted"] != false || row["diagnostic"] != "SPX-B113" || len(row) != 4 {
			t.Errorf("row %d is %v", n, row)
		}
	}
	noFault(t, c.Validate(p))
}

func TestCapsuleOfAnOpenedCandidate(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	text, faults := c.Capsule(p)
	noFault(t, faults)
	back, faults := Restore(p, i, text)
	noFault(t, faults)
	if back.Revision() != c.Revision() {
		t.Error("another candidate came back")
	}
	capsule := parsed(t, text)
	digest := capsule["capsule_digest"]
	delete(capsule, "capsule_digest")
	if got := sum("semaprax.project-candidate-recovery.payload.v1", canonicalAgain(t, capsule)); got != digest {
		t.Errorf("capsule digest %s, recomputed %s", digest, got)
	}
	if len(capsule) != 8 {
		t.Errorf("%d keys beside the digest", len(capsule))
	}
	_, faults = Restore(p, loadProject(t, "bytes"), text)
	wantCode(t, faults, CodeCapsuleIdentity)
}

func TestChangesMustStartHere(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	change, faults := NewChange(zero, []byte(renameAdd))
	noFault(t, faults)
	_, faults = c.Apply(p, change)
	wantCode(t, faults, diag.G224)
}
