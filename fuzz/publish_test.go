package fuzz

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/publish"
	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/policy"
)

// fakePublisher is a repository in memory whose steps fail as the tape says.
type fakePublisher struct {
	*tape
	moved  bool // the branch is the commit
	told   bool // and an error said that it may be
	plans  int
	closed bool
	during func(step string) // what happens beside the publication
}

func (f *fakePublisher) Identity() string { return "fake" }
func (f *fakePublisher) Close()           { f.closed = true }

func (f *fakePublisher) Plan(expect, change []publish.File) (publish.Plan, error) {
	f.plans++
	if len(expect) == 0 || len(change) == 0 {
		return nil, errors.New("BUG: a publication of nothing")
	}
	return fakePlan{f}, f.fail("plan", false)
}

// fail makes one step fail now and then.
func (f *fakePublisher) fail(step string, moved bool) error {
	f.during(step)
	if !f.rarely(6) {
		return nil
	}
	refused := &publish.Error{Code: "SPX-G266", Text: step + " fails"}
	if moved {
		f.told = true
		refused = &publish.Error{Code: publish.CodeUncertain, Text: step + " fails", MayHaveMoved: true, Reference: "refs/heads/main", Commit: "c"}
	}
	return refused
}

type fakePlan struct{ on *fakePublisher }

func (p fakePlan) Prepared() publish.Prepared {
	return publish.Prepared{Repository: "fake", Reference: "refs/heads/main", Format: "sha1", Base: strings.Repeat("a", 40),
		Commit: strings.Repeat("b", 40), Tree: strings.Repeat("c", 40), Changed: []string{"src/core.spx"}, ContentBinding: zeroDigest}
}
func (p fakePlan) Write() error  { return p.on.fail("write", false) }
func (p fakePlan) Verify() error { return p.on.fail("verify", false) }
func (p fakePlan) Discard()      {}

func (p fakePlan) Pivot() error {
	if err := p.on.fail("pivot", false); err != nil {
		return err
	}
	p.on.moved = true
	return p.on.fail("pivot", true)
}

func (p fakePlan) Confirm() error { return p.on.fail("confirm", true) }

// FuzzPublication holds conversations in which one candidate is approved and may be
// published, by a repository that fails at any step, over a source that may change at any step.
//
// Oracle: that of FuzzSession; the branch moves at most once and only for the approved
// candidate; success is told only when it moved, SPX-G267 whenever it moved and
// success was not told, and never when it did not; after that nothing is published;
// the end leads with SPX-G287 exactly when it fails after a publication.
func FuzzPublication(f *testing.F) {
	w := calculator(f)
	approved := approvedCandidate(f, w)
	found := w.discoveryWith(f, everything(), everything().Grants().With(policy.GrantSourceCommit), func(s *session.Session) {
		noFaults(f, s.AttachPublisher(&fakePublisher{}))
	})
	f.Add([]byte{0})                                 // an undisturbed publication
	f.Add([]byte{0, 0, 0, 0, 0, 0, 5})               // a step that fails
	f.Add([]byte{0, 3, 1, 0, 0, 0, 0, 0, 0, 0})      // a change beside it
	f.Add(append([]byte{1, 1, 1}, noise(5, 200)...)) // calls, then a publication
	f.Add(append([]byte{0, 0}, noise(6, 300)...))    // calls after it
	// A change after the last look, while the branch is confirmed: told as published.
	f.Add([]byte("\xff\x87-pה2\xcf\xf0ٟ\x9a\x87-pה2\xe3\xc3\x05\xc8W\x92^\xb9\x05\xff\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		git := &fakePublisher{}
		c := converseWith(t, w, everything(), found, data, func(s *session.Session) {
			noFaults(t, s.AttachPublisher(git))
			_, faults := s.Approve(approved)
			noFaults(t, faults)
		})
		git.tape = c.tape
		git.during = func(step string) {
			if c.rarely(24) {
				authentic := c.disk == c.held
				c.change(c.below(3))
				c.late = step == "confirm" && authentic
			}
		}
		for range 12 {
			if c.below(3) == 0 {
				c.publish(git, approved)
			} else {
				c.step()
			}
			if c.done() {
				break
			}
		}
		c.finishPublication(git)
	})
}

