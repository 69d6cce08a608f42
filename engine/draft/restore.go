package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/wire"
)

// Restore replays the candidate of a capsule on the base it names and opens its
// holes again.
//
// Refusals: SPX-G231 for a bound, SPX-G230 for the grammar, another schema or
// compiler, any other spelling and holes that cannot be opened, SPX-G232 for another
// base, for digests that differ and for a lineage the history does not bear out, and
// what restoring the candidate answers.
func Restore(p *candidate.Programs, base *image.Image, text []byte) (*Draft, diag.List) {
	c, fault := readCapsule(p, text)
	if fault != nil {
		return nil, fault
	}
	if c.Base != base.Project().Revision() {
		return nil, diag.Refusal(CodeStale, "the capsule belongs to another base revision")
	}
	valid, fault := candidate.Restore(p, base, append(slices.Clip(c.Candidate), '\n'))
	if fault != nil {
		return nil, fault
	}
	if fault := checkLineage(c.Past.Events, valid.Changes()); fault != nil {
		return nil, fault
	}
	if fault := checkAncestry(c.Past.Ancestors); fault != nil {
		return nil, fault
	}
	holes, fault := reopen(p, valid, c.Holes)
	if fault != nil {
		return nil, fault
	}
	restored, fault := assemble(newKinds(), valid, holes, c.Past)
	if fault != nil {
		return nil, fault
	}
	if restored.revision != c.Draft {
		return nil, diag.Refusal(CodeStale, "restoring the capsule leads to another draft")
	}
	again, fault := restored.Capsule(p)
	if fault != nil {
		return nil, fault
	}
	if string(again) != string(text) {
		return nil, diag.Refusal(CodeStale, "the restored draft has another capsule")
	}
	return restored, nil
}

// reopen opens the holes a capsule selects, which must be sorted by id.
func reopen(p *candidate.Programs, valid *candidate.Candidate, selectors []Hole) ([]Hole, diag.List) {
	g, fault := groundOf(p, valid)
	if fault != nil {
		return nil, fault
	}
	var holes []Hole
	for i := range selectors {
		s := &selectors[i]
		if fault := checkHoleID(s.ID); fault != nil {
			return nil, fault
		}
		if i > 0 && selectors[i-1].ID >= s.ID {
			return nil, diag.Refusal(CodeHole, "the holes of a capsule are sorted by id")
		}
		hole, fault := g.reopened(s)
		if fault != nil {
			return nil, fault
		}
		if fault := checkDisjoint(holes, &hole); fault != nil {
			return nil, fault
		}
		holes = append(holes, hole)
	}
	return holes, nil
}

// reopened describes the hole a capsule selects.
func (g *ground) reopened(s *Hole) (Hole, diag.List) {
	if s.Kind != Body {
		return g.selected(s.ID, s.Kind, s.Target, s.Expression)
	}
	at, fault := g.body(s.Target)
	if fault != nil {
		return Hole{}, fault
	}
	return g.describe(s.ID, Body, s.Target, at), nil
}

// checkLineage demands that every event is the record of a change of the history,
// under the id it must have, in order, none twice.
func checkLineage(events []Event, changes []*candidate.Change) diag.List {
	for i := range events {
		e := &events[i]
		if i > 0 && compareDigests(events[i-1].ID, e.ID) >= 0 {
			return diag.Refusal(CodeHole, "the lineage of a capsule is sorted by event id")
		}
		if fault := checkHoleID(e.Hole); fault != nil {
			return fault
		}
		if e.Ordinal >= len(changes) || e.ID != e.digest() || !e.records(changes[e.Ordinal]) {
			return diag.Refusal(CodeStale, "the history does not bear out the filled hole %s", diag.Shown(e.Hole))
		}
	}
	return nil
}

// records reports whether the event is of that change.
func (e *Event) records(change *candidate.Change) bool {
	span := []byte(change.IntentText())
	member := func(name string) string {
		at, ok := wire.Find(span, wire.Whole(span), name)
		if !ok {
			return ""
		}
		text, _ := wire.AppendString(nil, at.Of(span))
		return string(text)
	}
	return e.Intent == intentDigest(change) && string(e.Kind) == member("kind") && e.Target == member("target") &&
		e.Expression == member("expression_id")
}

// checkAncestry judges the form of recorded rebases and merges.
func checkAncestry(ancestors []Ancestor) diag.List {
	for i := range ancestors {
		a := &ancestors[i]
		if rebase := a.Operation == candidate.Rebased; rebase != (len(a.Parents) == 1) || rebase == a.Onto.IsZero() {
			return diag.Refusal(CodeHole, "a rebase has one parent and a revision, a merge two parents")
		}
	}
	return nil
}
