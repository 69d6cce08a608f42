package check

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// checkResource judges a resource's shape: not generic, one lifecycle with an
// identity of its own.
func (m *moduleChecker) checkResource(resource *Nominal, decl *syntax.Resource) {
	if len(decl.TypeParams) > 0 {
		m.report(diag.T223, decl.TypeParams[0].Span, "a resource cannot be generic")
	}
	switch len(decl.Lifecycles) {
	case 0:
		m.report(diag.O112, decl.Name.Span, "resource `"+resource.Name+"` has no lifecycle")
		return
	case 1:
	default:
		m.report(diag.O113, decl.Lifecycles[1].Span(), "resource `"+resource.Name+"` has more than one lifecycle")
	}
	for _, lifecycle := range decl.Lifecycles {
		if lifecycle.Identity == nil || lifecycle.Identity.Value == "" {
			m.report(diag.O113, lifecycle.Span(), "a lifecycle needs an `@id` that is not empty")
			continue
		}
		m.checkIdentity(Identity{lifecycle.Identity.Value, Explicit}, lifecycle.Identity.Span)
	}
}

// checkInterfaces judges interfaces and imports: names and identities.
func (m *moduleChecker) checkInterfaces() {
	seen := map[string]bool{}
	for _, ref := range m.module.Declarations {
		if ref.Kind != RefInterface {
			continue
		}
		made := &m.program.Interfaces[ref.Index]
		name := made.Decl.Name
		if isReservedWord(name.Text) || seen[name.Text] {
			m.report(diag.I403, name.Span, "`"+name.Text+"` cannot name this interface: reserved or declared before")
		}
		seen[name.Text] = true
		m.checkRequiredIdentity(made.Identity, made.Decl.Identity, name)
		imports := map[string]bool{}
		for _, id := range made.Imports {
			m.checkImport(&m.program.Imports[id], imports)
		}
	}
}

// checkRequiredIdentity judges an identity that interfaces and imports must
// write.
func (m *moduleChecker) checkRequiredIdentity(identity Identity, written *syntax.Text, name syntax.Name) {
	if written == nil || written.Value == "" {
		m.report(diag.I403, name.Span, "`"+name.Text+"` needs an `@id` that is not empty")
		return
	}
	m.checkIdentity(identity, written.Span)
}

func (m *moduleChecker) checkImport(imported *Import, seen map[string]bool) {
	name := imported.Decl.Name
	switch {
	case imported.Rust:
		m.checkFunctionName(name, callee{TargetImport, int32(imported.ID), -1})
	case isReservedWord(name.Text):
		m.report(diag.I403, name.Span, "`"+name.Text+"` cannot name an import")
	case seen[name.Text]:
		m.report(diag.I403, name.Span, "duplicate import `"+name.Text+"`")
	}
	seen[name.Text] = true
	m.checkRequiredIdentity(imported.Identity, imported.Decl.Identity, name)
}

// checkImportShapes judges the parameters, results, effects and failures of
// imports.
func (m *moduleChecker) checkImportShapes() {
	for _, ref := range m.module.Declarations {
		if ref.Kind != RefInterface {
			continue
		}
		made := &m.program.Interfaces[ref.Index]
		permits := newEffectSet(made.Permits)
		for _, id := range made.Imports {
			imported := &m.program.Imports[id]
			m.resolveImport(imported)
			if imported.Rust {
				m.checkRustImport(made, permits, imported)
			} else {
				m.checkDropImport(made, permits, imported)
			}
		}
	}
}

func (m *moduleChecker) resolveImport(imported *Import) {
	decl := imported.Decl
	for _, param := range decl.Params {
		imported.Params = append(imported.Params, Parameter{
			Name: param.Name.Text, Mode: Mode(param.Mode), Decl: param,
			Type: m.resolveType(param.Type, typeScope{}),
		})
	}
	imported.Result = TypeUnit
	if t, ok := builtinType(decl.Result.Text); ok {
		imported.Result = t
	}
}

