package draft

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
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

// memory is a project of one application source in memory, with a test module.
func memory(t testing.TB, app string) *image.Image {
	t.Helper()
	manifest, faults := project.ParseManifest([]byte(`schema = "semaprax.project.v1"
name = "m"
entry = "m.app"
sources = ["app.spx", "tests.spx"]
web_exports = ["m.main"]
tests = ["m.tests"]
`))
	noFault(t, faults)
	return derive(t, manifest, []project.Source{
		{Path: "app.spx", Text: []byte("module m.app;\n\n" + app)},
		{Path: "tests.spx", Text: []byte("module m.tests;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    0\n}\n")},
	})
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

// opened opens a candidate over an image with a store that pins it, and the draft
// without holes over it.
func opened(t testing.TB, i *image.Image) (*candidate.Programs, *Draft) {
	t.Helper()
	p := candidate.NewPrograms(testCompiler)
	p.Pin(i)
	c, faults := candidate.Open(p, i)
	noFault(t, faults)
	d, faults := Open(c)
	noFault(t, faults)
	return p, d
}

// must unwraps a draft.
func must(t testing.TB) func(*Draft, diag.List) *Draft {
	return func(d *Draft, faults diag.List) *Draft {
		t.Helper()
		noFault(t, faults)
		return d
	}
}

// applied is a candidate with one more intention.
func applied(t testing.TB, p *candidate.Programs, c *candidate.Candidate, intention string) *candidate.Candidate {
	t.Helper()
	change, faults := candidate.NewChange(c.Now().Revision(), []byte(intention))
	noFault(t, faults)
	next, faults := c.Apply(p, change)
	noFault(t, faults)
	return next
}

// over is a draft without holes over a candidate.
func over(t testing.TB, c *candidate.Candidate) *Draft {
	t.Helper()
	return must(t)(Open(c))
}

// sum is the digest formula, written again.
func sum(domain string, text []byte) string {
	var length [8]byte
	binary.LittleEndian.PutUint64(length[:], uint64(len(text)))
	h := sha256.New()
	h.Write([]byte(domain + "\x00"))
	h.Write(length[:])
	h.Write(text)
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// canonical renders a value with the standard encoder, whose maps are sorted: an
// independent second opinion on canonical form, its LF included.
func canonical(t testing.TB, value any) []byte {
	t.Helper()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
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

// keys lists the members of an object in order.
func keys(value any) []string {
	var list []string
	for key := range value.(map[string]any) {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}
