package image

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// words lists texts of n bytes together, none longer than a name may be.
func words(n int, format string) []string {
	const width = 1000
	var list []string
	for n > 0 {
		take := min(n, width)
		if rest := n - take; rest > 0 && rest < 8 {
			take -= 8
		}
		word := fmt.Sprintf(format, len(list))
		list = append(list, word+strings.Repeat("x", take-len(word)))
		n -= take
	}
	return list
}

// holdExact grows a payload by one text until it has exactly most bytes, which is
// answered, and by one byte more, which is refused.
func holdExact(t *testing.T, what string, most int, want diag.Code, ask func(n int) (size int, faults diag.List)) {
	t.Helper()
	const many = 60_000
	some, faults := ask(many)
	demandCode(t, what, faults, "")
	n, size := many, some
	for range 60 { // longer words may be more words, with more bytes around them
		n += most - size
		if size, faults = ask(n); size == most {
			demandCode(t, what+" of the most bytes", faults, "")
			_, faults = ask(n + 1)
			demandCode(t, what+" of one byte more", faults, want)
			return
		}
		if faults != nil {
			size = most + 1
		}
	}
	t.Errorf("%s: no text gives %d bytes, %d give %d", what, most, many, some)
}

func TestPayloadsAreBoundedToTheByte(t *testing.T) {
	holdExact(t, "a symbol", MaxSymbolBytes, CodeCapacity, func(n int) (int, diag.List) {
		parameters := strings.Join(words(n, "p%02d"), ": i64, ") + ": i64"
		i := derive(t, aroundCore(t, "long", "module long.core;\n\n@id(\"long.f\")\nfn f("+parameters+") -> i64\n{\n    0\n}\n"))
		s, faults := i.Symbol("long.f")
		return len(SymbolShape().AppendCJ(nil, &s)), faults
	})
	holdExact(t, "a function summary", MaxSummaryBytes, CodeFacetBounds, func(n int) (int, diag.List) {
		effects := strings.Join(words(n, "e%02d"), ", ")
		i := derive(t, aroundCore(t, "long", "module long.core;\n\npermit { "+effects+" }\n\n@id(\"long.f\")\nfn f() -> i64\n    uses { "+effects+" }\n{\n    0\n}\n"))
		s, faults := i.FunctionSummary("long.f")
		return len(SummaryShape().AppendCJ(nil, &s)), faults
	})
}

// TestOptionsTakeTheirBoundaries asks with every option at its least and greatest value;
// those beyond are in the tests of refusals.
func TestOptionsTakeTheirBoundaries(t *testing.T) {
	i := loadImage(t, "calculator")
	target := i.functions()[0].Identity.Text
	for _, o := range []WalkOptions{{Depth: 0, MaxBytes: MinWalkBytes, MaxNodes: 1}, {Depth: MaxDepth, MaxBytes: MaxWalkBytes, MaxNodes: MaxNodes}} {
		w := around(target)
		w.Depth, w.MaxBytes, w.MaxNodes = o.Depth, o.MaxBytes, o.MaxNodes
		_, faults := i.Context(w)
		demandCode(t, fmt.Sprintf("a context of %+v", o), faults, "")
	}
	for _, o := range []PageOptions{{PageSize: 1, MaxBytes: MaxPageBytes}, {PageSize: MaxPageItems, MaxBytes: MaxPageBytes}} {
		f := i.firstPage(target, FacetSignature)
		f.PageSize, f.MaxBytes = o.PageSize, o.MaxBytes
		_, faults := i.Facet(f)
		demandCode(t, fmt.Sprintf("a facet of %+v", o), faults, "")
		d := i.firstDependencyPage(target, ViewSites)
		d.PageSize, d.MaxBytes = o.PageSize, o.MaxBytes
		_, faults = i.DependencyPage(d)
		demandCode(t, fmt.Sprintf("a page of %+v", o), faults, "")
		d.MaxBytes++
		_, faults = i.DependencyPage(d)
		demandCode(t, "a page of a byte more", faults, CodeDependencyOptions)
	}
	// At its least bytes a page is judged by what is on it.
	d := i.firstDependencyPage(target, ViewSites)
	d.PageSize, d.MaxBytes = 1, MinPageBytes
	_, faults := i.DependencyPage(d)
	if got := code(faults); got != "" && got != "SPX-G323" {
		t.Errorf("a page of the least bytes: %v", faults)
	}
	for n, want := range map[int]diag.Code{MaxReferenceBytes: CodeReference, MaxReferenceBytes + 1: CodeReferenceBytes} {
		_, faults := i.ResolveReference([]byte(strings.Repeat(" ", n)))
		demandCode(t, fmt.Sprintf("a reference of %d bytes", n), faults, want)
	}
}

// TestFacetItemsAreCounted gives a function parameters until its signature has as many
// rows as may be.
func TestFacetItemsAreCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("checks functions of 65,536 parameters")
	}
	ask := func(parameters int) (int, diag.List) {
		var list strings.Builder
		for n := range parameters {
			if n > 0 {
				list.WriteString(", ")
			}
			fmt.Fprintf(&list, "p%d: i64", n)
		}
		i := derive(t, aroundCore(t, "long", "module long.core;\n\n@id(\"long.f\")\nfn f("+list.String()+") -> i64\n{\n    0\n}\n"))
		page, faults := i.Facet(i.firstPage("long.f", FacetSignature))
		return page.Total, faults
	}
	some, faults := ask(10)
	demandCode(t, "ten parameters", faults, "")
	most := 10 + MaxFacetItems - some
	if total, faults := ask(most); total != MaxFacetItems {
		t.Errorf("%d rows: %v", total, faults)
	}
	_, faults = ask(most + 1)
	demandCode(t, "one parameter more", faults, CodeFacetBounds)
}

