package trial

import "testing"

// TestPoliciesTakeTheirBoundaries judges each budget at its least and its greatest
// value, and beyond.
func TestPoliciesTakeTheirBoundaries(t *testing.T) {
	for _, row := range []struct {
		name      string
		low, high uint64
		at        func(p *Policy) *uint64
	}{
		{"steps", MinSteps, MaxSteps, func(p *Policy) *uint64 { return &p.MaxSteps }},
		{"execution bytes", MinExecutionBytes, MaxExecutionBytes, func(p *Policy) *uint64 { return &p.MaxExecutionBytes }},
		{"report bytes", MinReportBytes, MaxReportBytes, func(p *Policy) *uint64 { return &p.MaxReportBytes }},
	} {
		for value, fits := range map[uint64]bool{row.low - 1: false, row.low: true, row.high: true, row.high + 1: false} {
			p := moderate()
			*row.at(&p) = value
			faults := p.Check()
			if fits != (faults == nil) || !fits && (len(faults) != 1 || faults[0].Code != CodePolicy) {
				t.Errorf("%s of %d: %v", row.name, value, faults)
			}
		}
	}
}
