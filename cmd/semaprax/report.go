package main

import (
	"io"
	"time"

	"github.com/semaprax/semaprax-go/engine/diag"
)

const (
	// maxReportBytes bounds what one command says on standard error.
	maxReportBytes = 1 << 20
	// reportGrace is how long a command waits for somebody to read it.
	reportGrace = time.Second
)

// reportFaults writes diagnostics in human form and ends the command with status 1.
// It never blocks for long: a reader that does not read loses the rest.
func reportFaults(errs io.Writer, faults diag.List) error {
	var text []byte
	for _, d := range faults {
		if text = d.AppendHuman(text); len(text) > maxReportBytes {
			text = append(text[:maxReportBytes], "\n… more diagnostics are left out\n"...)
			break
		}
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		errs.Write(text)
	}()
	select {
	case <-written:
	case <-time.After(reportGrace):
	}
	return refused()
}
