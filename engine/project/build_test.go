package project

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

const coreText = `module calc.core;

@id("calc.add")
fn add(left: i64, right: i64) -> i64
{
    left + right
}

@id("calc.sub")
fn subtract(left: i64, right: i64) -> i64
{
    left - right
}
`

const appText = `module calc.app;
use function @id("calc.add") from calc.core as add;

@id("calc.main")
fn main() -> i64
{
    add(19, 23)
}
`

const testsText = `module calc.tests;
use function @id("calc.sub") from calc.core as subtract;

@id("calc.tests.main")
fn main() -> i64
{
    subtract(5, 5)
}

@id("calc.tests.z")
fn test_first() -> i64
{
    0
}

@id("calc.tests.a")
fn test_second() -> i64
{
    0
}

@id("calc.tests.c")
fn test_with(value: i64) -> i64
{
    value
}

@id("calc.tests.d")
fn tests_none() -> i64
{
    0
}
`

const buildManifest = `schema = "semaprax.project.v1"
name = "calc"
entry = "calc.app"
sources = ["app.spx", "core.spx", "tests.spx"]
web_exports = ["calc.add"]
tests = ["calc.tests"]
`

// fixture is a manifest with its sources.
type fixture struct {
	manifest string
	sources  map[string]string
}

func baseFixture() fixture {
	return fixture{buildManifest, map[string]string{"app.spx": appText, "core.spx": coreText, "tests.spx": testsText}}
}

func (f fixture) build(t testing.TB, reuse *Project) (*Project, diag.List) {
	t.Helper()
	m, fault := ParseManifest([]byte(f.manifest))
	if fault != nil {
		t.Fatal(fault[0])
	}
	var sources []Source
	for path, text := range f.sources {
		sources = append(sources, Source{Path: path, Text: []byte(text)})
	}
	return Build(m, sources, reuse)
}

func (f fixture) mustBuild(t testing.TB) *Project {
	t.Helper()
	p, fault := f.build(t, nil)
	if fault != nil {
		t.Fatal(fault[0])
	}
	return p
}

func TestBuildLinksTheClosures(t *testing.T) {
	p := baseFixture().mustBuild(t)
	for _, row := range []struct {
		name               string
		closure            *Closure
		modules, functions string
		main               string
	}{
		{"entry", p.Entry(), "calc.app calc.core", "calc.add calc.main calc.sub", "calc.main"},
		{"tests", p.Tests(), "calc.core calc.tests",
			"calc.add calc.sub calc.tests.a calc.tests.c calc.tests.d calc.tests.main calc.tests.z", "calc.tests.main"},
	} {
		var modules, functions []string
		for _, id := range row.closure.Modules {
			modules = append(modules, p.Modules()[id].Name)
		}
		for _, id := range row.closure.Functions {
			functions = append(functions, p.Program().Functions[id].Identity.Text)
		}
		main := p.Program().Functions[row.closure.Main].Identity.Text
		if got := strings.Join(modules, " "); got != row.modules {
			t.Errorf("%s: modules %q, want %q", row.name, got, row.modules)
		}
		if got := strings.Join(functions, " "); got != row.functions {
			t.Errorf("%s: functions %q, want %q", row.name, got, row.functions)
		}
		if main != row.main {
			t.Errorf("%s: main %q, want %q", row.name, main, row.main)
		}
	}
	var cases []string
	for _, c := range p.Cases() {
		cases = append(cases, c.Identity+"="+c.Name)
	}
	if got, want := strings.Join(cases, " "), "calc.tests.a=test_second calc.tests.z=test_first"; got != want {
		t.Errorf("cases %q, want %q", got, want)
	}
	if m, ok := p.Module("calc.core"); !ok || m.Path != "core.spx" {
		t.Errorf("calc.core is at %v", m)
	}
}

// framed is the domain digest of language facts 6.5.
var framed = oracle.Digest[string]

