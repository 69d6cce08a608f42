package delta

import (
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// frontierRow is a declaration that needs one of the walk and is not in it.
type frontierRow struct {
	ID, Kind, Path, Module string
	// Needs is the declaration of the walk it was seen from, Relation and Site how.
	Needs, Relation, Site string
}

func frontierRowShape() *schema.Kind[frontierRow] {
	type f = frontierRow
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		schema.Required("kind", kindWords(), func(p *f) *string { return &p.Kind }),
		optionalText("path", func(p *f) *string { return &p.Path }),
		optionalText("module", func(p *f) *string { return &p.Module }),
		text("needs", func(p *f) *string { return &p.Needs }),
		schema.Required("relation", schema.Choice(graph.Relations()...), func(p *f) *string { return &p.Relation }),
		schema.Required("site", schema.Choice(graph.Sites()...), func(p *f) *string { return &p.Site }))
}

// frontier lists what needs a node of the walk and is not in it, each once, in the
// order of the walk.
func (r *Reader) frontier(walk *image.Walk) []frontierRow {
	if !walk.Truncation.Truncated {
		return nil
	}
	g := r.image.Graph()
	inside := make(map[graph.NodeID]bool, len(walk.Nodes))
	for n := range walk.Nodes {
		inside[r.nodeOf(&walk.Nodes[n])] = true
	}
	seen := map[graph.NodeID]bool{}
	var rows []frontierRow
	for n := range walk.Nodes {
		for _, index := range g.In(r.nodeOf(&walk.Nodes[n])) {
			edge := g.Edges()[index]
			if inside[edge.From] || seen[edge.From] {
				continue
			}
			seen[edge.From] = true
			rows = append(rows, r.frontierRow(edge))
		}
	}
	return rows
}

// nodeOf finds a row of the walk again. Modules and capabilities have no identity of
// their own and are found by their names.
func (r *Reader) nodeOf(row *image.WalkNode) graph.NodeID {
	g := r.image.Graph()
	switch row.Kind {
	case graph.KindCapability.String():
		return g.Capability(row.ID)
	case graph.KindModule.String():
		if m, ok := g.Program().ModuleNamed(row.ID); ok {
			return graph.NodeID(m.ID)
		}
	}
	return g.Find(row.ID)
}

func (r *Reader) frontierRow(edge graph.Edge) frontierRow {
	g := r.image.Graph()
	node := g.Node(edge.From)
	row := frontierRow{ID: node.Identity, Kind: node.Kind.String(), Needs: g.Node(edge.To).Identity, Relation: edge.Kind.String(), Site: edge.Site.String()}
	if node.Module != check.NoModule {
		m := g.Program().Modules[node.Module]
		row.Path, row.Module = m.Path, m.Name
	}
	return row
}

// ImpactItemShape declares the item of an impact page: one of the rows of all views.
func ImpactItemShape() *schema.Kind[[]byte] {
	return schema.Named(ImpactItemSchema, schema.OneOfKinds(func(*[]byte) int { return 0 },
		schema.Rendered(image.WalkNodeShape()), schema.Rendered(image.WalkRelationShape()), schema.Rendered(frontierRowShape())))
}

// ImpactOptions ask for a page. Every member but Cursor must be set.
type ImpactOptions struct {
	ImpactQuery
	View               ImpactView
	Handle             canon.Digest
	Cursor             string // empty for the first page
	PageSize, MaxBytes int
}

// ImpactPage is semaprax.project-candidate-impact-page.v1. Items are rendered; Cursor
// and Next are empty where there is none.
type ImpactPage struct {
	Impacted
	View               ImpactView
	Handle             canon.Digest
	Cursor             string
	Offset, Total      int
	PageSize, MaxBytes int
	Next               string
	Items              [][]byte
}

// ImpactPageShape declares the payload of candidate/impact-page.
func ImpactPageShape() *schema.Kind[ImpactPage] {
	type i = ImpactPage
	return schema.Document(ImpactPageSchema,
		impactedFields(func(p *i) *Impacted { return &p.Impacted }),
		schema.Required("view", ImpactViewShape(), func(p *i) *ImpactView { return &p.View }),
		digest("handle", func(p *i) *canon.Digest { return &p.Handle }),
		optionalText("cursor", func(p *i) *string { return &p.Cursor }),
		count("offset", func(p *i) *int { return &p.Offset }),
		count("total_items", func(p *i) *int { return &p.Total }),
		schema.Required("page_size", schema.Count(1, image.MaxPageItems), func(p *i) *int { return &p.PageSize }),
		schema.Required("max_bytes", schema.Count(image.MinPageBytes, image.MaxPageBytes), func(p *i) *int { return &p.MaxBytes }),
		optionalText("next_cursor", func(p *i) *string { return &p.Next }),
		schema.Required("items", schema.Array(schema.Opaque(ImpactItemSchema), 0, image.MaxPageItems), func(p *i) *[][]byte { return &p.Items }))
}

