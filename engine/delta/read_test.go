package delta

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// reader reads a candidate; independent is the image of its sources, built on its own.
func reader(t testing.TB, p *candidate.Programs, c *candidate.Candidate) (r *Reader, independent *image.Image) {
	t.Helper()
	r, faults := NewReader(p, c)
	noFault(t, faults)
	files := map[string]string{"semaprax.toml": c.Now().Manifest().Text()}
	for _, file := range c.Now().Files() {
		files[file.Path] = string(file.Text)
	}
	return r, derive(t, files)
}

// checkOwner demands the bindings of a payload.
func checkOwner(t *testing.T, payload object, c *candidate.Candidate) {
	t.Helper()
	if payload["candidate_revision"] != c.Revision().String() || payload["base_project_revision"] != c.Base().Revision().String() ||
		payload["project_revision"] != c.Now().Revision().String() || payload["workspace_revision"] != c.Now().WorkspaceRevision().String() {
		t.Errorf("bound to something else: %v", payload)
	}
	for _, flag := range []string{"candidate_retained", "execution", "publication_authority", "source_authority"} {
		if payload[flag] != false {
			t.Errorf("%s is %v", flag, payload[flag])
		}
	}
}

func encoded[R any](t *testing.T, kind *schema.Kind[R], r R) object {
	t.Helper()
	return valid(t, kind.AppendCJ(nil, &r))
}

func TestFunctionSummary(t *testing.T) {
	p, c := changed(t, requireTotal, renamePrice)
	r, independent := reader(t, p, c)
	summary, faults := r.FunctionSummary("shop.price")
	noFault(t, faults)
	payload := encoded(t, FunctionSummaryShape(), summary)
	checkOwner(t, payload, c)
	if payload["image_revision"] != independent.Revision().String() || payload["project_graph_digest"] != independent.GraphDigest().String() || payload["name"] != "cost_of" {
		t.Errorf("%v", payload)
	}
	own, faults := independent.FunctionSummary("shop.price")
	noFault(t, faults)
	for i, row := range payload["facets"].([]any) {
		facet := string(own.Facets[i].Facet)
		want := framed("semaprax.project-candidate-function-facet-handle.v1", c.Revision().String(), independent.Revision().String(), "shop.price", facet)
		if got := object(row.(map[string]any)); got["facet"] != facet || got["handle"] != want {
			t.Errorf("facet %d: %v, want handle %s", i, row, want)
		}
	}
	own.Facets, summary.Facets = nil, nil
	if naiveFacts(own.FunctionFacts) != naiveFacts(summary.FunctionFacts) {
		t.Errorf("%+v, want %+v", summary.FunctionFacts, own.FunctionFacts)
	}
	_, faults = r.FunctionSummary("shop.nowhere")
	wantCode(t, "unknown", faults, image.CodeQuery)
	_, faults = r.FunctionSummary("shop.tag")
	wantCode(t, "a record", faults, image.CodeFacetSubject)
	_, faults = r.FunctionSummary(strings.Repeat("x", 4097))
	wantCode(t, "too long", faults, image.CodeQuery)
}

func naiveFacts(f image.FunctionFacts) string {
	return f.ID + f.Name + f.Path + f.Module + f.SourceRevision.String() + strconv.Itoa(f.Parameters) + f.Result + strconv.Itoa(f.Requires) + strconv.Itoa(f.Ensures)
}

