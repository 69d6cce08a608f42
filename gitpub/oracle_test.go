//go:build linux || darwin

package gitpub

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// repo is a bare repository whose every state real git judges.
type repo struct {
	t    testing.TB
	path string
	base string
}

const (
	branch    = "refs/heads/main"
	baseDate  = "1600000000 +0000"
	baseIdent = "Base <base@example.org>"
)

// testEnv is what git runs with in tests: no configuration but its own.
var testEnv = []string{
	"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1",
	"GIT_AUTHOR_NAME=Ada Example", "GIT_AUTHOR_EMAIL=ada@example.org", "GIT_AUTHOR_DATE=1700000000 +0000",
	"GIT_COMMITTER_NAME=Ada Example", "GIT_COMMITTER_EMAIL=ada@example.org", "GIT_COMMITTER_DATE=1700000000 +0000",
}

func gitPath(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed: nothing can judge the result")
	}
	return path
}

// tryGit runs git in the repository.
func (r *repo) tryGit(stdin string, args ...string) (string, error) {
	command := exec.Command(gitPath(r.t), append([]string{"--git-dir=" + r.path}, args...)...)
	command.Env, command.Stdin = testEnv, strings.NewReader(stdin)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		err = fmt.Errorf("git %v: %w: %s", args, err, stderr.String())
	}
	return string(out), err
}

func (r *repo) git(stdin string, args ...string) string {
	r.t.Helper()
	out, err := r.tryGit(stdin, args...)
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

// folderOf is a fresh canonical temporary folder.
func folderOf(t testing.TB) string {
	t.Helper()
	path, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// modeOf lets a test name other modes than 100644: "100755 path".
func modeOf(name string) (mode, path string) {
	if mode, path, found := strings.Cut(name, " "); found && len(mode) == 6 {
		return mode, path
	}
	return "100644", name
}

// newRepo makes a repository with one commit of these files on the branch. At
// the end of the test git judges what became of it.
func newRepo(t testing.TB, files map[string]string) *repo {
	t.Helper()
	r := &repo{t: t, path: filepath.Join(folderOf(t), "store.git")}
	r.git("", "init", "-q", "--bare", "--template=", "--initial-branch=main", r.path)
	r.base = r.fastImport(branch, files)
	t.Cleanup(r.judge)
	return r
}

// fastImport makes a packed commit of files on a branch.
func (r *repo) fastImport(reference string, files map[string]string) string {
	r.t.Helper()
	var in strings.Builder
	fmt.Fprintf(&in, "commit %s\ncommitter %s %s\ndata 5\nbase\n", reference, baseIdent, baseDate)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		mode, path := modeOf(name)
		if mode == "160000" {
			fmt.Fprintf(&in, "M 160000 %s %s\n", files[name], path)
			continue
		}
		fmt.Fprintf(&in, "M %s inline %q\ndata %d\n%s\n", mode, path, len(files[name]), files[name])
	}
	r.git(in.String(), "-c", "fastimport.unpackLimit=0", "fast-import", "--quiet")
	return strings.TrimSpace(r.git("", "rev-parse", reference))
}

// judge is the consistency check at the end of every test.
func (r *repo) judge() {
	r.t.Helper()
	if _, err := os.Stat(filepath.Join(r.path, "HEAD")); err != nil {
		return // not a repository on purpose
	}
	if out, err := r.tryGit("", "fsck", "--strict", "--full", "--no-dangling"); err != nil {
		r.t.Errorf("fsck: %v %s", err, out)
	}
	if out, err := r.tryGit("", "rev-list", "--objects", "--all"); err != nil {
		r.t.Errorf("rev-list: %v %s", err, out)
	}
}

// leftovers lists files that a finished publication must not leave.
func (r *repo) leftovers() (found []string) {
	filepath.WalkDir(r.path, func(path string, _ fs.DirEntry, _ error) error {
		name := filepath.Base(path)
		if name != leaseName && strings.HasSuffix(name, ".lock") || strings.HasPrefix(name, "tmp_") || strings.HasSuffix(name, ".keep") {
			found = append(found, strings.TrimPrefix(path, r.path+"/"))
		}
		return nil
	})
	return found
}

func (r *repo) ref(name string) string {
	out, err := r.tryGit("", "rev-parse", "--verify", "--quiet", name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(out)
}

func (r *repo) file(commit, path string) string {
	r.t.Helper()
	return r.git("", "cat-file", "blob", commit+":"+path)
}

// config is a valid policy for the repository.
func (r *repo) config() Config {
	return Config{
		GitExecutable: gitPath(r.t), Repository: r.path, Reference: branch, BaseCommit: r.base,
		AuthorName: "Ada Example", AuthorEmail: "ada@example.org", UnixSeconds: 1700000000,
		Message: "Change a file\n", MaxCommands: 64, TimeoutMillis: 60000,
	}
}

var host = Host{Now: time.Now, Sleep: time.Sleep}

func files(pairs ...string) (list []File) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, File{pairs[i], []byte(pairs[i+1])})
	}
	return list
}

// demand checks the code, the place and the doubt of an error.
func demand(t testing.TB, err error, code Code, place string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want %s at %s", err, code, place)
	}
	if e.Code != code || !strings.HasPrefix(e.Place, place) || e.MayHaveMoved != (code == CodeUncertain) {
		t.Fatalf("got %v (place %q, may have moved %v), want %s at %s", e, e.Place, e.MayHaveMoved, code, place)
	}
}

// copyTo copies a repository, so that one can be spoilt many times.
func (r *repo) copyTo(t testing.TB) *repo {
	t.Helper()
	c := &repo{t: t, path: filepath.Join(folderOf(t), "store.git"), base: r.base}
	if err := os.CopyFS(c.path, os.DirFS(r.path)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.judge)
	return c
}
