package draft

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

func TestDocumentsAreBoundedToTheByte(t *testing.T) {
	p, d := threeHoles(t)
	t.Run("report", func(t *testing.T) {
		holdExact(t, MaxReportBytes, CodeCapacity, func(n int) (int, diag.List) {
			made, faults := assemble(d.kinds, d.valid, []Hole{{ID: "h", Kind: Body, Target: strings.Repeat("x", n), Type: "i64"}}, history{})
			if faults != nil {
				return 0, faults
			}
			return len(made.Report()), nil
		})
	})
	t.Run("context", func(t *testing.T) {
		c, faults := d.Context(p, "twice")
		noFault(t, faults)
		holdExact(t, MaxContextBytes, CodeCapacity, func(n int) (int, diag.List) {
			c.Source.Path = strings.Repeat("x", n)
			line, _, faults := c.Render()
			return len(line), faults
		})
	})
}

// TestHistoriesAreBounded assembles drafts with as many holes and events as may be.
func TestHistoriesAreBounded(t *testing.T) {
	_, d := threeHoles(t)
	for extra := range 2 {
		holes, past := make([]Hole, MaxHoles+extra), history{Events: make([]Event, MaxEvents+extra)}
		for i := range holes {
			holes[i] = Hole{ID: fmt.Sprintf("h%02d", i), Kind: Body, Target: "m.twice", Type: "i64"}
		}
		for i := range past.Events {
			past.Events[i] = Event{ID: canon.Plain(fmt.Sprint(i)), Kind: intent.ReplaceFunctionBody}
		}
		for name, faults := range map[string]diag.List{
			"holes":  second(assemble(d.kinds, d.valid, holes, history{})),
			"events": second(assemble(d.kinds, d.valid, nil, past)),
		} {
			if extra == 0 {
				noFault(t, faults)
			} else if len(faults) != 1 || faults[0].Code != CodeCapacity {
				t.Errorf("one of the %s more: %v", name, faults)
			}
		}
	}
}

func second(_ *Draft, faults diag.List) diag.List { return faults }

func TestHoleIDsAreBoundedToTheByte(t *testing.T) {
	noFault(t, checkHoleID(strings.Repeat("h", MaxHoleIDBytes)))
	wantCode(t, checkHoleID(strings.Repeat("h", MaxHoleIDBytes+1)), CodeCapacity)
	wantCode(t, checkHoleID(""), CodeHole)
}

// TestCallsAreCounted imports one function as often as a module may name functions.
func TestCallsAreCounted(t *testing.T) {
	p, d := threeHoles(t)
	g, faults := groundOf(p, d.Valid())
	noFault(t, faults)
	hole := d.Holes()[0]
	at, faults := g.place(&hole)
	noFault(t, faults)
	module := g.program.Modules[at.fn.Module]
	c := &Context{kinds: d.kinds, Hole: hole}
	noFault(t, c.addCalls(g, at))
	named := 0
	for _, ref := range module.Declarations {
		if ref.Kind == check.RefFunction && g.program.Functions[ref.Index].Name != mainName {
			named++
		}
	}
	use := check.Use{Alias: "again", Target: check.Ref{Kind: check.RefFunction, Index: int32(at.fn.ID)}}
	module.Uses = slices.Repeat([]check.Use{use}, MaxCalls-named)
	noFault(t, (&Context{kinds: d.kinds, Hole: hole}).addCalls(g, at))
	module.Uses = append(module.Uses, use)
	wantCode(t, (&Context{kinds: d.kinds, Hole: hole}).addCalls(g, at), CodeCapacity)
}

func TestSuggestedArgumentsAreCounted(t *testing.T) {
	c := &Context{Scope: []intent.ScopeRow{{Name: "a", Type: "i64"}}}
	for n, want := range map[int]bool{0: true, MaxSuggestionArguments: true, MaxSuggestionArguments + 1: false} {
		if got := c.hasArguments(&Call{Parameters: slices.Repeat([]CallParameter{{Type: "i64"}}, n)}); got != want {
			t.Errorf("%d arguments: %v", n, got)
		}
	}
}

// TestSuggestionsAreBounded lengthens the names in scope until the list does not fit.
func TestSuggestionsAreBounded(t *testing.T) {
	suggestions := func(width int) (*Suggestions, diag.List) {
		parameters := make([]string, 40)
		for n := range parameters {
			parameters[n] = fmt.Sprintf("p%02d%s: i64", n, strings.Repeat("n", width))
		}
		all := strings.Join(parameters, ", ")
		p, d := opened(t, memory(t, "@id(\"m.wide\")\nfn wide("+all+") -> usize\n{\n    1usize\n}\n\n@id(\"m.target\")\nfn target("+all+
			") -> usize\n{\n    1usize\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    0\n}\n"))
		return must(t)(d.OpenBody(p, "h", "m.target")).Suggest(p, "h")
	}
	size := func(width int) int {
		s, faults := suggestions(width)
		noFault(t, faults)
		if s.Considered != MaxSuggestionFills {
			t.Fatalf("considered %d", s.Considered)
		}
		return lineBytes(SuggestionsShape(), s)
	}
	least := size(0)
	step := size(1) - least // a byte more in each name
	most := (MaxSuggestionBytes - least) / step
	if got := size(most); got > MaxSuggestionBytes || got+step <= MaxSuggestionBytes {
		t.Errorf("%d bytes by %d", got, step)
	}
	_, faults := suggestions(most + 1)
	wantCode(t, faults, CodeCapacity)
}