// TestDependencyRowsAreCounted reads one field as often as a report may have sites.
func TestDependencyRowsAreCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("checks 65,536 uses of a field")
	}
	ask := func(sites int) (int, diag.List) {
		var text strings.Builder
		text.WriteString("module long.core;\n\n@id(\"long.r\")\nrecord R {\n    @id(\"long.r.x\")\n    x: i64,\n}\n\n@id(\"long.f\")\nfn f(r: R) -> i64\n{\n")
		for n := range sites / 100 {
			fmt.Fprintf(&text, "    let w%d = r.x%s;\n", n, strings.Repeat(" + r.x", 99))
		}
		for n := range sites % 100 {
			fmt.Fprintf(&text, "    let v%d = r.x;\n", n)
		}
		i := derive(t, aroundCore(t, "long", text.String()+"    0\n}\n"))
		page, faults := i.DependencyPage(i.firstDependencyPage("long.r.x", ViewSites))
		return page.Total, faults
	}
	for extra, want := range []diag.Code{"", CodeDependencyCapacity} {
		total, faults := ask(MaxDependencyRows + extra)
		demandCode(t, fmt.Sprintf("%d sites", MaxDependencyRows+extra), faults, want)
		if extra == 0 && total != MaxDependencyRows {
			t.Errorf("%d sites", total)
		}
	}
}

// TestDependencyVisitsAreCounted gives a project as many expressions as are visited.
func TestDependencyVisitsAreCounted(t *testing.T) {
	if os.Getenv("SEMAPRAX_SOAK") == "" {
		t.Skip("checks a million expressions: make soak")
	}
	ask := func(expressions int) (int, diag.List) {
		var text strings.Builder
		text.WriteString("module long.core;\n\n@id(\"long.r\")\nrecord R {\n    @id(\"long.r.x\")\n    x: i64,\n}\n\n@id(\"long.f\")\nfn f(r: R) -> i64\n{\n    let x = r.x;\n")
		for n := range expressions / 201 { // 101 literals and 100 sums
			fmt.Fprintf(&text, "    let w%d = 1%s;\n", n, strings.Repeat(" + 1", 100))
		}
		for n := range expressions % 201 {
			fmt.Fprintf(&text, "    let v%d = 1;\n", n)
		}
		i := derive(t, aroundCore(t, "long", text.String()+"    0\n}\n"))
		x, faults := i.dependencyIndex("long.r")
		if faults != nil {
			return 0, faults
		}
		_, faults = i.Dependencies("long.r")
		work := x.report().Work
		return work.Expressions + work.Patterns, faults
	}
	some, faults := ask(10)
	demandCode(t, "ten expressions", faults, "")
	for extra, want := range []diag.Code{"", CodeDependencyCapacity} {
		visits, faults := ask(10 + MaxDependencyVisits - some + extra)
		if visits != MaxDependencyVisits+extra {
			t.Errorf("%d visits", visits)
		}
		demandCode(t, fmt.Sprintf("%d visits", visits), faults, want)
	}
}

// TestDependencyReportsAreBounded lengthens the identity of one user among many until
// the report does not fit.
func TestDependencyReportsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("renders reports of 8 MiB")
	}
	ask := func(sites, width int) (int, diag.List) {
		use := func(id string, sites int) string {
			var text strings.Builder
			fmt.Fprintf(&text, "\n@id(\"%s\")\nfn f%d(r: R) -> i64\n{\n", id, len(id))
			for n := range sites {
				fmt.Fprintf(&text, "    let v%d = r.x;\n", n)
			}
			return text.String() + "    r.x\n}\n"
		}
		i := derive(t, aroundCore(t, "long", "module long.core;\n\n@id(\"long.r\")\nrecord R {\n    @id(\"long.r.x\")\n    x: i64,\n}\n"+
			use("long.f", sites)+use("long."+strings.Repeat("g", width), 0)))
		report, faults := i.Dependencies("long.r.x")
		return len(report), faults
	}
	const some, most = 8_000, 24_000 // sites that fit, and that do not
	_, faults := ask(some, 10)
	demandCode(t, "a report that fits", faults, "")
	sites := some + sort.Search(most-some, func(n int) bool { _, faults := ask(some+n, 10); return faults != nil }) - 1
	least, _ := ask(sites, 10)
	wider, _ := ask(sites, 11)
	step := wider - least // an identity stands in several places
	width := 10 + (MaxDependencyBytes-least)/step
	size, faults := ask(sites, width)
	if faults != nil || size > MaxDependencyBytes || size+step <= MaxDependencyBytes || step > 8 {
		t.Errorf("%d bytes by %d: %v", size, step, faults)
	}
	_, faults = ask(sites, width+1)
	demandCode(t, "a report that does not fit", faults, CodeDependencyCapacity)
}
