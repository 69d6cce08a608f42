package syntax

import "fmt"

// Walk visits node and everything below it in preorder, which is the order of
// node ids. When visit returns false the children of that node are left out.
func Walk(node Node, visit func(Node) bool) {
	var step func(Node)
	step = func(n Node) {
		if visit(n) {
			n.children(step)
		}
	}
	step(node)
}

// Children calls visit with each direct child of the node, in source order.
func Children(node Node, visit func(Node)) { node.children(visit) }

// Rewrite returns node with change applied to every node below it and then to
// itself, children first. Nothing is modified: nodes whose children changed are
// copied and keep their id, span and comments, all others are shared. A nil
// result removes an element from a list of nodes; elsewhere, and for a result
// that does not fit its place, Rewrite panics.
//
// A changed File has no source and no node count: print and parse it.
func Rewrite[T Node](node T, change func(Node) Node) T {
	r := rewriter{change: change}
	out, ok := r.node(node).(T)
	if !ok {
		panic(fmt.Sprintf("BUG: rewrite of %T does not fit its place", node))
	}
	return out
}

type rewriter struct{ change func(Node) Node }

func (r *rewriter) node(n Node) Node { return r.change(n.rewritten(r)) }

// rewriteOne rewrites a single child; a nil child stays nil.
func rewriteOne[T interface {
	Node
	comparable
}](r *rewriter, child T, changed *bool) T {
	var none T
	if child == none {
		return child
	}
	out, ok := r.node(child).(T)
	if !ok || out == none {
		panic(fmt.Sprintf("BUG: rewrite of %T does not fit its place", child))
	}
	*changed = *changed || out != child
	return out
}

// rewriteAll rewrites a list of children; it copies the list at the first change.
func rewriteAll[T interface {
	Node
	comparable
}](r *rewriter, list []T, changed *bool) []T {
	out := list
	copied := false
	for i, child := range list {
		next := r.node(child)
		same := next == Node(child)
		if same && !copied {
			continue
		}
		if !copied {
			out, copied = append(make([]T, 0, len(list)), list[:i]...), true
			*changed = true
		}
		if next == nil {
			continue
		}
		fitting, ok := next.(T)
		if !ok {
			panic(fmt.Sprintf("BUG: rewrite of %T does not fit its place", child))
		}
		out = append(out, fitting)
	}
	return out
}

// pick is the original unless a child changed.
func pick[T any, P interface {
	*T
	Node
}](original P, changed T, isChanged bool) Node {
	if !isChanged {
		return original
	}
	copied := new(T)
	*copied = changed
	return P(copied)
}