const preludeText = "semaprax.prelude.v1\n" +
	"variant core.option Option<T>\n" +
	"0 core.option.none None\n" +
	"1 core.option.some Some core.option.some.value:value:T\n" +
	"variant core.result Result<T,E>\n" +
	"0 core.result.ok Ok core.result.ok.value:value:T\n" +
	"1 core.result.err Err core.result.err.error:error:E\n"

func TestPreludeDigestIsTheKnownAnswer(t *testing.T) {
	const want = "sha256:d37bad7e3911669bbf2c66b25c8b31d5c2e36eb181cc54fdc86c3a49a8fb9c5e"
	if got := PreludeDigest().String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	sum := sha256.Sum256([]byte(preludeText))
	if got := "sha256:" + hex.EncodeToString(sum[:]); got != want {
		t.Errorf("the text of this test has %s, want %s", got, want)
	}
}

func TestRevisionsFollowTheFormulas(t *testing.T) {
	f := baseFixture()
	f.sources["core.spx"] = strings.Replace(coreText, "\n\n@id(\"calc.sub", "\n\n// Takes away.\n@id(\"calc.sub", 1)
	p := f.mustBuild(t)
	line := `{"schema":"semaprax.workspace-semantic-manifest.v1","files":[`
	for i, path := range []string{"app.spx", "core.spx", "tests.spx"} {
		source := f.sources[path]
		plain := strings.Replace(source, "// Takes away.\n", "", 1)
		revision := framed("semaprax.graph-revision.v2", plain, "semaprax.prelude.v1", preludeText)
		digest := framed("semaprax.semantic-review.source-digest.v1", source)
		m := p.Modules()[i]
		if m.Revision.String() != revision || m.SourceDigest.String() != digest || m.Path != path {
			t.Errorf("%s: got %s %s, want %s %s", path, m.Revision, m.SourceDigest, revision, digest)
		}
		if i > 0 {
			line += ","
		}
		line += fmt.Sprintf(`{"path":"%s","source_graph_schema":"semaprax.graph.v10","source_revision":"%s","source_digest":"%s","bytes":%d}`, path, revision, digest, len(source))
	}
	line += "]}\n"
	workspace := framed("semaprax.workspace-semantic-revision.v1", line)
	if got := string(p.WorkspaceManifest()); got != line {
		t.Errorf("got  %s\nwant %s", got, line)
	}
	if got := p.WorkspaceRevision().String(); got != workspace {
		t.Errorf("workspace revision %s, want %s", got, workspace)
	}
	if got, want := p.Revision().String(), framed("semaprax.project-revision.v1", buildManifest, workspace); got != want {
		t.Errorf("project revision %s, want %s", got, want)
	}
}

func TestCommentsMoveTheDigestButNotTheRevision(t *testing.T) {
	f := baseFixture()
	before, _ := f.mustBuild(t).Module("calc.core")
	for _, comment := range []string{"// note\n", "// \"quote\n", "// 'c\n", "// // twice\n"} {
		f.sources["core.spx"] = strings.Replace(coreText, "\n@id(\"calc.sub", "\n"+comment+"@id(\"calc.sub", 1)
		after, _ := f.mustBuild(t).Module("calc.core")
		if before.Revision != after.Revision || before.SourceDigest == after.SourceDigest {
			t.Errorf("%q: revision %s to %s, digest %s to %s", comment, before.Revision, after.Revision, before.SourceDigest, after.SourceDigest)
		}
	}
}

