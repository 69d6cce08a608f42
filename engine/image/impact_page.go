package image

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ImpactItemSchema names the items of an impact that is read in pages.
const ImpactItemSchema = "semaprax.project-candidate-impact-item.v1"

// domainImpact is the domain of an impact's digest. It is ours.
const domainImpact = "semaprax-go.semantic-impact.digest.v1"

// ImpactView names one list of an impact.
type ImpactView string

// The views, in the order of the protocol: the declarations reached, the relations
// between them, and the nodes known and left out.
const (
	ViewAffected        ImpactView = "affected"
	ViewDependencyEdges ImpactView = "dependency_edges"
	ViewFrontier        ImpactView = "frontier"

	impactViewCount = 3
)

// ImpactViews returns all views, in the order of the protocol.
func ImpactViews() []ImpactView {
	return []ImpactView{ViewAffected, ViewDependencyEdges, ViewFrontier}
}

// ImpactViewShape declares the choice of a view.
func ImpactViewShape() *schema.Kind[ImpactView] { return schema.Choice(ImpactViews()...) }

// ImpactIndex is an impact that is read in pages.
type ImpactIndex struct {
	image    *Image
	walk     *Walk
	digest   canon.Digest
	frontier []frontierRow
}

// frontierRow is a node an impact knows of and left out.
type frontierRow struct {
	ID, Kind, Reason string
	Distance         int
}

func frontierRowShape() *schema.Kind[frontierRow] {
	type f = frontierRow
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		schema.Required("kind", schema.Choice(graph.Kinds()...), func(p *f) *string { return &p.Kind }),
		schema.Required("reason", schema.Choice(graph.ReasonDepth, graph.ReasonNodes, graph.ReasonBytes), func(p *f) *string { return &p.Reason }),
		schema.Required("distance", schema.Count(1, MaxDepth+1), func(p *f) *int { return &p.Distance }))
}

// ImpactItemShape declares the item of an impact page: one of the rows of all views.
func ImpactItemShape() *schema.Kind[[]byte] {
	return schema.Named(ImpactItemSchema, schema.OneOfKinds(func(*[]byte) int { return 0 },
		schema.Rendered(walkNodeShape()), schema.Rendered(walkRelationShape()), schema.Rendered(frontierRowShape())))
}

// ImpactIndex makes an impact of at most MaxImpactBytes to be read in pages. Its
// direction is always reverse. Faults are those of Context.
func (i *Image) ImpactIndex(o WalkOptions) (*ImpactIndex, diag.List) {
	r := i.impactRun(MaxImpactBytes)
	walk, faults := r.run(withReverse(o))
	if faults != nil {
		return nil, faults
	}
	x := &ImpactIndex{image: i, walk: walk, digest: canon.Sum(domainImpact, i.walks().impact.AppendCJ(nil, walk))}
	for _, beyond := range r.walked.Frontier() {
		node := i.graph.Node(beyond.Node)
		x.frontier = append(x.frontier, frontierRow{node.Identity, node.Kind.String(), beyond.Reason, beyond.Distance})
	}
	return x, nil
}

// Walk returns the impact itself.
func (x *ImpactIndex) Walk() *Walk { return x.walk }

// Digest returns the digest of the impact's payload.
func (x *ImpactIndex) Digest() canon.Digest { return x.digest }

// view lists the items of a view; ok is false for a view that does not exist.
func (x *ImpactIndex) view(view ImpactView) (list listing, ok bool) {
	shapes := x.image.walks()
	switch view {
	case ViewAffected:
		return listing{len(x.walk.Nodes), itemsOf(shapes.node, x.walk.Nodes).slice}, true
	case ViewDependencyEdges:
		return listing{len(x.walk.Relations), itemsOf(shapes.relation, x.walk.Relations).slice}, true
	case ViewFrontier:
		return listing{len(x.frontier), itemsOf(shapes.frontier, x.frontier).slice}, true
	}
	return listing{}, false
}

// ImpactFacts are the members the summary and the pages of an impact share.
type ImpactFacts struct {
	In         WalkProject
	Target     WalkTarget
	Digest     canon.Digest
	Query      WalkOptions
	Truncation WalkTruncation
	Budget     WalkBudget
}

// Facts returns what summary and pages say of the impact.
func (x *ImpactIndex) Facts() ImpactFacts {
	w := x.walk
	return ImpactFacts{w.In, w.Target, x.digest, w.Query, w.Truncation, w.Budget}
}

// ImpactFactsFields declares the facts of an impact inside a larger payload. Builder
// bytes are not counted.
func ImpactFactsFields[T any](at func(*T) *ImpactFacts) schema.Field[T] {
	type f = ImpactFacts
	return schema.Lift(at,
		schema.Lift(func(p *f) *WalkProject { return &p.In }, projectFields()...),
		schema.Required("target", WalkTargetShape(), func(p *f) *WalkTarget { return &p.Target }),
		schema.Required("artifact_digest", schema.Digest(), func(p *f) *canon.Digest { return &p.Digest }),
		schema.Required("query", WalkQueryShape(MaxImpactBytes), func(p *f) *WalkOptions { return &p.Query }),
		schema.Required("truncation", walkTruncationShape(), func(p *f) *WalkTruncation { return &p.Truncation }),
		schema.Required("budget", walkBudgetShape(schema.ConstUint[WalkBudget]("used_builder_bytes", 0)), func(p *f) *WalkBudget { return &p.Budget }))
}

// ImpactViewHandle is the handle of one view with its number of items.
type ImpactViewHandle struct {
	View   ImpactView
	Handle canon.Digest
	Total  int
}

// Views returns every view; handle makes its handle.
func (x *ImpactIndex) Views(handle func(ImpactView) canon.Digest) []ImpactViewHandle {
	var list []ImpactViewHandle
	for _, view := range ImpactViews() {
		rows, _ := x.view(view)
		list = append(list, ImpactViewHandle{view, handle(view), rows.count})
	}
	return list
}

// ImpactViewsField declares the member facets of an impact summary.
func ImpactViewsField[T any](at func(*T) *[]ImpactViewHandle) schema.Field[T] {
	type v = ImpactViewHandle
	row := schema.Object(
		schema.Required("view", ImpactViewShape(), func(p *v) *ImpactView { return &p.View }),
		schema.Required("handle", schema.Digest(), func(p *v) *canon.Digest { return &p.Handle }),
		count("total_items", func(p *v) *int { return &p.Total }))
	return schema.Required("facets", schema.Array(row, impactViewCount, impactViewCount), at)
}

// Page cuts a page out of a view, with the codes of naming.
func (x *ImpactIndex) Page(view ImpactView, o PageOptions, naming PageNaming) (PageCut, diag.List) {
	list, ok := x.view(view)
	if !ok {
		return PageCut{}, fault(naming.Options, "the view "+diag.Shown(string(view))+" does not exist")
	}
	return naming.cut(o, list)
}