// TestFunctionFacetPagesJoined reads every facet in pages of one and compares them with
// the facet of an image made from the same sources.
func TestFunctionFacetPagesJoined(t *testing.T) {
	p, c := changed(t, requireTotal)
	r, independent := reader(t, p, c)
	ref, _ := independent.Project().Program().Lookup("shop.total")
	f := independent.Project().Program().Functions[ref.Index]
	for _, facet := range image.Facets() {
		o := image.FacetOptions{Target: "shop.total", Facet: facet, Handle: r.facetHandle("shop.total", facet), PageSize: 1, MaxBytes: image.MaxPageBytes}
		var joined [][]byte
		for {
			page, faults := r.FunctionFacet(o)
			noFault(t, faults)
			payload := encoded(t, FunctionFacetShape(), page)
			checkOwner(t, payload, c)
			joined = append(joined, page.Items...)
			if page.Next == "" {
				break
			}
			at := strconv.Itoa(len(joined))
			if want := at + ":" + framed("semaprax.project-candidate-function-facet-cursor.v1", o.Handle.String(), at, "1"); page.Next != want {
				t.Fatalf("cursor %q, want %q", page.Next, want)
			}
			o.Cursor = page.Next
		}
		whole, _ := independent.AppendFacet(nil, f, facet)
		if got := "[" + string(bytes.Join(joined, []byte(","))) + "]"; got != string(whole) {
			t.Errorf("%s joined:\n%s\nwant\n%s", facet, got, whole)
		}
	}
}

func TestFunctionFacetRefusals(t *testing.T) {
	p, c := changed(t, requireTotal)
	r, _ := reader(t, p, c)
	good := image.FacetOptions{Target: "shop.total", Facet: image.FacetCleanup, Handle: r.facetHandle("shop.total", image.FacetCleanup), PageSize: 2, MaxBytes: 65_536}
	first, faults := r.FunctionFacet(good)
	noFault(t, faults)
	independent, _ := reader(t, p, applied(t, p, c, renamePrice))
	for _, each := range []struct {
		what string
		edit func(*image.FacetOptions)
		code diag.Code
	}{
		{"another facet's handle", func(o *image.FacetOptions) { o.Handle = r.facetHandle("shop.total", image.FacetLoans) }, image.CodeFacetReference},
		{"the handle of another candidate", func(o *image.FacetOptions) { o.Handle = independent.facetHandle("shop.total", image.FacetCleanup) }, image.CodeFacetReference},
		{"the image's handle", func(o *image.FacetOptions) { o.Handle = r.image.FacetHandle("shop.total", image.FacetCleanup) }, image.CodeFacetReference},
		{"another page size", func(o *image.FacetOptions) { o.Cursor, o.PageSize = first.Next, 1 }, image.CodeFacetReference},
		{"no cursor", func(o *image.FacetOptions) { o.Cursor = "2" }, image.CodeFacetSubject},
		{"no page of this size", func(o *image.FacetOptions) { o.PageSize = 129 }, image.CodeFacetBounds},
		{"a page over max_bytes", func(o *image.FacetOptions) { o.MaxBytes = 1024 }, CodeFunction},
		{"no such function", func(o *image.FacetOptions) { o.Target = "shop.nowhere" }, image.CodeQuery},
	} {
		o := good
		each.edit(&o)
		_, faults := r.FunctionFacet(o)
		wantCode(t, each.what, faults, each.code)
	}
}

// TestDependencyPagesJoined compares summaries and pages with those of the image.
func TestDependencyPagesJoined(t *testing.T) {
	p, c := changed(t, addField, renamePrice)
	r, independent := reader(t, p, c)
	for _, target := range []string{"shop.item", "shop.item.count", "shop.combine", "shop.tag.name", "shop.named"} {
		summary, faults := r.DependencySummary(target)
		noFault(t, faults)
		checkOwner(t, encoded(t, DependencySummaryShape(), summary), c)
		own, faults := independent.DependencySummary(target)
		noFault(t, faults)
		for i, view := range image.Views() {
			if summary.Views[i].Total != own.Views[i].Total || summary.Views[i].Handle == own.Views[i].Handle {
				t.Errorf("%s %s: %+v", target, view, summary.Views[i])
			}
			whole, faults := independent.DependencyPage(image.DependencyOptions{Target: target, View: view,
				PageOptions: image.PageOptions{Handle: own.Views[i].Handle.String(), PageSize: 128, MaxBytes: image.MaxPageBytes}})
			noFault(t, faults)
			o := image.DependencyOptions{Target: target, View: view,
				PageOptions: image.PageOptions{Handle: summary.Views[i].Handle.String(), PageSize: 3, MaxBytes: 8192}}
			var joined [][]byte
			for {
				page, faults := r.DependencyPage(o)
				noFault(t, faults)
				if text := DependencyPageShape().AppendCJ(nil, &page); len(text) > o.MaxBytes {
					t.Errorf("%d bytes", len(text))
				}
				checkOwner(t, encoded(t, DependencyPageShape(), page), c)
				joined = append(joined, page.Items...)
				if o.Cursor = page.Next; o.Cursor == "" {
					break
				}
			}
			if !slices.EqualFunc(joined, whole.Items, bytes.Equal) {
				t.Errorf("%s %s: pages joined are not the whole", target, view)
			}
		}
	}
}

