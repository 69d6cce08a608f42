package check

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// typeScope are the type parameters visible where a type is written.
type typeScope struct {
	names []string
	types []Type
	// wide: the declaration has more parameters than are admitted; the names of
	// those beyond are not known.
	wide bool
}

func (n *Nominal) typeScope() typeScope { return typeScope{n.TypeParameters, n.Parameters, n.wide} }

// find returns the parameter of a name, or TypeInvalid.
func (s typeScope) find(name string) (Type, bool) {
	for i, parameter := range s.names {
		if parameter == name {
			return s.types[i], true
		}
	}
	return TypeInvalid, false
}

// resolveType finds the type that is written, keeps it in the side table and
// reports what is wrong with it; then the result is TypeInvalid.
func (m *moduleChecker) resolveType(written syntax.TypeExpr, scope typeScope) Type {
	t := TypeInvalid
	switch written := written.(type) {
	case *syntax.ArrayType:
		t = m.resolveArray(written)
	case *syntax.NamedType:
		t = m.resolveNamed(written, scope)
	}
	m.tables.types[written.ID()] = t
	return t
}

func (m *moduleChecker) resolveArray(written *syntax.ArrayType) Type {
	if written.Length > syntax.MaxArrayElements {
		m.report(diag.T261, written.Span(), "an inline array has at most "+strconv.Itoa(syntax.MaxArrayElements)+" elements")
		return TypeInvalid
	}
	return m.program.types.array(written.Length)
}

func (m *moduleChecker) resolveNamed(written *syntax.NamedType, scope typeScope) Type {
	name := written.Name.Text
	if parameter, ok := scope.find(name); ok {
		if len(written.Args) > 0 {
			m.report(diag.T220, written.Span(), "type parameter `"+name+"` takes no arguments")
			return TypeInvalid
		}
		return parameter
	}
	if builtin, ok := builtinType(name); ok {
		if len(written.Args) > 0 {
			m.report(diag.T221, written.Span(), "`"+name+"` takes no type arguments")
			return TypeInvalid
		}
		return builtin
	}
	if name == "Slice" {
		return m.resolveSlice(written, scope)
	}
	id, ok := m.module.types[name]
	if !ok {
		return m.unknownType(written.Name, scope)
	}
	return m.instantiate(id, written.Name, written.Args, scope)
}

func (m *moduleChecker) unknownType(name syntax.Name, scope typeScope) Type {
	switch {
	case scope.wide:
	case isLaterType(name.Text):
		m.report(diag.P299, name.Span, "type `"+name.Text+"` is")
	case len(scope.names) > 0:
		m.report(diag.T220, name.Span, "`"+name.Text+"` is neither a type nor a type parameter here")
	default:
		m.report(diag.T001, name.Span, name.Text)
	}
	return TypeInvalid
}

func (m *moduleChecker) resolveSlice(written *syntax.NamedType, scope typeScope) Type {
	if len(written.Args) != 1 {
		m.report(diag.T221, written.Span(), "`Slice` takes one type argument")
		return TypeInvalid
	}
	element := m.resolveType(written.Args[0], scope)
	if element == TypeInvalid {
		return TypeInvalid
	}
	if element != TypeU8 {
		m.report(diag.P299, written.Span(), "`Slice` of anything but u8 is")
		return TypeInvalid
	}
	return TypeSlice
}

// instantiate applies a declared type to written arguments. name is where the
// type is named.
func (m *moduleChecker) instantiate(id NominalID, name syntax.Name, written []syntax.TypeExpr, scope typeScope) Type {
	nominal := &m.program.Nominals[id]
	if nominal.wide {
		return TypeInvalid
	}
	if len(written) != len(nominal.TypeParameters) {
		m.report(diag.T221, name.Span, "`"+name.Text+"` takes "+counted(len(nominal.TypeParameters), "type argument")+
			", not "+strconv.Itoa(len(written)))
		return TypeInvalid
	}
	if len(written) == 0 {
		return nominal.Type
	}
	var args [MaxTypeParameters]Type
	valid := true
	for i, arg := range written {
		args[i] = m.resolveType(arg, scope)
		valid = valid && args[i] != TypeInvalid
	}
	if !valid || !m.checkTypeArguments(id, name, written, args[:len(written)]) {
		return TypeInvalid
	}
	return m.program.types.instance(nominal.Kind.typeKind(), id, args[:len(written)]...)
}

// checkTypeArguments admits i64 and bool, and in the prelude's types also the
// profiles Option<u8>, Option<Bytes> and Result<Bytes, i64>.
func (m *moduleChecker) checkTypeArguments(id NominalID, name syntax.Name, written []syntax.TypeExpr, args []Type) bool {
	if id == OptionNominal && (args[0] == TypeU8 || args[0] == TypeBytes) {
		return true
	}
	if id == ResultNominal && args[0] == TypeBytes && args[1] == TypeI64 {
		return true
	}
	for i, arg := range args {
		switch {
		case arg == TypeI64 || arg == TypeBool:
		case arg.IsView():
			m.report(diag.T268, written[i].Span(), "a view cannot be a type argument")
			return false
		default:
			m.report(diag.T223, written[i].Span(), "a type argument of `"+name.Text+"` is i64 or bool, not `"+m.typeName(arg)+"`")
			return false
		}
	}
	return true
}

// counted renders a count with its noun: `1 argument`, `2 arguments`.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
