package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/policy"
)

// withCandidates grants candidates and attempts, and read batches.
func withCandidates() *policy.Policy {
	return &policy.Policy{Version: 7, CandidatePrepare: true, Diagnostics: true, ReadBatchWorkers: 4}
}

// preparing opens a session with candidates and one open candidate.
func preparing(t testing.TB, project string) (s *Session, dir, revision string) {
	t.Helper()
	s, dir = openSession(t, project, withCandidates())
	return s, dir, ask(t, s, "candidate/open", imageParams(s)).member(t, "candidate_revision")
}

// on spells the params of a call on a candidate.
func on(s *Session, revision string, more ...string) string {
	return imageParams(s, append([]string{`"candidate_revision":"` + revision + `"`}, more...)...)
}

func renaming(name string) string {
	return `"intent":{"kind":"rename_declaration","target":"calculator.clamp","name":"` + name + `"}`
}

// applying applies an intention and returns the new candidate.
func applying(t testing.TB, s *Session, revision, intent string) string {
	t.Helper()
	return ask(t, s, "candidate/apply-intent", on(s, revision, intent)).member(t, "candidate_revision")
}

// whole reads a report chunk by chunk.
func whole(t testing.TB, s *Session, method, params string, size int) string {
	t.Helper()
	var text strings.Builder
	for offset := "0"; offset != ""; {
		a := ask(t, s, method, strings.TrimSuffix(params, "}")+fmt.Sprintf(`,"offset":%s,"chunk_bytes":%d}`, offset, size))
		piece := a.member(t, "chunk")
		if len(piece) > size {
			t.Fatalf("%s: a chunk of %d bytes", method, len(piece))
		}
		text.WriteString(piece)
		if total := a.member(t, "total_bytes"); a.member(t, "next_offset") == "" && total != fmt.Sprint(text.Len()) {
			t.Fatalf("%s: total %s, read %d", method, total, text.Len())
		}
		offset = a.member(t, "next_offset")
	}
	return text.String()
}

func TestChunksGiveTheReport(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	c = applying(t, s, c, renaming("bounded"))
	kept := s.registry.candidates.subjects
	var report string
	for _, each := range kept {
		if each.Revision().String() == c {
			report = string(each.(*candidate.Candidate).Report())
		}
	}
	for _, size := range []int{MinChunkBytes, MinChunkBytes + 1, MaxChunkBytes} {
		if got := whole(t, s, "candidate/query", on(s, c), size); got != report {
			t.Errorf("chunks of %d bytes give another report", size)
		}
	}
	for _, offset := range []int{len(report), len(report) + 1} {
		a := ask(t, s, "candidate/query", on(s, c, fmt.Sprintf(`"offset":%d`, offset)))
		switch {
		case offset > len(report):
			wantCode(t, a, "SPX-G222")
		case a.member(t, "chunk") != "" || a.member(t, "next_offset") != "":
			t.Errorf("at the end: %s", a.raw)
		}
	}
}

// TestCandidatesCrossSessions exports a capsule and restores it in another session of
// the same source.
func TestCandidatesCrossSessions(t *testing.T) {
	s, dir, c := preparing(t, "calculator")
	c = applying(t, s, applying(t, s, c, renaming("bounded")), `"intent":{"kind":"replace_function_body","target":"calculator.is_even","body":{"kind":"bool","value":false}}`)
	capsule := strings.TrimSuffix(whole(t, s, "candidate/recovery-export", on(s, c), 2048), "\n")
	other := openAt(t, dir, withCandidates())
	back := ask(t, other, "candidate/recovery-restore", imageParams(other, `"capsule":`+capsule))
	if got := back.member(t, "candidate_revision"); got != c {
		t.Errorf("restored %s, want %s", got, c)
	}
	spaced := strings.Replace(strings.Replace(capsule, `":"`, `" : "`, 3), "calculator.clamp", `calculator\u002eclamp`, 1)
	back = ask(t, other, "candidate/recovery-restore", imageParams(other, `"capsule":`+spaced))
	if got := back.member(t, "candidate_revision"); got != c {
		t.Errorf("restored %s from another spelling, want %s", got, c)
	}
	wrong := strings.Replace(capsule, "bounded", "bounder", 1)
	wantCode(t, ask(t, other, "candidate/recovery-restore", imageParams(other, `"capsule":`+wrong)), "SPX-G238")
	if n := len(other.registry.candidates.subjects); n != 1 {
		t.Errorf("%d candidates retained", n)
	}
	elsewhere, _ := openSession(t, "bytes", withCandidates())
	wantCode(t, ask(t, elsewhere, "candidate/recovery-restore", imageParams(elsewhere, `"capsule":`+capsule)), "SPX-G238")
}

