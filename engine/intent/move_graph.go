package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// admitsUses predicts whether the use lines of an edit will be admitted: modules do
// not import each other in a cycle, and what is newly imported may cross modules.
// Catalogues ask it; of an applied move the build itself is the judge.
func (b *Base) admitsUses(e *Edit) bool {
	for i, file := range e.Files {
		for _, use := range file.Uses {
			if !slices.Contains(b.module(check.ModuleID(i)).File.Uses, use) && !b.mayCross(file, use) {
				return false
			}
		}
	}
	return !hasCycle(e.Files)
}

// mayCross reports whether a declaration may be imported by a file: everything of
// its signature or members is a scalar, a parameter that is a borrowed view or a
// type the file imports.
func (b *Base) mayCross(file *syntax.File, use *syntax.Use) bool {
	ref, ok := b.program.Lookup(use.Identity.Value)
	if !ok {
		return false
	}
	crosses := func(t check.Type) bool {
		id := b.program.NominalOf(t)
		return t.IsScalar() || id != check.NoNominal && slices.ContainsFunc(file.Uses, func(u *syntax.Use) bool {
			return u.Kind == syntax.UseType && u.Identity.Value == b.program.Nominals[id].Identity.Text
		})
	}
	if ref.Kind == check.RefFunction {
		fn := b.program.Functions[ref.Index]
		for i := range fn.Params {
			p := &fn.Params[i]
			if view := p.Mode == check.ModeBorrow && p.Type.IsView(); !view && (p.Mode != check.ModeValue || !crosses(p.Type)) {
				return false
			}
		}
		return !fn.IsGeneric() && crosses(fn.Result)
	}
	n := &b.program.Nominals[ref.Index]
	members := slices.Clone(n.Fields)
	for _, id := range n.Cases {
		members = append(members, b.program.Cases[id].Fields...)
	}
	return !n.IsGeneric() && (n.Kind == check.NominalRecord || n.Kind == check.NominalVariant) &&
		!slices.ContainsFunc(members, func(id check.FieldID) bool { return !crosses(b.program.Fields[id].Type) })
}

// hasCycle reports whether files import each other in a cycle.
func hasCycle(files []*syntax.File) bool {
	position := map[string]int{}
	for i, file := range files {
		position[file.Module.Text] = i
	}
	state := make([]uint8, len(files)) // 1 on the path, 2 done
	var visit func(i int) bool
	visit = func(i int) bool {
		state[i] = 1
		for _, use := range files[i].Uses {
			next, ok := position[use.From.Text]
			if ok && (state[next] == 1 || state[next] == 0 && visit(next)) {
				return true
			}
		}
		state[i] = 2
		return false
	}
	for i := range files {
		if state[i] == 0 && visit(i) {
			return true
		}
	}
	return false
}
