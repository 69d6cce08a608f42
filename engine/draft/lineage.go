package draft

import (
	"cmp"
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The domains of lineages.
const (
	domainFilledIntent = "semaprax.project-candidate-filled-hole-intent.v1"
	domainEvent        = "semaprax.project-candidate-filled-hole-lineage.v1"
)

// Event records one filled hole. Ordinal is the position of its change in the
// history of the last valid candidate, Origin the draft it was filled in.
type Event struct {
	ID           canon.Digest
	Hole         string
	Kind         intent.Kind
	Target       string
	Expression   string // empty for bodies
	Intent       canon.Digest
	Ordinal      int
	OriginDigest canon.Digest
}

// newEvent records the fill of a hole of the draft origin by the change at ordinal.
func newEvent(h *Hole, change *candidate.Change, ordinal int, origin canon.Digest) Event {
	e := Event{
		Hole: h.ID, Kind: h.Kind.intention(), Target: h.Target, Expression: h.Expression,
		Intent: intentDigest(change), Ordinal: ordinal, OriginDigest: origin,
	}
	e.ID = e.digest()
	return e
}

// intentDigest is the digest of a change's intention.
func intentDigest(change *candidate.Change) canon.Digest {
	return canon.Sum(domainFilledIntent, change.IntentText()+"\n")
}

// digest is the id an event must have.
func (e *Event) digest() canon.Digest {
	var b canon.Builder
	b.BeginObject()
	b.Key("hole_id").String(e.Hole)
	b.Key("intent_digest").Digest(e.Intent)
	b.Key("origin_draft_digest").Digest(e.OriginDigest)
	b.EndObject()
	return canon.Sum(domainEvent, b.Line())
}

// compareDigests orders digests as their text is ordered.
func compareDigests(x, y canon.Digest) int { return cmp.Compare(string(x[:]), string(y[:])) }

// withEvent inserts an event in its order.
func withEvent(events []Event, e Event) []Event {
	at, _ := slices.BinarySearchFunc(events, e.ID, func(e Event, id canon.Digest) int { return compareDigests(e.ID, id) })
	return slices.Insert(slices.Clone(events), at, e)
}

// Ancestor records one rebase or merge a draft came through. Onto is zero for a
// merge.
type Ancestor struct {
	Operation candidate.ReconciliationKind
	Parents   []canon.Digest
	Onto      canon.Digest
}

func eventShape() *schema.Kind[Event] {
	type e = Event
	digest := func(name string, at func(*e) *canon.Digest) schema.Field[e] {
		return schema.Required(name, schema.Digest(), at)
	}
	kinds := schema.Choice(intent.ReplaceFunctionBody, intent.ReplaceExpression, intent.ReplaceContractExpression)
	return schema.Object(
		digest("event_id", func(p *e) *canon.Digest { return &p.ID }),
		schema.Required("hole_id", schema.String(), func(p *e) *string { return &p.Hole }),
		schema.Required("kind", kinds, func(p *e) *intent.Kind { return &p.Kind }),
		schema.Required("target", schema.String(), func(p *e) *string { return &p.Target }),
		schema.Required("expression_id", schema.NullWhenZero(schema.String()), func(p *e) *string { return &p.Expression }),
		digest("intent_digest", func(p *e) *canon.Digest { return &p.Intent }),
		schema.Required("history_ordinal", schema.Count(0, candidate.MaxChanges-1), func(p *e) *int { return &p.Ordinal }),
		digest("origin_draft_digest", func(p *e) *canon.Digest { return &p.OriginDigest }))
}

func ancestorShape() *schema.Kind[Ancestor] {
	type a = Ancestor
	return schema.Object(
		schema.Required("operation", schema.Choice(candidate.Rebased, candidate.Merged), func(p *a) *candidate.ReconciliationKind { return &p.Operation }),
		schema.Required("parents", schema.Array(schema.Digest(), 1, 2), func(p *a) *[]canon.Digest { return &p.Parents }),
		schema.Required("onto_revision", schema.NullWhenZero(schema.Digest()), func(p *a) *canon.Digest { return &p.Onto }))
}

// historyFields declares the two arrays that documents of drafts with a past have.
func historyFields[T any](at func(*T) *history) schema.Field[T] {
	return schema.Lift(at,
		schema.Required("filled_hole_lineage", schema.Array(eventShape(), 0, MaxEvents), func(h *history) *[]Event { return &h.Events }),
		schema.Required("branch_ancestry", schema.Array(ancestorShape(), 0, MaxAncestors), func(h *history) *[]Ancestor { return &h.Ancestors }))
}

// history is what a draft came through. Events are sorted by id, ancestors stand in
// the order they happened.
type history struct {
	Events    []Event
	Ancestors []Ancestor
}

func (h *history) isEmpty() bool { return len(h.Events) == 0 && len(h.Ancestors) == 0 }
