package check

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// checkLayouts breaks cycles of classes, refuses records that contain
// themselves by value (the first only) and layouts that nest too deep, then
// gives classes their effective fields.
func (c *checker) checkLayouts() {
	c.each((*moduleChecker).resolveParents)
	c.breakClassCycles()
	c.cutDeepClasses()
	walk := &layoutWalk{checker: c, state: make([]layoutState, len(c.program.Nominals)), depth: make([]int, len(c.program.Nominals))}
	for id := range c.program.Nominals {
		walk.from(NominalID(id))
	}
	c.each((*moduleChecker).checkClassMembers)
}

type layoutState uint8

const (
	layoutNew layoutState = iota
	layoutOpen
	layoutDone
)

// layoutWalk visits what nominals hold by value, depth first with an explicit
// stack. Whatever closes a cycle or nests too deep is cut, so that later steps
// may walk layouts by recursion.
type layoutWalk struct {
	*checker
	state    []layoutState
	depth    []int
	reported bool
}

// layoutFrame is an open nominal and its next member; members are the fields,
// then the parent.
type layoutFrame struct {
	id   NominalID
	next int
}

func (w *layoutWalk) from(root NominalID) {
	if w.state[root] != layoutNew {
		return
	}
	w.state[root] = layoutOpen
	frames := []layoutFrame{{id: root}}
	for len(frames) > 0 {
		top := &frames[len(frames)-1]
		nominal := &w.program.Nominals[top.id]
		if top.next > len(nominal.Fields) {
			w.finish(nominal)
			frames = frames[:len(frames)-1]
			continue
		}
		member := w.member(nominal, top.next)
		top.next++
		if member == NoNominal {
			continue
		}
		switch w.state[member] {
		case layoutOpen:
			w.cutCycle(member)
			w.cut(nominal, top.next-1)
		case layoutNew:
			w.state[member] = layoutOpen
			frames = append(frames, layoutFrame{id: member})
		}
	}
}

// member is the nominal at one position, or NoNominal.
func (w *layoutWalk) member(nominal *Nominal, position int) NominalID {
	if position == len(nominal.Fields) {
		return nominal.Parent
	}
	return w.program.NominalOf(w.program.Fields[nominal.Fields[position]].Type)
}

func (w *layoutWalk) cut(nominal *Nominal, position int) {
	if position == len(nominal.Fields) {
		nominal.Parent = NoNominal
		return
	}
	w.program.Fields[nominal.Fields[position]].Type = TypeInvalid
}

// cutCycle reports the first recursive layout.
func (w *layoutWalk) cutCycle(id NominalID) {
	if w.reported {
		return
	}
	w.reported = true
	nominal := &w.program.Nominals[id]
	w.modules[nominal.Module].report(diag.T217, nameSpan(nominal.Decl), "`"+nominal.Name+"` contains itself by value")
}

// finish sets the depth of a nominal whose members are done.
func (w *layoutWalk) finish(nominal *Nominal) {
	w.state[nominal.ID] = layoutDone
	deepest := 0
	for position := range len(nominal.Fields) + 1 {
		if member := w.member(nominal, position); member != NoNominal {
			deepest = max(deepest, w.depth[member])
		}
	}
	if deepest < MaxLayoutDepth {
		w.depth[nominal.ID] = deepest + 1
		return
	}
	w.modules[nominal.Module].report(diag.G171, nameSpan(nominal.Decl),
		"layout_depth: "+strconv.Itoa(deepest+1)+" exceeds "+strconv.Itoa(MaxLayoutDepth))
	for position := range len(nominal.Fields) + 1 {
		w.cut(nominal, position)
	}
	w.depth[nominal.ID] = 1
}
