package syntax

import "github.com/semaprax/semaprax-go/engine/diag"

// file = 'module' qname [';'] {use} ['permit' effects] {decl} EOF, with at
// least one function.
func (p *parser) file() *File {
	f := &File{}
	p.expectWord("module")
	f.Module = p.dotted()
	p.accept(tSemi)
	for p.isWord("use") {
		f.Uses = append(f.Uses, p.use())
	}
	p.headerEnd = p.prevEnd
	if p.acceptWord("permit") {
		f.Permits = p.effects()
		p.hasPermit = true
	}
	functions := 0
	mark := p.declLists.mark()
	for p.tok != tEOF && p.fault == nil {
		d := p.decl()
		if _, ok := d.(*Function); ok {
			functions++
		}
		p.declLists.push(d)
	}
	f.Decls = p.declLists.take(mark)
	if functions == 0 && p.fault == nil {
		p.fail(diag.P101, p.here())
	}
	if p.fault == nil {
		p.checkProtocols(f)
	}
	return f
}

// declares reports whether the file declares or imports a function of the name.
func (f *File) declares(name string) bool {
	for _, u := range f.Uses {
		if u.Kind == UseFunction && u.Alias.Text == name {
			return true
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *Function:
			if d.Name.Text == name {
				return true
			}
		case *Interface:
			for _, i := range d.Imports {
				if i.Name.Text == name {
					return true
				}
			}
		}
	}
	return false
}

// use parses a use line. Every fault inside it is a G170 at its place.
func (p *parser) use() *Use {
	u := &Use{}
	start := p.here()
	p.next()
	switch {
	case p.isWord("function"):
	case p.isWord("type"):
		u.Kind = UseType
	case p.isWord("protocol"):
		u.Kind = UseProtocol
	default:
		p.expected("`function`, `type` or `protocol`")
	}
	p.next()
	p.expect(tAt)
	p.expectWord("id")
	p.expect(tLParen)
	u.Identity = p.str(diag.P103)
	p.expect(tRParen)
	p.expectWord("from")
	u.From = p.dotted()
	p.expectWord("as")
	u.Alias = p.name()
	if p.tok != tSemi {
		p.expected(tSemi.String())
	}
	if p.fault != nil {
		p.fault = diag.New(diag.G170, p.path, p.fault.Span, "bad `use` line: "+p.fault.Message())
		return u
	}
	p.next()
	u.span = p.since(start)
	return u
}

// checkProtocols reports protocols and protocol methods declared twice.
func (p *parser) checkProtocols(f *File) {
	names, identities := map[string]bool{}, map[string]bool{}
	for _, d := range f.Decls {
		protocol, ok := d.(*Protocol)
		if !ok {
			continue
		}
		p.unique(names, protocol.Name.Text, protocol.Name.Span, diag.P120)
		p.uniqueIdentity(identities, protocol.Identity)
		methods := map[string]bool{}
		for _, m := range protocol.Methods {
			p.unique(methods, m.Name.Text, m.Name.Span, diag.P121)
			p.uniqueIdentity(identities, m.Identity)
		}
	}
}

func (p *parser) uniqueIdentity(seen map[string]bool, identity *Text) {
	if identity != nil {
		p.unique(seen, identity.Value, identity.Span, diag.P122)
	}
}

func (p *parser) unique(seen map[string]bool, key string, span diag.Span, code diag.Code) {
	if seen[key] {
		p.fail(code, span, key)
	}
	seen[key] = true
}
