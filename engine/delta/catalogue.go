package delta

import (
	"bytes"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// CatalogueSchema names the catalogue of semantic deltas.
const CatalogueSchema = "semaprax.project-candidate-semantic-delta-catalog.v1"

// catalogueReport is semaprax.project-candidate-semantic-delta-catalog.v1.
type catalogueReport struct {
	subject
	Roots   []rootDelta
	Sources []sourceDelta
}

// rootDelta is one declaration that differs as it is written.
type rootDelta struct {
	Target     string
	Change     Change
	Base, Root schema.Maybe[root]
}

// root is a declaration on one side.
type root struct {
	ID, Name, Kind, Path, Module string
	Fragment                     canon.Digest

	origin check.Origin
	text   []byte
}

// sourceDelta is one file that differs.
type sourceDelta struct {
	Path         string
	Base, Source canon.Digest
}

// The kinds of roots.
const (
	rootFunction       = "function"
	rootType           = "type"
	rootField          = "field"
	rootCase           = "case"
	rootLifecycle      = "lifecycle"
	rootInterface      = "interface"
	rootImport         = "import"
	rootProtocol       = "protocol"
	rootProtocolMethod = "protocol_method"
	rootImplementation = "protocol_implementation"
)

// rootKind is the kind of a declaration as a root.
func rootKind(kind graph.Kind) string {
	switch kind {
	case graph.KindFunction, graph.KindMethod, graph.KindFunctionTemplate:
		return rootFunction
	case graph.KindRecord, graph.KindClass, graph.KindVariant, graph.KindResource:
		return rootType
	case graph.KindField, graph.KindCaseField:
		return rootField
	case graph.KindVariantCase:
		return rootCase
	case graph.KindResourceDrop:
		return rootLifecycle
	case graph.KindInterface:
		return rootInterface
	case graph.KindImport:
		return rootImport
	case graph.KindProtocol:
		return rootProtocol
	case graph.KindProtocolMethod:
		return rootProtocolMethod
	case graph.KindImplementation:
		return rootImplementation
	}
	return ""
}

// CatalogueShape declares the catalogue of semantic deltas.
func CatalogueShape() *schema.Kind[catalogueReport] {
	type r = catalogueReport
	kinds := schema.Choice(rootFunction, rootType, rootField, rootCase, rootLifecycle, rootInterface, rootImport,
		rootProtocol, rootProtocolMethod, rootImplementation)
	one := schema.Nullable(schema.Object(
		text("id", func(p *root) *string { return &p.ID }),
		optionalText("name", func(p *root) *string { return &p.Name }),
		schema.Required("kind", kinds, func(p *root) *string { return &p.Kind }),
		text("path", func(p *root) *string { return &p.Path }),
		text("module", func(p *root) *string { return &p.Module }),
		digest("fragment_digest", func(p *root) *canon.Digest { return &p.Fragment })))
	row := schema.Object(
		text("target", func(p *rootDelta) *string { return &p.Target }),
		schema.Required("change", schema.Choice(Added, Removed, Modified, Absent, Moved), func(p *rootDelta) *Change { return &p.Change }),
		schema.Required("base", one, func(p *rootDelta) *schema.Maybe[root] { return &p.Base }),
		schema.Required("candidate", one, func(p *rootDelta) *schema.Maybe[root] { return &p.Root }))
	source := schema.Object(
		text("path", func(p *sourceDelta) *string { return &p.Path }),
		digest("base_source_digest", func(p *sourceDelta) *canon.Digest { return &p.Base }),
		digest("source_digest", func(p *sourceDelta) *canon.Digest { return &p.Source }))
	return schema.Document(CatalogueSchema,
		projectFields(func(p *r) *subject { return &p.subject }),
		list("roots", row, func(p *r) *[]rootDelta { return &p.Roots }),
		schema.Const[r]("selection_basis", "authored_declaration_identity_origin_and_canonical_fragment_changes"),
		schema.Required("source_changes", schema.Array(source, 0, MaxReviewFiles), func(p *r) *[]sourceDelta { return &p.Sources }),
		schema.ConstStrings[r]("nonclaims", "not_complete_dynamic_impact", "not_behavioral_equivalence",
			"no_target_or_test_execution", "no_source_authority"))
}

// catalogue makes the catalogue of semantic deltas.
func (r *run) catalogue(string) ([]byte, diag.List) {
	report := catalogueReport{subject: r.subject()}
	base, fault := r.base.roots()
	if fault != nil {
		return nil, fault
	}
	now, fault := r.now.roots()
	if fault != nil {
		return nil, fault
	}
	report.Roots = r.rootDeltas(base, now)
	for _, change := range r.candidate.SourceChanges() {
		report.Sources = append(report.Sources, sourceDelta{change.Path, change.BaseDigest, change.Digest})
	}
	return finish(r, CatalogueShape(), &report)
}

// rootDeltas lists the declarations that differ, and what the history names that is on
// neither side, by identity.
func (r *run) rootDeltas(base, now map[string]*root) []rootDelta {
	ids := union(base, now)
	for _, op := range r.candidate.Operations() {
		ids = append(ids, op.Target)
		if op.New != nil {
			ids = append(ids, op.New.ID)
		}
	}
	slices.Sort(ids)
	var rows []rootDelta
	for _, id := range slices.Compact(ids) {
		before, after := base[id], now[id]
		change := rootChange(before, after)
		if change == Unchanged {
			continue
		}
		r.budget.item()
		row := rootDelta{Target: id, Change: change}
		if before != nil {
			row.Base = schema.Some(r.digestedRoot(before))
		}
		if after != nil {
			row.Root = schema.Some(r.digestedRoot(after))
		}
		rows = append(rows, row)
	}
	return rows
}

func (r *run) digestedRoot(of *root) root {
	made := *of
	made.Fragment = r.fragmentDigest(of.text)
	return made
}

// rootChange compares a declaration as it is written.
func rootChange(base, now *root) Change {
	switch {
	case base == nil && now == nil:
		return Absent
	case base == nil:
		return Added
	case now == nil:
		return Removed
	case base.Path != now.Path || base.Module != now.Module:
		return Moved
	case base.Name != now.Name || base.Kind != now.Kind || base.origin != now.origin || !bytes.Equal(base.text, now.text):
		return Modified
	}
	return Unchanged
}

// roots finds every declaration of a side by identity.
func (s *side) roots() (map[string]*root, diag.List) {
	g := s.image.Graph()
	found, total := map[string]*root{}, 0
	for n := range graph.NodeID(g.Size()) {
		if !g.Exists(n) {
			continue
		}
		node := g.Node(n)
		kind := rootKind(node.Kind)
		if kind == "" || node.Module == check.NoModule {
			continue
		}
		m := s.program.Modules[node.Module]
		row := &root{ID: node.Identity, Name: node.Name, Kind: kind, Path: m.Path, Module: m.Name, origin: node.Origin, text: s.text(node.Module, node.Span)}
		if total += len(row.text); total > MaxFragmentBytes/2 {
			return nil, diag.Refusal(s.run.over, "the declarations have more text than a catalogue compares")
		}
		found[row.ID] = row
	}
	return found, nil
}
