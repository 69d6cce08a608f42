package project

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// signature is a form with one exported function of the given signature.
func signature(t *testing.T, schema, head, body string) fixture {
	t.Helper()
	profiles := map[string]string{"v2": "useful-text-consumer.v1", "v3": "useful-data.v1", "v8": "owned-data-api.v1", "v11": "nested-owned-record-api.v1"}
	f := baseFixture()
	f.manifest = edit(t, f.manifest, "calc.add", "calc.shown")
	if profile, ok := profiles[schema]; ok {
		f.manifest = edit(t, f.manifest, "project.v1", "project."+schema)
		f.manifest = edit(t, f.manifest, "entry =", "version = \"0.1.0\"\nprofile = \""+profile+"\"\nentry =")
	}
	types := ""
	if strings.Contains(head, "Pair") {
		types = "\n@id(\"calc.pair\")\nrecord Pair {\n    @id(\"calc.pair.v\")\n    v: Bytes,\n}\n"
	}
	rest := strings.TrimPrefix(coreText, "module calc.core;\n")
	f.sources["core.spx"] = "module calc.core;\n" + types + rest + "\n@id(\"calc.shown\")\nfn shown(" + head + "\n{\n" + body + "}\n"
	return f
}

func TestExportSignatures(t *testing.T) {
	for _, row := range []struct{ head, body, admitted string }{
		{"a: i64) -> i64", "    a\n", "v1 v2 v3 v8 v11"},
		{"a: f32, b: char, c: u8) -> bool", "    c == 1u8\n", "v1 v2 v3 v8 v11"},
		{"a: f64) -> f64", "    a\n", "v1 v2"},
		{"a: u8) -> u8", "    a\n", "v1 v2"},
		{"a: borrow str) -> i64", "    str_len_bytes(a)\n", "v2"},
		{"a: borrow Slice<u8>) -> usize", "    byte_len(a)\n", "v3 v8 v11"},
		{"a: borrow Slice<u8>) -> Bytes", "    bytes_copy(a)\n", "v8 v11"},
		{"a: i64) -> string", "    string_from_i64(a)\n", "v8 v11"},
		{"a: own Bytes) -> Pair", "    Pair { v: a }\n", "v11"},
		{"a: Option<i64>) -> i64", "    match a { Option::Some { value } => value, Option::None {} => 0, }\n", ""},
	} {
		for _, schema := range []string{"v1", "v2", "v3", "v8", "v11"} {
			t.Run(schema+" "+row.head, func(t *testing.T) {
				_, fault := signature(t, schema, row.head, row.body).build(t, nil)
				want := strings.Contains(" "+row.admitted+" ", " "+schema+" ")
				switch {
				case want && fault != nil:
					t.Errorf("refused: %v", fault)
				case !want && (len(fault) != 1 || fault[0].Code != diag.G174 || fault[0].Path != "core.spx"):
					t.Errorf("got %v, want SPX-G174 at core.spx", fault)
				}
			})
		}
	}
}

func TestExportsAreLinkedFunctions(t *testing.T) {
	for _, row := range []struct{ name, id, source, old, with, path string }{
		{"unknown", "calc.none", "core.spx", "", "", ManifestName},
		{"a type", "calc.point", "core.spx", "module calc.core;\n", "module calc.core;\n\n@id(\"calc.point\")\nrecord Point {\n    @id(\"calc.point.x\")\n    x: i64,\n}\n", ManifestName},
		{"of the tests", "calc.tests.c", "core.spx", "", "", "tests.spx"},
		{"automatic", "auto.sub", "core.spx", "", "", ManifestName},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := baseFixture()
			f.manifest = edit(t, f.manifest, `"calc.add"`, `"`+row.id+`"`)
			f.sources[row.source] = strings.Replace(f.sources[row.source], row.old, row.with, 1)
			_, fault := f.build(t, nil)
			if len(fault) != 1 || fault[0].Code != diag.G174 || fault[0].Path != row.path {
				t.Errorf("got %v, want SPX-G174 at %s", fault, row.path)
			}
		})
	}
}

