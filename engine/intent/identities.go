package intent

import (
	"github.com/semaprax/semaprax-go/engine/check"
)

// identityFacts maps every explicit identity of a project to what it names and
// where (candidate facts 2.3, step 8).
type identityFacts map[string]identityFact

// identityFact is what one explicit identity names. A member of a type has a position
// in its owner.
type identityFact struct {
	kind, owner  string
	position     int
	path, module string
}

// identityFacts lists the explicit identities of the base.
func (b *Base) identityFacts() identityFacts {
	p := b.program
	facts := make(identityFacts, len(p.Functions)+len(p.Nominals)+len(p.Fields)+len(p.Cases))
	b.eachIdentity(func(identity string, fact identityFact) { facts[identity] = fact })
	return facts
}

// hasIdentities reports whether the explicit identities of the base, each of which it
// has once, are exactly these.
func (b *Base) hasIdentities(want identityFacts) bool {
	count, same := 0, true
	b.eachIdentity(func(identity string, fact identityFact) {
		expected, known := want[identity]
		same = same && known && expected == fact
		count++
	})
	return same && count == len(want)
}

// eachIdentity visits the explicit identities of the base.
func (b *Base) eachIdentity(visit func(string, identityFact)) {
	p := b.program
	addMember := func(module check.ModuleID, id check.Identity, kind, owner string, position int) {
		if module >= 0 && id.Origin == check.Explicit {
			m := p.Modules[module]
			visit(id.Text, identityFact{kind, owner, position, m.Path, m.Name})
		}
	}
	add := func(module check.ModuleID, id check.Identity, kind, owner string) {
		addMember(module, id, kind, owner, 0)
	}
	for i := range p.Nominals {
		b.nominalIdentities(&p.Nominals[i], addMember)
	}
	for _, f := range p.Functions {
		owner := ""
		if f.Receiver != check.NoNominal {
			owner = p.Nominals[f.Receiver].Identity.Text
		}
		add(f.Module, f.Identity, "function", owner)
	}
	for i := range p.Interfaces {
		add(p.Interfaces[i].Module, p.Interfaces[i].Identity, "interface", "")
	}
	for i := range p.Imports {
		m := &p.Imports[i]
		add(m.Module, m.Identity, "import", p.Interfaces[m.Interface].Identity.Text)
	}
	for i := range p.Protocols {
		q := &p.Protocols[i]
		add(q.Module, q.Identity, "protocol", "")
		for j := range q.Methods {
			add(q.Module, q.Methods[j].Identity, "protocol_method", q.Identity.Text)
		}
	}
	for i := range p.Impls {
		add(p.Impls[i].Module, p.Impls[i].Identity, "protocol_implementation", "")
	}
}

// nominalIdentities adds a type with its members.
func (b *Base) nominalIdentities(n *check.Nominal, add func(check.ModuleID, check.Identity, string, string, int)) {
	p := b.program
	add(n.Module, n.Identity, nominalKind(n.Kind), "", 0)
	for i, id := range n.Fields {
		add(n.Module, p.Fields[id].Identity, "field", n.Identity.Text, i)
	}
	for i, id := range n.Cases {
		c := &p.Cases[id]
		add(n.Module, c.Identity, "variant_case", n.Identity.Text, i)
		for j, field := range c.Fields {
			add(n.Module, p.Fields[field].Identity, "variant_field", c.Identity.Text, j)
		}
	}
	if n.Kind == check.NominalResource {
		add(n.Module, n.Lifecycle.Identity, "lifecycle", n.Identity.Text, 0)
	}
}

// nominalKind is the word for a kind of type.
func nominalKind(k check.NominalKind) string {
	return [...]string{"record", "class", "variant", "resource"}[k]
}