// handle names a view of the impact.
func (w *walked) handle(r *Reader, view ImpactView) canon.Digest {
	return r.handle(domainImpactHandle, w.Artifact.String(), w.query.Target, strconv.Itoa(w.query.Depth),
		strconv.Itoa(w.query.MaxBytes), strconv.Itoa(w.query.MaxNodes), string(view))
}

// ImpactPage returns a page of a view. A page holds fewer items than asked for when
// they do not fit max_bytes, and at least one.
//
// Faults: SPX-G333 for a target that does not exist, options out of bounds and a view,
// handle or cursor that is not one of this impact's; SPX-G334 when the target alone
// exceeds impact_max_bytes, or one item max_bytes.
func (r *Reader) ImpactPage(o ImpactOptions) (ImpactPage, diag.List) {
	if o.PageSize < 1 || o.PageSize > image.MaxPageItems || o.MaxBytes < image.MinPageBytes || o.MaxBytes > image.MaxPageBytes {
		return ImpactPage{}, refusal(CodeImpact, "page_size or max_bytes is out of bounds")
	}
	w, fault := r.impact(o.ImpactQuery)
	if fault != nil {
		return ImpactPage{}, fault
	}
	page := ImpactPage{Impacted: w.Impacted, View: o.View, Handle: w.handle(r, o.View), Cursor: o.Cursor,
		Total: w.total(o.View), PageSize: o.PageSize, MaxBytes: o.MaxBytes}
	if o.Handle != page.Handle {
		return ImpactPage{}, refusal(CodeImpact, "the handle is not that of this view of the impact")
	}
	if page.Offset, fault = page.start(); fault != nil {
		return ImpactPage{}, fault
	}
	page.Items = w.items(o.View, page.Offset, min(page.Offset+o.PageSize, page.Total))
	return page, page.fit()
}

// cursorAt is the cursor of the page at an offset.
func (p *ImpactPage) cursorAt(offset int) string {
	at := strconv.Itoa(offset)
	return at + ":" + canon.SumFramed(domainImpactCursor, p.Handle.String(), at, strconv.Itoa(p.PageSize), strconv.Itoa(p.MaxBytes)).String()
}

// start reads the cursor.
func (p *ImpactPage) start() (int, diag.List) {
	if p.Cursor == "" {
		return 0, nil
	}
	digits, _, _ := strings.Cut(p.Cursor, ":")
	offset, err := strconv.Atoi(digits)
	if len(p.Cursor) > MaxCursorBytes || err != nil || offset <= 0 || offset >= p.Total || p.Cursor != p.cursorAt(offset) {
		return 0, refusal(CodeImpact, "the cursor is not one of this view's pages")
	}
	return offset, nil
}

// items renders the items of a view from one position to another.
func (w *walked) items(view ImpactView, from, to int) [][]byte {
	switch view {
	case Affected:
		return rendered(image.WalkNodeShape(), w.walk.Nodes[from:to])
	case DependencyEdges:
		return rendered(image.WalkRelationShape(), w.walk.Relations[from:to])
	}
	return rendered(frontierRowShape(), w.left[from:to])
}

func rendered[V any](kind *schema.Kind[V], list []V) [][]byte {
	rows := make([][]byte, len(list))
	for i := range list {
		rows[i] = kind.AppendCJ(nil, &list[i])
	}
	return rows
}

// fit takes items off the end until the payload fits max_bytes.
func (p *ImpactPage) fit() diag.List {
	shape := ImpactPageShape()
	var room []byte
	for {
		p.Next = ""
		if next := p.Offset + len(p.Items); next < p.Total {
			p.Next = p.cursorAt(next)
		}
		room = shape.AppendCJ(room[:0], p)
		switch over := len(room) - p.MaxBytes; {
		case over <= 0:
			return nil
		case len(p.Items) <= 1:
			return refusal(CodeImpactBound, "one item exceeds max_bytes")
		default:
			p.Items = p.Items[:keep(p.Items, over)]
		}
	}
}

// keep says how many of the items to keep, at least one, so that about over bytes go;
// never more go than needed.
func keep(items [][]byte, over int) int {
	kept := len(items) - 1
	over -= len(items[kept]) + 1
	for kept > 1 && over > MaxCursorBytes {
		kept--
		over -= len(items[kept]) + 1
	}
	return kept
}
