package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// Draft is a last valid candidate with pending holes. It is immutable and may be
// read by many goroutines.
type Draft struct {
	valid    *candidate.Candidate
	holes    []Hole // sorted by id
	past     history
	report   []byte
	revision canon.Digest
	kinds    *kinds
}

// Open makes the draft without holes over a candidate.
func Open(valid *candidate.Candidate) (*Draft, diag.List) {
	return assemble(newKinds(), valid, nil, history{})
}

// assemble makes a draft of parts that were judged. Refusals: SPX-G231 for a bound.
func assemble(shapes *kinds, valid *candidate.Candidate, holes []Hole, past history) (*Draft, diag.List) {
	switch {
	case len(holes) > MaxHoles:
		return nil, diag.Refusal(CodeCapacity, "a draft has at most %d pending holes", MaxHoles)
	case len(past.Events) > MaxEvents:
		return nil, diag.Refusal(CodeCapacity, "the lineage has more than %d filled holes", MaxEvents)
	case len(past.Ancestors) > MaxAncestors:
		return nil, diag.Refusal(CodeCapacity, "the ancestry has more than %d rebases and merges", MaxAncestors)
	}
	d := &Draft{kinds: shapes, valid: valid, holes: slices.SortedFunc(slices.Values(holes), compareHoles), past: past}
	text, ok := d.render()
	if !ok {
		return nil, diag.Refusal(CodeCapacity, "the draft report has more than %d bytes", MaxReportBytes)
	}
	d.report, d.revision = text, canon.Sum(d.Schema(), text)
	return d, nil
}

// Revision is the draft digest, the handle under which a session retains the draft.
func (d *Draft) Revision() canon.Digest { return d.revision }

// Report is the canonical report with its LF. Do not change it.
func (d *Draft) Report() []byte { return d.report }

// Valid is the last valid candidate.
func (d *Draft) Valid() *candidate.Candidate { return d.valid }

// Holes returns the pending holes by id. Do not change them.
func (d *Draft) Holes() []Hole { return d.holes }

// RetainedBytes is what the draft counts against a registry: its report and that of
// the last valid candidate.
func (d *Draft) RetainedBytes() int64 { return int64(len(d.report)) + d.valid.RetainedBytes() }

// hole finds a pending hole (SPX-G230).
func (d *Draft) hole(id string) (*Hole, diag.List) {
	at, ok := findHole(d.holes, id)
	if !ok {
		return nil, diag.Refusal(CodeHole, "the draft has no pending hole %s", diag.Shown(id))
	}
	return &d.holes[at], nil
}

// Complete returns the last valid candidate of a draft without pending holes; else
// it is SPX-G232.
func (d *Draft) Complete() (*candidate.Candidate, diag.List) {
	if n := len(d.holes); n > 0 {
		return nil, diag.Refusal(CodeStale, "pending holes: %d, %s among them; fill them first", n, diag.Shown(d.holes[0].ID))
	}
	return d.valid, nil
}
