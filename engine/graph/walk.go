package graph

import (
	"cmp"
	"slices"
)

// Direction says which way a walk follows relations.
type Direction string

// The directions. Both joins the nodes of a forward and of a reverse walk; no path
// turns round.
const (
	Forward Direction = "forward"
	Reverse Direction = "reverse"
	Both    Direction = "both"
)

// WalkOptions bounds a walk. Depth counts relations from the start; MaxNodes counts
// the start too and is at least 1.
type WalkOptions struct {
	Direction Direction
	Depth     int
	MaxNodes  int
}

// Step is one part of a walk's result, in the order it was found: a node with the
// relation that led to it (NoEdge for the start), or a further relation between
// nodes that are there already (Node is NoNode).
type Step struct {
	Node     NodeID
	Distance int
	// Edge is an index in [Graph.Edges].
	Edge int32
}

// NoEdge is the relation of the start.
const NoEdge = -1

// Truncation says what cut a walk short.
type Truncation struct {
	ByDepth, ByNodes, ByBytes bool
	// OmittedNodes were reached within the depth and left out for their number or
	// bytes; OmittedRelations lie between nodes of the result. DeferredNodes are one
	// relation beyond the depth. What lies behind any of them is not known.
	OmittedNodes, OmittedRelations, DeferredNodes int
}

// Any says whether the walk was cut short at all.
func (t *Truncation) Any() bool { return t.ByDepth || t.ByNodes || t.ByBytes }

// Reasons names the bounds that cut: max_depth, max_nodes, max_bytes.
func (t *Truncation) Reasons() []string {
	reasons := []string{}
	if t.ByDepth {
		reasons = append(reasons, ReasonDepth)
	}
	if t.ByNodes {
		reasons = append(reasons, ReasonNodes)
	}
	if t.ByBytes {
		reasons = append(reasons, ReasonBytes)
	}
	return reasons
}

// The reasons of truncation.
const (
	ReasonDepth = "max_depth"
	ReasonNodes = "max_nodes"
	ReasonBytes = "max_bytes"
)

// Walk is the result of a walk: nodes by distance, then in the order of their
// relations. It may be shortened from its end with Drop.
type Walk struct {
	Steps []Step
	Truncation
	// Nodes and Relations count what Steps hold; MaxDistance is the greatest
	// distance among them.
	Nodes, Relations, MaxDistance int

	known map[NodeID]*visit
}

// Beyond is a node a walk knows of but does not hold.
type Beyond struct {
	Node     NodeID
	Distance int
	Reason   string
}

// Frontier lists the nodes known and left out, by distance, then id.
func (r *Walk) Frontier() []Beyond {
	var list []Beyond
	for n, v := range r.known {
		if !v.admitted {
			list = append(list, Beyond{n, v.distance, v.reason})
		}
	}
	slices.SortFunc(list, func(a, b Beyond) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Node, b.Node))
	})
	return list
}

// Walk visits from a node. admit is asked for every step before it enters the
// result, the start included; the first refusal ends it and counts as ByBytes. A
// walk costs the relations of the nodes in its result.
func (g *Graph) Walk(start NodeID, o WalkOptions, admit func(Step) bool) *Walk {
	w := &walker{
		graph: g, options: o, admit: admit, result: &Walk{known: map[NodeID]*visit{}}, edges: map[int32]bool{},
	}
	w.seen = w.result.known
	if !w.enter(Step{Node: start, Edge: NoEdge}) {
		return w.result
	}
	first := &visit{admitted: true}
	w.seen[start] = first
	if o.Direction != Reverse {
		w.schedule(start, first, 0, true)
	}
	if o.Direction != Forward {
		w.schedule(start, first, 0, false)
	}
	for i := 0; i < len(w.queue); i++ {
		w.expand(w.queue[i])
	}
	return w.result
}

// visit is what a walk knows of a node.
type visit struct {
	admitted          bool
	deferred          bool
	forward, backward bool // scheduled that way
	distance          int
	reason            string // why it is not admitted
}

