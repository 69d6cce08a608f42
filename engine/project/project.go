package project

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Project is an admitted project. It is immutable, shares its sources with
// whoever gave them, and may be read by many goroutines.
type Project struct {
	manifest          *Manifest
	modules           []Module
	program           *check.Program
	entry             *Closure
	tests             *Closure
	cases             []Case
	ordinaryTests     []check.FunctionID
	workspaceManifest []byte
	workspaceRevision canon.Digest
	revision          canon.Digest
}

// Module is one source file of a project. Its index in Modules is the index of
// its check.Module in the program.
type Module struct {
	// Path is relative to the manifest.
	Path string
	// Name is the dotted module name.
	Name string
	// Source is the canonical text. Do not change it.
	Source []byte
	// File is the syntax tree of Source.
	File *syntax.File
	// Revision is the source (graph) revision: over the text without comments.
	Revision canon.Digest
	// SourceDigest is the digest of Source, comments included.
	SourceDigest canon.Digest
	// GraphSchema names the graph document the file's features call for.
	GraphSchema string

	survey survey
}

// Closure is a module with every module its use lines reach, linked.
type Closure struct {
	// Root is the entry or test module.
	Root check.ModuleID
	// Modules are the modules of the closure, ascending. Root is among them.
	Modules []check.ModuleID
	// Functions are all functions of these modules, methods included, in the byte
	// order of their identities.
	Functions []check.FunctionID
	// Main is the function that runs.
	Main check.FunctionID
}

// Contains reports whether a module belongs to the closure.
func (c *Closure) Contains(module check.ModuleID) bool {
	_, found := slices.BinarySearch(c.Modules, module)
	return found
}

// Case is a named test: a function test_NAME of the test module without
// parameters, with result i64 and an explicit identity.
type Case struct {
	Identity string
	Name     string
	Function check.FunctionID
}

// Manifest returns the manifest.
func (p *Project) Manifest() *Manifest { return p.manifest }

// Modules returns the modules in path order. Do not change the slice.
func (p *Project) Modules() []Module { return p.modules }

// Module finds a module by its dotted name.
func (p *Project) Module(name string) (*Module, bool) {
	for i := range p.modules {
		if p.modules[i].Name == name {
			return &p.modules[i], true
		}
	}
	return nil, false
}

// Program returns the checked and linked program of all modules.
func (p *Project) Program() *check.Program { return p.program }

// Entry returns the closure of the entry module.
func (p *Project) Entry() *Closure { return p.entry }

// Tests returns the closure of the test module, nil when the manifest has none.
func (p *Project) Tests() *Closure { return p.tests }

// Cases returns the named tests in the byte order of their identities. They run
// after the test module's main. Do not change the slice.
func (p *Project) Cases() []Case { return p.cases }

// OrdinaryTests returns the free functions test_NAME of the test module that are no
// cases because of their shape or identity, in source order. Do not change the
// slice.
func (p *Project) OrdinaryTests() []check.FunctionID { return p.ordinaryTests }

// Command returns the function that the manifest names as its command. ok is false
// when it names none.
func (p *Project) Command() (id check.FunctionID, ok bool) {
	if p.manifest.command == "" {
		return check.NoFunction, false
	}
	ref, found := p.program.Lookup(p.manifest.command)
	return check.FunctionID(ref.Index), found
}

// Warnings returns what the check reported beside no error, files by path.
func (p *Project) Warnings() diag.List { return p.program.Diagnostics }

// WorkspaceManifest returns the document that lists every source with its
// revision and digest: one line with its LF. Do not change it.
func (p *Project) WorkspaceManifest() []byte { return p.workspaceManifest }

// WorkspaceRevision returns the digest of the workspace manifest.
func (p *Project) WorkspaceRevision() canon.Digest { return p.workspaceRevision }

// Revision returns the project revision, over the canonical manifest and the
// text of the workspace revision.
func (p *Project) Revision() canon.Digest { return p.revision }
