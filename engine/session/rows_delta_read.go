package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
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
			candidateTargetParamsShape(), delta.DependencySummaryShape(), candidateDependenciesOf).
			needing(prepare).inBatch().coded(dependency...),
		read("candidate/dependency-page", "A page of one of those views.",
			candidateDependencyPageParamsShape(), delta.DependencyPageShape(), candidateDependencyPageOf).
			needing(prepare).inBatch().coded(append(dependency, image.CodeDependencyReference)...),
		read("candidate/function-summary", "One function of a candidate summed up, with the handles of its nine facets.",
			candidateTargetParamsShape(), delta.FunctionSummaryShape(), candidateFunctionOf).
			needing(prepare).inBatch().coded(function...),
		read("candidate/function-facet", "A page of one facet of a function of a candidate.",
			candidateFacetParamsShape(), delta.FunctionFacetShape(), candidateFacetOf).
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

func candidateDependenciesOf(v *view, p *candidateTargetParams, r *delta.DependencySummary) diag.List {
	return reading(v, r, func(from *delta.Reader) (delta.DependencySummary, diag.List) {
		return from.DependencySummary(string(p.Target))
	})
}

type candidateDependencyPageParams struct {
	chosen
	Target []byte
	View   image.View
	Handle canon.Digest
	Page   pageParams
}

func candidateDependencyPageParamsShape() *schema.Kind[candidateDependencyPageParams] {
	type d = candidateDependencyPageParams
	return schema.Params(toleratedParam,
		choose(func(p *d) *chosen { return &p.chosen }),
		targeted(func(p *d) *[]byte { return &p.Target }),
		schema.Required("view", image.ViewShape(), func(p *d) *image.View { return &p.View }).Doc("Which list of uses."),
		schema.Required("handle", schema.Digest(), func(p *d) *canon.Digest { return &p.Handle }).
			Doc("The handle of the view in candidate/dependency-summary."),
		paged(func(p *d) *pageParams { return &p.Page }, image.MaxPageCursorBytes, image.MaxPageBytes))
}

func candidateDependencyPageOf(v *view, p *candidateDependencyPageParams, r *delta.DependencyPage) diag.List {
	return reading(v, r, func(from *delta.Reader) (delta.DependencyPage, diag.List) {
		return from.DependencyPage(image.DependencyOptions{Target: string(p.Target), View: p.View, PageOptions: p.Page.options(p.Handle)})
	})
}

// options are what a page of a list that is cut by bytes is asked with.
func (p *pageParams) options(handle canon.Digest) image.PageOptions {
	return image.PageOptions{Handle: handle.String(), Cursor: string(p.Cursor), PageSize: p.Size, MaxBytes: p.Bytes}
}

func candidateFunctionOf(v *view, p *candidateTargetParams, r *delta.FunctionSummary) diag.List {
	return reading(v, r, func(from *delta.Reader) (delta.FunctionSummary, diag.List) {
		return from.FunctionSummary(string(p.Target))
	})
}

type candidateFacetParams struct {
	chosen
	Target []byte
	Facet  image.Facet
	Handle canon.Digest
	Page   pageParams
}

func candidateFacetParamsShape() *schema.Kind[candidateFacetParams] {
	type f = candidateFacetParams
	return schema.Params(toleratedParam,
		choose(func(p *f) *chosen { return &p.chosen }),
		targeted(func(p *f) *[]byte { return &p.Target }),
		schema.Required("facet", image.FacetShape(), func(p *f) *image.Facet { return &p.Facet }).Doc("Which view of the function."),
		schema.Required("handle", schema.Digest(), func(p *f) *canon.Digest { return &p.Handle }).
			Doc("The handle of the facet in candidate/function-summary."),
		paged(func(p *f) *pageParams { return &p.Page }, image.MaxPageCursorBytes, image.MaxPageBytes))
}

func candidateFacetOf(v *view, p *candidateFacetParams, r *delta.FunctionFacet) diag.List {
	return reading(v, r, func(from *delta.Reader) (delta.FunctionFacet, diag.List) {
		return from.FunctionFacet(image.FacetOptions{Target: string(p.Target), Facet: p.Facet, Handle: p.Handle,
			Cursor: string(p.Page.Cursor), PageSize: p.Page.Size, MaxBytes: p.Page.Bytes})
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
	View   image.ImpactView
	Handle canon.Digest
	Page   pageParams
}

func impactPageParamsShape() *schema.Kind[impactPageParams] {
	type i = impactPageParams
	return schema.Params(toleratedParam,
		impactFields(func(p *i) *impactSummaryParams { return &p.impactSummaryParams }),
		schema.Required("view", image.ImpactViewShape(), func(p *i) *image.ImpactView { return &p.View }).Doc("Which list of the impact."),
		schema.Required("handle", schema.Digest(), func(p *i) *canon.Digest { return &p.Handle }).
			Doc("The handle of the view in candidate/impact-summary."),
		paged(func(p *i) *pageParams { return &p.Page }, image.MaxPageCursorBytes, image.MaxPageBytes))
}

func candidateImpactPageOf(v *view, p *impactPageParams, r *delta.ImpactPage) diag.List {
	return reading(v, r, func(from *delta.Reader) (delta.ImpactPage, diag.List) {
		return from.ImpactPage(delta.ImpactOptions{ImpactQuery: p.query(), View: p.View, Page: p.Page.options(p.Handle)})
	})
}
