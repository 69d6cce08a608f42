//go:build linux || darwin

package gitpub

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// shapeCases spoil a repository; place is where the refusal must point.
var shapeCases = []struct {
	name  string
	code  Code
	place string
	spoil func(t *testing.T, r *repo, c *Config)
}{
	{"relative executable link", CodeHost, "git_executable", func(t *testing.T, r *repo, c *Config) { c.GitExecutable = r.path + "/none" }},
	{"executable is a folder", CodeShape, "git_executable", func(t *testing.T, r *repo, c *Config) { c.GitExecutable = r.path }},
	{"executable without the bit", CodeShape, "git_executable", func(t *testing.T, r *repo, c *Config) { c.GitExecutable = r.path + "/HEAD" }},
	{"no repository", CodeHost, "repository", func(t *testing.T, r *repo, c *Config) { c.Repository = r.path + ".none" }},
	{"repository is a file", CodeShape, "repository", func(t *testing.T, r *repo, c *Config) { c.Repository = r.path + "/HEAD" }},
	{"repository is a link", CodeShape, "repository", func(t *testing.T, r *repo, c *Config) {
		os.Symlink(r.path, r.path+".link")
		c.Repository = r.path + ".link"
	}},
	{"repository below a link", CodeShape, "repository", func(t *testing.T, r *repo, c *Config) {
		above := filepath.Dir(r.path)
		os.Symlink(above, above+"-link")
		t.Cleanup(func() { os.Remove(above + "-link") })
		c.Repository = above + "-link/store.git"
	}},
	{"no config", CodeHost, "config", func(t *testing.T, r *repo, c *Config) { os.Remove(r.path + "/config") }},
	{"config is a link", CodeShape, "config", func(t *testing.T, r *repo, c *Config) {
		os.Rename(r.path+"/config", r.path+"/config2")
		os.Symlink("config2", r.path+"/config")
	}},
	{"config is a folder", CodeShape, "config", func(t *testing.T, r *repo, c *Config) {
		os.Remove(r.path + "/config")
		os.Mkdir(r.path+"/config", 0o755)
	}},
	{"config is a pipe", CodeShape, "config", func(t *testing.T, r *repo, c *Config) {
		os.Remove(r.path + "/config")
		unix.Mkfifo(r.path+"/config", 0o644)
	}},
	{"config is too large", CodeShape, "config", func(t *testing.T, r *repo, c *Config) {
		r.append("config", "#"+strings.Repeat("x", 65536))
	}},
	{"remote", CodeShape, "config", func(t *testing.T, r *repo, c *Config) { r.append("config", "[remote \"o\"]\n\turl = /x\n") }},
	{"no objects", CodeHost, "objects", func(t *testing.T, r *repo, c *Config) { os.Rename(r.path+"/objects", r.path+"/objects2") }},
	{"objects is a link", CodeShape, "objects", func(t *testing.T, r *repo, c *Config) {
		os.Rename(r.path+"/objects", r.path+"/objects2")
		os.Symlink("objects2", r.path+"/objects")
	}},
	{"refs is a link", CodeShape, "refs", func(t *testing.T, r *repo, c *Config) {
		os.Rename(r.path+"/refs", r.path+"/refs2")
		os.Symlink("refs2", r.path+"/refs")
	}},
	{"alternates", CodeShape, "objects/info/alternates", func(t *testing.T, r *repo, c *Config) { r.writeFile("objects/info/alternates", "/x\n") }},
	{"remote alternates", CodeShape, "objects/info/http-alternates", func(t *testing.T, r *repo, c *Config) { r.writeFile("objects/info/http-alternates", "") }},
	{"grafts", CodeShape, "info/grafts", func(t *testing.T, r *repo, c *Config) { r.writeFile("info/grafts", "") }},
	{"shallow", CodeShape, "shallow", func(t *testing.T, r *repo, c *Config) { r.writeFile("shallow", "") }},
	{"work trees", CodeShape, "worktrees", func(t *testing.T, r *repo, c *Config) { os.Mkdir(r.path+"/worktrees", 0o755) }},
	{"common folder", CodeShape, "commondir", func(t *testing.T, r *repo, c *Config) { r.writeFile("commondir", ".\n") }},
	{"link among the hooks", CodeShape, "hooks/x", func(t *testing.T, r *repo, c *Config) {
		os.Mkdir(r.path+"/hooks", 0o755)
		os.Symlink("/bin/true", r.path+"/hooks/x")
	}},
	{"pipe among the refs", CodeShape, "refs/heads/p", func(t *testing.T, r *repo, c *Config) { unix.Mkfifo(r.path+"/refs/heads/p", 0o644) }},
	{"hard link", CodeShape, "objects/pack/", func(t *testing.T, r *repo, c *Config) {
		packs, _ := filepath.Glob(r.path + "/objects/pack/*.pack")
		os.Link(packs[0], r.path+".second")
	}},
	{"too deep", CodeShape, "a/a/", func(t *testing.T, r *repo, c *Config) { os.MkdirAll(r.path+strings.Repeat("/a", 65), 0o755) }},
	{"lease is a link", CodeShape, leaseName, func(t *testing.T, r *repo, c *Config) { os.Symlink("HEAD", r.path+"/"+leaseName) }},
}

