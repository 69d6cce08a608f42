package image

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The payloads of dependency navigation.
const (
	DependencySummarySchema = "semaprax.image-dependency-summary.v1"
	DependencyPageSchema    = "semaprax.image-dependency-page.v1"
	DependencyItemSchema    = "semaprax.image-dependency-item.v1"
)

const (
	domainDependencyHandle = "semaprax.image-dependency-handle.v1"
	domainDependencyCursor = "semaprax.image-dependency-cursor.v1"
)

// View names one list of a dependency report.
type View string

// The views, in the order of the protocol.
const (
	ViewSites   View = "sites"
	ViewCallers View = "callers"
	ViewCalls   View = "calls"
	ViewMembers View = "members"

	viewCount = 4
)

// Views returns all views, in the order of the protocol.
func Views() []View { return []View{ViewSites, ViewCallers, ViewCalls, ViewMembers} }

// ViewShape declares the choice of a view.
func ViewShape() *schema.Kind[View] { return schema.Choice(Views()...) }

// dependencyShapes are the kinds dependencies render with, built once.
type dependencyShapes struct {
	report *schema.Kind[dependencyReport]
	page   *schema.Kind[DependencyPage]
	site   *schema.Kind[siteRow]
	call   *schema.Kind[callRow]
	caller *schema.Kind[callerFunction]
	member *schema.Kind[memberRow]
}

func newDependencyShapes() *dependencyShapes {
	return &dependencyShapes{
		report: DependencyReportShape(), page: DependencyPageShape(),
		site: siteRowShape(), call: callRowShape(), caller: callerFunctionShape(), member: memberRowShape(),
	}
}

// DependencyItemShape declares the item of a dependency page: one of the rows of
// all views.
func DependencyItemShape() *schema.Kind[[]byte] {
	return schema.Named(DependencyItemSchema, schema.OneOfKinds(func(*[]byte) int { return 0 },
		schema.Rendered(siteRowShape()), schema.Rendered(callerFunctionShape()),
		schema.Rendered(callRowShape()), schema.Rendered(memberRowShape())))
}

// DependencySummary is semaprax.image-dependency-summary.v1.
type DependencySummary struct {
	Image canon.Digest
	DependencyFacts
}

// DependencyFacts are the members a dependency summary has whatever names it.
type DependencyFacts struct {
	Project, Workspace canon.Digest
	Target, Name, Kind string
	Source             SourceBinding
	Views              []ViewHandle
	TestRoot           string
	TestReachable      bool
}

// ViewHandle is the handle of one view with its number of items.
type ViewHandle struct {
	View   View
	Handle canon.Digest
	Total  int
}

// DependencySummaryShape declares the payload of image/dependency-summary.
func DependencySummaryShape() *schema.Kind[DependencySummary] {
	type d = DependencySummary
	return schema.Document(DependencySummarySchema,
		schema.Required("image_digest", schema.Digest(), func(p *d) *canon.Digest { return &p.Image }),
		DependencyFactsFields(func(p *d) *DependencyFacts { return &p.DependencyFacts }),
		schema.False[d]("source_authority"),
		schema.Const[d]("evidence_owner", evidenceChecked),
		dependencyNonclaims[d]())
}

