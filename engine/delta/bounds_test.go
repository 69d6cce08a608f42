package delta

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/internal/fixture"
)

// TestBudgetsAreExact spends each budget of a report to its end, and one more.
func TestBudgetsAreExact(t *testing.T) {
	for _, row := range []struct {
		most  int
		spend func(b *budget, n int)
		over  string
	}{
		{MaxItems, (*budget).rows, "items"},
		{MaxVisits, (*budget).visit, "expressions visited"},
		{MaxCallEdges, (*budget).edges, "calls"},
		{MaxFactBytes, (*budget).fact, "bytes of facts"},
		{MaxWalks, func(b *budget, n int) {
			for range n {
				b.walk()
			}
		}, "steps along calls"},
	} {
		var b budget
		row.spend(&b, row.most-1)
		row.spend(&b, 1)
		if b.full() {
			t.Errorf("%d %s pass the bound", row.most, row.over)
		}
		if row.spend(&b, 1); !b.full() || b.over != row.over {
			t.Errorf("one more: over %q, want %q", b.over, row.over)
		}
		if row.spend(&b, 1); b.over != row.over {
			t.Errorf("after that: over %q, want %q", b.over, row.over)
		}
	}
}

// TestReportsCarryTheirConstants says which bound TestBounds lowers for each kind.
func TestReportsCarryTheirConstants(t *testing.T) {
	for _, k := range kinds() {
		want := MaxReportBytes
		if k == SemanticCatalogue {
			want = MaxCatalogueBytes
		}
		if got := k.family().mostBytes; got != want {
			t.Errorf("%s: %d bytes, want %d", k.Schema(), got, want)
		}
	}
	if MaxReviewFiles != project.MaxSources {
		t.Errorf("a review has %d files, a project %d", MaxReviewFiles, project.MaxSources)
	}
}

// TestReviewsAreBoundedToTheByte lengthens the one text of a review.
func TestReviewsAreBoundedToTheByte(t *testing.T) {
	write := func(n int) ([]byte, diag.List) {
		return (&Review{Files: []ReviewedFile{{Path: "a.spx", Diff: []byte(strings.Repeat("x", n))}}}).Line()
	}
	least, faults := write(1)
	noFault(t, faults)
	most := 1 + MaxReviewBytes - len(least)
	if line, faults := write(most); faults != nil || len(line) != MaxReviewBytes {
		t.Errorf("%d bytes: %v", len(line), faults)
	}
	_, faults = write(most + 1)
	wantCode(t, "one byte more", faults, diag.G223)
}

// TestSummariesAreBoundedToTheByte lengthens the effects of a function.
func TestSummariesAreBoundedToTheByte(t *testing.T) {
	const words = 70
	summary := func(n int) (int, diag.List) {
		var list []string
		for w := range words {
			width := n / words
			if w < n%words {
				width++
			}
			list = append(list, fmt.Sprintf("e%02d%s", w, strings.Repeat("x", width-3)))
		}
		effects := strings.Join(list, ", ")
		p, c := opened(t, derive(t, fixture.Small(map[string]string{
			"app.spx": "module m.app;\n\npermit { " + effects + " }\n\n@id(\"m.f\")\nfn f() -> i64\n    uses { " + effects + " }\n{\n    0\n}\n\n" +
				"@id(\"m.main\")\nfn main() -> i64\n{\n    0\n}\n",
			"tests.spx": "module m.tests;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    0\n}\n",
		})))
		r, faults := NewReader(p, c)
		noFault(t, faults)
		s, faults := r.FunctionSummary("m.f")
		return len(FunctionSummaryShape().AppendCJ(nil, &s)), faults
	}
	some, faults := summary(60_000)
	noFault(t, faults)
	n := 60_000 + MaxSummaryBytes - some
	if size, faults := summary(n); faults != nil || size != MaxSummaryBytes {
		t.Errorf("%d bytes: %v", size, faults)
	}
	_, faults = summary(n + 1)
	wantCode(t, "one byte more", faults, CodeFunction)
}

// TestFragmentsAreCounted gives a class a method with a long comment, whose text counts
// in both, and a function one that fills the rest to the byte.
func TestFragmentsAreCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a source of 8 MiB")
	}
	const most = MaxFragmentBytes / 2 // of each side
	roots := func(twice, once int) (sum int, faults diag.List) {
		comment := func(n int, indent string) string { return indent + "// " + strings.Repeat("c", n) + "\n" }
		p, c := opened(t, derive(t, fixture.Small(map[string]string{
			"app.spx": "module m.app;\n\n@id(\"m.k\")\nclass K {\n    @id(\"m.k.x\")\n    x: i64,\n\n    @id(\"m.k.f\")\n    fn f(self: K) -> i64\n{\n" +
				comment(twice, "        ") + "        0\n    }\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n" + comment(once, "    ") + "    0\n}\n",
			"tests.spx": "module m.tests;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    0\n}\n",
		})))
		r, faults := SemanticCatalogue.family().begin(p, c)
		fixture.NoFault(t, faults)
		found, faults := r.base.roots()
		for _, row := range found {
			sum += len(row.text)
		}
		return sum, faults
	}
	const twice = most/2 - 1000
	sum, faults := roots(twice, 1)
	fixture.NoFault(t, faults)
	once := 1 + most - sum
	if sum, faults := roots(twice, once); faults != nil || sum != most {
		t.Errorf("%d bytes: %v", sum, faults)
	}
	_, faults = roots(twice, once+1)
	fixture.WantCode(t, faults, CodeSemanticBound)
}
