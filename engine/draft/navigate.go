package draft

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The payloads of navigation: a context in small pieces.
const (
	SummarySchema = "semaprax.project-hole-summary.v1"
	PageSchema    = "semaprax.project-hole-page.v1"

	domainFacet = "semaprax.project-hole-facet.v1"
)

// Facet is one list of a context.
type Facet string

// The facets, in the order of summaries.
const (
	FacetScope        Facet = "scope"
	FacetCalls        Facet = "calls"
	FacetObligations  Facet = "obligations"
	FacetConstructors Facet = "constructors"
)

// Facets returns all facets, in the order of summaries.
func Facets() []Facet { return []Facet{FacetScope, FacetCalls, FacetObligations, FacetConstructors} }

// FacetReference names a facet of one context with its number of items.
type FacetReference struct {
	Facet     Facet
	Count     int
	Reference canon.Digest
}

// Summary is a context without its lists.
type Summary struct {
	Context  Context
	Revision canon.Digest // of the context
	Facets   []FacetReference
}

// facetReference names a facet of the context with a revision.
func (c *Context) facetReference(revision canon.Digest, facet Facet) canon.Digest {
	var b canon.Builder
	b.BeginObject()
	b.Key("context_revision").Digest(revision)
	b.Key("draft_revision").Digest(c.Draft)
	b.Key("facet").String(string(facet))
	b.Key("hole_id").String(c.ID)
	b.EndObject()
	return canon.Sum(domainFacet, b.Line())
}

// Summary sums the context of a pending hole up. Refusals are those of Context, and
// SPX-G231 for a summary over MaxPageBytes.
func (d *Draft) Summary(p *candidate.Programs, id string) (*Summary, diag.List) {
	c, revision, fault := d.contextRevision(p, id)
	if fault != nil {
		return nil, fault
	}
	s := &Summary{Context: *c, Revision: revision}
	for _, facet := range Facets() {
		s.Facets = append(s.Facets, FacetReference{facet, len(c.items(facet)), c.facetReference(revision, facet)})
	}
	if _, ok := d.kinds.summary().Line(s, MaxPageBytes); !ok {
		return nil, diag.Refusal(CodeCapacity, "the summary has more than %d bytes", MaxPageBytes)
	}
	return s, nil
}

func (d *Draft) contextRevision(p *candidate.Programs, id string) (*Context, canon.Digest, diag.List) {
	c, fault := d.Context(p, id)
	if fault != nil {
		return nil, canon.Digest{}, fault
	}
	_, revision, fault := c.Render()
	return c, revision, fault
}

// items renders the items of a facet.
func (c *Context) items(facet Facet) [][]byte {
	switch facet {
	case FacetScope:
		return renderAll(c.kinds.items().scope, scopeItems(c))
	case FacetCalls:
		return renderAll(c.kinds.items().call, c.Calls)
	case FacetObligations:
		return renderAll(schema.String(), c.Kind.obligations())
	}
	return renderAll(schema.Choice(allConstructors()...), c.Inventories.ConstructorKinds())
}

func renderAll[V any](kind *schema.Kind[V], list []V) [][]byte {
	rows := make([][]byte, len(list))
	for i := range list {
		rows[i] = kind.AppendCJ(nil, &list[i])
	}
	return rows
}

// scopeItem is a value in scope as pages list it, whatever the kind of the hole.
type scopeItem struct {
	intent.ScopeRow
	Mutability schema.Maybe[bool] // null in bodies
}

func scopeItems(c *Context) []scopeItem {
	items := make([]scopeItem, len(c.Scope))
	for i, row := range c.Scope {
		items[i] = scopeItem{row, schema.Maybe[bool]{Value: row.Mutable, Set: c.Kind != Body}}
	}
	return items
}