func TestBuildRefusals(t *testing.T) {
	for _, row := range []struct {
		name, path, old, with string
		code                  diag.Code
		at                    string // path of the diagnostic
		line                  uint32
	}{
		{"not canonical", "core.spx", "left + right", "left  + right", diag.G170, "core.spx", 6},
		{"crlf", "core.spx", "\n", "\r\n", diag.G170, "core.spx", 1},
		{"no final LF", "core.spx", "left - right\n}\n", "left - right\n}", diag.G170, "core.spx", 13},
		{"bom", "core.spx", "module", "\uFEFFmodule", diag.P001, "core.spx", 1},
		{"parse fault", "core.spx", "left + right", "left +", diag.P201, "core.spx", 7},
		{"empty", "core.spx", coreText, "", diag.P104, "core.spx", 1},
		{"entry missing", "app.spx", "module calc.app", "module calc.ap", diag.G174, ManifestName, 0},
		{"test missing", "tests.spx", "module calc.tests", "module calc.test", diag.G174, ManifestName, 0},
		{"unknown module", "app.spx", "from calc.core", "from calc.cor", diag.G172, "app.spx", 2},
		{"unknown identity", "app.spx", "calc.add", "calc.ad", diag.G172, "app.spx", 2},
		{"use of itself", "app.spx", `"calc.add") from calc.core`, `"calc.main") from calc.app`, diag.G172, "app.spx", 2},
		{"identity twice", "app.spx", "calc.main", "calc.sub", diag.G172, "core.spx", 9},
		{"type fault", "app.spx", "add(19, 23)", "add(19, true)", diag.T205, "app.spx", 7},
		{"no main", "app.spx", "fn main", "fn start", diag.T105, "app.spx", 1},
		{"main elsewhere", "core.spx", coreText, coreText + "\n@id(\"calc.core.main\")\nfn main() -> i64\n{\n    0\n}\n", diag.G174, "core.spx", 16},
		{"main automatic", "tests.spx", "@id(\"calc.tests.main\")\n", "", diag.G174, "tests.spx", 4},
		{"main of bool", "tests.spx", "fn main() -> i64\n{\n    subtract(5, 5)", "fn main() -> bool\n{\n    true", diag.T104, "tests.spx", 5},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := baseFixture()
			f.sources[row.path] = edit(t, f.sources[row.path], row.old, row.with)
			p, fault := f.build(t, nil)
			if p != nil || !fault.HasErrors() {
				t.Fatalf("got project %v, %v; want a refusal", p != nil, fault)
			}
			d := leadingError(fault)
			if d.Code != row.code || d.Path != row.at || d.Span.Line != row.line {
				t.Errorf("got %v, want %s at %s:%d", d, row.code, row.at, row.line)
			}
		})
	}
}

func leadingError(list diag.List) *diag.Diagnostic {
	for _, d := range list {
		if d.Severity == diag.Error {
			return d
		}
	}
	return nil
}

func TestBuildNamesThePathSet(t *testing.T) {
	m, _ := ParseManifest([]byte(buildManifest))
	app, core, tests := Source{Path: "app.spx", Text: []byte(appText)}, Source{Path: "core.spx", Text: []byte(coreText)}, Source{Path: "tests.spx", Text: []byte(testsText)}
	huge := Source{Path: "core.spx", Text: make([]byte, MaxSourceBytes)}
	for _, row := range []struct {
		name    string
		sources []Source
		code    diag.Code
		path    string
	}{
		{"none", nil, diag.G174, "app.spx"},
		{"missing", []Source{tests, app}, diag.G174, "core.spx"},
		{"undeclared", []Source{app, core, tests, {Path: "more.spx"}}, diag.G174, "more.spx"},
		{"twice", []Source{app, core, tests, core}, diag.G170, "core.spx"},
		{"too long", []Source{app, huge, tests}, diag.J101, "core.spx"},
	} {
		p, fault := Build(m, row.sources, nil)
		if p != nil || len(fault) != 1 || fault[0].Code != row.code || fault[0].Path != row.path {
			t.Errorf("%s: got %v, want %s at %s", row.name, fault, row.code, row.path)
		}
	}
}

func TestBuildReportsEveryFile(t *testing.T) {
	f := baseFixture()
	f.sources["core.spx"] = strings.Replace(coreText, "left + right", "left +", 1)
	f.sources["app.spx"] = "mod"
	_, fault := f.build(t, nil)
	if len(fault) != 2 || fault[0].Path != "app.spx" || fault[1].Path != "core.spx" {
		t.Errorf("got %v, want the parse faults of app.spx and core.spx", fault)
	}
	f = baseFixture()
	f.sources["core.spx"] = coreText + "\n"
	f.sources["app.spx"] = appText + "\n"
	_, fault = f.build(t, nil)
	if len(fault) != 2 || fault[0].Code != diag.G170 || fault[1].Code != diag.G170 {
		t.Errorf("got %v, want two SPX-G170", fault)
	}
}

