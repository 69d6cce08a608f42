package trial

import "github.com/semaprax/semaprax-go/engine/diag"

// Policy is the host's fixed budget of a trial. A request cannot change it.
type Policy struct {
	MaxSteps          uint64 // of each run
	MaxExecutionBytes uint64 // of the execution envelope
	MaxReportBytes    uint64 // of the report with its LF
}

// Check judges the ranges. Refusal: SPX-G239.
func (p Policy) Check() diag.List {
	for _, limit := range []struct {
		name             string
		value, low, high uint64
	}{
		{"max_steps", p.MaxSteps, MinSteps, MaxSteps},
		{"max_execution_bytes", p.MaxExecutionBytes, MinExecutionBytes, MaxExecutionBytes},
		{"max_report_bytes", p.MaxReportBytes, MinReportBytes, MaxReportBytes},
	} {
		if limit.value < limit.low || limit.value > limit.high {
			return diag.Refusal(CodePolicy, "%s is %d, not %d to %d", limit.name, limit.value, limit.low, limit.high)
		}
	}
	return nil
}
