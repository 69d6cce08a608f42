package execution_test

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/execution"
	"github.com/semaprax/semaprax-go/engine/interp"
)

// TestOptionsTakeTheirBoundaries runs with the greatest budgets and with none given: the
// envelope says which were in force.
func TestOptionsTakeTheirBoundaries(t *testing.T) {
	p := pair(t, testsText)
	for want, options := range map[string]execution.Options{
		`"max_bytes":` + itoa(execution.DefaultMaxBytes) + `,"max_steps":` + itoa(interp.DefaultMaxSteps): {},
		`"max_bytes":` + itoa(execution.MaxMaxBytes) + `,"max_steps":` + itoa(interp.MaxMaxSteps):         {MaxBytes: execution.MaxMaxBytes, MaxSteps: interp.MaxMaxSteps},
	} {
		report, refused := execution.Run(p, execution.Entry, options, nil)
		if refused != nil {
			t.Fatal(refused)
		}
		line, refused := report.Envelope()
		if refused != nil || !strings.Contains(string(line), `"limits":{`+want+`}`) {
			t.Errorf("%+v: %v, %s", options, refused, line)
		}
	}
}