// approvedCandidate is the candidate the host gives its word for.
func approvedCandidate(t testing.TB, w *world) string {
	t.Helper()
	c := converse(t, w, everything(), nil)
	digest := c.renamed()
	c.finish()
	if digest == "" {
		t.Fatal("the rename is not admitted")
	}
	return digest
}

// renamed opens the candidate that is approved; "" when the session refuses.
func (c *conversation) renamed() string {
	of := `{"image_revision":` + quote(c.newest("image_revision"))
	base := digestIn(c.request("candidate/open", []byte(of+"}")), "candidate_revision")
	return digestIn(c.request("candidate/apply-intent", []byte(of+`,"candidate_revision":`+quote(base)+
		`,"intent":{"kind":"rename_declaration","target":"calculator.add","name":"plus"}}`)), "candidate_revision")
}

// digestIn is a digest of a response, or "".
func digestIn(response []byte, name string) string {
	_, rest, found := strings.Cut(string(response), `"`+name+`":"`)
	if !found || len(rest) < len(zeroDigest) {
		return ""
	}
	return rest[:len(zeroDigest)]
}

// publish asks for the publication of the approved candidate.
func (c *conversation) publish(git *fakePublisher, approved string) {
	c.t.Helper()
	if c.s.Terminal() {
		return
	}
	if digest := c.renamed(); digest != "" && digest != approved && c.held != 2 {
		c.t.Fatalf("the same history leads to %s", digest)
	}
	image := quote(c.newest("image_revision"))
	approval := digestIn(c.request("source-commit/status", []byte(`{"image_revision":`+image+`}`)), "approval_revision")
	before := git.moved
	c.late = false
	answer := c.request("candidate/commit", []byte(`{"image_revision":`+image+`,"candidate_revision":`+quote(approved)+`,"approval_revision":`+quote(approval)+`}`))
	c.judgeCommit(git, before, approval, string(answer))
}

func (c *conversation) judgeCommit(git *fakePublisher, before bool, approval, answer string) {
	c.t.Helper()
	moved := git.moved && !before
	switch uncertain := strings.Contains(answer, `"code":"SPX-G267"`); {
	case before && git.moved && strings.Contains(answer, `"result":`):
		c.t.Fatalf("published twice: %.300s", answer)
	case moved && approval == "":
		c.t.Fatalf("published without an approval: %.300s", answer)
	case strings.Contains(answer, `"state":"published"`) && !moved:
		c.t.Fatalf("success without a commit: %.300s", answer)
	case moved && !uncertain && !strings.Contains(answer, `"state":"published"`):
		c.t.Fatalf("the branch moved and the answer is %.400s", answer)
	case uncertain && !moved:
		c.t.Fatalf("uncertain although nothing moved: %.300s", answer)
	}
}

// finishPublication ends the conversation and demands the classification of its end.
func (c *conversation) finishPublication(git *fakePublisher) {
	c.t.Helper()
	differs := c.disk != c.held
	ended := c.s.Finish(nil)
	c.change(0)
	var failure *session.Failure
	if errors.As(ended, &failure) {
		codes := []string{}
		for _, d := range failure.Diagnostics {
			codes = append(codes, string(d.Code))
		}
		if git.moved != (codes[0] == "SPX-G287") || !slices.Contains(codes, "SPX-J102") {
			c.t.Fatalf("moved %v, ended with %v", git.moved, codes)
		}
	} else if ended != nil || differs {
		c.t.Fatalf("ended with %v over a changed source: %v", ended, differs)
	}
	if !git.closed {
		c.t.Fatal("the repository stays open")
	}
}
