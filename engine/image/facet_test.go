package image

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
)

// firstPage asks for the first page of a facet.
func (i *Image) firstPage(target string, facet Facet) FacetOptions {
	return FacetOptions{Target: target, Facet: facet, Handle: i.FacetHandle(target, facet),
		PageSize: DefaultPageItems, MaxBytes: DefaultPageBytes}
}

// pages collects the items of all pages of a facet.
func (i *Image) pages(t testing.TB, o FacetOptions) [][]byte {
	t.Helper()
	var all [][]byte
	for {
		page, faults := i.Facet(o)
		if faults != nil {
			t.Fatalf("%s of %s at %q: %v", o.Facet, o.Target, o.Cursor, faults)
		}
		payload := FacetPageShape().AppendCJ(nil, &page)
		validate(t, payload)
		if len(payload) > o.MaxBytes || len(page.Items) > o.PageSize || page.Offset != len(all) {
			t.Fatalf("%s of %s: %d bytes, %d items at %d after %d", o.Facet, o.Target, len(payload), len(page.Items), page.Offset, len(all))
		}
		all = append(all, page.Items...)
		if page.Next == "" {
			if len(all) != page.Total {
				t.Errorf("%s of %s: %d items, total %d", o.Facet, o.Target, len(all), page.Total)
			}
			return all
		}
		if want := strconv.Itoa(len(all)) + ":" + framed("semaprax.image-facet-cursor.v1",
			o.Handle.String(), strconv.Itoa(len(all)), strconv.Itoa(o.PageSize)); page.Next != want {
			t.Errorf("cursor %q, want %q", page.Next, want)
		}
		o.Cursor = page.Next
	}
}

// functions lists the functions of an image.
func (i *Image) functions() []*check.Function { return i.program().Functions }

func TestFacetsOfEveryFunction(t *testing.T) {
	for _, name := range sampleProjects {
		i := loadImage(t, name)
		for _, f := range i.functions() {
			summary, faults := i.FunctionSummary(f.Identity.Text)
			if faults != nil {
				t.Fatal(faults)
			}
			validate(t, SummaryShape().AppendCJ(nil, &summary))
			for at, facet := range Facets() {
				handle := summary.Facets[at]
				if want := framed("semaprax.image-facet-handle.v1", i.Revision().String(), f.Identity.Text, string(facet)); handle.Facet != facet || handle.Handle.String() != want {
					t.Errorf("%s: handle %+v, want %s %s", f.Name, handle, facet, want)
				}
				o := i.firstPage(f.Identity.Text, facet)
				o.MaxBytes = MaxPageBytes
				o.PageSize = MaxPageItems
				whole := i.pages(t, o)
				o.PageSize = 3
				if paged := i.pages(t, o); !slices.EqualFunc(paged, whole, bytes.Equal) {
					t.Errorf("%s of %s: pages of 3 joined differ from the whole", facet, f.Name)
				}
			}
		}
	}
}

