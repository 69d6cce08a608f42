package intent_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/internal/fixture"
)

// folder reads a project of the shared test data.
func folder(t testing.TB, name string) *intent.Base {
	t.Helper()
	return build(t, fixture.Folder(t, fixture.Dir(name)))
}

// targets lists every explicit identity of a project, and some that are none.
func targets(base *intent.Base) []string {
	list := []string{"core.option", "core.bytes.len", "no.such"}
	p := base.Project().Program()
	for _, fn := range p.Functions {
		list = append(list, fn.Identity.Text)
	}
	for i := range p.Nominals {
		list = append(list, p.Nominals[i].Identity.Text)
	}
	for i := range p.Fields {
		list = append(list, p.Fields[i].Identity.Text)
	}
	for i := range p.Cases {
		list = append(list, p.Cases[i].Identity.Text)
	}
	return list
}

// selfCall calls a function with its own parameters: of the right type everywhere.
func selfCall(c *intent.ChangeCatalogue) string {
	var args []string
	for _, row := range c.Parameters {
		args = append(args, p(row.Name))
	}
	return `{"kind":"call","target":"` + c.Target + `","arguments":[` + strings.Join(args, ",") + `]}`
}

// payloads makes intentions for one listed operation; one of them must be admitted.
// n keeps new names apart.
func payloads(t testing.TB, base *intent.Base, c *intent.ChangeCatalogue, row *intent.OperationRow, n int) (list []string) {
	head := `{"kind":"` + string(row.Kind) + `","target":"` + c.Target + `"`
	add := func(format string, args ...any) { list = append(list, head+fmt.Sprintf(format, args...)+"}") }
	switch row.Kind {
	case intent.RenameDeclaration:
		add(`,"name":"walk_%d"`, n)
	case intent.ReplaceFunctionBody:
		add(`,"body":%s`, selfCall(c))
	case intent.ReplaceExpression:
		e, _ := base.ExpressionCatalogue(c.Target, false)
		for _, x := range e.Expressions {
			switch {
			case !x.Replaceable:
			case x.Kind == "i64":
				add(`,"expression_id":"%s","replacement":%s`, x.ID, i64("1"))
			case x.Kind == "bool":
				add(`,"expression_id":"%s","replacement":{"kind":"bool","value":true}`, x.ID)
			case strings.HasSuffix(x.ID, ":4:body"):
				add(`,"expression_id":"%s","replacement":%s`, x.ID, selfCall(c))
			}
		}
	case intent.ReplaceContractExpression:
		e, _ := base.ExpressionCatalogue(c.Target, true)
		add(`,"expression_id":"%s","replacement":{"kind":"bool","value":true}`, e.Expressions[0].ID)
	case intent.AddContract:
		add(`,"phase":"ensures","predicate":{"kind":"bool","value":true}`)
	case intent.AddDeclaration:
		add(`,"declaration":{"kind":"record","id":"walk.r%d","name":"Walk%d","fields":[]}`, n, n)
	case intent.ExtractFunction:
		e, _ := base.ExpressionCatalogue(c.Target, false)
		for _, x := range e.Expressions {
			if x.Phase == "body" {
				add(`,"expression_id":"%s","new_id":"walk.f%d","new_name":"walk_%d"`, x.ID, n, n)
			}
		}
	case intent.MoveDeclaration:
		for _, anchor := range row.DestinationAnchors {
			add(`,"destination":"%s"`, anchor)
		}
	case intent.AddRecordField:
		add(`,"field":{"id":"walk.m%d","name":"walk_%d","type":"bool","default":{"kind":"bool","value":true}}`, n, n)
	case intent.DeleteDeclaration:
		add("")
	case intent.ImplementInterface:
		return implementations(t, base, head, c.Target, n)
	}
	return list
}

func implementations(t testing.TB, base *intent.Base, head, target string, n int) (list []string) {
	catalogue, fault := base.InterfaceCatalogue(target)
	if fault != nil {
		t.Fatal(fault[0])
	}
	for _, protocol := range catalogue.Protocols {
		if !protocol.Complete || len(protocol.Members) != 1 {
			continue
		}
		m := protocol.Members[0]
		list = append(list, fmt.Sprintf(`%s,"protocol":"%s","id":"walk.i%d","members":[{"method":"%s","implementation":"%s"}]}`, head, protocol.Protocol, n, m.Method, m.Eligible[0]))
	}
	return list
}

// formPayload makes an intention of one form of a signature change.
func formPayload(base *intent.Base, c *intent.ChangeCatalogue, form *intent.SignatureFormRow, n int) string {
	var kept []string
	for _, row := range c.Parameters {
		kept = append(kept, `{"from":"`+row.Name+`"}`)
	}
	items := strings.Join(kept, ",")
	switch form.Selector {
	case "append_parameters":
		return appended(c.Target, fmt.Sprintf(`{"name":"walk_%d","type":"bool","argument":{"kind":"bool","value":true}}`, n))
	case "parameters":
		return ordered(c.Target, items)
	}
	prog := base.Project().Program()
	ref, _ := prog.Lookup(form.WrapRecords[0])
	return wrapped(c.Target, items, form.WrapRecords[0], prog.Fields[prog.Nominals[ref.Index].Fields[0]].Identity.Text)
}

