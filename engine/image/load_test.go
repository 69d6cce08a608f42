package image

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

const testCompiler = "0.0.0-test"

// sampleProjects are the projects of testdata/projects.
var sampleProjects = []string{"calculator", "ledger", "bytes", "tokens"}

// loadProject builds a project of testdata/projects.
func loadProject(t testing.TB, name string) *project.Project {
	t.Helper()
	dir := filepath.Join("..", "..", "testdata", "projects", name)
	text, err := os.ReadFile(filepath.Join(dir, project.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	manifest, faults := project.ParseManifest(text)
	if faults != nil {
		t.Fatal(faults)
	}
	var sources []project.Source
	for _, path := range manifest.Sources() {
		text, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, project.Source{Path: path, Text: text})
	}
	return build(t, manifest, sources)
}

func build(t testing.TB, manifest *project.Manifest, sources []project.Source) *project.Project {
	t.Helper()
	made, faults := project.Build(manifest, sources, nil)
	if faults.HasErrors() {
		t.Fatal(faults)
	}
	return made
}

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

// ecma makes Go read the patterns of our schemas.
func ecma(pattern string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(regexp.MustCompile(`\\u([0-9a-f]{4})`).ReplaceAllString(pattern, `\x{$1}`))
	return goRegexp{re}, err
}

type goRegexp struct{ *regexp.Regexp }

// validators are the declared schemas of all payloads, compiled once.
var validators = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	var bundle schema.Bundle
	for _, node := range []*schema.Node{
		DocumentShape().Node(), SymbolShape().Node(), ContextShape().Node(), ImpactShape().Node(), FileContextShape().Node(),
		SummaryShape().Node(), FacetPageShape().Node(), ReferenceShape().Node(), ResolutionShape().Node(),
		DependencyReportShape().Node(), DependencySummaryShape().Node(), DependencyPageShape().Node(), DependencyItemShape().Node(),
	} {
		bundle.Add(node)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseRegexpEngine(ecma)
	add := func(name, text string) error {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return err
		}
		return compiler.AddResource(name, document)
	}
	for _, document := range bundle.Documents() {
		var b canon.Builder
		schema.DescribeDocument(&b, document)
		if err := add(schema.URN(document.Document), string(b.Bytes())); err != nil {
			return nil, err
		}
	}
	if open := bundle.Unbundled(); len(open) != 1 || open[0] != graph.DocumentSchema {
		return nil, fmt.Errorf("unbundled: %q", open)
	}
	if err := add(schema.URN(graph.DocumentSchema), `{"type":"object"}`); err != nil {
		return nil, err
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, document := range bundle.Documents() {
		c, err := compiler.Compile(schema.URN(document.Document))
		if err != nil {
			return nil, err
		}
		compiled[document.Document] = c
	}
	return compiled, nil
})

// validate demands that a payload fits the schema it names and is canonical.
func validate(t testing.TB, payload []byte) {
	t.Helper()
	compiled, err := validators()
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(payload))
	if err != nil {
		t.Fatalf("%v in %.300s", err, payload)
	}
	name, _ := value.(map[string]any)["schema"].(string)
	declared := compiled[name]
	if declared == nil {
		t.Fatalf("no schema %q is declared: %.300s", name, payload)
	}
	if err := declared.Validate(value); err != nil {
		t.Errorf("%v in %.3000s", err, payload)
	}
	if canonical := naive(t, payload); canonical != string(bytes.TrimSuffix(payload, []byte("\n"))) {
		t.Errorf("not canonical:\n%.500s\nwant\n%.500s", payload, canonical)
	}
}

// naive writes JSON again with the standard encoder, keys sorted.
func naive(t testing.TB, text []byte) string {
	t.Helper()
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// framed is the digest of fields in a domain, by the formula of the facts.
func framed(domain string, fields ...string) string {
	h := sha256.New()
	h.Write([]byte(domain + "\x00"))
	for _, field := range fields {
		binary.Write(h, binary.LittleEndian, uint64(len(field)))
		h.Write([]byte(field))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// generatedModules is a project of n chained functions over four modules, with a
// record they use.
func generatedProject(t testing.TB, n int) *project.Project {
	t.Helper()
	var sources []project.Source
	var model strings.Builder
	model.WriteString("module gen.model;\n\n@id(\"gen.point\")\nrecord Point {\n    @id(\"gen.point.x\")\n    x: i64,\n    @id(\"gen.point.y\")\n    y: i64,\n}\n\n@id(\"gen.origin\")\nfn origin() -> Point\n{\n    Point { x: 0, y: 0 }\n}\n")
	sources = append(sources, project.Source{Path: "b.spx", Text: []byte(model.String())})
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
		sources = append(sources, project.Source{Path: fmt.Sprintf("c%d.spx", m), Text: []byte(text.String())})
	}
	root := func(path, module string) {
		text := fmt.Sprintf("module %s;\nuse type @id(\"gen.point\") from gen.model as Point;\nuse function @id(\"gen.m0.f%d\") from gen.m0 as start;\n\n"+
			"@id(\"%s.main\")\nfn main() -> i64\n{\n    start(Point { x: 1, y: 2 }, 3)\n}\n", module, n/2-1, module)
		sources = append(sources, project.Source{Path: path, Text: []byte(text)})
	}
	root("a.spx", "gen.app")
	root("d.spx", "gen.tests")
	manifest, faults := project.ParseManifest([]byte("schema = \"semaprax.manifest.v1\"\n\n[package]\nname = \"gen\"\nversion = \"0.1.0\"\n\n" +
		"[modules]\nentry = \"gen.app\"\nsources = [\"a.spx\", \"b.spx\", \"c0.spx\", \"c1.spx\", \"d.spx\"]\ntests = [\"gen.tests\"]\n\n" +
		"[exports]\nweb = [\"gen.app.main\"]\n\n[targets]\nmatrix = [\"native64\", \"wasm32\"]\n"))
	if faults != nil {
		t.Fatal(faults)
	}
	return build(t, manifest, sources)
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
	app := "module wide.app;\n\n@id(\"wide.main\")\nfn main() -> i64\n{\n    1\n}\n"
	manifest, faults := project.ParseManifest([]byte("schema = \"semaprax.project.v1\"\nname = \"wide\"\nentry = \"wide.app\"\n" +
		"sources = [\"app.spx\", \"core.spx\", \"tests.spx\"]\nweb_exports = [\"wide.main\"]\ntests = [\"wide.tests\"]\n"))
	if faults != nil {
		t.Fatal(faults)
	}
	return build(t, manifest, []project.Source{{Path: "app.spx", Text: []byte(app)}, {Path: "core.spx", Text: []byte(text.String())},
		{Path: "tests.spx", Text: []byte(strings.NewReplacer("wide.app", "wide.tests", "wide.main", "wide.check").Replace(app))}})
}
