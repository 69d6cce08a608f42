//go:build linux || darwin

package project

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
)

const heldManifest = `schema = "semaprax.project.v1"
name = "calc"
entry = "calc.app"
sources = ["app.spx", "lib/core.spx", "lib/deep/more.spx"]
web_exports = ["calc.add"]
tests = ["calc.tests"]
`

// site is a project folder on disk that a test may damage.
type site struct {
	t   testing.TB
	dir string // the project folder
}

// newSite writes the files two folders below a fresh temporary directory.
func newSite(t testing.TB, files map[string]string) site {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := site{t, filepath.Join(top, "outer", "project")}
	for path, text := range files {
		s.write(path, text)
	}
	return s
}

func (s site) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s site) do(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s site) write(name, text string) {
	s.t.Helper()
	s.do(os.MkdirAll(filepath.Dir(s.path(name)), 0o755))
	s.do(os.WriteFile(s.path(name), []byte(text), 0o644))
}

func heldSite(t testing.TB) site {
	return newSite(t, map[string]string{
		ManifestName: heldManifest, "app.spx": "app text\n", "lib/core.spx": "core text\n", "lib/deep/more.spx": "",
	})
}

func testRoot(t testing.TB, path string) *Root {
	t.Helper()
	root, err := OpenRoot(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

// hold opens the inputs of the site without looking at their language.
func (s site) hold(root *Root) (*Held, diag.List) {
	h, fault := holdManifest(context.Background(), root, s.path(ManifestName))
	if fault != nil {
		return nil, fault
	}
	if fault := h.holdSources(context.Background(), []string{"app.spx", "lib/core.spx", "lib/deep/more.spx"}); fault != nil {
		h.Close()
		return nil, fault
	}
	s.t.Cleanup(func() { h.Close() })
	return h, nil
}

func TestHeldFilesAreWhatIsOnDisk(t *testing.T) {
	s := heldSite(t)
	h, fault := s.hold(testRoot(t, "/"))
	if fault != nil {
		t.Fatal(fault[0])
	}
	want := []string{ManifestName, "app.spx", "lib/core.spx", "lib/deep/more.spx"}
	files := h.Files()
	if len(files) != len(want) {
		t.Fatalf("got %d files, want %d", len(files), len(want))
	}
	for i, f := range files {
		text, err := os.ReadFile(s.path(want[i]))
		s.do(err)
		var st unix.Stat_t
		s.do(unix.Stat(s.path(want[i]), &st))
		if f.Path != want[i] || f.Digest != canon.Digest(sha256.Sum256(text)) || f.Identity.Inode != st.Ino || f.Identity.Size != int64(len(text)) || f.Identity.Links != 1 {
			t.Errorf("got %+v for %s", f, want[i])
		}
	}
	for range 3 {
		if fault := h.Recheck(); fault != nil {
			t.Fatal(fault[0])
		}
	}
}

func TestRecheckSeesEveryDrift(t *testing.T) {
	for _, row := range []struct {
		name, path string
		damage     func(s site)
	}{
		{"content of the same length", "app.spx", func(s site) { s.write("app.spx", "app TEXT\n") }},
		{"content grows", "app.spx", func(s site) { s.write("app.spx", "app text\n\n") }},
		{"content shrinks", "lib/core.spx", func(s site) { s.do(os.Truncate(s.path("lib/core.spx"), 3)) }},
		{"empty file grows", "lib/deep/more.spx", func(s site) { s.write("lib/deep/more.spx", "x") }},
		{"manifest content", ManifestName, func(s site) { s.write(ManifestName, strings.Replace(heldManifest, "calc", "call", 1)) }},
		{"replaced by an equal file", "app.spx", func(s site) {
			s.write("new", "app text\n")
			s.do(os.Rename(s.path("new"), s.path("app.spx")))
		}},
		{"chmod", "app.spx", func(s site) { s.do(os.Chmod(s.path("app.spx"), 0o600)) }},
		{"read-only", "lib/core.spx", func(s site) { s.do(os.Chmod(s.path("lib/core.spx"), 0o444)) }},
		{"symbolic link to the same file", "app.spx", func(s site) {
			s.do(os.Rename(s.path("app.spx"), s.path("moved.spx")))
			s.do(os.Symlink("moved.spx", s.path("app.spx")))
		}},
		{"hard link", "app.spx", func(s site) { s.do(os.Link(s.path("app.spx"), s.path("second.spx"))) }},
		{"delete", "lib/deep/more.spx", func(s site) { s.do(os.Remove(s.path("lib/deep/more.spx"))) }},
		{"delete the manifest", ManifestName, func(s site) { s.do(os.Remove(s.path(ManifestName))) }},
		{"directory in place of a file", "app.spx", func(s site) {
			s.do(os.Remove(s.path("app.spx")))
			s.do(os.Mkdir(s.path("app.spx"), 0o755))
		}},
		{"fifo in place of a file", "app.spx", func(s site) {
			s.do(os.Remove(s.path("app.spx")))
			s.do(unix.Mkfifo(s.path("app.spx"), 0o644))
		}},
		{"folder swapped for an equal one", "lib", func(s site) {
			s.do(os.Rename(s.path("lib"), s.path("old")))
			s.write("lib/core.spx", "core text\n")
			s.write("lib/deep/more.spx", "")
		}},
		{"folder swapped for a link", "lib", func(s site) {
			s.do(os.Rename(s.path("lib"), s.path("old")))
			s.do(os.Symlink("old", s.path("lib")))
		}},
		{"inner folder chmod", "lib/deep", func(s site) { s.do(os.Chmod(s.path("lib/deep"), 0o700)) }},
		{"inner folder removed", "lib/deep", func(s site) { s.do(os.RemoveAll(s.path("lib/deep"))) }},
		{"folder above moved and linked back", ManifestName, func(s site) {
			outer := filepath.Dir(s.dir)
			s.do(os.Rename(outer, outer+"2"))
			s.do(os.Symlink(outer+"2", outer))
		}},
		{"project folder replaced", ManifestName, func(s site) {
			s.do(os.Rename(s.dir, s.dir+"2"))
			s.do(os.CopyFS(s.dir, os.DirFS(s.dir+"2")))
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := heldSite(t)
			h, fault := s.hold(testRoot(t, "/"))
			if fault != nil {
				t.Fatal(fault[0])
			}
			row.damage(s)
			fault = h.Recheck()
			if len(fault) != 1 || fault[0].Code != diag.J102 || fault[0].Path != row.path {
				t.Errorf("got %v, want one SPX-J102 at %s", fault, row.path)
			}
			if len(fault) == 1 && strings.Contains(fault[0].Error(), s.dir) {
				t.Errorf("the diagnostic shows where the project lies: %v", fault[0])
			}
		})
	}
}

func TestRecheckIgnoresWhatIsNotDeclared(t *testing.T) {
	s := heldSite(t)
	h, fault := s.hold(testRoot(t, "/"))
	if fault != nil {
		t.Fatal(fault[0])
	}
	s.write("other.spx", "x")
	s.write("lib/other/inner.spx", "x")
	s.do(os.Chtimes(s.path("app.spx"), time.Unix(1, 0), time.Unix(1, 0)))
	if fault := h.Recheck(); fault != nil {
		t.Error(fault[0])
	}
}

func TestRecheckAfterCloseFails(t *testing.T) {
	s := heldSite(t)
	h, _ := s.hold(testRoot(t, "/"))
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Error("the second Close failed:", err)
	}
	if fault := h.Recheck(); len(fault) != 1 || fault[0].Code != diag.J102 {
		t.Errorf("got %v, want SPX-J102", fault)
	}
}

func TestHoldRefusals(t *testing.T) {
	for _, row := range []struct {
		name, path string
		code       diag.Code
		damage     func(s site)
	}{
		{"missing source", "app.spx", diag.I001, func(s site) { s.do(os.Remove(s.path("app.spx"))) }},
		{"missing folder", "lib/core.spx", diag.I001, func(s site) { s.do(os.RemoveAll(s.path("lib"))) }},
		{"missing manifest", ManifestName, diag.I001, func(s site) { s.do(os.Remove(s.path(ManifestName))) }},
		{"symbolic link", "app.spx", diag.J102, func(s site) {
			s.do(os.Rename(s.path("app.spx"), s.path("moved.spx")))
			s.do(os.Symlink("moved.spx", s.path("app.spx")))
		}},
		{"dangling link", "app.spx", diag.J102, func(s site) {
			s.do(os.Remove(s.path("app.spx")))
			s.do(os.Symlink("nowhere", s.path("app.spx")))
		}},
		{"one file twice by a hard link", "app.spx", diag.J102, func(s site) {
			s.do(os.Remove(s.path("lib/core.spx")))
			s.do(os.Link(s.path("app.spx"), s.path("lib/core.spx")))
		}},
		{"one file twice by a link", "lib/core.spx", diag.J102, func(s site) {
			s.do(os.Remove(s.path("lib/core.spx")))
			s.do(os.Symlink("../app.spx", s.path("lib/core.spx")))
		}},
		{"linked folder", "lib/core.spx", diag.J102, func(s site) {
			s.do(os.Rename(s.path("lib"), s.path("old")))
			s.do(os.Symlink("old", s.path("lib")))
		}},
		{"linked manifest", ManifestName, diag.J102, func(s site) {
			s.do(os.Rename(s.path(ManifestName), s.path("m")))
			s.do(os.Symlink("m", s.path(ManifestName)))
		}},
		{"linked folder above", ManifestName, diag.J102, func(s site) {
			s.do(os.Rename(s.dir, s.dir+"2"))
			s.do(os.Symlink(s.dir+"2", s.dir))
		}},
		{"fifo", "app.spx", diag.J102, func(s site) {
			s.do(os.Remove(s.path("app.spx")))
			s.do(unix.Mkfifo(s.path("app.spx"), 0o644))
		}},
		{"fifo as the manifest", ManifestName, diag.J102, func(s site) {
			s.do(os.Remove(s.path(ManifestName)))
			s.do(unix.Mkfifo(s.path(ManifestName), 0o644))
		}},
		{"directory as a source", "app.spx", diag.J102, func(s site) {
			s.do(os.Remove(s.path("app.spx")))
			s.do(os.Mkdir(s.path("app.spx"), 0o755))
		}},
		{"file as a folder", "lib/core.spx", diag.J102, func(s site) {
			s.do(os.RemoveAll(s.path("lib")))
			s.write("lib", "x")
		}},
		{"oversized manifest", ManifestName, diag.J101, func(s site) { s.do(os.Truncate(s.path(ManifestName), MaxManifestBytes+1)) }},
		{"oversized source", "app.spx", diag.J101, func(s site) { s.do(os.Truncate(s.path("app.spx"), MaxSourceBytes+1)) }},
		{"sources too long together", "lib/core.spx", diag.J101, func(s site) {
			s.do(os.Truncate(s.path("app.spx"), MaxSourceBytes/2))
			s.do(os.Truncate(s.path("lib/core.spx"), MaxSourceBytes/2+1))
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := heldSite(t)
			row.damage(s)
			before := openDescriptors(t)
			root := testRoot(t, "/")
			h, fault := s.hold(root)
			if h != nil || len(fault) != 1 || fault[0].Code != row.code || fault[0].Path != row.path {
				t.Errorf("got %v, want one %s at %s", fault, row.code, row.path)
			}
			root.Close()
			if after := openDescriptors(t); before >= 0 && after != before {
				t.Errorf("%d descriptors are open, %d were before", after, before)
			}
		})
	}
}

func TestRootBoundsThePath(t *testing.T) {
	s := heldSite(t)
	inner := testRoot(t, s.dir)
	if _, fault := s.hold(inner); fault != nil {
		t.Fatal(fault[0])
	}
	all := testRoot(t, "/")
	for _, row := range []struct {
		name string
		root *Root
		path string
	}{
		{"above the root", inner, filepath.Join(filepath.Dir(s.dir), ManifestName)},
		{"sibling with the root's prefix", inner, s.dir + "2/" + ManifestName},
		{"the root itself", inner, s.dir},
		{"relative", all, ManifestName},
		{"not clean", all, s.dir + "/../project/" + ManifestName},
		{"double slash", all, s.dir + "//" + ManifestName},
		{"other name", all, filepath.Join(s.dir, "app.spx")},
		{"NUL", all, s.dir + "\x00/" + ManifestName},
		{"empty", all, ""},
	} {
		h, fault := holdManifest(context.Background(), row.root, row.path)
		if h != nil || len(fault) != 1 || fault[0].Code != diag.J102 {
			t.Errorf("%s: got %v, want SPX-J102", row.name, fault)
		}
	}
	if _, err := OpenRoot("relative"); err == nil {
		t.Error("OpenRoot admitted a relative path")
	}
}

func TestHoldStopsWhenCancelled(t *testing.T) {
	s := heldSite(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, fault := holdManifest(ctx, testRoot(t, "/"), s.path(ManifestName)); len(fault) != 1 || fault[0].Code != diag.I001 {
		t.Errorf("got %v, want SPX-I001", fault)
	}
}

// openDescriptors counts the descriptors of this process, -1 where it cannot.
func openDescriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Log("descriptors are not counted here:", err)
		return -1
	}
	return len(entries)
}

// BenchmarkRecheck authenticates a manifest and four sources of 2 KiB each.
func BenchmarkRecheck(b *testing.B) {
	files := map[string]string{}
	for _, path := range []string{ManifestName, "app.spx", "lib/core.spx", "lib/deep/more.spx"} {
		files[path] = strings.Repeat("x", 2048)
	}
	s := newSite(b, files)
	h, fault := s.hold(testRoot(b, "/"))
	if fault != nil {
		b.Fatal(fault[0])
	}
	s.write("extra.spx", files["app.spx"])
	if fault := h.holdSources(context.Background(), []string{"extra.spx"}); fault != nil {
		b.Fatal(fault[0])
	}
	b.ReportAllocs()
	b.SetBytes(5 * 2048)
	for b.Loop() {
		if fault := h.Recheck(); fault != nil {
			b.Fatal(fault[0])
		}
	}
}
