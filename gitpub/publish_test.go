//go:build linux || darwin

package gitpub

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// project is the base tree of most tests: nested folders, a file beside a
// folder that sorts around it, an executable, a link, a submodule, other files.
var project = map[string]string{
	"README.md":                 "read me\n",
	"semaprax.toml":             "name = \"p\"\n",
	"src/main.spx":              "module main\n",
	"src/a.spx":                 "module a\n",
	"src/deep/er/b.spx":         "module b\n",
	"src/deep-end":              "sorts before deep/\n",
	"src/deep.spx":              "sorts before deep/ too\n",
	"100755 tool.sh":            "#!/bin/sh\n",
	"120000 link":               "src/main.spx",
	"160000 vendor/lib":         "1234567890123456789012345678901234567890",
	"src/\u00fcnder/\u65e5.spx": "module \u65e5\n",
}

// exactCommit is what git commit-tree names the first publication of
// TestOneFileExactly; TestOneFileExactly derives it again with git.
const exactCommit = "14840f0736b2ef08ef57e640a0d3983e0d694a1c"

func TestOneFileExactly(t *testing.T) {
	r := newRepo(t, project)
	got, err := Publish(r.config(), host, Limits{},
		files("semaprax.toml", project["semaprax.toml"], "src/main.spx", project["src/main.spx"]),
		files("src/main.spx", "module main2\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := Prepared{
		Repository: r.path, Reference: branch, Format: "sha1", Base: r.base,
		Commit: exactCommit, Tree: r.treeWith("src/main.spx", "module main2\n"),
		Changed: []string{"src/main.spx"},
		Objects: got.Objects, ContentBinding: got.ContentBinding,
	}
	if diff := cmp.Diff(want, *got); diff != "" {
		t.Error(diff)
	}
	r.sameAsGit(got, "Change a file\n")
	r.demandDifference(got.Commit, "src/main.spx")
	r.demandTidy(branch, got.Commit)
}

// treeWith is the tree git makes of the base with one file changed.
func (r *repo) treeWith(pairs ...string) string {
	r.t.Helper()
	index := "GIT_INDEX_FILE=" + folderOf(r.t) + "/index"
	saved := testEnv
	testEnv = append(slices.Clone(testEnv), index)
	defer func() { testEnv = saved }()
	r.git("", "read-tree", r.base)
	for i := 0; i < len(pairs); i += 2 {
		mode, path := modeOf(pairs[i])
		blob := strings.TrimSpace(r.git(pairs[i+1], "hash-object", "-w", "--stdin"))
		r.git("", "update-index", "--add", "--cacheinfo", mode+","+blob+","+path)
	}
	return strings.TrimSpace(r.git("", "write-tree"))
}

// sameAsGit lets git name the commit.
func (r *repo) sameAsGit(p *Prepared, message string) {
	r.t.Helper()
	commit := strings.TrimSpace(r.git(message, "commit-tree", p.Tree, "-p", p.Base))
	if p.Commit != commit {
		r.t.Errorf("commit %s, git makes %s", p.Commit, commit)
	}
}

// demandDifference lets git say what changed between base and commit.
func (r *repo) demandDifference(commit string, paths ...string) {
	r.t.Helper()
	got := strings.Split(strings.TrimSuffix(r.git("", "diff-tree", "-r", "-z", "--name-status", r.base, commit), "\x00"), "\x00")
	var want []string
	slices.Sort(paths)
	for _, path := range paths {
		want = append(want, "M", path)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		r.t.Errorf("diff-tree: %s", diff)
	}
}

func (r *repo) demandTidy(reference, commit string) {
	r.t.Helper()
	if got := r.ref(reference); got != commit {
		r.t.Errorf("%s is %s, want %s", reference, got, commit)
	}
	if left := r.leftovers(); left != nil {
		r.t.Errorf("left behind: %v", left)
	}
}

func TestEverythingElseStays(t *testing.T) {
	r := newRepo(t, project)
	expect := files("src/deep/er/b.spx", "module b\n", "tool.sh", "#!/bin/sh\n", "src/\u00fcnder/\u65e5.spx", "module \u65e5\n",
		"src/a.spx", "module a\n", "README.md", "read me\n")
	change := files("README.md", "read me\n", "src/deep/er/b.spx", "", "tool.sh", "#!/bin/bash\n", "src/\u00fcnder/\u65e5.spx", "x")
	got, err := Publish(r.config(), host, Limits{}, expect, change)
	if err != nil {
		t.Fatal(err)
	}
	wantChanged := []string{"src/deep/er/b.spx", "tool.sh", "src/\u00fcnder/\u65e5.spx"}
	if diff := cmp.Diff(wantChanged, got.Changed); diff != "" {
		t.Error(diff)
	}
	if tree := r.treeWith("src/deep/er/b.spx", "", "100755 tool.sh", "#!/bin/bash\n", "src/\u00fcnder/\u65e5.spx", "x"); tree != got.Tree {
		t.Errorf("tree %s, git makes %s", got.Tree, tree)
	}
	r.demandDifference(got.Commit, wantChanged...)
	r.demandTidy(branch, got.Commit)
	if list := r.git("", "ls-tree", "-r", got.Commit); !strings.Contains(list, "160000 commit 1234567890123456789012345678901234567890\tvendor/lib") ||
		!strings.Contains(list, "120000 blob") {
		t.Errorf("link or submodule changed:\n%s", list)
	}
}

func TestPrefixJoinsEveryPath(t *testing.T) {
	r := newRepo(t, project)
	c := r.config()
	c.ProjectPrefix = "src/deep"
	got, err := Publish(c, host, Limits{}, files("er/b.spx", "module b\n"), files("er/b.spx", "module c\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"src/deep/er/b.spx"}, got.Changed); diff != "" {
		t.Error(diff)
	}
	r.demandDifference(got.Commit, "src/deep/er/b.spx")
	r.demandTidy(branch, got.Commit)
}

// TestBindingInReadOrder computes the digest of the receipt from what git
// stores, in the order commit, root tree, then depth first.
func TestBindingInReadOrder(t *testing.T) {
	r := newRepo(t, project)
	got, err := Publish(r.config(), host, Limits{},
		files("src/main.spx", "module main\n", "README.md", "read me\n", "src/deep/er/b.spx", "module b\n"),
		files("src/main.spx", "module m\n", "src/deep/er/b.spx", "module d\n"))
	if err != nil {
		t.Fatal(err)
	}
	b, n := got.Base+":", got.Commit+":"
	read := []string{got.Base, got.Base + "^{tree}", b + "README.md", b + "src", b + "src/deep", b + "src/deep/er",
		b + "src/deep/er/b.spx", b + "src/main.spx"}
	staged := []string{n + "src/deep/er/b.spx", n + "src/deep/er", n + "src/deep", n + "src/main.spx", n + "src",
		got.Commit + "^{tree}", got.Commit}
	h := sha256.New()
	h.Write([]byte("semaprax.git-publication.read-objects.v1\x00"))
	h.Write(r.bound(read))
	h.Write([]byte("semaprax.git-publication.staged-objects.v1\x00"))
	h.Write(r.bound(staged))
	if want := "sha256:" + hex.EncodeToString(h.Sum(nil)); got.ContentBinding != want {
		t.Errorf("binding %s, want %s", got.ContentBinding, want)
	}
	for i, o := range got.Objects {
		if name := strings.TrimSpace(r.git("", "rev-parse", staged[i])); name != o.ID {
			t.Errorf("object %d is %s, want %s", i, o.ID, name)
		}
		if kind := strings.TrimSpace(r.git("", "cat-file", "-t", o.ID)); kind != o.Kind {
			t.Errorf("object %d is a %s, want %s", i, o.Kind, kind)
		}
	}
	if len(got.Objects) != len(staged) {
		t.Errorf("%d objects, want %d", len(got.Objects), len(staged))
	}
}

func (r *repo) bound(names []string) (all []byte) {
	for _, name := range names {
		hash := strings.TrimSpace(r.git("", "rev-parse", name))
		kind := strings.TrimSpace(r.git("", "cat-file", "-t", hash))
		body := r.git("", "cat-file", kind, hash)
		all = binary.BigEndian.AppendUint64(all, uint64(len(hash)))
		all = append(all, hash...)
		all = append(all, fmt.Sprintf("%s %d\x00%s", kind, len(body), body)...)
	}
	return all
}

func TestEqualBlobsAreStagedOnce(t *testing.T) {
	r := newRepo(t, map[string]string{"a/x": "1", "b/x": "1", "c/y": "2"})
	got, err := Publish(r.config(), host, Limits{}, files("a/x", "1", "b/x", "1"), files("a/x", "3", "b/x", "3"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Objects) != 4 { // blob, one folder, root, commit
		t.Errorf("%d objects, want 4: %v", len(got.Objects), got.Objects)
	}
	r.demandDifference(got.Commit, "a/x", "b/x")
	r.demandTidy(branch, got.Commit)
}

func TestChainOfPublications(t *testing.T) {
	r := newRepo(t, map[string]string{"f": "0"})
	for i := range 5 {
		c := r.config()
		if i > 0 {
			c.BaseCommit = r.ref(branch)
		}
		if i == 2 {
			r.git("", "gc", "-q")
		}
		if i == 3 {
			r.git("", "pack-refs", "--all", "--prune")
		}
		if _, err := Publish(c, host, Limits{}, files("f", fmt.Sprint(i)), files("f", fmt.Sprint(i+1))); err != nil {
			t.Fatal(err)
		}
	}
	if n := strings.TrimSpace(r.git("", "rev-list", "--count", branch)); n != "6" {
		t.Errorf("%s commits, want 6", n)
	}
	if text := r.file(branch, "f"); text != "5" {
		t.Errorf("got %q", text)
	}
}

func TestPlanOnlyReads(t *testing.T) {
	r := newRepo(t, project)
	o, err := Open(r.config(), host, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	before := r.snapshot()
	o.host.Watch = func(s Step) error { t.Errorf("Plan does %v", s); return nil }
	p, err := o.Plan(r.base, files("README.md", "read me\n"), files("README.md", "x"), r.config().Meta())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, r.snapshot()); diff != "" {
		t.Error(diff)
	}
	p.Discard()
}
