//go:build linux || darwin

package fuzz

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/semaprax/semaprax-go/gitpub"
	"github.com/semaprax/semaprax-go/policy"
)

// target is a bare repository that holds the calculator.
type target struct {
	t          testing.TB
	git        string
	repository string
	base       string
}

const branch = "refs/heads/main"

// newTarget makes the repository with the real git.
func newTarget(t testing.TB, w *world) *target {
	t.Helper()
	git, err := exec.LookPath("git")
	if err == nil {
		git, err = filepath.EvalSymlinks(git)
	}
	if err != nil {
		t.Skip("no git on this machine")
	}
	r := &target{t: t, git: git, repository: filepath.Join(realDir(t), "bare.git")}
	r.run("init", "--quiet", "--bare", "--initial-branch=main", "--template=", r.repository)
	index := filepath.Join(t.TempDir(), "index")
	in := func(args ...string) string {
		return r.env([]string{"GIT_INDEX_FILE=" + index}, append([]string{"--git-dir=" + r.repository, "--work-tree=" + w.dir}, args...)...)
	}
	in("add", "semaprax.toml", "src")
	tree := in("write-tree")
	r.base = in("commit-tree", tree, "-m", "base")
	in("update-ref", branch, r.base)
	return r
}

func (r *target) run(args ...string) string { return r.env(nil, args...) }

// env runs git without the configuration of this machine.
func (r *target) env(more []string, args ...string) string {
	r.t.Helper()
	c := exec.Command(r.git, args...)
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "LC_ALL=C",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
		"GIT_AUTHOR_DATE=1700000000 +0000", "GIT_COMMITTER_DATE=1700000000 +0000"}, more...)
	out, err := c.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// tip is the branch, and demands a clean repository on the way. clear removes the locks
// that a killed process has left, as an operator would.
func (r *target) tip(clear bool) string {
	r.t.Helper()
	for _, ref := range []string{branch, "HEAD"} {
		lock := filepath.Join(r.repository, filepath.FromSlash(ref)+".lock")
		if _, err := os.Lstat(lock); err != nil {
			continue
		}
		if !clear {
			r.t.Fatalf("a process that ended by itself left %s", lock)
		}
		os.Remove(lock)
	}
	r.run("--git-dir="+r.repository, "fsck", "--strict", "--no-dangling")
	return r.run("--git-dir="+r.repository, "rev-parse", branch)
}

// reset puts the branch back to the base.
func (r *target) reset() {
	r.run("--git-dir="+r.repository, "update-ref", branch, r.base)
}

// host is the policy of the second session: it publishes one approved candidate.
func (r *target) host(approved string) *policy.Policy {
	granted := everything()
	granted.GitCommit = &policy.GitCommit{ApprovedCandidateDigest: approved, GitHost: policy.GitHost{
		GitExecutable: r.git, Repository: r.repository, Reference: branch, BaseCommit: r.base, AuthorName: "A", AuthorEmail: "a@example.org",
		UnixSeconds: 1_700_000_000, Message: "rename add\n", MaxCommands: 64, TimeoutMillis: 60_000}}
	return granted
}

// reviewed makes and exports the candidate in a first session of the built command.
func reviewed(t testing.TB, w *world) (image, digest, capsule string) {
	t.Helper()
	p := start(t, serverDirect, w, everything())
	image = opened([]byte(p.ask(p.frame("1", "workspace/open", "{}"))))
	of := `{"image_revision":"` + image + `"`
	base := member(t, p.ask(p.frame("2", "candidate/open", of+"}")), "candidate_revision")
	digest = member(t, p.ask(p.frame("3", "candidate/apply-intent", of+`,"candidate_revision":"`+base+
		`","intent":{"kind":"rename_declaration","target":"calculator.add","name":"plus"}}`)), "candidate_revision")
	capsule = member(t, p.ask(p.frame("4", "candidate/recovery-export", of+`,"candidate_revision":"`+digest+`","chunk_bytes":65536}`)), "chunk")
	p.in.Close()
	if status, _ := p.wait(); status != 0 {
		t.Fatalf("review: exit status %d, %q", status, p.errs.String())
	}
	return image, digest, strings.TrimSpace(capsule)
}

// member is a string of a payload.
func member(t testing.TB, answer, name string) string {
	t.Helper()
	var r struct {
		Result struct{ Payload map[string]json.RawMessage }
	}
	if err := json.Unmarshal([]byte(answer), &r); err != nil {
		t.Fatal(err)
	}
	value, ok := text(r.Result.Payload[name])
	if !ok {
		t.Fatalf("no %s in %.400s", name, answer)
	}
	return value
}

