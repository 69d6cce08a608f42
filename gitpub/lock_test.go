//go:build linux || darwin

package gitpub

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// refCases are ways a branch may lie in a repository.
var refCases = []struct {
	name, reference string
	lay             func(r *repo)
}{
	{"loose", branch, func(r *repo) {}},
	{"packed", branch, func(r *repo) { r.git("", "pack-refs", "--all", "--prune") }},
	{"loose over an older packed value", branch, func(r *repo) {
		r.git("", "pack-refs", "--all", "--prune")
		older := r.base
		r.base = strings.TrimSpace(r.git("m\n", "commit-tree", r.base+"^{tree}", "-p", older))
		r.git("", "update-ref", branch, r.base)
	}},
	{"packed below folders that are gone", "refs/heads/a/b/c", func(r *repo) {
		r.git("", "update-ref", "refs/heads/a/b/c", r.base)
		r.git("", "pack-refs", "--all", "--prune")
		os.RemoveAll(filepath.Join(r.path, "refs/heads/a"))
	}},
	{"packed under a folder of empty folders", "refs/heads/a", func(r *repo) {
		r.git("", "update-ref", "refs/heads/a", r.base)
		r.git("", "pack-refs", "--all", "--prune")
		os.MkdirAll(filepath.Join(r.path, "refs/heads/a/x/y"), 0o755)
		os.MkdirAll(filepath.Join(r.path, "refs/heads/a/z"), 0o755)
	}},
	{"among many packed ones with peeled tags", branch, func(r *repo) {
		r.git("", "tag", "-a", "-m", "t", "v1", r.base)
		r.git("", "update-ref", "refs/heads/main2", r.base)
		r.git("", "update-ref", "refs/heads/x/refs/heads/main", r.base)
		r.git("", "update-ref", "refs/heads/aa", r.base)
		r.git("", "pack-refs", "--all", "--prune")
	}},
	{"loose without a line end", branch, func(r *repo) { r.writeFile(branch, r.base) }},
}

func TestBranchMovesHoweverItLies(t *testing.T) {
	origin := newRepo(t, project)
	for _, row := range refCases {
		t.Run(row.name, func(t *testing.T) {
			r := origin.copyTo(t)
			row.lay(r)
			c := r.config()
			c.Reference = row.reference
			others := r.otherRefs(row.reference)
			got, err := Publish(c, host, Limits{}, files("README.md", "read me\n"), files("README.md", "x"))
			if err != nil {
				t.Fatal(err)
			}
			r.demandTidy(row.reference, got.Commit)
			if diff := cmp.Diff(others, r.otherRefs(row.reference)); diff != "" {
				t.Error(diff)
			}
			text, err := os.ReadFile(filepath.Join(r.path, row.reference))
			if err != nil || string(text) != got.Commit+"\n" {
				t.Errorf("the loose file holds %q: %v", text, err)
			}
		})
	}
}