// checkDropImport admits exactly one own parameter of a resource, a unit
// result and consumption of that parameter.
func (m *moduleChecker) checkDropImport(owner *Interface, permits effectSet, imported *Import) {
	decl := imported.Decl
	if decl.Status != nil && (decl.Status.Value == "" || len(decl.Status.Value) > 255 || slices.Contains([]byte(decl.Status.Value), 0)) {
		m.report(diag.I403, decl.Status.Span, "a status domain has 1 to 255 bytes without NUL")
	}
	if len(imported.Params) != 1 {
		m.report(diag.I404, decl.Name.Span, "import `"+imported.Name+"` takes exactly one parameter")
	}
	for i, param := range imported.Params {
		m.checkDropParameter(imported, i, param)
	}
	if decl.Result.Text != "unit" {
		m.report(diag.I404, decl.Result.Span, "import `"+imported.Name+"` returns unit")
	}
	if imported.Consumes < 0 {
		m.report(diag.I404, decl.Consumes.Span, "`"+decl.Consumes.Text+"` is no parameter of import `"+imported.Name+"`")
	}
	for _, effect := range decl.Effects {
		if !permits.has(effect.Text) {
			m.report(diag.I404, effect.Span, "interface `"+owner.Name+"` does not permit `"+effect.Text+"`")
		}
	}
}

func (m *moduleChecker) checkDropParameter(imported *Import, index int, param Parameter) {
	if param.Type == TypeInvalid {
		return
	}
	nominal := m.program.NominalOf(param.Type)
	if nominal != NoNominal && m.program.Nominals[nominal].Module != m.module.ID {
		m.report(diag.G172, param.Decl.Type.Span(), "an imported type cannot appear in an interface import")
		return
	}
	if param.Mode != ModeOwn || m.program.Kind(param.Type) != KindResource {
		m.report(diag.I404, param.Decl.Span(), "parameter `"+param.Name+"` of import `"+imported.Name+"` must be an own resource")
	}
}

// isRustDomain holds status domains of `import rust fn`: 2 to 128 bytes of
// [a-z0-9.-], the first and last a letter or digit.
func isRustDomain(domain string) bool {
	if len(domain) < 2 || len(domain) > 128 {
		return false
	}
	for i := range len(domain) {
		b := domain[i]
		inner := (b == '.' || b == '-') && i > 0 && i < len(domain)-1
		if !inner && (b < 'a' || b > 'z') && (b < '0' || b > '9') {
			return false
		}
	}
	return true
}

// checkRustImport admits at most eight value i64 or bool parameters; every
// violation is SPX-B107.
func (m *moduleChecker) checkRustImport(owner *Interface, permits effectSet, imported *Import) {
	decl := imported.Decl
	fault := func(span diag.Span, text string) { m.report(diag.B107, span, text) }
	if len(imported.Params) > 8 {
		fault(decl.Params[8].Span(), "a rust import takes at most eight parameters")
	}
	for _, param := range imported.Params {
		if param.Mode != ModeValue || param.Type != TypeI64 && param.Type != TypeBool {
			fault(param.Decl.Span(), "a rust import's parameter is a plain i64 or bool")
		}
	}
	switch decl.Result.Text {
	case "unit", "i64", "bool":
	default:
		fault(decl.Result.Span, "a rust import returns unit, i64 or bool")
	}
	for i, effect := range decl.Effects {
		if i > 0 && decl.Effects[i-1].Text >= effect.Text {
			fault(effect.Span, "a rust import's effects are strictly sorted")
		}
		if !permits.has(effect.Text) {
			fault(effect.Span, "interface `"+owner.Name+"` does not permit `"+effect.Text+"`")
		}
	}
	if decl.Status != nil && !isRustDomain(decl.Status.Value) {
		fault(decl.Status.Span, "a rust import's status domain has 2 to 128 lower-case letters, digits, dots and hyphens")
	}
}

// checkDrops ties `drop import` to its import, which must take and consume
// exactly that resource and never fail.
func (m *moduleChecker) checkDrops() {
	for _, ref := range m.module.Declarations {
		if ref.Kind != RefNominal {
			continue
		}
		resource := &m.program.Nominals[ref.Index]
		if resource.Kind == NominalResource && resource.Lifecycle.Imported {
			m.checkDrop(resource)
		}
	}
}

func (m *moduleChecker) checkDrop(resource *Nominal) {
	lifecycle := &resource.Lifecycle
	span := lifecycle.Decl.Import.Span
	found, ok := m.program.identities[lifecycle.ImportKey]
	if !ok || found.Kind != RefImport || m.program.Imports[found.Index].Module != m.module.ID {
		m.report(diag.O113, span, "no import of this module has the identity `"+lifecycle.ImportKey+"`")
		return
	}
	imported := &m.program.Imports[found.Index]
	suits := !imported.Rust && imported.Infallible && imported.Consumes == 0 && len(imported.Params) == 1 &&
		imported.Params[0].Mode == ModeOwn && imported.Params[0].Type == resource.Type
	if !suits {
		m.report(diag.O113, span, "import `"+imported.Name+"` cannot drop `"+resource.Name+"`: it must be infallible and consume exactly one own `"+resource.Name+"`")
		return
	}
	lifecycle.Import = imported.ID
}
