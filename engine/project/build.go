package project

import (
	"bytes"
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Source is one source text in memory.
type Source struct {
	// Path is relative to the manifest.
	Path string
	// Text is kept by the project that is built: do not change it afterwards.
	Text []byte

	read *Module // what ReadSource read of it, or nil
}

// ReadSource reads one source, with the parse fault and SPX-G170 that Build would
// answer for it. Build takes over what was read while path and text are the same.
func ReadSource(path string, text []byte) (Source, diag.List) {
	m, fault := readModule(path, text)
	if fault != nil {
		return Source{}, fault
	}
	return Source{path, text, m}, nil
}

// File is the syntax tree of a source that was read, as it was read, else nil.
func (s *Source) File() *syntax.File {
	if s.read == nil {
		return nil
	}
	return s.read.File
}

// Unread returns sources as if none had been read: Build then starts from their
// text.
func Unread(sources []Source) []Source {
	plain := slices.Clone(sources)
	for i := range plain {
		plain[i].read = nil
	}
	return plain
}

// Build admits a project from memory, with the same checks and revisions as Open.
//
// The sources are exactly those the manifest declares, in any order. With reuse,
// which may be nil, the syntax trees of unchanged sources are taken from an
// earlier project, and those of sources that were read from ReadSource; the check
// always covers all modules.
//
// A non-nil list refuses: the parse fault of every file that has one, else every
// file that is not canonical (SPX-G170), else the first broken bound (SPX-G171),
// else an entry or test module that is missing (SPX-G174), else everything the
// check found, warnings included (module graph faults are SPX-G172), else a
// missing main (SPX-T105), else every signature outside the manifest's form
// (SPX-G174).
func Build(manifest *Manifest, sources []Source, reuse *Project) (*Project, diag.List) {
	b := builder{Project: &Project{manifest: manifest}, reuse: reuse}
	sources = slices.Clone(sources)
	slices.SortStableFunc(sources, func(x, y Source) int { return strings.Compare(x.Path, y.Path) })
	if fault := b.checkPaths(sources); fault != nil {
		return nil, fault
	}
	if fault := b.parse(sources); fault != nil {
		return nil, fault
	}
	for _, step := range []func(*builder) diag.List{
		(*builder).checkBounds, (*builder).checkRoles, (*builder).check, (*builder).link, (*builder).checkForm,
	} {
		if fault := step(&b); fault != nil {
			return nil, fault
		}
	}
	b.revise()
	return b.Project, nil
}

// builder is the state of one Build.
type builder struct {
	*Project
	reuse *Project
}

// checkPaths demands the declared set of paths and the bound on their bytes.
func (b *builder) checkPaths(sources []Source) diag.List {
	declared := b.manifest.sources
	total := 0
	for i, source := range sources {
		if i > 0 && sources[i-1].Path == source.Path {
			return refuse(diag.G170, source.Path, "the source `%s` is given twice", source.Path)
		}
		if !slices.Contains(declared, source.Path) {
			return refuse(diag.G174, source.Path, "the source `%s` is not declared by the manifest", source.Path)
		}
		if total += len(source.Text); total > MaxSourceBytes {
			return refuse(diag.J101, source.Path, "the sources have more than %d bytes together", MaxSourceBytes)
		}
	}
	for i, path := range declared {
		if i >= len(sources) || sources[i].Path != path {
			return refuse(diag.G174, path, "the declared source `%s` is missing", path)
		}
	}
	return nil
}

// parse reads every file and demands that each is its own canonical text.
func (b *builder) parse(sources []Source) diag.List {
	b.modules = make([]Module, len(sources))
	var faults, drifts diag.List
	for i, source := range sources {
		m := &b.modules[i]
		if earlier := b.unchanged(source); earlier != nil {
			*m = *earlier
			continue
		}
		if read := source.read; read != nil && read.is(source) {
			*m = *read
			continue
		}
		read, fault := readModule(source.Path, source.Text)
		switch {
		case fault == nil:
			*m = *read
		case fault[0].Code == diag.G170:
			drifts = append(drifts, fault...)
		default:
			faults = append(faults, fault...)
		}
	}
	if faults != nil {
		return faults
	}
	return drifts
}

// readModule reads one file.
func readModule(path string, text []byte) (*Module, diag.List) {
	file, fault := syntax.Parse(path, text)
	if fault != nil {
		return nil, diag.List{fault}
	}
	m := &Module{Path: path, Name: file.Module.Text, Source: text, File: file}
	if fault := m.checkCanonical(); fault != nil {
		return nil, fault
	}
	m.survey = surveyFile(file)
	return m, nil
}

// unchanged finds the module an earlier project had of the same source.
func (b *builder) unchanged(source Source) *Module {
	if b.reuse == nil {
		return nil
	}
	for i := range b.reuse.modules {
		if m := &b.reuse.modules[i]; m.is(source) {
			return m
		}
	}
	return nil
}

// is reports whether a module was read from this path and text.
func (m *Module) is(source Source) bool {
	return m.Path == source.Path && bytes.Equal(m.Source, source.Text)
}

// checkCanonical compares the source with its canonical text and computes the
// digests of both forms.
func (m *Module) checkCanonical() diag.List {
	canonical := syntax.Print(m.File)
	if !bytes.Equal(canonical, m.Source) {
		at := firstDifference(string(m.Source), string(canonical))
		return refuseAt(diag.G170, m.Path, string(m.Source), at, "the source is not in its canonical form")
	}
	m.SourceDigest = SourceDigest(m.Source)
	if bytes.Contains(canonical, []byte("//")) { // there may be comments
		canonical = syntax.PrintPlain(m.File)
	}
	m.Revision = SourceRevision(canonical)
	return nil
}

// checkBounds applies the bounds on all modules together.
func (b *builder) checkBounds() diag.List {
	var sum survey
	uses := 0
	for i := range b.modules {
		m := &b.modules[i]
		sum.declarations += m.survey.declarations
		sum.functions += m.survey.functions
		sum.calls += m.survey.calls
		sum.edges += m.survey.edges
		uses += len(m.File.Uses)
	}
	for _, bound := range []struct {
		name        string
		seen, limit int
	}{
		{"declarations", sum.declarations, MaxDeclarations},
		{"functions", sum.functions, MaxFunctions},
		{"call_sites", sum.calls, MaxCallSites},
		{"uses", uses, MaxUses},
		{"edges", sum.edges, MaxEdges},
	} {
		if bound.seen > bound.limit {
			return refuse(diag.G171, ManifestName, "the workspace has %d %s, the limit is %d", bound.seen, bound.name, bound.limit)
		}
	}
	return nil
}

// check runs the checker over all modules and names the graph documents.
func (b *builder) check() diag.List {
	files := make([]*syntax.File, len(b.modules))
	for i := range b.modules {
		files[i] = b.modules[i].File
	}
	b.program = check.Workspace(files)
	if !b.program.OK() {
		return b.program.Diagnostics
	}
	for i := range b.modules {
		m := &b.modules[i]
		m.GraphSchema = m.survey.graphSchema(b.program.Modules[i].Tables)
	}
	return nil
}
