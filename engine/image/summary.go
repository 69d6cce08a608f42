package image

import (
	"math"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// SummarySchema names the function summary.
const SummarySchema = "semaprax.image-function-summary.v1"

// evidenceHIR says what the facets and the summary rest on.
const evidenceHIR = "descriptive_projection_of_validated_hir"

// FunctionFacts are the members a function summary has whatever names it.
type FunctionFacts struct {
	ID, Name, Path, Module string
	SourceRevision         canon.Digest
	Span                   Span
	Parameters             int
	Result                 string
	Effects                []string
	Requires, Ensures      int
	Facets                 []FacetHandle
}

// FacetHandle is the handle of one facet of a function.
type FacetHandle struct {
	Facet  Facet
	Handle canon.Digest
}

// FunctionSummary is semaprax.image-function-summary.v1.
type FunctionSummary struct {
	Image, Project canon.Digest
	FunctionFacts
}

// SummaryShape declares the payload of image/function-summary.
func SummaryShape() *schema.Kind[FunctionSummary] {
	return schema.Document(SummarySchema,
		schema.Required("image_revision", schema.Digest(), func(p *FunctionSummary) *canon.Digest { return &p.Image }),
		schema.Required("project_revision", schema.Digest(), func(p *FunctionSummary) *canon.Digest { return &p.Project }),
		FunctionFactsFields(func(p *FunctionSummary) *FunctionFacts { return &p.FunctionFacts }),
		schema.Const[FunctionSummary]("evidence_class", evidenceHIR),
		schema.False[FunctionSummary]("source_authority", "target_execution"))
}

// FunctionFactsFields declares the facts of a function inside a larger payload.
func FunctionFactsFields[T any](at func(*T) *FunctionFacts) schema.Field[T] {
	type f = FunctionFacts
	text := func(name string, at func(*f) *string) schema.Field[f] {
		return schema.Required(name, schema.String(), at)
	}
	count := func(name string, at func(*f) *int) schema.Field[f] {
		return schema.Required(name, schema.Count(0, math.MaxInt32), at)
	}
	return schema.Lift(at,
		text("id", func(p *f) *string { return &p.ID }),
		text("name", func(p *f) *string { return &p.Name }),
		text("path", func(p *f) *string { return &p.Path }),
		text("module", func(p *f) *string { return &p.Module }),
		schema.Required("source_revision", schema.Digest(), func(p *f) *canon.Digest { return &p.SourceRevision }),
		schema.Required("span", SpanShape(), func(p *f) *Span { return &p.Span }),
		count("parameter_count", func(p *f) *int { return &p.Parameters }),
		text("return_type_id", func(p *f) *string { return &p.Result }),
		schema.Required("effects", schema.Array(schema.String(), 0, schema.Unbounded), func(p *f) *[]string { return &p.Effects }),
		count("requires_count", func(p *f) *int { return &p.Requires }),
		count("ensures_count", func(p *f) *int { return &p.Ensures }),
		schema.Required("facets", schema.Array(facetHandleShape(), facetCount, facetCount), func(p *f) *[]FacetHandle { return &p.Facets }))
}

func facetHandleShape() *schema.Kind[FacetHandle] {
	return schema.Object(
		schema.Required("facet", FacetShape(), func(p *FacetHandle) *Facet { return &p.Facet }),
		schema.Required("handle", schema.Digest(), func(p *FacetHandle) *canon.Digest { return &p.Handle }))
}

// FunctionSummary sums a function up. A target that does not exist is SPX-G219, one
// that is no function SPX-G227, a payload over MaxSummaryBytes SPX-G228.
func (i *Image) FunctionSummary(target string) (FunctionSummary, diag.List) {
	f, faults := i.facetSubject(target)
	if faults != nil {
		return FunctionSummary{}, faults
	}
	s := FunctionSummary{Image: i.revision, Project: i.of.Revision(), FunctionFacts: i.FunctionFacts(f, i.FacetHandle)}
	if len(i.payloads().summary.AppendCJ(nil, &s)) > MaxSummaryBytes {
		return FunctionSummary{}, fault(CodeFacetBounds, "the function summary exceeds its byte bound")
	}
	return s, nil
}

// FunctionFacts gathers the facts of a function; handle makes the handle of each
// facet.
func (i *Image) FunctionFacts(f *check.Function, handle func(target string, facet Facet) canon.Digest) FunctionFacts {
	m := i.module(f.Module)
	facts := FunctionFacts{
		ID: f.Identity.Text, Name: f.Name, Path: m.Path, Module: m.Name, SourceRevision: m.Revision,
		Span: spanOf(f.Decl.Span()), Parameters: len(f.Params), Result: i.program().TypeKey(f.Result),
		Effects: f.Effects, Requires: len(f.Decl.Requires), Ensures: len(f.Decl.Ensures),
	}
	for _, facet := range Facets() {
		facts.Facets = append(facts.Facets, FacetHandle{facet, handle(f.Identity.Text, facet)})
	}
	return facts
}
