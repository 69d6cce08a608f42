package candidate

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"weak"

	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// kindsToTry are the kinds random histories are made of.
func kindsToTry() []intent.Kind {
	return []intent.Kind{
		intent.RenameDeclaration, intent.ChangeFunctionSignature, intent.ReplaceFunctionBody, intent.AddContract,
		intent.ReplaceExpression, intent.ReplaceContractExpression, intent.ExtractFunction, intent.MoveDeclaration,
	}
}

// randomIntention makes some intention that the catalogue lists for some target.
func randomIntention(t *testing.T, p *Programs, c *Candidate, random *rand.Rand, n int) string {
	t.Helper()
	now, faults := p.Current(c)
	noFault(t, faults)
	targets := declared(now.Project().Program())
	for range 50 {
		target := targets[random.IntN(len(targets))]
		kind := kindsToTry()[random.IntN(len(kindsToTry()))]
		catalogue, faults := c.ChangeCatalogue(p, target)
		noFault(t, faults)
		for _, operation := range catalogue.Operations {
			if operation.Kind != kind {
				continue
			}
			if list := payloads(t, p, c, target, kind, operation.DestinationAnchors); len(list) > 0 {
				text := list[random.IntN(len(list))]
				for _, name := range []string{"another_name", "another", "new_part", "new.part"} {
					text = string(bytes.ReplaceAll([]byte(text), []byte(`"`+name+`"`), fmt.Appendf(nil, `"%s%d"`, name, n)))
				}
				return text
			}
		}
	}
	return renameClamp
}

// TestRandomHistories: whatever is applied, the base and every predecessor stay what
// they are, refusals leave nothing, histories replay, and capsules restore the same
// candidate in a store that knows nothing.
func TestRandomHistories(t *testing.T) {
	rounds, length := 12, 8
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		random := rand.New(rand.NewPCG(7, uint64(round)))
		i := loadProject(t, []string{"calculator", "ledger"}[round%2])
		before := append([]byte(nil), i.Bytes()...)
		p, c := opened(t, i)
		accepted := 0
		for n := range length {
			report := append([]byte(nil), c.Report()...)
			next, faults := apply(t, p, c, randomIntention(t, p, c, random, n))
			if !bytes.Equal(report, c.Report()) {
				t.Fatalf("round %d: the predecessor changed", round)
			}
			if faults == nil {
				c, accepted = next, accepted+1
			}
		}
		again, faults := image.Derive(i.Project(), testCompiler)
		noFault(t, faults)
		if !bytes.Equal(again.Bytes(), before) {
			t.Fatalf("round %d: the base changed", round)
		}
		noFault(t, c.Validate(p))
		capsule, faults := c.Capsule(p)
		noFault(t, faults)
		other := NewPrograms(testCompiler)
		back, faults := Restore(other, i, capsule)
		noFault(t, faults)
		if back.Revision() != c.Revision() || !bytes.Equal(back.Report(), c.Report()) {
			t.Fatalf("round %d: the capsule restores another candidate", round)
		}
		t.Logf("round %d: %d of %d accepted", round, accepted, length)
	}
}

// TestCandidatesKeepNoPrograms: what a candidate retains does not keep a checked
// program alive.
func TestCandidatesKeepNoPrograms(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	first := mustApply(t, p, c, renameClamp)
	now, faults := p.Current(first)
	noFault(t, faults)
	checked := weak.Make(now)
	now = nil
	second := mustApply(t, p, mustApply(t, p, first, bodyEven), contractOnAbs)
	for range 5 {
		runtime.GC()
	}
	if checked.Value() != nil {
		t.Error("the checked program of an old revision is still alive")
	}
	runtime.KeepAlive(first)
	runtime.KeepAlive(second)
}
