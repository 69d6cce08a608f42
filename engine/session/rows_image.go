package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// imageRows declares the reads of the semantic image.
func imageRows() []row {
	return []row{
		read("image/symbol", "One declaration seen from outside: kind, place, signature, uses across files.",
			symbolParamsShape(), image.SymbolShape(), symbolOf).
			inBatch().offering(opaque(image.SymbolSchema)).coded(image.CodeQuery, image.CodeCapacity),
		read("image/context", "What a declaration or capability needs, what needs it, or both, as a bounded walk.",
			contextParamsShape(), image.ContextShape(), contextOf).
			inBatch().offering(opaque(image.ContextSchema)).coded(image.CodeQuery, image.CodeCapacity),
		read("image/impact", "Everything that needs a declaration or capability, with the project roots among it.",
			impactParamsShape(), image.ImpactShape(), impactOf).
			inBatch().offering(opaque(image.ImpactSchema)).coded(image.CodeQuery, image.CodeCapacity),
		read("image/function-summary", "One function summed up, with the handles of its nine facets.",
			targetParamsShape(), image.SummaryShape(), summaryOf).
			inBatch().coded(image.CodeQuery, image.CodeFacetSubject, image.CodeFacetBounds),
		read("image/facet", "A page of one facet of a function.",
			facetParamsShape(), image.FacetPageShape(), facetOf).
			inBatch().offering(opaque(image.FacetPageSchema)).
			coded(image.CodeQuery, image.CodeFacetSubject, image.CodeFacetBounds, image.CodeFacetReference),
		read("image/function-reference-export", "A function, perhaps with a facet, named for another session.",
			referenceParamsShape(), image.ReferenceShape(), referenceOf).
			inBatch().coded(image.CodeReference, image.CodeReferenceBytes),
		read("image/function-reference-resolve", "What an exported reference names in the current image.",
			resolveParamsShape(), image.ResolutionShape(), resolutionOf).
			inBatch().coded(image.CodeReference, image.CodeReferenceBytes),
		read("image/dependencies", "A chunk of the report of everything that uses a declaration.",
			dependenciesParamsShape(), dependenciesShape(), dependenciesOf).
			inBatch().carrying(image.DependencySchema).
			coded(image.CodeQuery, image.CodeCapacity, image.CodeDependencyTarget, image.CodeDependencyCapacity),
		read("image/dependency-summary", "The views of that report with their handles and sizes.",
			targetParamsShape(), image.DependencySummaryShape(), dependencySummaryOf).
			inBatch().coded(image.CodeQuery, image.CodeDependencyTarget, image.CodeDependencyCapacity),
		read("image/dependency-page", "A page of one view of that report.",
			dependencyPageParamsShape(), image.DependencyPageShape(), dependencyPageOf).
			inBatch().coded(image.CodeQuery, image.CodeDependencyTarget, image.CodeDependencyCapacity,
			image.CodeDependencyOptions, image.CodeDependencyPage, image.CodeDependencyReference),
	}
}

// opaque refers to a payload whose interior is ours: listed as unbundled.
func opaque(document string) *schema.Node { return schema.Opaque(document).Node() }

// deliver stores a result unless there are faults.
func deliver[R any](r *R, result R, faults diag.List) diag.List {
	*r = result
	return faults
}

type symbolParams struct {
	bound
	ID []byte
}

func symbolParamsShape() *schema.Kind[symbolParams] {
	return schema.Params(toleratedParam,
		bind(func(p *symbolParams) *bound { return &p.bound }),
		schema.Required("stable_id", schema.Text(maxTargetBytes), func(p *symbolParams) *[]byte { return &p.ID }).
			Doc("The stable id of a declaration."))
}

func symbolOf(v *view, p *symbolParams, r *image.Symbol) diag.List {
	symbol, faults := v.image.Symbol(string(p.ID))
	return deliver(r, symbol, faults)
}

