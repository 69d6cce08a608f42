package graph_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/semaprax/semaprax-go/engine/graph"
)

func always(graph.Step) bool { return true }

// naiveReach is the set of nodes within depth one way, each with its distance.
func naiveReach(g *graph.Graph, start graph.NodeID, depth int, forward bool) map[graph.NodeID]int {
	reached := map[graph.NodeID]int{start: 0}
	for d := range depth {
		for _, e := range g.Edges() {
			from, to := e.From, e.To
			if !forward {
				from, to = to, from
			}
			if at, ok := reached[from]; ok && at == d {
				if _, known := reached[to]; !known {
					reached[to] = d + 1
				}
			}
		}
	}
	return reached
}

// naiveWalk is the set of nodes of a walk.
func naiveWalk(g *graph.Graph, start graph.NodeID, direction graph.Direction, depth int) map[graph.NodeID]int {
	all := map[graph.NodeID]int{}
	for _, forward := range []bool{true, false} {
		if forward && direction == graph.Reverse || !forward && direction == graph.Forward {
			continue
		}
		for n, d := range naiveReach(g, start, depth, forward) {
			if known, ok := all[n]; !ok || d < known {
				all[n] = d
			}
		}
	}
	return all
}

func walked(w *graph.Walk) map[graph.NodeID]int {
	all := map[graph.NodeID]int{}
	for _, s := range w.Steps {
		if s.Node != graph.NoNode {
			all[s.Node] = s.Distance
		}
	}
	return all
}

func TestWalksReachWhatTheNaiveWalkReaches(t *testing.T) {
	for _, p := range programs(t) {
		g := graph.New(p.program)
		for start := range graph.NodeID(g.Size()) {
			if !g.Exists(start) {
				continue
			}
			for _, direction := range []graph.Direction{graph.Forward, graph.Reverse, graph.Both} {
				for _, depth := range []int{0, 1, 3} {
					w := g.Walk(start, graph.WalkOptions{Direction: direction, Depth: depth, MaxNodes: g.Size()}, always)
					want := naiveWalk(g, start, direction, depth)
					if got := walked(w); fmt.Sprint(got) != fmt.Sprint(want) {
						t.Fatalf("%s: %s from %d to %d: got %v, want %v", p.name, direction, start, depth, got, want)
					}
					beyond := len(naiveWalk(g, start, direction, depth+1)) - len(want)
					if frontier := w.Frontier(); len(frontier) != w.DeferredNodes+w.OmittedNodes {
						t.Fatalf("%s: the frontier %v of %+v", p.name, frontier, w.Truncation)
					}
					if w.DeferredNodes != beyond || w.ByDepth != (beyond > 0) || w.ByNodes || w.ByBytes || w.OmittedNodes != 0 {
						t.Fatalf("%s: %s from %d to %d: %d nodes beyond, truncation %+v", p.name, direction, start, depth, beyond, w.Truncation)
					}
				}
			}
		}
	}
}

func TestWalksKeepTheirOrderUnderSmallerBounds(t *testing.T) {
	g := graph.New(loadProject(t, "ledger").Program())
	start := g.Find("ledger.balance")
	whole := g.Walk(start, graph.WalkOptions{Direction: graph.Both, Depth: 9, MaxNodes: 1000}, always)
	if whole.Any() || whole.Nodes != len(walked(whole)) {
		t.Fatalf("the whole walk: %+v", whole.Truncation)
	}
	if !slices.IsSortedFunc(whole.Steps, func(a, b graph.Step) int {
		if a.Node == graph.NoNode || b.Node == graph.NoNode {
			return 0
		}
		return a.Distance - b.Distance
	}) {
		t.Error("nodes are not ordered by distance")
	}
	exact := g.Walk(start, graph.WalkOptions{Direction: graph.Both, Depth: 9, MaxNodes: whole.Nodes}, always)
	if exact.Any() || !slices.Equal(exact.Steps, whole.Steps) {
		t.Errorf("at exactly its nodes the walk is cut: %+v", exact.Truncation)
	}
	short := g.Walk(start, graph.WalkOptions{Direction: graph.Both, Depth: 9, MaxNodes: whole.Nodes - 1}, always)
	if last := short.Frontier(); len(last) != 1 || last[0].Reason != graph.ReasonNodes || last[0].Distance != whole.MaxDistance {
		t.Errorf("the frontier of one node less: %v", last)
	}
	if !short.ByNodes || short.ByBytes || short.ByDepth || short.OmittedNodes != 1 || short.Nodes != whole.Nodes-1 {
		t.Errorf("one node less: %d nodes, %+v", short.Nodes, short.Truncation)
	}
}

// TestRefusedStepsEndTheWalk refuses at each step in turn: the result is a prefix
// of the whole walk, and Drop gives the same prefix.
func TestRefusedStepsEndTheWalk(t *testing.T) {
	g := graph.New(loadProject(t, "ledger").Program())
	start := g.Find("ledger.day")
	options := graph.WalkOptions{Direction: graph.Both, Depth: 4, MaxNodes: 1000}
	whole := g.Walk(start, options, always)
	for limit := range len(whole.Steps) {
		left := limit
		cut := g.Walk(start, options, func(graph.Step) bool { left--; return left >= 0 })
		if !slices.Equal(cut.Steps, whole.Steps[:limit]) {
			t.Fatalf("after %d steps: %v, want %v", limit, cut.Steps, whole.Steps[:limit])
		}
		if !cut.ByBytes || cut.ByNodes {
			t.Errorf("after %d steps: %+v", limit, cut.Truncation)
		}
		if limit == 0 {
			continue
		}
		dropped := g.Walk(start, options, always)
		for len(dropped.Steps) > limit {
			if !dropped.Drop() {
				t.Fatal("a step is not dropped")
			}
		}
		if !slices.Equal(dropped.Steps, cut.Steps) || dropped.Nodes != cut.Nodes || dropped.Relations != cut.Relations ||
			dropped.MaxDistance != cut.MaxDistance || !dropped.ByBytes || len(dropped.Frontier()) != dropped.OmittedNodes+dropped.DeferredNodes {
			t.Errorf("dropping to %d steps: %+v, refusing: %+v", limit, dropped, cut)
		}
	}
	w := g.Walk(start, graph.WalkOptions{Direction: graph.Both, MaxNodes: 1}, always)
	if w.Drop() {
		t.Error("the start is dropped")
	}
}
