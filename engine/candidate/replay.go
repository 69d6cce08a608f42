package candidate

import (
	"bytes"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
)

// Replay applies changes to a base again and demands that the report is exactly
// report. expected is the revision the caller takes the base to have.
//
// Refusals: SPX-G223 for a report or history over its bound, SPX-G224 for another
// base or other bytes, and what applying answers.
func Replay(p *Programs, base *image.Image, expected canon.Digest, changes []*Change, report []byte) (*Candidate, diag.List) {
	switch {
	case len(report) > MaxReportBytes:
		return nil, refusal(diag.G223, "the candidate report has more than %d bytes", MaxReportBytes)
	case len(changes) > MaxChanges:
		return nil, refusal(diag.G223, "a history has at most %d changes", MaxChanges)
	case base.Project().Revision() != expected:
		return nil, refusal(diag.G224, "the base is not the expected project revision")
	}
	again, fault := replay(p, base, changes, nil)
	if fault != nil {
		return nil, fault
	}
	if !bytes.Equal(again.report, report) {
		return nil, refusal(diag.G224, "replaying the changes does not give the same report")
	}
	return again, nil
}

// replay applies changes to a base, each bound to the revision the one before led
// to. goOn, when set, is asked before each; when it says no, neither a candidate nor
// a refusal comes back.
func replay(p *Programs, base *image.Image, changes []*Change, goOn func() bool) (*Candidate, diag.List) {
	sources := SourcesOf(base)
	s := &step{base: sources, now: sources, image: base}
	for _, change := range changes {
		if goOn != nil && !goOn() {
			return nil, nil
		}
		if change.base != s.now.revision {
			return nil, refusal(diag.G224, "a change starts from another revision than the one before leads to")
		}
		next, fault := s.advance(p, change)
		if fault != nil {
			return nil, fault
		}
		s = next
	}
	return s.finish(p)
}

// Validate replays the history from the original base, which is built again from
// its sources, and demands the same report, sources included (SPX-G224).
func (c *Candidate) Validate(p *Programs) diag.List { return c.ValidateWhile(p, nil) }

// ValidateWhile is Validate that asks goOn before each replayed change and gives up,
// without a refusal, when it says no. nil never gives up.
func (c *Candidate) ValidateWhile(p *Programs, goOn func() bool) diag.List {
	base, fault := buildAgain(p, c.base)
	if fault != nil {
		return fault
	}
	again, fault := replay(p.over(base), base, c.changes, goOn)
	if fault != nil || again == nil {
		return fault
	}
	if again.revision != c.revision || !bytes.Equal(again.report, c.report) {
		return refusal(diag.G224, "replaying the candidate does not give the same report")
	}
	return nil
}
