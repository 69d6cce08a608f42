package candidate

import (
	"bytes"
	"sync"
	"testing"
)

// TestOneStoreServesManyAtOnce applies different changes to one candidate from many
// goroutines over one store, so that the race detector sees what images, trees and
// declarations share; the results are those of a store of one's own.
func TestOneStoreServesManyAtOnce(t *testing.T) {
	intents := []string{renameClamp, appendAdd, bodyEven, contractOnAbs, addTwice, moveEven}
	made := func(p *Programs, c *Candidate, intention string) []byte {
		change, fault := NewChange(c.Now().Revision(), []byte(intention))
		if fault != nil {
			return nil
		}
		next, fault := c.Apply(p, change)
		if fault != nil || next.Validate(p) != nil {
			return nil
		}
		capsule, _ := next.Capsule(p)
		plan, fault := next.Plan(p)
		if fault != nil {
			return nil
		}
		return append(append(bytes.Clone(next.Report()), capsule...), TestPlanShape().AppendCJ(nil, plan)...)
	}
	want := make([][]byte, len(intents))
	for n, intention := range intents {
		p, c := opened(t, loadProject(t, "calculator"))
		if want[n] = made(p, c, intention); len(want[n]) == 0 {
			t.Fatal(intention)
		}
	}
	p, c := opened(t, loadProject(t, "calculator"))
	got := make([][]byte, 2*len(intents))
	var joined sync.WaitGroup
	for n := range got {
		joined.Go(func() { got[n] = made(p, c, intents[n%len(intents)]) })
	}
	joined.Wait()
	for n := range got {
		if !bytes.Equal(got[n], want[n%len(intents)]) {
			t.Errorf("%s: another result than alone", intents[n%len(intents)])
		}
	}
}
