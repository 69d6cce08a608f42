package candidate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// lineBytes is the size of a document as one line.
func lineBytes[V any](shape *schema.Kind[V], made *V) int {
	if made == nil {
		return 0
	}
	return len(shape.AppendCJ(nil, made)) + len("\n")
}

// targeting is a candidate whose history names a target of n bytes.
func targeting(c *Candidate, n int) *Candidate {
	copied := *c
	copied.operations = []intent.Operation{{Kind: intent.RenameDeclaration, Target: strings.Repeat("x", n)}}
	return &copied
}

func TestDocumentsAreBoundedToTheByte(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	t.Run("comparison", func(t *testing.T) {
		holdExact(t, MaxComparisonBytes, diag.G223, func(n int) (int, diag.List) {
			made, faults := targeting(c, n).Compare(targeting(c, n))
			return lineBytes(ComparisonShape(), made), faults
		})
	})
	t.Run("rebase", func(t *testing.T) {
		holdExact(t, MaxRebaseBytes, CodeRebaseBound, func(n int) (int, diag.List) {
			r := &Reconciliation{Kind: Rebased, Classifications: []Classification{{Target: strings.Repeat("x", n), Intent: intent.AddContract}}}
			_, made, faults := reported(c, r)
			return lineBytes(ReconciliationShape(), made), faults
		})
	})
	t.Run("test plan", func(t *testing.T) {
		holdExact(t, MaxPlanBytes, CodePlanBound, func(n int) (int, diag.List) {
			made, faults := targeting(c, n).Plan(p)
			return lineBytes(TestPlanShape(), made), faults
		})
	})
	t.Run("attempt", func(t *testing.T) {
		holdExact(t, MaxAttemptBytes, CodeAttemptBound, func(n int) (int, diag.List) {
			change := &Change{base: c.now.revision, intent: `{}`, text: `"` + strings.Repeat("x", n) + `"`}
			made, faults := c.reject(p, change, diag.List{diag.New(diag.G222, "", diag.Span{}, "no")})
			if faults != nil {
				return 0, faults
			}
			return len(made.Report()), nil
		})
	})
	for name, bound := range map[string]int{"change catalogue": intent.MaxCatalogueBytes, "expression catalogue": intent.MaxExpressionCatalogueBytes} {
		t.Run(name, func(t *testing.T) {
			holdExact(t, bound, diag.G226, func(n int) (int, diag.List) {
				text := strings.Repeat("x", n)
				line, _ := renderLine(schema.String(), &text, 0)
				return len(line), within(schema.String(), &text, bound, diag.G226)
			})
		})
	}
}

// TestReportsAreBoundedToTheByte writes the operations and the changes of a step.
func TestReportsAreBoundedToTheByte(t *testing.T) {
	i := loadProject(t, "calculator")
	p, c := opened(t, i)
	t.Run("operations", func(t *testing.T) {
		size := func(n int) int {
			r := report{BaseGraph: c.base.graph, CandidateGraph: c.now.graph, Operations: targeting(c, n).operations}
			line, _ := renderLine(p.shapes().delta, &r, 0)
			return len(line)
		}
		for extra := range 2 {
			n := 1 + MaxDeltaBytes - size(1) + extra
			s := &step{base: c.base, now: c.now, image: i, operations: targeting(c, n).operations}
			_, faults := s.write(p.shapes(), i)
			if refused := len(faults) == 1 && faults[0].Code == diag.G223; refused != (extra == 1) || faults != nil && !refused {
				t.Errorf("%d bytes: %v", size(n), faults)
			}
		}
	})
	t.Run("report", func(t *testing.T) {
		if testing.Short() {
			t.Skip("64 MiB are for the full run")
		}
		holdExact(t, MaxReportBytes, diag.G223, func(n int) (int, diag.List) {
			s := &step{base: c.base, now: c.now, image: i, changes: []*Change{{text: `"` + strings.Repeat("x", n) + `"`}}}
			text, faults := s.write(p.shapes(), i)
			return len(text), faults
		})
	})
}

func TestAttemptDiagnosticsAreCounted(t *testing.T) {
	one := diag.New(diag.G222, "p", diag.Span{}, "x")
	size := len(one.Code) + len(one.Message()) + len(one.Path) + len(one.Help)
	for extra := range 2 {
		list := make(diag.List, MaxAttemptDiagnostics+extra)
		for i := range list {
			list[i] = one
		}
		if _, fits := attemptDiagnostics(list); fits != (extra == 0) {
			t.Errorf("%d diagnostics: %v", len(list), fits)
		}
		long := diag.New(diag.G222, "p", diag.Span{}, strings.Repeat("x", 1+MaxAttemptTextBytes-size+extra))
		if rows, fits := attemptDiagnostics(diag.List{long}); fits != (extra == 0) || fits && len(rows[0].Message)+len(rows[0].Code)+1 != MaxAttemptTextBytes {
			t.Errorf("%d bytes of text more than fit: %v", extra, fits)
		}
	}
}