// walkParams are the parameters of image/context; image/impact has no direction.
type walkParams struct {
	bound
	Kind            image.TargetKind
	Target          []byte
	Direction       graph.Direction
	Depth           int
	Bytes, MaxNodes int
}

func contextParamsShape() *schema.Kind[walkParams] {
	direction := schema.Defaulted("direction", schema.Choice(graph.Forward, graph.Reverse, graph.Both),
		func(p *walkParams) *graph.Direction { return &p.Direction }, graph.Both).
		Doc("forward: what the target needs; reverse: what needs it.")
	return schema.Params(toleratedParam, walkTarget(), direction, walkBounds(image.DefaultContextDepth))
}

func impactParamsShape() *schema.Kind[walkParams] {
	return schema.Params(toleratedParam, walkTarget(), walkBounds(image.DefaultImpactDepth))
}

func walkTarget() schema.Field[walkParams] {
	type w = walkParams
	return schema.Lift(func(p *w) *w { return p },
		bind(func(p *w) *bound { return &p.bound }),
		schema.Required("target_kind", schema.Choice(image.TargetDeclaration, image.TargetCapability),
			func(p *w) *image.TargetKind { return &p.Kind }).Doc("What target names."),
		schema.Required("target", schema.Text(maxTargetBytes), func(p *w) *[]byte { return &p.Target }).
			Doc("The stable id of a declaration, or the name of a capability."))
}

func walkBounds(depth int) schema.Field[walkParams] {
	type w = walkParams
	return schema.Lift(func(p *w) *w { return p },
		schema.Defaulted("depth", schema.Count(0, image.MaxDepth), func(p *w) *int { return &p.Depth }, depth).
			Doc("The most relations between the target and a node."),
		schema.Defaulted("max_bytes", schema.Count(image.MinWalkBytes, image.MaxWalkBytes), func(p *w) *int { return &p.Bytes }, image.MaxWalkBytes).
			Doc("The most bytes of the payload."),
		schema.Defaulted("max_nodes", schema.Count(1, image.MaxNodes), func(p *w) *int { return &p.MaxNodes }, image.DefaultNodes).
			Doc("The most nodes, the target included."))
}

func (p *walkParams) options() image.WalkOptions {
	return image.WalkOptions{TargetKind: p.Kind, Target: string(p.Target), Direction: p.Direction,
		Depth: p.Depth, MaxBytes: p.Bytes, MaxNodes: p.MaxNodes}
}

func contextOf(v *view, p *walkParams, r *image.Walk) diag.List {
	walk, faults := v.image.Context(p.options())
	return deliverPointer(r, walk, faults)
}

func impactOf(v *view, p *walkParams, r *image.Walk) diag.List {
	walk, faults := v.image.Impact(p.options())
	return deliverPointer(r, walk, faults)
}

// deliverPointer is deliver for results behind a pointer, nil with faults.
func deliverPointer[R any](r, result *R, faults diag.List) diag.List {
	if result != nil {
		*r = *result
	}
	return faults
}

type targetParams struct {
	bound
	Target []byte
}

func targetParamsShape() *schema.Kind[targetParams] {
	return schema.Params(toleratedParam,
		bind(func(p *targetParams) *bound { return &p.bound }),
		targeted(func(p *targetParams) *[]byte { return &p.Target }))
}

func summaryOf(v *view, p *targetParams, r *image.FunctionSummary) diag.List {
	summary, faults := v.image.FunctionSummary(string(p.Target))
	return deliver(r, summary, faults)
}

// pageParams are the parameters every page has.
type pageParams struct {
	Cursor      []byte
	Size, Bytes int
}

// paged declares cursor, page_size and max_bytes.
func paged[P any](at func(*P) *pageParams, cursorBytes, maxBytes int) schema.Field[P] {
	return schema.Lift(at,
		schema.Optional("cursor", schema.Text(cursorBytes), func(p *pageParams) *[]byte { return &p.Cursor }).
			Doc("The next_cursor of the page before; left out for the first."),
		schema.Defaulted("page_size", schema.Count(1, image.MaxPageItems), func(p *pageParams) *int { return &p.Size }, image.DefaultPageItems).
			Doc("The most items of a page."),
		schema.Defaulted("max_bytes", schema.Count(image.MinPageBytes, maxBytes), func(p *pageParams) *int { return &p.Bytes }, image.DefaultPageBytes).
			Doc("The most bytes of the payload."))
}

