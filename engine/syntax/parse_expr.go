package syntax

import "github.com/semaprax/semaprax-go/engine/diag"

// expr parses an expression; record constructors follow the current mode.
func (p *parser) expr() Expr { return p.binary(1) }

// cond parses an expression in which bare record constructors are off.
func (p *parser) cond() Expr {
	saved := p.noRecord
	p.noRecord = true
	e := p.binary(1)
	p.noRecord = saved
	return e
}

// inner parses an expression in which record constructors are on.
func (p *parser) inner() Expr {
	saved := p.noRecord
	p.noRecord = false
	e := p.binary(1)
	p.noRecord = saved
	return e
}

// binary parses operators of at least the level; all associate to the left.
func (p *parser) binary(level int) Expr {
	left := p.prefix()
	for folds := 0; ; folds++ {
		precedence := p.tok.precedence()
		if precedence < level {
			return left
		}
		if folds >= MaxDepth {
			p.fail(diag.P207, p.here(), "the syntax tree nests more than 128 deep")
			return left
		}
		b := p.binaries.make()
		b.Op = BinaryOp(p.tok - tOrOr)
		p.next()
		b.Left = left
		b.Right = p.binary(precedence + 1)
		b.span = p.since(left.Span())
		left = b
	}
}

// prefix = ('-' | '!') prefix | atom {postfix}. The minimum of i64 and i32 is a
// plain literal directly after `-`.
func (p *parser) prefix() Expr {
	if p.tok != tMinus && p.tok != tNot {
		return p.postfix(p.atom())
	}
	op := Not
	if p.tok == tMinus {
		op = Neg
	}
	start := p.here()
	p.next()
	if op == Neg && p.tok == tInt {
		if p.intKind == Usize {
			p.fail(diag.T260, p.since(start).To(p.here()), "cannot be negative")
			return &p.bad
		}
		if p.isMinimum {
			return p.minimum(start)
		}
	}
	u := p.unaries.make()
	u.Op = op
	u.Operand = p.prefix()
	u.span = p.since(start)
	return u
}

// minimum parses the digits of a signed minimum after its `-`.
func (p *parser) minimum(start diag.Span) Expr {
	l := p.ints.make()
	l.Kind, l.Bits = p.intKind, -p.number
	p.next()
	l.span = p.since(start)
	return l
}

// atom parses an expression without its postfixes.
func (p *parser) atom() Expr {
	switch p.tok {
	case tIdent:
		return p.wordAtom()
	case tInt:
		return p.intLit()
	case tFloat:
		l := &FloatLit{Single: p.isSingle, Value: p.float}
		l.span = p.here()
		p.next()
		return l
	case tChar:
		l := &CharLit{Value: rune(p.number)}
		l.span = p.here()
		p.next()
		return l
	case tString:
		l := &StringLit{Value: p.stringValue()}
		l.span = p.here()
		p.next()
		return l
	case tLParen:
		return p.parenthesised()
	case tLBrace:
		return p.block()
	case tLBracket:
		return p.arrayLit()
	}
	if p.fault == nil {
		p.fail(diag.P201, p.here(), p.found())
	}
	return &p.bad
}

// wordAtom parses what starts with a word.
func (p *parser) wordAtom() Expr {
	span := p.here()
	text := p.text()
	switch text {
	case "true", "false":
		l := p.bools.make()
		l.Value, l.span = text == "true", span
		p.next()
		return l
	case "if":
		return p.ifExpr()
	case "match":
		return p.match()
	case "fn":
		p.refuse(span, "closures are")
		return &p.bad
	case "yield":
		p.refuse(span, "`yield` is")
		return &p.bad
	}
	n := p.names.make()
	n.Name, n.span = Name{Text: text, Span: span}, span
	p.next()
	return n
}

func (p *parser) intLit() Expr {
	if p.isMinimum {
		p.fail(diag.P003, p.here(), "is the magnitude of a minimum and needs a `-` directly before it")
		return &p.bad
	}
	l := p.ints.make()
	l.Kind, l.Bits, l.span = p.intKind, p.number, p.here()
	p.next()
	return l
}

// parenthesised gives the inner node the span of the parentheses.
func (p *parser) parenthesised() Expr {
	start := p.here()
	p.next()
	e := p.inner()
	p.expect(tRParen)
	e.meta().span = p.since(start)
	return e
}

// arrayLit = '[' ']' | '[' U8 {',' U8} [','] ']' | '[' U8 ';' INT ']'.
func (p *parser) arrayLit() Expr {
	l := &ArrayLit{}
	start := p.here()
	p.next()
	if p.tok != tRBracket {
		first := p.element()
		if p.accept(tSemi) {
			l.Repeat, l.Fill, l.Length = true, first, p.arrayLength()
		} else {
			l.Elements = p.elements(first)
		}
	}
	p.expect(tRBracket)
	l.span = p.since(start)
	return l
}

func (p *parser) elements(first byte) []byte {
	list := []byte{first}
	for p.accept(tComma) && p.tok != tRBracket {
		if len(list) == MaxArrayElements {
			p.fail(diag.T261, p.here(), "a byte array has at most 65536 elements")
		}
		list = append(list, p.element())
	}
	return list
}

func (p *parser) element() byte {
	if p.tok != tInt || p.intKind != U8 {
		if p.fault == nil {
			p.fail(diag.T262, p.here(), "an element of a byte array is a u8 literal, not "+p.found())
		}
		return 0
	}
	value := byte(p.number)
	p.next()
	return value
}

// ifExpr = 'if' cond block 'else' block.
func (p *parser) ifExpr() Expr {
	e := p.ifs.make()
	start := p.here()
	p.next()
	e.Cond = p.cond()
	e.Then = p.block()
	p.expectWord("else")
	e.Else = p.block()
	e.span = p.since(start)
	return e
}

// match = 'match' ['own' | 'borrow'] cond '{' {arm ','} '}'.
func (p *parser) match() Expr {
	m := p.matches.make()
	start := p.here()
	p.next()
	m.Mode = p.matchMode()
	m.Scrutinee = p.cond()
	p.expect(tLBrace)
	saved := p.noRecord
	p.noRecord = false
	mark := p.armLists.mark()
	for p.tok != tRBrace && p.fault == nil {
		if p.tok == tEOF {
			p.fail(diag.P205, p.here())
			break
		}
		p.armLists.push(p.arm())
	}
	m.Arms = p.armLists.take(mark)
	p.noRecord = saved
	p.expect(tRBrace)
	m.span = p.since(start)
	return m
}

func (p *parser) matchMode() MatchMode {
	mode := p.modeWord()
	if mode == MatchPlain {
		return mode
	}
	p.next()
	if p.modeWord() != MatchPlain {
		p.fail(diag.P207, p.here(), "a match has one mode word")
	}
	return mode
}

// modeWord is the mode the current word stands for, if it stands for one.
func (p *parser) modeWord() MatchMode {
	mode := MatchPlain
	if p.isWord("own") {
		mode = MatchOwn
	} else if p.isWord("borrow") {
		mode = MatchBorrow
	}
	if mode != MatchPlain && !p.startsScrutinee(p.off) {
		return MatchPlain
	}
	return mode
}

// arm = pattern ['if' expr] '=>' expr ','.
func (p *parser) arm() *Arm {
	a := p.arms.make()
	start := p.here()
	a.Pattern = p.pattern()
	if p.acceptWord("if") {
		a.Guard = p.expr()
	}
	p.expect(tFatArrow)
	a.Value = p.expr()
	a.span = p.since(start)
	p.expect(tComma)
	return a
}
