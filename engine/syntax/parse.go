package syntax

import "github.com/semaprax/semaprax-go/engine/diag"

// Parse reads one source text. The file keeps src: do not change it afterwards.
//
// The first fault wins; with one, the file is nil. Codes: the SPX-P family,
// SPX-G170 (use lines), SPX-G171 (over MaxSourceBytes), SPX-T260, T261, T262
// (literals), SPX-U103, U104, U111 (assignments), SPX-N102, N103 (unsafe),
// SPX-Q106 (impl).
func Parse(path string, src []byte) (*File, *diag.Diagnostic) {
	p := newParser(path, src)
	f := p.file()
	if fault := p.finish(f, f.declares); fault != nil {
		return nil, fault
	}
	f.path, f.source, f.count = path, src, p.count
	f.span = diag.Span{End: uint32(len(src)), Line: 1, Column: 1}
	p.attach(f)
	return f, nil
}

// ParseExpr reads one expression and nothing else. Nodes of fragments have
// spans within src and the id 0; so in the other fragment functions.
func ParseExpr(src string) (Expr, *diag.Diagnostic) {
	return fragment(src, (*parser).expr)
}

// ParseBlock reads one block with its braces.
func ParseBlock(src string) (*Block, *diag.Diagnostic) {
	return fragment(src, (*parser).block)
}

// ParseType reads one type.
func ParseType(src string) (TypeExpr, *diag.Diagnostic) {
	return fragment(src, (*parser).typeExpr)
}

// ParsePattern reads one pattern.
func ParsePattern(src string) (Pattern, *diag.Diagnostic) {
	return fragment(src, (*parser).pattern)
}

// ParseDecl reads one declaration with its `@id`, if any.
func ParseDecl(src string) (Decl, *diag.Diagnostic) {
	return fragment(src, (*parser).decl)
}

func fragment[T Node](src string, rule func(*parser) T) (T, *diag.Diagnostic) {
	var none T
	p := newParser("", []byte(src))
	root := rule(p)
	if p.tok != tEOF {
		p.expected(tEOF.String())
	}
	if fault := p.finish(root, func(string) bool { return false }); fault != nil {
		return none, fault
	}
	p.attach(root)
	Walk(root, func(n Node) bool {
		n.meta().id = 0
		return true
	})
	return root, nil
}
