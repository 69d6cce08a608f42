package candidate

import (
	"bytes"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/internal/fixture"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

const testCompiler = fixture.Compiler

var (
	noFault        = fixture.NoFault
	wantCode       = fixture.WantCode
	holdExact      = fixture.HoldExact
	sum            = oracle.Digest[[]byte]
	parsed         = oracle.Object
	canonicalAgain = oracle.Canonical
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

// memory is the image of sources in memory, under the simplest manifest.
func memory(t testing.TB, sources map[string]string) *image.Image {
	t.Helper()
	return derive(t, fixture.Build(t, fixture.Small(sources)))
}

// manifestOf is the manifest of such a project.
func manifestOf(paths []string) string {
	sources := map[string]string{}
	for _, path := range paths {
		sources[path] = ""
	}
	return fixture.Small(sources)[project.ManifestName]
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

var zero canon.Digest
