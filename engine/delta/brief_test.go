package delta

import (
	"slices"
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
