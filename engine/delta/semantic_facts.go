package delta

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The facets of a semantic delta beside the nine of a function.
const (
	facetAuthored      = "authored_declaration"
	facetIdentity      = "declaration_identity"
	facetApplicability = "function_facet_applicability"
	facetReverse       = "reverse_field_and_call_relationships"
	facetTyped         = "typed_declaration"
	facetArtifacts     = "complete_entry_and_test_target_artifacts"
)

// declaration is the target on one side.
type declaration struct {
	exists bool
	node   graph.Node
	source schema.Maybe[image.SourceBinding]
}

// declaration finds the target. What the compiler owns is bound to no source and
// cannot change: it is refused.
func (s *side) declaration(target string) (d declaration, fault diag.List) {
	if target == "" || len(target) > image.MaxTargetBytes {
		return d, diag.Refusal(s.run.family.facts, "a target is an identity of 1 to 4096 bytes")
	}
	g := s.image.Graph()
	n := g.Find(target)
	if n == graph.NoNode {
		return d, nil
	}
	d = declaration{exists: true, node: g.Node(n)}
	if d.node.Module == check.NoModule {
		return d, diag.Refusal(s.run.family.facts, "%s is the compiler's own and bound to no source", diag.Shown(target))
	}
	d.source = schema.Some(s.binding(d.node.Module))
	return d, nil
}

// authoredFact is a declaration as it is written.
type authoredFact struct {
	Declaration identityFact
	Source      provenance
	Text        []byte
	Fragment    canon.Digest
}

// identityFact names a declaration.
type identityFact struct{ ID, Name, Kind, Origin, Owner, Path, Module string }

// applicabilityFact says whether a declaration has the facets of a function.
type applicabilityFact struct{ Available bool }

// reverseFact is everything that uses a declaration; both parts are rendered.
type reverseFact struct{ Relationships, Calls []byte }

// factKinds are the kinds the facts of a semantic delta render with.
type factKinds struct {
	authored      *schema.Kind[authoredFact]
	identity      *schema.Kind[identityFact]
	applicability *schema.Kind[applicabilityFact]
	reverse       *schema.Kind[reverseFact]
	items         *schema.Kind[[][]byte]
	any           *schema.Kind[[]byte]
}

func newFactKinds() *factKinds {
	k := &factKinds{identity: identityFactShape(), applicability: applicabilityShape(), reverse: reverseShape()}
	k.authored = authoredShape(k.identity)
	k.items = schema.Array(image.FacetItemShape(), 0, image.MaxFacetItems)
	k.any = schema.OneOfKinds(func(*[]byte) int { return 0 },
		schema.Rendered(k.authored), schema.Rendered(k.identity), schema.Rendered(k.applicability), schema.Rendered(k.reverse),
		schema.Rendered(image.TypedDeclarationShape()), schema.Rendered(k.items))
	return k
}

// names are the facets a pair may be about.
func (k *factKinds) names() []string {
	names := []string{facetAuthored, facetIdentity, facetApplicability, facetReverse, facetTyped}
	for _, facet := range image.Facets() {
		names = append(names, string(facet))
	}
	slices.Sort(names)
	return names
}

func identityFactShape() *schema.Kind[identityFact] {
	type f = identityFact
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		optionalText("name", func(p *f) *string { return &p.Name }),
		schema.Required("kind", kindWords(), func(p *f) *string { return &p.Kind }),
		text("identity_origin", func(p *f) *string { return &p.Origin }),
		optionalText("owner", func(p *f) *string { return &p.Owner }),
		text("path", func(p *f) *string { return &p.Path }),
		text("module", func(p *f) *string { return &p.Module }))
}

func authoredShape(identity *schema.Kind[identityFact]) *schema.Kind[authoredFact] {
	type f = authoredFact
	return schema.Object(
		schema.Required("declaration", identity, func(p *f) *identityFact { return &p.Declaration }),
		schema.Required("provenance", provenanceShape(), func(p *f) *provenance { return &p.Source }),
		schema.Required("source_fragment", schema.Chunk(), func(p *f) *[]byte { return &p.Text }),
		digest("fragment_digest", func(p *f) *canon.Digest { return &p.Fragment }))
}

func applicabilityShape() *schema.Kind[applicabilityFact] {
	type f = applicabilityFact
	const no = "not_a_retained_resolved_function; authored_and_typed_declaration_facts_remain_available"
	return schema.Object(
		yes("available", func(p *f) *bool { return &p.Available }),
		schema.Required("reason", schema.Choice("retained_resolved_function", no), func(p *f) *string {
			reason := no
			if p.Available {
				reason = "retained_resolved_function"
			}
			return &reason
		}))
}

func reverseShape() *schema.Kind[reverseFact] {
	type f = reverseFact
	return schema.Object(
		schema.Required("relationships", schema.Rendered(image.RelationshipsShape()), func(p *f) *[]byte { return &p.Relationships }),
		schema.Required("direct_call_sites", schema.Rendered(image.CallSitesShape()), func(p *f) *[]byte { return &p.Calls }))
}

// identity names a declaration of a side.
func (s *side) identity(node graph.Node) identityFact {
	m := s.program.Modules[node.Module]
	fact := identityFact{ID: node.Identity, Name: node.Name, Kind: node.Kind.String(), Origin: graph.OriginWord(node.Origin), Path: m.Path, Module: m.Name}
	if node.Owner != graph.NoNode {
		fact.Owner = s.image.Graph().Node(node.Owner).Identity
	}
	return fact
}

// facets renders every fact of the target on a side; none when it is not there.
func (s *side) facets(kinds *factKinds, d declaration) (map[string][]byte, diag.List) {
	if !d.exists {
		return map[string][]byte{facetAuthored: nil, facetIdentity: nil, facetApplicability: nil, facetReverse: nil, facetTyped: nil}, nil
	}
	report, fault := s.image.Dependencies(d.node.Identity)
	if fault != nil {
		return nil, fault
	}
	s.run.budget.fact(len(report))
	report = report[:len(report)-1]
	identity := s.identity(d.node)
	fragment := s.text(d.node.Module, d.node.Span)
	authored := authoredFact{identity, s.provenance(d.node.Module, d.node.Span), fragment, s.run.fragmentDigest(fragment)}
	applicable := applicabilityFact{d.node.Kind.IsFunction()}
	facts := map[string][]byte{
		facetAuthored:      render(s.run, kinds.authored, &authored),
		facetIdentity:      render(s.run, kinds.identity, &identity),
		facetApplicability: render(s.run, kinds.applicability, &applicable),
		facetReverse:       render(s.run, kinds.reverse, &reverseFact{part(report, "relationships"), part(report, "direct_call_sites")}),
		facetTyped:         part(report, "typed_declaration"),
	}
	if applicable.Available {
		return facts, s.functionFacets(facts, s.program.Functions[d.node.Ref.Index])
	}
	return facts, nil
}

// functionFacets adds the nine facets of a function.
func (s *side) functionFacets(facts map[string][]byte, f *check.Function) diag.List {
	s.run.budget.visit(len(s.program.Identities(f).Expressions))
	for _, facet := range image.Facets() {
		if s.run.budget.full() {
			return nil
		}
		items, ok := s.image.AppendFacet(nil, f, facet)
		if !ok {
			return diag.Refusal(s.run.over, "the facet %s has more items than a delta compares", facet)
		}
		s.run.budget.fact(len(items))
		facts[string(facet)] = items
	}
	return nil
}

// fragmentDigest is the digest of a declaration's text.
func (r *run) fragmentDigest(fragment []byte) canon.Digest {
	return canon.Sum(r.digested("authored"), fragment)
}
