package check

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// checkImported judges, once all signatures and members are known, whether the
// declarations a module imports may cross modules.
func (m *moduleChecker) checkImported() {
	imported := map[NominalID]bool{}
	for i := range m.module.Uses {
		if use := &m.module.Uses[i]; use.Target.Kind == RefNominal {
			imported[NominalID(use.Target.Index)] = true
		}
	}
	for i := range m.module.Uses {
		use := &m.module.Uses[i]
		switch use.Target.Kind {
		case RefFunction:
			m.checkImportedFunction(use, m.program.Functions[use.Target.Index], imported)
		case RefNominal:
			m.checkImportedType(use, &m.program.Nominals[use.Target.Index], imported)
		}
	}
}

func (m *moduleChecker) refuseImport(use *Use, text string) {
	m.report(diag.G172, use.Decl.Identity.Span, "`"+use.Identity+"` cannot be imported: "+text)
}

// checkImportedFunction admits plain scalars and directly imported types, and
// parameters `borrow Slice<u8>` and `borrow str`.
func (m *moduleChecker) checkImportedFunction(use *Use, fn *Function, imported map[NominalID]bool) {
	if fn.Receiver != NoNominal {
		m.refuseImport(use, "it is a method")
		return
	}
	if fn.IsGeneric() {
		m.refuseImport(use, "it is generic")
		return
	}
	for i := range fn.Params {
		param := &fn.Params[i]
		if param.Mode == ModeBorrow && param.Type.IsView() {
			continue
		}
		if param.Mode != ModeValue {
			m.refuseImport(use, "parameter `"+param.Name+"` is not a plain value")
			return
		}
		if !m.crosses(param.Type, imported) {
			m.refuseImport(use, "parameter `"+param.Name+"` has type `"+m.typeName(param.Type)+"`, which is no scalar and not imported")
			return
		}
	}
	if !m.crosses(fn.Result, imported) {
		m.refuseImport(use, "it returns `"+m.typeName(fn.Result)+"`, which is no scalar and not imported")
	}
}

// crosses says whether a type may stand in an imported signature.
func (m *moduleChecker) crosses(t Type, imported map[NominalID]bool) bool {
	return t == TypeInvalid || t.IsScalar() || imported[m.program.NominalOf(t)]
}

// checkImportedType admits records and variants, not generic, of scalars and
// types imported likewise.
func (m *moduleChecker) checkImportedType(use *Use, nominal *Nominal, imported map[NominalID]bool) {
	switch {
	case nominal.Kind != NominalRecord && nominal.Kind != NominalVariant:
		m.refuseImport(use, "only records and variants cross modules")
		return
	case nominal.IsGeneric():
		m.refuseImport(use, "it is generic")
		return
	}
	members := slices.Clone(nominal.Fields)
	for _, id := range nominal.Cases {
		members = append(members, m.program.Cases[id].Fields...)
	}
	for _, id := range members {
		field := &m.program.Fields[id]
		if !m.crosses(field.Type, imported) {
			m.refuseImport(use, "member `"+field.Name+"` has type `"+m.typeName(field.Type)+"`, which is no scalar and not imported")
			return
		}
	}
}
