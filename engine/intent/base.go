package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Base is a checked project that intentions are applied to. It is immutable and may
// be read by many goroutines.
type Base struct {
	project  *project.Project
	program  *check.Program
	builtins []check.BuiltinRow
}

// NewBase takes an admitted project as a base.
func NewBase(p *project.Project) *Base {
	return &Base{project: p, program: p.Program(), builtins: p.Program().Builtins()}
}

// Project returns the project of the base.
func (b *Base) Project() *project.Project { return b.project }

// files lists the syntax files, one per module.
func (b *Base) files() []*syntax.File {
	modules := b.project.Modules()
	files := make([]*syntax.File, len(modules))
	for i := range modules {
		files[i] = modules[i].File
	}
	return files
}

// isExport reports whether the manifest exports the identity or runs it as its
// command.
func (b *Base) isExport(identity string) bool {
	m := b.project.Manifest()
	return slices.Contains(m.WebExports(), identity) || m.Command() == identity
}

// isEntrypoint reports whether the function is the entry's or the test module's
// main or one of its named cases.
func (b *Base) isEntrypoint(id check.FunctionID) bool {
	tests := b.project.Tests()
	return b.project.Entry().Main == id || tests != nil && tests.Main == id ||
		slices.ContainsFunc(b.project.Cases(), func(c project.Case) bool { return c.Function == id })
}
