package syntax

import "github.com/semaprax/semaprax-go/engine/diag"

// pattern = '_' | IDENT | literal {'|' literal} | variant or record pattern.
func (p *parser) pattern() Pattern {
	if p.tok != tIdent || p.isWord("true") || p.isWord("false") {
		return p.literalPattern()
	}
	start := p.here()
	name := p.name()
	switch {
	case p.tok == tPath:
		v := &VariantPattern{Type: name}
		p.next()
		v.Case = p.name()
		v.Fields = p.fieldPatterns(false)
		v.span = p.since(start)
		return v
	case p.tok == tLBrace:
		return p.recordPattern(name)
	case name.Text == "_":
		w := &WildcardPattern{}
		w.span = start
		return w
	}
	return p.binding(name)
}

func (p *parser) binding(name Name) Pattern {
	b := p.bindings.make()
	b.Name, b.span = name, name.Span
	return b
}

func (p *parser) recordPattern(name Name) Pattern {
	r := &RecordPattern{Type: name}
	r.Fields = p.fieldPatterns(true)
	r.span = p.since(name.Span)
	return r
}

// fieldPatterns = '{' [field {',' field} [',']] '}'.
func (p *parser) fieldPatterns(nested bool) []*FieldPattern {
	p.expect(tLBrace)
	mark := p.patternLists.mark()
	for p.tok != tRBrace && p.fault == nil {
		p.patternLists.push(p.fieldPattern(nested))
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tRBrace)
	return p.patternLists.take(mark)
}

// fieldPattern = IDENT [':' ('_' | IDENT)], in records also a record pattern.
func (p *parser) fieldPattern(nested bool) *FieldPattern {
	f := p.members.make()
	start := p.here()
	f.Field = p.name()
	if p.accept(tColon) {
		name := p.name()
		switch {
		case nested && p.tok == tLBrace:
			f.Pattern = p.recordPattern(name)
		case name.Text == "_":
			w := &WildcardPattern{}
			w.span = name.Span
			f.Pattern = w
		default:
			f.Pattern = p.binding(name)
		}
	} else {
		f.Pattern = p.binding(f.Field)
	}
	f.span = p.since(start)
	return f
}

func (p *parser) literalPattern() Pattern {
	l := &LiteralPattern{}
	start := p.here()
	for {
		l.Literals = append(l.Literals, p.patternLiteral())
		if !p.accept(tBar) {
			break
		}
	}
	l.span = p.since(start)
	return l
}

// patternLiteral = ['-'] INT | U8 | USIZE | CHAR | 'true' | 'false'.
func (p *parser) patternLiteral() Expr {
	switch {
	case p.tok == tMinus:
		return p.negativeLiteral()
	case p.tok == tInt, p.tok == tChar, p.isWord("true"), p.isWord("false"):
		return p.atom()
	}
	if p.fault == nil {
		p.fail(diag.P206, p.here(), p.found())
	}
	return &p.bad
}

func (p *parser) negativeLiteral() Expr {
	start := p.here()
	p.next()
	if p.tok != tInt || p.intKind == U8 {
		if p.fault == nil {
			p.fail(diag.P206, start, "`-` before "+p.found())
		}
		return &p.bad
	}
	if p.intKind == Usize {
		p.fail(diag.T260, p.since(start).To(p.here()), "cannot be negative")
		return &p.bad
	}
	return p.minimum(start)
}
