package delta

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The payloads of navigating a candidate's impact.
const (
	ImpactSummarySchema = "semaprax.project-candidate-impact-summary.v1"
	ImpactPageSchema    = "semaprax.project-candidate-impact-page.v1"
)

// The domains of impact navigation. They are ours.
const (
	domainImpactHandle = "semaprax-go.candidate-impact-handle.v1"
	domainImpactCursor = "semaprax-go.candidate-impact-cursor.v1"
)

// ImpactQuery says which impact is navigated: the walk from a declaration of the
// candidate under these bounds.
type ImpactQuery struct {
	Target                    string
	Depth, MaxBytes, MaxNodes int
}

func (q *ImpactQuery) walk() image.WalkOptions {
	return image.WalkOptions{TargetKind: image.TargetDeclaration, Target: q.Target, Direction: graph.Reverse,
		Depth: q.Depth, MaxBytes: q.MaxBytes, MaxNodes: q.MaxNodes}
}

// Impacted are the members that summary and page share.
type Impacted struct {
	Owner
	image.ImpactFacts
}

func impactedFields[T any](at func(*T) *Impacted) schema.Field[T] {
	type i = Impacted
	type w = image.WalkProject
	return schema.Lift(at,
		candidateFields(func(p *i) *Owner { return &p.Owner }),
		schema.Lift(func(p *i) *w { return &p.In },
			text("project_schema", func(p *w) *string { return &p.Schema }),
			text("project", func(p *w) *string { return &p.Name }),
			digest("project_revision", func(p *w) *canon.Digest { return &p.Project }),
			digest("workspace_revision", func(p *w) *canon.Digest { return &p.Workspace }),
			digest("project_graph_digest", func(p *w) *canon.Digest { return &p.Graph })),
		schema.Required("target", image.WalkTargetShape(), func(p *i) *image.WalkTarget { return &p.Target }),
		digest("artifact_digest", func(p *i) *canon.Digest { return &p.Digest }),
		schema.Required("query", image.WalkQueryShape(image.MaxImpactBytes), func(p *i) *image.WalkOptions { return &p.Query }),
		schema.Required("truncation", truncationShape(), func(p *i) *image.WalkTruncation { return &p.Truncation }),
		schema.Required("budget", impactBudgetShape(), func(p *i) *image.WalkBudget { return &p.Budget }),
		schema.False[i]("source_authority", "execution", "publication_authority", "candidate_retained"),
		schema.ConstStrings[i]("nonclaims", "not_behavioral_equivalence", "not_runtime_liveness_or_path_feasibility",
			"not_test_coverage_or_execution", "no_external_or_dynamic_callers", "truncated_walks_are_not_complete",
			"handles_and_cursors_grant_nothing", "no_source_or_publication_authority"))
}

func truncationShape() *schema.Kind[image.WalkTruncation] {
	type t = image.WalkTruncation
	reason := schema.Choice(graph.ReasonDepth, graph.ReasonNodes, graph.ReasonBytes)
	return schema.Object(
		yes("truncated", func(p *t) *bool { return &p.Truncated }),
		schema.Required("reasons", schema.UniqueArray(reason, 0, 3), func(p *t) *[]string { return &p.Reasons }),
		count("omitted_known_nodes", func(p *t) *int { return &p.Omitted }),
		count("deferred_known_nodes", func(p *t) *int { return &p.Deferred }))
}

// impactBudgetShape declares what a walk used. Builder bytes are not counted.
func impactBudgetShape() *schema.Kind[image.WalkBudget] {
	type b = image.WalkBudget
	return schema.Object(
		count("used_nodes", func(p *b) *int { return &p.Nodes }),
		count("used_edges", func(p *b) *int { return &p.Edges }),
		count("used_depth", func(p *b) *int { return &p.Depth }),
		schema.ConstUint[b]("used_builder_bytes", 0),
		count("used_output_bytes", func(p *b) *int { return &p.Bytes }))
}

// ImpactSummary is semaprax.project-candidate-impact-summary.v1.
type ImpactSummary struct {
	Impacted
	Views []image.ImpactViewHandle
}

