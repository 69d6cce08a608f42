package syntax

import "slices"

// The contexts of an expression above the six operator levels.
const (
	unaryLevel   = 7
	postfixLevel = 8
)

// expr writes an expression on one line; context is the least operator level
// that needs no parentheses.
func (p *printer) expr(e Expr, context int) {
	if !p.needsParens(e, context) {
		p.bare(e)
		return
	}
	p.str("(")
	p.free(func() { p.bare(e) })
	p.str(")")
}

// needsParens decides the parentheses around an operand. A unary or negative
// literal below a postfix gets them although the reference omits them there:
// without, the text would read differently.
func (p *printer) needsParens(e Expr, context int) bool {
	switch e := e.(type) {
	case *Binary:
		return e.Op.Precedence() < context || p.wrapped[e]
	case *Unary, *If, *Block:
		return context == postfixLevel
	case *IntLit:
		return context == postfixLevel && e.isNegative()
	case *RecordExpr:
		return p.noRecord
	}
	return false
}

func (l *IntLit) isNegative() bool { return l.Kind != Usize && int64(l.Bits) < 0 }

// free writes where bare record constructors are read again.
func (p *printer) free(write func()) {
	saved := p.noRecord
	p.noRecord = false
	write()
	p.noRecord = saved
}

// cond writes a condition, contract or plain scrutinee: as a whole in
// parentheses when a constructor occurs anywhere below it.
func (p *printer) cond(e Expr) {
	if !containsConstructor(e) {
		p.expr(e, 0)
		return
	}
	p.str("(")
	p.free(func() { p.bare(e) })
	p.str(")")
}

// loopHead writes a condition that is never parenthesised as a whole; a bare record
// constructor in it is, by itself.
func (p *printer) loopHead(e Expr) {
	saved := p.noRecord
	p.noRecord = true
	p.expr(e, 0)
	p.noRecord = saved
}

// containsConstructor looks for a record or variant constructor in e.
func containsConstructor(e Expr) bool {
	switch e := e.(type) {
	case *NameExpr, *IntLit, *BoolLit:
		return false
	case *RecordExpr, *VariantExpr:
		return true
	case *Binary:
		return containsConstructor(e.Left) || containsConstructor(e.Right)
	case *Project:
		return containsConstructor(e.Base)
	}
	found := false
	Walk(e, func(n Node) bool {
		switch n.(type) {
		case *RecordExpr, *VariantExpr:
			found = true
		}
		return !found
	})
	return found
}

// bare writes an expression without parentheses of its own.
func (p *printer) bare(e Expr) {
	switch e := e.(type) {
	case *NameExpr:
		p.str(e.Name.Text)
	case *Binary:
		p.binary(e)
	case *Unary:
		p.str(e.Op.String())
		p.expr(e.Operand, unaryLevel)
	case *Call:
		p.str(e.Callee.Text)
		p.typeArgs(e.TypeArgs)
		p.args(e.Args)
	case *MethodCall:
		p.expr(e.Receiver, postfixLevel)
		p.method(e.Method, e.TypeArgs, e.Args)
	case *SuperCall:
		p.str("super")
		p.method(e.Method, e.TypeArgs, e.Args)
	case *Project:
		p.expr(e.Base, postfixLevel)
		p.str(".")
		p.str(e.Field.Text)
	case *Try:
		p.expr(e.Operand, postfixLevel)
		p.str("?")
	case *Update:
		p.expr(e.Base, postfixLevel)
		p.str(" with ")
		p.inits(e.Inits)
	case *RecordExpr:
		p.str(e.Type.Text)
		p.typeArgs(e.TypeArgs)
		p.str(" ")
		p.inits(e.Inits)
	case *VariantExpr:
		p.str(e.Type.Text)
		p.typeArgs(e.TypeArgs)
		p.str("::")
		p.str(e.Case.Text)
		p.str(" ")
		p.inits(e.Inits)
	case *If:
		p.str("if ")
		p.cond(e.Cond)
		p.str(" ")
		p.block(e.Then)
		p.str(" else ")
		p.block(e.Else)
	case *Match:
		p.match(e)
	case *Block:
		p.block(e)
	default:
		p.literal(e)
	}
}

func (p *printer) binary(e *Binary) {
	level := e.Op.Precedence()
	p.expr(e.Left, level)
	if e.Op == Less && endsInName(p.out) {
		p.comparisons = append(p.comparisons, comparison{offset: len(p.out) + 1, node: e})
	}
	p.str(" ")
	p.str(e.Op.String())
	p.str(" ")
	p.expr(e.Right, level+1)
}

