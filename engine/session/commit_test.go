package session

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/publish"
	"github.com/semaprax/semaprax-go/policy"
)

// fakePublisher is a repository in memory. The errors are those of its steps.
type fakePublisher struct {
	plan, write, verify, pivot, confirm error
	during                              func(step string) // sees each step begin
	steps                               []string
	expect, change                      []publish.File
	closed                              bool
}

func (f *fakePublisher) Identity() string { return "/srv/repository.git" }
func (f *fakePublisher) Close()           { f.closed = true }

func (f *fakePublisher) step(name string, err error) error {
	f.steps = append(f.steps, name)
	if f.during != nil {
		f.during(name)
	}
	return err
}

func (f *fakePublisher) Plan(expect, change []publish.File) (publish.Plan, error) {
	f.expect, f.change = expect, change
	return fakePlan{f}, f.step("plan", f.plan)
}

type fakePlan struct{ *fakePublisher }

func (f fakePlan) Prepared() publish.Prepared {
	return publish.Prepared{Repository: f.Identity(), Reference: "refs/heads/main", Format: "sha1", Base: strings.Repeat("a", 40),
		Commit: strings.Repeat("b", 40), Tree: strings.Repeat("c", 40), Changed: []string{"src/core.spx"}, ContentBinding: numbered(1).String()}
}
func (f fakePlan) Write() error   { return f.step("write", f.write) }
func (f fakePlan) Verify() error  { return f.step("verify", f.verify) }
func (f fakePlan) Pivot() error   { return f.step("pivot", f.pivot) }
func (f fakePlan) Confirm() error { return f.step("confirm", f.confirm) }
func (f fakePlan) Discard()       { f.steps = append(f.steps, "discard") }

func uncertain() error {
	return &publish.Error{Code: publish.CodeUncertain, Text: "the rename failed", MayHaveMoved: true, Reference: "refs/heads/main", Commit: "b"}
}

func stale() error { return &publish.Error{Code: publish.CodeStale, Text: "the branch moved"} }

// renamed is the digest of the candidate that every session over a project derives for
// one rename.
func renamed(t testing.TB, s *Session) string {
	t.Helper()
	opened := ask(t, s, "candidate/open", imageParams(s)).member(t, "candidate_revision")
	intent := `"intent":{"kind":"rename_declaration","target":"calculator.add","name":"plus"}`
	return ask(t, s, "candidate/apply-intent", imageParams(s, `"candidate_revision":"`+opened+`"`, intent)).member(t, "candidate_revision")
}

// approved opens a session with a publisher and the host's word for the rename.
func approved(t testing.TB, f *fakePublisher) (s *Session, dir, digest, approval string) {
	t.Helper()
	scout, dir := openSession(t, "calculator", policy.Candidate.Policy())
	digest = renamed(t, scout)
	s = openAt(t, dir, policy.Candidate.Policy())
	if faults := s.AttachPublisher(f); faults != nil {
		t.Fatal(faults[0])
	}
	revision, faults := s.Approve(digest)
	if faults != nil {
		t.Fatal(faults[0])
	}
	if got := renamed(t, s); got != digest {
		t.Fatalf("the second session derives %s, not %s", got, digest)
	}
	return s, dir, digest, revision.String()
}

func commitParamsOf(s *Session, digest, approval string) string {
	return imageParams(s, `"candidate_revision":"`+digest+`"`, `"approval_revision":"`+approval+`"`)
}

// attemptCommit runs a whole attempt in a session, whatever comes of it.
func attemptCommit(t testing.TB, s *Session, f *fakePublisher) answer {
	t.Helper()
	scout := openAt(t, filepath.Dir(s.config.Manifest), policy.Candidate.Policy())
	digest := renamed(t, scout)
	if faults := s.AttachPublisher(f); faults != nil {
		t.Fatal(faults[0])
	}
	approval, faults := s.Approve(digest)
	if faults != nil {
		t.Fatal(faults[0])
	}
	renamed(t, s)
	return ask(t, s, "candidate/commit", commitParamsOf(s, digest, approval.String()))
}

