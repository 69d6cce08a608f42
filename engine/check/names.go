package check

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// owner is the first declaration met with an identity.
type owner struct {
	module ModuleID
	span   diag.Span
}

// executionPrefix starts the keys of generic instances; no function may take
// such an identity.
const executionPrefix = "semaprax.function-execution.v1:"

// checkIdentity judges one identity and remembers its owner. span is the place
// of the name for automatic identities, else of the string.
func (m *moduleChecker) checkIdentity(identity Identity, span diag.Span) {
	text := identity.Text
	if strings.IndexByte(text, 0) >= 0 {
		m.report(diag.S102, span, "an identity contains NUL")
		return
	}
	if ref, ok := m.program.identities[text]; ok && m.isCompilerOwned(ref) {
		m.report(diag.S113, span, text)
		return
	}
	first, taken := m.owners[text]
	switch {
	case !taken:
		m.owners[text] = owner{m.module.ID, span}
	case first.module != m.module.ID:
		other := m.program.Modules[first.module]
		m.report(diag.G172, span, "identity `"+text+"` is also declared in module `"+other.Name+"`")
	default:
		m.report(diag.S102, span, "duplicate identity `"+text+"`")
	}
}

// isCompilerOwned says whether the prelude or a built-in holds the reference.
func (c *checker) isCompilerOwned(ref Ref) bool {
	switch ref.Kind {
	case RefBuiltin:
		return true
	case RefNominal:
		return NominalID(ref.Index) <= ResultNominal
	case RefCase:
		return CaseID(ref.Index) <= CaseErr
	case RefField:
		return c.program.Fields[ref.Index].Owner <= ResultNominal
	}
	return false
}

// checkWritten judges an identity whose absence is only worth a warning.
func (m *moduleChecker) checkWritten(identity Identity, written *syntax.Text, name syntax.Name, warning diag.Code) {
	if written == nil {
		m.report(warning, name.Span, name.Text)
		m.checkIdentity(identity, name.Span)
		return
	}
	m.checkIdentity(identity, written.Span)
}

// checkMemberIdentity is checkWritten for fields and cases, whose written
// identity may not be empty.
func (m *moduleChecker) checkMemberIdentity(identity Identity, written *syntax.Text, name syntax.Name) {
	if written != nil && written.Value == "" {
		m.report(diag.S102, written.Span, "the identity of a member is empty")
		return
	}
	m.checkWritten(identity, written, name, diag.S112)
}

// checkTypeName judges the name of a type. It is a duplicate when the module's
// name table knows another declaration.
func (m *moduleChecker) checkTypeName(id NominalID, name syntax.Name) {
	switch {
	case isReservedWord(name.Text):
		m.report(diag.S106, name.Span, name.Text)
	case isReservedTypeName(name.Text):
		m.report(diag.S113, name.Span, name.Text)
	case m.module.types[name.Text] != id:
		m.report(diag.S107, name.Span, name.Text)
	}
}

// checkFunctionName judges the name of a function or callable import.
func (m *moduleChecker) checkFunctionName(name syntax.Name, self callee) {
	switch {
	case isReservedWord(name.Text):
		m.report(diag.S104, name.Span, name.Text)
	case m.builtin[name.Text] != NoBuiltin || isLaterFunction(name.Text):
		m.report(diag.S113, name.Span, name.Text)
	case m.module.functions[name.Text] != self:
		m.report(diag.S101, name.Span, name.Text)
	}
}

// checkMemberName judges a field or case name; seen holds those before it.
func (m *moduleChecker) checkMemberName(name syntax.Name, seen map[string]bool) {
	if isReservedWord(name.Text) {
		m.report(diag.S110, name.Span, name.Text)
	}
	if seen[name.Text] {
		m.report(diag.S111, name.Span, name.Text)
	}
	seen[name.Text] = true
}
