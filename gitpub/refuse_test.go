//go:build linux || darwin

package gitpub

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// planCases are publications that must be refused before anything is written.
var planCases = []struct {
	name           string
	code           Code
	place          string
	expect, change []File
}{
	{"no expectation", CodeShape, "expect", nil, files("f", "x")},
	{"no change", CodeShape, "expect", files("README.md", "read me\n"), nil},
	{"change to the same bytes", CodeShape, "change", files("README.md", "read me\n"), files("README.md", "read me\n")},
	{"new file", CodeShape, "new", files("README.md", "read me\n"), files("new", "x")},
	{"missing file", CodeStale, "none", files("none", "x"), files("none", "y")},
	{"missing folder", CodeStale, "none", files("none/f", "x"), files("none/f", "y")},
	{"other bytes", CodeStale, "README.md", files("README.md", "read me"), files("README.md", "y")},
	{"unchanged file has other bytes", CodeStale, "src/a.spx",
		files("README.md", "read me\n", "src/a.spx", "module aa\n"), files("README.md", "y")},
	{"folder in the base", CodeShape, "src/deep", files("src/deep", "x"), files("src/deep", "y")},
	{"file in the base", CodeShape, "src/main.spx", files("src/main.spx/f", "x"), files("src/main.spx/f", "y")},
	{"symbolic link", CodeShape, "link", files("link", "src/main.spx"), files("link", "y")},
	{"through a symbolic link", CodeShape, "link", files("link/f", "x"), files("link/f", "y")},
	{"submodule", CodeShape, "vendor/lib", files("vendor/lib", "x"), files("vendor/lib", "y")},
	{"through a submodule", CodeShape, "vendor/lib", files("vendor/lib/f", "x"), files("vendor/lib/f", "y")},
	{"expected twice", CodeShape, "README.md", files("README.md", "read me\n", "README.md", "read me\n"), files("README.md", "y")},
	{"changed twice", CodeShape, "README.md", files("README.md", "read me\n"), files("README.md", "y", "README.md", "z")},
	{"file and folder", CodeShape, "src/a.spx/b", files("src/a.spx", "module a\n", "src/a.spx/b", ""), files("src/a.spx", "y")},
	{"folder and file", CodeShape, "src/a.spx", files("src/a.spx/b", "", "src/a.spx", "module a\n"), files("src/a.spx", "y")},
	{"absolute", CodeShape, "/README.md", files("/README.md", "read me\n"), files("/README.md", "y")},
	{"parent", CodeShape, "src/../README.md", files("src/../README.md", "read me\n"), files("README.md", "y")},
	{"empty component", CodeShape, "src//a.spx", files("src//a.spx", ""), files("src//a.spx", "y")},
	{"own folder", CodeShape, ".git/config", files(".git/config", ""), files(".git/config", "y")},
	{"own folder in disguise", CodeShape, ".G\u200cIT/config", files(".G\u200cIT/config", ""), files("x", "y")},
	{"control", CodeShape, "a\nb", files("a\nb", ""), files("a\nb", "y")},
	{"backslash", CodeShape, "a\\b", files("a\\b", ""), files("a\\b", "y")},
	{"attributes", CodeShape, ".gitattributes", files(".gitattributes", "* text\n"), files(".gitattributes", "y")},
}

