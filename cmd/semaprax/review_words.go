package main

import (
	"fmt"
	"strings"

	"github.com/semaprax/semaprax-go/engine/delta"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// operationWords says in one sentence what a change does. names maps identities to
// their display names before and after.
func operationWords(op *delta.BriefOperation, names map[string]delta.BriefDeclaration) string {
	target := named(op.Target, names)
	switch op.Kind {
	case intent.RenameDeclaration:
		return "Rename " + target
	case intent.ChangeFunctionSignature:
		return "Change the signature of " + target
	case intent.ReplaceFunctionBody:
		return "Replace the body of " + target
	case intent.ReplaceExpression:
		return "Replace an expression in " + target
	case intent.ReplaceContractExpression:
		return "Replace part of a contract of " + target
	case intent.AddContract:
		return "Add a contract clause to " + target
	case intent.AddDeclaration:
		return "Add " + introduced(op) + " beside " + target
	case intent.DeleteDeclaration:
		return "Delete " + target
	case intent.ExtractFunction:
		return "Extract " + introduced(op) + " from " + target
	case intent.MoveDeclaration:
		return "Move " + target + relocated(op)
	case intent.AddRecordField:
		return "Add the field " + introduced(op) + " to " + target
	case intent.AddVariantCase:
		return "Add the case " + introduced(op) + " to " + target
	case intent.ImplementInterface:
		return "Implement an interface for " + target + " as " + introduced(op)
	case intent.RepairDiagnostic:
		return "Repair a refused body of " + target
	}
	return string(op.Kind) + " of " + target
}

// named is an identity with its display name, and the new one where that differs.
func named(identity string, names map[string]delta.BriefDeclaration) string {
	d, known := names[identity]
	switch {
	case known && d.OldName != "" && d.Name != "" && d.OldName != d.Name:
		return fmt.Sprintf("%s (%s → %s)", identity, d.OldName, d.Name)
	}
	return identity
}

func introduced(op *delta.BriefOperation) string {
	if op.New == nil {
		return "a declaration"
	}
	words := op.New.ID
	if op.New.Name != "" {
		words += " (" + op.New.Name + ")"
	}
	if op.New.Kind != "" && op.New.Owner == "" {
		words = "the " + op.New.Kind + " " + words
	}
	return words
}

func relocated(op *delta.BriefOperation) string {
	if op.Relocation == nil {
		return ""
	}
	return " from " + op.Relocation.SourceModule + " to " + op.Relocation.DestinationModule
}

// operationNotes are further facts of a change.
func operationNotes(op *delta.BriefOperation) []string {
	var notes []string
	if op.MigratedCalls > 0 {
		notes = append(notes, plural(int(op.MigratedCalls), "call")+" migrated")
	}
	if op.GenericRename {
		notes = append(notes, "generic instances preserved")
	}
	return notes
}

// declarationWords says how a declaration differs.
func declarationWords(d *delta.BriefDeclaration) string {
	switch d.Change {
	case delta.Moved:
		return "moved from " + d.From + " to " + d.To
	case delta.Absent:
		return "added and removed again"
	case delta.Modified:
		if d.BodyChanged {
			return "changed behind its signature"
		}
	}
	return string(d.Change)
}

// impactWords sums an impact up.
func impactWords(i *delta.BriefImpact) string {
	if i.Walk == nil {
		return "nothing can need it"
	}
	words := plural(i.Functions, "function") + " in " + plural(modulesOf(i.Walk, i.Target), "module")
	if i.Functions == 0 {
		words = "no other function"
	}
	if i.Gone {
		words += " in the base; it is gone"
	}
	if i.Walk.Truncation.Truncated {
		words += ", and more beyond the bounds of the walk"
	}
	return words
}

func modulesOf(walk *image.Walk, target string) int {
	seen := map[string]bool{}
	for n := range walk.Nodes {
		node := &walk.Nodes[n]
		if kind, known := graph.KindNamed(node.Kind); known && kind.IsFunction() && node.ID != target {
			seen[node.Module] = true
		}
	}
	return len(seen)
}

// rootWords lists the roots of the project that need a declaration.
func rootWords(i *delta.BriefImpact) []string {
	if i.Walk == nil {
		return nil
	}
	roots := &i.Walk.Roots
	var words []string
	if roots.Entry {
		words = append(words, "the entry")
	}
	if roots.Command {
		words = append(words, "the command")
	}
	if roots.Test {
		words = append(words, "the tests")
	}
	for _, export := range roots.Exports {
		words = append(words, "export "+export)
	}
	return words
}

// impacted lists the functions that need a declaration, nearest first, as far as most
// allows.
func impacted(i *delta.BriefImpact, most int) (list []string, more int) {
	if i.Walk == nil {
		return nil, 0
	}
	for n := range i.Walk.Nodes {
		node := &i.Walk.Nodes[n]
		if kind, known := graph.KindNamed(node.Kind); !known || !kind.IsFunction() || node.ID == i.Target {
			continue
		}
		if len(list) < most {
			list = append(list, node.ID)
		} else {
			more++
		}
	}
	return list, more
}

// testWords says what the declared tests have to do with the changes.
func testWords(brief *delta.Brief) string {
	switch plan := brief.Tests; {
	case plan == nil:
		return "The project declares no tests."
	case !plan.Selected:
		return "The declared tests reach nothing of what changes. They have not been run."
	case len(plan.Reached)+len(plan.BaseReached) > 0:
		return fmt.Sprintf("The declared tests may reach %s. They have not been run.", strings.Join(either(plan.BaseReached, plan.Reached), ", "))
	default:
		return "The declared tests are selected because calls do not settle what changes (" + strings.Join(plan.Reasons, ", ") + "). They have not been run."
	}
}

func either(x, y []string) []string {
	list := append([]string(nil), x...)
	for _, item := range y {
		known := false
		for _, have := range x {
			known = known || have == item
		}
		if !known {
			list = append(list, item)
		}
	}
	return list
}

// incompleteWords warns of sections that are not whole.
func incompleteWords(brief *delta.Brief) string {
	if len(brief.Incomplete) == 0 {
		return ""
	}
	return "Too large to be listed in full: " + strings.Join(brief.Incomplete, ", ") + ". The sources below are whole."
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// declared maps identities to what is said of them.
func declared(brief *delta.Brief) map[string]delta.BriefDeclaration {
	names := make(map[string]delta.BriefDeclaration, len(brief.Declarations))
	for _, d := range brief.Declarations {
		names[d.Target] = d
	}
	return names
}

// reviewNonclaims is what a review does not say.
func reviewNonclaims() []string {
	return []string{
		"No test and no target was run.",
		"Nothing here proves that the program behaves as before or as intended.",
		"Callers outside this project are not known.",
		"A review publishes nothing; approving the digest is a separate act of the host.",
	}
}

// reviewChecks is what was checked to show a review.
func reviewChecks() []string {
	return []string{
		"The capsule is canonical and its digest is that of its content.",
		"Every change was applied again on the sources on disk, and the result compiled twice.",
		"The replayed report has the digest below, byte for byte.",
	}
}