// TestCataloguesAreBounded lengthens the names in scope until the catalogue does not fit.
func TestCataloguesAreBounded(t *testing.T) {
	catalogue := func(width int) (*Catalogue, diag.List) {
		var lets strings.Builder
		for n := range 100 {
			fmt.Fprintf(&lets, "    let v%02d%s = %d;\n", n, strings.Repeat("n", width), n)
		}
		p, d := opened(t, memory(t, "@id(\"m.main\")\nfn main() -> i64\n{\n"+lets.String()+"    0\n}\n"))
		return d.Expressions(p, "m.main", RegionBody)
	}
	size := func(width int) int {
		c, faults := catalogue(width)
		noFault(t, faults)
		return lineBytes(CatalogueShape(), c)
	}
	least := size(0)
	step := size(1) - least
	most := (MaxCatalogueBytes - least) / step
	if got := size(most); got > MaxCatalogueBytes || got+step <= MaxCatalogueBytes {
		t.Errorf("%d bytes by %d", got, step)
	}
	_, faults := catalogue(most + 1)
	wantCode(t, faults, CodeCapacity)
}

// TestVisitsAreCounted compares a function when the visits that are left reach exactly.
func TestVisitsAreCounted(t *testing.T) {
	p, d := threeHoles(t)
	g, faults := groundOf(p, d.Valid())
	noFault(t, faults)
	fn := g.program.Functions[0]
	expressions := len(g.program.Identities(fn).Expressions)
	for extra := range 2 {
		r := &readmitter{from: g, bound: CodeRebaseBound, visits: MaxRegionVisits - expressions + extra}
		if faults := r.visit(fn); (faults != nil) != (extra == 1) || faults != nil && faults[0].Code != CodeRebaseBound {
			t.Errorf("%d visits: %v", r.visits, faults)
		}
	}
}

// TestReconciliationsFitTheirBound writes the longest reports that the bounds of their
// parts allow: none is refused for its size, which is judged all the same.
func TestReconciliationsFitTheirBound(t *testing.T) {
	long := strings.Repeat("x", 4096)
	valid := candidate.Reconciliation{Kind: candidate.Merged}
	for range candidate.MaxChanges {
		valid.Classifications = append(valid.Classifications, candidate.Classification{Target: long, Intent: intent.AddContract})
	}
	row := Readmission{strings.Repeat("h", MaxHoleIDBytes), Contract, long, long, long, true, true}
	hole := MergedHole{Hole{ID: row.Hole, Kind: Contract, Target: long, Expression: long, Type: long, Phase: "requires"}, []string{parentLeft, parentRight}}
	rows, holes := slices.Repeat([]Readmission{row}, MaxHoles), slices.Repeat([]MergedHole{hole}, MaxHoles)
	if n := lineBytes(RebaseShape(), &RebaseReport{Valid: valid, Holes: rows}); n > MaxReconciliationBytes || n < MaxReconciliationBytes/4 {
		t.Errorf("a rebase has %d bytes", n)
	}
	if n := lineBytes(MergeShape(), &MergeReport{Valid: valid, LeftHoles: rows, RightHoles: rows, Holes: holes}); n > MaxReconciliationBytes || n < MaxReconciliationBytes/4 {
		t.Errorf("a merge has %d bytes", n)
	}
}

// TestCapsuleBytesAreExact gives a restoration blanks, which are no capsule.
func TestCapsuleBytesAreExact(t *testing.T) {
	if testing.Short() {
		t.Skip("64 MiB are for the full run")
	}
	p, d := threeHoles(t)
	i, faults := p.Base(d.Valid())
	noFault(t, faults)
	text := []byte(strings.Repeat(" ", MaxCapsuleBytes+1))
	for n, code := range map[int]diag.Code{MaxCapsuleBytes: CodeHole, MaxCapsuleBytes + 1: CodeCapacity} {
		_, faults := Restore(p, i, text[:n])
		wantCode(t, faults, code)
	}
}

// lineBytes is the size of a document as one line.
func lineBytes[V any](shape *schema.Kind[V], made *V) int {
	if made == nil {
		return 0
	}
	return len(shape.AppendCJ(nil, made)) + len("\n")
}