func TestPlanRefusesAndWritesNothing(t *testing.T) {
	base := map[string]string{".gitattributes": "* text\n"}
	for name, text := range project {
		base[name] = text
	}
	r := newRepo(t, base)
	o, err := Open(r.config(), host, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	before := r.snapshot()
	for _, row := range planCases {
		t.Run(row.name, func(t *testing.T) {
			_, err := o.Plan(r.base, row.expect, row.change, r.config().Meta())
			demand(t, err, row.code, row.place)
		})
	}
	if diff := cmp.Diff(before, r.snapshot()); diff != "" {
		t.Error(diff)
	}
}

// capacityCases lower one bound each until the publication no longer fits.
var capacityCases = []struct {
	limits Limits
	place  string
}{
	{Limits{MaxCommitBytes: 10}, ""},
	{Limits{MaxTreeBytes: 60}, ""},
	{Limits{MaxObjectBytes: 8}, ""},
	{Limits{MaxReadBytes: 300}, ""},
	{Limits{MaxReadObjects: 3}, ""},
	{Limits{MaxStagedBytes: 100}, "tree"},
	{Limits{MaxStagedObjects: 2}, "tree"},
	{Limits{MaxTreeEntries: 10}, "src"},
	{Limits{MaxFiles: 1}, "expect"},
	{Limits{MaxIndexBytes: 1000}, "objects/pack"},
}

// TestLooseRefIsBounded reads a ref that is one byte longer than the smallest bound.
func TestLooseRefIsBounded(t *testing.T) {
	r := newRepo(t, project)
	r.writeFile(branch, r.base+"\n")
	for extra, want := range []Code{"", CodeCapacity} {
		r.writeFile(branch, r.base+"\n"+strings.Repeat("\n", extra))
		o, err := Open(r.config(), host, Limits{MaxRefBytes: minRefBytes})
		if err == nil {
			_, err = o.Plan(r.base, files("README.md", "read me\n"), files("README.md", "x"), r.config().Meta())
			o.Close()
		}
		if want == "" && err != nil {
			t.Errorf("%d bytes: %v", minRefBytes, err)
		}
		if want != "" {
			demand(t, err, want, branch)
		}
	}
}

func TestPlanStaysInItsBounds(t *testing.T) {
	r := newRepo(t, project)
	for i, row := range capacityCases {
		o, err := Open(r.config(), host, row.limits)
		if err != nil {
			t.Fatal(err)
		}
		_, err = o.Plan(r.base, files("README.md", "read me\n", "src/a.spx", "module a\n"), files("src/a.spx", "y"), r.config().Meta())
		code := CodeCapacity
		if row.limits.MaxIndexBytes > 0 {
			code = CodeHost
		}
		if err == nil {
			t.Errorf("row %d: admitted", i)
		} else {
			demand(t, err, code, row.place)
		}
		o.Close()
	}
}

func TestStaleBranch(t *testing.T) {
	r := newRepo(t, project)
	expect, change := files("README.md", "read me\n"), files("README.md", "x")
	newer := r.fastImport("refs/heads/other", project)
	for _, row := range []struct {
		name string
		code Code
		do   func(c *Config)
	}{
		{"absent from loose and packed refs", CodeStale, func(c *Config) { c.Reference = "refs/heads/none" }},
		{"absent below a branch", CodeStale, func(c *Config) { c.Reference = branch + "/below" }},
		{"absent above a branch", CodeStale, func(c *Config) {
			r.git("", "update-ref", "refs/heads/a/b", r.base)
			c.Reference = "refs/heads/a"
		}},
		{"base is another commit", CodeStale, func(c *Config) { c.BaseCommit = newer[:39] + "0" }},
		{"base is a tree", CodeShape, func(c *Config) {
			c.BaseCommit = strings.TrimSpace(r.git("", "rev-parse", r.base+"^{tree}"))
			r.writeFile("refs/heads/tree", c.BaseCommit+"\n")
			c.Reference = "refs/heads/tree"
		}},
		{"symbolic branch", CodeShape, func(c *Config) {
			r.git("", "symbolic-ref", "refs/heads/sym", branch)
			c.Reference = "refs/heads/sym"
		}},
		{"empty branch file", CodeHost, func(c *Config) {
			r.writeFile("refs/heads/empty", "")
			c.Reference = "refs/heads/empty"
		}},
		{"garbage in the branch file", CodeHost, func(c *Config) {
			r.writeFile("refs/heads/empty", strings.Repeat("x", 41)+"\n")
			c.Reference = "refs/heads/empty"
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := r.config()
			row.do(&c)
			before := r.snapshot(leaseName)
			_, err := Publish(c, host, Limits{}, expect, change)
			demand(t, err, row.code, "")
			if diff := cmp.Diff(before, r.snapshot(leaseName)); diff != "" {
				t.Error(diff)
			}
		})
		os.Remove(filepath.Join(r.path, "refs/heads/tree"))
		os.Remove(filepath.Join(r.path, "refs/heads/empty"))
	}
}

func (r *repo) writeFile(path, text string) {
	r.t.Helper()
	full := filepath.Join(r.path, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

func TestStepsKeepTheirOrder(t *testing.T) {
	r := newRepo(t, project)
	o, err := Open(r.config(), host, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	p, err := o.Plan(r.base, files("README.md", "read me\n"), files("README.md", "x"), r.config().Meta())
	if err != nil {
		t.Fatal(err)
	}
	for name, step := range map[string]func() error{"Verify": p.Verify, "Pivot": p.Pivot, "Confirm": p.Confirm} {
		func() {
			defer func() {
				if text, _ := recover().(string); text != "BUG: gitpub: "+name+" out of order" {
					t.Errorf("%s before Write: panic %q", name, text)
				}
			}()
			step()
		}()
	}
	p.Discard()
}

// TestDriftBetweenSteps changes something before each step; the step refuses
// and says rightly whether the branch may have moved.
func TestDriftBetweenSteps(t *testing.T) {
	drifts := map[string]func(r *repo){
		"config": func(r *repo) { r.writeFile("config", "[core]\n\tbare = true\n") },
		"shape":  func(r *repo) { os.Mkdir(filepath.Join(r.path, "worktrees"), 0o755) },
		"folder": func(r *repo) {
			os.Rename(r.path, r.path+".old")
			os.CopyFS(r.path, os.DirFS(r.path+".old"))
		},
		"gone": func(r *repo) { os.Rename(r.path, r.path+".old") },
	}
	origin := newRepo(t, project)
	for name, drift := range drifts {
		for at := range 4 {
			r := origin.copyTo(t)
			o, err := Open(r.config(), host, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			p, err := o.Plan(r.base, files("README.md", "read me\n"), files("README.md", "x"), r.config().Meta())
			if err != nil {
				t.Fatal(err)
			}
			steps := []func() error{p.Write, p.Verify, p.Pivot, p.Confirm}
			for i, step := range steps[:at+1] {
				if i == at {
					drift(r)
				}
				err = step()
			}
			code := CodeStale
			if at == 3 {
				code = CodeUncertain
			}
			t.Run(name, func(t *testing.T) { demand(t, err, code, "") })
			p.Discard()
			o.Close()
			if name == "gone" {
				os.Rename(r.path+".old", r.path)
			}
			if want := map[bool]string{true: p.Commit, false: r.base}[at == 3]; name != "folder" && r.ref(branch) != want {
				t.Errorf("%s before step %d: branch at %s, want %s", name, at, r.ref(branch), want)
			}
		}
	}
}

func TestDeadline(t *testing.T) {
	r := newRepo(t, project)
	for at := range 5 {
		now := host.Now()
		h := host
		h.Now = func() time.Time { return now }
		c := r.config()
		c.BaseCommit = r.ref(branch)
		o, err := Open(c, h, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		expire := func(i int) {
			if i == at {
				now = now.Add(60001 * 1e6)
			}
		}
		expire(0)
		p, err := o.Plan(c.BaseCommit, files("README.md", "read me\n"), files("README.md", "x"), c.Meta())
		for i := 1; err == nil && i < 5; i++ {
			expire(i)
			err = []func() error{nil, p.Write, p.Verify, p.Pivot, p.Confirm}[i]()
		}
		code := CodeCapacity
		if at == 4 {
			code = CodeUncertain
		}
		demand(t, err, code, "timeout_ms")
		o.Close()
	}
}
