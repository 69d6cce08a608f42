package image

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/graph"
)

// dependencyText is a report read back.
type dependencyText struct {
	ImageDigest   string   `json:"image_digest"`
	Selected      []string `json:"selected_declaration_ids"`
	Relationships struct {
		Sites []struct {
			FunctionID string `json:"function_id"`
			Subject    string `json:"field_or_type_id"`
			Access     string
			Phase      string
			Expression string `json:"expression_id"`
			Span       Span
			Path       string
		} `json:"direct_field_sites"`
		Users    []string `json:"direct_field_user_functions"`
		Closure  []string `json:"reverse_callable_closure"`
		TestRoot *string  `json:"declared_test_root"`
		Reached  bool     `json:"test_reachable"`
	}
	Calls []struct {
		FunctionID string `json:"function_id"`
		Callee     string `json:"callee_id"`
	} `json:"direct_call_sites"`
	Typed struct{ Members []json.RawMessage } `json:"typed_declaration"`
	Work  struct{ Sites, Calls int }          `json:"index_work"`
}

func readReport(t testing.TB, i *Image, target string) (text dependencyText, report []byte) {
	t.Helper()
	report, faults := i.Dependencies(target)
	if faults != nil {
		t.Fatalf("%s: %v", target, faults)
	}
	validate(t, report)
	if report[len(report)-1] != '\n' {
		t.Errorf("%s: no closing LF", target)
	}
	if err := json.Unmarshal(report, &text); err != nil {
		t.Fatal(err)
	}
	return text, report
}

// firstDependencyPage asks for the first page of a view.
func (i *Image) firstDependencyPage(target string, view View) DependencyOptions {
	return DependencyOptions{Target: target, View: view, PageOptions: PageOptions{Handle: i.DependencyHandle(target, view).String(),
		PageSize: DefaultPageItems, MaxBytes: DefaultPageBytes}}
}

// dependencyPages collects the items of all pages of a view.
func (i *Image) dependencyPages(t testing.TB, o DependencyOptions) [][]byte {
	t.Helper()
	var all [][]byte
	for {
		page, faults := i.DependencyPage(o)
		if faults != nil {
			t.Fatalf("%s of %s at %q: %v", o.View, o.Target, o.Cursor, faults)
		}
		payload := DependencyPageShape().AppendCJ(nil, &page)
		validate(t, payload)
		if len(payload) > o.MaxBytes || len(page.Items) > o.PageSize || page.Offset != len(all) || page.Cursor != o.Cursor {
			t.Fatalf("%s of %s: %d bytes, %d items at %d after %d", o.View, o.Target, len(payload), len(page.Items), page.Offset, len(all))
		}
		all = append(all, page.Items...)
		if page.Next == "" {
			if len(all) != page.Total {
				t.Errorf("%s of %s: %d items, total %d", o.View, o.Target, len(all), page.Total)
			}
			return all
		}
		if want := strconv.Itoa(len(all)) + ":" + framed("semaprax.image-dependency-cursor.v1", o.Handle,
			strconv.Itoa(len(all)), strconv.Itoa(o.PageSize), strconv.Itoa(o.MaxBytes)); page.Next != want {
			t.Errorf("cursor %q, want %q", page.Next, want)
		}
		o.Cursor = page.Next
	}
}

func TestDependenciesOfEverything(t *testing.T) {
	for _, name := range sampleProjects {
		i := loadImage(t, name)
		for _, node := range i.testDeclarations() {
			if node.Module == check.NoModule {
				_, faults := i.Dependencies(node.Identity)
				demandCode(t, node.Identity, faults, CodeDependencyTarget)
				continue
			}
			text, _ := readReport(t, i, node.Identity)
			demandTrueSites(t, i, text)
			summary, faults := i.DependencySummary(node.Identity)
			if faults != nil {
				t.Fatal(faults)
			}
			validate(t, DependencySummaryShape().AppendCJ(nil, &summary))
			totals := []int{len(text.Relationships.Sites), len(text.Relationships.Closure), len(text.Calls), len(text.Typed.Members)}
			for at, view := range Views() {
				want := framed("semaprax.image-dependency-handle.v1", i.Revision().String(), node.Identity, string(view))
				if got := summary.Views[at]; got.View != view || got.Handle.String() != want || got.Total != totals[at] {
					t.Errorf("%s: %+v, want %s %s %d", node.Identity, got, view, want, totals[at])
				}
				demandJoinedPages(t, i, node.Identity, view)
			}
		}
	}
}