func TestCandidateSlots(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	var last string
	for n := range MaxCandidates - 1 {
		last = applying(t, s, c, renaming(fmt.Sprint("name", n)))
	}
	wantCode(t, ask(t, s, "candidate/apply-intent", on(s, c, renaming("onemore"))), "SPX-G223")
	wantCode(t, ask(t, s, "candidate/apply-intent", on(s, c, renaming("name3"))), "")
	wantCode(t, ask(t, s, "candidate/merge", on(s, c, `"other_candidate_revision":"`+last+`"`)), "")
	wantCode(t, ask(t, s, "candidate/rebase", on(s, c, `"new_base_candidate_revision":"`+last+`"`)), "SPX-G223")
	wantCode(t, ask(t, s, "candidate/discard", on(s, last)), "")
	wantCode(t, ask(t, s, "candidate/discard", on(s, last)), "SPX-G224")
	wantCode(t, ask(t, s, "candidate/apply-intent", on(s, c, renaming("onemore"))), "")
	if got := s.registry.counts(); got != [3]int{MaxCandidates, 0, 0} {
		t.Errorf("counts %v", got)
	}
}

func TestAttemptSlots(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	wrong := func(n int) string {
		return fmt.Sprintf(`"intent":{"kind":"replace_function_body","target":"calculator.power","body":{"kind":"i32","value":%d}}`, n)
	}
	var last string
	for n := range MaxAttempts {
		a := ask(t, s, "candidate/attempt", on(s, c, wrong(n)))
		if a.member(t, "status") != "rejected" || a.member(t, "candidate") != "" {
			t.Fatalf("outcome %s", a.raw)
		}
		var summary struct {
			Revision string `json:"attempt_revision"`
		}
		if err := json.Unmarshal([]byte(a.member(t, "attempt")), &summary); err != nil {
			t.Fatal(err)
		}
		last = summary.Revision
	}
	wantCode(t, ask(t, s, "candidate/attempt", on(s, c, wrong(99))), "SPX-G242")
	wantCode(t, ask(t, s, "candidate/attempt", on(s, c, wrong(3))), "")
	wantCode(t, ask(t, s, "attempt/discard", imageParams(s, `"attempt_revision":"`+last+`"`)), "")
	wantCode(t, ask(t, s, "candidate/attempt", on(s, c, wrong(99))), "")
	a := ask(t, s, "workspace/retained-subjects", imageParams(s))
	var rows []struct{ Attempt, Base string }
	if err := json.Unmarshal([]byte(a.member(t, "attempts")), &rows); err != nil || len(rows) != MaxAttempts {
		t.Errorf("%d attempts, %v", len(rows), err)
	}
	wantCode(t, ask(t, s, "candidate/discard", on(s, c)), "")
	a = ask(t, s, "workspace/retained-subjects", imageParams(s))
	if strings.Contains(a.raw, `"base_candidate_retained":true`) || !strings.Contains(a.raw, `"base_candidate_retained":false`) {
		t.Error("attempts name a dropped candidate as retained")
	}
}

func TestForeignSubjectsAreInconsistent(t *testing.T) {
	s, _ := openSession(t, "calculator", withCandidates())
	for shelf, put := range map[shelfKind]testSubject{candidateShelf: {numbered(1), 1}, draftShelf: {numbered(1), 1}, attemptShelf: {numbered(1), 1}} {
		s.registry = newRegistry()
		s.registry.apply(&mutation{kind: shelf, keep: put})
		wantCode(t, ask(t, s, "workspace/retained-subjects", imageParams(s)), "SPX-G356")
	}
}

