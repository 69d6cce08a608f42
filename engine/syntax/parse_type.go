package syntax

import "github.com/semaprax/semaprax-go/engine/diag"

// typeExpr = qname [targs] | '[' 'u8' ';' INT ']'.
func (p *parser) typeExpr() TypeExpr {
	if p.tok == tLBracket {
		return p.arrayType()
	}
	t := p.types.make()
	start := p.here()
	if p.isWord("fn") || isFunctionType(p.wordText()) && p.following(p.off) == '(' {
		p.refuse(start, "function types are")
	}
	t.Name = p.dotted()
	if p.tok == tLess {
		if isCollection(t.Name.Text) {
			p.refuse(start, "the type `"+t.Name.Text+"` is")
		}
		t.Args = p.typeArgs()
	}
	t.span = p.since(start)
	return t
}

// wordText is the current word, empty for other tokens.
func (p *parser) wordText() string {
	if p.tok == tIdent {
		return p.text()
	}
	return ""
}

// typeArgs = '<' type {',' type} '>'.
func (p *parser) typeArgs() []TypeExpr {
	if !p.nest(int(p.start)) {
		return nil
	}
	p.next()
	mark := p.typeLists.mark()
	for {
		if p.tok != tIdent && p.tok != tLBracket {
			p.expected("a type")
		}
		p.typeLists.push(p.typeExpr())
		if !p.accept(tComma) {
			break
		}
	}
	p.depth--
	p.expect(tGreater)
	return p.typeLists.take(mark)
}

func (p *parser) arrayType() *ArrayType {
	t := &ArrayType{}
	start := p.here()
	p.next()
	p.expectWord("u8")
	p.expect(tSemi)
	t.Length = p.arrayLength()
	p.expect(tRBracket)
	t.span = p.since(start)
	return t
}

// arrayLength consumes the length of an array type or repeated array.
func (p *parser) arrayLength() uint32 {
	if p.tok != tInt || p.intKind != I64 {
		p.expected("a length")
		return 0
	}
	if p.number > MaxArrayElements {
		p.fail(diag.T261, p.here(), "a byte array has at most 65536 elements")
		return 0
	}
	length := uint32(p.number)
	p.next()
	return length
}

// isFunctionType reports the words that open a function type before `(`.
func isFunctionType(word string) bool {
	return word == "FnOnce" || word == "Fn" || word == "FnMut"
}

// isCollection reports the compiler-owned generic types of the language that
// this level does not carry.
func isCollection(name string) bool {
	switch name {
	case "Vec", "Map", "Box", "Iter", "IterStep":
		return true
	}
	return false
}
