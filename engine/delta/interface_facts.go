package delta

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// protocolFact is one protocol with what it requires.
type protocolFact struct {
	ID, Name, Origin string
	Declaration      canon.Digest
	Provenance       provenance
	Methods          []requirementFact
}

// requirementFact is one signature a protocol requires. The type of Self has no key
// and is written Self.
type requirementFact struct {
	ID, Name    string
	Declaration canon.Digest
	Provenance  provenance
	Signature   signature
}

// implementationFact is one implementation of a protocol for a type.
type implementationFact struct {
	Binding  bindingFact
	Protocol string
	Receiver receiverFact
	Members  []memberFact
}

type bindingFact struct {
	ID, Origin  string
	Declaration canon.Digest
	Provenance  provenance
}

type receiverFact struct{ ID, Name, Kind, Type string }

// memberFact is one method of a protocol with the function that serves it.
type memberFact struct {
	Method       string
	Requirement  requirementFact
	Function     string
	Fact         []byte
	Dependencies []dependency
}

func requirementShape() *schema.Kind[requirementFact] {
	type r = requirementFact
	return schema.Object(
		text("id", func(p *r) *string { return &p.ID }),
		text("name", func(p *r) *string { return &p.Name }),
		digest("declaration_digest", func(p *r) *canon.Digest { return &p.Declaration }),
		schema.Required("provenance", provenanceShape(), func(p *r) *provenance { return &p.Provenance }),
		schema.Required("signature", signatureShape(), func(p *r) *signature { return &p.Signature }))
}

func protocolShape(requirement *schema.Kind[requirementFact]) *schema.Kind[protocolFact] {
	type f = protocolFact
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		text("name", func(p *f) *string { return &p.Name }),
		text("identity_origin", func(p *f) *string { return &p.Origin }),
		digest("declaration_digest", func(p *f) *canon.Digest { return &p.Declaration }),
		schema.Required("provenance", provenanceShape(), func(p *f) *provenance { return &p.Provenance }),
		list("methods", requirement, func(p *f) *[]requirementFact { return &p.Methods }))
}

func implementationShape(member *schema.Kind[memberFact]) *schema.Kind[implementationFact] {
	type f = implementationFact
	binding := schema.Object(
		text("id", func(p *bindingFact) *string { return &p.ID }),
		text("identity_origin", func(p *bindingFact) *string { return &p.Origin }),
		digest("declaration_digest", func(p *bindingFact) *canon.Digest { return &p.Declaration }),
		schema.Required("provenance", provenanceShape(), func(p *bindingFact) *provenance { return &p.Provenance }))
	receiver := schema.Object(
		text("id", func(p *receiverFact) *string { return &p.ID }),
		text("name", func(p *receiverFact) *string { return &p.Name }),
		schema.Required("kind", kindWords(), func(p *receiverFact) *string { return &p.Kind }),
		text("type_id", func(p *receiverFact) *string { return &p.Type }))
	return schema.Object(
		schema.Required("binding", binding, func(p *f) *bindingFact { return &p.Binding }),
		text("protocol", func(p *f) *string { return &p.Protocol }),
		schema.Required("receiver", receiver, func(p *f) *receiverFact { return &p.Receiver }),
		list("members", member, func(p *f) *[]memberFact { return &p.Members }))
}

func memberShape(requirement *schema.Kind[requirementFact]) *schema.Kind[memberFact] {
	type f = memberFact
	return schema.Object(
		text("method_id", func(p *f) *string { return &p.Method }),
		schema.Required("requirement", requirement, func(p *f) *requirementFact { return &p.Requirement }),
		text("function_id", func(p *f) *string { return &p.Function }),
		schema.Required("function", schema.Rendered(functionRowShape()), func(p *f) *[]byte { return &p.Fact }),
		list("dependencies", dependencyShape(reasonMember, reasonReached), func(p *f) *[]dependency { return &p.Dependencies }))
}