func (r *repo) otherRefs(but string) (lines []string) {
	for line := range strings.Lines(r.git("", "for-each-ref")) {
		if !strings.HasSuffix(line, "\t"+but+"\n") {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestRefusedSwapLeavesTheRefStore: after a lost race the ref store is byte for
// byte what git made it.
func TestRefusedSwapLeavesTheRefStore(t *testing.T) {
	origin := newRepo(t, project)
	for name, spoil := range map[string]func(r *repo){
		"moved":            func(r *repo) { r.git("", "update-ref", branch, r.other()) },
		"moved and packed": func(r *repo) { r.git("", "update-ref", branch, r.other()); r.git("", "pack-refs", "--all") },
		"deleted":          func(r *repo) { r.git("", "update-ref", "-d", branch) },
		"made symbolic": func(r *repo) {
			r.git("", "update-ref", "refs/heads/elsewhere", r.base)
			r.git("", "symbolic-ref", branch, "refs/heads/elsewhere")
		},
		"replaced by a folder": func(r *repo) {
			r.git("", "update-ref", "-d", branch)
			r.git("", "update-ref", branch+"/below", r.base)
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := origin.copyTo(t)
			p, done := r.verified(host)
			defer done()
			spoil(r)
			before := r.snapshot("objects")
			err := p.Pivot()
			code := CodeStale
			if name == "made symbolic" {
				code = CodeShape
			}
			demand(t, err, code, branch)
			if diff := cmp.Diff(before, r.snapshot("objects")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// other is a commit that is not the base.
func (r *repo) other() string {
	return strings.TrimSpace(r.git("other\n", "commit-tree", r.base+"^{tree}", "-p", r.base))
}

// verified takes a publication up to its pivot.
func (r *repo) verified(h Host) (*Plan, func()) {
	r.t.Helper()
	o, err := Open(r.config(), h, Limits{})
	if err != nil {
		r.t.Fatal(err)
	}
	p, err := o.Plan(r.base, files("README.md", "read me\n"), files("README.md", "x"), r.config().Meta())
	for _, step := range []func() error{p.Write, p.Verify} {
		if err == nil {
			err = step()
		}
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return p, o.Close
}

func TestForeignLockIsNamedAndKept(t *testing.T) {
	origin := newRepo(t, project)
	for _, lock := range []string{branch + ".lock", "HEAD.lock"} {
		for _, sleep := range []func(time.Duration){nil, time.Sleep} {
			r := origin.copyTo(t)
			r.append("config", "\tlogAllRefUpdates = true\n")
			r.writeFile(lock, "")
			before := r.snapshot(leaseName, "objects", "logs")
			_, err := Publish(r.config(), Host{Now: time.Now, Sleep: sleep}, Limits{},
				files("README.md", "read me\n"), files("README.md", "x"))
			demand(t, err, CodeHost, lock)
			if diff := cmp.Diff(before, r.snapshot(leaseName, "objects", "logs")); diff != "" {
				t.Error(diff)
			}
			if logs := r.git("", "reflog", "show", branch); logs != "" {
				t.Errorf("logged: %s", logs)
			}
			os.Remove(filepath.Join(r.path, lock))
			r.demandTidy(branch, r.base)
		}
	}
}

// TestLockIsWaitedFor frees the lock at the third pause.
func TestLockIsWaitedFor(t *testing.T) {
	r := newRepo(t, project)
	r.writeFile(branch+".lock", "")
	var pauses []time.Duration
	h := host
	h.Sleep = func(d time.Duration) {
		if pauses = append(pauses, d); len(pauses) == 3 {
			os.Remove(filepath.Join(r.path, branch+".lock"))
		}
	}
	got, err := Publish(r.config(), h, Limits{}, files("README.md", "read me\n"), files("README.md", "x"))
	if err != nil {
		t.Fatal(err)
	}
	want := []time.Duration{time.Millisecond, 2 * time.Millisecond, 4 * time.Millisecond}
	if diff := cmp.Diff(want, pauses); diff != "" {
		t.Error(diff)
	}
	r.demandTidy(branch, got.Commit)
}

// TestGitSeesOurLock runs native commands at every step of the pivot.
func TestGitSeesOurLock(t *testing.T) {
	r := newRepo(t, project)
	other := r.other()
	locked, tried := false, 0
	h := host
	h.Watch = func(s Step) error {
		if s.Path == branch+".lock" && s.Act == ActCreate {
			locked = s.Done
		}
		if s.Path == branch && s.Act == ActRename && s.Done {
			locked = false
		}
		if locked {
			tried++
			if out, err := r.tryGit("", "update-ref", branch, other, r.base); err == nil {
				t.Errorf("update-ref won against our lock at %v: %s", s, out)
			}
			if _, err := r.tryGit("", "pack-refs", "--all", "--prune"); err != nil {
				t.Errorf("pack-refs beside our lock at %v: %v", s, err)
			}
		}
		return nil
	}
	got, err := Publish(r.config(), h, Limits{}, files("README.md", "read me\n"), files("README.md", "x"))
	if err != nil {
		t.Fatal(err)
	}
	if tried < 3 {
		t.Errorf("the lock was seen %d times", tried)
	}
	r.demandTidy(branch, got.Commit)
}

// TestGcBesideEveryStep collects garbage, unreachable objects at once, before
// every side effect from Write to the pivot.
func TestGcBesideEveryStep(t *testing.T) {
	if testing.Short() {
		t.Skip("short: many runs of gc")
	}
	r := newRepo(t, project)
	h := host
	runs := 0
	h.Watch = func(s Step) error {
		if !s.Done && runs < 40 && s.Act != ActLock {
			runs++
			r.git("", "gc", "-q", "--prune=1.hour.ago")
		}
		if s.Act == ActCommand || strings.HasSuffix(s.Path, ".lock") && !s.Done {
			r.git("", "gc", "-q", "--prune=now")
		}
		return nil
	}
	got, err := Publish(r.config(), h, Limits{}, files("README.md", "read me\n"), files("README.md", "x"))
	if err != nil {
		t.Fatal(err)
	}
	r.demandTidy(branch, got.Commit)
}

// TestReflogIsWhatGitWrites runs update-ref on a copy and compares the logs.
func TestReflogIsWhatGitWrites(t *testing.T) {
	origin := newRepo(t, project)
	for _, row := range []struct {
		name string
		lay  func(r *repo)
	}{
		{"no logs", func(r *repo) {}},
		{"all updates", func(r *repo) { r.append("config", "\tlogAllRefUpdates = true\n") }},
		{"all updates, HEAD elsewhere", func(r *repo) {
			r.append("config", "\tlogAllRefUpdates = true\n")
			r.git("", "symbolic-ref", "HEAD", "refs/heads/elsewhere")
		}},
		{"all updates, HEAD detached", func(r *repo) {
			r.append("config", "\tlogAllRefUpdates = true\n")
			r.git("", "update-ref", "--no-deref", "HEAD", r.base)
		}},
		{"the log exists", func(r *repo) { r.writeFile("logs/"+branch, "") }},
		{"HEAD's log exists", func(r *repo) { r.writeFile("logs/HEAD", "") }},
		{"the log has entries", func(r *repo) {
			r.append("config", "\tlogAllRefUpdates = true\n")
			next := r.other()
			r.git("", "update-ref", branch, next)
			r.base = next
		}},
		{"empty folders stand at the log", func(r *repo) {
			r.append("config", "\tlogAllRefUpdates = true\n")
			os.MkdirAll(filepath.Join(r.path, "logs", branch, "x"), 0o755)
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := origin.copyTo(t)
			row.lay(r)
			native := r.copyTo(t)
			c := r.config()
			c.Message = "  Two   words\tapart \n\nmore\n"
			got, err := Publish(c, host, Limits{}, files("README.md", "read me\n"), files("README.md", "x"))
			if err != nil {
				t.Fatal(err)
			}
			native.git("", "fetch", "-q", r.path, branch)
			native.git("", "update-ref", "-m", "publish:   Two   words\tapart ", branch, got.Commit, r.base)
			if diff := cmp.Diff(native.logs(), r.logs()); diff != "" {
				t.Error(diff)
			}
			r.demandTidy(branch, got.Commit)
		})
	}
}

func (r *repo) logs() map[string]string {
	all := map[string]string{}
	for name, text := range r.snapshot() {
		if strings.HasPrefix(name, "/logs/") && !strings.HasSuffix(name, "/") {
			all[name] = text
		}
	}
	return all
}

// TestReadersSeeOldOrNew reads the ref file in a loop during a chain.
func TestReadersSeeOldOrNew(t *testing.T) {
	r := newRepo(t, map[string]string{"f": "0"})
	stop, seen := make(chan struct{}), make(chan error)
	go func() {
		for {
			select {
			case <-stop:
				seen <- nil
				return
			default:
			}
			if text, err := os.ReadFile(filepath.Join(r.path, branch)); err != nil || len(text) != idHex+1 {
				seen <- fmt.Errorf("read %q: %v", text, err)
				return
			}
		}
	}()
	for i := range 20 {
		c := r.config()
		c.BaseCommit = r.ref(branch)
		if _, err := Publish(c, host, Limits{}, files("f", fmt.Sprint(i)), files("f", fmt.Sprint(i+1))); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	if err := <-seen; err != nil {
		t.Error(err)
	}
}
