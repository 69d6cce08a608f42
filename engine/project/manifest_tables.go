package project

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// tablesText holds every key of the layout with tables.
type tablesText struct {
	Schema  string `toml:"schema"`
	Package struct {
		Name    string  `toml:"name"`
		Version string  `toml:"version"`
		Profile *string `toml:"profile"`
	} `toml:"package"`
	Modules struct {
		Entry   string    `toml:"entry"`
		Sources []string  `toml:"sources"`
		Tests   *[]string `toml:"tests"`
	} `toml:"modules"`
	Exports struct {
		Web []string `toml:"web"`
	} `toml:"exports"`
	Command *struct {
		Function string  `toml:"function"`
		Input    *string `toml:"input"`
	} `toml:"command"`
	Capabilities *struct {
		Required []string `toml:"required"`
	} `toml:"capabilities"`
	Targets *struct {
		Matrix []string `toml:"matrix"`
	} `toml:"targets"`
}

func readTables(source string) (*Manifest, diag.List) {
	if fault := checkTableNames(source); fault != nil {
		return nil, fault
	}
	var t tablesText
	if err := strictDecode(source, &t); err != nil {
		return nil, tomlFault(source, err, true)
	}
	f, ok := formOfProfile(orEmpty(t.Package.Profile))
	if !ok || t.Package.Profile != nil && *t.Package.Profile == "" {
		return nil, refuse(diag.J100, ManifestName, "the profile `%s` is not admitted", orEmpty(t.Package.Profile))
	}
	m := &Manifest{form: f, schema: t.Schema, name: t.Package.Name, version: t.Package.Version,
		profile: f.profile, entry: t.Modules.Entry, sources: t.Modules.Sources, webExports: t.Exports.Web}
	if fault := m.readTests(t.Modules.Tests); fault != nil {
		return nil, fault
	}
	if fault := m.readCommand(&t); fault != nil {
		return nil, fault
	}
	if t.Targets != nil {
		if m.targets = t.Targets.Matrix; !admittedTargets(m.targets) {
			return nil, refuse(diag.J122, ManifestName, "the target matrix is not native64, wasm32 or both in this order")
		}
	}
	return m, nil
}

// checkTableNames classifies the table headers, each on a line of its own in a
// canonical manifest.
func checkTableNames(source string) diag.List {
	offset := 0
	for line := range strings.Lines(source) {
		name, isHeader := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "[")
		if isHeader {
			name = strings.TrimSuffix(name, "]")
			if code := tableFault(name); code != "" {
				return refuseAt(code, ManifestName, source, offset, "the table `%s` is not admitted", name)
			}
		}
		offset += len(line)
	}
	return nil
}

// tableFault returns the code a table is refused with, "" for an admitted one.
func tableFault(name string) diag.Code {
	switch name {
	case "package", "modules", "exports", "command", "capabilities", "targets":
		return ""
	case "dependencies", "rust-dependencies":
		return diag.J121
	case "dependency-sources":
		return diag.J123
	}
	return diag.J120
}

func (m *Manifest) readTests(tests *[]string) diag.List {
	if tests == nil {
		return nil
	}
	one, fault := oneTest(*tests)
	if fault == nil && one == "" {
		fault = refuse(diag.J100, ManifestName, "the list of test modules is empty")
	}
	m.tests = one
	return fault
}

// readCommand demands the tables [command] and [capabilities] exactly where the
// form has a command.
func (m *Manifest) readCommand(t *tablesText) diag.List {
	has := m.form.command != noCommand
	if (t.Command != nil) != has {
		return refuse(diag.J100, ManifestName, "the table `command` is %s in %s", wanted(has), m.form.schema)
	}
	if (t.Capabilities != nil) != has {
		return refuse(diag.J100, ManifestName, "the table `capabilities` is %s in %s", wanted(has), m.form.schema)
	}
	if !has {
		return nil
	}
	if (t.Command.Input != nil) != (m.form.input != "") {
		return refuse(diag.J100, ManifestName, "the key `input` is %s in %s", wanted(m.form.input != ""), m.form.schema)
	}
	m.command, m.input = t.Command.Function, orEmpty(t.Command.Input)
	m.capabilities = t.Capabilities.Required
	return nil
}

func admittedTargets(matrix []string) bool {
	for _, target := range matrix {
		if target != "native64" && target != "wasm32" {
			return false
		}
	}
	return len(matrix) > 0 && strictlySorted(matrix)
}