// TestCatalogueIsWhatApplyAdmits applies, for every target, each listed operation and
// shows that what is not listed is refused.
func TestCatalogueIsWhatApplyAdmits(t *testing.T) {
	bases := map[string]*intent.Base{"shop": shop(t)}
	if !testing.Short() {
		for _, name := range []string{"ledger", "calculator", "bytes"} {
			bases[name] = folder(t, name)
		}
	}
	for name, base := range bases {
		n := 0
		for _, target := range targets(base) {
			c := changeCatalogue(t, base, target)
			listed := map[intent.Kind]bool{}
			for i := range c.Operations {
				row := &c.Operations[i]
				listed[row.Kind] = true
				n++
				if !admitsOne(t, base, operationPayloads(t, base, c, row, n)) {
					t.Errorf("%s: %s lists %s, which no payload shows", name, target, row.Kind)
				}
			}
			for _, kind := range intent.Kinds() {
				if !listed[kind] {
					refuseUnlisted(t, base, c, kind)
				}
			}
		}
	}
}

func operationPayloads(t testing.TB, base *intent.Base, c *intent.ChangeCatalogue, row *intent.OperationRow, n int) []string {
	if row.Kind != intent.ChangeFunctionSignature {
		return payloads(t, base, c, row, n)
	}
	var list []string
	for i := range row.Forms {
		text := formPayload(base, c, &row.Forms[i], n)
		if _, fault := apply(t, base, text); fault != nil {
			t.Errorf("%s: the form %s is refused: %v", c.Target, row.Forms[i].Selector, fault[0])
		}
		list = append(list, text)
	}
	return list
}

func admitsOne(t testing.TB, base *intent.Base, list []string) bool {
	for _, text := range list {
		if _, fault := apply(t, base, text); fault == nil {
			return true
		}
	}
	return false
}

// refuseUnlisted demands that an ordinary payload of a kind is refused. Kinds that
// need a selector have nothing to select where they are not listed.
func refuseUnlisted(t testing.TB, base *intent.Base, c *intent.ChangeCatalogue, kind intent.Kind) {
	row := &intent.OperationRow{Kind: kind}
	switch kind {
	case intent.RepairDiagnostic, intent.AddVariantCase, intent.ImplementInterface, intent.ReplaceExpression, intent.ExtractFunction,
		intent.ReplaceContractExpression, intent.MoveDeclaration:
		return
	case intent.ChangeFunctionSignature:
		row.Forms = []intent.SignatureFormRow{{Selector: "append_parameters"}}
		if _, fault := apply(t, base, formPayload(base, c, &row.Forms[0], 0)); fault == nil {
			t.Errorf("%s: %s is admitted and not listed", c.Target, kind)
		}
		return
	}
	if admitsOne(t, base, payloads(t, base, c, row, 0)) {
		t.Errorf("%s: %s is admitted and not listed", c.Target, kind)
	}
}

// TestRandomHistories applies random sequences of intentions that keep a program's
// meaning and runs the result of each.
func TestRandomHistories(t *testing.T) {
	histories, length := 12, 12
	if testing.Short() {
		histories, length = 2, 6
	}
	keeps := map[intent.Kind]bool{
		intent.RenameDeclaration: true, intent.AddDeclaration: true, intent.ExtractFunction: true, intent.MoveDeclaration: true,
		intent.AddRecordField: true, intent.AddContract: true, intent.DeleteDeclaration: true, intent.ChangeFunctionSignature: true, intent.ImplementInterface: true,
	}
	for seed := range histories {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		first := shop(t)
		base, applied := first, 0
		for n := 0; applied < length && n < 20*length; n++ {
			all := targets(base)
			c := changeCatalogue(t, base, all[r.IntN(len(all))])
			if len(c.Operations) == 0 {
				continue
			}
			row := &c.Operations[r.IntN(len(c.Operations))]
			if !keeps[row.Kind] {
				continue
			}
			list := []string{}
			if row.Kind == intent.ChangeFunctionSignature {
				list = append(list, shuffled(r, c, n))
			} else {
				list = payloads(t, base, c, row, 1000+n)
			}
			if len(list) == 0 {
				continue
			}
			after, fault := apply(t, base, list[r.IntN(len(list))])
			if fault != nil {
				continue
			}
			base = after.Base
			applied++
		}
		if applied < length {
			t.Errorf("seed %d: only %d intentions were admitted", seed, applied)
		}
		// Named tests may be renamed or deleted; the two mains stay.
		if got, want := mains(t, base), mains(t, first); got != want {
			t.Errorf("seed %d: the changed program gives %s, want %s", seed, got, want)
		}
	}
}

// shuffled reorders the parameters of a function and adds one.
func shuffled(r *rand.Rand, c *intent.ChangeCatalogue, n int) string {
	items := []string{fmt.Sprintf(`{"name":"walk_%d","type":"i64","argument":{"kind":"i64","value":%d}}`, n, n)}
	for _, row := range c.Parameters {
		items = append(items, `{"from":"`+row.Name+`"}`)
	}
	r.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	return ordered(c.Target, strings.Join(items, ","))
}
