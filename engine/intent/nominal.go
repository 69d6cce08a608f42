package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// nominalType is a declared type with its arguments; id is NoNominal for every
// other type and for what is not known. Arguments are built-in types, so it can
// name instances that the base does not contain.
type nominalType struct {
	id   check.NominalID
	args []check.Type
}

func noNominal() nominalType { return nominalType{id: check.NoNominal} }

// nominalOf is the declared type behind a type of the base.
func (b *Base) nominalOf(t check.Type) nominalType {
	return nominalType{b.program.NominalOf(t), b.program.TypeArguments(t)}
}

// memberNominal is the declared type of a field in a value of owner.
func (b *Base) memberNominal(owner nominalType, field check.FieldID) nominalType {
	t := b.program.Fields[field].Type
	if b.program.Kind(t) == check.KindParameter {
		return noNominal() // arguments are scalars
	}
	return b.nominalOf(t)
}

// argumentTypes reads type arguments of an intention.
func argumentTypes(names []string) []check.Type {
	types := make([]check.Type, len(names))
	for i, name := range names {
		types[i] = check.TypeI64
		if name == "bool" {
			types[i] = check.TypeBool
		}
	}
	return types
}

// typeNode writes a declared type as a module names it; ok is false when the module
// does not see it.
func (b *Base) typeNode(m *check.Module, n nominalType) (node syntax.TypeExpr, ok bool) {
	name, ok := b.nominalNameIn(m, n.id)
	if !ok {
		return nil, false
	}
	return &syntax.NamedType{Name: named(name), Args: builtinNodes(n.args)}, true
}

func builtinNodes(types []check.Type) []syntax.TypeExpr {
	var nodes []syntax.TypeExpr
	for _, t := range types {
		nodes = append(nodes, builtinNode(t))
	}
	return nodes
}

// builtinNode writes a built-in type.
func builtinNode(t check.Type) syntax.TypeExpr {
	if t == check.TypeSlice {
		return &syntax.NamedType{Name: named("Slice"), Args: []syntax.TypeExpr{builtinNode(check.TypeU8)}}
	}
	return &syntax.NamedType{Name: named(builtinTypeName(t))}
}

// builtinTypeName is the source name of a built-in type but Slice<u8>.
func builtinTypeName(t check.Type) string {
	return [...]string{
		check.TypeI64: "i64", check.TypeI32: "i32", check.TypeU8: "u8", check.TypeUsize: "usize",
		check.TypeChar: "char", check.TypeBool: "bool", check.TypeF32: "f32", check.TypeF64: "f64",
		check.TypeString: "string", check.TypeStr: "str", check.TypeBytes: "Bytes", check.TypeSlice: "Slice<u8>",
	}[t]
}

// builtinTypeNamed finds the built-in type of a name in an intention.
func builtinTypeNamed(name string) check.Type {
	for t := check.TypeI64; t <= check.TypeSlice; t++ {
		if builtinTypeName(t) == name {
			return t
		}
	}
	return check.TypeInvalid
}

// anyTypeNode writes a type of the base as a module names it.
func (b *Base) anyTypeNode(m *check.Module, t check.Type) (syntax.TypeExpr, bool) {
	switch kind := b.program.Kind(t); {
	case kind == check.KindArray:
		return &syntax.ArrayType{Length: uint32(b.program.ArrayLength(t))}, true
	case b.program.NominalOf(t) != check.NoNominal:
		return b.typeNode(m, b.nominalOf(t))
	case t >= check.TypeI64 && t <= check.TypeSlice:
		return builtinNode(t), true
	}
	return nil, false
}

// nominalFacts judges how values of a declared type behave, also of an instance the
// base does not contain.
func (b *Base) nominalFacts(n nominalType) check.TypeFacts {
	facts := b.program.Facts(b.program.Nominals[n.id].Type)
	for _, arg := range n.args {
		if argument := b.program.Facts(arg); !argument.Copy {
			facts.Copy, facts.NeedsDrop = false, facts.NeedsDrop || argument.NeedsDrop
		}
	}
	return facts
}

// selectorNominal resolves a nominal selector; ok is false when there is no such
// record or variant or its arguments do not fit.
func (b *Base) selectorNominal(t *TypeSelector) (n nominalType, ok bool) {
	ref, found := b.program.Lookup(t.Target)
	if !found || ref.Kind != check.RefNominal {
		return noNominal(), false
	}
	nominal := &b.program.Nominals[ref.Index]
	admitted := nominal.Kind == check.NominalRecord || nominal.Kind == check.NominalVariant
	return nominalType{nominal.ID, argumentTypes(t.Arguments)}, admitted && len(t.Arguments) == len(nominal.TypeParameters)
}

// fieldWith finds the position of the field with an identity among fields, or -1.
func (b *Base) fieldWith(fields []check.FieldID, identity string) int {
	return slices.IndexFunc(fields, func(id check.FieldID) bool { return b.program.Fields[id].Identity.Text == identity })
}