// ImpactSummaryShape declares the payload of candidate/impact-summary.
func ImpactSummaryShape() *schema.Kind[ImpactSummary] {
	return schema.Document(ImpactSummarySchema,
		impactedFields(func(p *ImpactSummary) *Impacted { return &p.Impacted }),
		image.ImpactViewsField(func(p *ImpactSummary) *[]image.ImpactViewHandle { return &p.Views }))
}

// ImpactSummary sums up what needs a declaration of the candidate. Faults are those of
// ImpactPage without its page.
func (r *Reader) ImpactSummary(q ImpactQuery) (ImpactSummary, diag.List) {
	x, fault := r.impact(q)
	if fault != nil {
		return ImpactSummary{}, fault
	}
	return summed(ImpactSummary{Impacted{r.owner(), x.Facts()}, x.Views(r.impactHandles(x, q))}, ImpactSummaryShape(), CodeImpactBound, "impact")
}

// impact walks.
func (r *Reader) impact(q ImpactQuery) (*image.ImpactIndex, diag.List) {
	x, fault := r.image.ImpactIndex(q.walk())
	switch {
	case fault == nil:
		return x, nil
	case fault[0].Code == image.CodeCapacity:
		return nil, diag.Refusal(CodeImpactBound, "the target alone exceeds impact_max_bytes")
	}
	return nil, diag.Refusal(CodeImpact, "%s", fault[0].Message())
}

// impactHandles name the views of one impact.
func (r *Reader) impactHandles(x *image.ImpactIndex, q ImpactQuery) func(image.ImpactView) canon.Digest {
	return func(view image.ImpactView) canon.Digest {
		return r.handle(domainImpactHandle, x.Digest().String(), q.Target, strconv.Itoa(q.Depth),
			strconv.Itoa(q.MaxBytes), strconv.Itoa(q.MaxNodes), string(view))
	}
}

// ImpactOptions ask for a page of a view.
type ImpactOptions struct {
	ImpactQuery
	View image.ImpactView
	Page image.PageOptions
}

// ImpactPage is semaprax.project-candidate-impact-page.v1.
type ImpactPage struct {
	Impacted
	View image.ImpactView
	image.PageCut
}

// ImpactPageShape declares the payload of candidate/impact-page.
func ImpactPageShape() *schema.Kind[ImpactPage] {
	type i = ImpactPage
	return schema.Document(ImpactPageSchema,
		impactedFields(func(p *i) *Impacted { return &p.Impacted }),
		schema.Required("view", image.ImpactViewShape(), func(p *i) *image.ImpactView { return &p.View }),
		image.PageCutFields(func(p *i) *image.PageCut { return &p.PageCut }, image.ImpactItemSchema))
}

// ImpactPage returns a page of a view. A page holds fewer items than asked for when
// they do not fit max_bytes, and at least one.
//
// Faults: SPX-G333 for a target that does not exist, options out of bounds and a view,
// handle or cursor that is not one of this impact's; SPX-G334 when the target alone
// exceeds impact_max_bytes, or one item max_bytes.
func (r *Reader) ImpactPage(o ImpactOptions) (ImpactPage, diag.List) {
	x, fault := r.impact(o.ImpactQuery)
	if fault != nil {
		return ImpactPage{}, fault
	}
	page := ImpactPage{Impacted: Impacted{r.owner(), x.Facts()}, View: o.View}
	bytes := sizing(ImpactPageShape())
	naming := image.PageNaming{Handle: r.impactHandles(x, o.ImpactQuery)(o.View), CursorDomain: domainImpactCursor,
		Options: CodeImpact, Capacity: CodeImpactBound, Reference: CodeImpact,
		Size: func(cut *image.PageCut) int {
			page.PageCut = *cut
			return bytes(&page)
		}}
	cut, fault := x.Page(o.View, o.Page, naming)
	if fault != nil {
		return ImpactPage{}, fault
	}
	page.PageCut = cut
	return page, nil
}
