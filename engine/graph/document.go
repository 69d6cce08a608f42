package graph

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
)

// DocumentSchema names the graph document. It is our own; docs/graph.md describes
// it.
const DocumentSchema = "semaprax-go.semantic-graph.v1"

// domainDocument is the domain of [Digest].
const domainDocument = "semaprax-go.semantic-graph.digest.v1"

// Scope says what a graph document covers.
type Scope string

// The scopes.
const (
	ScopeFile    Scope = "file"
	ScopeProject Scope = "project"
)

// Digest is the digest of a graph document, over its bytes without an LF.
func Digest(document []byte) canon.Digest { return canon.Sum(domainDocument, document) }

// AppendDocument appends the graph document in canonical JSON, without an LF.
// revisions are the source revisions of the program's modules, in their order. ok
// is false, and dst unchanged, when the document would pass maxBytes (0: no bound).
//
// It lists every declaration of the modules, of what the compiler owns only what
// the program names, and every relation between them. Places in the text and what
// comments say are left out: it changes only with the meaning of the program and
// the text of bodies.
func (g *Graph) AppendDocument(dst []byte, scope Scope, revisions []canon.Digest, maxBytes int) (out []byte, ok bool) {
	w := documentWriter{Graph: g, out: slices.Grow(dst, g.likelyBytes(maxBytes)), base: len(dst), limit: maxBytes,
		typeKeys: map[check.Type]string{}}
	w.strings(`{"capabilities":`, w.usedCapabilities())
	w.declarations()
	w.modules(revisions)
	w.raw(`,"prelude":{"digest":`).digest(canon.Plain(check.PreludeContract()))
	w.text(`,"schema":`, check.PreludeSchema)
	w.raw(`}`)
	w.relations()
	w.text(`,"schema":`, DocumentSchema)
	w.text(`,"scope":`, string(scope))
	w.raw(`}`)
	if w.over() {
		return dst, false
	}
	return w.out, true
}

// likelyBytes is about the size of the graph document, and no more than its bound.
func (g *Graph) likelyBytes(maxBytes int) int {
	likely := 1024 + 96*len(g.edges) + 400*len(g.program.Functions) + 160*len(g.program.Fields)
	if maxBytes > 0 {
		likely = min(likely, maxBytes)
	}
	return likely
}

// documentWriter writes one graph document: canonical JSON by hand, each member with
// what stands before it. Two are written for every change.
type documentWriter struct {
	*Graph
	out         []byte
	base, limit int // where the document starts, and its most bytes or 0
	// typeKeys keeps the keys of types already written.
	typeKeys map[check.Type]string
}

// over reports that the document does not fit its bound.
func (w *documentWriter) over() bool { return w.limit > 0 && len(w.out)-w.base > w.limit }

// listed says whether a node is in the document: declared in a module, or owned by
// the compiler and named by something that is.
func (w *documentWriter) listed(n NodeID) bool {
	if !w.Exists(n) {
		return false
	}
	switch r, index := w.locate(n); r {
	case nominalNodes:
		return w.program.Nominals[index].Module != check.NoModule || w.named(n)
	case fieldNodes:
		owner := w.program.Fields[index].Owner
		return w.listed(w.at(nominalNodes, int32(owner)))
	case caseNodes:
		return w.listed(w.at(nominalNodes, int32(w.program.Cases[index].Owner)))
	case builtinNodes, capabilityNodes:
		return w.named(n)
	}
	return true
}

// named says whether something in a module, or a built-in that is, names the node.
func (w *documentWriter) named(n NodeID) bool {
	for _, edge := range w.In(n) {
		from := w.edges[edge].From
		if r, _ := w.locate(from); r != builtinNodes || w.named(from) {
			return true
		}
	}
	return false
}

func (w *documentWriter) usedCapabilities() []string {
	var names []string
	for i, name := range w.capabilities {
		if w.named(w.at(capabilityNodes, int32(i))) {
			names = append(names, name)
		}
	}
	return names
}
