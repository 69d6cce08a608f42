package delta

import (
	"sync"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// Reports keeps the reports read last, at most MaxKeptReports, so that reading one in
// chunks makes it once. What is not kept is made again, with the same bytes. It is
// safe for concurrent use.
type Reports struct {
	mu   sync.Mutex
	last [MaxKeptReports]keptReport
}

type keptReport struct {
	key  reportKey
	text []byte
}

// reportKey names a report. A candidate's revision binds its base and history.
type reportKey struct {
	schema    string
	candidate canon.Digest
	target    string
}

// Report is Kind.Make, kept. Do not change the text.
func (s *Reports) Report(k Kind, p *candidate.Programs, c *candidate.Candidate, target string) ([]byte, diag.List) {
	return s.get(reportKey{k.Schema(), c.Revision(), target}, func() ([]byte, diag.List) { return k.Make(p, c, target) })
}

// Review is the line of NewReview, kept: the first read replays the candidate.
func (s *Reports) Review(p *candidate.Programs, c *candidate.Candidate) ([]byte, diag.List) {
	return s.get(reportKey{ReviewSchema, c.Revision(), ""}, func() ([]byte, diag.List) {
		review, fault := NewReview(p, c)
		if fault != nil {
			return nil, fault
		}
		return review.Line()
	})
}

// get returns a kept report and moves it to the front, or makes and keeps it.
func (s *Reports) get(key reportKey, produce func() ([]byte, diag.List)) ([]byte, diag.List) {
	if text := s.find(key); text != nil {
		return text, nil
	}
	text, fault := produce()
	if fault != nil {
		return nil, fault
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	copy(s.last[1:], s.last[:])
	s.last[0] = keptReport{key, text}
	return text, nil
}

func (s *Reports) find(key reportKey) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n, kept := range s.last {
		if kept.text != nil && kept.key == key {
			copy(s.last[1:n+1], s.last[:n])
			s.last[0] = kept
			return kept.text
		}
	}
	return nil
}