func TestExportsWithEffectsAreRefused(t *testing.T) {
	f := signature(t, "v1", "a: i64) -> i64\n    uses { clock.read }", "    a\n")
	f.sources["core.spx"] = edit(t, f.sources["core.spx"], "module calc.core;\n", "module calc.core;\n\npermit { clock.read }\n")
	_, fault := f.build(t, nil)
	if len(fault) != 1 || fault[0].Code != diag.G174 || !strings.Contains(fault[0].Message(), "clock.read") {
		t.Errorf("got %v, want SPX-G174 naming the effect", fault)
	}
}

// command is a v5 or v6 project whose command has the given signature.
func command(t *testing.T, manifest, head, body string) fixture {
	t.Helper()
	f := baseFixture()
	f.manifest = edit(t, manifest, `sources = ["app.spx", "core.spx"]`, `sources = ["app.spx", "core.spx", "tests.spx"]`)
	f.sources["core.spx"] = edit(t, coreText, "module calc.core;\n", "module calc.core;\n\npermit { clock.read, process.stdout.write }\n") +
		"\n@id(\"calc.scan\")\nfn scan(" + head + "\n{\n" + body + "}\n"
	return f
}

func TestCommandSignatures(t *testing.T) {
	v6 := commandV6("v6", "language-command-io.v1")
	views := "left: borrow Slice<u8>, right: borrow Slice<u8>) -> bool"
	for _, row := range []struct {
		name, manifest, head, body string
		admitted                   bool
	}{
		{"v4 two views", commandV4(), views, "    byte_len(left) == byte_len(right)\n", true},
		{"v5 two views", manifestV5, views, "    byte_len(left) == byte_len(right)\n", true},
		{"v5 writes", manifestV5, views + "\n    uses { process.stdout.write }", "    stdout_write(left) == byte_len(right)\n", true},
		{"v5 other effect", manifestV5, views + "\n    uses { clock.read }", "    byte_len(left) == byte_len(right)\n", false},
		{"v5 one view", manifestV5, "left: borrow Slice<u8>) -> bool", "    byte_len(left) == 0usize\n", false},
		{"v5 number", manifestV5, strings.Replace(views, "bool", "usize", 1), "    byte_len(left) + byte_len(right)\n", false},
		{"v5 nothing", manifestV5, ") -> bool", "    true\n", false},
		{"v6 nothing", v6, ") -> bool", "    true\n", true},
		{"v6 two views", v6, views, "    byte_len(left) == byte_len(right)\n", false},
		{"v7 nothing", commandV6("v7", "line-command-io.v1"), ") -> bool", "    true\n", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, fault := command(t, row.manifest, row.head, row.body).build(t, nil)
			if row.admitted && fault != nil {
				t.Errorf("refused: %v", fault)
			}
			if !row.admitted && (len(fault) != 1 || fault[0].Code != diag.G174) {
				t.Errorf("got %v, want SPX-G174", fault)
			}
		})
	}
}

func TestGraphSchemasFollowTheFeatures(t *testing.T) {
	for _, row := range []struct{ head, body, want string }{
		{"a: i64) -> i64", "    a\n", "v10"},
		{"a: Option<i64>) -> Option<i64>", "    Option<i64>::Some { value: a? }\n", "v11"},
		{"a: Result<i64, i64>) -> Result<i64, i64>", "    Result<i64, i64>::Ok { value: a? }\n", "v10"},
		{"a: i64) -> i64", "    while a < 0 {\n        0\n    }\n    a\n", "v15"},
		{"a: i64) -> i64", "    match a { 1 => 2, _ => 3, }\n", "v16"},
		{"a: borrow Slice<u8>) -> usize", "    byte_len(a)\n", "v17"},
		{"a: borrow Slice<u8>) -> usize", "    byte_len(byte_range(a, 0usize, 0usize))\n", "v20"},
	} {
		f := signature(t, "v1", row.head, row.body)
		f.manifest = buildManifest
		p, fault := f.build(t, nil)
		if fault != nil {
			t.Errorf("%s: %v", row.body, fault)
			continue
		}
		if m, _ := p.Module("calc.core"); m.GraphSchema != "semaprax.graph."+row.want {
			t.Errorf("%s: got %s, want %s", row.body, m.GraphSchema, row.want)
		}
	}
}
