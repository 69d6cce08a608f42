package candidate

import (
	"bytes"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// attempted makes the attempt of an intention that the compiler refuses.
func attempted(t testing.TB, p *Programs, c *Candidate, intention string) *Attempt {
	t.Helper()
	change, faults := NewChange(c.Now().Revision(), []byte(intention))
	noFault(t, faults)
	accepted, rejected, faults := c.Attempt(p, change)
	noFault(t, faults)
	if accepted != nil {
		t.Fatal("the change was accepted")
	}
	return rejected
}

func body(target, expression string) string {
	return `{"body":` + expression + `,"kind":"replace_function_body","target":"` + target + `"}`
}

func TestAttemptReport(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	a := attempted(t, p, c, bodyWrong)
	report := parsed(t, a.Report())
	if !bytes.Equal(canonicalAgain(t, report), a.Report()) {
		t.Error("the report is not canonical")
	}
	if got := sum(AttemptSchema, a.Report()); got != a.Revision().String() {
		t.Errorf("revision %s, recomputed %s", a.Revision(), got)
	}
	m, _ := i.Project().Module("calculator.core")
	want := `{"evidence_owner":"retained_verified_predecessor_semantic_index","id":"calculator.is_even","identity_origin":"explicit","kind":"function",` +
		`"module":"calculator.core","owner":null,"path":"src/core.spx","source_digest":"` + m.SourceDigest.String() + `","source_revision":"` + m.Revision.String() + `"}` + "\n"
	if got := string(canonicalAgain(t, report["target_provenance"])); got != want {
		t.Errorf("provenance %s", got)
	}
	row := report["diagnostics"].([]any)[0].(map[string]any)
	if row["code"] != "SPX-T103" || row["path"] != "src/core.spx" || row["location_basis"] != "uncommitted_attempt_or_constructor_input_not_authenticated_base_span" {
		t.Errorf("diagnostic %v", row)
	}
	if got, want := a.RetainedBytes(), int64(len(a.Report())+len(c.Report())); got != want {
		t.Errorf("retained bytes %d, want %d", got, want)
	}
	s := a.Summary()
	if s.Attempt != a.Revision() || s.Candidate != c.Revision() || s.Project != c.Now().Revision() || s.Diagnostics != 1 || s.Bytes != uint64(len(a.Report())) {
		t.Errorf("summary %+v", s)
	}
}

func TestWhatIsNoAttempt(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	stale, faults := NewChange(canon.Plain("x"), []byte(bodyWrong))
	noFault(t, faults)
	_, rejected, faults := c.Attempt(p, stale)
	wantCode(t, faults, diag.G224)
	if rejected != nil {
		t.Error("a stale change is kept")
	}
	fine, faults := NewChange(c.Now().Revision(), []byte(bodyEven))
	noFault(t, faults)
	accepted, rejected, faults := c.Attempt(p, fine)
	noFault(t, faults)
	if accepted == nil || rejected != nil {
		t.Error("an accepted change is no candidate")
	}
	malformed := attempted(t, p, c, `{"kind":"no_such_kind","target":"calculator.none"}`)
	report := parsed(t, malformed.Report())
	if report["target_provenance"] != nil {
		t.Errorf("provenance %v", report["target_provenance"])
	}
	if _, fits := attemptDiagnostics(make(diag.List, MaxAttemptDiagnostics+1)); fits {
		t.Error("257 diagnostics fit")
	}
	long := diag.List{diag.New(diag.G222, "", diag.Span{}, strings.Repeat("x", MaxAttemptTextBytes))}
	if _, fits := attemptDiagnostics(long); fits {
		t.Error("more than 1 MiB of text fits")
	}
}

func TestRepairReasons(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	cases := []struct{ intention, reason string }{
		{`{"kind":"rename_declaration","target":"calculator.none","name":"x"}`, reasonNoClass},
		{`{"kind":"replace_function_body","target":"calculator.add"}`, reasonNoClass},
		{body("calculator.add", `{"kind":"bool","value":true}`), reasonNoLiteral},
		{body("calculator.none", `{"kind":"i32","value":7}`), reasonNoSignature},
		{bodyWrong, reasonNoInteger},
		{body("calculator.app.main", `{"kind":"i64","value":7}`), reasonSameType},
		{body("calculator.power", `{"kind":"usize","value":18446744073709551615}`), reasonOutOfRange},
		{body("calculator.app.main", `{"kind":"i32","value":7}`), reasonNotAdmitted},
		{body("calculator.power", `{"kind":"i32","value":-7}`), reasonRepairExists},
	}
	for _, each := range cases {
		catalogue, faults := attempted(t, p, c, each.intention).Repairs(p)
		noFault(t, faults)
		if catalogue.Reason != each.reason || (len(catalogue.Repairs) == 1) != (each.reason == reasonRepairExists) {
			t.Errorf("%s: %s, %d repairs, want %s", each.intention, catalogue.Reason, len(catalogue.Repairs), each.reason)
		}
	}
}

func TestLiteralRepair(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	a := attempted(t, p, c, body("calculator.power", `{"kind":"i32","value":-7}`))
	catalogue, faults := a.Repairs(p)
	noFault(t, faults)
	checkRepair(t, p, c, a, catalogue, body("calculator.power", `{"kind":"i64","value":-7}`))
	row := parsed(t, RepairCatalogueShape().AppendCJ(nil, catalogue))["repairs"].([]any)[0].(map[string]any)
	if row["from_type"] != "i32" || row["expected_type"] != "i64" || string(canonicalAgain(t, row["preserved_integer_value"])) != "-7\n" {
		t.Errorf("row %v", row)
	}
}

// checkRepair applies a repair in both ways and recomputes its identity.
func checkRepair(t *testing.T, p *Programs, c *Candidate, a *Attempt, catalogue *RepairCatalogue, transformed string) {
	t.Helper()
	repair := catalogue.Repairs[0]
	change, faults := NewChange(c.Now().Revision(), []byte(transformed))
	noFault(t, faults)
	if string(repair.Change) != change.Text() {
		t.Errorf("change %s", repair.Change)
	}
	key := []byte(`{"attempt_revision":"` + a.Revision().String() + `","change":` + change.Text() + `,"class":"` + string(repair.Class) + `"}` + "\n")
	if got := sum("semaprax.project-candidate-typed-repair.v1", key); got != repair.ID.String() {
		t.Errorf("repair id %s, recomputed %s", repair.ID, got)
	}
	plain, faults := a.Repair(p, repair.ID)
	noFault(t, faults)
	if plain.Revision() != repair.Validated || plain.Changes()[0].Text() != change.Text() {
		t.Error("the repair is not the plain change")
	}
	_, faults = a.Repair(p, canon.Plain("other"))
	wantCode(t, faults, diag.G270)

	kept := mustApply(t, p, c, string(repair.Intent))
	if kept.Now().Revision() != plain.Now().Revision() || kept.Revision() == plain.Revision() {
		t.Error("the intention must give the same sources and another history")
	}
	if kept.Operations()[0].Kind != "repair_diagnostic" {
		t.Errorf("operation %+v", kept.Operations()[0])
	}
	after := mustApply(t, p, kept, bodyOf(c))
	capsule, faults := after.Capsule(p)
	noFault(t, faults)
	base, faults := p.Base(after)
	noFault(t, faults)
	back, faults := Restore(p, base, capsule)
	noFault(t, faults)
	if back.Revision() != after.Revision() {
		t.Error("a history with a repair is not restored")
	}
	_, _, faults = kept.Rebase(p, plain)
	wantCode(t, faults, CodeRepairRebase)
}

// bodyOf is some change that the project of a candidate admits.
func bodyOf(c *Candidate) string {
	if c.Base().Manifest().Name() == "calculator" {
		return renameClamp
	}
	return `{"kind":"rename_declaration","target":"m.main","name":"other"}`
}

func TestByteFieldRepair(t *testing.T) {
	i := memory(t, map[string]string{
		"app.spx": "module m.app;\n\n@id(\"m.packet\")\nrecord Packet {\n    @id(\"m.packet.data\")\n    data: Bytes,\n    @id(\"m.packet.kind\")\n    kind: i64,\n}\n\n" +
			"@id(\"m.size\")\nfn size(packet: own Packet) -> usize\n{\n    0usize\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    0\n}\n",
		"tests.spx": "module m.tests;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    0\n}\n",
	})
	p, c := opened(t, i)
	view := func(argument string) string {
		return body("m.size", `{"arguments":[{"arguments":[`+argument+`],"kind":"builtin_call","target":"core.bytes.as-slice"}],"kind":"builtin_call","target":"core.bytes.len"}`)
	}
	staged := view(`{"base":{"kind":"place","name":"packet"},"kind":"project","target":"m.packet.data"}`)
	a := attempted(t, p, c, staged)
	t.Logf("refused with %s", a.Diagnostics()[0].Code)
	catalogue, faults := a.Repairs(p)
	noFault(t, faults)
	if len(catalogue.Repairs) == 0 {
		t.Fatalf("no repair: %s", catalogue.Reason)
	}
	row := parsed(t, RepairCatalogueShape().AppendCJ(nil, catalogue))["repairs"].([]any)[0].(map[string]any)
	if got := string(canonicalAgain(t, row["replacements"])); got != `[{"field":"m.packet.data","root":"packet"}]`+"\n" || string(canonicalAgain(t, row["replacement_count"])) != "1\n" {
		t.Errorf("row %v", row)
	}
	repair := catalogue.Repairs[0]
	change, faults := NewChange(c.Now().Revision(), []byte(view(`{"kind":"field_place","root":"packet","target":"m.packet.data"}`)))
	noFault(t, faults)
	if string(repair.Change) != change.Text() {
		t.Errorf("change %s", repair.Change)
	}
	fixed, faults := a.Repair(p, repair.ID)
	noFault(t, faults)
	noFault(t, fixed.Validate(p))
}
