package project

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// validate applies the rules on values, in the order of the keys.
func (m *Manifest) validate() diag.List {
	steps := []func(*Manifest) diag.List{
		(*Manifest).validatePackage, (*Manifest).validateModules, (*Manifest).validateSources,
		(*Manifest).validateExports, (*Manifest).validateCommand,
	}
	for _, step := range steps {
		if fault := step(m); fault != nil {
			return fault
		}
	}
	return nil
}

func (m *Manifest) validatePackage() diag.List {
	if !validName(m.name) {
		return refuse(diag.J100, ManifestName, "the name `%s` is not admitted", m.name)
	}
	if (m.form.versioned() || m.schema == schemaTables) && !validVersion(m.version) {
		return refuse(diag.J100, ManifestName, "the version `%s` is not a canonical semantic version", m.version)
	}
	if m.profile != m.form.profile {
		return refuse(diag.J100, ManifestName, "the profile of %s is `%s`, not `%s`", m.form.schema, m.form.profile, m.profile)
	}
	return nil
}

func (m *Manifest) validateModules() diag.List {
	if !validModule(m.entry) {
		return refuse(diag.J100, ManifestName, "the entry module `%s` is not a module name", m.entry)
	}
	if m.tests == "" {
		return nil
	}
	if !validModule(m.tests) {
		return refuse(diag.J100, ManifestName, "the test module `%s` is not a module name", m.tests)
	}
	if m.tests == m.entry {
		return refuse(diag.J100, ManifestName, "the test module is the entry module")
	}
	return nil
}

func (m *Manifest) validateSources() diag.List {
	if n := len(m.sources); n > MaxSources {
		return refuse(diag.J101, ManifestName, "the manifest lists %d sources, the limit is %d", n, MaxSources)
	}
	if n := len(m.sources); n < MinSources {
		return refuse(diag.J100, ManifestName, "the manifest lists %d sources, at least %d are needed", n, MinSources)
	}
	for _, path := range m.sources {
		if !validPath(path) {
			return refuse(diag.J100, ManifestName, "the source path `%s` is not admitted", path)
		}
	}
	if !strictlySorted(m.sources) {
		return refuse(diag.J100, ManifestName, "the sources are not in byte order without repeats")
	}
	return nil
}

func (m *Manifest) validateExports() diag.List {
	if n := len(m.webExports); n > MaxWebExports {
		return refuse(diag.J101, ManifestName, "the manifest lists %d exports, the limit is %d", n, MaxWebExports)
	}
	if len(m.webExports) == 0 && m.schema != schemaTables {
		return refuse(diag.J100, ManifestName, "the manifest lists no export")
	}
	for _, id := range m.webExports {
		if !validExport(id) {
			return refuse(diag.J100, ManifestName, "the export `%s` is not an admitted identity", id)
		}
	}
	if !strictlySorted(m.webExports) {
		return refuse(diag.J100, ManifestName, "the exports are not in byte order without repeats")
	}
	return nil
}

func (m *Manifest) validateCommand() diag.List {
	f := m.form
	if f.command == noCommand {
		return nil
	}
	if !validExport(m.command) {
		return refuse(diag.J100, ManifestName, "the command `%s` is not an admitted identity", m.command)
	}
	if len(m.webExports) > 0 && !slices.Equal(m.webExports, []string{m.command}) {
		return refuse(diag.J100, ManifestName, "the exports of %s are exactly its command", f.schema)
	}
	if m.input != f.input {
		return refuse(diag.J100, ManifestName, "the input of %s is `%s`, not `%s`", f.schema, f.input, m.input)
	}
	if !f.admitsCapabilities(m.capabilities) {
		return refuse(diag.J100, ManifestName, "the capabilities are not those of %s", f.schema)
	}
	return nil
}

func (f form) admitsCapabilities(list []string) bool {
	if !f.anyCapabilities {
		return slices.Equal(list, f.capabilities)
	}
	for _, capability := range list {
		if !slices.Contains(f.capabilities, capability) {
			return false
		}
	}
	return len(list) > 0 && strictlySorted(list)
}
