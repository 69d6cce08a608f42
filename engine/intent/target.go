package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// module returns the checked module with its tables.
func (b *Base) module(id check.ModuleID) *check.Module { return b.program.Modules[id] }

// tables returns the side tables of a module.
func (b *Base) tables(id check.ModuleID) *check.Tables { return b.program.Modules[id].Tables }

// topFunction finds the top-level function with an explicit identity.
func (b *Base) topFunction(identity string) (*check.Function, bool) {
	ref, ok := b.program.Lookup(identity)
	if !ok || ref.Kind != check.RefFunction {
		return nil, false
	}
	fn := b.program.Functions[ref.Index]
	return fn, fn.Receiver == check.NoNominal && fn.Identity.Origin == check.Explicit
}

// anchor finds an explicit monomorphic top-level function, main included.
func (b *Base) anchor(identity string) (*check.Function, diag.List) {
	fn, ok := b.topFunction(identity)
	switch {
	case !ok:
		return nil, unsupported("`%s` is no top-level function with an explicit identity", identity)
	case fn.IsGeneric():
		return nil, unsupported("`%s` is generic", identity)
	}
	return fn, nil
}

// plainFunction finds an explicit monomorphic top-level function other than main.
func (b *Base) plainFunction(identity string) (*check.Function, diag.List) {
	fn, fault := b.anchor(identity)
	if fault == nil && fn.Name == mainName {
		return nil, unsupported("`%s` is a main", identity)
	}
	return fn, fault
}

// mainName is the name of the function a module starts with.
const mainName = "main"

// sourceNominal finds an explicit record or variant that stands in a source.
func (b *Base) sourceNominal(identity string) (*check.Nominal, bool) {
	ref, ok := b.program.Lookup(identity)
	if !ok || ref.Kind != check.RefNominal {
		return nil, false
	}
	n := &b.program.Nominals[ref.Index]
	return n, n.Module != check.NoModule && n.Identity.Origin == check.Explicit &&
		(n.Kind == check.NominalRecord || n.Kind == check.NominalVariant)
}

// isIdentityTaken reports whether something of the project, the prelude or the
// built-ins has the identity.
func (b *Base) isIdentityTaken(identity string) bool {
	_, taken := b.program.Lookup(identity)
	return taken
}

// isFunctionName reports whether the name of a callable is taken in a module or by
// the language.
func (b *Base) isFunctionName(m *check.Module, name string) bool {
	if _, taken := m.FunctionNamed(name); taken || name == mainName || b.isBuiltinName(name) {
		return true
	}
	for i := range b.program.Imports {
		if row := &b.program.Imports[i]; row.Module == m.ID && row.Rust && row.Name == name {
			return true
		}
	}
	return false
}

// isBuiltinName reports whether a built-in function has the name.
func (b *Base) isBuiltinName(name string) bool {
	return slices.ContainsFunc(b.builtins, func(row check.BuiltinRow) bool { return row.Name == name })
}

// isTypeName reports whether the name of a type is taken in a module, by a type
// parameter written in it or by the language.
func (b *Base) isTypeName(m *check.Module, name string) bool {
	if _, taken := m.TypeNamed(name); taken {
		return true
	}
	switch name {
	case "i64", "i32", "u8", "usize", "char", "bool", "f32", "f64", "string", "str", "Bytes", "Slice", "Self":
		return true
	}
	return slices.ContainsFunc(typeParameters(m.File), func(p string) bool { return p == name })
}

// typeParameters lists the type parameters written anywhere in a file.
func typeParameters(file *syntax.File) []string {
	var names []string
	for _, decl := range file.Decls {
		var list []syntax.Name
		switch d := decl.(type) {
		case *syntax.Function:
			list = d.TypeParams
		case *syntax.Record:
			list = d.TypeParams
		case *syntax.Variant:
			list = d.TypeParams
		case *syntax.Class:
			list = d.TypeParams
		}
		for _, name := range list {
			names = append(names, name.Text)
		}
	}
	return names
}

// isDeclaredName reports whether any declaration or alias of a module has the name:
// functions, types, interfaces, protocols.
func (b *Base) isDeclaredName(m *check.Module, name string) bool {
	if b.isFunctionName(m, name) || b.isTypeName(m, name) {
		return true
	}
	for _, decl := range m.File.Decls {
		if decl.DeclName().Text == name {
			return true
		}
	}
	return slices.ContainsFunc(m.File.Uses, func(u *syntax.Use) bool { return u.Alias.Text == name })
}

// functionNameIn finds the name a function has in a module: its own, or the alias it
// is imported under.
func (b *Base) functionNameIn(m *check.Module, fn *check.Function) (string, bool) {
	if fn.Module == m.ID {
		return fn.Name, fn.Receiver == check.NoNominal
	}
	return aliasIn(m, check.RefFunction, int32(fn.ID))
}

// nominalNameIn finds the name a type has in a module.
func (b *Base) nominalNameIn(m *check.Module, id check.NominalID) (string, bool) {
	n := &b.program.Nominals[id]
	if n.Module == m.ID || n.Module == check.NoModule {
		return n.Name, true
	}
	return aliasIn(m, check.RefNominal, int32(id))
}

func aliasIn(m *check.Module, kind check.RefKind, index int32) (string, bool) {
	for i := range m.Uses {
		if use := &m.Uses[i]; use.Target.Kind == kind && use.Target.Index == index {
			return use.Alias, true
		}
	}
	return "", false
}

// checkWalk bounds the nodes a migration over the whole project visits.
func (b *Base) checkWalk(code diag.Code) diag.List {
	total := 0
	for _, file := range b.files() {
		total += file.NodeCount()
	}
	if total > MaxWalkNodes {
		return refusal(code, "the project has more than %d syntax nodes to migrate", MaxWalkNodes)
	}
	return nil
}