func TestDependencyRefusals(t *testing.T) {
	p, c := changed(t, renamePrice)
	r, _ := reader(t, p, c)
	handle := r.viewHandle("shop.item", image.ViewSites).String()
	good := image.DependencyOptions{Target: "shop.item", View: image.ViewSites, PageOptions: image.PageOptions{Handle: handle, PageSize: 2, MaxBytes: 65_536}}
	first, faults := r.DependencyPage(good)
	noFault(t, faults)
	for _, each := range []struct {
		what string
		edit func(*image.DependencyOptions)
		code diag.Code
	}{
		{"no page size", func(o *image.DependencyOptions) { o.PageSize = 0 }, image.CodeDependencyOptions},
		{"no such view", func(o *image.DependencyOptions) { o.View = "other" }, image.CodeDependencyOptions},
		{"no cursor", func(o *image.DependencyOptions) { o.Cursor = "x" }, image.CodeDependencyOptions},
		{"other options", func(o *image.DependencyOptions) { o.Cursor, o.MaxBytes = first.Next, 65_535 }, image.CodeDependencyReference},
		{"the image's handle", func(o *image.DependencyOptions) {
			o.Handle = r.image.DependencyHandle("shop.item", image.ViewSites).String()
		}, image.CodeDependencyReference},
		{"one item over max_bytes", func(o *image.DependencyOptions) { o.MaxBytes = 1024 }, image.CodeDependencyPage},
		{"no such declaration", func(o *image.DependencyOptions) { o.Target = "shop.nowhere" }, image.CodeDependencyTarget},
	} {
		o := good
		each.edit(&o)
		_, faults := r.DependencyPage(o)
		wantCode(t, each.what, faults, each.code)
	}
	_, faults = r.DependencySummary("core.option")
	wantCode(t, "the compiler's own", faults, image.CodeDependencyTarget)
}

// TestImpactPagesJoined reads impacts in pages and compares them with the walk itself.
func TestImpactPagesJoined(t *testing.T) {
	p, c := changed(t, renamePrice)
	r, independent := reader(t, p, c)
	for _, q := range []ImpactQuery{
		{"shop.item", 16, DefaultImpactBytes, 1024}, {"shop.item", 1, DefaultImpactBytes, 1024},
		{"shop.item", 16, DefaultImpactBytes, 3}, {"shop.price", 16, 4096, 1024},
	} {
		walk, faults := independent.ImpactIndex(q.walk())
		noFault(t, faults)
		summary, faults := r.ImpactSummary(q)
		noFault(t, faults)
		payload := encoded(t, ImpactSummaryShape(), summary)
		checkOwner(t, payload, c)
		if payload["artifact_digest"] != walk.Digest().String() || payload.at("query", "direction") != "reverse" || payload.at("target", "id") != q.Target {
			t.Errorf("%v", payload)
		}
		whole := image.ImpactShape().AppendCJ(nil, walk.Walk())
		for i, view := range image.ImpactViews() {
			want := framed("semaprax-go.candidate-impact-handle.v1", c.Revision().String(), independent.Revision().String(), walk.Digest().String(),
				q.Target, strconv.Itoa(q.Depth), strconv.Itoa(q.MaxBytes), strconv.Itoa(q.MaxNodes), string(view))
			if summary.Views[i].Handle.String() != want {
				t.Errorf("%s handle %s, want %s", view, summary.Views[i].Handle, want)
			}
			joined := impactPages(t, r, q, view, summary.Views[i].Handle)
			member := map[image.ImpactView]string{image.ViewAffected: "declarations", image.ViewDependencyEdges: "relations"}[view]
			if got := "[" + string(bytes.Join(joined, []byte(","))) + "]"; member != "" && got != string(part(whole, member)) {
				t.Errorf("%s joined:\n%s\nwant\n%s", view, got, part(whole, member))
			}
			if cut := walk.Walk().Truncation; member == "" && len(joined) != cut.Omitted+cut.Deferred {
				t.Errorf("%d in the frontier, %d omitted and %d deferred", len(joined), cut.Omitted, cut.Deferred)
			}
		}
	}
}

