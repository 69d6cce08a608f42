package project

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

const manifestV1 = `schema = "semaprax.project.v1"
name = "calc"
entry = "calc.app"
sources = ["app.spx", "core.spx"]
web_exports = ["calc.add", "calc.sub"]
tests = ["calc.tests"]
`

const manifestV3 = `schema = "semaprax.project.v3"
name = "calc"
version = "1.2.3-rc.1+b7"
profile = "useful-data.v1"
entry = "calc.app"
sources = ["app.spx", "core.spx"]
web_exports = ["calc.add"]
tests = ["calc.tests"]
`

const manifestV5 = `schema = "semaprax.project.v5"
name = "calc"
version = "0.1.0"
profile = "useful-data-command.v2"
entry = "calc.app"
sources = ["app.spx", "core.spx"]
web_exports = ["calc.scan"]
command = "calc.scan"
input = "stdin-bytes+one-utf8-arg.v1"
capabilities = ["process.args.read", "process.stderr.write", "process.stdin.read", "process.stdout.write"]
tests = ["calc.tests"]
`

const manifestTables = `schema = "semaprax.manifest.v1"

[package]
name = "calc"
version = "0.1.0"

[modules]
entry = "calc.app"
sources = ["app.spx", "core.spx"]

[exports]
web = []
`

const manifestTablesFull = `schema = "semaprax.manifest.v1"

[package]
name = "calc"
version = "0.1.0"
profile = "line-command-io.v1"

[modules]
entry = "calc.app"
sources = ["app.spx", "core.spx"]
tests = ["calc.tests"]

[exports]
web = ["calc.scan"]

[command]
function = "calc.scan"
input = "argv-utf8+stdin-bytes.v1"

[capabilities]
required = ["process.stdin.read", "process.stdout.write"]

[targets]
matrix = ["native64", "wasm32"]
`

