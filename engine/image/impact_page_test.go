package image

import (
	"bytes"
	"slices"
	"strconv"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// impactPayload is a payload in the manner of the candidate's.
type impactPayload struct {
	ImpactFacts
	Views []ImpactViewHandle
	Cut   PageCut
}

func impactPayloadShape() *schema.Kind[impactPayload] {
	return schema.Document("test.impact.v1",
		ImpactFactsFields(func(p *impactPayload) *ImpactFacts { return &p.ImpactFacts }),
		ImpactViewsField(func(p *impactPayload) *[]ImpactViewHandle { return &p.Views }),
		PageCutFields(func(p *impactPayload) *PageCut { return &p.Cut }, ImpactItemSchema))
}

// impactPages joins the pages of a view.
func impactPages(t testing.TB, x *ImpactIndex, view ImpactView, o PageOptions) [][]byte {
	t.Helper()
	handle := canon.Plain(string(view))
	o.Handle = handle.String()
	payload := impactPayload{ImpactFacts: x.Facts(), Views: x.Views(func(v ImpactView) canon.Digest { return canon.Plain(string(v)) })}
	size := func(cut *PageCut) int {
		payload.Cut = *cut
		return len(impactPayloadShape().AppendCJ(nil, &payload))
	}
	naming := PageNaming{Handle: handle, CursorDomain: "test.cursor", Size: size,
		Options: "SPX-G333", Capacity: "SPX-G334", Reference: "SPX-G333"}
	var all [][]byte
	for {
		cut, faults := x.Page(view, o, naming)
		if faults != nil {
			t.Fatalf("%s at %q: %v", view, o.Cursor, faults)
		}
		if size(&cut) > o.MaxBytes || cut.Offset != len(all) {
			t.Fatalf("%s: %d bytes, offset %d after %d", view, size(&cut), cut.Offset, len(all))
		}
		all = append(all, cut.Items...)
		if cut.Next == "" {
			if len(all) != cut.Total {
				t.Errorf("%s: %d items, total %d", view, len(all), cut.Total)
			}
			return all
		}
		if want := strconv.Itoa(len(all)) + ":" + framed("test.cursor", handle.String(), strconv.Itoa(len(all)),
			strconv.Itoa(o.PageSize), strconv.Itoa(o.MaxBytes)); cut.Next != want {
			t.Errorf("cursor %q, want %q", cut.Next, want)
		}
		o.Cursor = cut.Next
	}
}

func TestImpactsInPages(t *testing.T) {
	i := loadImage(t, "ledger")
	o := around("ledger.balance")
	o.Depth, o.MaxNodes, o.MaxBytes = 2, 6, MaxImpactBytes
	x, faults := i.ImpactIndex(o)
	if faults != nil {
		t.Fatal(faults)
	}
	w := x.Walk()
	payload := ImpactShape().AppendCJ(nil, w)
	if want := framed("semaprax-go.semantic-impact.digest.v1", string(payload)); x.Digest().String() != want {
		t.Errorf("digest %s, want %s", x.Digest(), want)
	}
	counts := map[ImpactView]int{ViewAffected: len(w.Nodes), ViewDependencyEdges: len(w.Relations),
		ViewFrontier: w.Truncation.Omitted + w.Truncation.Deferred}
	for _, view := range ImpactViews() {
		whole := impactPages(t, x, view, PageOptions{PageSize: MaxPageItems, MaxBytes: MaxPageBytes})
		if len(whole) != counts[view] || len(whole) == 0 {
			t.Errorf("%s: %d items, want %d", view, len(whole), counts[view])
		}
		for _, o := range []PageOptions{{PageSize: 2, MaxBytes: MaxPageBytes}, {PageSize: MaxPageItems, MaxBytes: 3000}} {
			if paged := impactPages(t, x, view, o); !slices.EqualFunc(paged, whole, bytes.Equal) {
				t.Errorf("%s: pages of %+v joined differ from the whole", view, o)
			}
		}
	}
	o.MaxBytes = MaxImpactBytes + 1
	_, faults = i.ImpactIndex(o)
	demandCode(t, "over the ceiling", faults, CodeQuery)
	o.MaxBytes = MaxWalkBytes + 1
	_, faults = i.Impact(o)
	demandCode(t, "over the ceiling of one payload", faults, CodeQuery)
	_, faults = x.Page("other", PageOptions{PageSize: 1, MaxBytes: MinPageBytes}, PageNaming{Options: "SPX-G333"})
	demandCode(t, "an unknown view", faults, "SPX-G333")
}
