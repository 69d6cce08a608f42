package draft

import (
	"slices"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/internal/fixture"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

const testCompiler = fixture.Compiler

var (
	noFault   = fixture.NoFault
	wantCode  = fixture.WantCode
	holdExact = fixture.HoldExact
	sum       = oracle.Digest[[]byte]
	parsed    = oracle.Object
	canonical = oracle.Canonical
)

// loadProject derives the image of a project of testdata/projects.
func loadProject(t testing.TB, name string) *image.Image {
	t.Helper()
	return derive(t, fixture.Sample(t, name))
}

func derive(t testing.TB, of *project.Project) *image.Image {
	t.Helper()
	i, faults := image.Derive(of, testCompiler)
	noFault(t, faults)
	return i
}

// memory is the image of one application source in memory, with a test module.
func memory(t testing.TB, app string) *image.Image {
	t.Helper()
	return derive(t, fixture.Build(t, fixture.Small(map[string]string{
		"app.spx":   "module m.app;\n\n" + app,
		"tests.spx": "module m.tests;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    0\n}\n",
	})))
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

// keys lists the members of an object in order.
func keys(value any) []string {
	var list []string
	for key := range value.(map[string]any) {
		list = append(list, key)
	}
	slices.Sort(list)
	return list
}