// DependencyFactsFields declares the facts of a dependency summary inside a larger
// payload.
func DependencyFactsFields[T any](at func(*T) *DependencyFacts) schema.Field[T] {
	type d = DependencyFacts
	view := schema.Object(
		schema.Required("view", ViewShape(), func(p *ViewHandle) *View { return &p.View }),
		schema.Required("handle", schema.Digest(), func(p *ViewHandle) *canon.Digest { return &p.Handle }),
		schema.Required("total_items", schema.Count(0, MaxDependencyRows), func(p *ViewHandle) *int { return &p.Total }))
	return schema.Lift(at,
		schema.Required("project_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Project }),
		schema.Required("workspace_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Workspace }),
		schema.Required("target", schema.String(), func(p *d) *string { return &p.Target }),
		schema.Required("name", schema.NullWhenZero(schema.String()), func(p *d) *string { return &p.Name }),
		schema.Required("kind", schema.Choice(graph.Kinds()...), func(p *d) *string { return &p.Kind }),
		schema.Required("source_binding", SourceBindingShape(), func(p *d) *SourceBinding { return &p.Source }),
		schema.Required("facets", schema.Array(view, viewCount, viewCount), func(p *d) *[]ViewHandle { return &p.Views }),
		schema.Required("declared_test_root", schema.NullWhenZero(schema.String()), func(p *d) *string { return &p.TestRoot }),
		schema.Required("test_reachable", schema.Bool(), func(p *d) *bool { return &p.TestReachable }))
}

// DependencyPage is semaprax.image-dependency-page.v1.
type DependencyPage struct {
	Image canon.Digest
	DependencyItems
}

// DependencyItems are the members a dependency page has whatever names it.
type DependencyItems struct {
	Project, Workspace canon.Digest
	Target             string
	Source             SourceBinding
	View               View
	PageCut
}

// DependencyPageShape declares the payload of image/dependency-page.
func DependencyPageShape() *schema.Kind[DependencyPage] {
	type d = DependencyPage
	return schema.Document(DependencyPageSchema,
		schema.Required("image_digest", schema.Digest(), func(p *d) *canon.Digest { return &p.Image }),
		DependencyItemsFields(func(p *d) *DependencyItems { return &p.DependencyItems }),
		schema.False[d]("source_authority"),
		schema.Const[d]("evidence_owner", evidenceChecked))
}

// DependencyItemsFields declares a dependency page inside a larger payload.
func DependencyItemsFields[T any](at func(*T) *DependencyItems) schema.Field[T] {
	type d = DependencyItems
	return schema.Lift(at,
		schema.Required("project_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Project }),
		schema.Required("workspace_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Workspace }),
		schema.Required("target", schema.String(), func(p *d) *string { return &p.Target }),
		schema.Required("source_binding", SourceBindingShape(), func(p *d) *SourceBinding { return &p.Source }),
		schema.Required("view", ViewShape(), func(p *d) *View { return &p.View }),
		PageCutFields(func(p *d) *PageCut { return &p.PageCut }, DependencyItemSchema))
}

// DependencyHandle names a view of a declaration's dependencies in this image.
func (i *Image) DependencyHandle(target string, view View) canon.Digest {
	return canon.SumFramed(domainDependencyHandle, i.text, target, string(view))
}

// view lists the items of a view; ok is false for a view that does not exist.
func (x *dependencyIndex) view(view View) (list listing, ok bool) {
	shapes := x.image.dependencies()
	switch view {
	case ViewSites:
		return listing{total(x.users), func(offset, limit int) [][]byte {
			return itemsOf(shapes.site, x.siteRows(offset, limit)).slice(0, limit)
		}}, true
	case ViewCallers:
		return listing{len(x.callers), itemsOf(shapes.caller, x.callers).slice}, true
	case ViewCalls:
		return listing{total(x.direct), func(offset, limit int) [][]byte {
			return itemsOf(shapes.call, x.callRows(offset, limit)).slice(0, limit)
		}}, true
	case ViewMembers:
		return listing{len(x.members), itemsOf(shapes.member, x.members).slice}, true
	}
	return listing{}, false
}

// DependencySummary sums the dependencies of a declaration up: its views with their
// handles. Faults are those of Dependencies.
func (i *Image) DependencySummary(target string) (DependencySummary, diag.List) {
	facts, faults := i.DependencyFacts(target, i.DependencyHandle)
	return DependencySummary{Image: i.revision, DependencyFacts: facts}, faults
}

// DependencyFacts gathers what a summary says; handle makes the handle of each view.
func (i *Image) DependencyFacts(target string, handle func(target string, view View) canon.Digest) (DependencyFacts, diag.List) {
	x, faults := i.dependencyIndex(target)
	if faults != nil {
		return DependencyFacts{}, faults
	}
	facts := DependencyFacts{
		Project: i.of.Revision(), Workspace: i.of.WorkspaceRevision(), Target: target, Name: x.node.Name,
		Kind: x.node.Kind.String(), Source: i.binding(x.node.Module), TestRoot: x.tests, TestReachable: x.reached,
	}
	for _, view := range Views() {
		list, _ := x.view(view)
		facts.Views = append(facts.Views, ViewHandle{view, handle(target, view), list.count})
	}
	return facts, nil
}

// DependencyOptions ask for a page of a view.
type DependencyOptions struct {
	Target string
	View   View
	PageOptions
}

// DependencyPage returns a page of a view. A page holds fewer items than asked for
// when they do not fit max_bytes, and at least one.
//
// Faults: those of Dependencies; SPX-G322 for options out of bounds and a view or
// cursor that is none, SPX-G323 when one item alone exceeds max_bytes, SPX-G324 for
// a handle or cursor of something else.
func (i *Image) DependencyPage(o DependencyOptions) (DependencyPage, diag.List) {
	page := DependencyPage{Image: i.revision}
	var room []byte
	size := func(items *DependencyItems) int {
		around := DependencyPage{Image: i.revision, DependencyItems: *items}
		room = i.dependencies().page.AppendCJ(room[:0], &around)
		return len(room)
	}
	naming := PageNaming{Handle: i.DependencyHandle(o.Target, o.View), CursorDomain: domainDependencyCursor,
		Options: CodeDependencyOptions, Capacity: CodeDependencyPage, Reference: CodeDependencyReference}
	var faults diag.List
	page.DependencyItems, faults = i.DependencyItems(o, naming, size)
	return page, faults
}

// DependencyItems cuts a page out of a view; size is that of the payload around it,
// whatever naming.Size says. Faults are those of DependencyPage, with the codes of
// naming.
func (i *Image) DependencyItems(o DependencyOptions, naming PageNaming, size func(*DependencyItems) int) (DependencyItems, diag.List) {
	x, faults := i.dependencyIndex(o.Target)
	if faults != nil {
		return DependencyItems{}, faults
	}
	list, ok := x.view(o.View)
	if !ok {
		return DependencyItems{}, fault(naming.Options, "the view "+diag.Shown(string(o.View))+" does not exist")
	}
	page := DependencyItems{Project: i.of.Revision(), Workspace: i.of.WorkspaceRevision(), Target: o.Target,
		Source: i.binding(x.node.Module), View: o.View}
	naming.Size = func(cut *PageCut) int {
		page.PageCut = *cut
		return size(&page)
	}
	page.PageCut, faults = naming.cut(o.PageOptions, list)
	if faults != nil {
		return DependencyItems{}, faults
	}
	return page, nil
}
