package delta

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/intent"
)

func TestBrief(t *testing.T) {
	p, c := changed(t, renamePrice, requireTotal, implementTag, deleteUnused)
	b, faults := NewBrief(p, c)
	noFault(t, faults)
	if b.Approved() != c.Revision() || b.Project != "shop" || b.Version != "0.1.0" || len(b.Operations) != 4 {
		t.Errorf("%+v", b)
	}
	if op := b.Operations[1]; op.Kind != intent.AddContract || op.Intent != c.Changes()[1].IntentText() {
		t.Errorf("%+v", op)
	}
	var targets []string
	for _, d := range b.Declarations {
		targets = append(targets, d.Target+" "+string(d.Change))
	}
	if want := []string{"shop.price modified", "shop.tag.named added", "shop.total modified", "shop.unused removed"}; !slices.Equal(targets, want) {
		t.Errorf("declarations %q", targets)
	}
	if d := b.Declarations[0]; d.OldName != "price" || d.Name != "cost_of" || d.Before != "fn price(item: Item, factor: i64) -> i64" || d.BodyChanged {
		t.Errorf("%+v", d)
	}
	if len(b.Contracts) != 1 || !slices.Equal(b.Contracts[0].Added, []string{"requires tax >= 0"}) || b.Contracts[0].Removed != nil || b.Contracts[0].Rests {
		t.Errorf("contracts %+v", b.Contracts)
	}
	if len(b.Effects) != 0 || len(b.Interfaces) != 1 || b.Interfaces[0].Subject != "implementation shop.tag.named" {
		t.Errorf("effects %+v, interfaces %+v", b.Effects, b.Interfaces)
	}
	gone := b.Impact[slices.IndexFunc(b.Impact, func(i BriefImpact) bool { return i.Target == "shop.unused" })]
	if !gone.Gone || gone.Walk == nil || gone.Functions != 0 {
		t.Errorf("%+v", gone)
	}
	price := b.Impact[slices.IndexFunc(b.Impact, func(i BriefImpact) bool { return i.Target == "shop.price" })]
	if price.Gone || price.Functions != 4 || !price.Walk.Roots.Entry || !price.Walk.Roots.Test {
		t.Errorf("%+v", price)
	}
}

// TestWithout counts repetitions.
func TestWithout(t *testing.T) {
	r := [][]string{{"a", "b", "b"}, {"b", "c"}}
	if got := without(r[0], r[1]); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("%q", got)
	}
	if got := without(r[1], r[0]); !slices.Equal(got, []string{"c"}) {
		t.Errorf("%q", got)
	}
}

// resting is a chain of n functions whose clauses call the one before.
func resting(n int) map[string]string {
	files := calledInContract()
	var core strings.Builder
	core.WriteString("module m.core;\n\n@id(\"m.f0\")\nfn f0(a: i64) -> i64\n{\n    a\n}\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&core, "\n@id(\"m.f%d\")\nfn f%d(a: i64) -> i64\n    requires f%d(a) > 0\n{\n    a\n}\n", i, i, i-1)
	}
	files["core.spx"] = core.String()
	files["app.spx"] = "module m.app;\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    1\n}\n"
	return files
}

// TestBriefNamesWhatIsTooLarge passes the bound of contract deltas: the delta is
// refused, the brief stays usable and says so.
func TestBriefNamesWhatIsTooLarge(t *testing.T) {
	p, c := changedFiles(t, resting(270), `{"kind":"replace_function_body","target":"m.f0","body":{"kind":"i64","value":3}}`)
	_, faults := Contract.Make(p, c, "")
	wantCode(t, "a chain of clauses", faults, CodeContractBound)
	b, faults := NewBrief(p, c)
	noFault(t, faults)
	if !slices.Equal(b.Incomplete, []string{"contracts"}) || len(b.Contracts) == 0 || len(b.Declarations) != 1 || len(b.Review.Files) != 1 {
		t.Errorf("incomplete %q, %d contracts, %d declarations", b.Incomplete, len(b.Contracts), len(b.Declarations))
	}
}

// TestBriefOfEffects adds a function that has an effect.
func TestBriefOfEffects(t *testing.T) {
	files := calledInContract()
	files["core.spx"] = "module m.core;\n\npermit { clock.read }\n\n@id(\"m.tick\")\nfn tick(a: i64) -> i64\n    uses { clock.read }\n{\n    a\n}\n\n@id(\"m.checked\")\nfn checked(a: i64) -> i64\n{\n    a\n}\n"
	p, c := changedFiles(t, files, `{"kind":"add_declaration","target":"m.tick","declaration":{"id":"m.tock","name":"tock","parameters":[],"return_type":"i64","effects":["clock.read"],"requires":[],"ensures":[],"body":{"kind":"i64","value":2}}}`,
		`{"kind":"delete_declaration","target":"m.tick"}`)
	b, faults := NewBrief(p, c)
	noFault(t, faults)
	if len(b.Effects) != 2 || b.Effects[0].Subject != "m.tick" || !slices.Equal(b.Effects[0].Removed, []string{"clock.read"}) ||
		b.Effects[1].Subject != "m.tock" || !slices.Equal(b.Effects[1].Added, []string{"clock.read"}) {
		t.Errorf("%+v", b.Effects)
	}
}