// TestRefreshKeepsWorkingCandidates changes the source and refreshes: candidates of
// the old source stay usable, what starts anew starts at the new one.
func TestRefreshKeepsWorkingCandidates(t *testing.T) {
	s, dir, c := preparing(t, "calculator")
	c = applying(t, s, c, renaming("bounded"))
	path := filepath.Join(dir, "src", "core.spx")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), "left * right", "right * left", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	wantCode(t, ask(t, s, "candidate/validate", on(s, c)), "SPX-J102")
	preview := ask(t, s, "workspace/refresh-preview", imageParams(s))
	a := ask(t, s, "workspace/refresh", imageParams(s, `"expected_new_project_revision":"`+preview.member(t, "observed_project_revision")+`"`))
	if !strings.Contains(a.member(t, "retained_candidates"), c) {
		t.Errorf("retained %s", a.member(t, "retained_candidates"))
	}
	wantCode(t, ask(t, s, "candidate/validate", on(s, c)), "")
	next := applying(t, s, c, renaming("limited"))
	fresh := ask(t, s, "candidate/open", imageParams(s)).member(t, "candidate_revision")
	wantCode(t, ask(t, s, "candidate/compare", on(s, next, `"other_candidate_revision":"`+fresh+`"`)), "SPX-G224")
	wantCode(t, ask(t, s, "candidate/merge", on(s, next, `"other_candidate_revision":"`+fresh+`"`)), "SPX-G235")
	rebased := ask(t, s, "candidate/rebase", on(s, next, `"new_base_candidate_revision":"`+fresh+`"`))
	var handle struct {
		Base string `json:"base_revision"`
	}
	if err := json.Unmarshal([]byte(rebased.member(t, "candidate")), &handle); err != nil || handle.Base != s.project.Revision().String() {
		t.Errorf("rebased onto %s, the source is %s", handle.Base, s.project.Revision())
	}
}

func TestDriftDropsACandidate(t *testing.T) {
	s, dir, c := preparing(t, "calculator")
	for _, each := range drifts() {
		if each.name == "content" {
			each.do(t, dir, filepath.Join(dir, "src", "core.spx"))
		}
	}
	wantCode(t, ask(t, s, "candidate/apply-intent", on(s, c, renaming("bounded"))), "SPX-J102")
	if got := s.registry.counts(); got != [3]int{1, 0, 0} {
		t.Errorf("counts %v", got)
	}
}

// TestCandidatesInBatches runs every batchable candidate row at once and compares
// with ordinary responses.
func TestCandidatesInBatches(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	c2 := applying(t, s, c, renaming("bounded"))
	c3 := applying(t, s, c, `"intent":{"kind":"replace_function_body","target":"calculator.is_even","body":{"kind":"bool","value":false}}`)
	rejected := ask(t, s, "candidate/attempt", on(s, c, `"intent":{"kind":"replace_function_body","target":"calculator.power","body":{"kind":"i32","value":1}}`))
	attempt := rejected.raw[strings.Index(rejected.raw, `"attempt_revision":"`)+len(`"attempt_revision":"`):][:71]
	other := `"other_candidate_revision":"` + c3 + `"`
	at := imageParams(s, `"attempt_revision":"`+attempt+`"`)
	frames := []string{
		request("1", "candidate/query", on(s, c2)), request("2", "candidate/validate", on(s, c2)),
		request("3", "candidate/impact", on(s, c2, `"target":"calculator.clamp"`)), request("4", "candidate/compare", on(s, c2, other)),
		request("5", "candidate/merge-preview", on(s, c2, other)), request("6", "candidate/recovery-export", on(s, c3)),
		request("7", "validation/catalog", imageParams(s)), request("8", "attempt/summary", at),
		request("9", "attempt/query", at), request("10", "attempt/repair-catalog", at),
		request("11", "candidate/validate", on(s, c3)), request("12", "candidate/validate", on(s, c)),
	}
	var want []string
	for _, frame := range frames {
		want = append(want, string(s.Handle([]byte(frame))))
	}
	got := rowsOf(t, ask(t, s, "workspace/read-batch", batchFrames(s, frames...)))
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("row %d:\n got %.300s\nwant %.300s", i, got[i], want[i])
		}
	}
	for _, method := range []string{"candidate/open", "candidate/apply-intent", "candidate/merge", "candidate/rebase", "candidate/discard",
		"candidate/recovery-restore", "workspace/retained-subjects", "candidate/attempt", "attempt/repair-apply", "attempt/discard"} {
		row := rowsOf(t, ask(t, s, "workspace/read-batch", batchFrames(s, request("1", method, on(s, c)))))[0]
		if !strings.Contains(row, messageBatchUnavailable) {
			t.Errorf("%s: %s", method, row)
		}
	}
}