func TestCyclesNameTheSmallestModuleFirst(t *testing.T) {
	chain := func(module, from string) string {
		text := "module " + module + ";\n"
		if from != "" {
			text += "use function @id(\"" + from + ".f\") from " + from + " as g;\n"
		}
		return text + "\n@id(\"" + module + ".f\")\nfn f() -> i64\n{\n    1\n}\n"
	}
	f := baseFixture()
	f.manifest = strings.Replace(buildManifest, `"tests.spx"]`, `"p.spx", "q.spx", "r.spx", "tests.spx"]`, 1)
	f.sources["p.spx"], f.sources["q.spx"], f.sources["r.spx"] = chain("k.z", "k.m"), chain("k.m", "k.q"), chain("k.q", "k.z")
	_, fault := f.build(t, nil)
	want := "k.m -> k.q -> k.z -> k.m"
	if len(fault) != 1 || fault[0].Code != diag.G172 || !strings.Contains(fault[0].Message(), want) || fault[0].Path != "q.spx" || fault[0].Span.Line != 2 {
		t.Errorf("got %v, want %q at q.spx:2", fault, want)
	}
	f.sources["r.spx"] = chain("k.q", "")
	if _, fault := f.build(t, nil); fault != nil {
		t.Error(fault[0])
	}
}

func TestModuleNamesAreUnique(t *testing.T) {
	f := baseFixture()
	f.manifest = strings.Replace(buildManifest, `"tests.spx"]`, `"more.spx", "tests.spx"]`, 1)
	f.sources["more.spx"] = "module calc.core;\n\n@id(\"calc.more\")\nfn more() -> i64\n{\n    1\n}\n"
	_, fault := f.build(t, nil)
	if len(fault) != 1 || fault[0].Code != diag.G172 || fault[0].Path != "more.spx" || fault[0].Span.Line != 1 {
		t.Errorf("got %v, want SPX-G172 at more.spx:1", fault)
	}
}

func TestBoundsAreTheirOwnCode(t *testing.T) {
	many := func(n int) string {
		var text strings.Builder
		text.WriteString("module calc.core;\n")
		for i := range n {
			fmt.Fprintf(&text, "\n@id(\"calc.f%d\")\nfn f%d() -> i64\n{\n    1\n}\n", i, i)
		}
		text.WriteString(strings.TrimPrefix(coreText, "module calc.core;\n"))
		return text.String()
	}
	own := strings.Count(appText+coreText+testsText, "fn ")
	f := baseFixture()
	f.sources["core.spx"] = many(MaxFunctions - own)
	f.mustBuild(t)
	f.sources["core.spx"] = many(MaxFunctions - own + 1)
	if _, fault := f.build(t, nil); len(fault) != 1 || fault[0].Code != diag.G171 || !strings.Contains(fault[0].Message(), "functions") {
		t.Errorf("got %v, want SPX-G171 naming functions", fault)
	}
	calls := strings.Repeat("add(1, ", 100) + "1" + strings.Repeat(")", 100)
	lines := strings.Repeat("    let _V = "+calls+";\n", MaxCallSites/100+1)
	for i := range MaxCallSites/100 + 1 {
		lines = strings.Replace(lines, "_V", fmt.Sprintf("v%d", i), 1)
	}
	f = baseFixture()
	f.sources["app.spx"] = strings.Replace(appText, "    add(19", lines+"    add(19", 1)
	if _, fault := f.build(t, nil); len(fault) != 1 || fault[0].Code != diag.G171 || !strings.Contains(fault[0].Message(), "call_sites") {
		t.Errorf("got %d diagnostics, first %v, want SPX-G171 naming call_sites", len(fault), fault[0])
	}
}

