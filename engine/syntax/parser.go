package syntax

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// parser is a recursive descent over the scanner's tokens. After the first
// fault the current token is tFailed for good, no rule accepts it, and what the
// rules return is dropped; so they need not look at the fault themselves.
//
// The stack is bounded: every recursion passes an open bracket or a prefix
// operator, and the scanner limits both.
type parser struct {
	scanner
	arena
	// noRecord turns record constructors off, in conditions and scrutinees.
	noRecord bool
	// calls holds the calls of names this level does not carry; they are
	// refused at the end unless the file declares the name.
	outside []Name
	// failedAngles holds offsets of `<` known not to open type arguments.
	failedAngles []uint32
	openAngles   []uint32
	// headerEnd is the end of the last use line or, without one, the header.
	headerEnd uint32
	hasPermit bool
	// bad stands for what could not be parsed; it never leaves the parser.
	bad NameExpr
	// count is the number of nodes, set by finish.
	count int
}

// newParser prepares a text; its fault is set when the text cannot be scanned.
func newParser(path string, src []byte) *parser {
	p := &parser{}
	p.path, p.line = path, 1
	if len(src) > MaxSourceBytes {
		p.fail(diag.G171, diag.Span{}, "source_bytes: "+strconv.Itoa(len(src))+" is over "+strconv.Itoa(MaxSourceBytes))
		return p
	}
	p.src = string(src)
	if !utf8.ValidString(p.src) {
		p.failEncoding()
		return p
	}
	p.next()
	return p
}

// failEncoding reports the first byte that is not UTF-8.
func (p *parser) failEncoding() {
	offset := 0
	for offset < len(p.src) {
		r, size := utf8.DecodeRuneInString(p.src[offset:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		offset += size
	}
	before := p.src[:offset]
	p.line += uint32(strings.Count(before, "\n"))
	p.lineStart = strings.LastIndexByte(before, '\n') + 1
	p.fail(diag.P001, p.at(offset, 1), "0x"+strconv.FormatUint(uint64(p.src[offset]), 16)+", not UTF-8")
}

// since is the span from the start of first to the end of the previous token.
func (p *parser) since(first diag.Span) diag.Span {
	first.End = p.prevEnd
	return first
}

// found describes the current token for a message.
func (p *parser) found() string {
	switch p.tok {
	case tIdent, tInt, tFloat:
		return "`" + clip(p.text()) + "`"
	default:
		return p.tok.String()
	}
}

// expected fails with P106: what should stand at the current token.
func (p *parser) expected(what string) {
	if p.fault == nil {
		p.fail(diag.P106, p.here(), what, p.found())
	}
}

// expect consumes a token of the kind.
func (p *parser) expect(kind tokenKind) {
	if p.tok != kind {
		p.expected(kind.String())
		return
	}
	p.next()
}

// accept consumes a token of the kind if it stands here.
func (p *parser) accept(kind tokenKind) bool {
	if p.tok != kind {
		return false
	}
	p.next()
	return true
}

// isWord reports whether the current token is the word.
func (p *parser) isWord(word string) bool { return p.tok == tIdent && p.text() == word }

// acceptWord consumes the word if it stands here.
func (p *parser) acceptWord(word string) bool {
	if !p.isWord(word) {
		return false
	}
	p.next()
	return true
}

// expectWord consumes the word.
func (p *parser) expectWord(word string) {
	if p.isWord(word) {
		p.next()
		return
	}
	if p.fault == nil {
		p.fail(diag.P104, p.here(), word, p.found())
	}
}

// refuse fails with P299 at a span.
func (p *parser) refuse(span diag.Span, what string) {
	p.fail(diag.P299, span, what)
}

// name consumes one word as a name.
func (p *parser) name() Name {
	if p.tok != tIdent {
		if p.fault == nil {
			p.fail(diag.P105, p.here(), p.found())
		}
		return Name{}
	}
	n := Name{Text: p.text(), Span: p.here()}
	p.next()
	return n
}

// dotted consumes words joined by dots as one name.
func (p *parser) dotted() Name {
	n := p.name()
	if p.tok != tDot {
		return n
	}
	mark := p.nameLists.mark()
	p.nameLists.push(n)
	length := len(n.Text)
	for p.accept(tDot) {
		part := p.name()
		p.nameLists.push(part)
		if length += 1 + len(part.Text); length > MaxNameBytes {
			p.failName(p.since(n.Span))
		}
	}
	n.Span = p.since(n.Span)
	if int(n.Span.End-n.Span.Start) == length {
		n.Text = p.src[n.Span.Start:n.Span.End]
	} else {
		n.Text = joinNames(p.nameLists.stack[mark:])
	}
	p.nameLists.drop(mark)
	return n
}

// joinNames is the names' texts joined by dots.
func joinNames(names []Name) string {
	var b strings.Builder
	for i, n := range names {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(n.Text)
	}
	return b.String()
}

// str consumes a string that names something as its value; code reports its
// absence.
func (p *parser) str(code diag.Code) Text {
	if p.tok != tString {
		if p.fault == nil && code == diag.P106 {
			p.expected("a string")
		} else if p.fault == nil {
			p.fail(code, p.here())
		}
		return Text{}
	}
	t := Text{Value: p.stringValue(), Span: p.here()}
	if len(t.Value) > MaxNameBytes {
		p.failName(t.Span)
	}
	p.next()
	return t
}

// stringValue is the value of the current string token.
func (p *parser) stringValue() string {
	if p.escaped {
		return unescape(p.text())
	}
	return p.src[p.start+1 : p.end-1]
}

// identity consumes `@id("…")` if it stands here.
func (p *parser) identity() *Text {
	if p.tok != tAt {
		return nil
	}
	p.next()
	return p.identityTail()
}

// identityTail consumes `id("…")`.
func (p *parser) identityTail() *Text {
	t := p.texts.make()
	if !p.isWord("id") {
		if p.tok == tIdent {
			p.fail(diag.P102, p.here(), p.text())
			return t
		}
		p.name()
		return t
	}
	p.next()
	p.expect(tLParen)
	*t = p.str(diag.P103)
	p.expect(tRParen)
	return t
}

// braced consumes `{`, members and `}`; one consumes a member.
func (p *parser) braced(one func()) {
	p.expect(tLBrace)
	for p.tok != tRBrace && p.fault == nil {
		one()
	}
	p.expect(tRBrace)
}

// effects consumes `{ a.b, c }`.
func (p *parser) effects() []Name {
	p.expect(tLBrace)
	mark := p.nameLists.mark()
	if p.tok != tRBrace {
		p.nameLists.push(p.dotted())
		for p.accept(tComma) {
			p.nameLists.push(p.dotted())
		}
	}
	p.expect(tRBrace)
	return p.nameLists.take(mark)
}

// finish numbers the tree below root and applies the checks that need all of
// it. It reports the parse's fault.
func (p *parser) finish(root Node, declared func(string) bool) *diag.Diagnostic {
	if p.fault != nil {
		return p.fault
	}
	for _, n := range p.outside {
		if !declared(n.Text) {
			p.refuse(n.Span, "`"+n.Text+"` is an operation")
			return p.fault
		}
	}
	n := number(root)
	if n.deep != nil {
		p.fail(diag.P207, n.deep.Span(), "the syntax tree nests more than 128 deep")
		return p.fault
	}
	p.count = int(n.next)
	return nil
}
