package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// TestReportsAreCut writes diagnostics of exactly the bound, and of one byte more.
func TestReportsAreCut(t *testing.T) {
	report := func(n int) string {
		var errs bytes.Buffer
		reportFaults(&errs, diag.List{diag.New(diag.J100, "", diag.Span{}, strings.Repeat("x", n))})
		return errs.String()
	}
	n := 1 + maxReportBytes - len(report(1))
	if got := report(n); len(got) != maxReportBytes || strings.Contains(got, "left out") {
		t.Errorf("%d bytes, want %d", len(got), maxReportBytes)
	}
	if got := report(n + 1); !strings.HasSuffix(got, "x\n… more diagnostics are left out\n") {
		t.Errorf("%d bytes ending in %q", len(got), got[len(got)-50:])
	}
}
