package graph

// Filter selects declarations. Absent members (empty strings) select everything.
type Filter struct {
	// Kind is the word of a kind, Name and Identity are exact.
	Kind, Name, Identity string
	// Effect is a capability the declaration requires itself.
	Effect string
	// Calls and CalledBy are identities the declaration calls or is called by,
	// directly.
	Calls, CalledBy string
}

// Select returns the declarations of the program's modules that a filter selects,
// in the order of their ids. Identities that do not exist select nothing.
func (g *Graph) Select(f Filter) []NodeID {
	var selected []NodeID
	for n := g.first[nominalNodes]; n < g.first[builtinNodes]; n++ {
		if g.Exists(n) && g.selects(&f, n) {
			selected = append(selected, n)
		}
	}
	return selected
}

func (g *Graph) selects(f *Filter, n NodeID) bool {
	node := g.Node(n)
	if node.Module < 0 {
		return false
	}
	return fits(f.Kind, node.Kind.String()) && fits(f.Name, node.Name) && fits(f.Identity, node.Identity) &&
		(f.Effect == "" || g.related(n, g.Capability(f.Effect), EffectRequirement)) &&
		(f.Calls == "" || g.related(n, g.Find(f.Calls), Calls)) &&
		(f.CalledBy == "" || g.calledBy(n, f.CalledBy))
}

func (g *Graph) calledBy(n NodeID, caller string) bool {
	from := g.Find(caller)
	return from != NoNode && g.related(from, n, Calls)
}

func fits(want, got string) bool { return want == "" || want == got }

// related says whether there is a relation of a kind between two nodes.
func (g *Graph) related(from, to NodeID, kind Relation) bool {
	if to == NoNode {
		return false
	}
	for _, e := range g.Out(from) {
		if e.To == to && e.Kind == kind {
			return true
		}
	}
	return false
}
