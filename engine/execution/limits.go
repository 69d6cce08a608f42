package execution

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/interp"
)

const (
	// DefaultMaxBytes bounds an envelope when Options.MaxBytes is zero.
	DefaultMaxBytes = 65_536
	// MaxMaxBytes is the greatest bound an envelope may be given.
	MaxMaxBytes = 1 << 20
	// MaxClauseBytes bounds the text of a false clause in a failure; longer ones
	// are named by their identity (language facts 6.4).
	MaxClauseBytes = 4_096
)

// Options are the budgets and the input of an execution.
type Options struct {
	// MaxSteps is the fuel of each run: 1 to interp.MaxMaxSteps, zero for
	// interp.DefaultMaxSteps.
	MaxSteps int64
	// MaxBytes bounds the envelope with its LF: 1 to MaxMaxBytes, zero for
	// DefaultMaxBytes.
	MaxBytes int
	// Input is what host built-ins read.
	Input interp.Input
	// Cancelled, when set, is told the steps that all runs together had used when
	// the cancel flag was seen.
	Cancelled func(stepsUsed int64)
}

// withDefaults fills in defaults and refuses values out of range.
func (o Options) withDefaults() (Options, diag.List) {
	if o.MaxSteps == 0 {
		o.MaxSteps = interp.DefaultMaxSteps
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxSteps < 1 || o.MaxSteps > interp.MaxMaxSteps {
		return o, refuse(diag.F101, "max_steps must be from 1 to "+strconv.Itoa(interp.MaxMaxSteps))
	}
	if o.MaxBytes < 1 || o.MaxBytes > MaxMaxBytes {
		return o, refuse(diag.F101, "max_bytes must be from 1 to "+strconv.Itoa(MaxMaxBytes))
	}
	return o, nil
}

func (o Options) limits() interp.Limits { return interp.Limits{MaxSteps: o.MaxSteps} }
