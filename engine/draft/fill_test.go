package draft

import (
	"bytes"
	"slices"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// projects are those the properties run over.
func projects() []string { return []string{"calculator", "ledger", "bytes", "tokens"} }

// sameSources demands that a candidate has the source bytes of another.
func sameSources(t *testing.T, got, want *candidate.Candidate) {
	t.Helper()
	for i, f := range want.Now().Files() {
		if text := got.Now().Files()[i].Text; !bytes.Equal(text, f.Text) {
			t.Errorf("%s differs:\n%s", f.Path, text)
		}
	}
}

// TestFillWithTheOriginalBody: a body hole filled with the body it covers gives the
// sources of the candidate back, byte for byte.
func TestFillWithTheOriginalBody(t *testing.T) {
	for _, name := range projects() {
		t.Run(name, func(t *testing.T) {
			p, d := opened(t, loadProject(t, name))
			g, faults := groundOf(p, d.valid)
			noFault(t, faults)
			filled := 0
			for _, fn := range g.program.Functions {
				x := &express{g.program, g.program.Modules[fn.Module].Tables}
				body, ok := x.expressionOf(fn.Decl.Body)
				hole, refused := d.OpenBody(p, "body", fn.Identity.Text)
				if !ok || refused != nil || testing.Short() && filled >= 4 {
					continue
				}
				next, faults := hole.Fill(p, "body", []byte(body))
				noFault(t, faults)
				done, faults := next.Complete()
				noFault(t, faults)
				sameSources(t, done, d.valid)
				filled++
			}
			t.Logf("%d of %d bodies can be written as one expression", filled, len(g.program.Functions))
			if filled == 0 {
				t.Error("no body was filled")
			}
		})
	}
}

// TestFillWithTheOriginalExpression: the same for every expression of bodies and
// clauses.
func TestFillWithTheOriginalExpression(t *testing.T) {
	for _, name := range projects() {
		t.Run(name, func(t *testing.T) {
			p, d := opened(t, loadProject(t, name))
			g, faults := groundOf(p, d.valid)
			noFault(t, faults)
			filled, most := map[Kind]int{}, 60
			if testing.Short() {
				most = 5
			}
			for _, fn := range g.program.Functions {
				x := &express{g.program, g.program.Modules[fn.Module].Tables}
				for _, at := range g.program.Identities(fn).Expressions {
					kind := Contract
					if at.Phase == check.PhaseBody {
						kind = Expression
					}
					text, ok := x.expressionOf(at.Expr)
					hole, refused := openAs(p, d, kind, fn.Identity.Text, at.ID)
					// A replaced block is wrapped in an empty one, so its bindings move inward.
					block, isBlock := at.Expr.(*syntax.Block)
					if !ok || refused || filled[kind] >= most || isBlock && len(block.Items) > 0 {
						continue
					}
					next, faults := hole.Fill(p, "e", []byte(text))
					if faults != nil {
						t.Fatalf("%s %s with %s: %v", fn.Identity.Text, at.ID, text, faults[0])
					}
					sameSources(t, next.valid, d.valid)
					filled[kind]++
				}
			}
			t.Logf("filled %v", filled)
			if filled[Expression] == 0 {
				t.Error("nothing was filled")
			}
		})
	}
}

func openAs(p *candidate.Programs, d *Draft, kind Kind, target, id string) (*Draft, bool) {
	open := d.OpenExpression
	if kind == Contract {
		open = d.OpenContract
	}
	hole, refused := open(p, "e", target, id)
	return hole, refused != nil
}

func TestARefusedFillLeavesTheDraft(t *testing.T) {
	p, d := opened(t, loadProject(t, "calculator"))
	d = must(t)(d.OpenBody(p, "add", "calculator.add"))
	before := slices.Clone(d.Report())
	for _, bad := range []struct{ expression, code string }{
		{`{"kind":"bool","value":true}`, "SPX-T"},
		{`{"kind":"place","name":"nobody"}`, "SPX-G225"},
		{`{"kind":"nothing"}`, "SPX-G225"},
		{`{"kind":"call","target":"calculator.gcd","arguments":[]}`, "SPX-G225"},
		{`7`, "SPX-G225"},
	} {
		_, faults := d.Fill(p, "add", []byte(bad.expression))
		if len(faults) == 0 || len(faults[0].Code) < len(bad.code) || string(faults[0].Code[:len(bad.code)]) != bad.code {
			t.Errorf("%s: %v, want %s", bad.expression, faults, bad.code)
		}
	}
	_, faults := d.Fill(p, "other", []byte(`{"kind":"i64","value":1}`))
	wantCode(t, faults, CodeHole)
	if !bytes.Equal(before, d.Report()) || len(d.Holes()) != 1 {
		t.Error("a refused fill changed the draft")
	}
	_, faults = d.Complete()
	wantCode(t, faults, CodeStale)
	next := must(t)(d.Fill(p, "add", []byte(`{"kind":"binary","op":"+","left":{"kind":"place","name":"right"},"right":{"kind":"place","name":"left"}}`)))
	done, faults := next.Complete()
	noFault(t, faults)
	if done.Revision() != next.Valid().Revision() || len(done.Changes()) != 1 {
		t.Error("completion gives another candidate")
	}
}

// TestOrderOfFills: disjoint holes give the same sources in every order, and each
// step leaves the draft before it as it was.
func TestOrderOfFills(t *testing.T) {
	p, start := threeHoles(t)
	fills := map[string]string{
		"twice": sumOfBoth, "some.part": `{"kind":"place","name":"right"}`,
		"Bound_2": `{"kind":"binary","op":"+","left":{"kind":"place","name":"right"},"right":{"kind":"place","name":"left"}}`,
	}
	var first *candidate.Candidate
	for _, order := range [][]string{
		{"twice", "some.part", "Bound_2"}, {"twice", "Bound_2", "some.part"}, {"some.part", "twice", "Bound_2"},
		{"some.part", "Bound_2", "twice"}, {"Bound_2", "twice", "some.part"}, {"Bound_2", "some.part", "twice"},
	} {
		d, reports := start, [][]byte{}
		drafts := []*Draft{start}
		for _, id := range order {
			reports = append(reports, slices.Clone(d.Report()))
			d = must(t)(d.Fill(p, id, []byte(fills[id])))
			drafts = append(drafts, d)
		}
		for i, report := range reports {
			if !bytes.Equal(report, drafts[i].Report()) || len(drafts[i].Holes()) != 3-i {
				t.Errorf("%v: step %d changed the draft before it", order, i)
			}
		}
		done, faults := d.Complete()
		noFault(t, faults)
		noFault(t, done.Validate(p))
		if first == nil {
			first = done
			continue
		}
		sameSources(t, done, first)
		if done.Now().Revision() != first.Now().Revision() || len(d.past.Events) != 3 {
			t.Errorf("%v leads to another revision", order)
		}
	}
}