// TestCandidateGrants checks which grant shows which rows and what their descriptors
// say.
func TestCandidateGrants(t *testing.T) {
	described := map[string]policy.Grant{
		"candidate/query": policy.GrantSemanticRead, "candidate/impact": policy.GrantSemanticRead, "candidate/compare": policy.GrantSemanticRead,
		"candidate/validate": policy.GrantSemanticRead, "candidate/recovery-export": policy.GrantSemanticRead, "validation/catalog": policy.GrantSemanticRead,
		"candidate/open": policy.GrantCandidatePrepare, "candidate/apply-intent": policy.GrantCandidatePrepare, "candidate/merge-preview": policy.GrantCandidatePrepare,
		"workspace/retained-subjects": policy.GrantCandidatePrepare, "candidate/attempt": policy.GrantCandidateDiagnostics, "attempt/query": policy.GrantCandidateDiagnostics,
	}
	s, _ := openSession(t, "calculator", withCandidates())
	for method, want := range described {
		if got := s.methods.find([]byte(method)); got == nil || got.capability != want {
			t.Errorf("%s: %+v", method, got)
		}
	}
	reading, _ := openSession(t, "calculator", nil)
	preparingOnly, _ := openSession(t, "calculator", &policy.Policy{Version: 1, CandidatePrepare: true})
	for method := range described {
		if reading.methods.find([]byte(method)) != nil {
			t.Errorf("%s is there without a grant", method)
		}
		if attempt := strings.Contains(method, "attempt"); attempt == (preparingOnly.methods.find([]byte(method)) != nil) {
			t.Errorf("%s under candidate_prepare alone", method)
		}
	}
}

func TestCatalogueRows(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	a := ask(t, s, "change/catalog", on(s, c, `"target":"calculator.add"`))
	if a.member(t, "candidate_digest") != c || !strings.Contains(a.member(t, "operations"), `"kind":"replace_function_body"`) {
		t.Errorf("catalogue %.400s", a.raw)
	}
	none := ask(t, s, "change/catalog", on(s, c, `"target":"calculator.none"`))
	if none.member(t, "operations") != "[]" {
		t.Errorf("operations of an unknown target: %s", none.member(t, "operations"))
	}
	a = ask(t, s, "expression/catalog", on(s, c, `"target":"calculator.add"`))
	if a.member(t, "candidate_digest") != c || !strings.Contains(a.member(t, "expressions"), `"phase":"body"`) {
		t.Errorf("catalogue %.400s", a.raw)
	}
	wantCode(t, ask(t, s, "expression/catalog", on(s, c, `"target":"calculator.none"`)), "SPX-G225")
	a = ask(t, s, "candidate/contract-expression-catalog", on(s, c, `"target":"calculator.add"`))
	if rows := a.member(t, "expressions"); strings.Contains(rows, `"phase":"body"`) || !strings.Contains(rows, `"phase":"ensures"`) {
		t.Errorf("contract expressions %.400s", rows)
	}
	wantCode(t, ask(t, s, "candidate/interface-catalog", on(s, c, `"target":"calculator.add"`)), "SPX-G272")
	s, _, c = preparing(t, "ledger")
	report := whole(t, s, "candidate/interface-catalog", on(s, c, `"target":"ledger.balance"`), MinChunkBytes)
	if !strings.Contains(report, `"schema":"semaprax.project-interface-change-catalog.v1"`) || !strings.HasSuffix(report, "}\n") {
		t.Errorf("catalogue %.400s", report)
	}
	wantCode(t, ask(t, s, "candidate/interface-catalog", on(s, c, `"target":"ledger.balance"`, `"offset":67108864`)), "SPX-G241")
}