func TestReuseKeepsUnchangedTrees(t *testing.T) {
	f := baseFixture()
	base := f.mustBuild(t)
	f.sources["core.spx"] = strings.Replace(coreText, "left + right", "right + left", 1)
	fresh := f.mustBuild(t)
	reused, fault := f.build(t, base)
	if fault != nil {
		t.Fatal(fault[0])
	}
	for i := range base.Modules() {
		same := base.Modules()[i].File == reused.Modules()[i].File
		if changed := base.Modules()[i].Path == "core.spx"; same == changed {
			t.Errorf("%s: the tree is shared: %v", base.Modules()[i].Path, same)
		}
	}
	if reused.Revision() != fresh.Revision() || !bytes.Equal(reused.WorkspaceManifest(), fresh.WorkspaceManifest()) {
		t.Error("reuse changed the revisions")
	}
	if reused.Program() == base.Program() || base.Revision() == fresh.Revision() {
		t.Error("the change was not built")
	}
}

// TestReadSources builds from sources that were read: trees are taken over while text
// and path are what was read, and never by a build from text alone.
func TestReadSources(t *testing.T) {
	f := baseFixture()
	manifest := f.mustBuild(t).Manifest()
	var sources []Source
	for path, text := range f.sources {
		source, fault := ReadSource(path, []byte(text))
		if fault != nil {
			t.Fatal(fault[0])
		}
		sources = append(sources, source)
	}
	slices.SortFunc(sources, func(x, y Source) int { return strings.Compare(x.Path, y.Path) })
	taken, fault := Build(manifest, sources, nil)
	alone, fault2 := Build(manifest, Unread(sources), nil)
	if fault != nil || fault2 != nil {
		t.Fatal(fault, fault2)
	}
	for i, m := range taken.Modules() {
		if m.File != sources[i].File() || alone.Modules()[i].File == m.File || Unread(sources)[i].File() != nil {
			t.Errorf("%s: the tree is not the one that was read, or shared with a build from text", m.Path)
		}
	}
	if taken.Revision() != alone.Revision() || !bytes.Equal(taken.WorkspaceManifest(), alone.WorkspaceManifest()) {
		t.Error("what was read changed the revisions")
	}

	sources[1].Text = []byte(strings.Replace(coreText, "left + right", "right + left", 1))
	changed, fault := Build(manifest, sources, nil)
	if fault != nil {
		t.Fatal(fault[0])
	}
	if m := changed.Modules()[1]; m.File == taken.Modules()[1].File || !bytes.Equal(m.Source, sources[1].Text) {
		t.Error("a text that was changed after it was read was not built")
	}
	sources[0].Path, sources[1].Path = sources[1].Path, sources[0].Path
	if swapped, fault := Build(manifest, sources, nil); fault == nil && swapped.Modules()[0].Path != "app.spx" {
		t.Error("a path that was changed after it was read was not built")
	}
	for text, code := range map[string]diag.Code{strings.Replace(appText, "module", "modul", 1): diag.P104, appText + "\n": diag.G170} {
		if _, fault := ReadSource("app.spx", []byte(text)); len(fault) != 1 || fault[0].Code != code {
			t.Errorf("read with %v, want %s", fault, code)
		}
	}
}

func TestBuildIsDeterministic(t *testing.T) {
	want := baseFixture().mustBuild(t)
	for range 8 { // map order shuffles the sources
		got := baseFixture().mustBuild(t)
		if got.Revision() != want.Revision() || fmt.Sprint(got.Entry().Functions) != fmt.Sprint(want.Entry().Functions) {
			t.Fatal("two builds of the same sources differ")
		}
	}
}

func TestManifestWithoutTests(t *testing.T) {
	f := fixture{manifestTables, map[string]string{"app.spx": appText, "core.spx": coreText}}
	p := f.mustBuild(t)
	if p.Tests() != nil || p.Cases() != nil || p.Entry().Main == check.NoFunction {
		t.Errorf("got tests %v, cases %v", p.Tests(), p.Cases())
	}
}