func scopeItemShape() *schema.Kind[scopeItem] {
	type s = scopeItem
	return schema.Object(
		schema.Required("id", schema.String(), func(p *s) *string { return &p.ID }),
		schema.Required("name", schema.String(), func(p *s) *string { return &p.Name }),
		schema.Required("type_id", schema.String(), func(p *s) *string { return &p.Type }),
		schema.Required("ownership", modeShape(), func(p *s) *string { return &p.Ownership }),
		schema.Required("mutable", schema.Nullable(schema.Bool()), func(p *s) *schema.Maybe[bool] { return &p.Mutability }))
}

// SummaryShape declares the summary.
func SummaryShape() *schema.Kind[Summary] {
	type s = Summary
	digest := func(name string, at func(*s) *canon.Digest) schema.Field[s] {
		return schema.Required(name, schema.Digest(), at)
	}
	text := func(name string, at func(*s) *string) schema.Field[s] {
		return schema.Required(name, schema.String(), at)
	}
	documents := schema.Choice(BodyContextSchema, ExpressionContextSchema, ContractContextSchema)
	kinds := schema.Choice(intent.ReplaceFunctionBody, intent.ReplaceExpression, intent.ReplaceContractExpression)
	return schema.Document(SummarySchema,
		schema.Required("context_schema", documents, func(p *s) *string { name := p.Context.Kind.contextSchema(); return &name }),
		digest("context_revision", func(p *s) *canon.Digest { return &p.Revision }),
		digest("draft_revision", func(p *s) *canon.Digest { return &p.Context.Draft }),
		text("hole_id", func(p *s) *string { return &p.Context.ID }),
		digest("hole_handle", func(p *s) *canon.Digest { return &p.Context.Handle }),
		text("target", func(p *s) *string { return &p.Context.Target }),
		digest("last_valid_revision", func(p *s) *canon.Digest { return &p.Context.Valid }),
		text("expected_type_id", func(p *s) *string { return &p.Context.Type }),
		schema.Required("expected_ownership", schema.NullWhenZero(modeShape()), func(p *s) *string { return &p.Context.Ownership }),
		schema.Required("intent_kind", kinds, func(p *s) *intent.Kind { kind := p.Context.Kind.intention(); return &kind }),
		schema.Required("effect_policy", summaryPolicyShape(), func(p *s) *Context { return &p.Context }),
		schema.Required("facets", schema.Array(facetReferenceShape(), 4, 4), func(p *s) *[]FacetReference { return &p.Facets }),
		schema.Const[s]("full_context_method", "hole/query"),
		schema.False[s]("materializable", "source_authority"),
		schema.Const[s]("validation", pendingValidation),
		schema.Const[s]("evidence_class", contextEvidence))
}

// summaryPolicyShape declares the effect policy as summaries have it: enclosing
// effects are null but for contracts.
func summaryPolicyShape() *schema.Kind[Context] {
	type c = Context
	texts := schema.Array(schema.String(), 0, schema.Unbounded)
	return schema.Object(
		schema.Required("allowed", texts, func(p *c) *[]string { return &p.Effects.Allowed }),
		schema.Required("forbidden", schema.Choice(forbiddenUnlisted, forbiddenContracts), func(p *c) *string { text := p.Kind.forbidden(); return &text }),
		schema.Required("module_permits", texts, func(p *c) *[]string { return &p.Effects.Permits }),
		schema.Required("enclosing_declared_effects", schema.Nullable(texts), func(p *c) *schema.Maybe[[]string] {
			return &schema.Maybe[[]string]{Value: p.Effects.Enclosing, Set: p.Kind == Contract}
		}))
}

func facetReferenceShape() *schema.Kind[FacetReference] {
	type f = FacetReference
	return schema.Object(
		schema.Required("facet", schema.Choice(Facets()...), func(p *f) *Facet { return &p.Facet }),
		schema.Required("count", schema.Count(0, MaxOffset), func(p *f) *int { return &p.Count }),
		schema.Required("reference", schema.Digest(), func(p *f) *canon.Digest { return &p.Reference }))
}
