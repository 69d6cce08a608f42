package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// MaxProtocols bounds the protocols, and likewise the impls, of one module.
const MaxProtocols = 256

// checkProtocols judges protocols and the shapes of their methods. The parser
// refuses repeated names.
func (m *moduleChecker) checkProtocols() {
	count := 0
	for _, ref := range m.module.Declarations {
		if ref.Kind != RefProtocol {
			continue
		}
		protocol := &m.program.Protocols[ref.Index]
		name := protocol.Decl.Name
		count++
		if count == MaxProtocols+1 {
			m.report(diag.Q109, name.Span, "a module has at most 256 protocols")
			return
		}
		if isReservedWord(name.Text) || isReservedTypeName(name.Text) {
			m.report(diag.S113, name.Span, name.Text)
		}
		m.checkProtocolIdentity(protocol.Identity, protocol.Decl.Identity, name)
		m.checkProtocolMethods(protocol)
	}
}

// checkProtocolIdentity judges the identity of a protocol or of its method.
func (m *moduleChecker) checkProtocolIdentity(identity Identity, written *syntax.Text, name syntax.Name) {
	span := name.Span
	if written != nil {
		span = written.Span
		if written.Value == "" {
			m.report(diag.Q105, span, "the identity of a protocol or its method is empty")
			return
		}
	}
	m.checkIdentity(identity, span)
}

func (m *moduleChecker) checkProtocolMethods(protocol *Protocol) {
	for i := range protocol.Methods {
		method := &protocol.Methods[i]
		name := method.Decl.Name
		if isReservedWord(name.Text) {
			m.report(diag.S104, name.Span, name.Text)
		}
		m.checkProtocolIdentity(method.Identity, method.Decl.Identity, name)
		m.resolveProtocolMethod(protocol, method)
	}
}

// resolveProtocolMethod resolves a signature; Self stands for the type an impl
// names and must be the first parameter.
func (m *moduleChecker) resolveProtocolMethod(protocol *Protocol, method *ProtocolMethod) {
	decl := method.Decl
	method.Params = make([]Parameter, len(decl.Params))
	seen := make(map[string]bool, len(decl.Params))
	for i, param := range decl.Params {
		t, _ := m.resolveSelf(param.Type, protocol.Name)
		method.Params[i] = Parameter{Name: param.Name.Text, Mode: Mode(param.Mode), Type: t, Decl: param}
		if param.Mode != syntax.ModeValue {
			m.report(diag.Q104, param.Span(), "a protocol's parameters are plain values")
		}
		if seen[param.Name.Text] {
			m.report(diag.T102, param.Name.Span, param.Name.Text)
		}
		seen[param.Name.Text] = true
	}
	if len(decl.Params) == 0 || !isSelf(decl.Params[0].Type, protocol.Name) {
		m.report(diag.Q104, decl.Name.Span, "the first parameter of `"+method.Name+"` is `Self`")
	}
	method.Result, _ = m.resolveSelf(decl.Result, protocol.Name)
}

// resolveSelf is resolveType with Self, or the protocol's name, standing for
// TypeInvalid.
func (m *moduleChecker) resolveSelf(written syntax.TypeExpr, protocol string) (t Type, self bool) {
	if isSelf(written, protocol) {
		return TypeInvalid, true
	}
	return m.resolveType(written, typeScope{}), false
}

func isSelf(written syntax.TypeExpr, protocol string) bool {
	named, ok := written.(*syntax.NamedType)
	return ok && len(named.Args) == 0 && (named.Name.Text == "Self" || named.Name.Text == protocol)
}

// checkImpls judges impls once all signatures are known.
func (m *moduleChecker) checkImpls() {
	pairs := map[[2]int32]bool{}
	count := 0
	for _, ref := range m.module.Declarations {
		if ref.Kind != RefImpl {
			continue
		}
		impl := &m.program.Impls[ref.Index]
		count++
		if count == MaxProtocols+1 {
			m.report(diag.Q109, impl.Decl.Span(), "a module has at most 256 impls")
			return
		}
		m.checkImplIdentity(impl)
		if !m.resolveImpl(impl) {
			continue
		}
		pair := [2]int32{int32(impl.Protocol), int32(impl.Nominal)}
		if pairs[pair] {
			m.report(diag.Q108, impl.Decl.Protocol.Span, "the protocol is implemented for this type before")
		}
		pairs[pair] = true
		m.checkBindings(impl)
	}
}