func TestManifestsAreTheirOwnRendering(t *testing.T) {
	for _, row := range []struct{ name, text, schema, contract, profile, tests string }{
		{"v1", manifestV1, "semaprax.project.v1", "semaprax.project.v1", "", "calc.tests"},
		{"v2", frozen("v2", "useful-text-consumer.v1"), "semaprax.project.v2", "semaprax.project.v2", "useful-text-consumer.v1", "calc.tests"},
		{"v3", manifestV3, "semaprax.project.v3", "semaprax.project.v3", "useful-data.v1", "calc.tests"},
		{"v4", commandV4(), "semaprax.project.v4", "semaprax.project.v4", "useful-data-command.v1", "calc.tests"},
		{"v5", manifestV5, "semaprax.project.v5", "semaprax.project.v5", "useful-data-command.v2", "calc.tests"},
		{"v6", commandV6("v6", "language-command-io.v1"), "semaprax.project.v6", "semaprax.project.v6", "language-command-io.v1", "calc.tests"},
		{"v7", commandV6("v7", "line-command-io.v1"), "semaprax.project.v7", "semaprax.project.v7", "line-command-io.v1", "calc.tests"},
		{"v8", frozen("v8", "owned-data-api.v1"), "semaprax.project.v8", "semaprax.project.v8", "owned-data-api.v1", "calc.tests"},
		{"v11", frozen("v11", "nested-owned-record-api.v1"), "semaprax.project.v11", "semaprax.project.v11", "nested-owned-record-api.v1", "calc.tests"},
		{"tables", manifestTables, "semaprax.manifest.v1", "semaprax.project.v1", "", ""},
		{"tables full", manifestTablesFull, "semaprax.manifest.v1", "semaprax.project.v7", "line-command-io.v1", "calc.tests"},
	} {
		t.Run(row.name, func(t *testing.T) {
			m, fault := ParseManifest([]byte(row.text))
			if fault != nil {
				t.Fatal(fault[0])
			}
			got := []string{m.Text(), m.Schema(), m.Contract(), m.Profile(), m.TestModule(), m.Name(), m.Entry(), strings.Join(m.Sources(), " ")}
			want := []string{row.text, row.schema, row.contract, row.profile, row.tests, "calc", "calc.app", "app.spx core.spx"}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

func frozen(version, profile string) string {
	text := strings.Replace(manifestV3, "project.v3", "project."+version, 1)
	return strings.Replace(text, "useful-data.v1", profile, 1)
}

func commandV4() string {
	text := strings.Replace(manifestV5, "project.v5", "project.v4", 1)
	text = strings.Replace(text, "command.v2", "command.v1", 1)
	text = strings.Replace(text, "input = \"stdin-bytes+one-utf8-arg.v1\"\n", "", 1)
	return strings.Replace(text, `"process.args.read", "process.stderr.write", "process.stdin.read", `, "", 1)
}

func commandV6(version, profile string) string {
	text := strings.Replace(manifestV5, "project.v5", "project."+version, 1)
	text = strings.Replace(text, "useful-data-command.v2", profile, 1)
	return strings.Replace(text, "stdin-bytes+one-utf8-arg.v1", "argv-utf8+stdin-bytes.v1", 1)
}

// edit replaces the first occurrence of old, which must be there.
func edit(t *testing.T, text, old, with string) string {
	t.Helper()
	if !strings.Contains(text, old) {
		t.Fatalf("the text does not hold %q", old)
	}
	return strings.Replace(text, old, with, 1)
}

func TestManifestRefusals(t *testing.T) {
	long := strings.Repeat("a", 65)
	many := func(n int, format string) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(format, i))
		}
		return `["` + strings.Join(list, `", "`) + `"]`
	}
	both := `["app.spx", "core.spx"]`
	for _, row := range []struct {
		name, base, old, with string
		code                  diag.Code
		line                  uint32 // 0: no place
	}{
		{"bom", manifestV1, "schema", "\uFEFFschema", diag.J100, 1},
		{"crlf", manifestV1, "\n", "\r\n", diag.J100, 1},
		{"nul", manifestV1, "calc\"", "ca\x00lc\"", diag.J100, 2},
		{"not utf-8", manifestV1, "calc\"", "ca\xFFlc\"", diag.J100, 0},
		{"over bytes", manifestV1, "tests", strings.Repeat("#", MaxManifestBytes) + "\ntests", diag.J101, 0},
		{"not toml", manifestV1, "name =", "name", diag.J100, 2},
		{"no schema", manifestV1, "schema", "sch", diag.J100, 0},
		{"unknown schema", manifestV1, "project.v1", "project.v9", diag.J100, 0},
		{"next tables", manifestTables, "manifest.v1", "manifest.v2", diag.J100, 0},
		{"wrong type", manifestV1, `"calc"`, "7", diag.J100, 2},
		{"list for text", manifestV1, `"calc"`, `["calc"]`, diag.J100, 2},
		{"text for list", manifestV1, both, `"app.spx"`, diag.J100, 4},
		{"unknown key", manifestV1, "tests", "extra = \"x\"\ntests", diag.J100, 6},
		{"duplicate key", manifestV1, "name", "name = \"calc\"\nname", diag.J100, 3},
		{"comment", manifestV1, "tests", "# note\ntests", diag.J100, 6},
		{"order", manifestV1, "schema = \"semaprax.project.v1\"\nname = \"calc\"", "name = \"calc\"\nschema = \"semaprax.project.v1\"", diag.J100, 1},
		{"blanks", manifestV1, "name = ", "name  = ", diag.J100, 2},
		{"list blanks", manifestV1, `"app.spx", `, `"app.spx",`, diag.J100, 4},
		{"trailing comma", manifestV1, `"core.spx"]`, `"core.spx",]`, diag.J100, 4},
		{"single quotes", manifestV1, `"calc"`, `'calc'`, diag.J100, 2},
		{"escape", manifestV1, `"calc"`, `"c\u0061lc"`, diag.J100, 2},
		{"no final LF", manifestV1, "tests\"]\n", "tests\"]", diag.J100, 6},
		{"second LF", manifestV1, "tests\"]\n", "tests\"]\n\n", diag.J100, 7},
		{"v1 with version", manifestV1, "entry", "version = \"1.0.0\"\nentry", diag.J100, 0},
		{"v3 without version", manifestV3, "version = \"1.2.3-rc.1+b7\"\n", "", diag.J100, 0},
		{"v3 with command", manifestV3, "tests", "command = \"calc.add\"\ntests", diag.J100, 0},
		{"v5 without input", manifestV5, "input = \"stdin-bytes+one-utf8-arg.v1\"\n", "", diag.J100, 0},
		{"empty name", manifestV1, `"calc"`, `""`, diag.J100, 0},
		{"upper name", manifestV1, `"calc"`, `"Calc"`, diag.J100, 0},
		{"long name", manifestV1, `"calc"`, `"` + long + `"`, diag.J100, 0},
		{"version zero", manifestV3, "1.2.3", "01.2.3", diag.J100, 0},
		{"version short", manifestV3, "1.2.3-rc.1+b7", "1.2", diag.J100, 0},
		{"version pre zero", manifestV3, "rc.1", "rc.01", diag.J100, 0},
		{"version empty build", manifestV3, "+b7", "+", diag.J100, 0},
		{"other profile", manifestV3, "useful-data.v1", "owned-data-api.v1", diag.J100, 0},
		{"entry word", manifestV1, `"calc.app"`, `"calc.9app"`, diag.J100, 0},
		{"entry is test", manifestV1, `"calc.app"`, `"calc.tests"`, diag.J100, 0},
		{"one source", manifestV1, both, `["app.spx"]`, diag.J100, 0},
		{"17 sources", manifestV1, both, many(17, "m%02d.spx"), diag.J101, 0},
		{"unsorted sources", manifestV1, both, `["core.spx", "app.spx"]`, diag.J100, 0},
		{"repeated source", manifestV1, both, `["app.spx", "app.spx"]`, diag.J100, 0},
		{"33 exports", manifestV1, `["calc.add", "calc.sub"]`, many(33, "calc.f%02d"), diag.J101, 0},
		{"no export", manifestV1, `["calc.add", "calc.sub"]`, `[]`, diag.J100, 0},
		{"upper export", manifestV1, "calc.sub", "calc.Sub", diag.J100, 0},
		{"two tests", manifestV1, `["calc.tests"]`, `["calc.tests", "calc.more"]`, diag.J101, 0},
		{"no tests", manifestV1, "tests = [\"calc.tests\"]\n", "", diag.J100, 0},
		{"command not exported", manifestV5, `["calc.scan"]`, `["calc.other"]`, diag.J100, 0},
		{"other input", manifestV5, "one-utf8-arg", "two-utf8-arg", diag.J100, 0},
		{"fewer capabilities", manifestV5, `"process.args.read", `, "", diag.J100, 0},
		{"unknown table", manifestTables, "[exports]", "[stuff]\na = \"b\"\n\n[exports]", diag.J120, 11},
		{"reserved table", manifestTables, "[exports]", "[features]\na = \"b\"\n\n[exports]", diag.J120, 11},
		{"reserved key", manifestTables, "\n\n[modules]", "\nlicense = \"MIT\"\n\n[modules]", diag.J120, 6},
		{"dependency", manifestTables, "web = []\n", "web = []\n\n[dependencies]\nstd = \"0.1.0\"\n", diag.J121, 14},
		{"local package", manifestTables, "web = []\n", "web = []\n\n[dependency-sources]\na = \"b\"\n", diag.J123, 14},
		{"target", manifestTablesFull, "native64", "native32", diag.J122, 0},
		{"empty targets", manifestTablesFull, `["native64", "wasm32"]`, "[]", diag.J122, 0},
		{"tables unknown profile", manifestTablesFull, "line-command-io.v1", "line-command-io.v9", diag.J100, 0},
		{"tables empty profile", manifestTables, "\n\n[modules]", "\nprofile = \"\"\n\n[modules]", diag.J100, 0},
		{"tables empty tests", manifestTables, "[exports]", "tests = []\n\n[exports]", diag.J100, 0},
		{"tables capability order", manifestTablesFull, `"process.stdin.read", "process.stdout.write"`, `"process.stdout.write", "process.stdin.read"`, diag.J100, 0},
		{"tables unknown capability", manifestTablesFull, `"process.stdin.read"`, `"network.connect"`, diag.J100, 0},
		{"tables no blank line", manifestTables, "\n\n[exports]", "\n[exports]", diag.J100, 10},
	} {
		t.Run(row.name, func(t *testing.T) {
			m, fault := ParseManifest([]byte(edit(t, row.base, row.old, row.with)))
			if m != nil || len(fault) != 1 {
				t.Fatalf("got %v, %v; want one refusal", m, fault)
			}
			d := fault[0]
			if d.Code != row.code || d.Span.Line != row.line || d.Path != ManifestName {
				t.Errorf("got %s at %s line %d, want %s line %d: %s", d.Code, d.Path, d.Span.Line, row.code, row.line, d.Message())
			}
		})
	}
}

func TestManifestPathRule(t *testing.T) {
	segment := strings.Repeat("a", 64)
	for path, want := range map[string]bool{
		"a.spx": true, "0.spx": true, "a/b-c_d.e.spx": true, segment + "/a.spx": true,
		strings.Repeat("a/", 15) + "a.spx": true, strings.Repeat("a/", 16) + "a.spx": false,
		"": false, "a.txt": false, "A.spx": false, "/a.spx": false, "a//b.spx": false, "./a.spx": false,
		"../a.spx": false, "a/../b.spx": false, ".spx": false, "-a.spx": false, "_a.spx": false,
		"a./b.spx": false, "a b.spx": false, "a\\b.spx": false, segment + "a/a.spx": false,
		"con.spx": false, "a/nul.spx": false, "com1.spx": false, "com0.spx": true, "lpt9/a.spx": false,
		"console.spx": true, "com10.spx": true, "é.spx": false, "prn/a.spx": false,
	} {
		if got := validPath(path); got != want {
			t.Errorf("validPath(%q) is %v, want %v", path, got, want)
		}
	}
}

func TestManifestOwnsItsLists(t *testing.T) {
	m, _ := ParseManifest([]byte(manifestV5))
	for _, list := range [][]string{m.Sources(), m.WebExports(), m.Capabilities()} {
		list[0] = "changed"
	}
	if m.Sources()[0] != "app.spx" || m.WebExports()[0] != "calc.scan" || m.Capabilities()[0] != "process.args.read" {
		t.Error("a caller changed the manifest")
	}
}

func TestHostileManifestsAreRefusedQuickly(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[", MaxManifestBytes), "a = " + strings.Repeat("[", MaxManifestBytes-4),
		"a = " + strings.Repeat("{a=", (MaxManifestBytes-4)/3), strings.Repeat("a.", MaxManifestBytes/2-1) + "a=1",
		strings.Repeat("[a]\n", MaxManifestBytes/4), strings.Repeat("a=1\n", MaxManifestBytes/4),
		"schema = \"" + strings.Repeat("x", MaxManifestBytes-12) + "\"",
	} {
		if _, fault := ParseManifest([]byte(text)); len(fault) != 1 || len(fault[0].Error()) > 500 {
			t.Errorf("got %d diagnostics for %.20q", len(fault), text)
		}
	}
}

func FuzzParseManifest(f *testing.F) {
	for _, text := range []string{manifestV1, manifestV3, manifestV5, manifestTables, manifestTablesFull, "", "schema", "[[[["} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, fault := ParseManifest(text)
		if (m == nil) == (fault == nil) {
			t.Fatal("neither or both of a manifest and a refusal")
		}
		if m == nil {
			return
		}
		if m.Text() != string(text) || m.render() != string(text) {
			t.Fatalf("admitted a text that is not its own rendering: %q", text)
		}
		if again, _ := ParseManifest([]byte(m.render())); again == nil {
			t.Fatal("the rendering of a manifest is refused")
		}
	})
}