// endsInName reports whether the text ends in a word that is no number.
func endsInName(text []byte) bool {
	i := len(text)
	for i > 0 && isWordByte(text[i-1]) {
		i--
	}
	return i < len(text) && !isDigit(text[i])
}

func (p *printer) method(name Name, types []TypeExpr, args []Expr) {
	p.str(".")
	p.str(name.Text)
	p.typeArgs(types)
	p.args(args)
}

func (p *printer) args(args []Expr) {
	p.str("(")
	saved := p.noRecord
	p.noRecord = false
	for i, a := range args {
		if i > 0 {
			p.str(", ")
		}
		p.expr(a, 0)
	}
	p.noRecord = saved
	p.str(")")
}

// inits writes `{ a: x, b: y }` or `{}`.
func (p *printer) inits(inits []*Init) {
	if len(inits) == 0 {
		p.str("{}")
		return
	}
	saved := p.noRecord
	p.noRecord = false
	p.str("{ ")
	for i, n := range inits {
		if i > 0 {
			p.str(", ")
		}
		p.str(n.Name.Text)
		p.str(": ")
		p.expr(n.Value, 0)
	}
	p.str(" }")
	p.noRecord = saved
}

// block writes a block on one line.
func (p *printer) block(b *Block) {
	saved := p.noRecord
	p.noRecord = false
	p.str("{ ")
	for _, item := range b.Items {
		p.item(item)
		p.str(" ")
	}
	p.tail(b.Tail)
	p.str(" }")
	p.noRecord = saved
}

// tail writes a block's tail. One that starts with a word that opens a
// statement is parenthesised.
func (p *printer) tail(e Expr) {
	start := len(p.out)
	p.expr(e, 0)
	switch string(p.out[start:wordEnd(p.out, start)]) {
	case "let", "while", "for", "unsafe", "mut":
		p.parenthesise(start)
	}
}

// parenthesise wraps what was written since start.
func (p *printer) parenthesise(start int) {
	p.out = slices.Insert(p.out, start, '(')
	p.out = append(p.out, ')')
	for i := range p.comparisons {
		if p.comparisons[i].offset >= start {
			p.comparisons[i].offset++
		}
	}
}

func wordEnd(text []byte, start int) int {
	for start < len(text) && isWordByte(text[start]) {
		start++
	}
	return start
}

// item writes a statement on one line, without a line end.
func (p *printer) item(item Item) {
	switch item := item.(type) {
	case *Let:
		p.str("let ")
		if item.Mutable {
			p.str("mut ")
		}
		p.str(item.Name.Text)
		if item.Type != nil {
			p.str(": ")
			p.typeExpr(item.Type)
		}
		p.str(" = ")
		p.expr(item.Value, 0)
		p.str(";")
	case *Assign:
		p.str(item.Target.Text)
		if item.Field.Text != "" {
			p.str(".")
			p.str(item.Field.Text)
		}
		p.str(" = ")
		p.expr(item.Value, 0)
		p.str(";")
	case *While:
		p.whileHead(item)
		p.block(item.Body)
	case *Unsafe:
		p.unsafeHead(item)
		p.block(item.Body)
	}
}

func (p *printer) whileHead(w *While) {
	p.str("while ")
	p.loopHead(w.Cond)
	p.str(" ")
}

func (p *printer) unsafeHead(u *Unsafe) {
	p.str("@audit(")
	p.quoted(u.Audit.Value)
	p.str(") unsafe ")
}

func (p *printer) match(m *Match) {
	p.str("match ")
	p.scrutinee(m)
	p.str(" { ")
	saved := p.noRecord
	p.noRecord = false
	for i, a := range m.Arms {
		if i > 0 {
			p.str(" ")
		}
		p.pattern(a.Pattern)
		if a.Guard != nil {
			p.str(" if ")
			p.expr(a.Guard, 0)
		}
		p.str(" => ")
		p.expr(a.Value, 0)
		p.str(",")
	}
	p.noRecord = saved
	p.str(" }")
}

// scrutinee writes the mode and the scrutinee. After a mode word no parenthesis
// may open the scrutinee: it would read as a call. Without one, a scrutinee
// that starts with such a word is parenthesised where the word would read as a
// mode.
func (p *printer) scrutinee(m *Match) {
	if m.Mode != MatchPlain {
		p.str([...]string{"", "own ", "borrow "}[m.Mode])
		p.loopHead(m.Scrutinee)
		return
	}
	start := len(p.out)
	p.cond(m.Scrutinee)
	end := wordEnd(p.out, start)
	if word := string(p.out[start:end]); word == "own" || word == "borrow" {
		reader := parser{}
		reader.src = string(p.out[end:]) + " {"
		if reader.startsScrutinee(0) {
			p.parenthesise(start)
		}
	}
}