// demandJoinedPages pages a view in small pages and compares with the whole.
func demandJoinedPages(t *testing.T, i *Image, target string, view View) {
	t.Helper()
	o := i.firstDependencyPage(target, view)
	o.PageSize, o.MaxBytes = MaxPageItems, MaxPageBytes
	whole := i.dependencyPages(t, o)
	o.PageSize = 5
	if paged := i.dependencyPages(t, o); !slices.EqualFunc(paged, whole, bytes.Equal) {
		t.Errorf("%s of %s: pages of 5 joined differ from the whole", view, target)
	}
	o.PageSize, o.MaxBytes = MaxPageItems, 3000
	if paged := i.dependencyPages(t, o); !slices.EqualFunc(paged, whole, bytes.Equal) {
		t.Errorf("%s of %s: pages of 3000 bytes joined differ from the whole", view, target)
	}
}

// demandTrueSites compares the closure with a naive one and the places with the
// source.
func demandTrueSites(t *testing.T, i *Image, text dependencyText) {
	t.Helper()
	names := map[string]*check.Identities{}
	for _, f := range i.functions() {
		names[f.Identity.Text] = i.program().Identities(f)
	}
	for _, site := range text.Relationships.Sites {
		if _, ok := names[site.FunctionID].Find(site.Expression); !ok {
			t.Errorf("site %+v has no expression of its function", site)
		}
		if !slices.Contains(text.Selected, site.Subject) || !slices.Contains(text.Relationships.Users, site.FunctionID) {
			t.Errorf("site %+v is outside the selection", site)
		}
	}
	closure := map[string]bool{}
	for _, user := range text.Relationships.Users {
		closure[user] = true
	}
	goal := map[string]bool{}
	for _, id := range append(slices.Clone(text.Selected), text.Relationships.Users...) {
		goal[id] = true
	}
	for changed := true; changed; {
		changed = false
		for _, e := range i.graph.Edges() {
			from, to := i.graph.Node(e.From).Identity, i.graph.Node(e.To).Identity
			if e.Kind == graph.Calls && (goal[to] || closure[to]) && !closure[from] {
				closure[from], changed = true, true
			}
		}
	}
	if len(closure) != len(text.Relationships.Closure) || !slices.IsSorted(text.Relationships.Closure) {
		t.Errorf("closure %q, want %d functions", text.Relationships.Closure, len(closure))
	}
	for _, id := range text.Relationships.Closure {
		if !closure[id] {
			t.Errorf("%s is in the closure of %q", id, text.Selected)
		}
	}
}

func TestDependencyRows(t *testing.T) {
	i := loadImage(t, "ledger")
	text, _ := readReport(t, i, "ledger.posting")
	var sites []string
	for _, s := range text.Relationships.Sites {
		sites = append(sites, s.FunctionID+" "+s.Access+" "+s.Subject)
	}
	want := []string{
		"ledger.credit construct_variant ledger.posting", "ledger.credit construct_case ledger.posting.credit", "ledger.credit initialize ledger.posting.credit.amount",
		"ledger.debit construct_variant ledger.posting", "ledger.debit construct_case ledger.posting.debit", "ledger.debit initialize ledger.posting.debit.amount",
		"ledger.void construct_variant ledger.posting", "ledger.void construct_case ledger.posting.void",
		"ledger.change variant_pattern ledger.posting", "ledger.change case_pattern ledger.posting.credit", "ledger.change pattern_bind ledger.posting.credit.amount",
		"ledger.change variant_pattern ledger.posting", "ledger.change case_pattern ledger.posting.debit", "ledger.change pattern_bind ledger.posting.debit.amount",
		"ledger.change variant_pattern ledger.posting", "ledger.change case_pattern ledger.posting.void",
	}
	if !slices.Equal(sites, want) {
		t.Errorf("sites %q\nwant %q", sites, want)
	}
	if *text.Relationships.TestRoot != "ledger.tests.main" || !text.Relationships.Reached {
		t.Errorf("tests %v %v", *text.Relationships.TestRoot, text.Relationships.Reached)
	}
	text, _ = readReport(t, i, "ledger.withdrawn")
	var calls []string
	for _, c := range text.Calls {
		calls = append(calls, c.FunctionID+" "+c.Callee)
	}
	if want := []string{"ledger.transfer ledger.withdrawn", "ledger.transfer ledger.withdrawn"}; !slices.Equal(calls, want) {
		t.Errorf("calls %q, want %q", calls, want)
	}
	if text, _ = readReport(t, i, "ledger.report.banner"); text.Relationships.Reached ||
		!slices.Equal(text.Relationships.Closure, []string{"ledger.tests.report"}) {
		t.Errorf("the banner: %+v", text.Relationships)
	}
}

