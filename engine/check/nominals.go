package check

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// checkNominals judges the declared types in source order with their members:
// names, identities and shapes, but not yet the types of members.
func (m *moduleChecker) checkNominals() {
	for _, ref := range m.module.Declarations {
		if ref.Kind != RefNominal {
			continue
		}
		nominal := &m.program.Nominals[ref.Index]
		m.checkTypeName(nominal.ID, nominal.Decl.DeclName())
		m.checkWritten(nominal.Identity, nominal.Decl.DeclIdentity(), nominal.Decl.DeclName(), diag.S108)
		switch decl := nominal.Decl.(type) {
		case *syntax.Resource:
			m.checkResource(nominal, decl)
		case *syntax.Record:
			m.checkTypeParameters(decl.TypeParams)
			m.checkFieldNames(nominal.Fields, map[string]bool{})
		case *syntax.Class:
			m.checkClassShape(nominal, decl)
		case *syntax.Variant:
			m.checkTypeParameters(decl.TypeParams)
			m.checkCases(nominal)
		}
	}
}

// checkTypeParameters judges the parameters of a record or variant.
func (m *moduleChecker) checkTypeParameters(params []syntax.Name) {
	if len(params) > MaxTypeParameters {
		m.report(diag.T223, params[MaxTypeParameters].Span, "a generic type has at most "+strconv.Itoa(MaxTypeParameters)+" type parameters")
		params = params[:MaxTypeParameters]
	}
	for i, param := range params {
		_, builtin := builtinType(param.Text)
		if isReservedWord(param.Text) || builtin {
			m.report(diag.T220, param.Span, "`"+param.Text+"` cannot name a type parameter")
		}
		for _, earlier := range params[:i] {
			if earlier.Text == param.Text {
				m.report(diag.T220, param.Span, "duplicate type parameter `"+param.Text+"`")
				break
			}
		}
	}
}

func (m *moduleChecker) checkFieldNames(fields []FieldID, seen map[string]bool) {
	for _, id := range fields {
		field := &m.program.Fields[id]
		m.checkMemberName(field.Decl.Name, seen)
		m.checkMemberIdentity(field.Identity, field.Decl.Identity, field.Decl.Name)
	}
}

func (m *moduleChecker) checkCases(variant *Nominal) {
	if len(variant.Cases) == 0 {
		m.report(diag.T215, nameSpan(variant.Decl), "variant `"+variant.Name+"` has no case")
	}
	seen := map[string]bool{}
	for _, id := range variant.Cases {
		made := &m.program.Cases[id]
		m.checkMemberName(made.Decl.Name, seen)
		m.checkMemberIdentity(made.Identity, made.Decl.Identity, made.Decl.Name)
		m.checkFieldNames(made.Fields, map[string]bool{})
	}
}

// checkMemberTypes resolves the types of fields and payloads, then the parents
// of classes.
func (m *moduleChecker) checkMemberTypes() {
	for _, ref := range m.module.Declarations {
		if ref.Kind != RefNominal {
			continue
		}
		nominal := &m.program.Nominals[ref.Index]
		switch decl := nominal.Decl.(type) {
		case *syntax.Record, *syntax.Class:
			for _, id := range nominal.Fields {
				m.checkFieldType(nominal, &m.program.Fields[id])
			}
		case *syntax.Variant:
			m.checkPayloads(nominal, decl)
		}
	}
}

func (m *moduleChecker) checkPayloads(variant *Nominal, decl *syntax.Variant) {
	for i := range decl.Cases {
		for _, id := range m.program.Cases[variant.Cases[i]].Fields {
			field := &m.program.Fields[id]
			t := m.resolveType(field.Decl.Type, variant.typeScope())
			field.Type = t
			if t == TypeInvalid || t == TypeI64 || t == TypeBool || m.program.Kind(t) == KindParameter {
				continue
			}
			m.report(diag.T215, field.Decl.Type.Span(),
				"a payload of `"+variant.Name+"` has type `"+m.typeName(t)+"`; only i64, bool and the variant's own parameters are admitted")
			field.Type = TypeInvalid
		}
	}
}

// checkFieldType resolves and judges the type of one field of a record or
// class.
func (m *moduleChecker) checkFieldType(owner *Nominal, field *Field) {
	written := field.Decl.Type
	t := m.resolveType(written, owner.typeScope())
	field.Type = t
	span := written.Span()
	nominal := m.program.NominalOf(t)
	switch {
	case t == TypeInvalid:
		return
	case owner.IsGeneric() && t != TypeI64 && t != TypeBool && m.program.Kind(t) != KindParameter:
		m.report(diag.T223, span, "a field of a generic record is i64, bool or one of its parameters")
	case t.IsView():
		m.report(diag.T268, span, "a field cannot hold a view")
	case owner.Kind == NominalClass && t == TypeString:
		m.report(diag.T234, span, "a class field cannot carry a string")
	case m.program.Kind(t) == KindRecord && len(m.program.TypeArguments(t)) > 0:
		m.report(diag.T223, span, "a field cannot be an instance of a generic record")
	case nominal == OptionNominal || nominal == ResultNominal:
		m.checkPreludeField(t, span)
	}
}

// checkPreludeField refuses Option and Result fields that own bytes: no rule
// says how they would move.
func (m *moduleChecker) checkPreludeField(t Type, span diag.Span) {
	for _, arg := range m.program.TypeArguments(t) {
		if arg == TypeBytes {
			m.report(diag.P299, span, "a field of type `"+m.typeName(t)+"` is")
		}
	}
}

func (m *moduleChecker) typeName(t Type) string { return m.program.TypeString(t) }