// pending is a node whose relations are still to be followed one way.
type pending struct {
	node     NodeID
	distance int
	forward  bool
}

type walker struct {
	graph   *Graph
	options WalkOptions
	admit   func(Step) bool
	result  *Walk
	seen    map[NodeID]*visit
	edges   map[int32]bool
	queue   []pending
	full    bool // nothing more is admitted
}

// schedule queues the relations of a node in one direction, once.
func (w *walker) schedule(n NodeID, v *visit, distance int, forward bool) {
	done := &v.backward
	if forward {
		done = &v.forward
	}
	if !*done {
		*done = true
		w.queue = append(w.queue, pending{n, distance, forward})
	}
}

// enter adds a step unless the caller refuses it.
func (w *walker) enter(s Step) bool {
	if w.full || !w.admit(s) {
		w.full, w.result.ByBytes = true, true
		return false
	}
	w.result.push(s)
	return true
}

func (w *walker) expand(p pending) {
	if p.forward {
		for edge := w.graph.out[p.node]; edge < w.graph.out[p.node+1]; edge++ {
			w.follow(edge, w.graph.edges[edge].To, p)
		}
		return
	}
	for _, edge := range w.graph.In(p.node) {
		w.follow(edge, w.graph.edges[edge].From, p)
	}
}

// follow takes one relation from a node of the result.
func (w *walker) follow(edge int32, to NodeID, p pending) {
	known := w.seen[to]
	switch {
	case known == nil || known.deferred:
		w.discover(edge, to, known, p)
		known = w.seen[to]
	case known.admitted && !w.edges[edge]:
		w.edges[edge] = true
		if !w.enter(Step{Node: NoNode, Edge: edge}) {
			w.result.OmittedRelations++
		}
	}
	if known.admitted && p.distance < w.options.Depth {
		w.schedule(to, known, p.distance+1, p.forward)
	}
}

// discover meets a node that is not in the result: beyond the depth it is put off,
// else it enters unless a bound is reached. A node put off by one direction may
// still be reached by the other.
func (w *walker) discover(edge int32, to NodeID, known *visit, p pending) {
	if known == nil {
		known = &visit{}
		w.seen[to] = known
	}
	if p.distance >= w.options.Depth {
		if !known.deferred {
			known.deferred, known.distance, known.reason = true, p.distance+1, ReasonDepth
			w.result.DeferredNodes++
			w.result.ByDepth = true
		}
		return
	}
	if known.deferred {
		known.deferred = false
		w.result.DeferredNodes--
		w.result.ByDepth = w.result.DeferredNodes > 0
	}
	known.distance = p.distance + 1
	switch {
	case w.result.Nodes >= w.options.MaxNodes && !w.result.ByBytes:
		w.result.ByNodes, known.reason = true, ReasonNodes
		w.result.OmittedNodes++
	case !w.enter(Step{Node: to, Distance: p.distance + 1, Edge: edge}):
		known.reason = ReasonBytes
		w.result.OmittedNodes++
	default:
		known.admitted = true
		w.edges[edge] = true
	}
}

func (r *Walk) push(s Step) {
	r.Steps = append(r.Steps, s)
	if s.Node != NoNode {
		r.Nodes++
		r.MaxDistance = s.Distance
	}
	if s.Edge != NoEdge {
		r.Relations++
	}
}

// Drop takes the last step off for its bytes; false when only the start is left.
func (r *Walk) Drop() bool {
	if len(r.Steps) <= 1 {
		return false
	}
	last := r.Steps[len(r.Steps)-1]
	r.Steps = r.Steps[:len(r.Steps)-1]
	r.ByBytes = true
	if r.Relations--; last.Node == NoNode {
		r.OmittedRelations++
		return true
	}
	r.Nodes--
	r.OmittedNodes++
	r.known[last.Node].admitted, r.known[last.Node].reason = false, ReasonBytes
	r.MaxDistance = 0
	for i := len(r.Steps) - 1; i >= 0; i-- {
		if r.Steps[i].Node != NoNode {
			r.MaxDistance = r.Steps[i].Distance
			break
		}
	}
	return true
}
