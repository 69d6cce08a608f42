package project

import "slices"

// Manifest is a parsed semaprax.toml whose text is its own canonical rendering.
// It is immutable.
type Manifest struct {
	form         form
	schema       string
	name         string
	version      string
	profile      string
	entry        string
	tests        string
	sources      []string
	webExports   []string
	command      string
	input        string
	capabilities []string
	targets      []string
	text         string
}

// Schema returns the schema the manifest is written in: "semaprax.project.v1" and
// so on, or "semaprax.manifest.v1" for the layout with tables.
func (m *Manifest) Schema() string { return m.schema }

// Contract returns the frozen schema whose rules hold. A manifest with tables
// selects it by its profile; for every other manifest it is its schema.
func (m *Manifest) Contract() string { return m.form.schema }

// Profile returns the profile, "" for the scalar contract v1.
func (m *Manifest) Profile() string { return m.profile }

// Name returns the name of the project.
func (m *Manifest) Name() string { return m.name }

// Version returns the version, "" for v1.
func (m *Manifest) Version() string { return m.version }

// Entry returns the name of the entry module.
func (m *Manifest) Entry() string { return m.entry }

// TestModule returns the name of the test module, "" when the manifest has none.
func (m *Manifest) TestModule() string { return m.tests }

// Sources returns the declared source paths in byte order. The caller owns the slice.
func (m *Manifest) Sources() []string { return slices.Clone(m.sources) }

// WebExports returns the identities of the exported functions in byte order. The
// caller owns the slice.
func (m *Manifest) WebExports() []string { return slices.Clone(m.webExports) }

// Command returns the identity of the command function, "" when there is none.
func (m *Manifest) Command() string { return m.command }

// Input returns the input contract of the command, "" when there is none.
func (m *Manifest) Input() string { return m.input }

// Capabilities returns the effects the command may have, in byte order. The
// caller owns the slice.
func (m *Manifest) Capabilities() []string { return slices.Clone(m.capabilities) }

// Targets returns the declared target matrix, nil when there is none. It has no
// meaning to this build beyond its form. The caller owns the slice.
func (m *Manifest) Targets() []string { return slices.Clone(m.targets) }

// Text returns the canonical text, its final LF included.
func (m *Manifest) Text() string { return m.text }
