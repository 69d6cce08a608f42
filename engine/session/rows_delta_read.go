package session

import (
	"github.com/semaprax/semaprax-go/engine/delta"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// deltaReadRows declares the bounded reads of a candidate's own revision.
func deltaReadRows() []row {
	prepare := policy.GrantCandidatePrepare
	dependency := []diag.Code{image.CodeDependencyTarget, image.CodeDependencyCapacity, image.CodeDependencyOptions, image.CodeDependencyPage}
	function := []diag.Code{image.CodeQuery, image.CodeFacetSubject, delta.CodeFunction}
	impact := []diag.Code{delta.CodeImpact, delta.CodeImpactBound}
	return []row{
		read("candidate/dependency-summary", "The views of what uses a declaration of a candidate, with handles and sizes.",
			candidateTargetParamsShape(), delta.DependencySummaryShape(), readingTarget((*delta.Reader).DependencySummary)).
			needing(prepare).inBatch().coded(dependency...),
		read("candidate/dependency-page", "A page of one of those views.",
			candidateViewParamsShape("view", image.ViewShape(), "list of uses", "candidate/dependency-summary"),
			delta.DependencyPageShape(), candidateDependencyPageOf).
			needing(prepare).inBatch().coded(append(dependency, image.CodeDependencyReference)...),
		read("candidate/function-summary", "One function of a candidate summed up, with the handles of its nine facets.",
			candidateTargetParamsShape(), delta.FunctionSummaryShape(), readingTarget((*delta.Reader).FunctionSummary)).
			needing(prepare).inBatch().coded(function...),
		read("candidate/function-facet", "A page of one facet of a function of a candidate.",
			candidateViewParamsShape("facet", image.FacetShape(), "view of the function", "candidate/function-summary"),
			delta.FunctionFacetShape(), candidateFacetOf).
			needing(prepare).inBatch().coded(append(function, image.CodeFacetBounds, image.CodeFacetReference)...),
		read("candidate/impact-summary", "The views of everything that needs a declaration of a candidate, with handles and sizes.",
			impactSummaryParamsShape(), delta.ImpactSummaryShape(), candidateImpactSummaryOf).
			needing(prepare).inBatch().coded(impact...),
		read("candidate/impact-page", "A page of one view of that impact.",
			impactPageParamsShape(), delta.ImpactPageShape(), candidateImpactPageOf).
			needing(prepare).inBatch().coded(impact...),
	}
}

// reading answers from a reader of the selected candidate.
func reading[R any](v *view, r *R, work func(*delta.Reader) (R, diag.List)) diag.List {
	reader, faults := delta.NewReader(v.programs, v.selectedCandidate())
	if faults != nil {
		return faults
	}
	*r, faults = work(reader)
	return faults
}

// readingTarget answers what a reader says of the declaration a call names.
func readingTarget[R any](work func(*delta.Reader, string) (R, diag.List)) func(*view, *candidateTargetParams, *R) diag.List {
	return func(v *view, p *candidateTargetParams, r *R) diag.List {
		return reading(v, r, func(from *delta.Reader) (R, diag.List) { return work(from, string(p.Target)) })
	}
}

// candidateViewParams ask for a page of one of several lists about a declaration.
type candidateViewParams[V any] struct {
	candidateTargetParams
	viewParams[V]
}

func candidateViewParamsShape[V any](name string, views *schema.Kind[V], of, summary string) *schema.Kind[candidateViewParams[V]] {
	type c = candidateViewParams[V]
	return schema.Params(toleratedParam,
		choose(func(p *c) *chosen { return &p.chosen }),
		targeted(func(p *c) *[]byte { return &p.Target }),
		viewed(func(p *c) *viewParams[V] { return &p.viewParams }, name, views, of, summary, image.MaxPageCursorBytes, image.MaxPageBytes))
}

func candidateDependencyPageOf(v *view, p *candidateViewParams[image.View], r *delta.DependencyPage) diag.List {
	return reading(v, r, func(from *delta.Reader) (delta.DependencyPage, diag.List) {
		return from.DependencyPage(image.DependencyOptions{Target: string(p.Target), View: p.View, PageOptions: p.Page.options(p.Handle.String())})
	})
}

func candidateFacetOf(v *view, p *candidateViewParams[image.Facet], r *delta.FunctionFacet) diag.List {
	return reading(v, r, func(from *delta.Reader) (delta.FunctionFacet, diag.List) {
		return from.FunctionFacet(facetOptions(p.Target, &p.viewParams))
	})
}

// impactSummaryParams choose an impact.
type impactSummaryParams struct {
	chosen
	Target                 []byte
	Depth, Bytes, MaxNodes int
}

func impactSummaryParamsShape() *schema.Kind[impactSummaryParams] {
	return schema.Params(toleratedParam, impactFields(func(p *impactSummaryParams) *impactSummaryParams { return p }))
}

func impactFields[P any](at func(*P) *impactSummaryParams) schema.Field[P] {
	type i = impactSummaryParams
	return schema.Lift(at,
		choose(func(p *i) *chosen { return &p.chosen }),
		targeted(func(p *i) *[]byte { return &p.Target }),
		schema.Defaulted("depth", schema.Count(0, image.MaxDepth), func(p *i) *int { return &p.Depth }, image.DefaultImpactDepth).
			Doc("The most relations between the target and a node."),
		schema.Defaulted("impact_max_bytes", schema.Count(image.MinWalkBytes, image.MaxImpactBytes),
			func(p *i) *int { return &p.Bytes }, delta.DefaultImpactBytes).
			Doc("The most bytes of the impact report that is navigated."),
		schema.Defaulted("max_nodes", schema.Count(1, image.MaxNodes), func(p *i) *int { return &p.MaxNodes }, image.DefaultNodes).
			Doc("The most nodes, the target included."))
}

func (p *impactSummaryParams) query() delta.ImpactQuery {
	return delta.ImpactQuery{Target: string(p.Target), Depth: p.Depth, MaxBytes: p.Bytes, MaxNodes: p.MaxNodes}
}

func candidateImpactSummaryOf(v *view, p *impactSummaryParams, r *delta.ImpactSummary) diag.List {
	return reading(v, r, func(from *delta.Reader) (delta.ImpactSummary, diag.List) { return from.ImpactSummary(p.query()) })
}

type impactPageParams struct {
	impactSummaryParams
	viewParams[image.ImpactView]
}

func impactPageParamsShape() *schema.Kind[impactPageParams] {
	type i = impactPageParams
	return schema.Params(toleratedParam,
		impactFields(func(p *i) *impactSummaryParams { return &p.impactSummaryParams }),
		viewed(func(p *i) *viewParams[image.ImpactView] { return &p.viewParams }, "view", image.ImpactViewShape(),
			"list of the impact", "candidate/impact-summary", image.MaxPageCursorBytes, image.MaxPageBytes))
}

func candidateImpactPageOf(v *view, p *impactPageParams, r *delta.ImpactPage) diag.List {
	return reading(v, r, func(from *delta.Reader) (delta.ImpactPage, diag.List) {
		return from.ImpactPage(delta.ImpactOptions{ImpactQuery: p.query(), View: p.View, Page: p.Page.options(p.Handle.String())})
	})
}