// TestPreviewsAreBounded repeats as many diagnostics, and as much text, as may be. The
// worst of both directions stays below the bound of the whole.
func TestPreviewsAreBounded(t *testing.T) {
	many := make(diag.List, MaxPreviewDiagnostics+1)
	for i := range many {
		many[i] = diag.New(diag.G222, "", diag.Span{}, fmt.Sprint(i))
	}
	for _, n := range []int{MaxPreviewDiagnostics, MaxPreviewDiagnostics + 1} {
		if got := previewDiagnostics(many[:n]); len(got) != MaxPreviewDiagnostics {
			t.Errorf("%d of %d diagnostics", len(got), n)
		}
	}
	head := len(diag.New(diag.G222, "", diag.Span{}, "").Message()) + len(diag.G222)
	for _, extra := range []int{0, 1} {
		list := diag.List{diag.New(diag.G222, "", diag.Span{}, strings.Repeat("x", MaxPreviewTextBytes-head+extra)), many[0]}
		got := previewDiagnostics(list)
		if cut := got[0].Message != list[0].Message(); len(got) != 1 || cut != (extra == 1) || len(got[0].Code)+len(got[0].Message) > MaxPreviewTextBytes {
			t.Errorf("%d bytes more than fit: %d rows, cut %v", extra, len(got), cut)
		}
	}
	worst := make(diag.List, MaxPreviewDiagnostics)
	for i := range worst {
		worst[i] = diag.New(diag.G222, "", diag.Span{}, strings.Repeat("\x01", MaxPreviewTextBytes/MaxPreviewDiagnostics-head))
	}
	rows := previewDiagnostics(worst)
	preview := &MergePreview{LeftThenRight: MergeDirection{Diagnostics: rows}, RightThenLeft: MergeDirection{Diagnostics: rows}}
	if line, ok := renderLine(MergePreviewShape(), preview, MaxPreviewBytes); !ok || len(rows) != MaxPreviewDiagnostics || len(line) < MaxPreviewBytes/2 {
		t.Errorf("the worst preview has %d rows and %d bytes", len(rows), len(line))
	}
}

func TestSymbolAttemptsAreCounted(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	current, faults := p.Current(c)
	noFault(t, faults)
	var attempts []*Attempt
	for n := range MaxSymbolAttempts + 1 {
		attempts = append(attempts, attempted(t, p, c, fmt.Sprintf(`{"kind":"rename_declaration","target":"calculator.add","name":"no name %d"}`, n)))
	}
	_, _, faults = c.SymbolDiagnostics(p, current, "calculator.add", attempts[:MaxSymbolAttempts])
	noFault(t, faults)
	_, _, faults = c.SymbolDiagnostics(p, current, "calculator.add", attempts)
	wantCode(t, faults, CodeAttemptBound)
	t.Run("bytes", func(t *testing.T) {
		holdExact(t, MaxSymbolBytes, CodeAttemptBound, func(n int) (int, diag.List) {
			text, _, faults := c.SymbolDiagnostics(p, current, strings.Repeat("x", n), nil)
			return len(text), faults
		})
	})
}

func TestReplacementsAreCounted(t *testing.T) {
	view := intent.Expression{Kind: intent.ExprBuiltinCall, Target: viewOfBytes,
		Arguments: []intent.Expression{{Kind: intent.ExprProject, Target: "f", Value: &intent.Expression{Kind: intent.ExprPlace, Name: "r"}}}}
	for n, fits := range map[int]bool{0: false, 1: true, MaxReplacements: true, MaxReplacements + 1: false} {
		body := &intent.Expression{Kind: intent.ExprCall, Arguments: make([]intent.Expression, n)}
		for i := range body.Arguments {
			body.Arguments[i] = view
		}
		made := borrowFields(body)
		if (made != nil) != fits || fits && len(made.Replacements) != n {
			t.Errorf("%d views: %v", n, made != nil)
		}
	}
}

func TestCapsuleBytesAreExact(t *testing.T) {
	if testing.Short() {
		t.Skip("64 MiB are for the full run")
	}
	p, _ := opened(t, loadProject(t, "calculator"))
	text := make([]byte, MaxCapsuleBytes+1)
	for i := range text {
		text[i] = ' '
	}
	for n, code := range map[int]diag.Code{MaxCapsuleBytes: CodeCapsule, MaxCapsuleBytes + 1: CodeCapsuleBound} {
		_, faults := ReadCapsule(p, text[:n])
		wantCode(t, faults, code)
	}
}
