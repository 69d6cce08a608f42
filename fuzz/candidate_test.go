package fuzz

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/execution"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// ground is a base that histories are made on.
type ground struct {
	image    *image.Image
	programs *candidate.Programs
	seen     map[string][]string
	outcome  map[string]string
}

// grounds are the bases: plain functions, and one with records, variants, generics.
func grounds(t testing.TB) []*ground {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "engine", "intent", "testdata", "shop.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	shop, faults := build(archive(string(text)))
	noFaults(t, faults)
	return []*ground{newGround(t, sample(t, "calculator")), newGround(t, shop)}
}

func newGround(t testing.TB, i *image.Image) *ground {
	t.Helper()
	g := &ground{image: i, programs: candidate.NewPrograms(compiler), outcome: outcomeOf(i)}
	g.programs.Pin(i)
	g.seen = seeds()
	g.seen["target"], g.seen["stable_id"], g.seen["destination"] = nil, nil, nil
	program := i.Project().Program()
	for _, fn := range program.Functions {
		if fn.Identity.Origin == check.Explicit {
			g.seen["function"] = append(g.seen["function"], fn.Identity.Text)
		}
	}
	for _, m := range i.Project().Modules() {
		for _, found := range identityText.FindAllSubmatch(m.Source, -1) {
			g.seen["target"] = append(g.seen["target"], string(found[1]))
		}
	}
	g.seen["expression_id"] = expressionsOf(i)
	return g
}

var identityText = regexp.MustCompile(`@id\("([^"]+)"\)`)

// outcomeOf runs both roles of a project and tells, by the identity of what ran, how
// each run ended.
func outcomeOf(i *image.Image) map[string]string {
	ended := map[string]string{}
	for _, role := range []execution.Role{execution.Entry, execution.Tests} {
		report, faults := execution.Run(i.Project(), role, execution.Options{}, nil)
		if faults.HasErrors() {
			ended[role.String()] = string(faults[0].Code)
			continue
		}
		ended[role.String()] = report.Main.Text()
		for n := range report.Cases {
			ended[report.Cases[n].Identity()] = report.Cases[n].Text()
		}
	}
	return ended
}

// sameOutcome compares what ran both times: a renamed or moved test is no case of
// the project any more.
func sameOutcome(before, after map[string]string) bool {
	for identity, ended := range before {
		if now, ran := after[identity]; ran && now != ended {
			return false
		}
	}
	return true
}

// keepsMeaning are the intentions after which every run ends as before.
var keepsMeaning = map[intent.Kind]bool{intent.RenameDeclaration: true, intent.MoveDeclaration: true, intent.ExtractFunction: true,
	intent.AddDeclaration: true, intent.DeleteDeclaration: true, intent.AddRecordField: true, intent.AddVariantCase: true}

// FuzzIntentions applies sequences of intentions to a base, most of them proven
// forms, the rest made from the declared shape.
//
// Oracle: what is refused leaves a code and nothing else; what is admitted leaves base
// and predecessor byte for byte as they were, replays to the same report, comes back
// from its capsule as the same candidate; the sources build again to the revision the
// report names; and after a change that keeps meaning every run ends as before.
func FuzzIntentions(f *testing.F) {
	bases, shapes := grounds(f), calculator(f).discovery(f, everything())
	f.Add(uint8(0), []byte("zeros"))
	for seed := range 6 {
		f.Add(uint8(seed), noise(seed+90, 120)) // histories in any order
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		on := bases[int(which)%len(bases)]
		h := &history{t: t, on: on, generator: generator{tape: &tape{data}, discovered: shapes, seen: on.seen}}
		h.begin()
		for range 5 {
			if h.done() {
				break
			}
			h.apply(h.any())
		}
		h.close()
	})
}

// history is one candidate that grows.
type history struct {
	t  testing.TB
	on *ground
	generator
	c       *candidate.Candidate
	outcome map[string]string
}

func (h *history) begin() {
	c, faults := candidate.Open(h.on.programs, h.on.image)
	noFaults(h.t, faults)
	h.c, h.outcome = c, h.on.outcome
}

// any is an intention: mostly one that fits the project.
func (h *history) any() []byte {
	if h.rarely(3) {
		return h.value("", h.documents[schema.URN(intent.IntentionDocument)], 0)
	}
	return []byte(h.intention())
}

func (h *history) apply(text []byte) {
	h.t.Helper()
	if _, err := wire.Scan(wire.Document, text); err != nil {
		return // no session lets it through
	}
	change, faults := candidate.NewChange(h.c.Now().Revision(), text)
	if faults != nil {
		coded(h.t, text, faults)
		return
	}
	before, base := bytes.Clone(h.c.Report()), sourcesOf(h.c.Base().Files())
	next, faults := h.c.Apply(h.on.programs, change)
	if !bytes.Equal(before, h.c.Report()) || sourcesOf(h.c.Base().Files()) != base {
		h.t.Fatalf("%s changed what it was applied to", text)
	}
	if faults != nil {
		coded(h.t, text, faults)
		if next != nil {
			h.t.Fatalf("%s: refused, and a candidate", text)
		}
		return
	}
	h.judge(text, next)
	h.c = next
}

// coded demands that a refusal says why.
func coded(t testing.TB, text []byte, faults diag.List) {
	t.Helper()
	for _, d := range faults {
		if _, known := diag.Lookup(d.Code); d.Code == "" || d.Message() == "" || !known && !strings.HasPrefix(string(d.Code), "SPX-G") {
			t.Fatalf("%s: refused by %q %q", text, d.Code, d.Message())
		}
	}
}

// judge demands that an admitted change is what its report says.
func (h *history) judge(text []byte, next *candidate.Candidate) {
	h.t.Helper()
	if faults := next.Validate(h.on.programs); faults != nil {
		h.t.Fatalf("%s does not replay: %v", text, faults[0])
	}
	files := map[string]string{"semaprax.toml": next.Now().Manifest().Text()}
	for _, source := range next.Now().Files() {
		files[source.Path] = string(source.Text)
	}
	again, faults := build(files)
	if faults.HasErrors() {
		h.t.Fatalf("%s: the sources do not build: %v", text, faults[0])
	}
	if again.Project().Revision() != next.Now().Revision() {
		h.t.Fatalf("%s: the sources build to another revision", text)
	}
	outcome := outcomeOf(again)
	operations := next.Operations()
	if kind := operations[len(operations)-1].Kind; keepsMeaning[kind] && !sameOutcome(h.outcome, outcome) {
		h.t.Fatalf("%s changes what programs do\nfrom %v\n  to %v\n%s", text, h.outcome, outcome, sourcesOf(next.Now().Files()))
	}
	h.outcome = outcome
}

// close demands that the history comes back from its capsule.
func (h *history) close() {
	h.t.Helper()
	capsule, faults := h.c.Capsule(h.on.programs)
	noFaults(h.t, faults)
	other := candidate.NewPrograms(compiler)
	back, faults := candidate.Restore(other, h.on.image, capsule)
	noFaults(h.t, faults)
	if back.Revision() != h.c.Revision() || !bytes.Equal(back.Report(), h.c.Report()) {
		h.t.Fatal("another candidate comes back from the capsule")
	}
}

// sourcesOf joins sources into one text to compare.
func sourcesOf(sources []project.Source) string {
	var b strings.Builder
	for _, source := range sources {
		b.WriteString("-- " + source.Path + " --\n")
		b.Write(source.Text)
	}
	return b.String()
}
