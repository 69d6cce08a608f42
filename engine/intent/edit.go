package intent

import (
	"bytes"
	"maps"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Edit is an intention carried out on the syntax of a base. It is immutable. It
// proves nothing until its sources were built and Verify accepted the result.
type Edit struct {
	// Base is what the edit starts from.
	Base *Base
	// Files are the syntax files, one per module of the base in its order;
	// untouched files are the base's own.
	Files []*syntax.File
	// Operation is the summary for reports.
	Operation Operation

	authorise func(*inventory)
	// identities changes the explicit identities of the base to those expected.
	identities func(identityFacts)
	// verify holds the checks of the kind on the rebuilt project.
	verify []func(before, after *Base) diag.List
}

// CheckInventory compares the inventories of the base and the edited files: permits,
// effects and clauses may differ only as the intention authorises, else SPX-G222;
// protocol implementations likewise, else SPX-G274.
func (e *Edit) CheckInventory() diag.List {
	paths := e.Base.modulePaths()
	want := takeInventory(e.Base.files(), paths)
	if e.authorise != nil {
		e.authorise(want)
	}
	got := takeInventory(e.Files, paths)
	if !want.equalFunctions(got) {
		return refusal(diag.G222, "the change alters permits, effects or contracts it is not authorised to")
	}
	if !maps.Equal(want.implementations, got.implementations) {
		return refusal(diag.G274, "the change alters the protocol implementations of the project")
	}
	return nil
}

// Sources renders the edited files. A file whose canonical text is that of the base
// keeps the base's bytes; any other must read back as itself (SPX-G224), and the
// source carries what was read. Together
// they are bounded by MaxSourceBytes (SPX-G223).
func (e *Edit) Sources() ([]project.Source, diag.List) {
	modules := e.Base.project.Modules()
	sources := make([]project.Source, len(modules))
	total := 0
	for i := range modules {
		sources[i] = project.Source{Path: modules[i].Path, Text: modules[i].Source}
		if e.Files[i] != modules[i].File {
			rendered, fault := render(modules[i].Path, e.Files[i])
			if fault != nil {
				return nil, fault
			}
			if !bytes.Equal(rendered.Text, modules[i].Source) { // a base's source is its canonical text
				sources[i] = rendered
			}
		}
		if total += len(sources[i].Text); total > MaxSourceBytes {
			return nil, refusal(diag.G223, "the edited sources have more than %d bytes together", MaxSourceBytes)
		}
	}
	return sources, nil
}

// render writes a file and demands that its text is a fixed point.
func render(path string, file *syntax.File) (project.Source, diag.List) {
	source, fault := project.ReadSource(path, syntax.Print(file))
	if fault != nil && fault[0].Code != diag.G170 {
		return source, fault
	}
	if fault != nil || !sameShape(file, source.File()) {
		return source, refusal(diag.G224, "the rendering of %s does not read back as itself", path)
	}
	return source, nil
}

// Verify judges the project built from the edit's sources: every explicit identity
// is where it was but for what the intention plans (SPX-G222), and the kind's own
// checks hold, with the kind's codes.
func (e *Edit) Verify(after *Base) diag.List {
	want := e.Base.identityFacts()
	if e.identities != nil {
		e.identities(want)
	}
	if !after.hasIdentities(want) {
		return refusal(diag.G222, "the change alters explicit identities it does not plan to")
	}
	for _, check := range e.verify {
		if fault := check(e.Base, after); fault != nil {
			return fault
		}
	}
	return nil
}