// TestConstructorSchemas compiles each of the four documents on its own and judges
// real and wrong values with them.
func TestConstructorSchemas(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	a := ask(t, s, "protocol/constructor-schemas", imageParams(s))
	var documents []json.RawMessage
	if err := json.Unmarshal([]byte(a.member(t, "documents")), &documents); err != nil {
		t.Fatal(err)
	}
	c = applying(t, s, c, renaming("bounded"))
	capsule := whole(t, s, "candidate/recovery-export", on(s, c), MaxChunkBytes)
	var parts struct{ Changes []json.RawMessage }
	if err := json.Unmarshal([]byte(capsule), &parts); err != nil {
		t.Fatal(err)
	}
	change := string(parts.Changes[0])
	expression := `{"kind":"binary","op":"+","left":{"kind":"place","name":"x"},"right":{"kind":"i64","value":1}}`
	intention := strings.TrimPrefix(renaming("bounded"), `"intent":`)
	for i, each := range []struct{ id, fits, misfits string }{
		{"urn:semaprax.typed-expression.v1", expression, strings.Replace(expression, `"op":"+"`, `"op":"^"`, 1)},
		{"urn:semaprax.semantic-change-intent.v1", intention, strings.Replace(intention, "rename_declaration", "text_edit", 1)},
		{"urn:semaprax.semantic-change.v1", change, strings.Replace(change, "no_new_effects", "any_effects", 1)},
		{"urn:semaprax.project-candidate-recovery.v1", capsule, strings.Replace(capsule, `"package"`, `"packages"`, 1)},
	} {
		compiler := jsonschema.NewCompiler()
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(documents[i]))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiler.AddResource(each.id, value); err != nil {
			t.Fatal(err)
		}
		compiled, err := compiler.Compile(each.id)
		if err != nil {
			t.Fatalf("%s: %v", each.id, err)
		}
		if got := value.(map[string]any)["$id"]; got != each.id {
			t.Errorf("$id %v, want %s", got, each.id)
		}
		for text, fits := range map[string]bool{each.fits: true, each.misfits: false} {
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := compiled.Validate(value); (err == nil) != fits {
				t.Errorf("%s: %.200s: %v", each.id, text, err)
			}
		}
	}
}

func TestSymbolDiagnostics(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	at := func(more ...string) string {
		return on(s, c, append([]string{`"target":"calculator.power"`}, more...)...)
	}
	empty := ask(t, s, "candidate/symbol-diagnostics", at())
	if !strings.Contains(empty.member(t, "chunk"), `"availability":"no_matching_retained_rejected_attempts"`) {
		t.Errorf("empty report %.400s", empty.raw)
	}
	for n := range 5 {
		if n == 4 {
			wantCode(t, ask(t, s, "candidate/symbol-diagnostics", at()), "")
		}
		intent := fmt.Sprintf(`"intent":{"kind":"replace_function_body","target":"calculator.power","body":{"kind":"i32","value":%d}}`, n)
		wantCode(t, ask(t, s, "candidate/attempt", on(s, c, intent)), "")
		if n == 0 {
			first := ask(t, s, "candidate/symbol-diagnostics", at())
			if first.member(t, "report_revision") == empty.member(t, "report_revision") || !strings.Contains(first.member(t, "chunk"), `"class":"retag_integer_literal_to_retained_return_type"`) {
				t.Errorf("report %.600s", first.raw)
			}
			stale := `"expected_report_revision":"` + empty.member(t, "report_revision") + `"`
			wantCode(t, ask(t, s, "candidate/symbol-diagnostics", at(stale)), "SPX-G243")
			fresh := `"expected_report_revision":"` + first.member(t, "report_revision") + `"`
			rest := ask(t, s, "candidate/symbol-diagnostics", at(`"offset":5`, fresh))
			if first.member(t, "chunk")[5:] != rest.member(t, "chunk") {
				t.Error("the continuation is not the rest")
			}
			wantCode(t, ask(t, s, "candidate/symbol-diagnostics", at(`"offset":8388608`, fresh)), "SPX-G241")
		}
	}
	wantCode(t, ask(t, s, "candidate/symbol-diagnostics", at()), "SPX-G242")
	wantCode(t, ask(t, s, "candidate/symbol-diagnostics", on(s, c, `"target":"calculator.add"`)), "")
	blind := on(s, s.image.Revision().String(), `"target":"calculator.power"`, `"offset":1`)
	wantCode(t, ask(t, s, "candidate/symbol-diagnostics", blind), "SPX-G243")
	wantCode(t, ask(t, s, "candidate/symbol-diagnostics", on(s, s.image.Revision().String(), `"target":"calculator.power"`)), "SPX-G224")
}

func TestValidationCatalogue(t *testing.T) {
	tested := withCandidates()
	tested.TestPolicy = &policy.TestPolicy{MaxSteps: 1000, MaxExecutionBytes: 65536, MaxReportBytes: 262144}
	for want, granted := range map[string]*policy.Policy{
		"semaprax.image-validation-catalog.v1 not_run":                            withCandidates(),
		"semaprax.image-validation-catalog.v2 available_only_on_explicit_request": tested,
	} {
		s, _ := openSession(t, "calculator", granted)
		a := ask(t, s, "validation/catalog", imageParams(s))
		if got := a.member(t, "schema") + " " + a.member(t, "tests"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
