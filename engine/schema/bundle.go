package schema

import (
	"maps"
	"slices"
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Bundle is a set of documents and the names they refer to. The zero Bundle is
// empty. Add everything before it is read; it is then safe for concurrent reads.
type Bundle struct {
	documents map[string]*Node
	mentioned map[string]bool
	entered   map[*Node]bool
}

// Add takes in every document n reaches, n itself included where it has a name.
// Two different documents of one name are a wrong declaration.
func (u *Bundle) Add(n *Node) {
	if u.documents == nil {
		u.documents = make(map[string]*Node)
		u.mentioned = make(map[string]bool)
		u.entered = make(map[*Node]bool)
	}
	if n.Document != "" {
		if known := u.documents[n.Document]; known != nil {
			if !sameDocument(known, n) {
				panic("BUG: schema: two documents named " + n.Document)
			}
			return
		}
		u.documents[n.Document] = n
	}
	u.enter(n)
}

// Mention records a reference to a document by name, as a chunk makes to the report
// it carries.
func (u *Bundle) Mention(documents ...string) {
	u.Add(&Node{Kind: NodeReference, References: documents})
}

func (u *Bundle) enter(n *Node) {
	switch n.Kind {
	case NodeLocal:
		if inner := n.Local(); !u.entered[inner] {
			u.entered[inner] = true
			u.enter(inner)
		}
		return
	case NodeReference:
		for _, name := range n.References {
			u.mentioned[name] = true
		}
		if n.target != nil {
			u.Add(n.target())
		}
		return
	}
	n.children(u.enter)
}

// Document returns the document of a name, or nil.
func (u *Bundle) Document(name string) *Node { return u.documents[name] }

// Documents returns the documents by $id.
func (u *Bundle) Documents() []*Node {
	var list []*Node
	for _, name := range slices.Sorted(maps.Keys(u.documents)) {
		list = append(list, u.documents[name])
	}
	return list
}

// Unbundled returns, sorted, the names referred to that are no document of u.
func (u *Bundle) Unbundled() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(u.mentioned)) {
		if u.documents[name] == nil {
			names = append(names, name)
		}
	}
	return names
}

// Reach returns the documents that n refers to, directly or not, by $id, and the
// names among them that u has no document for.
func (u *Bundle) Reach(n *Node) (documents []*Node, unresolved []string) {
	var reached Bundle
	root := *n
	root.Document = ""
	reached.Add(&root)
	for {
		added := false
		for _, name := range reached.Unbundled() {
			if d := u.documents[name]; d != nil {
				reached.Add(d)
				added = true
			}
		}
		if !added {
			return reached.Documents(), reached.Unbundled()
		}
	}
}

// DescribeInput writes the self-contained schema of n as the next value of b: the
// shape with $schema, and every document it reaches under $defs as d0, d1 … by
// $id, referred to by pointers into the same value. ok is false, with the names,
// when u lacks a document; nothing is written then. b must not be asserting an order.
func (u *Bundle) DescribeInput(b *canon.Builder, n *Node) (unresolved []string, ok bool) {
	documents, unresolved := u.Reach(n)
	if len(unresolved) > 0 {
		return unresolved, false
	}
	embeds := make(map[string]int, len(documents))
	for i, d := range documents {
		embeds[d.Document] = i
	}
	e := emitter{b: b, root: "#", embeds: embeds}
	b.BeginObject().Key("$schema").String(Draft)
	e.members(n)
	if len(documents)+len(e.locals) > 0 {
		b.Key("$defs").BeginObject()
		e.definitions()
		for i, d := range documents {
			name := "d" + strconv.Itoa(i)
			e.root = "#/$defs/" + name
			b.Key(name).BeginObject()
			e.document(d)
			b.EndObject()
		}
		b.EndObject()
	}
	b.EndObject()
	return nil, true
}

// sameDocument reports whether two nodes describe the same document.
func sameDocument(x, y *Node) bool {
	if x == y {
		return true
	}
	var bx, by canon.Builder
	DescribeDocument(&bx, x)
	DescribeDocument(&by, y)
	return string(bx.Bytes()) == string(by.Bytes())
}
