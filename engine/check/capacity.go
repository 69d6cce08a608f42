package check

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// frameCosts are what one function, or one call path from it, takes at most.
type frameCosts struct {
	sites  uint64 // allocation sites
	bytes  uint64 // payload of those sites
	inline uint64 // inline arrays
}

func (c frameCosts) any() bool { return c.sites > 0 || c.inline > 0 }

// costLimit keeps sums far from overflow.
const costLimit = 1 << 40

func (c *frameCosts) add(other frameCosts) {
	c.sites = min(c.sites+other.sites, costLimit)
	c.bytes = min(c.bytes+other.bytes, costLimit)
	c.inline = min(c.inline+other.inline, costLimit)
}

func (c *frameCosts) raise(other frameCosts) {
	c.sites = max(c.sites, other.sites)
	c.bytes = max(c.bytes, other.bytes)
	c.inline = max(c.inline, other.inline)
}

// checkCapacity judges static allocation and inline arrays along call paths:
// the worst path from each function, over the call graph without its cycles. A
// function on a cycle may neither allocate nor reach an allocation, and its
// inline arrays count once.
func (c *checker) checkCapacity() {
	own := make([]frameCosts, len(c.program.Functions))
	free := true
	for _, m := range c.modules {
		for _, f := range m.functions {
			own[f.fn.ID] = f.ownCosts()
			free = free && !own[f.fn.ID].any()
		}
	}
	if free {
		return
	}
	worst, cyclic := c.worstPaths(own)
	for _, m := range c.modules {
		for _, f := range m.functions {
			id := f.fn.ID
			f.judgeCosts(own[id], worst[id], cyclic[id])
			f.judgeLoopCalls(worst)
		}
	}
}

// ownCosts adds up the sites and inline arrays of one frame.
func (f *functionChecker) ownCosts() frameCosts {
	costs := frameCosts{sites: uint64(len(f.allocations))}
	for _, site := range f.allocations {
		costs.bytes = min(costs.bytes+site.bytes, costLimit)
	}
	for i := range f.fn.Locals {
		if t := f.fn.Locals[i].Type; f.program.Kind(t) == KindArray {
			costs.inline = min(costs.inline+uint64(f.program.ArrayLength(t)), costLimit)
		}
	}
	return costs
}

// judgeCosts reports a function whose own frame is the first to pass a bound:
// its callees' paths stay within.
func (f *functionChecker) judgeCosts(own, worst frameCosts, cyclic bool) {
	span := f.decl.Name.Span
	switch {
	case cyclic && worst.sites > 0:
		f.report(diag.T267, span, "recursive function `"+f.fn.Name+"` reaches an allocation")
	case worst.sites > MaxAllocationSites:
		f.report(diag.T267, span, "a call path from `"+f.fn.Name+"` has more than "+strconv.Itoa(MaxAllocationSites)+" allocation sites")
	case worst.bytes > MaxAllocatedBytes:
		f.report(diag.T267, span, "a call path from `"+f.fn.Name+"` allocates more than "+strconv.Itoa(MaxAllocatedBytes)+" bytes")
	}
	if own.inline > 0 && worst.inline > MaxInlineBytes {
		f.report(diag.T261, span, "a call path from `"+f.fn.Name+"` holds more than "+strconv.Itoa(MaxInlineBytes)+" bytes of inline arrays")
	}
}

// judgeLoopCalls refuses calls in loops that reach an allocation.
func (f *functionChecker) judgeLoopCalls(worst []frameCosts) {
	for _, site := range f.loopCalls {
		row := f.tables.Call(site.Expr.ID())
		if row != nil && row.Kind == TargetFunction && worst[row.Function].sites > 0 {
			f.report(diag.T267, callSpan(site.Expr), "a call in a loop reaches an allocation")
		}
	}
}

// worstPaths finds for each function the greatest cost over all call paths that
// start there, and which functions are on a cycle. It walks strongly connected
// components, callees first (Tarjan, with an explicit stack).
func (c *checker) worstPaths(own []frameCosts) ([]frameCosts, []bool) {
	walk := &componentWalk{
		edges: c.callGraph(), index: make([]int, len(own)), low: make([]int, len(own)),
		onStack: make([]bool, len(own)), component: make([]int, len(own)),
	}
	worst, cyclic := make([]frameCosts, len(own)), make([]bool, len(own))
	walk.found = func(members []int) {
		c.sumComponent(walk, members, own, worst, cyclic)
	}
	for id := range own {
		walk.from(id)
	}
	return worst, cyclic
}

// sumComponent adds a component's own costs to the worst path that leaves it.
func (c *checker) sumComponent(walk *componentWalk, members []int, own, worst []frameCosts, cyclic []bool) {
	var inside, outside frameCosts
	loops := len(members) > 1
	for _, id := range members {
		inside.add(own[id])
		for _, next := range walk.edges[id] {
			if walk.component[next] == walk.component[id] {
				loops = loops || next == id
				continue
			}
			outside.raise(worst[next])
		}
	}
	inside.add(outside)
	for _, id := range members {
		worst[id], cyclic[id] = inside, loops
	}
}

// callGraph lists the distinct functions each function calls.
func (c *checker) callGraph() [][]int {
	edges := make([][]int, len(c.program.Functions))
	last := make([]int, len(edges))
	for _, fn := range c.program.Functions {
		for callee := range c.callees(fn) {
			if last[callee] != int(fn.ID)+1 {
				last[callee] = int(fn.ID) + 1
				edges[fn.ID] = append(edges[fn.ID], int(callee))
			}
		}
	}
	return edges
}

// componentWalk is the state of Tarjan's walk. Indexes count from 1; component
// numbers too, in the order found, callees before callers.
type componentWalk struct {
	edges      [][]int
	index, low []int
	onStack    []bool
	component  []int
	stack      []int
	next       int
	components int
	found      func(members []int)
}

// componentFrame is one open node of the walk and its next edge.
type componentFrame struct{ id, edge int }

func (w *componentWalk) from(root int) {
	if w.index[root] != 0 {
		return
	}
	frames := []componentFrame{w.open(root)}
	for len(frames) > 0 {
		top := &frames[len(frames)-1]
		if top.edge < len(w.edges[top.id]) {
			next := w.edges[top.id][top.edge]
			top.edge++
			if w.index[next] == 0 {
				frames = append(frames, w.open(next))
			} else if w.onStack[next] {
				w.low[top.id] = min(w.low[top.id], w.index[next])
			}
			continue
		}
		id := top.id
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			parent := frames[len(frames)-1].id
			w.low[parent] = min(w.low[parent], w.low[id])
		}
		if w.low[id] == w.index[id] {
			w.close(id)
		}
	}
}

func (w *componentWalk) open(id int) componentFrame {
	w.next++
	w.index[id], w.low[id] = w.next, w.next
	w.stack = append(w.stack, id)
	w.onStack[id] = true
	return componentFrame{id: id}
}

// close takes a finished component off the stack.
func (w *componentWalk) close(root int) {
	w.components++
	at := len(w.stack)
	for {
		at--
		id := w.stack[at]
		w.onStack[id] = false
		w.component[id] = w.components
		if id == root {
			break
		}
	}
	members := w.stack[at:]
	w.found(members)
	w.stack = w.stack[:at]
}