func impactPages(t *testing.T, r *Reader, q ImpactQuery, view image.ImpactView, handle canon.Digest) [][]byte {
	t.Helper()
	o := ImpactOptions{ImpactQuery: q, View: view, Page: image.PageOptions{Handle: handle.String(), PageSize: 2, MaxBytes: 6000}}
	var joined [][]byte
	for {
		page, faults := r.ImpactPage(o)
		noFault(t, faults)
		if text := ImpactPageShape().AppendCJ(nil, &page); len(text) > o.Page.MaxBytes {
			t.Errorf("%d bytes", len(text))
		}
		checkOwner(t, encoded(t, ImpactPageShape(), page), r.candidate)
		joined = append(joined, page.Items...)
		if o.Page.Cursor = page.Next; o.Page.Cursor == "" {
			return joined
		}
	}
}

func TestImpactRefusals(t *testing.T) {
	p, c := changed(t, renamePrice)
	r, _ := reader(t, p, c)
	query := ImpactQuery{"shop.item", 16, DefaultImpactBytes, 1024}
	summary, faults := r.ImpactSummary(query)
	noFault(t, faults)
	good := ImpactOptions{ImpactQuery: query, View: image.ViewAffected,
		Page: image.PageOptions{Handle: summary.Views[0].Handle.String(), PageSize: 2, MaxBytes: 65_536}}
	first, faults := r.ImpactPage(good)
	noFault(t, faults)
	for _, each := range []struct {
		what string
		edit func(*ImpactOptions)
		code diag.Code
	}{
		{"no such declaration", func(o *ImpactOptions) { o.Target = "shop.nowhere" }, CodeImpact},
		{"no target", func(o *ImpactOptions) { o.Target = "" }, CodeImpact},
		{"depth", func(o *ImpactOptions) { o.Depth = 1025 }, CodeImpact},
		{"bytes", func(o *ImpactOptions) { o.ImpactQuery.MaxBytes = image.MaxImpactBytes + 1 }, CodeImpact},
		{"another depth", func(o *ImpactOptions) { o.Depth = 15 }, CodeImpact},
		{"another view", func(o *ImpactOptions) { o.View = image.ViewFrontier }, CodeImpact},
		{"no view", func(o *ImpactOptions) { o.View = "other" }, CodeImpact},
		{"another cursor", func(o *ImpactOptions) { o.Page.Cursor, o.Page.PageSize = first.Next, 3 }, CodeImpact},
		{"no cursor", func(o *ImpactOptions) { o.Page.Cursor = "0:x" }, CodeImpact},
		{"one item over max_bytes", func(o *ImpactOptions) { o.Page.MaxBytes = 1024 }, CodeImpactBound},
	} {
		o := good
		each.edit(&o)
		_, faults := r.ImpactPage(o)
		wantCode(t, each.what, faults, each.code)
	}
}
