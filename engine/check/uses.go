package check

import (
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// resolveUses ties the `use` lines of all modules to what they import, then
// refuses cycles of modules.
func (c *checker) resolveUses() {
	names := make(map[string]ModuleID, len(c.modules))
	for _, m := range c.modules {
		if first, taken := names[m.module.Name]; taken {
			m.report(diag.G172, m.file.Module.Span, "module `"+m.module.Name+"` is also `"+c.program.Modules[first].Path+"`")
			continue
		}
		names[m.module.Name] = m.module.ID
	}
	for _, m := range c.modules {
		m.resolveModuleUses(names)
	}
	c.refuseModuleCycles()
}

// aliasState is what a module's use lines have taken so far.
type aliasState struct {
	names   map[string]ModuleID
	targets map[string]bool
	aliases map[useAlias]bool
}

type useAlias struct {
	kind syntax.UseKind
	name string
}

func (m *moduleChecker) resolveModuleUses(names map[string]ModuleID) {
	state := aliasState{names, map[string]bool{}, map[useAlias]bool{}}
	for i, decl := range m.file.Uses {
		use := Use{
			Kind: [...]RefKind{RefFunction, RefNominal, RefProtocol}[decl.Kind], Decl: decl, Provider: NoModule,
			Identity: decl.Identity.Value, From: decl.From.Text, Alias: decl.Alias.Text,
		}
		m.resolveUse(&use, state)
		m.module.Uses = append(m.module.Uses, use)
		if use.Target.Kind != RefNone {
			m.bindAlias(&use, i)
		}
	}
	slices.Sort(m.module.Depends)
	m.module.Depends = slices.Compact(m.module.Depends)
}

// resolveUse finds the provider and the declaration of one use line.
func (m *moduleChecker) resolveUse(use *Use, state aliasState) {
	decl := use.Decl
	refuse := func(span diag.Span, text string) { m.report(diag.G172, span, text) }
	if decl.Kind == syntax.UseProtocol {
		m.report(diag.P299, decl.Span(), "`use protocol` is")
		return
	}
	provider, ok := state.names[use.From]
	switch {
	case !ok:
		refuse(decl.From.Span, "no module is named `"+use.From+"`")
		return
	case provider == m.module.ID:
		refuse(decl.From.Span, "a module does not import from itself")
		return
	}
	use.Provider = provider
	m.module.Depends = append(m.module.Depends, provider)
	m.checkAlias(use, state)
	ref, ok := m.program.identities[use.Identity]
	if !ok || ref.Kind != use.Kind || m.program.moduleOf(ref) != provider {
		refuse(decl.Identity.Span, "module `"+use.From+"` declares no "+decl.Kind.String()+" with the identity `"+use.Identity+"`")
		return
	}
	if state.targets[use.Identity] {
		refuse(decl.Identity.Span, "`"+use.Identity+"` is imported twice")
	}
	state.targets[use.Identity] = true
	if m.program.originOf(ref) != Explicit {
		refuse(decl.Identity.Span, "only declarations with an `@id` are imported")
	}
	use.Target = ref
}

// checkAlias judges a local name against the module's own names and the
// aliases before it.
func (m *moduleChecker) checkAlias(use *Use, state aliasState) {
	name := use.Decl.Alias
	key := useAlias{use.Decl.Kind, name.Text}
	taken := state.aliases[key] || isReservedWord(name.Text)
	switch use.Kind {
	case RefFunction:
		_, local := m.module.functions[name.Text]
		taken = taken || local && !state.aliases[key] || name.Text == "main" || m.builtin[name.Text] != NoBuiltin || isLaterFunction(name.Text)
	case RefNominal:
		_, local := m.module.types[name.Text]
		taken = taken || local && !state.aliases[key] || isReservedTypeName(name.Text)
	}
	if taken {
		m.report(diag.G172, name.Span, "the alias `"+name.Text+"` is taken or reserved")
	}
	state.aliases[key] = true
}

func (m *moduleChecker) bindAlias(use *Use, position int) {
	switch use.Kind {
	case RefFunction:
		m.nameFunction(use.Alias, callee{TargetFunction, use.Target.Index, position})
	case RefNominal:
		if _, taken := m.module.types[use.Alias]; !taken {
			m.module.types[use.Alias] = NominalID(use.Target.Index)
		}
	}
}

// moduleOf returns the module of an importable declaration.
func (p *Program) moduleOf(ref Ref) ModuleID {
	switch ref.Kind {
	case RefNominal:
		return p.Nominals[ref.Index].Module
	case RefFunction:
		return p.Functions[ref.Index].Module
	case RefProtocol:
		return p.Protocols[ref.Index].Module
	}
	return NoModule
}

func (p *Program) originOf(ref Ref) Origin {
	switch ref.Kind {
	case RefNominal:
		return p.Nominals[ref.Index].Identity.Origin
	case RefFunction:
		return p.Functions[ref.Index].Identity.Origin
	case RefProtocol:
		return p.Protocols[ref.Index].Identity.Origin
	}
	return Automatic
}

// refuseModuleCycles reports each cycle of modules once, at the use line of its
// smallest module that starts it.
func (c *checker) refuseModuleCycles() {
	order := make([]ModuleID, len(c.modules))
	for i := range order {
		order[i] = ModuleID(i)
	}
	slices.SortFunc(order, func(a, b ModuleID) int {
		return strings.Compare(c.program.Modules[a].Name, c.program.Modules[b].Name)
	})
	reported := make([]bool, len(c.modules))
	for _, id := range order {
		if reported[id] {
			continue
		}
		if path := c.cycleFrom(id); path != nil {
			c.reportCycle(path)
			for _, member := range path {
				reported[member] = true
			}
		}
	}
}

// cycleFrom finds a shortest path from a module back to itself.
func (c *checker) cycleFrom(start ModuleID) []ModuleID {
	before := make([]ModuleID, len(c.modules))
	for i := range before {
		before[i] = NoModule
	}
	queue := []ModuleID{start}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, next := range c.program.Modules[at].Depends {
			if next == start {
				return pathTo(at, start, before)
			}
			if before[next] == NoModule {
				before[next] = at
				queue = append(queue, next)
			}
		}
	}
	return nil
}

func pathTo(at, start ModuleID, before []ModuleID) []ModuleID {
	var path []ModuleID
	for ; at != start; at = before[at] {
		path = append(path, at)
	}
	path = append(path, start)
	slices.Reverse(path)
	return path
}

func (c *checker) reportCycle(path []ModuleID) {
	names := make([]string, 0, len(path)+1)
	for _, id := range path {
		names = append(names, c.program.Modules[id].Name)
	}
	names = append(names, names[0])
	m := c.modules[path[0]]
	for i := range m.module.Uses {
		if use := &m.module.Uses[i]; use.From == names[1] {
			m.report(diag.G172, use.Decl.From.Span, "modules import each other: "+strings.Join(names, " -> "))
			return
		}
	}
}
