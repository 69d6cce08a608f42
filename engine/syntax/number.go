package syntax

// number gives the tree below root its ids in preorder. The result holds the
// number of nodes and the first expression that lies more than MaxDepth deep in
// its clause or body.
func number(root Node) numberer {
	n := numberer{}
	n.visit = n.step
	n.step(root)
	return n
}

type numberer struct {
	next  NodeID
	depth int
	deep  Node
	visit func(Node)
}

func (n *numberer) step(node Node) {
	if n.deep != nil {
		return
	}
	node.meta().id = n.next
	n.next++
	if !node.nests() {
		node.children(n.visit)
		return
	}
	if n.depth++; n.depth > MaxDepth {
		n.deep = node
		return
	}
	node.children(n.visit)
	n.depth--
}
