package image

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/internal/fixture"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

const testCompiler = fixture.Compiler

var (
	// sampleProjects are the projects of testdata/projects.
	sampleProjects = fixture.Samples()
	loadProject    = fixture.Sample
	framed         = oracle.Digest[string]
)

// loadImage derives the image of a project of testdata/projects.
func loadImage(t testing.TB, name string) *Image {
	t.Helper()
	return derive(t, loadProject(t, name))
}

func derive(t testing.TB, of *project.Project) *Image {
	t.Helper()
	i, faults := Derive(of, testCompiler)
	if faults != nil {
		t.Fatal(faults)
	}
	return i
}

// declarations lists every node with an identity of its own.
func (i *Image) testDeclarations() []graph.Node {
	var all []graph.Node
	for n := range graph.NodeID(i.graph.Size()) {
		if i.graph.Exists(n) && i.graph.Node(n).Kind.IsDeclaration() {
			all = append(all, i.graph.Node(n))
		}
	}
	return all
}

// code is the code of the first diagnostic, "" without one.
func code(faults diag.List) diag.Code {
	if len(faults) == 0 {
		return ""
	}
	return faults[0].Code
}

func demandCode(t testing.TB, what string, faults diag.List, want diag.Code) {
	t.Helper()
	if got := code(faults); got != want {
		t.Errorf("%s: code %q, want %q (%v)", what, got, want, faults)
	}
}

// validators are the declared schemas of all payloads, compiled once.
var validators = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	return oracle.Schemas([]*schema.Node{
		DocumentShape().Node(), SymbolShape().Node(), ContextShape().Node(), ImpactShape().Node(), FileContextShape().Node(),
		SummaryShape().Node(), FacetPageShape().Node(), ReferenceShape().Node(), ResolutionShape().Node(),
		DependencyReportShape().Node(), DependencySummaryShape().Node(), DependencyPageShape().Node(), DependencyItemShape().Node(),
	}, graph.DocumentSchema)
})

// validate demands that a payload fits the schema it names and is canonical.
func validate(t testing.TB, payload []byte) {
	t.Helper()
	compiled, err := validators()
	if err != nil {
		t.Fatal(err)
	}
	oracle.Valid(t, compiled, payload)
}

// generatedModules is a project of n chained functions over four modules, with a
// record they use.
func generatedProject(t testing.TB, n int) *project.Project {
	t.Helper()
	files := map[string]string{}
	files["b.spx"] = "module gen.model;\n\n@id(\"gen.point\")\nrecord Point {\n    @id(\"gen.point.x\")\n    x: i64,\n    @id(\"gen.point.y\")\n    y: i64,\n}\n\n@id(\"gen.origin\")\nfn origin() -> Point\n{\n    Point { x: 0, y: 0 }\n}\n"
	for m := range 2 {
		var text strings.Builder
		fmt.Fprintf(&text, "module gen.m%d;\nuse type @id(\"gen.point\") from gen.model as Point;\n", m)
		for i := range n / 2 {
			fmt.Fprintf(&text, "\n@id(\"gen.m%d.f%d\")\nfn f%d(point: Point, by: i64) -> i64\n    requires by != 0\n    ensures result >= point.x || result < point.x\n{\n", m, i, i)
			if i > 0 {
				fmt.Fprintf(&text, "    let moved = point with { x: point.x + %d };\n    f%d(moved, by) + f%d(point, point.y / by)\n}\n", i, i-1, i/2)
			} else {
				text.WriteString("    point.x + by\n}\n")
			}
		}
		files[fmt.Sprintf("c%d.spx", m)] = text.String()
	}
	root := func(path, module string) {
		files[path] = fmt.Sprintf("module %s;\nuse type @id(\"gen.point\") from gen.model as Point;\nuse function @id(\"gen.m0.f%d\") from gen.m0 as start;\n\n"+
			"@id(\"%s.main\")\nfn main() -> i64\n{\n    start(Point { x: 1, y: 2 }, 3)\n}\n", module, n/2-1, module)
	}
	root("a.spx", "gen.app")
	root("d.spx", "gen.tests")
	files[project.ManifestName] = "schema = \"semaprax.manifest.v1\"\n\n[package]\nname = \"gen\"\nversion = \"0.1.0\"\n\n" +
		"[modules]\nentry = \"gen.app\"\nsources = [\"a.spx\", \"b.spx\", \"c0.spx\", \"c1.spx\", \"d.spx\"]\ntests = [\"gen.tests\"]\n\n" +
		"[exports]\nweb = [\"gen.app.main\"]\n\n[targets]\nmatrix = [\"native64\", \"wasm32\"]\n"
	return fixture.Build(t, files)
}

// wideProject reads one field in n places.
func wideProject(t testing.TB, n int) *project.Project {
	t.Helper()
	const perFunction = 200
	var text strings.Builder
	text.WriteString("module wide.core;\n\n@id(\"wide.point\")\nrecord Point {\n    @id(\"wide.point.x\")\n    x: i64,\n}\n")
	for f := range n / perFunction {
		fmt.Fprintf(&text, "\n@id(\"wide.f%d\")\nfn f%d(point: Point) -> i64\n{\n", f, f)
		for s := range perFunction / 10 {
			fmt.Fprintf(&text, "    let v%d = point.x%s;\n", s, strings.Repeat(" + point.x", 9))
		}
		text.WriteString("    0\n}\n")
	}
	return aroundCore(t, "wide", text.String())
}

// aroundCore is a project of one module with an entry and tests that do not use it.
func aroundCore(t testing.TB, name, core string) *project.Project {
	t.Helper()
	root := func(module, id string) string {
		return "module " + name + "." + module + ";\n\n@id(\"" + name + "." + id + "\")\nfn main() -> i64\n{\n    1\n}\n"
	}
	manifest := fmt.Sprintf("schema = \"semaprax.project.v1\"\nname = \"%[1]s\"\nentry = \"%[1]s.app\"\n"+
		"sources = [\"app.spx\", \"core.spx\", \"tests.spx\"]\nweb_exports = [\"%[1]s.main\"]\ntests = [\"%[1]s.tests\"]\n", name)
	return fixture.Build(t, map[string]string{
		project.ManifestName: manifest, "core.spx": core,
		"app.spx": root("app", "main"), "tests.spx": root("tests", "check"),
	})
}
