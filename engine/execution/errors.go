package execution

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/interp"
)

// refuse makes the one diagnostic of a refusal without a place.
func refuse(code diag.Code, text string) diag.List {
	return diag.List{diag.New(code, "", diag.Span{}, text)}
}

// refuseOutcome refuses the outcomes that no document carries.
func refuseOutcome(out interp.Outcome) diag.List {
	switch out.Kind {
	case interp.OutputExceeded:
		return refuse(diag.F104, "the transcript exceeds "+strconv.Itoa(interp.MaxOutputBytes)+" bytes")
	case interp.Cancelled:
		return refuse(diag.F105, "the execution was cancelled")
	}
	return nil
}

func overBudget(maxBytes int) diag.List {
	return refuse(diag.F104, "the envelope exceeds "+strconv.Itoa(maxBytes)+" bytes")
}
