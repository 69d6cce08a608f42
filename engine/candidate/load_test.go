package candidate

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
)

const testCompiler = "0.0.0-test"

// loadProject builds a project of testdata/projects from memory.
func loadProject(t testing.TB, name string) *image.Image {
	t.Helper()
	dir := filepath.Join("..", "..", "testdata", "projects", name)
	text, err := os.ReadFile(filepath.Join(dir, project.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	manifest, faults := project.ParseManifest(text)
	noFault(t, faults)
	var sources []project.Source
	for _, path := range manifest.Sources() {
		text, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, project.Source{Path: path, Text: text})
	}
	return derive(t, manifest, sources)
}

func derive(t testing.TB, manifest *project.Manifest, sources []project.Source) *image.Image {
	t.Helper()
	of, faults := project.Build(manifest, sources, nil)
	noFault(t, faults)
	i, faults := image.Derive(of, testCompiler)
	noFault(t, faults)
	return i
}

// memory is a project of sources in memory, under the simplest manifest.
func memory(t testing.TB, sources map[string]string) *image.Image {
	t.Helper()
	manifest, files := memoryParts(t, sources)
	return derive(t, manifest, files)
}

func memoryParts(t testing.TB, sources map[string]string) (*project.Manifest, []project.Source) {
	t.Helper()
	var paths []string
	var files []project.Source
	for path, text := range sources {
		paths = append(paths, path)
		files = append(files, project.Source{Path: path, Text: []byte(text)})
	}
	manifest, faults := project.ParseManifest([]byte(manifestOf(paths)))
	noFault(t, faults)
	return manifest, files
}

func manifestOf(paths []string) string {
	sorted := bytes.Buffer{}
	list := append([]string(nil), paths...)
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			if list[j] < list[i] {
				list[i], list[j] = list[j], list[i]
			}
		}
		if i > 0 {
			sorted.WriteString(", ")
		}
		sorted.WriteString(`"` + list[i] + `"`)
	}
	return "schema = \"semaprax.project.v1\"\nname = \"m\"\nentry = \"m.app\"\nsources = [" + sorted.String() + "]\nweb_exports = [\"m.main\"]\ntests = [\"m.tests\"]\n"
}

func noFault(t testing.TB, faults diag.List) {
	t.Helper()
	if faults.HasErrors() {
		for _, d := range faults {
			t.Error(d)
		}
		t.FailNow()
	}
}

func wantCode(t testing.TB, faults diag.List, code diag.Code) {
	t.Helper()
	if len(faults) == 0 {
		t.Fatalf("accepted, want %s", code)
	}
	if faults[0].Code != code {
		t.Fatalf("got %s (%s), want %s", faults[0].Code, faults[0].Message(), code)
	}
}

// opened opens a candidate over a test project with a store that pins its image.
func opened(t testing.TB, i *image.Image) (*Programs, *Candidate) {
	t.Helper()
	p := NewPrograms(testCompiler)
	p.Pin(i)
	c, faults := Open(p, i)
	noFault(t, faults)
	return p, c
}

// apply applies one intention to a candidate.
func apply(t testing.TB, p *Programs, c *Candidate, intention string) (*Candidate, diag.List) {
	t.Helper()
	change, faults := NewChange(c.Now().Revision(), []byte(intention))
	noFault(t, faults)
	return c.Apply(p, change)
}

// mustApply applies intentions one after another and checks after each that replay
// gives the same report and that nothing of the predecessor changed.
func mustApply(t testing.TB, p *Programs, c *Candidate, intentions ...string) *Candidate {
	t.Helper()
	for _, intention := range intentions {
		before := append([]byte(nil), c.Report()...)
		next, faults := apply(t, p, c, intention)
		noFault(t, faults)
		if !bytes.Equal(before, c.Report()) {
			t.Fatal("applying changed the predecessor")
		}
		noFault(t, next.Validate(p))
		c = next
	}
	return c
}

func parsed(t testing.TB, text []byte) map[string]any {
	t.Helper()
	var value map[string]any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

// canonicalAgain renders parsed JSON once more with the standard encoder, whose maps
// are sorted: an independent second opinion on canonical form.
func canonicalAgain(t testing.TB, value any) []byte {
	t.Helper()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	text := bytes.ReplaceAll(out.Bytes(), []byte(`\u2028`), []byte("\u2028"))
	return bytes.ReplaceAll(text, []byte(`\u2029`), []byte("\u2029"))
}

var zero canon.Digest
