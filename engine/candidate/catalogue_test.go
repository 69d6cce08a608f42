package candidate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// TestEveryListedOperationIsAccepted walks every operation that the catalogue lists
// for every declaration of two projects and shows one payload that is accepted.
func TestEveryListedOperationIsAccepted(t *testing.T) {
	seen := map[intent.Kind]int{}
	for _, name := range []string{"calculator", "ledger"} {
		i := loadProject(t, name)
		p, c := opened(t, i)
		for n, target := range declared(i.Project().Program()) {
			if testing.Short() && n%4 != 0 {
				continue
			}
			catalogue, faults := c.ChangeCatalogue(p, target)
			noFault(t, faults)
			for _, operation := range catalogue.Operations {
				kind := operation.Kind
				if kind == intent.RepairDiagnostic {
					continue // its payload needs an attempt; attempts are tested on their own
				}
				if !anyAdmitted(t, p, c, payloads(t, p, c, target, kind, operation.DestinationAnchors)) {
					t.Errorf("%s lists %s, and no payload is accepted", target, kind)
				}
				seen[kind]++
			}
		}
	}
	t.Logf("accepted %v", seen)
	if len(seen) < 9 {
		t.Errorf("only %d kinds are listed", len(seen))
	}
}

// declared lists the explicit functions and types of a program.
func declared(p *check.Program) []string {
	var list []string
	for _, f := range p.Functions {
		list = append(list, f.Identity.Text)
	}
	for i := range p.Nominals {
		if p.Nominals[i].Module != check.NoModule {
			list = append(list, p.Nominals[i].Identity.Text)
		}
	}
	for i := range p.Fields {
		if p.Fields[i].Decl != nil {
			list = append(list, p.Fields[i].Identity.Text)
		}
	}
	return list
}

// anyAdmitted tries intentions until one is accepted. Where all are refused, each
// must be refused by the rules of module imports, which are the project's alone.
func anyAdmitted(t *testing.T, p *Programs, c *Candidate, intentions []string) bool {
	t.Helper()
	imports := len(intentions) > 0
	for _, intention := range intentions {
		next, faults := apply(t, p, c, intention)
		if faults == nil {
			noFault(t, next.Validate(p))
			return true
		}
		if faults[0].Code != diag.G172 {
			t.Logf("refused: %.200s: %s", intention, faults[0])
			imports = false
		}
	}
	return imports
}

// payloads makes intentions of a kind for a target, the likeliest first.
func payloads(t *testing.T, p *Programs, c *Candidate, target string, kind intent.Kind, anchors []string) []string {
	t.Helper()
	with := func(members string) []string {
		return []string{fmt.Sprintf(`{"kind":%q,"target":%q,%s}`, kind, target, members)}
	}
	switch kind {
	case intent.RenameDeclaration:
		return with(`"name":"another_name"`)
	case intent.ChangeFunctionSignature:
		return with(`"append_parameters":[{"name":"another","type":"i64","argument":{"kind":"i64","value":1}}]`)
	case intent.ReplaceFunctionBody:
		return with(`"body":` + selfCall(t, p, c, target))
	case intent.AddContract:
		return with(`"phase":"requires","predicate":{"kind":"bool","value":true}`)
	case intent.AddDeclaration:
		return with(`"declaration":{"id":"new.function","name":"new_function","parameters":[],"return_type":"i64","effects":[],"requires":[],"ensures":[],"body":{"kind":"i64","value":1}}`)
	case intent.DeleteDeclaration:
		return []string{fmt.Sprintf(`{"kind":%q,"target":%q}`, kind, target)}
	case intent.MoveDeclaration:
		var list []string
		for _, anchor := range anchors {
			list = append(list, with(fmt.Sprintf(`"destination":%q`, anchor))...)
		}
		return list
	case intent.AddRecordField:
		return with(`"field":{"id":"new.field","name":"new_field","type":"i64","default":{"kind":"i64","value":1}}`)
	case intent.AddVariantCase:
		return with(`"case":{"id":"new.case","name":"NewCase","field":{"id":"new.case.data","name":"data","type":"Bytes"}}`)
	case intent.ReplaceExpression, intent.ReplaceContractExpression, intent.ExtractFunction:
		return selecting(t, p, c, target, kind)
	}
	t.Fatalf("no payload for %s", kind)
	return nil
}

// selfCall is a body of the right type whatever the function returns: a call of the
// function itself.
func selfCall(t *testing.T, p *Programs, c *Candidate, target string) string {
	t.Helper()
	i, faults := p.Current(c)
	noFault(t, faults)
	program := i.Project().Program()
	ref, _ := program.Lookup(target)
	var arguments []string
	for _, parameter := range program.Functions[ref.Index].Params {
		arguments = append(arguments, fmt.Sprintf(`{"kind":"place","name":%q}`, parameter.Name))
	}
	return fmt.Sprintf(`{"kind":"call","target":%q,"arguments":[%s]}`, target, strings.Join(arguments, ","))
}

// selecting makes one intention for each expression that a simple literal can
// replace, or that can be extracted.
func selecting(t *testing.T, p *Programs, c *Candidate, target string, kind intent.Kind) []string {
	t.Helper()
	catalogue, faults := c.ExpressionCatalogue(p, target, kind == intent.ReplaceContractExpression)
	noFault(t, faults)
	literals := map[string]string{"i64": `{"kind":"i64","value":1}`, "bool": `{"kind":"bool","value":true}`}
	var list []string
	for _, row := range catalogue.Expressions {
		literal := literals[row.Type]
		switch {
		case !row.Replaceable:
		case kind == intent.ExtractFunction:
			list = append(list, fmt.Sprintf(`{"kind":%q,"target":%q,"expression_id":%q,"new_id":"new.part","new_name":"new_part"}`, kind, target, row.ID))
		case literal == "":
			list = append(list, fmt.Sprintf(`{"kind":%q,"target":%q,"expression_id":%q,"replacement":%s}`, kind, target, row.ID, selfCall(t, p, c, target)))
		default:
			list = append(list, fmt.Sprintf(`{"kind":%q,"target":%q,"expression_id":%q,"replacement":%s}`, kind, target, row.ID, literal))
		}
	}
	return list
}

func TestExhaustedHistoryListsNothing(t *testing.T) {
	p, c := opened(t, loadProject(t, "calculator"))
	for n := range MaxChanges {
		next, faults := apply(t, p, c, strings.Replace(renameClamp, "bounded", fmt.Sprint("name", n), 1))
		noFault(t, faults)
		c = next
	}
	catalogue, faults := c.ChangeCatalogue(p, "calculator.add")
	noFault(t, faults)
	if len(catalogue.Operations) != 0 || catalogue.Reason != "candidate_intention_limit_reached" {
		t.Errorf("%d operations, %s", len(catalogue.Operations), catalogue.Reason)
	}
}
