package check_test

import (
	"slices"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// unraised are the codes of the check families that no single file of this
// level raises, each with its reason.
func unraised() map[diag.Code]string {
	return map[diag.Code]string{
		diag.O114: "every lifecycle of the level is infallible",
		diag.Q109: "needs 257 protocols",
		diag.Q110: "no older projection exists here",
		diag.G171: "needs a workspace over a bound",
	}
}

// TestCodeExamples runs the example of every code that has one and that the
// parser does not report itself: the first error, or for a warning some
// diagnostic, has that code and place.
func TestCodeExamples(t *testing.T) {
	ran := 0
	for entry := range diag.Entries() {
		source, offset, ok := entry.Program()
		if !ok {
			continue
		}
		file, fault := syntax.Parse("example.spx", []byte(source))
		if fault != nil {
			if fault.Code != entry.Code {
				t.Errorf("%s: the example does not parse: %v", entry.Code, fault)
			}
			continue
		}
		ran++
		found := check.Single(file).Diagnostics
		at := slices.IndexFunc(found, func(d *diag.Diagnostic) bool {
			return d.Code == entry.Code && d.Span.Start == uint32(offset)
		})
		first := slices.IndexFunc(found, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error })
		switch {
		case at < 0:
			t.Errorf("%s: not at byte %d; got %v", entry.Code, offset, found)
		case !entry.Code.IsWarning() && at != first:
			t.Errorf("%s: the first error is %v", entry.Code, found[first])
		}
	}
	if ran < 100 {
		t.Errorf("only %d examples ran", ran)
	}
}

// TestEveryCheckCodeHasAnExample fails for a code of the checker's families
// without an example and without a reason.
func TestEveryCheckCodeHasAnExample(t *testing.T) {
	reasons := unraised()
	for entry := range diag.Entries() {
		family := entry.Code[len("SPX-")]
		if !slices.Contains([]byte("STCEMOUQ"), family) || reasons[entry.Code] != "" {
			continue
		}
		if entry.Example == "" {
			t.Errorf("%s has no example", entry.Code)
		}
	}
}