// protocols renders the protocols of a side by identity.
func (s *side) protocols(shapes *interfaceShapes) map[string][]byte {
	found := make(map[string][]byte, len(s.program.Protocols))
	for i := range s.program.Protocols {
		q := &s.program.Protocols[i]
		fact := protocolFact{
			ID: q.Identity.Text, Name: q.Name, Origin: graph.OriginWord(q.Identity.Origin),
			Declaration: s.sourceDigest(q.Module, q.Decl), Provenance: s.provenance(q.Module, q.Decl.Span()),
		}
		for m := range q.Methods {
			fact.Methods = append(fact.Methods, s.requirement(q, m))
		}
		found[q.Identity.Text] = render(s.run, shapes.protocol, &fact)
	}
	return found
}

// spanned is a node with its place.
type spanned interface{ Span() diag.Span }

// sourceDigest is the digest of the text of a declaration.
func (s *side) sourceDigest(module check.ModuleID, decl spanned) canon.Digest {
	return canon.Sum(s.run.digested("source"), s.text(module, decl.Span()))
}

func (s *side) requirement(q *check.Protocol, method int) requirementFact {
	m := &q.Methods[method]
	fact := requirementFact{
		ID: m.Identity.Text, Name: m.Name, Declaration: s.sourceDigest(q.Module, m.Decl),
		Provenance: s.provenance(q.Module, m.Decl.Span()), Signature: signature{Result: resultRow{Type: s.typeOrSelf(m.Result)}},
	}
	for index := range m.Params {
		param := &m.Params[index]
		fact.Signature.Parameters = append(fact.Signature.Parameters, parameterRow{
			Index: index, ID: param.Name, Name: param.Name, Type: s.typeOrSelf(param.Type), Ownership: param.Mode.String(),
		})
	}
	return fact
}

func (s *side) typeOrSelf(t check.Type) string {
	if t == check.TypeInvalid {
		return "Self"
	}
	return s.program.TypeKey(t)
}

// implementationTexts is an implementation and each of its members, rendered.
type implementationTexts struct {
	text    []byte
	members map[string][]byte
}

// implementations renders the implementations of a side by identity.
func (s *side) implementations(shapes *interfaceShapes) map[string]implementationTexts {
	found := make(map[string]implementationTexts, len(s.program.Impls))
	for i := range s.program.Impls {
		impl := &s.program.Impls[i]
		fact := implementationFact{
			Binding: bindingFact{impl.Identity.Text, graph.OriginWord(impl.Identity.Origin), s.sourceDigest(impl.Module, impl.Decl),
				s.provenance(impl.Module, impl.Decl.Span())},
			Protocol: s.program.Protocols[impl.Protocol].Identity.Text, Receiver: s.receiver(impl.Nominal),
		}
		made := implementationTexts{members: map[string][]byte{}}
		for b := range impl.Bindings {
			member := s.member(impl, b)
			fact.Members = append(fact.Members, member)
			made.members[member.Method] = render(s.run, shapes.member, &member)
		}
		made.text = render(s.run, shapes.implementation, &fact)
		found[impl.Identity.Text] = made
	}
	return found
}

func (s *side) receiver(id check.NominalID) receiverFact {
	n, g := &s.program.Nominals[id], s.image.Graph()
	node := g.Node(g.Of(check.Ref{Kind: check.RefNominal, Index: int32(id)}))
	return receiverFact{n.Identity.Text, n.Name, node.Kind.String(), s.program.TypeKey(n.Type)}
}

func (s *side) member(impl *check.Impl, at int) memberFact {
	binding := impl.Bindings[at]
	q := &s.program.Protocols[impl.Protocol]
	f := s.program.Functions[binding.Function]
	rests := s.dependencies([]callable{{f.Identity.Text, binding.Function}}, reasonMember, reasonReached)
	s.run.budget.rows(len(rests))
	return memberFact{
		Method: q.Methods[binding.Method].Identity.Text, Requirement: s.requirement(q, binding.Method),
		Function: f.Identity.Text, Fact: s.fact(binding.Function).text,
		Dependencies: rests,
	}
}
