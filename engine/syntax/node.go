package syntax

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// NodeID numbers the nodes of one file in preorder, from 0 (the file itself).
// Descendants of a node have the ids directly after it. Nodes that did not come
// from Parse have the id 0.
type NodeID uint32

// Node is any element of the tree.
type Node interface {
	// ID is the node's number within its file.
	ID() NodeID
	// Span is the node's place; zero for nodes built by code.
	Span() diag.Span
	meta() *base
	children(visit func(Node))
	rewritten(r *rewriter) Node
	// nests reports whether the node is an expression, which counts for depth.
	nests() bool
}

// base is embedded in every node.
type base struct {
	span diag.Span
	id   NodeID
}

// ID is the node's number within its file.
func (b *base) ID() NodeID { return b.id }

// Span is the node's place; zero for nodes built by code.
func (b *base) Span() diag.Span { return b.span }

func (b *base) meta() *base { return b }

func (*base) nests() bool { return false }

// notes is embedded in the nodes that comments attach to.
type notes struct{ comments *Comments }

// Comments is the comments that travel with the node, nil when there are none.
func (n *notes) Comments() *Comments { return n.comments }

func (n *notes) noted() *notes { return n }

// Noted is a node that comments attach to: a use, a declaration, a field, case,
// lifecycle or method, a statement, a block (for its tail and end) or a file.
type Noted interface {
	Node
	// Comments is the comments that travel with the node, or nil.
	Comments() *Comments
	noted() *notes
}

// Comments holds the comments of one node, each the text after `//` without
// trailing blanks.
//
// Leading stand above the node, Trailing directly after it. In a Block, Leading
// and Trailing belong to the tail and Closing stands before the brace. In
// containers of members Closing stands before the brace, in a File at the end.
type Comments struct {
	Leading, Trailing, Closing []string
}

// Name is a written name with its place: one word, or where the grammar says
// so several joined by dots (blanks around the dots are not kept).
type Name struct {
	Text string
	Span diag.Span
}

// Parts splits a dotted name.
func (n Name) Parts() []string { return strings.Split(n.Text, ".") }

// Text is the value of a string in the source (escapes resolved) with the
// place of the literal, quotes included.
type Text struct {
	Value string
	Span  diag.Span
}

// File is one parsed source. Its ID is 0 and its span the whole text.
type File struct {
	base
	notes
	Module  Name // dotted
	Uses    []*Use
	Permits []Name // dotted; empty when absent
	Decls   []Decl // in source order

	path   string
	source []byte
	count  int
	likely int // size of the text a changed file came from
}

// Path is the path given to Parse.
func (f *File) Path() string { return f.path }

// Source is the text given to Parse, which the file shares: do not change it.
// It is nil for files built by code.
func (f *File) Source() []byte { return f.source }

// NodeCount is the number of nodes; ids are below it. It is 0 for files built
// by code.
func (f *File) NodeCount() int { return f.count }

// WithParts returns a copy of the file with other uses and declarations. Like a file
// that Rewrite changed it has no source and no node count.
func (f *File) WithParts(uses []*Use, decls []Decl) *File {
	c := *f
	c.Uses, c.Decls = uses, decls
	c.forgetSource()
	return &c
}

// forgetSource makes a changed copy one that was not parsed.
func (f *File) forgetSource() {
	f.likely = max(f.likely, len(f.source))
	f.source, f.count = nil, 0
}

// UseKind tells what a use line imports.
type UseKind uint8

// The kinds of use lines.
const (
	UseFunction UseKind = iota
	UseType
	UseProtocol
)

// String is the word in the source.
func (k UseKind) String() string { return [...]string{"function", "type", "protocol"}[k] }

// Use is one line `use KIND @id("ID") from FROM as ALIAS;`.
type Use struct {
	base
	notes
	Kind     UseKind
	Identity Text
	From     Name // dotted
	Alias    Name
}