func (r *repo) append(path, text string) {
	old, err := os.ReadFile(filepath.Join(r.path, path))
	if err != nil {
		r.t.Fatal(err)
	}
	r.writeFile(path, string(old)+text)
}

func TestShapeThatIsNotAdmitted(t *testing.T) {
	origin := newRepo(t, project)
	for _, row := range shapeCases {
		t.Run(row.name, func(t *testing.T) {
			r := &repo{t: t, path: filepath.Join(folderOf(t), "store.git"), base: origin.base}
			if err := os.CopyFS(r.path, os.DirFS(origin.path)); err != nil {
				t.Fatal(err)
			}
			c := r.config()
			row.spoil(t, r, &c)
			before := r.snapshot(leaseName)
			_, err := Open(c, host, Limits{})
			demand(t, err, row.code, row.place)
			if diff := cmp.Diff(before, r.snapshot(leaseName)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestScanIsBounded(t *testing.T) {
	r := newRepo(t, project)
	_, err := Open(r.config(), host, Limits{MaxScanEntries: 8})
	demand(t, err, CodeShape, "")
	_, err = Open(r.config(), host, Limits{MaxScanDepth: 1})
	demand(t, err, CodeShape, "")
}

// TestOtherObjectFormat: refused before anything is written, the lease included.
func TestOtherObjectFormat(t *testing.T) {
	r := &repo{t: t, path: filepath.Join(folderOf(t), "store.git"), base: strings.Repeat("a", 40)}
	if _, err := r.tryGit("", "init", "-q", "--bare", "--template=", "--object-format=sha256", r.path); err != nil {
		t.Skip("this git has no SHA-256: ", err)
	}
	before := r.snapshot()
	_, err := Open(r.config(), host, Limits{})
	demand(t, err, CodeShape, "config")
	c := r.config()
	c.BaseCommit = strings.Repeat("a", 64)
	_, err = Open(c, host, Limits{})
	demand(t, err, CodeShape, "base_commit")
	if diff := cmp.Diff(before, r.snapshot()); diff != "" {
		t.Error(diff)
	}
}

func TestVersionOneIsAdmitted(t *testing.T) {
	r := newRepo(t, project)
	r.writeFile("config", "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha1\n")
	got, err := Publish(r.config(), host, Limits{}, files("README.md", "read me\n"), files("README.md", "x"))
	if err != nil {
		t.Fatal(err)
	}
	r.demandTidy(branch, got.Commit)
}

func TestLeaseIsExclusive(t *testing.T) {
	r := newRepo(t, project)
	first, err := Open(r.config(), host, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(r.config(), host, Limits{})
	demand(t, err, CodeHost, leaseName)
	first.Close()
	first.Close()
	second, err := Open(r.config(), host, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	second.Close()
	info, err := os.Stat(filepath.Join(r.path, leaseName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the lease file: %v %v", info, err)
	}
}

// TestTransientLinkIsWaitedFor plays a native git that links a new object
// before it unlinks the temporary name.
func TestTransientLinkIsWaitedFor(t *testing.T) {
	r := newRepo(t, project)
	r.writeFile("objects/12/tmp_obj_x", "x")
	name := r.path + "/objects/12/tmp_obj_x"
	second := r.path + "/objects/12/3456789012345678901234567890123456789012"
	if err := os.Link(name, second); err != nil {
		t.Fatal(err)
	}
	h := host
	waits := 0
	h.Sleep = func(time.Duration) {
		if waits++; waits == 3 {
			os.Remove(second)
		}
	}
	o, err := Open(r.config(), h, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	o.Close()
	os.Remove(name)
	if waits == 0 {
		t.Error("nobody waited")
	}
}

func TestFilesAreNotLeaked(t *testing.T) {
	count := func() int {
		entries, err := os.ReadDir("/dev/fd")
		if err != nil {
			t.Skip("open files cannot be counted here: ", err)
		}
		return len(entries)
	}
	r := newRepo(t, project)
	publish := func(n int) {
		c := r.config()
		c.BaseCommit = r.ref(branch)
		old := r.file(c.BaseCommit, "README.md")
		if _, err := Publish(c, host, Limits{}, files("README.md", old), files("README.md", fmt.Sprint(n))); err != nil {
			t.Fatal(err)
		}
		_, err := Publish(c, host, Limits{}, files("README.md", old), files("README.md", "y"))
		var e *Error
		if !errors.As(err, &e) {
			t.Fatal(err)
		}
	}
	publish(0)
	before := count()
	for n := range 3 {
		publish(n + 1)
	}
	if after := count(); after > before {
		t.Errorf("%d open files, %d before", after, before)
	}
}