func TestCommitPublishesOnce(t *testing.T) {
	f := &fakePublisher{}
	s, dir, digest, approval := approved(t, f)
	status := ask(t, s, "source-commit/status", imageParams(s))
	if got := status.member(t, "state"); got != "available" {
		t.Errorf("state %s", got)
	}
	want := `{"approval_revision":"` + approval + `","candidate_revision":"` + digest + `"}`
	if got := status.member(t, "pending_approval"); got != want {
		t.Errorf("pending %s, want %s", got, want)
	}
	if got := approvalOf(s.config.Manifest, f.Identity(), digest, 1); got != approval {
		t.Errorf("approval revision %s, the formula gives %s", approval, got)
	}
	a := ask(t, s, "candidate/commit", commitParamsOf(s, digest, approval))
	if got := a.member(t, "state"); got != "published" {
		t.Fatalf("state %s in %s", got, a.raw)
	}
	if got := strings.Join(f.steps, " "); got != "plan write verify pivot confirm" {
		t.Errorf("steps %s", got)
	}
	if len(f.expect) != 5 || f.expect[0].Path != "semaprax.toml" || len(f.change) == 0 || len(f.change) == len(f.expect) {
		t.Errorf("%d expected, %d changed", len(f.expect), len(f.change))
	}
	revision := a.member(t, "report_revision")
	receipt := readReceipt(t, s, revision, 100)
	if got := receiptOf(receipt); got != revision {
		t.Errorf("receipt revision %s, the formula gives %s", revision, got)
	}
	var said struct {
		Digest string `json:"approved_candidate_digest"`
		Commit string `json:"published_commit"`
		Format string `json:"git_object_format"`
	}
	if err := json.Unmarshal([]byte(receipt), &said); err != nil || said.Digest != digest || said.Commit != strings.Repeat("b", 40) || said.Format != "sha1" {
		t.Errorf("receipt %s: %v", receipt, err)
	}
	wantCode(t, ask(t, s, "candidate/commit", commitParamsOf(s, digest, approval)), "SPX-G287")
	os.Remove(firstSource(s, dir))
	if got := ask(t, s, "source-commit/status", imageParams(s)).member(t, "state"); got != "published" {
		t.Errorf("after drift: %s", got)
	}
	if readReceipt(t, s, revision, 32768) != receipt {
		t.Error("the receipt differs after drift")
	}
	s.Finish(nil)
	if !f.closed {
		t.Error("the repository stays open")
	}
}

// readReceipt reads every chunk.
func readReceipt(t testing.TB, s *Session, revision string, size int) string {
	t.Helper()
	text := ""
	for offset := "0"; offset != ""; {
		a := ask(t, s, "candidate/commit-report", imageParams(s, `"report_revision":"`+revision+`"`, `"offset":`+offset, `"chunk_bytes":`+decimal(size)))
		text += a.member(t, "chunk")
		offset = a.member(t, "next_offset")
	}
	return text
}

