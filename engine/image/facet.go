package image

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// FacetPageSchema names a page of a facet.
const FacetPageSchema = "semaprax.image-facet.v1"

// The domains of facet handles and cursors.
const (
	domainFacetHandle = "semaprax.image-facet-handle.v1"
	domainFacetCursor = "semaprax.image-facet-cursor.v1"
)

// Facet names one view of a function.
type Facet string

// The facets, in the order of the protocol.
const (
	FacetSignature        Facet = "signature"
	FacetContracts        Facet = "contracts"
	FacetCallers          Facet = "callers"
	FacetOwnership        Facet = "ownership"
	FacetLoans            Facet = "loans"
	FacetCleanup          Facet = "cleanup"
	FacetRelationships    Facet = "relationships"
	FacetDataAccess       Facet = "data-access"
	FacetUnsafeBoundaries Facet = "unsafe-boundaries"

	facetCount = 9
)

// Facets returns all facets, in the order of the protocol.
func Facets() []Facet {
	return []Facet{FacetSignature, FacetContracts, FacetCallers, FacetOwnership, FacetLoans, FacetCleanup,
		FacetRelationships, FacetDataAccess, FacetUnsafeBoundaries}
}

// FacetShape declares the choice of a facet.
func FacetShape() *schema.Kind[Facet] { return schema.Choice(Facets()...) }

// FacetOptions ask for a page. Every member but Cursor must be set.
type FacetOptions struct {
	Target   string
	Facet    Facet
	Handle   canon.Digest
	Cursor   string // empty for the first page
	PageSize int
	MaxBytes int
}

// FacetPage is semaprax.image-facet.v1.
type FacetPage struct {
	Image, Project canon.Digest
	FacetItems
}

// FacetItems are the members a page has whatever names it.
type FacetItems struct {
	Target         string
	Facet          Facet
	Handle         canon.Digest
	Path           string
	SourceRevision canon.Digest
	Offset, Total  int
	// Items are rendered in canonical JSON.
	Items [][]byte
	// Next is empty on the last page.
	Next string
}

// FacetPageShape declares the payload of image/facet.
func FacetPageShape() *schema.Kind[FacetPage] {
	return schema.Document(FacetPageSchema,
		schema.Required("image_revision", schema.Digest(), func(p *FacetPage) *canon.Digest { return &p.Image }),
		schema.Required("project_revision", schema.Digest(), func(p *FacetPage) *canon.Digest { return &p.Project }),
		FacetItemsFields(func(p *FacetPage) *FacetItems { return &p.FacetItems }),
		schema.Const[FacetPage]("evidence_class", evidenceHIR),
		schema.ConstStrings[FacetPage]("nonclaims", "no_source_or_commit_authority",
			"no_runtime_liveness_or_target_execution", "no_test_coverage_inference", "no_external_or_dynamic_callers"))
}

// FacetItemsFields declares a page of a facet inside a larger payload.
func FacetItemsFields[T any](at func(*T) *FacetItems) schema.Field[T] {
	type f = FacetItems
	return schema.Lift(at,
		schema.Required("target", schema.String(), func(p *f) *string { return &p.Target }),
		schema.Required("facet", FacetShape(), func(p *f) *Facet { return &p.Facet }),
		schema.Required("handle", schema.Digest(), func(p *f) *canon.Digest { return &p.Handle }),
		schema.Required("path", schema.String(), func(p *f) *string { return &p.Path }),
		schema.Required("source_revision", schema.Digest(), func(p *f) *canon.Digest { return &p.SourceRevision }),
		schema.Required("offset", schema.Count(0, MaxFacetItems), func(p *f) *int { return &p.Offset }),
		schema.Required("total_items", schema.Count(0, MaxFacetItems), func(p *f) *int { return &p.Total }),
		schema.Required("items", schema.Array(FacetItemShape(), 0, MaxPageItems), func(p *f) *[][]byte { return &p.Items }),
		schema.Required("next_cursor", schema.NullWhenZero(schema.String()), func(p *f) *string { return &p.Next }))
}

// FacetHandle names a facet of a function in this image.
func (i *Image) FacetHandle(target string, facet Facet) canon.Digest {
	return canon.SumFramed(domainFacetHandle, i.text, target, string(facet))
}

