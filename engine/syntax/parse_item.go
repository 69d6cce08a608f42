package syntax

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// block = '{' {item} expr '}'. The tail is required and takes no `;`.
func (p *parser) block() *Block {
	b := p.blocks.make()
	start := p.here()
	p.expect(tLBrace)
	saved := p.noRecord
	p.noRecord = false
	mark := p.itemLists.mark()
	for p.fault == nil {
		item := p.item()
		if item == nil {
			break
		}
		p.itemLists.push(item)
	}
	b.Items = p.itemLists.take(mark)
	if p.tok == tRBrace {
		p.fail(diag.P203, p.here())
	}
	b.Tail = p.expr()
	p.noRecord = saved
	p.expect(tRBrace)
	b.span = p.since(start)
	return b
}

// item parses one statement; nil when the block's tail starts here.
func (p *parser) item() Item {
	switch p.tok {
	case tAt:
		return p.unsafeItem()
	case tIdent:
	default:
		return nil
	}
	switch p.text() {
	case "let":
		return p.let()
	case "while":
		return p.while()
	case "for":
		p.refuse(p.here(), "`for` is")
		return nil
	case "unsafe":
		p.fail(diag.N102, p.here())
		return nil
	case "mut":
		if p.followingWord(p.off) != "" {
			p.fail(diag.U103, p.here(), "`mut` stands only after `let`")
			return nil
		}
	}
	if levels := p.assignment(); levels >= 0 {
		return p.assign(levels)
	}
	return nil
}

// let = 'let' ['mut'] IDENT [':' type] '=' expr ';'. `mut` is a mode when
// another word follows it.
func (p *parser) let() *Let {
	l := p.lets.make()
	start := p.here()
	p.next()
	if p.isWord("mut") {
		word := p.followingWord(p.off)
		if word == "mut" {
			p.next()
			p.fail(diag.U104, p.here(), "`mut` is written twice")
		}
		if word != "" {
			p.next()
			l.Mutable = true
		}
	}
	l.Name = p.name()
	if p.accept(tColon) {
		l.Type = p.typeExpr()
	}
	p.expect(tAssign)
	l.Value = p.expr()
	p.expect(tSemi)
	l.span = p.since(start)
	return l
}

// assign = IDENT ['.' IDENT] '=' expr ';'; deeper paths are U111.
func (p *parser) assign(levels int) *Assign {
	a := p.assigns.make()
	start := p.here()
	a.Target = p.name()
	if levels > 0 {
		p.next()
		a.Field = p.name()
	}
	if levels > 1 {
		p.fail(diag.U111, p.here(), "only one direct field can be assigned")
	}
	p.expect(tAssign)
	a.Value = p.expr()
	p.expect(tSemi)
	a.span = p.since(start)
	return a
}

// while = 'while' cond block.
func (p *parser) while() *While {
	w := &While{}
	start := p.here()
	p.next()
	w.Cond = p.cond()
	w.Body = p.block()
	w.span = p.since(start)
	return w
}

// unsafeItem = '@' 'audit' '(' STRING ')' 'unsafe' block.
func (p *parser) unsafeItem() *Unsafe {
	u := &Unsafe{}
	start := p.here()
	p.next()
	if p.tok == tIdent && p.text() != "audit" {
		p.fail(diag.P102, p.here(), p.text())
	}
	p.expectWord("audit")
	p.expect(tLParen)
	u.Audit = p.str(diag.N103)
	if p.fault == nil && strings.TrimSpace(u.Audit.Value) == "" {
		p.fail(diag.N103, u.Audit.Span)
	}
	p.expect(tRParen)
	p.expectWord("unsafe")
	u.Body = p.block()
	u.span = p.since(start)
	return u
}