// framedBE recomputes the big-endian formula of approvals and receipts.
func framedBE(domain string, fields ...string) string {
	h := sha256.New()
	h.Write(append([]byte(domain), 0))
	for _, field := range fields {
		binary.Write(h, binary.BigEndian, uint64(len(field)))
		h.Write([]byte(field))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

func approvalOf(manifest, identity, digest string, sequence uint64) string {
	return framedBE("semaprax.image-source-commit.host-approval.v1", manifest, identity, digest,
		string(binary.BigEndian.AppendUint64(nil, sequence)))
}

func receiptOf(receipt string) string {
	return framedBE("semaprax.image-source-commit.receipt.v1", receipt)
}

// TestCommitRefusals: what leaves the approval pending and what uses it up.
func TestCommitRefusals(t *testing.T) {
	wrong := numbered(7).String()
	t.Run("mismatches stay pending", func(t *testing.T) {
		f := &fakePublisher{}
		s, dir, digest, approval := approved(t, f)
		wantCode(t, ask(t, s, "candidate/commit", commitParamsOf(s, digest, wrong)), "SPX-G286")
		wantCode(t, ask(t, s, "candidate/commit", commitParamsOf(s, wrong, approval)), "SPX-G224")
		other := ask(t, s, "candidate/open", imageParams(s)).member(t, "candidate_revision")
		wantCode(t, ask(t, s, "candidate/commit", commitParamsOf(s, other, approval)), "SPX-G286")
		if got := ask(t, s, "source-commit/status", imageParams(s)).member(t, "pending_approval"); got == "" {
			t.Error("a mismatch used the approval up")
		}
		wantCode(t, ask(t, s, "candidate/commit-report", imageParams(s, `"report_revision":"`+wrong+`"`)), "SPX-G286")
		os.Remove(firstSource(s, dir))
		wantCode(t, ask(t, s, "candidate/commit", commitParamsOf(s, digest, approval)), "SPX-J102")
		if len(f.steps) != 0 {
			t.Errorf("steps %v", f.steps)
		}
	})
	for _, c := range []struct {
		name, code, state, steps string
		f                        *fakePublisher
	}{
		{"plan", "SPX-G265", "available", "plan", &fakePublisher{plan: stale()}},
		{"write", "SPX-G266", "available", "plan write discard", &fakePublisher{write: os.ErrPermission}},
		{"verify", "SPX-G276", "available", "plan write verify discard", &fakePublisher{verify: &publish.Error{Code: codeDisagreement}}},
		{"pivot lost", "SPX-G265", "available", "plan write verify pivot discard", &fakePublisher{pivot: stale()}},
		{"pivot uncertain", "SPX-G267", "publication_uncertain", "plan write verify pivot", &fakePublisher{pivot: uncertain()}},
		{"confirm", "SPX-G267", "publication_uncertain", "plan write verify pivot confirm", &fakePublisher{confirm: stale()}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _, digest, approval := approved(t, c.f)
			wantCode(t, ask(t, s, "candidate/commit", commitParamsOf(s, digest, approval)), c.code)
			status := ask(t, s, "source-commit/status", imageParams(s))
			if got := status.member(t, "state"); got != c.state {
				t.Errorf("state %s", got)
			}
			if got := status.member(t, "pending_approval"); got != "" {
				t.Errorf("the approval survives: %s", got)
			}
			if got := status.member(t, "last_error_codes"); !strings.Contains(got, c.code) {
				t.Errorf("last_error_codes %s", got)
			}
			if got := strings.Join(c.f.steps, " "); got != c.steps {
				t.Errorf("steps %q, want %q", got, c.steps)
			}
			second := "SPX-G286"
			if c.state != "available" {
				second = "SPX-G287"
			}
			wantCode(t, ask(t, s, "candidate/commit", commitParamsOf(s, digest, approval)), second)
		})
	}
}

// TestDriftDuringAPublication changes the source at every step.
func TestDriftDuringAPublication(t *testing.T) {
	for step, want := range map[string]string{"plan": "SPX-G265", "write": "SPX-G265", "verify": "SPX-G265", "pivot": "SPX-G267", "confirm": ""} {
		f := &fakePublisher{}
		s, dir, digest, approval := approved(t, f)
		f.during = func(name string) {
			if name == step {
				os.Remove(firstSource(s, dir))
			}
		}
		if got := ask(t, s, "candidate/commit", commitParamsOf(s, digest, approval)).code(); got != want {
			t.Errorf("drift during %s: %q, want %q after %v", step, got, want, f.steps)
		}
	}
}

func TestApprovalNeedsAnUnusedSession(t *testing.T) {
	digest := numbered(3).String()
	read, _ := openSession(t, "calculator", nil)
	if faults := read.AttachPublisher(&fakePublisher{}); len(faults) != 1 || faults[0].Code != codeConfiguration {
		t.Errorf("without candidate_prepare: %v", faults)
	}
	if _, faults := read.Approve(digest); len(faults) != 1 || faults[0].Code != codeConfiguration {
		t.Errorf("without a publisher: %v", faults)
	}
	for _, method := range []string{"candidate/commit", "source-commit/status", "candidate/commit-report"} {
		if read.methods.find([]byte(method)) != nil {
			t.Errorf("%s is selected without a publisher", method)
		}
	}
	s, _ := openSession(t, "calculator", policy.Candidate.Policy())
	if faults := s.AttachPublisher(&fakePublisher{}); faults != nil {
		t.Fatal(faults[0])
	}
	if faults := s.AttachPublisher(&fakePublisher{}); len(faults) != 1 || faults[0].Code != codeConfiguration {
		t.Errorf("a second publisher: %v", faults)
	}
	for _, bad := range []string{"", "sha256:", digest + "0", strings.ToUpper(digest)} {
		if _, faults := s.Approve(bad); len(faults) != 1 || faults[0].Code != publish.CodeTarget {
			t.Errorf("%q: %v", bad, faults)
		}
	}
	if _, faults := s.Approve(digest); faults != nil {
		t.Fatal(faults[0])
	}
	if _, faults := s.Approve(digest); len(faults) != 1 || faults[0].Code != publish.CodeTarget {
		t.Errorf("a second approval: %v", faults)
	}
	used, _ := openSession(t, "calculator", policy.Candidate.Policy())
	if faults := used.AttachPublisher(&fakePublisher{}); faults != nil {
		t.Fatal(faults[0])
	}
	used.Handle([]byte(`{"jsonrpc":"2.0","method":"x"}`))
	if _, faults := used.Approve(digest); len(faults) != 1 || faults[0].Code != codeConfiguration {
		t.Errorf("after a frame: %v", faults)
	}
	claimed, _ := openSession(t, "calculator", policy.Candidate.Policy())
	if faults := claimed.AttachPublisher(&fakePublisher{}); faults != nil {
		t.Fatal(faults[0])
	}
	if err := claimed.Claim(); err != nil {
		t.Fatal(err)
	}
	if _, faults := claimed.Approve(digest); len(faults) != 1 || faults[0].Code != codeConfiguration {
		t.Errorf("after a claim: %v", faults)
	}
}