func TestDependencyRefusals(t *testing.T) {
	i := loadImage(t, "ledger")
	o := i.firstDependencyPage("ledger.balance", ViewSites)
	o.PageSize = 2
	first, faults := i.DependencyPage(o)
	if faults != nil || first.Next == "" {
		t.Fatalf("the first page: %v", faults)
	}
	for _, row := range []struct {
		name   string
		change func(*DependencyOptions)
		want   string
	}{
		{"absent target", func(o *DependencyOptions) { o.Target = "absent" }, "SPX-G320"},
		{"the prelude's", func(o *DependencyOptions) { o.Target = "core.option" }, "SPX-G320"},
		{"another view's handle", func(o *DependencyOptions) { o.View = ViewCalls }, "SPX-G324"},
		{"a short handle", func(o *DependencyOptions) { o.Handle = "sha256:" }, "SPX-G324"},
		{"an upper-case handle", func(o *DependencyOptions) { o.Handle = strings.ToUpper(o.Handle) }, "SPX-G324"},
		{"an unknown view", func(o *DependencyOptions) { o.View = "other" }, "SPX-G322"},
		{"no items", func(o *DependencyOptions) { o.PageSize = 0 }, "SPX-G322"},
		{"too many items", func(o *DependencyOptions) { o.PageSize = 129 }, "SPX-G322"},
		{"few bytes", func(o *DependencyOptions) { o.MaxBytes = 1023 }, "SPX-G322"},
		{"an item that does not fit", func(o *DependencyOptions) { o.MaxBytes = 1024 }, "SPX-G323"},
		{"no cursor", func(o *DependencyOptions) { o.Cursor = "two" }, "SPX-G322"},
		{"a cursor of other options", func(o *DependencyOptions) { o.Cursor, o.PageSize = first.Next, 3 }, "SPX-G324"},
		{"a cursor of other bytes", func(o *DependencyOptions) { o.Cursor = first.Next; o.MaxBytes-- }, "SPX-G324"},
		{"a cursor beyond the end", func(o *DependencyOptions) {
			o.Cursor = cursorOf(domainDependencyCursor, 4000, o.Handle, "4000", "2", strconv.Itoa(o.MaxBytes))
		}, "SPX-G324"},
	} {
		changed := o
		row.change(&changed)
		_, faults := i.DependencyPage(changed)
		if got := string(code(faults)); got != row.want {
			t.Errorf("%s: %q, want %q (%v)", row.name, got, row.want, faults)
		}
	}
	_, faults = i.Dependencies(strings.Repeat("x", 4097))
	demandCode(t, "a long target", faults, CodeDependencyTarget)
}

// TestDependencyReportOverItsBound asks for a field that too many places read.
func TestDependencyReportOverItsBound(t *testing.T) {
	if testing.Short() {
		t.Skip("renders more than 8 MiB")
	}
	_, faults := derive(t, wideProject(t, 24_000)).Dependencies("wide.point.x")
	demandCode(t, "a report over 8 MiB", faults, CodeDependencyCapacity)
	_, faults = derive(t, wideProject(t, 66_000)).Dependencies("wide.point.x")
	demandCode(t, "more than 65,536 sites", faults, CodeDependencyCapacity)
}
