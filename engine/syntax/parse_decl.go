package syntax

import "github.com/semaprax/semaprax-go/engine/diag"

// decl parses one declaration with its identity.
func (p *parser) decl() Decl {
	if p.isWord("use") {
		p.fail(diag.G170, p.here(), "`use` lines stand directly after the module header")
	}
	identity := p.identity()
	start := p.here()
	word := ""
	if p.tok == tIdent {
		word = p.text()
	}
	switch word {
	case "resource":
		return p.resource(identity, start)
	case "record":
		return p.record(identity, start)
	case "variant":
		return p.variant(identity, start)
	case "class":
		return p.class(identity, start)
	case "interface":
		return p.interfaceDecl(identity, start)
	case "protocol":
		return p.protocol(identity, start)
	case "impl":
		return p.impl(identity, start)
	case "agent", "session":
		p.refuse(start, word+"s are")
	}
	return p.function(identity)
}

// typeParams = '<' IDENT {',' IDENT} '>', or nothing.
func (p *parser) typeParams() []Name {
	if p.tok != tLess {
		return nil
	}
	p.next()
	mark := p.nameLists.mark()
	for {
		if p.tok != tIdent {
			p.expected("a type parameter")
		}
		p.nameLists.push(p.name())
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tGreater)
	return p.nameLists.take(mark)
}

// function = 'fn' IDENT [tparams] params '->' type ['uses' effects]
// {'requires' cond | 'ensures' cond} block; also a class's method.
func (p *parser) function(identity *Text) *Function {
	f := p.functions.make()
	f.Identity = identity
	start := p.here()
	p.expectWord("fn")
	f.Name = p.name()
	f.TypeParams = p.typeParams()
	f.Params = p.paramList()
	p.expect(tArrow)
	f.Result = p.typeExpr()
	if p.acceptWord("uses") {
		f.Uses = p.effects()
	}
	if p.isWord("yields") || p.isWord("follows") {
		p.refuse(p.here(), "`"+p.text()+"` is")
	}
	p.contract(f)
	f.Body = p.block()
	f.span = p.since(start)
	return f
}

func (p *parser) contract(f *Function) {
	requires, ensures := p.clauseLists.mark(), p.ensureLists.mark()
	for {
		c := &p.clauseLists
		if p.isWord("ensures") {
			c = &p.ensureLists
		} else if !p.isWord("requires") {
			break
		}
		c.push(p.clause())
	}
	f.Requires, f.Ensures = p.clauseLists.take(requires), p.ensureLists.take(ensures)
}

func (p *parser) clause() *Clause {
	c := p.clauses.make()
	start := p.here()
	p.next()
	c.Cond = p.cond()
	c.span = p.since(start)
	return c
}

// paramList = '(' [param {',' param}] ')'.
func (p *parser) paramList() []*Param {
	p.expect(tLParen)
	mark := p.paramLists.mark()
	if p.tok != tRParen {
		p.paramLists.push(p.param())
		for p.accept(tComma) {
			p.paramLists.push(p.param())
		}
	}
	p.expect(tRParen)
	return p.paramLists.take(mark)
}

// param = IDENT ':' ['own' | 'borrow' | 'shared'] type. A mode word is a mode
// when a type follows it.
func (p *parser) param() *Param {
	q := p.params.make()
	start := p.here()
	q.Name = p.name()
	if q.Name.Text == "mut" && p.tok == tIdent {
		p.fail(diag.U103, start, "parameters are immutable")
	}
	p.expect(tColon)
	if p.tok == tIdent {
		q.Mode = modeOf(p.text())
		if q.Mode != ModeValue && !p.startsType() {
			q.Mode = ModeValue
		}
		if q.Mode != ModeValue {
			p.next()
		}
	}
	q.Type = p.typeExpr()
	q.span = p.since(start)
	return q
}

func modeOf(word string) ParamMode {
	switch word {
	case "own":
		return ModeOwn
	case "borrow":
		return ModeBorrow
	case "shared":
		return ModeShared
	}
	return ModeValue
}

// startsType reports whether a type starts after the current token.
func (p *parser) startsType() bool {
	c := p.following(p.off)
	return isLetter(c) || c == '['
}

// resource = 'resource' IDENT [tparams] (';' | '{' {lifecycle} '}').
func (p *parser) resource(identity *Text, start diag.Span) *Resource {
	d := &Resource{Identity: identity}
	p.next()
	d.Name = p.name()
	d.TypeParams = p.typeParams()
	if p.tok == tSemi {
		p.next()
		d.span = p.since(start)
		return d
	}
	d.open = p.start
	p.braced(func() { d.Lifecycles = append(d.Lifecycles, p.lifecycle()) })
	d.span = p.since(start)
	return d
}

// lifecycle = [id] 'drop' ('trivial' | 'import' STRING) ';'.
func (p *parser) lifecycle() *Lifecycle {
	l := &Lifecycle{Identity: p.identity()}
	start := p.here()
	p.expectWord("drop")
	if p.acceptWord("import") {
		key := p.str(diag.P106)
		l.Import = &key
	} else {
		p.expectWord("trivial")
	}
	p.expect(tSemi)
	l.span = p.since(start)
	return l
}

// record = 'record' IDENT [tparams] '{' {field} '}'.
func (p *parser) record(identity *Text, start diag.Span) *Record {
	d := &Record{Identity: identity}
	p.next()
	d.Name = p.name()
	d.TypeParams = p.typeParams()
	d.open = p.start
	d.Fields = p.fieldList()
	d.span = p.since(start)
	return d
}

func (p *parser) fieldList() []*Field {
	mark := p.fieldLists.mark()
	p.braced(func() { p.fieldLists.push(p.field(p.identity())) })
	return p.fieldLists.take(mark)
}

// field = [id] IDENT ':' type ','.
func (p *parser) field(identity *Text) *Field {
	f := p.fields.make()
	f.Identity = identity
	start := p.here()
	f.Name = p.name()
	p.expect(tColon)
	f.Type = p.typeExpr()
	f.span = p.since(start)
	p.expect(tComma)
	return f
}

// variant = 'variant' IDENT [tparams] '{' {case ','} '}'.
func (p *parser) variant(identity *Text, start diag.Span) *Variant {
	d := &Variant{Identity: identity}
	p.next()
	d.Name = p.name()
	d.TypeParams = p.typeParams()
	d.open = p.start
	p.braced(func() { d.Cases = append(d.Cases, p.variantCase()) })
	d.span = p.since(start)
	return d
}

// variantCase = [id] IDENT ['{' {field} '}'].
func (p *parser) variantCase() *Case {
	c := &Case{Identity: p.identity()}
	start := p.here()
	c.Name = p.name()
	if p.tok == tLBrace {
		c.open = p.start
		c.Fields = p.fieldList()
	}
	c.span = p.since(start)
	p.expect(tComma)
	return c
}

// class = 'class' IDENT [tparams] [':' type] '{' {field | method} '}'.
func (p *parser) class(identity *Text, start diag.Span) *Class {
	d := &Class{Identity: identity}
	p.next()
	d.Name = p.name()
	d.TypeParams = p.typeParams()
	if p.accept(tColon) {
		d.Parent = p.typeExpr()
	}
	d.open = p.start
	p.braced(func() {
		identity := p.identity()
		if p.isWord("fn") {
			d.Methods = append(d.Methods, p.function(identity))
		} else {
			d.Fields = append(d.Fields, p.field(identity))
		}
	})
	d.span = p.since(start)
	return d
}
