//go:build linux || darwin

package project

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// calcSite is the base fixture on disk.
func calcSite(t testing.TB) site {
	f := baseFixture()
	files := map[string]string{ManifestName: f.manifest}
	for path, text := range f.sources {
		files[path] = text
	}
	return newSite(t, files)
}

func TestOpenEqualsBuild(t *testing.T) {
	s := calcSite(t)
	p, held, fault := Open(context.Background(), testRoot(t, "/"), s.path(ManifestName), nil)
	if fault != nil {
		t.Fatal(fault[0])
	}
	defer held.Close()
	if want := baseFixture().mustBuild(t); p.Revision() != want.Revision() || p.WorkspaceRevision() != want.WorkspaceRevision() {
		t.Errorf("opened %s, built %s", p.Revision(), want.Revision())
	}
	if got := p.Manifest().Text(); got != buildManifest {
		t.Errorf("manifest %q", got)
	}
	s.write("app.spx", strings.Replace(appText, "19", "20", 1))
	if fault := held.Recheck(); len(fault) != 1 || fault[0].Code != diag.J102 || fault[0].Path != "app.spx" {
		t.Errorf("got %v, want SPX-J102 at app.spx", fault)
	}
	again, fresh, fault := Open(context.Background(), testRoot(t, "/"), s.path(ManifestName), p)
	if fault != nil {
		t.Fatal(fault[0])
	}
	defer fresh.Close()
	if again.Revision() == p.Revision() || again.Modules()[1].File != p.Modules()[1].File || again.Modules()[0].File == p.Modules()[0].File {
		t.Error("the second open did not take up exactly the changed source")
	}
}

func TestOpenRefusalsLeaveNothingOpen(t *testing.T) {
	for _, row := range []struct {
		name   string
		code   diag.Code
		damage func(s site)
	}{
		{"manifest form", diag.J100, func(s site) { s.write(ManifestName, buildManifest+"\n") }},
		{"source missing", diag.I001, func(s site) { s.do(os.Remove(s.path("core.spx"))) }},
		{"source form", diag.G170, func(s site) { s.write("core.spx", coreText+"\n") }},
		{"type fault", diag.T205, func(s site) { s.write("app.spx", strings.Replace(appText, "19", "true", 1)) }},
		{"not utf-8", diag.P001, func(s site) { s.write("app.spx", "module \xff;\n") }},
		{"hard link", diag.J102, func(s site) { s.do(os.Link(s.path("core.spx"), s.path("copy.spx"))) }},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := calcSite(t)
			row.damage(s)
			root := testRoot(t, "/")
			before := openDescriptors(t)
			p, held, fault := Open(context.Background(), root, s.path(ManifestName), nil)
			if p != nil || held != nil || !fault.HasErrors() || leadingError(fault).Code != row.code {
				t.Errorf("got %v, want %s", fault, row.code)
			}
			if after := openDescriptors(t); after != before {
				t.Errorf("%d descriptors are open, %d were before", after, before)
			}
		})
	}
}

// openTestdata opens a project of testdata/projects.
func openTestdata(t testing.TB, name string) *Project {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/projects/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		t.Fatal(err)
	}
	p, held, fault := Open(context.Background(), testRoot(t, dir), filepath.Join(dir, ManifestName), nil)
	if fault != nil {
		t.Fatal(fault)
	}
	t.Cleanup(func() { held.Close() })
	return p
}

func TestTheProjectsOfTestdataAreAdmitted(t *testing.T) {
	for _, row := range []struct {
		name    string
		entry   int // modules of the entry closure
		tests   int // modules of the test closure
		cases   string
		schemas string
	}{
		{"calculator", 3, 4, "calculator.tests.answer calculator.tests.arithmetic calculator.tests.clamp calculator.tests.series calculator.tests.walk", "v10 v10 v15 v10"},
		{"ledger", 4, 5, "ledger.tests.frozen ledger.tests.grades ledger.tests.keys ledger.tests.postings ledger.tests.report", "v10 v10 v13 v16 v10"},
		{"bytes", 3, 3, "bytes.tests.buffers bytes.tests.find bytes.tests.prefix bytes.tests.range", "v17 v17 v20 v17"},
		{"tokens", 3, 2, "tokens.tests.refused", "v10 v10 v10 v10"},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := openTestdata(t, row.name)
			if got := p.Warnings(); len(got) != 0 {
				t.Errorf("warnings: %v", got)
			}
			if got := len(p.Entry().Modules); got != row.entry {
				t.Errorf("the entry closure has %d modules, want %d", got, row.entry)
			}
			if got := len(p.Tests().Modules); got != row.tests {
				t.Errorf("the test closure has %d modules, want %d", got, row.tests)
			}
			var cases, schemas []string
			for _, c := range p.Cases() {
				cases = append(cases, c.Identity)
			}
			for _, m := range p.Modules() {
				schemas = append(schemas, strings.TrimPrefix(m.GraphSchema, "semaprax.graph."))
			}
			if got := strings.Join(cases, " "); got != row.cases {
				t.Errorf("cases %q, want %q", got, row.cases)
			}
			if got := strings.Join(schemas, " "); got != row.schemas {
				t.Errorf("graph schemas %q, want %q", got, row.schemas)
			}
		})
	}
}
