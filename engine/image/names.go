package image

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// innerNames finds the identities of everything inside one function by node.
type innerNames struct {
	*check.Identities
	first syntax.NodeID
	index []int32 // by node from first; -1 where a node has no identity
}

func (i *Image) innerNames(f *check.Function) *innerNames {
	n := &innerNames{Identities: i.program().Identities(f), first: f.Decl.ID()}
	last := n.first
	for e := range n.Expressions {
		last = max(last, n.Expressions[e].Expr.ID())
	}
	n.index = make([]int32, last-n.first+1)
	for e := range n.index {
		n.index[e] = -1
	}
	for e := range n.Expressions {
		n.index[n.Expressions[e].Expr.ID()-n.first] = int32(e)
	}
	return n
}

// of returns the identity of an expression; "" where it has none of its own.
func (n *innerNames) of(e syntax.Expr) string {
	at := e.ID() - n.first
	if e.ID() < n.first || int(at) >= len(n.index) || n.index[at] < 0 {
		return ""
	}
	return n.Expressions[n.index[at]].ID
}

// local returns the identity of a binding, or of the result for NoLocal.
func (n *innerNames) local(id check.LocalID) string {
	if id == check.NoLocal {
		return n.Result
	}
	return n.Locals[id]
}

// parameterIdentity is the identity of a parameter (language facts 7.1).
func parameterIdentity(f *check.Function, index int) string {
	id, path := f.Identity.Text, strconv.Itoa(index)
	return "declaration:" + strconv.Itoa(len(id)) + ":" + id + ":value:param:" + strconv.Itoa(len(path)) + ":" + path
}

// resultIdentity is the identity of the result (language facts 7.1).
func resultIdentity(f *check.Function) string {
	id := f.Identity.Text
	return "declaration:" + strconv.Itoa(len(id)) + ":" + id + ":value:result:0:"
}
