package delta

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The payloads of a candidate's functions.
const (
	FunctionSummarySchema = "semaprax.project-candidate-function-summary.v1"
	FunctionFacetSchema   = "semaprax.project-candidate-function-facet.v1"
)

const (
	domainFacetHandle = "semaprax.project-candidate-function-facet-handle.v1"
	domainFacetCursor = "semaprax.project-candidate-function-facet-cursor.v1"
)

// evidenceHIR says what functions are described from.
const evidenceHIR = "descriptive_projection_of_validated_hir"

// FunctionSummary is semaprax.project-candidate-function-summary.v1.
type FunctionSummary struct {
	Owner
	Image, Project canon.Digest
	image.FunctionFacts
}

// FunctionSummaryShape declares the payload of candidate/function-summary.
func FunctionSummaryShape() *schema.Kind[FunctionSummary] {
	type s = FunctionSummary
	return schema.Document(FunctionSummarySchema,
		digest("image_revision", func(p *s) *canon.Digest { return &p.Image }),
		digest("project_revision", func(p *s) *canon.Digest { return &p.Project }),
		image.FunctionFactsFields(func(p *s) *image.FunctionFacts { return &p.FunctionFacts }),
		schema.Const[s]("evidence_class", evidenceHIR),
		ownerFields(func(p *s) *Owner { return &p.Owner }),
		schema.False[s]("source_authority", "target_execution", "candidate_retained", "execution", "publication_authority"),
		functionNonclaims[s]())
}

func functionNonclaims[T any]() schema.Field[T] {
	return schema.ConstStrings[T]("nonclaims", "no_source_or_commit_authority", "no_runtime_liveness_or_target_execution",
		"no_test_coverage_inference", "no_external_or_dynamic_callers", "not_a_comparison_with_the_base_revision")
}

// FunctionSummary sums a function of the candidate up. A target that does not exist is
// SPX-G219, one that is no function SPX-G227, a payload over MaxSummaryBytes SPX-G358.
func (r *Reader) FunctionSummary(target string) (FunctionSummary, diag.List) {
	f, fault := r.function(target)
	if fault != nil {
		return FunctionSummary{}, fault
	}
	return summed(FunctionSummary{r.owner(), r.image.Revision(), r.image.Project().Revision(), r.image.FunctionFacts(f, r.facetHandle)}, FunctionSummaryShape(), CodeFunction, "function")
}

func (r *Reader) facetHandle(target string, facet image.Facet) canon.Digest {
	return r.handle(domainFacetHandle, target, string(facet))
}

// function finds the function of a read.
func (r *Reader) function(target string) (*check.Function, diag.List) {
	if target == "" || len(target) > image.MaxTargetBytes {
		return nil, diag.Refusal(image.CodeQuery, "a target is an identity of 1 to 4096 bytes")
	}
	g := r.image.Graph()
	n := g.Find(target)
	if n == graph.NoNode {
		return nil, diag.Refusal(image.CodeQuery, "no declaration of the candidate has the identity %s", diag.Shown(target))
	}
	node := g.Node(n)
	if !node.Kind.IsFunction() {
		return nil, diag.Refusal(image.CodeFacetSubject, "%s is a %s, not a function", diag.Shown(target), node.Kind)
	}
	return g.Program().Functions[node.Ref.Index], nil
}

// FunctionFacet is semaprax.project-candidate-function-facet.v1.
type FunctionFacet struct {
	Owner
	Image, Project canon.Digest
	image.FacetItems
	Cursor             string // empty on the first page
	PageSize, MaxBytes int
}

// FunctionFacetShape declares the payload of candidate/function-facet.
func FunctionFacetShape() *schema.Kind[FunctionFacet] {
	type f = FunctionFacet
	return schema.Document(FunctionFacetSchema,
		digest("image_revision", func(p *f) *canon.Digest { return &p.Image }),
		digest("project_revision", func(p *f) *canon.Digest { return &p.Project }),
		image.FacetItemsFields(func(p *f) *image.FacetItems { return &p.FacetItems }),
		schema.Const[f]("evidence_class", evidenceHIR),
		ownerFields(func(p *f) *Owner { return &p.Owner }),
		optionalText("cursor", func(p *f) *string { return &p.Cursor }),
		schema.Required("page_size", schema.Count(1, image.MaxPageItems), func(p *f) *int { return &p.PageSize }),
		schema.Required("max_bytes", schema.Count(image.MinPageBytes, image.MaxPageBytes), func(p *f) *int { return &p.MaxBytes }),
		schema.False[f]("source_authority", "target_execution", "candidate_retained", "execution", "publication_authority"),
		functionNonclaims[f]())
}

// FunctionFacet returns a page of a facet of a function of the candidate.
//
// Faults: SPX-G219 and SPX-G227 for the target, the facet and a cursor that is none,
// SPX-G228 for options and facets out of bounds, SPX-G229 for a handle or cursor of
// something else, SPX-G358 for a page over max_bytes.
func (r *Reader) FunctionFacet(o image.FacetOptions) (FunctionFacet, diag.List) {
	f, fault := r.function(o.Target)
	if fault != nil {
		return FunctionFacet{}, fault
	}
	page := FunctionFacet{Owner: r.owner(), Image: r.image.Revision(), Project: r.image.Project().Revision(),
		Cursor: o.Cursor, PageSize: o.PageSize, MaxBytes: o.MaxBytes}
	naming := image.FacetNaming{Handle: r.facetHandle(o.Target, o.Facet), CursorDomain: domainFacetCursor}
	if page.FacetItems, fault = r.image.FacetItems(f, o, naming); fault != nil {
		return FunctionFacet{}, fault
	}
	if len(FunctionFacetShape().AppendCJ(nil, &page)) > o.MaxBytes {
		return FunctionFacet{}, diag.Refusal(CodeFunction, "the page exceeds max_bytes; ask for fewer items")
	}
	return page, nil
}
