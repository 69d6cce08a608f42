package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Fill fills a pending hole with an expression, one validated JSON value: the
// intention it stands for is applied to the last valid candidate and the places of
// the other holes are found again.
//
// Refusals: SPX-G230 for an unknown hole and for a pending hole whose place did not
// survive, SPX-G231 for a bound of the new draft, and what applying answers. The
// draft stays as it is.
func (d *Draft) Fill(p *candidate.Programs, id string, expression []byte) (*Draft, diag.List) {
	hole, fault := d.hole(id)
	if fault != nil {
		return nil, fault
	}
	change, fault := candidate.NewChange(d.valid.Now().Revision(), hole.intention(expression))
	if fault != nil {
		return nil, fault
	}
	next, fault := d.valid.Apply(p, change)
	if fault != nil {
		return nil, fault
	}
	rest, fault := d.survivors(p, next, id)
	if fault != nil {
		return nil, fault
	}
	event := newEvent(hole, change, len(d.valid.Changes()), d.revision)
	return assemble(d.kinds, next, rest, history{withEvent(d.past.Events, event), d.past.Ancestors})
}

// intention writes the intention that fills the hole, in canonical form.
func (h *Hole) intention(expression []byte) []byte {
	var b canon.Builder
	b.BeginObject()
	if h.Kind == Body {
		b.Key("body")
		schema.EncodeSpan(&b, expression)
	} else {
		b.Key("expression_id").String(h.Expression)
	}
	b.Key("kind").String(string(h.Kind.intention()))
	if h.Kind != Body {
		b.Key("replacement")
		schema.EncodeSpan(&b, expression)
	}
	b.Key("target").String(h.Target)
	b.EndObject()
	return b.Bytes()
}

// survivors finds the pending holes but one on the revision of another candidate.
func (d *Draft) survivors(p *candidate.Programs, next *candidate.Candidate, but string) ([]Hole, diag.List) {
	rest := slices.DeleteFunc(slices.Clone(d.holes), func(h Hole) bool { return h.ID == but })
	if len(rest) == 0 {
		return nil, nil
	}
	g, fault := groundOf(p, next)
	if fault != nil {
		return nil, fault
	}
	for i := range rest {
		if rest[i], fault = g.again(&rest[i]); fault != nil {
			return nil, fault
		}
	}
	return rest, nil
}