// TestSoakSignalsInACommit ends the publishing server with SIGTERM or SIGKILL at a
// random moment of its one commit. The branch is the base or the commit and the
// repository is clean; after SIGTERM the answer has arrived and agrees with it.
func TestSoakSignalsInACommit(t *testing.T) {
	w := calculator(t)
	r := newTarget(t, w)
	image, digest, capsule := reviewed(t, w)
	choices := rand.New(rand.NewPCG(7, 8))
	whole := r.commitTime(w, image, digest, capsule)
	var moved, stayed [2]int
	for round := range counted(200) {
		r.reset()
		killed := round%2 == 1
		p := r.publishing(w, image, digest, capsule)
		time.Sleep(time.Duration(choices.Int64N(int64(2 * whole))))
		if killed {
			p.signal(syscall.SIGKILL)
		} else {
			p.signal(syscall.SIGTERM)
		}
		_, rest := p.wait()
		published := r.tip(killed) != r.base
		if !killed {
			r.judgeAnswer(rest, published, p.errs.String())
		}
		if published {
			moved[round%2]++
		} else {
			stayed[round%2]++
		}
	}
	t.Logf("SIGTERM: %d published and said so, %d not begun; SIGKILL: %d with the commit, %d with the base; every repository clean, lost 0",
		moved[0], stayed[0], moved[1], stayed[1])
}

// publishing starts the second session, restores the candidate and asks for the commit.
func (r *target) publishing(w *world, image, digest, capsule string) *process {
	r.t.Helper()
	p := start(r.t, serverDirect, w, r.host(digest))
	of := `{"image_revision":"` + image + `"`
	if got := member(r.t, p.ask(p.frame("1", "candidate/recovery-restore", of+`,"capsule":`+capsule+`}`)), "candidate_revision"); got != digest {
		r.t.Fatalf("restored as %s, want %s", got, digest)
	}
	status := p.ask(p.frame("2", "source-commit/status", of+"}"))
	_, rest, found := strings.Cut(status, `"approval_revision":"`)
	if !found {
		r.t.Fatalf("no approval in %.400s", status)
	}
	if _, err := fmt.Fprintln(p.in, p.frame("3", "candidate/commit", of+`,"candidate_revision":"`+digest+`","approval_revision":"`+rest[:len(zeroDigest)]+`"}`)); err != nil {
		r.t.Fatal(err)
	}
	return p
}

// commitTime publishes once without a signal and tells how long it took.
func (r *target) commitTime(w *world, image, digest, capsule string) time.Duration {
	r.t.Helper()
	p := r.publishing(w, image, digest, capsule)
	began := time.Now()
	answer := p.read()
	took := time.Since(began)
	p.in.Close()
	_, rest := p.wait()
	if !strings.Contains(answer, `"state":"published"`) || rest != "" || r.tip(false) == r.base {
		r.t.Fatalf("an undisturbed commit: %.400s", answer)
	}
	return took
}

// judgeAnswer compares what a server that was asked to end has said with what is.
func (r *target) judgeAnswer(answer string, published bool, errs string) {
	r.t.Helper()
	said := strings.Contains(answer, `"state":"published"`)
	if said != published {
		r.t.Errorf("published %v, said %.400q; standard error %q", published, answer, errs)
	}
	if published && !strings.HasSuffix(answer, "\n") {
		r.t.Errorf("a torn answer: %q", answer)
	}
}

// TestSoakClockGoesBackwards publishes under a clock that runs backwards, stands still
// or jumps. The outcome is a success or a refusal by the deadline, the branch says
// the same, and nothing is left behind.
func TestSoakClockGoesBackwards(t *testing.T) {
	w := calculator(t)
	r := newTarget(t, w)
	core := []byte(w.core)
	c := gitpub.Config{GitExecutable: r.git, Repository: r.repository, Reference: branch, BaseCommit: r.base, AuthorName: "A",
		AuthorEmail: "a@example.org", UnixSeconds: 1_700_000_000, Message: "m\n", MaxCommands: 64, TimeoutMillis: 60_000}
	began := time.Unix(1_700_000_000, 0)
	clocks := map[string]func(n int) time.Time{
		"backwards":   func(n int) time.Time { return began.Add(-time.Duration(n) * time.Hour) },
		"still":       func(int) time.Time { return began },
		"to and fro":  func(n int) time.Time { return began.Add(time.Duration(1-n%2*2) * 10 * time.Second) },
		"far forward": func(n int) time.Time { return began.Add(time.Duration(n) * 24 * time.Hour) },
		"before 1970": func(n int) time.Time { return time.Unix(-int64(n)*1_000_000, 0) },
	}
	done := map[string]string{}
	for name, clock := range clocks {
		r.reset()
		ticks := 0
		now := func() time.Time { ticks++; return clock(ticks - 1) }
		_, err := gitpub.Publish(c, gitpub.Host{Now: now}, gitpub.Limits{}, []gitpub.File{{Path: "src/core.spx", Content: core}},
			[]gitpub.File{{Path: "src/core.spx", Content: append([]byte("// "+name+"\n"), core...)}})
		published := r.tip(false) != r.base
		var refused *gitpub.Error
		switch {
		case err == nil && published:
			done[name] = "published"
		case errors.As(err, &refused) && refused.Code == gitpub.CodeCapacity && !published:
			done[name] = "refused by the deadline"
		case errors.As(err, &refused) && refused.Code == gitpub.CodeUncertain && refused.MayHaveMoved:
			done[name] = "uncertain, and said so"
		default:
			t.Errorf("%s: published %v, %v", name, published, err)
		}
	}
	if done["backwards"] != "published" || done["far forward"] != "refused by the deadline" {
		t.Errorf("%v", done)
	}
	t.Logf("%v, every repository clean, lost 0", done)
}