// Facet returns a page of a facet.
//
// Faults: SPX-G219 for a target that does not exist; SPX-G227 for one that is no
// function, for an unknown facet and for a cursor that is none; SPX-G228 for options
// out of bounds, for a facet of more than MaxFacetItems and for a page that exceeds
// max_bytes; SPX-G229 for a handle or cursor of something else.
func (i *Image) Facet(o FacetOptions) (FacetPage, diag.List) {
	f, faults := i.facetSubject(o.Target)
	if faults != nil {
		return FacetPage{}, faults
	}
	page := FacetPage{Image: i.revision, Project: i.of.Revision()}
	naming := FacetNaming{Handle: i.FacetHandle(o.Target, o.Facet), CursorDomain: domainFacetCursor}
	if page.FacetItems, faults = i.FacetItems(f, o, naming); faults != nil {
		return FacetPage{}, faults
	}
	if len(i.facets().page.AppendCJ(nil, &page)) > o.MaxBytes {
		return FacetPage{}, fault(CodeFacetBounds, "the page exceeds max_bytes; ask for fewer items")
	}
	return page, nil
}

// facetSubject finds the function of a facet.
func (i *Image) facetSubject(target string) (*check.Function, diag.List) {
	node, faults := i.declared(target, CodeQuery)
	if faults != nil {
		return nil, faults
	}
	if !node.Kind.IsFunction() {
		return nil, fault(CodeFacetSubject, diag.Shown(target)+" is a "+node.Kind.String()+", not a function")
	}
	return i.program().Functions[node.Ref.Index], nil
}

// FacetNaming is what a page of a facet is bound to: the handle it must be asked
// with, and the domain of its cursors.
type FacetNaming struct {
	Handle       canon.Digest
	CursorDomain string
}

// Cursor is the cursor of a page at an offset.
func (n FacetNaming) Cursor(offset, pageSize int) string {
	return cursorOf(n.CursorDomain, offset, n.Handle.String(), strconv.Itoa(offset), strconv.Itoa(pageSize))
}

// FacetItems cuts a page out of a facet of a function. The caller judges its bytes
// against max_bytes. Faults are those of Facet.
func (i *Image) FacetItems(f *check.Function, o FacetOptions, naming FacetNaming) (FacetItems, diag.List) {
	switch {
	case o.PageSize < 1 || o.PageSize > MaxPageItems || o.MaxBytes < MinPageBytes || o.MaxBytes > MaxPageBytes:
		return FacetItems{}, fault(CodeFacetBounds, "page_size or max_bytes is out of bounds")
	case o.Handle != naming.Handle:
		return FacetItems{}, fault(CodeFacetReference, "the handle is not that of this facet in this image")
	}
	offset, faults := naming.offset(o)
	if faults != nil {
		return FacetItems{}, faults
	}
	list, ok := i.facetRows(f, o.Facet)
	switch {
	case !ok:
		return FacetItems{}, fault(CodeFacetSubject, "the facet "+diag.Shown(string(o.Facet))+" does not exist")
	case list.count > MaxFacetItems:
		return FacetItems{}, fault(CodeFacetBounds, "the facet has "+strconv.Itoa(list.count)+" items, more than 65536")
	case offset > 0 && offset >= list.count:
		return FacetItems{}, fault(CodeFacetReference, "the cursor is beyond the end of the facet")
	}
	m := i.module(f.Module)
	page := FacetItems{
		Target: f.Identity.Text, Facet: o.Facet, Handle: naming.Handle, Path: m.Path, SourceRevision: m.Revision,
		Offset: offset, Total: list.count, Items: list.slice(offset, o.PageSize),
	}
	if next := offset + len(page.Items); next < list.count {
		page.Next = naming.Cursor(next, o.PageSize)
	}
	return page, nil
}

// offset reads the cursor of a page.
func (n FacetNaming) offset(o FacetOptions) (int, diag.List) {
	if o.Cursor == "" {
		return 0, nil
	}
	offset, ok := cursorOffset(o.Cursor)
	switch {
	case len(o.Cursor) > MaxFacetCursorBytes || !ok || offset%o.PageSize != 0:
		return 0, fault(CodeFacetSubject, "the cursor is not one of this facet's pages")
	case o.Cursor != n.Cursor(offset, o.PageSize):
		return 0, fault(CodeFacetReference, "the cursor is of another facet or page size")
	}
	return offset, nil
}
