package intent

import (
	"maps"
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// implement adds the table of a protocol's methods for a record.
func (in *Intention) implement(e *Edit) diag.List {
	f := &in.fields
	c, fault := e.Base.conformanceOf(f.Target, f.Protocol)
	if fault != nil {
		return fault
	}
	m := e.Base.module(c.record.Module)
	switch {
	case f.Form == FormPlaced && f.Destination != m.Name:
		return refusal(diag.G272, "implementations across modules are not in this build")
	case strings.HasPrefix(f.ID, "auto:") || strings.HasPrefix(f.ID, "semaprax."):
		return refusal(diag.G272, "the identity `%s` is reserved", f.ID)
	case e.Base.isIdentityTaken(f.ID):
		return refusal(diag.G272, "the identity `%s` is taken", f.ID)
	case c.existing != "":
		return refusal(diag.G272, "`%s` implements the protocol for this record", c.existing)
	}
	members, fault := e.Base.selectMembers(c, f.Members)
	if fault != nil {
		return fault
	}
	made := &syntax.Impl{Identity: identityText(f.ID), Protocol: syntax.Text{Value: f.Protocol}, Target: syntax.Text{Value: f.Target}}
	for _, member := range members {
		made.Bindings = append(made.Bindings, &syntax.Binding{
			Method: syntax.Text{Value: member.Method}, Function: syntax.Text{Value: member.Implementation}})
	}
	e.appendDecl(m.ID, made)
	e.Operation.New = &NewDeclaration{ID: f.ID, Owner: f.Target, Kind: "protocol_implementation", Path: m.Path, Module: m.Name, Implementation: true}
	e.Operation.Conformance = &Conformance{Protocol: f.Protocol, Target: f.Target, Members: members}
	e.authorise = func(inv *inventory) { inv.implementations[m.Path+"\x00"+f.ID] = implementationTable(made) }
	e.identities = func(facts identityFacts) {
		facts[f.ID] = identityFact{"protocol_implementation", "", 0, m.Path, m.Name}
	}
	e.verify = append(e.verify, unchangedBut())
	return nil
}

// conformance is a record beside a protocol of its module.
type conformance struct {
	record   *check.Nominal
	protocol *check.Protocol
	// existing is the identity of the implementation there is, or empty.
	existing string
}

// implementer finds the record an implementation is for.
func (b *Base) implementer(target string) (*check.Nominal, diag.List) {
	n, ok := b.sourceNominal(target)
	if !ok || n.Kind != check.NominalRecord || n.IsGeneric() {
		return nil, refusal(diag.G272, "`%s` is no explicit monomorphic record of a source", target)
	}
	return n, nil
}

// conformanceOf finds a record and a protocol, both of one module.
func (b *Base) conformanceOf(target, protocol string) (*conformance, diag.List) {
	n, fault := b.implementer(target)
	if fault != nil {
		return nil, fault
	}
	ref, ok := b.program.Lookup(protocol)
	if !ok || ref.Kind != check.RefProtocol || b.program.Protocols[ref.Index].Module != n.Module {
		return nil, refusal(diag.G272, "`%s` is no protocol of the record's module", protocol)
	}
	return b.conformance(n, &b.program.Protocols[ref.Index]), nil
}

func (b *Base) conformance(n *check.Nominal, protocol *check.Protocol) *conformance {
	c := &conformance{record: n, protocol: protocol}
	for i := range b.program.Impls {
		if impl := &b.program.Impls[i]; impl.Protocol == protocol.ID && impl.Nominal == n.ID {
			c.existing = impl.Identity.Text
		}
	}
	return c
}

// selectMembers judges the chosen functions and orders them by method.
func (b *Base) selectMembers(c *conformance, chosen []InterfaceMember) ([]InterfaceMember, diag.List) {
	methods := map[string]*check.ProtocolMethod{}
	for i := range c.protocol.Methods {
		methods[c.protocol.Methods[i].Identity.Text] = &c.protocol.Methods[i]
	}
	functions := map[string]bool{}
	for _, member := range chosen {
		method, open := methods[member.Method]
		fn, ok := b.topFunction(member.Implementation)
		switch {
		case !open:
			return nil, refusal(diag.G272, "`%s` is no method of the protocol, or chosen twice", member.Method)
		case functions[member.Implementation]:
			return nil, refusal(diag.G272, "`%s` is chosen twice", member.Implementation)
		case !ok || !b.implements(c, method, fn):
			return nil, refusal(diag.G272, "`%s` does not implement `%s`", member.Implementation, member.Method)
		}
		delete(methods, member.Method)
		functions[member.Implementation] = true
	}
	for _, missing := range slices.Sorted(maps.Keys(methods)) {
		return nil, refusal(diag.G272, "the method `%s` is not implemented", missing)
	}
	sorted := slices.Clone(chosen)
	slices.SortFunc(sorted, func(x, y InterfaceMember) int { return strings.Compare(x.Method, y.Method) })
	return sorted, nil
}

// implements reports whether a function has a method's signature with the record for
// Self, and neither effects nor preconditions.
func (b *Base) implements(c *conformance, method *check.ProtocolMethod, fn *check.Function) bool {
	if fn.IsGeneric() || fn.Name == mainName || fn.Module != c.record.Module || len(fn.Effects) > 0 ||
		len(fn.Decl.Requires) > 0 || len(fn.Params) != len(method.Params) {
		return false
	}
	fits := func(want, got check.Type) bool {
		return want == got || want == check.TypeInvalid && got == c.record.Type
	}
	for i := range fn.Params {
		if fn.Params[i].Mode != method.Params[i].Mode || !fits(method.Params[i].Type, fn.Params[i].Type) {
			return false
		}
	}
	return fits(method.Result, fn.Result)
}
