package syntax

import "github.com/semaprax/semaprax-go/engine/diag"

// postfix parses the postfixes of an atom.
func (p *parser) postfix(e Expr) Expr {
	for folds := 0; ; folds++ {
		var next Expr
		switch p.tok {
		case tDot:
			next = p.member(e)
		case tQuestion:
			t := &Try{Operand: e}
			p.next()
			t.span = p.since(e.Span())
			next = t
		case tLParen:
			next = p.call(e, nil)
		case tPath:
			next = p.variantExpr(e, nil)
		case tLess:
			next = p.generic(e)
		case tLBrace:
			next = p.recordExpr(e, nil)
		case tIdent:
			next = p.update(e)
		}
		if next == nil {
			return e
		}
		if e = next; folds >= MaxDepth {
			p.fail(diag.P207, e.Span(), "the syntax tree nests more than 128 deep")
		}
	}
}

// member = '.' IDENT [[targs] '(' args ')'].
func (p *parser) member(base Expr) Expr {
	p.next()
	name := p.name()
	var types []TypeExpr
	if p.tok == tLess && p.opensTypeArgs(p.memberTerminators(base)) {
		types = p.typeArgs()
		if p.tok == tLBrace {
			return p.recordExpr(p.project(base, name), types)
		}
	} else if p.tok != tLParen {
		return p.project(base, name)
	}
	if n, ok := base.(*NameExpr); ok && n.Name.Text == "super" {
		c := &SuperCall{Method: name, TypeArgs: types, Args: p.args()}
		c.span = p.since(base.Span())
		return c
	}
	c := &MethodCall{Receiver: base, Method: name, TypeArgs: types, Args: p.args()}
	c.span = p.since(base.Span())
	return c
}

// memberTerminators tells what may follow the type arguments after `base.name`:
// a call, or a record constructor when base is a path.
func (p *parser) memberTerminators(base Expr) terminators {
	return terminators{call: true, record: !p.noRecord && isPath(base)}
}

func (p *parser) project(base Expr, field Name) Expr {
	e := p.projects.make()
	e.Base, e.Field = base, field
	e.span = base.Span().To(field.Span)
	return e
}

// generic parses what follows type arguments after a plain name; nil when the
// current `<` is an operator.
func (p *parser) generic(e Expr) Expr {
	if _, ok := e.(*NameExpr); !ok {
		return nil
	}
	if !p.opensTypeArgs(terminators{path: true, call: true, record: !p.noRecord}) {
		return nil
	}
	types := p.typeArgs()
	switch p.tok {
	case tPath:
		return p.variantExpr(e, types)
	case tLParen:
		return p.call(e, types)
	default:
		return p.recordExpr(e, types)
	}
}

// call = IDENT [targs] '(' [expr {',' expr}] ')'.
func (p *parser) call(callee Expr, types []TypeExpr) Expr {
	n, ok := callee.(*NameExpr)
	if !ok {
		p.fail(diag.P202, p.here())
		return &p.bad
	}
	if isOutside(n.Name.Text) {
		p.outside = append(p.outside, n.Name)
	}
	c := p.calls.make()
	c.Callee, c.TypeArgs = n.Name, types
	c.Args = p.args()
	c.span = p.since(n.span)
	return c
}

// args = '(' [expr {',' expr}] ')'.
func (p *parser) args() []Expr {
	p.expect(tLParen)
	saved := p.noRecord
	p.noRecord = false
	mark := p.exprLists.mark()
	if p.tok != tRParen {
		p.exprLists.push(p.expr())
		for p.accept(tComma) {
			p.exprLists.push(p.expr())
		}
	}
	p.noRecord = saved
	p.expect(tRParen)
	return p.exprLists.take(mark)
}

// variantExpr = IDENT [targs] '::' IDENT '{' inits '}'.
func (p *parser) variantExpr(typ Expr, types []TypeExpr) Expr {
	n, ok := typ.(*NameExpr)
	if !ok {
		p.fail(diag.P204, p.here())
		return &p.bad
	}
	p.refuseCollection(n.Name)
	v := &VariantExpr{Type: n.Name, TypeArgs: types}
	p.next()
	v.Case = p.name()
	v.Inits = p.initList(false)
	v.span = p.since(n.span)
	return v
}

// recordExpr = qname [targs] '{' inits '}'; nil when constructors are off or no
// path stands before the brace.
func (p *parser) recordExpr(typ Expr, types []TypeExpr) Expr {
	if p.noRecord || !isPath(typ) {
		return nil
	}
	r := &RecordExpr{Type: p.pathName(typ), TypeArgs: types}
	p.refuseCollection(r.Type)
	r.Inits = p.initList(true)
	r.span = p.since(typ.Span())
	return r
}

func (p *parser) refuseCollection(name Name) {
	if isCollection(name.Text) {
		p.refuse(name.Span, "the type `"+name.Text+"` is")
	}
}

// update = base 'with' '{' inits '}'; nil when the word is not `with`.
func (p *parser) update(base Expr) Expr {
	if p.text() != "with" {
		return nil
	}
	u := &Update{Base: base}
	p.next()
	u.Inits = p.initList(false)
	u.span = p.since(base.Span())
	return u
}

// initList = '{' [init {',' init} [',']] '}'; the shorthand `x` for `x: x` is
// for records only.
func (p *parser) initList(shorthand bool) []*Init {
	p.expect(tLBrace)
	saved := p.noRecord
	p.noRecord = false
	mark := p.initLists.mark()
	for p.tok != tRBrace && p.fault == nil {
		p.initLists.push(p.init(shorthand))
		if !p.accept(tComma) {
			break
		}
	}
	p.noRecord = saved
	p.expect(tRBrace)
	return p.initLists.take(mark)
}

func (p *parser) init(shorthand bool) *Init {
	i := p.inits.make()
	start := p.here()
	i.Name = p.name()
	if shorthand && p.tok != tColon && !startsForm(i.Name.Text) {
		n := p.names.make()
		n.Name, n.span = i.Name, start
		i.Value = n
	} else {
		p.expect(tColon)
		i.Value = p.expr()
	}
	i.span = p.since(start)
	return i
}

// startsForm reports the words that are special at the start of an expression
// and so cannot stand there as a name.
func startsForm(word string) bool {
	switch word {
	case "true", "false", "if", "match", "fn", "yield":
		return true
	}
	return false
}

// isPath reports whether e is a plain name or names joined by dots.
func isPath(e Expr) bool {
	for {
		switch n := e.(type) {
		case *NameExpr:
			return true
		case *Project:
			e = n.Base
		default:
			return false
		}
	}
}

// pathName is a path as one dotted name.
func (p *parser) pathName(e Expr) Name {
	if n, ok := e.(*NameExpr); ok {
		return n.Name
	}
	mark := p.nameLists.mark()
	for {
		if n, ok := e.(*NameExpr); ok {
			p.nameLists.push(n.Name)
			break
		}
		n := e.(*Project)
		p.nameLists.push(n.Field)
		e = n.Base
	}
	parts := p.nameLists.take(mark)
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return Name{Text: joinNames(parts), Span: parts[0].Span.To(parts[len(parts)-1].Span)}
}

// isOutside reports the compiler-owned operations of the language that this
// level does not carry. A file may declare a function of such a name.
func isOutside(name string) bool {
	switch name {
	case "box_new", "box_get", "box_into_inner", "iter_next",
		"net_connect", "net_send", "net_recv", "net_stream_stdout", "net_wait", "net_close":
		return true
	}
	return len(name) > 4 && name[:4] == "vec_"
}
