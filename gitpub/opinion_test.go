//go:build linux || darwin

package gitpub

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// liar makes an executable that filters or replaces what git says.
func (r *repo) liar(script string) string {
	r.t.Helper()
	path := filepath.Join(folderOf(r.t), "git")
	text := "#!/bin/sh\nPATH=/usr/bin:/bin\n" + strings.ReplaceAll(script, "GIT", gitPath(r.t)) + "\n"
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// opinionCases are executables that do not say what git would.
var opinionCases = []struct {
	name   string
	code   Code
	script string
}{
	{"says nothing", CodeHost, "exit 0"},
	{"fails", CodeHost, "echo broken >&2; exit 3"},
	{"fails after the truth", CodeHost, `GIT "$@"; exit 1`},
	{"is killed", CodeHost, `kill -9 $$`},
	{"knows no object", CodeDisagreement, `while read id; do echo "$id missing"; done`},
	{"answers in another order", CodeDisagreement, `sort -r | GIT "$@"`},
	{"answers less", CodeHost, `head -n 3 | GIT "$@"`},
	{"answers more", CodeDisagreement, `(cat; echo 0000000000000000000000000000000000000000) | GIT "$@"`},
	{"another kind", CodeDisagreement, `GIT "$@" | sed 's/ blob / tree /'`},
	{"another byte", CodeDisagreement, `GIT "$@" | sed 's/published text/published lies/'`},
	{"another length", CodeDisagreement, `GIT "$@" | sed 's/published text/published texts/'`},
	{"an endless line", CodeDisagreement, `head -c 200000 /dev/zero | tr '\0' x`},
	{"endless complaints", CodeCapacity, `head -c 200000 /dev/zero >&2; exec GIT "$@"`},
	{"endless output", CodeDisagreement, `GIT "$@"; exec cat /dev/zero`},
}

func TestSecondOpinionIsHeard(t *testing.T) {
	origin := newRepo(t, project)
	for _, row := range opinionCases {
		t.Run(row.name, func(t *testing.T) {
			r := origin.copyTo(t)
			c := r.config()
			c.GitExecutable = r.liar(row.script)
			_, err := Publish(c, host, Limits{}, files("README.md", "read me\n"), files("README.md", "published text\n"))
			demand(t, err, row.code, "")
			r.demandTidy(branch, r.base)
		})
	}
}

// TestHangingGitIsKilledWithItsChildren: the whole group ends at the deadline.
func TestHangingGitIsKilledWithItsChildren(t *testing.T) {
	r := newRepo(t, project)
	marker := filepath.Join(folderOf(t), "child")
	c := r.config()
	c.TimeoutMillis = 400
	c.GitExecutable = r.liar(`sh -c 'echo $$ >` + marker + `; exec sleep 300' & exec sleep 300`)
	started := time.Now()
	_, err := Publish(c, host, Limits{}, files("README.md", "read me\n"), files("README.md", "x"))
	demand(t, err, CodeCapacity, "timeout_ms")
	if spent := time.Since(started); spent > 30*time.Second {
		t.Errorf("it took %v", spent)
	}
	r.demandTidy(branch, r.base)
	text, _ := os.ReadFile(marker)
	if id := strings.TrimSpace(string(text)); id != "" && lives(id) {
		t.Errorf("the child %s lives", id)
	}
}

// lives says whether a process runs; one that only waits to be reaped does not.
func lives(id string) bool {
	for range 50 {
		state, err := exec.Command("ps", "-o", "stat=", "-p", id).Output()
		if err != nil || strings.HasPrefix(strings.TrimSpace(string(state)), "Z") {
			return false
		}
		time.Sleep(20 * time.Millisecond)
	}
	return true
}

func TestCommandsAreCounted(t *testing.T) {
	r := newRepo(t, project)
	c := r.config()
	c.MaxCommands = 1
	o, err := Open(c, host, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for n, code := range []Code{"", CodeCapacity} {
		p, err := o.Plan(r.base, files("README.md", "read me\n"), files("README.md", "x"), c.Meta())
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Write(); err != nil {
			t.Fatal(err)
		}
		if err = p.Verify(); code == "" && err != nil || code != "" && err == nil {
			t.Fatalf("round %d: %v", n, err)
		}
		if err != nil {
			demand(t, err, code, "max_commands")
		}
		p.Discard()
	}
	if o.Commands() != 1 {
		t.Errorf("%d commands, want 1", o.Commands())
	}
	_, err = Publish(r.config(), host, Limits{MaxProcessBytes: 60000}, files("README.md", "read me\n"), files("README.md", "x"))
	demand(t, err, CodeHost, leaseName)
	o.Close()
	_, err = Publish(r.config(), host, Limits{MaxProcessBytes: 60000}, files("README.md", "read me\n"), files("README.md", "x"))
	demand(t, err, CodeCapacity, "git_executable")
	r.demandTidy(branch, r.base)
}

// TestCommandRunsAlone lets the executable report what it was given.
func TestCommandRunsAlone(t *testing.T) {
	r := newRepo(t, project)
	seen := filepath.Join(folderOf(t), "seen")
	c := r.config()
	c.GitExecutable = r.liar(`unset PATH OLDPWD; (/usr/bin/env; /bin/pwd; echo "$@"; /bin/ls /dev/fd) >` + seen + ` 2>&1; exec GIT "$@"`)
	t.Setenv("GIT_DIR", "/elsewhere")
	t.Setenv("GIT_OBJECT_DIRECTORY", "/elsewhere")
	if _, err := Publish(c, host, Limits{}, files("README.md", "read me\n"), files("README.md", "x")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range append(gitEnvironment[:], r.path, strings.Join(gitArguments[:], " ")) {
		if !strings.Contains(string(text), line+"\n") {
			t.Errorf("not given: %s", line)
		}
	}
	if strings.Contains(string(text), "elsewhere") || strings.Contains(string(text), "HOME=") {
		t.Errorf("our environment leaks:\n%s", text)
	}
}

// TestHiddenChangeIsSeen spoils the plan itself: objects that are stored and
// read back well but make another tree than planned.
func TestHiddenChangeIsSeen(t *testing.T) {
	origin := newRepo(t, project)
	other := newObject(kindBlob, []byte("hidden\n"))
	for _, row := range []struct {
		name  string
		spoil func(p *Plan)
	}{
		{"another blob", func(p *Plan) { p.changes["README.md"] = other.id }},
		{"another file", func(p *Plan) { p.changes["src/a.spx"] = other.id }},
		{"fewer files", func(p *Plan) { clear(p.changes) }},
		{"another tree", func(p *Plan) { p.Tree = p.Base }},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := origin.copyTo(t)
			o, err := Open(r.config(), host, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			defer o.Close()
			p, err := o.Plan(r.base, files("README.md", "read me\n"), files("README.md", "x"), r.config().Meta())
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Write(); err != nil {
				t.Fatal(err)
			}
			row.spoil(p)
			demand(t, p.Verify(), CodeDisagreement, "")
			r.demandTidy(branch, r.base)
		})
	}
}
