package intent

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// rename gives a declaration another display name wherever its module, and for
// members any module, spells it. Identities and aliases stay.
func (in *Intention) rename(e *Edit) diag.List {
	if fault := e.Base.checkWalk(diag.G226); fault != nil {
		return fault
	}
	subject, fault := e.Base.renameSubject(in.fields.Target)
	if fault != nil {
		return fault
	}
	name := in.fields.Name
	switch {
	case name == subject.name:
		return unsupported("`%s` is the name it has", name)
	case subject.taken(name):
		return unsupported("the name `%s` is taken", name)
	}
	subject.edit(e, name)
	e.Operation.GenericRename = subject.generic
	e.verify = append(e.verify, unchangedBut(), func(_, after *Base) diag.List {
		if renamed, fault := after.renameSubject(in.fields.Target); fault != nil || renamed.name != name {
			return unsupported("the rebuilt project does not call `%s` by its new name", in.fields.Target)
		}
		return nil
	})
	return nil
}

// renameSubject is a declaration that can be renamed.
type renameSubject struct {
	name    string
	generic bool
	// member is the catalogue's word for a member, else empty.
	member string
	taken  func(name string) bool
	edit   func(e *Edit, name string)
}

// renameSubject finds what may be renamed under an identity.
func (b *Base) renameSubject(identity string) (*renameSubject, diag.List) {
	ref, ok := b.program.Lookup(identity)
	if ok {
		switch ref.Kind {
		case check.RefFunction:
			return b.renameFunction(identity)
		case check.RefNominal:
			return b.renameNominal(identity)
		case check.RefField:
			return b.renameField(&b.program.Fields[ref.Index])
		case check.RefCase:
			return b.renameCase(&b.program.Cases[ref.Index])
		}
	}
	return nil, unsupported("`%s` is no declaration that can be renamed", identity)
}

func (b *Base) renameFunction(identity string) (*renameSubject, diag.List) {
	fn, ok := b.topFunction(identity)
	if !ok || fn.Name == mainName {
		return nil, unsupported("`%s` is no explicit top-level function other than main", identity)
	}
	m := b.module(fn.Module)
	return &renameSubject{
		name: fn.Name, generic: fn.IsGeneric(),
		taken: func(name string) bool { return b.isFunctionName(m, name) },
		edit:  func(e *Edit, name string) { e.renameFunction(fn, name) },
	}, nil
}

// renameFunction renames the declaration and the calls of its own module.
func (e *Edit) renameFunction(fn *check.Function, name string) {
	tables := e.Base.tables(fn.Module)
	e.rewrite(fn.Module, func(n syntax.Node) syntax.Node {
		switch n := n.(type) {
		case *syntax.Call:
			row := tables.Call(n.ID())
			if row == nil || row.Kind != check.TargetFunction || row.Function != fn.ID {
				return n
			}
			e.Operation.MigratedCalls++
			c := *n
			c.Callee = named(name)
			return &c
		case *syntax.Function:
			if n.ID() != fn.Decl.ID() {
				return n
			}
			c := *n
			c.Name = named(name)
			return &c
		}
		return n
	})
}

func (b *Base) renameNominal(identity string) (*renameSubject, diag.List) {
	n, ok := b.sourceNominal(identity)
	if !ok {
		return nil, unsupported("`%s` is no explicit record or variant of a source", identity)
	}
	m := b.module(n.Module)
	return &renameSubject{
		name:  n.Name,
		taken: func(name string) bool { return b.isDeclaredType(m, name) },
		edit:  func(e *Edit, name string) { e.renameNominal(n, name) },
	}, nil
}

// isDeclaredType reports whether a type, interface or protocol of the module has the
// name.
func (b *Base) isDeclaredType(m *check.Module, name string) bool {
	if b.isTypeName(m, name) {
		return true
	}
	for _, decl := range m.File.Decls {
		if _, function := decl.(*syntax.Function); !function && decl.DeclName().Text == name {
			return true
		}
	}
	return false
}

// renameNominal renames a type in its own module: the declaration, written types,
// constructors and patterns. A type parameter of the same name hides it.
func (e *Edit) renameNominal(nominal *check.Nominal, name string) {
	tables := e.Base.tables(nominal.Module)
	old := nominal.Name
	e.rewrite(nominal.Module, func(n syntax.Node) syntax.Node {
		switch n := n.(type) {
		case *syntax.NamedType:
			if n.Name.Text == old && e.Base.program.NominalOf(tables.Type(n.ID())) == nominal.ID {
				c := *n
				c.Name = named(name)
				return &c
			}
		case *syntax.RecordExpr:
			if n.Type.Text == old {
				c := *n
				c.Type = named(name)
				return &c
			}
		case *syntax.VariantExpr:
			if n.Type.Text == old {
				c := *n
				c.Type = named(name)
				return &c
			}
		}
		return renameDeclared(renamePattern(n, old, name), nominal.Decl, name)
	})
}

// renamePattern renames the type a pattern names.
func renamePattern(n syntax.Node, old, name string) syntax.Node {
	switch n := n.(type) {
	case *syntax.RecordPattern:
		if n.Type.Text == old {
			c := *n
			c.Type = named(name)
			return &c
		}
	case *syntax.VariantPattern:
		if n.Type.Text == old {
			c := *n
			c.Type = named(name)
			return &c
		}
	}
	return n
}

// renameDeclared renames the declaration of a record or variant.
func renameDeclared(n syntax.Node, decl syntax.Decl, name string) syntax.Node {
	switch n := n.(type) {
	case *syntax.Record:
		if n.ID() == decl.ID() {
			c := *n
			c.Name = named(name)
			return &c
		}
	case *syntax.Variant:
		if n.ID() == decl.ID() {
			c := *n
			c.Name = named(name)
			return &c
		}
	}
	return n
}
