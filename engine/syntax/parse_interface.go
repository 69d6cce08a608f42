package syntax

import "github.com/semaprax/semaprax-go/engine/diag"

// interfaceDecl = 'interface' IDENT 'permits' effects '{' {import} '}'.
func (p *parser) interfaceDecl(identity *Text, start diag.Span) *Interface {
	d := &Interface{Identity: identity}
	p.next()
	d.Name = p.name()
	p.expectWord("permits")
	d.Permits = p.effects()
	p.braced(func() { d.Imports = append(d.Imports, p.importDecl()) })
	d.span = p.since(start)
	return d
}

// importDecl = [id] 'import' ['rust'] 'fn' IDENT params '->' result
// 'effects' effects 'failure' ('infallible' | 'status' STRING)
// ['consumes' IDENT 'always'] ';', the last part exactly without 'rust'.
func (p *parser) importDecl() *Import {
	d := &Import{Identity: p.identity()}
	start := p.here()
	p.expectWord("import")
	d.Rust = p.acceptWord("rust")
	p.expectWord("fn")
	d.Name = p.name()
	d.Params = p.paramList()
	p.expect(tArrow)
	d.Result = p.importResult(d.Rust)
	p.expectWord("effects")
	d.Effects = p.effects()
	p.expectWord("failure")
	if p.acceptWord("status") {
		status := p.str(diag.P106)
		d.Status = &status
	} else {
		p.expectWord("infallible")
	}
	if !d.Rust {
		p.expectWord("consumes")
		d.Consumes = p.name()
		p.expectWord("always")
	}
	p.expect(tSemi)
	d.span = p.since(start)
	return d
}

func (p *parser) importResult(rust bool) Name {
	switch {
	case p.isWord("unit"), rust && (p.isWord("i64") || p.isWord("bool")):
		return p.name()
	case rust:
		p.expected("`unit`, `i64` or `bool`")
	default:
		p.expectWord("unit")
	}
	return Name{}
}

// protocol = 'protocol' IDENT '{' {signature} '}', at least one.
func (p *parser) protocol(identity *Text, start diag.Span) *Protocol {
	d := &Protocol{Identity: identity}
	p.next()
	d.Name = p.name()
	p.expect(tLBrace)
	for p.tok != tRBrace && p.fault == nil {
		d.Methods = append(d.Methods, p.signature())
	}
	if len(d.Methods) == 0 && p.fault == nil {
		p.fail(diag.P123, d.Name.Span, d.Name.Text)
	}
	p.expect(tRBrace)
	d.span = p.since(start)
	return d
}

// signature = [id] 'fn' IDENT params '->' type ';'.
func (p *parser) signature() *Signature {
	s := &Signature{Identity: p.identity()}
	start := p.here()
	p.expectWord("fn")
	s.Name = p.name()
	s.Params = p.paramList()
	p.expect(tArrow)
	s.Result = p.typeExpr()
	p.expect(tSemi)
	s.span = p.since(start)
	return s
}

// impl = id 'impl' STRING 'for' STRING '{' {binding} '}'.
func (p *parser) impl(identity *Text, start diag.Span) *Impl {
	d := &Impl{Identity: identity}
	if identity == nil {
		p.fail(diag.Q106, start, "an `impl` needs `@id`")
	}
	p.next()
	d.Protocol = p.str(diag.P106)
	p.expectWord("for")
	d.Target = p.str(diag.P106)
	p.braced(func() { d.Bindings = append(d.Bindings, p.implBinding()) })
	d.span = p.since(start)
	return d
}

// binding = STRING '=' STRING ';'.
func (p *parser) implBinding() *Binding {
	b := &Binding{}
	start := p.here()
	b.Method = p.str(diag.P106)
	p.expect(tAssign)
	b.Function = p.str(diag.P106)
	p.expect(tSemi)
	b.span = p.since(start)
	return b
}