// viewParams are the parameters of a page of one of several lists.
type viewParams[V any] struct {
	View   V
	Handle canon.Digest
	Page   pageParams
}

// viewed declares the name of the list, its handle and the page; of says what lists
// they are and summary which method gives the handles.
func viewed[P, V any](at func(*P) *viewParams[V], name string, views *schema.Kind[V], of, summary string, cursorBytes, maxBytes int) schema.Field[P] {
	type w = viewParams[V]
	return schema.Lift(at,
		schema.Required(name, views, func(p *w) *V { return &p.View }).Doc("Which "+of+"."),
		schema.Required("handle", schema.Digest(), func(p *w) *canon.Digest { return &p.Handle }).
			Doc("The handle of the "+name+" in "+summary+"."),
		paged(func(p *w) *pageParams { return &p.Page }, cursorBytes, maxBytes))
}

// options are what a page that is cut by bytes is asked with.
func (p *pageParams) options(handle string) image.PageOptions {
	return image.PageOptions{Handle: handle, Cursor: string(p.Cursor), PageSize: p.Size, MaxBytes: p.Bytes}
}

type facetParams struct {
	bound
	Target []byte
	viewParams[image.Facet]
}

// maxFacetPageBytes is the most max_bytes may be in image/facet.
const maxFacetPageBytes = 524_288

func facetParamsShape() *schema.Kind[facetParams] {
	type f = facetParams
	return schema.Params(toleratedParam,
		bind(func(p *f) *bound { return &p.bound }),
		targeted(func(p *f) *[]byte { return &p.Target }),
		viewed(func(p *f) *viewParams[image.Facet] { return &p.viewParams }, "facet", image.FacetShape(),
			"view of the function", "image/function-summary", image.MaxFacetCursorBytes, maxFacetPageBytes))
}

func facetOptions(target []byte, p *viewParams[image.Facet]) image.FacetOptions {
	return image.FacetOptions{Target: string(target), Facet: p.View, Handle: p.Handle,
		Cursor: string(p.Page.Cursor), PageSize: p.Page.Size, MaxBytes: p.Page.Bytes}
}

func facetOf(v *view, p *facetParams, r *image.FacetPage) diag.List {
	page, faults := v.image.Facet(facetOptions(p.Target, &p.viewParams))
	return deliver(r, page, faults)
}

type referenceParams struct {
	bound
	Target []byte
	Facet  image.Facet
}

func referenceParamsShape() *schema.Kind[referenceParams] {
	return schema.Params(toleratedParam,
		bind(func(p *referenceParams) *bound { return &p.bound }),
		targeted(func(p *referenceParams) *[]byte { return &p.Target }),
		schema.Optional("facet", image.FacetShape(), func(p *referenceParams) *image.Facet { return &p.Facet }).
			Doc("A facet the reference also names."))
}

func referenceOf(v *view, p *referenceParams, r *image.FunctionReference) diag.List {
	reference, faults := v.image.ExportReference(string(p.Target), p.Facet)
	return deliver(r, reference, faults)
}

type resolveParams struct {
	bound
	Reference []byte
}

func resolveParamsShape() *schema.Kind[resolveParams] {
	return schema.Params(toleratedParam,
		bind(func(p *resolveParams) *bound { return &p.bound }),
		schema.Required("reference", schema.Text(image.MaxReferenceBytes), func(p *resolveParams) *[]byte { return &p.Reference }).
			Doc("The payload of image/function-reference-export as one string."))
}

func resolutionOf(v *view, p *resolveParams, r *image.FunctionResolution) diag.List {
	resolution, faults := v.image.ResolveReference(p.Reference)
	return deliver(r, resolution, faults)
}
