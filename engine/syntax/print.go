package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Print writes the canonical text of a file, comments included. Parsing it
// gives an equal tree, and printing that gives the same bytes.
func Print(f *File) []byte { return print(true, func(p *printer) { p.file(f) }) }

// PrintPlain writes the canonical text without comments, the form that
// revisions are computed from.
func PrintPlain(f *File) []byte { return print(false, func(p *printer) { p.file(f) }) }

// PrintDecl writes one declaration with its comments, as in a file and without
// the blank line before it.
func PrintDecl(d Decl) []byte { return print(true, func(p *printer) { p.decl(d) }) }

// PrintExpr writes one expression on one line.
func PrintExpr(e Expr) string { return string(print(false, func(p *printer) { p.expr(e, 0) })) }

// PrintType writes one type.
func PrintType(t TypeExpr) string { return string(print(false, func(p *printer) { p.typeExpr(t) })) }

// PrintPattern writes one pattern.
func PrintPattern(t Pattern) string {
	return string(print(false, func(p *printer) { p.pattern(t) }))
}

// print runs a rule on a new printer.
func print(comments bool, rule func(*printer)) []byte {
	p := printer{comments: comments}
	p.checked(func() { rule(&p) })
	return p.out
}

// printer appends canonical text to out.
type printer struct {
	out      []byte
	comments bool
	indent   int
	// noRecord is set where a bare record constructor would not be read as one.
	noRecord bool
	// comparisons holds the `<` written after a word since the last check.
	comparisons []comparison
	// wrapped holds the comparisons that need parentheses to stay comparisons.
	wrapped map[*Binary]bool
}

// comparison is a `<` at an offset of the text.
type comparison struct {
	offset int
	node   *Binary
}

// checked writes and, in the rare case that a `<` of what it wrote would open
// type arguments when read, writes again with that comparison parenthesised.
func (p *printer) checked(write func()) {
	start := len(p.out)
	for {
		write()
		found := p.findTypeArgs()
		p.comparisons = p.comparisons[:0]
		if !found {
			return
		}
		p.out = p.out[:start]
	}
}

// findTypeArgs adds to wrapped the comparisons written since the last check that
// would be read as type arguments.
func (p *printer) findTypeArgs() bool {
	p.keepOpen()
	if len(p.comparisons) == 0 {
		return false
	}
	start := p.comparisons[0].offset // they are in the order of the text
	reader := parser{}
	reader.src = string(p.out[start:])
	found := false
	for _, c := range p.comparisons {
		reader.start, reader.off = uint32(c.offset-start), c.offset-start+1
		if reader.opensTypeArgs(terminators{path: true, call: true, record: true}) {
			if p.wrapped == nil {
				p.wrapped = map[*Binary]bool{}
			}
			p.wrapped[c.node], found = true, true
		}
	}
	return found
}

// keepOpen drops the comparisons that cannot be read as type arguments. It looks at
// every byte of the text at most once.
func (p *printer) keepOpen() {
	decided, open := 0, false
	p.comparisons = slices.DeleteFunc(p.comparisons, func(c comparison) bool {
		if c.offset >= decided {
			decided, open = mayBeTypeArgs(p.out, c.offset+1)
		}
		return !open || p.wrapped[c.node]
	})
}

// mayBeTypeArgs looks from i on for a byte that type arguments cannot have before
// their `>`; decided is the offset of the byte that says so. A comment may hide one.
func mayBeTypeArgs(text []byte, i int) (decided int, open bool) {
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '>' || c == '/':
			return i, true
		case isWordByte(c) || c >= utf8.RuneSelf || '\t' <= c && c <= '\r' || strings.IndexByte(" .,;<[]", c) >= 0:
		default:
			return i, false
		}
	}
	return i, false
}

func (p *printer) str(s string) { p.out = append(p.out, s...) }

const blanks = "                                                                "

// line starts a line at the current indent.
func (p *printer) line() {
	for n := p.indent; n > 0; n -= len(blanks) {
		p.str(blanks[:min(n, len(blanks))])
	}
}

func (p *printer) file(f *File) {
	likely := max(len(f.source), f.likely)
	p.out = make([]byte, 0, likely+likely/16+64)
	c := p.commentsOf(f)
	p.lines(c.Leading)
	p.str("module ")
	p.str(f.Module.Text)
	p.str(";\n")
	for _, u := range f.Uses {
		p.noted(u, func() { p.use(u) })
	}
	if len(f.Permits) > 0 {
		p.str("\npermit ")
		p.effects(f.Permits)
		p.str("\n")
	}
	for group := range declGroups {
		for _, d := range f.Decls {
			if groupOf(d) == group {
				p.str("\n")
				p.checked(func() { p.decl(d) })
			}
		}
	}
	p.lines(c.Closing)
}

const declGroups = 5

// groupOf orders declarations by kind: types, interfaces, protocols, impls,
// functions.
func groupOf(d Decl) int {
	switch d.(type) {
	case *Interface:
		return 1
	case *Protocol:
		return 2
	case *Impl:
		return 3
	case *Function:
		return 4
	}
	return 0
}

func (p *printer) use(u *Use) {
	p.str("use ")
	p.str(u.Kind.String())
	p.str(" @id(")
	p.quoted(u.Identity.Value)
	p.str(") from ")
	p.str(u.From.Text)
	p.str(" as ")
	p.str(u.Alias.Text)
	p.str(";\n")
}

// commentsOf is the node's comments, empty when they are not printed.
func (p *printer) commentsOf(n Noted) Comments {
	if c := n.Comments(); c != nil && p.comments {
		return *c
	}
	return Comments{}
}

// noted writes a node between its comments.
func (p *printer) noted(n Noted, write func()) {
	if n.Comments() == nil || !p.comments {
		write()
		return
	}
	p.lines(n.Comments().Leading)
	write()
	p.lines(n.Comments().Trailing)
}

// lines writes comments, each on its own line.
func (p *printer) lines(comments []string) {
	for _, text := range comments {
		p.line()
		p.str("//")
		p.str(text)
		p.str("\n")
	}
}

// effects writes `{ a.b, c }`; an empty set has two blanks.
func (p *printer) effects(names []Name) {
	p.str("{ ")
	p.joined(names)
	p.str(" }")
}

func (p *printer) joined(names []Name) {
	for i, n := range names {
		if i > 0 {
			p.str(", ")
		}
		p.str(n.Text)
	}
}

// identity writes the line of an explicit identity.
func (p *printer) identity(t *Text) {
	if t == nil {
		return
	}
	p.line()
	p.str("@id(")
	p.quoted(t.Value)
	p.str(")\n")
}

// quoted writes a string in which only `\` and `"` are escaped.
func (p *printer) quoted(s string) {
	p.out = append(p.out, '"')
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			p.out = append(p.out, '\\')
		}
		p.out = append(p.out, s[i])
	}
	p.out = append(p.out, '"')
}
