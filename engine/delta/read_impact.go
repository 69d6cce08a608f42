package delta

import (
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
	ImpactItemSchema    = "semaprax.project-candidate-impact-item.v1"
)

// The domains of impact navigation. They are ours.
const (
	domainImpact       = "semaprax.project-candidate-impact-artifact.v1"
	domainImpactHandle = "semaprax.project-candidate-impact-handle.v1"
	domainImpactCursor = "semaprax.project-candidate-impact-cursor.v1"
)

// ImpactView names one list of an impact.
type ImpactView string

// The views, in the order of the protocol. Affected lists the declarations that need
// the target, itself first; DependencyEdges the relations between them; Frontier the
// declarations one relation further that the walk left out.
const (
	Affected        ImpactView = "affected"
	DependencyEdges ImpactView = "dependency_edges"
	Frontier        ImpactView = "frontier"
)

// ImpactViews returns all views, in the order of the protocol.
func ImpactViews() []ImpactView { return []ImpactView{Affected, DependencyEdges, Frontier} }

// ImpactViewShape declares the choice of a view.
func ImpactViewShape() *schema.Kind[ImpactView] { return schema.Choice(ImpactViews()...) }

// ImpactQuery says which impact is navigated: the walk from a declaration of the
// candidate under these bounds.
type ImpactQuery struct {
	Target                    string
	Depth, MaxBytes, MaxNodes int
}

// Impacted are the members that summary and page share.
type Impacted struct {
	Owner
	In     image.WalkProject
	Target image.WalkTarget
	// Artifact is the digest of the impact report that is navigated.
	Artifact   canon.Digest
	Query      image.WalkOptions
	Truncation image.WalkTruncation
	Budget     image.WalkBudget
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
		digest("artifact_digest", func(p *i) *canon.Digest { return &p.Artifact }),
		schema.Required("query", impactQueryShape(), func(p *i) *image.WalkOptions { return &p.Query }),
		schema.Required("truncation", truncationShape(), func(p *i) *image.WalkTruncation { return &p.Truncation }),
		schema.Required("budget", impactBudgetShape(), func(p *i) *image.WalkBudget { return &p.Budget }),
		schema.False[i]("source_authority", "execution", "publication_authority", "candidate_retained"),
		schema.ConstStrings[i]("nonclaims", "not_behavioral_equivalence", "not_runtime_liveness_or_path_feasibility",
			"not_test_coverage_or_execution", "no_external_or_dynamic_callers", "truncated_walks_are_not_complete",
			"handles_and_cursors_grant_nothing", "no_source_or_publication_authority"))
}

func impactQueryShape() *schema.Kind[image.WalkOptions] {
	type o = image.WalkOptions
	return schema.Object(
		schema.Required("direction", schema.Choice(graph.Reverse), func(p *o) *graph.Direction { return &p.Direction }),
		schema.Required("depth", schema.Count(0, image.MaxDepth), func(p *o) *int { return &p.Depth }),
		schema.Required("max_bytes", schema.Count(MinImpactBytes, MaxImpactBytes), func(p *o) *int { return &p.MaxBytes }),
		schema.Required("max_nodes", schema.Count(1, image.MaxNodes), func(p *o) *int { return &p.MaxNodes }))
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

// impactBudgetShape declares what a walk used. The builder holds nothing but the
// output, so both byte counts are the same.
func impactBudgetShape() *schema.Kind[image.WalkBudget] {
	type b = image.WalkBudget
	return schema.Object(
		count("used_nodes", func(p *b) *int { return &p.Nodes }),
		count("used_edges", func(p *b) *int { return &p.Edges }),
		count("used_depth", func(p *b) *int { return &p.Depth }),
		count("used_builder_bytes", func(p *b) *int { return &p.Bytes }),
		count("used_output_bytes", func(p *b) *int { return &p.Bytes }))
}

// ImpactSummary is semaprax.project-candidate-impact-summary.v1.
type ImpactSummary struct {
	Impacted
	Views []ImpactHandle
}

// ImpactHandle is the handle of one view with its number of items.
type ImpactHandle struct {
	View   ImpactView
	Handle canon.Digest
	Total  int
}

// ImpactSummaryShape declares the payload of candidate/impact-summary.
func ImpactSummaryShape() *schema.Kind[ImpactSummary] {
	type h = ImpactHandle
	view := schema.Object(
		schema.Required("view", ImpactViewShape(), func(p *h) *ImpactView { return &p.View }),
		digest("handle", func(p *h) *canon.Digest { return &p.Handle }),
		count("total_items", func(p *h) *int { return &p.Total }))
	return schema.Document(ImpactSummarySchema,
		impactedFields(func(p *ImpactSummary) *Impacted { return &p.Impacted }),
		schema.Required("facets", schema.Array(view, 3, 3), func(p *ImpactSummary) *[]ImpactHandle { return &p.Views }))
}

// walked is an impact with its lists.
type walked struct {
	Impacted
	query ImpactQuery
	walk  *image.Walk
	left  []frontierRow
}

// impact walks. Faults: SPX-G333 for a target that does not exist and options out of
// bounds, SPX-G334 when not even the target fits.
func (r *Reader) impact(q ImpactQuery) (*walked, diag.List) {
	if q.MaxBytes < MinImpactBytes || q.MaxBytes > MaxImpactBytes || q.Depth < 0 || q.Depth > image.MaxDepth ||
		q.MaxNodes < 1 || q.MaxNodes > image.MaxNodes {
		return nil, refusal(CodeImpact, "depth, max_nodes or impact_max_bytes is out of bounds")
	}
	if q.Target == "" || len(q.Target) > image.MaxTargetBytes || r.image.Graph().Find(q.Target) == graph.NoNode {
		return nil, refusal(CodeImpact, "no declaration of the candidate has the identity %s", shown(q.Target))
	}
	walk, fault := r.image.ImpactWithin(image.WalkOptions{
		TargetKind: image.TargetDeclaration, Target: q.Target, Depth: q.Depth, MaxBytes: q.MaxBytes, MaxNodes: q.MaxNodes,
	}, MaxImpactBytes)
	if fault != nil {
		return nil, refusal(CodeImpactBound, "the target alone exceeds impact_max_bytes")
	}
	artifact := canon.Sum(domainImpact, image.ImpactShape().AppendCJ(nil, walk))
	made := &walked{query: q, walk: walk, left: r.frontier(walk), Impacted: Impacted{
		Owner: r.owner(), In: walk.In, Target: walk.Target, Artifact: artifact,
		Query: walk.Query, Truncation: walk.Truncation, Budget: walk.Budget,
	}}
	return made, nil
}

// ImpactSummary sums up what needs a declaration of the candidate. Faults are those of
// ImpactPage without its page.
func (r *Reader) ImpactSummary(q ImpactQuery) (ImpactSummary, diag.List) {
	w, fault := r.impact(q)
	if fault != nil {
		return ImpactSummary{}, fault
	}
	s := ImpactSummary{Impacted: w.Impacted}
	for _, view := range ImpactViews() {
		s.Views = append(s.Views, ImpactHandle{view, w.handle(r, view), w.total(view)})
	}
	if len(ImpactSummaryShape().AppendCJ(nil, &s)) > MaxSummaryBytes {
		return ImpactSummary{}, refusal(CodeImpactBound, "the impact summary exceeds its byte bound")
	}
	return s, nil
}

// total counts the items of a view.
func (w *walked) total(view ImpactView) int {
	switch view {
	case Affected:
		return len(w.walk.Nodes)
	case DependencyEdges:
		return len(w.walk.Relations)
	}
	return len(w.left)
}
