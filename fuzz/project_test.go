package fuzz

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/syntax"
	"github.com/semaprax/semaprax-go/policy"
)

// FuzzProject opens folders given as archives.
//
// Oracle: opening from disk and building from memory give the same verdict, the same
// diagnostics and the same revisions; every diagnostic lies inside a file of the
// folder; two derivations give the same image; canonical printing changes nothing;
// an admitted folder can be served and passes its final authentication.
func FuzzProject(f *testing.F) {
	for _, name := range []string{"calculator", "ledger", "tokens", "bytes"} {
		f.Add(textOf(f, os.DirFS(filepath.Join(projects, name)))) // a whole accepted project
	}
	small := "-- semaprax.toml --\nschema = \"semaprax.project.v1\"\nname = \"m\"\nentry = \"m.app\"\nsources = [\"a.spx\"]\nweb_exports = [\"m.f\"]\ntests = [\"m.app\"]\n" +
		"-- a.spx --\nmodule m.app;\n\n@id(\"m.f\")\nfn f() -> i64\n{\n    0\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    f()\n}\n"
	f.Add(small)                                                    // the smallest project
	f.Add(strings.Replace(small, "f()\n}", "f( )\n}", 1))           // not canonical
	f.Add(strings.Replace(small, `"a.spx"`, `"a.spx", "b.spx"`, 1)) // a source that is not there
	f.Add(strings.Replace(small, `"a.spx"`, `"../a.spx"`, 1))       // a source outside
	f.Add(strings.Replace(small, "i64\n{\n    0", "i64\n{\n    \"", 1))
	w := worldAt(f, realDir(f))
	f.Fuzz(func(t *testing.T, text string) {
		files := archive(text)
		dir := realDir(t)
		if !write(dir, files) {
			return
		}
		on := &world{root: w.root, dir: dir}
		opened, held, faults := project.Open(t.Context(), w.root, on.manifest(), nil)
		judgePlaces(t, files, faults)
		built, again := build(files)
		if faults.HasErrors() {
			if built != nil && !missing(files) {
				t.Fatalf("refused from disk with %v, built from memory\n%s", faults[0], text)
			}
			return
		}
		if held.Recheck() != nil {
			t.Fatal("drift in a folder nobody touches")
		}
		held.Close()
		if again.HasErrors() || built.Project().Revision() != opened.Revision() {
			t.Fatalf("opened from disk, built from memory otherwise: %v\n%s", again, text)
		}
		judgeAdmitted(t, on, built)
	})
}

func realDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// textOf writes a folder as an archive.
func textOf(t testing.TB, folder fs.FS) string {
	t.Helper()
	var b strings.Builder
	err := fs.WalkDir(folder, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(folder, path)
		b.WriteString("-- " + path + " --\n" + string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// write makes the folder; false when a name cannot be one.
func write(dir string, files map[string]string) bool {
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if !filepath.IsLocal(name) || len(name) > 200 || strings.Contains(name, "\x00") {
			return false
		}
		if os.MkdirAll(filepath.Dir(path), 0o755) != nil || os.WriteFile(path, []byte(text), 0o644) != nil {
			return false
		}
	}
	return true
}

// missing says whether a declared source has no file of exactly its name, which
// memory shows as an empty text.
func missing(files map[string]string) bool {
	manifest, faults := project.ParseManifest([]byte(files[project.ManifestName]))
	return faults.HasErrors() || slices.ContainsFunc(manifest.Sources(), func(path string) bool {
		_, there := files[path]
		return !there
	})
}

// judgePlaces demands that every diagnostic lies inside a file.
func judgePlaces(t *testing.T, files map[string]string, faults diag.List) {
	t.Helper()
	for _, d := range faults {
		if _, known := diag.Lookup(d.Code); d.Message() == "" || !known {
			t.Fatalf("diagnostic %v", d)
		}
		text, there := files[d.Path]
		if !d.Span.IsZero() && there && (int(d.Span.End) > len(text) || d.Span.Start > d.Span.End || d.Span.Line == 0) {
			t.Fatalf("%v lies at %+v of %d bytes", d, d.Span, len(text))
		}
	}
}

// judgeAdmitted demands of an admitted project what everything above builds on.
func judgeAdmitted(t *testing.T, on *world, built *image.Image) {
	t.Helper()
	if again, faults := image.Derive(built.Project(), compiler); faults.HasErrors() || again.Revision() != built.Revision() {
		t.Fatalf("another image of the same project: %v", faults)
	}
	for _, m := range built.Project().Modules() {
		file, fault := syntax.Parse(m.Path, m.Source)
		if fault != nil || string(syntax.Print(file)) != string(m.Source) {
			t.Fatalf("%s was admitted and does not print as it is: %v", m.Path, fault)
		}
	}
	s := on.open(t, policy.ReadOnly.Policy())
	answer := string(s.Handle([]byte(`{"jsonrpc":"2.0","id":1,"method":"workspace/open"}`)))
	if !strings.Contains(answer, built.Revision().String()) {
		t.Fatalf("served as %s", answer)
	}
	if err := s.Finish(nil); err != nil {
		t.Fatal(err)
	}
}
