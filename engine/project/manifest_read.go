package project

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// ParseManifest reads the text of a semaprax.toml.
//
// The text is admitted only if it equals its own canonical rendering, so every
// project has one manifest text. A refusal is one diagnostic: SPX-J100 (form),
// SPX-J101 (a bound), SPX-J120 (a table or key that is reserved or unknown),
// SPX-J121 (a dependency), SPX-J122 (a target), SPX-J123 (a local package).
func ParseManifest(text []byte) (*Manifest, diag.List) {
	if fault := checkManifestBytes(text); fault != nil {
		return nil, fault
	}
	source := string(text)
	var head struct {
		Schema string `toml:"schema"`
	}
	if err := toml.Unmarshal(text, &head); err != nil {
		return nil, tomlFault(source, err, false)
	}
	m, fault := readLayout(source, head.Schema)
	if fault != nil {
		return nil, fault
	}
	if fault := m.validate(); fault != nil {
		return nil, fault
	}
	m.text = m.render()
	if m.text != source {
		at := firstDifference(source, m.text)
		return nil, refuseAt(diag.J100, ManifestName, source, at, "the manifest is not in its canonical form")
	}
	return m, nil
}

// checkManifestBytes applies the bounds and byte rules that hold before parsing.
func checkManifestBytes(text []byte) diag.List {
	if len(text) > MaxManifestBytes {
		return refuse(diag.J101, ManifestName, "the manifest has %d bytes, the limit is %d", len(text), MaxManifestBytes)
	}
	if !utf8.Valid(text) {
		return refuse(diag.J100, ManifestName, "the manifest is not UTF-8")
	}
	for _, bad := range []struct{ bytes, name string }{
		{"\uFEFF", "byte order mark"}, {"\r", "carriage return"}, {"\x00", "NUL"},
	} {
		if at := bytes.Index(text, []byte(bad.bytes)); at >= 0 {
			return refuseAt(diag.J100, ManifestName, string(text), at, "the manifest holds a %s", bad.name)
		}
	}
	return nil
}

// readLayout decodes the keys of the layout that schema names.
func readLayout(source, schema string) (*Manifest, diag.List) {
	if schema == schemaTables {
		return readTables(source)
	}
	f, ok := formOfSchema(schema)
	switch {
	case ok:
		return readFrozen(source, f)
	case schema == "":
		return nil, refuse(diag.J100, ManifestName, "the manifest has no schema")
	}
	return nil, refuse(diag.J100, ManifestName, "the manifest schema `%s` is not admitted", schema)
}

// frozenText holds every key a frozen layout may have.
type frozenText struct {
	Schema       string    `toml:"schema"`
	Name         string    `toml:"name"`
	Version      *string   `toml:"version"`
	Profile      *string   `toml:"profile"`
	Entry        string    `toml:"entry"`
	Sources      []string  `toml:"sources"`
	WebExports   []string  `toml:"web_exports"`
	Command      *string   `toml:"command"`
	Input        *string   `toml:"input"`
	Capabilities *[]string `toml:"capabilities"`
	Tests        []string  `toml:"tests"`
}

func readFrozen(source string, f form) (*Manifest, diag.List) {
	var t frozenText
	if err := strictDecode(source, &t); err != nil {
		return nil, tomlFault(source, err, false)
	}
	for _, key := range []struct {
		name   string
		given  bool
		admits bool
	}{
		{"version", t.Version != nil, f.versioned()},
		{"profile", t.Profile != nil, f.versioned()},
		{"command", t.Command != nil, f.command != noCommand},
		{"input", t.Input != nil, f.input != ""},
		{"capabilities", t.Capabilities != nil, f.capabilities != nil},
	} {
		if key.given != key.admits {
			return nil, refuse(diag.J100, ManifestName, "the key `%s` is %s in %s", key.name, wanted(key.admits), f.schema)
		}
	}
	tests, fault := oneTest(t.Tests)
	if fault != nil {
		return nil, fault
	}
	if tests == "" {
		return nil, refuse(diag.J100, ManifestName, "the manifest names no test module")
	}
	return &Manifest{form: f, schema: t.Schema, name: t.Name, version: orEmpty(t.Version),
		profile: orEmpty(t.Profile), entry: t.Entry, tests: tests, sources: t.Sources,
		webExports: t.WebExports, command: orEmpty(t.Command), input: orEmpty(t.Input),
		capabilities: orNone(t.Capabilities)}, nil
}

func wanted(admitted bool) string {
	if admitted {
		return "required"
	}
	return "not admitted"
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func orNone(list *[]string) []string {
	if list == nil {
		return nil
	}
	return *list
}

// oneTest reads the list of test modules, which holds at most one.
func oneTest(tests []string) (string, diag.List) {
	switch len(tests) {
	case 0:
		return "", nil
	case 1:
		return tests[0], nil
	}
	return "", refuse(diag.J101, ManifestName, "the manifest names %d test modules, the limit is 1", len(tests))
}

// strictDecode decodes source into target and refuses keys target does not have.
func strictDecode(source string, target any) error {
	return toml.NewDecoder(strings.NewReader(source)).DisallowUnknownFields().Decode(target)
}

// tomlFault turns an error of the TOML reader into a diagnostic. Unknown keys have
// their own code in the layout with tables.
func tomlFault(source string, err error, tables bool) diag.List {
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(strict.Errors) > 0 {
		first := &strict.Errors[0]
		code := diag.J100
		if tables {
			code = diag.J120
		}
		row, column := first.Position()
		at := offsetOf(source, row, column)
		return refuseAt(code, ManifestName, source, at, "the key `%s` is unknown", strings.Join(first.Key(), "."))
	}
	if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		row, column := decode.Position()
		return refuseAt(diag.J100, ManifestName, source, offsetOf(source, row, column), "the manifest is not readable TOML of this layout")
	}
	return refuse(diag.J100, ManifestName, "the manifest is not readable TOML of this layout")
}

// offsetOf converts a line and column from 1, the column in bytes, to an offset.
func offsetOf(source string, row, column int) int {
	offset := 0
	for ; row > 1; row-- {
		next := strings.IndexByte(source[offset:], '\n')
		if next < 0 {
			return len(source)
		}
		offset += next + 1
	}
	return min(offset+max(column-1, 0), len(source))
}
