package project

import (
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// mainName is the function that runs in an entry or test module; casePrefix
// starts the names of named tests.
const (
	mainName   = "main"
	casePrefix = "test_"
)

// link builds the closures of the entry and test modules and finds the cases.
func (b *builder) link() diag.List {
	var faults diag.List
	b.entry = b.closure(b.manifest.entry, &faults)
	if b.manifest.tests != "" {
		b.tests = b.closure(b.manifest.tests, &faults)
		b.cases, b.ordinaryTests = b.findCases()
	}
	faults.Sort()
	return faults
}

// closure walks the use lines from a module. Every function of a reached module
// is linked, called or not.
func (b *builder) closure(name string, faults *diag.List) *Closure {
	p := b.program
	module, _ := p.ModuleNamed(name)
	root := module.ID
	c := &Closure{Root: root, Modules: b.reach(root)}
	for _, function := range p.Functions {
		if c.Contains(function.Module) {
			c.Functions = append(c.Functions, function.ID)
		}
	}
	slices.SortFunc(c.Functions, func(x, y check.FunctionID) int {
		return strings.Compare(p.Functions[x].Identity.Text, p.Functions[y].Identity.Text)
	})
	main, ok := p.Modules[root].FunctionNamed(mainName)
	if !ok || p.Functions[main].Module != root {
		m := &b.modules[root]
		*faults = append(*faults, diag.New(diag.T105, m.Path, m.File.Module.Span))
	}
	c.Main = main
	return c
}

// findCases lists the named tests of the test module by identity, and in source
// order its test_ functions of another shape, which are ordinary functions.
func (b *builder) findCases() (cases []Case, ordinary []check.FunctionID) {
	for _, f := range b.program.Functions {
		switch {
		case f.Module != b.tests.Root || f.Receiver != check.NoNominal || !strings.HasPrefix(f.Name, casePrefix):
		case isCase(f):
			cases = append(cases, Case{Identity: f.Identity.Text, Name: f.Name, Function: f.ID})
		default:
			ordinary = append(ordinary, f.ID)
		}
	}
	slices.SortFunc(cases, func(x, y Case) int { return strings.Compare(x.Identity, y.Identity) })
	return cases, ordinary
}

// isCase judges a test_ function.
func isCase(f *check.Function) bool {
	return !f.IsGeneric() && len(f.Params) == 0 && f.Result == check.TypeI64 && f.Identity.Origin == check.Explicit
}
