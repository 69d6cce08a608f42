package draft

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Page is a run of the items of one facet.
type Page struct {
	Draft     canon.Digest
	Hole      string
	Context   canon.Digest // the context's revision
	Facet     Facet
	Reference canon.Digest
	Total     int
	Offset    int
	Next      schema.Maybe[int] // null on the last page
	Items     [][]byte          // in canonical JSON
}

// PageOptions ask for a page: the facet by its reference in the summary, the first
// item, and the most items, 1 to MaxPageItems.
type PageOptions struct {
	Reference     canon.Digest
	Offset, Limit int
}

// Page cuts a page out of a facet. It holds fewer items than asked for when they do
// not fit MaxPageBytes.
//
// Refusals are those of Context; SPX-G232 for a reference of another context,
// SPX-G230 for an offset beyond the end, SPX-G231 when the first item does not fit.
func (d *Draft) Page(p *candidate.Programs, id string, o PageOptions) (*Page, diag.List) {
	c, revision, fault := d.contextRevision(p, id)
	if fault != nil {
		return nil, fault
	}
	facet, ok := c.facetOf(revision, o.Reference)
	if !ok {
		return nil, diag.Refusal(CodeStale, "the reference is not one of the current summary of the hole %s", diag.Shown(id))
	}
	items := c.items(facet)
	if o.Offset > 0 && o.Offset >= len(items) {
		return nil, diag.Refusal(CodeHole, "the facet has %d items, none from %d on", len(items), o.Offset)
	}
	page := &Page{Draft: d.revision, Hole: id, Context: revision, Facet: facet, Reference: o.Reference, Total: len(items), Offset: o.Offset}
	shape := d.kinds.page()
	for n := min(o.Limit, len(items)-o.Offset); ; n-- {
		page.take(items, n)
		if _, fits := shape.Line(page, MaxPageBytes); fits {
			return page, nil
		}
		if n <= 1 {
			return nil, diag.Refusal(CodeCapacity, "the item at %d does not fit a page of %d bytes", o.Offset, MaxPageBytes)
		}
	}
}

// facetOf finds the facet a reference names.
func (c *Context) facetOf(revision, reference canon.Digest) (Facet, bool) {
	for _, facet := range Facets() {
		if c.facetReference(revision, facet) == reference {
			return facet, true
		}
	}
	return "", false
}

// take puts n items on the page.
func (p *Page) take(items [][]byte, n int) {
	end := p.Offset + n
	p.Items, p.Next = items[p.Offset:end], schema.Maybe[int]{}
	if end < len(items) {
		p.Next = schema.Some(end)
	}
}

// PageShape declares the page.
func PageShape() *schema.Kind[Page] {
	type s = Page
	item := schema.OneOfKinds(func(*[]byte) int { return 0 }, schema.Rendered(scopeItemShape()), schema.Rendered(callShape()), schema.Rendered(schema.String()))
	return schema.Document(PageSchema,
		schema.Required("draft_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Draft }),
		schema.Required("hole_id", schema.String(), func(p *s) *string { return &p.Hole }),
		schema.Required("context_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Context }),
		schema.Required("facet", schema.Choice(Facets()...), func(p *s) *Facet { return &p.Facet }),
		schema.Required("reference", schema.Digest(), func(p *s) *canon.Digest { return &p.Reference }),
		schema.Required("total", schema.Count(0, MaxOffset), func(p *s) *int { return &p.Total }),
		schema.Required("offset", schema.Count(0, MaxOffset), func(p *s) *int { return &p.Offset }),
		schema.Required("next_offset", schema.Nullable(schema.Count(0, MaxOffset)), func(p *s) *schema.Maybe[int] { return &p.Next }),
		schema.Required("items", schema.Array(item, 0, MaxPageItems), func(p *s) *[][]byte { return &p.Items }),
		schema.False[s]("source_authority"))
}