// item reads members of an item.
func item(t testing.TB, span []byte, members ...string) string {
	t.Helper()
	var object map[string]json.RawMessage
	if err := json.Unmarshal(span, &object); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, member := range members {
		var text string
		if json.Unmarshal(object[member], &text) != nil {
			text = string(object[member])
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

func TestFacetRows(t *testing.T) {
	ledger, buffers := loadImage(t, "ledger"), loadImage(t, "bytes")
	const balance = "nominal:14:ledger.balance:0:"
	for _, row := range []struct {
		target  string
		facet   Facet
		members string
		want    []string
	}{
		{"ledger.apply", FacetSignature, "kind index name type_id ownership", []string{
			"parameter 0 balance " + balance + " value", "parameter 1 posting nominal:14:ledger.posting:0: value", "result   " + balance + " "}},
		{"ledger.apply", FacetContracts, "phase index expression_id type_id", []string{
			"requires 0 declaration:12:ledger.apply:expression:10:requires.0 bool",
			"ensures 0 declaration:12:ledger.apply:expression:9:ensures.0 bool",
			"ensures 1 declaration:12:ledger.apply:expression:9:ensures.1 bool"}},
		{"ledger.apply", FacetCallers, "caller phase call_sites cross_file module", []string{
			"ledger.day body 2 true ledger.app", "ledger.tests.postings body 2 true ledger.tests"}},
		{"ledger.change", FacetCallers, "caller phase call_sites cross_file", []string{
			"ledger.apply body 1 false", "ledger.apply ensures 1 false"}},
		{"ledger.closing", FacetRelationships, "kind in_entry_closure in_test_closure selected_web_export declared_in_entry_module", []string{
			"project_profile_admission    ", "entry_relationship true   true", "test_relationship  true  ", "export_relationship   true "}},
		{"bytes.count", FacetOwnership, "kind structural_slot_count flag_count live_owned_parameter_slots mode discovery_index", []string{
			"inventory 7 0 0  ", "parameter_ownership    borrow ", "parameter_ownership    value ",
			"structural_slot     0", "structural_slot     1", "structural_slot     2", "structural_slot     3", "structural_slot     4", "structural_slot     5", "structural_slot     6"}},
		{"ledger.key", FacetDataAccess, "edge_kind use_context phase", []string{
			"place_read scrutinee_value body", "binding_initialize scrutinee_value body", "binding_initialize scrutinee_value body",
			"place_read operand body", "place_read operand body"}},
		{"ledger.report.line", FacetDataAccess, "edge_kind use_context", []string{
			"binding_initialize let_value", "place_read operand", "binding_initialize let_value",
			"place_move argument_own", "place_move argument_own", "place_move argument_own", "place_read argument_value"}},
		{"ledger.apply", FacetUnsafeBoundaries, "kind", nil},
	} {
		i := ledger
		if strings.HasPrefix(row.target, "bytes.") {
			i = buffers
		}
		var got []string
		for _, span := range i.pages(t, i.firstPage(row.target, row.facet)) {
			got = append(got, item(t, span, strings.Fields(row.members)...))
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s of %s:\n got %q\nwant %q", row.facet, row.target, got, row.want)
		}
	}
}

// TestPlansFollowTheProgram compares the facets loans and cleanup with the plans of
// the checker, section by section.
func TestPlansFollowTheProgram(t *testing.T) {
	for _, name := range sampleProjects {
		i := loadImage(t, name)
		for _, f := range i.functions() {
			plan := i.program().Ownership(f.ID)
			for _, row := range []struct {
				facet Facet
				want  map[string]int
			}{
				{FacetLoans, map[string]int{"header": 1, "loans": len(plan.Loans.Loans), "endpoints": len(plan.Loans.Endpoints), "edges": len(plan.Loans.Edges)}},
				{FacetCleanup, map[string]int{"header": 1, "slots": len(plan.Cleanup.Slots), "status_sources": len(plan.Cleanup.StatusSources),
					"blocks": len(plan.Cleanup.Blocks), "edges": len(plan.Cleanup.Edges), "regions": len(plan.Cleanup.Regions), "exits": len(plan.Cleanup.Exits)}},
			} {
				got := map[string]int{}
				o := i.firstPage(f.Identity.Text, row.facet)
				o.MaxBytes = MaxPageBytes
				for _, span := range i.pages(t, o) {
					section := item(t, span, "section")
					if section != "header" && item(t, span, "index") != strconv.Itoa(got[section]) {
						t.Errorf("%s of %s: %s", row.facet, f.Name, span)
					}
					got[section]++
				}
				for section, count := range row.want {
					if got[section] != count {
						t.Errorf("%s of %s: %d %s, want %d", row.facet, f.Name, got[section], section, count)
					}
				}
			}
		}
	}
}

func TestFacetRefusals(t *testing.T) {
	i := loadImage(t, "ledger")
	o := i.firstPage("ledger.apply", FacetSignature)
	o.PageSize = 2
	first, faults := i.Facet(o)
	if faults != nil || first.Next == "" {
		t.Fatalf("the first page: %v, next %q", faults, first.Next)
	}
	other, _ := i.Facet(FacetOptions{Target: "ledger.apply", Facet: FacetContracts,
		Handle: i.FacetHandle("ledger.apply", FacetContracts), PageSize: 2, MaxBytes: DefaultPageBytes})
	for _, row := range []struct {
		name   string
		change func(*FacetOptions)
		want   string
	}{
		{"absent target", func(o *FacetOptions) { o.Target = "absent" }, "SPX-G219"},
		{"a record", func(o *FacetOptions) { o.Target = "ledger.balance" }, "SPX-G227"},
		{"another handle", func(o *FacetOptions) { o.Handle = i.FacetHandle("ledger.apply", FacetCallers) }, "SPX-G229"},
		{"another target's handle", func(o *FacetOptions) { o.Target = "ledger.key" }, "SPX-G229"},
		{"an unknown facet", func(o *FacetOptions) { o.Facet = "other"; o.Handle = i.FacetHandle(o.Target, "other") }, "SPX-G227"},
		{"no items", func(o *FacetOptions) { o.PageSize = 0 }, "SPX-G228"},
		{"too many items", func(o *FacetOptions) { o.PageSize = 129 }, "SPX-G228"},
		{"few bytes", func(o *FacetOptions) { o.MaxBytes = 1023 }, "SPX-G228"},
		{"many bytes", func(o *FacetOptions) { o.MaxBytes = 1<<20 + 1 }, "SPX-G228"},
		{"a page that does not fit", func(o *FacetOptions) { o.MaxBytes = 1024 }, "SPX-G228"},
		{"another facet's cursor", func(o *FacetOptions) { o.Cursor = other.Next }, "SPX-G229"},
		{"another page size", func(o *FacetOptions) { o.Cursor = first.Next; o.PageSize = 1 }, "SPX-G229"},
		{"a cursor of offset 0", func(o *FacetOptions) { o.Cursor = "0" + first.Next[1:] }, "SPX-G227"},
		{"a cursor off the page", func(o *FacetOptions) { o.Cursor = "1" + first.Next[1:] }, "SPX-G227"},
		{"a longer number", func(o *FacetOptions) { o.Cursor = "0" + first.Next }, "SPX-G227"},
		{"no number", func(o *FacetOptions) { o.Cursor = "x" }, "SPX-G227"},
		{"a long cursor", func(o *FacetOptions) { o.Cursor = "2:" + strings.Repeat("x", 100) }, "SPX-G227"},
		{"another digest", func(o *FacetOptions) { o.Cursor = first.Next[:len(first.Next)-1] + "x" }, "SPX-G229"},
		{"beyond the end", func(o *FacetOptions) {
			o.Cursor = cursorOf(domainFacetCursor, 40, o.Handle.String(), "40", "2")
		}, "SPX-G229"},
	} {
		changed := o
		row.change(&changed)
		_, faults := i.Facet(changed)
		if got := string(code(faults)); got != row.want {
			t.Errorf("%s: %q, want %q (%v)", row.name, got, row.want, faults)
		}
	}
}

// TestFacetBytesAreExact: a page is given at exactly its size and refused one byte
// below.
func TestFacetBytesAreExact(t *testing.T) {
	i := loadImage(t, "ledger")
	o := i.firstPage("ledger.apply", FacetContracts)
	page, _ := i.Facet(o)
	size := len(FacetPageShape().AppendCJ(nil, &page))
	o.MaxBytes = size
	_, faults := i.Facet(o)
	demandCode(t, "at its size", faults, "")
	o.MaxBytes = size - 1
	_, faults = i.Facet(o)
	demandCode(t, "one byte less", faults, CodeFacetBounds)
}

// TestContractExpressions rebuilds the text of operators from the tree.
func TestContractExpressions(t *testing.T) {
	i := loadImage(t, "ledger")
	f := i.functions()[i.graph.Node(i.graph.Find("ledger.apply")).Ref.Index]
	var got []string
	for _, row := range i.clauseRows(f) {
		got = append(got, row.Tree.Text+" = "+flat(&row.Tree.Root))
	}
	want := []string{
		"!balance.frozen = unary ! (place frozen)",
		"result.count == balance.count + 1 = binary == (place count) (binary + (place count) (int 1))",
		"result.total == balance.total + change(posting) = binary == (place total) (binary + (place total) (call ledger.change (place)))",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func flat(e *Expression) string {
	words := []string{e.Kind}
	for _, word := range []string{e.Operator, e.Value, e.Target} {
		if word != "" {
			words = append(words, word)
		}
	}
	for _, field := range e.Fields {
		words = append(words, field[strings.LastIndex(field, ".")+1:])
	}
	for _, part := range e.Parts {
		words = append(words, "("+flat(part.Part)+")")
	}
	return strings.Join(words, " ")
}

func TestFunctionSummary(t *testing.T) {
	i := loadImage(t, "ledger")
	s, faults := i.FunctionSummary("ledger.apply")
	if faults != nil {
		t.Fatal(faults)
	}
	if got, want := fmt.Sprint(s.Name, s.Path, s.Module, s.Parameters, s.Result, s.Requires, s.Ensures, s.Effects),
		fmt.Sprint("apply", "book/rules.spx", "ledger.rules", 2, "nominal:14:ledger.balance:0:", 1, 2, []string{}); got != want {
		t.Errorf("summary %s, want %s", got, want)
	}
	_, faults = i.FunctionSummary("ledger.balance")
	demandCode(t, "a record", faults, CodeFacetSubject)
	_, faults = i.FunctionSummary("absent")
	demandCode(t, "absent", faults, CodeQuery)
	if i.FacetHandle("a", FacetLoans) == i.FacetHandle("a", FacetCleanup) {
		t.Error("two facets have one handle")
	}
}
