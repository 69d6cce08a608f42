package interp

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
)

const (
	// DefaultMaxSteps is the fuel of a run when Limits.MaxSteps is zero.
	DefaultMaxSteps = 1_000_000
	// MaxMaxSteps is the greatest fuel a run may be given (language facts 5.4).
	MaxMaxSteps = 100_000_000
	// MaxDepth bounds the frames of a run; the entry is the first.
	MaxDepth = 256
	// MaxOutputBytes bounds the transcript of a run, both streams together (5.6).
	MaxOutputBytes = 65_536
	// MaxWorkUnits bounds what built-ins of one run copy, compare and search, in
	// bytes. It bounds the memory they allocate as well.
	MaxWorkUnits = 64 << 20
	// MaxInputBytes bounds one argument and the standard input of a run.
	MaxInputBytes = 65_536

	// maxFrameWords and maxFrameRefs bound the slots of one function; with
	// MaxDepth they bound the stacks of a run at 32 and 24 MiB.
	maxFrameWords = 16_384
	maxFrameRefs  = 4_096
	// maxValueSlots bounds the slots of one aggregate value, of each sort.
	maxValueSlots = 1_024
	// freeTests is the number of pattern tests a match has for nothing; a longer
	// one spends work, since patterns cost no steps.
	freeTests = 64
	// testsPerUnit is how many of its tests are one unit of work.
	testsPerUnit = 16
	// pollSteps is the number of steps between two looks at the cancel flag.
	pollSteps = 1_024
)

// Limits bounds one run. In each field zero means the default; a value may only
// lower a bound, but for MaxSteps, which may be raised up to MaxMaxSteps.
type Limits struct {
	// MaxSteps is the fuel: 1 to MaxMaxSteps, by default DefaultMaxSteps.
	MaxSteps int64
	// MaxWorkUnits is the work of built-ins in bytes, at most MaxWorkUnits.
	MaxWorkUnits int64
	// MaxOutputBytes bounds the transcript, at most MaxOutputBytes.
	MaxOutputBytes int
}

// withDefaults fills in defaults and refuses values out of range with SPX-F101.
func (l Limits) withDefaults() (Limits, *diag.Diagnostic) {
	if l.MaxSteps == 0 {
		l.MaxSteps = DefaultMaxSteps
	}
	if l.MaxWorkUnits == 0 {
		l.MaxWorkUnits = MaxWorkUnits
	}
	if l.MaxOutputBytes == 0 {
		l.MaxOutputBytes = MaxOutputBytes
	}
	switch {
	case l.MaxSteps < 1 || l.MaxSteps > MaxMaxSteps:
		return l, outOfRange("max_steps", MaxMaxSteps)
	case l.MaxWorkUnits < 1 || l.MaxWorkUnits > MaxWorkUnits:
		return l, outOfRange("max_work_units", MaxWorkUnits)
	case l.MaxOutputBytes < 1 || l.MaxOutputBytes > MaxOutputBytes:
		return l, outOfRange("max_output_bytes", MaxOutputBytes)
	}
	return l, nil
}

func outOfRange(option string, greatest int64) *diag.Diagnostic {
	text := option + " must be from 1 to " + strconv.FormatInt(greatest, 10)
	return diag.New(diag.F101, "", diag.Span{}, text)
}