func (m *moduleChecker) checkImplIdentity(impl *Impl) {
	written := impl.Decl.Identity
	if written == nil || written.Value == "" {
		m.report(diag.Q106, impl.Decl.Span(), "an impl needs an `@id` that is not empty")
		return
	}
	m.checkIdentity(impl.Identity, written.Span)
}

// resolveImpl finds the protocol and the type, both declared in this module.
func (m *moduleChecker) resolveImpl(impl *Impl) bool {
	decl := impl.Decl
	ref, ok := m.program.identities[decl.Protocol.Value]
	if !ok || ref.Kind != RefProtocol || m.program.Protocols[ref.Index].Module != m.module.ID {
		m.report(diag.Q106, decl.Protocol.Span, "no protocol of this module has the identity `"+decl.Protocol.Value+"`")
		return false
	}
	impl.Protocol = ProtocolID(ref.Index)
	ref, ok = m.program.identities[decl.Target.Value]
	if !ok || ref.Kind != RefNominal || m.program.Nominals[ref.Index].Module != m.module.ID {
		m.report(diag.Q106, decl.Target.Span, "no type of this module has the identity `"+decl.Target.Value+"`")
		return false
	}
	target := &m.program.Nominals[ref.Index]
	if target.IsGeneric() || target.Kind == NominalResource {
		m.report(diag.Q106, decl.Target.Span, "a generic type or a resource implements no protocol")
		return false
	}
	impl.Nominal = target.ID
	return true
}

func (m *moduleChecker) checkBindings(impl *Impl) {
	protocol := &m.program.Protocols[impl.Protocol]
	bound := make([]bool, len(protocol.Methods))
	positions := make(map[string]int, len(protocol.Methods))
	for i := range protocol.Methods {
		positions[protocol.Methods[i].Identity.Text] = i
	}
	for _, binding := range impl.Decl.Bindings {
		method, known := positions[binding.Method.Value]
		switch {
		case !known:
			m.report(diag.Q107, binding.Method.Span, "protocol `"+protocol.Name+"` has no method with the identity `"+binding.Method.Value+"`")
			continue
		case bound[method]:
			m.report(diag.Q108, binding.Method.Span, "the method is bound twice")
			continue
		}
		bound[method] = true
		ref, ok := m.program.identities[binding.Function.Value]
		if !ok || ref.Kind != RefFunction || m.program.Functions[ref.Index].Module != m.module.ID {
			m.report(diag.Q107, binding.Function.Span, "no function of this module has the identity `"+binding.Function.Value+"`")
			continue
		}
		fn := m.program.Functions[ref.Index]
		m.checkBinding(impl, &protocol.Methods[method], fn, binding)
		impl.Bindings = append(impl.Bindings, ImplBinding{Method: method, Function: fn.ID})
	}
	for i, done := range bound {
		if !done {
			m.report(diag.Q107, impl.Decl.Span(), "method `"+protocol.Methods[i].Name+"` is not bound")
		}
	}
}

// checkBinding demands a free function without effects and requires whose
// signature is the method's, with the target for Self.
func (m *moduleChecker) checkBinding(impl *Impl, method *ProtocolMethod, fn *Function, binding *syntax.Binding) {
	refuse := func(text string) {
		m.report(diag.Q107, binding.Function.Span, "function `"+fn.Name+"` "+text)
	}
	self := m.program.Nominals[impl.Nominal].Type
	name := m.program.Protocols[impl.Protocol].Name
	switch {
	case fn.Receiver != NoNominal:
		refuse("is a method, not a free function")
	case fn.IsGeneric():
		refuse("is generic")
	case len(fn.Effects) > 0:
		refuse("has effects")
	case len(fn.Decl.Requires) > 0:
		refuse("has a requires clause")
	case !m.fits(method, fn, self, name):
		refuse("does not have the signature of `" + method.Name + "`")
	}
}

func (m *moduleChecker) fits(method *ProtocolMethod, fn *Function, self Type, protocol string) bool {
	if len(method.Params) != len(fn.Params) {
		return false
	}
	for i := range method.Params {
		param := &method.Params[i]
		if param.Mode != fn.Params[i].Mode || !m.fitsType(param.Type, param.Decl.Type, fn.Params[i].Type, self, protocol) {
			return false
		}
	}
	return m.fitsType(method.Result, method.Decl.Result, fn.Result, self, protocol)
}

func (m *moduleChecker) fitsType(want Type, written syntax.TypeExpr, got, self Type, protocol string) bool {
	if isSelf(written, protocol) {
		want = self
	}
	return sameType(want, got)
}
