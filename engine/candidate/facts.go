package candidate

import (
	"fmt"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// explicitFunction reads the fingerprint of an explicit function; ok is false when the
// identity names none.
func explicitFunction(b *intent.Base, identity string) (f intent.Fingerprint, ok bool) {
	if !isExplicit(b.Project().Program(), identity) {
		return f, false
	}
	return b.FunctionFingerprint(identity)
}

// signatureText is the signature of a protocol method with its types by identity.
func signatureText(p *check.Program, params []check.Parameter, result check.Type) string {
	var b strings.Builder
	for i := range params {
		fmt.Fprintf(&b, "%s %s %s,", params[i].Mode, params[i].Name, typeText(p, params[i].Type))
	}
	b.WriteString("->" + typeText(p, result))
	return b.String()
}

// typeText names a type; the type of Self has no key.
func typeText(p *check.Program, t check.Type) string {
	if t == check.TypeInvalid {
		return "Self"
	}
	return p.TypeKey(t)
}

// shapeText describes a type, case, field, protocol or one of its methods by its
// owner: kind, identities, types and order. With names it adds display names and
// place. It is empty for identities that name none of these.
func shapeText(p *check.Program, identity string, names bool) string {
	ref, found := p.Lookup(identity)
	if !found {
		return ""
	}
	switch ref.Kind {
	case check.RefNominal:
		return nominalText(p, check.NominalID(ref.Index), names)
	case check.RefField:
		return nominalText(p, p.Fields[ref.Index].Owner, names)
	case check.RefCase:
		return nominalText(p, p.Cases[ref.Index].Owner, names)
	case check.RefProtocol:
		return protocolText(p, check.ProtocolID(ref.Index))
	case check.RefProtocolMethod:
		return protocolText(p, check.ProtocolID(ref.Index>>16))
	}
	return ""
}

func nominalText(p *check.Program, id check.NominalID, names bool) string {
	n := &p.Nominals[id]
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s %d", n.Kind, n.Identity.Text, len(n.TypeParameters))
	if names && n.Module != check.NoModule {
		fmt.Fprintf(&b, " %s %s %s", n.Name, p.Modules[n.Module].Path, p.Modules[n.Module].Name)
	}
	fieldsText(p, &b, n.Fields, names)
	for _, id := range n.Cases {
		c := &p.Cases[id]
		fmt.Fprintf(&b, "\ncase %s", c.Identity.Text)
		if names {
			b.WriteString(" " + c.Name)
		}
		fieldsText(p, &b, c.Fields, names)
	}
	return b.String()
}

func fieldsText(p *check.Program, b *strings.Builder, fields []check.FieldID, names bool) {
	for _, id := range fields {
		f := &p.Fields[id]
		fmt.Fprintf(b, "\n%s %s", f.Identity.Text, typeText(p, f.Type))
		if names {
			b.WriteString(" " + f.Name)
		}
	}
}

func protocolText(p *check.Program, id check.ProtocolID) string {
	q := &p.Protocols[id]
	var b strings.Builder
	b.WriteString("protocol " + q.Identity.Text)
	for i := range q.Methods {
		m := &q.Methods[i]
		fmt.Fprintf(&b, "\n%s %s", m.Identity.Text, signatureText(p, m.Params, m.Result))
	}
	return b.String()
}

// isExplicit reports whether an identity names a declaration whose identity is
// written in the source.
func isExplicit(p *check.Program, identity string) bool {
	ref, found := p.Lookup(identity)
	if !found {
		return false
	}
	origin := check.Explicit
	switch ref.Kind {
	case check.RefNominal:
		origin = p.Nominals[ref.Index].Identity.Origin
	case check.RefField:
		origin = p.Fields[ref.Index].Identity.Origin
	case check.RefCase:
		origin = p.Cases[ref.Index].Identity.Origin
	case check.RefFunction:
		origin = p.Functions[ref.Index].Identity.Origin
	case check.RefProtocol:
		origin = p.Protocols[ref.Index].Identity.Origin
	case check.RefBuiltin:
		origin = check.CompilerOwned
	}
	return origin == check.Explicit
}

// expressionText names type and ownership of the expression with an identity inside
// a function; empty when there is none.
func expressionText(p *check.Program, function, expression string) string {
	ref, found := p.Lookup(function)
	if !found || ref.Kind != check.RefFunction {
		return ""
	}
	fn := p.Functions[ref.Index]
	at, found := p.Identities(fn).Find(expression)
	if !found {
		return ""
	}
	tables := p.Modules[fn.Module].Tables
	return p.TypeKey(tables.Type(at.Expr.ID())) + " " + tables.Mode(at.Expr.ID()).String()
}
