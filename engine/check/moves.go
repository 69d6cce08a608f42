package check

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// placeID names a place that the function mentions: a local or a part of one.
type placeID int32

const noPlace placeID = -1

// moveState says whether a value was handed over on the way here.
type moveState uint8

const (
	kept       moveState = iota
	maybeMoved           // on some paths
	gone                 // on all paths
)

func (s moveState) join(other moveState) moveState {
	if s == other {
		return s
	}
	return maybeMoved
}

// placeState is what became of the value at a place.
type placeState struct {
	whole moveState // handed over as one value
	parts moveState // all its parts that are not Copy were, as by an upcast
	below moveState // some part named by a longer path was
}

func (s placeState) join(other placeState) placeState {
	return placeState{s.whole.join(other.whole), s.parts.join(other.parts), s.below.join(other.below)}
}

// placeNode is one place of the tree of places.
type placeNode struct {
	parent placeID
	root   LocalID
	field  FieldID // NoField at a root
	state  placeState
	// views and reads count the loans of this very place, viewsBelow and
	// readsBelow those of its parts.
	views, viewsBelow, reads, readsBelow int32
}

// placeTable holds the places of a function, made as they are met.
type placeTable struct {
	nodes []placeNode
	roots []placeID // by local, noPlace until met
	parts map[partKey]placeID
}

type partKey struct {
	parent placeID
	field  FieldID
}

func (p *placeTable) growRoots(locals int) {
	for len(p.roots) < locals {
		p.roots = append(p.roots, noPlace)
	}
}

// place finds the node of a place whose root is a local.
func (p *placeTable) place(place *Place) placeID {
	at := p.roots[place.Root]
	if at == noPlace {
		at = p.add(placeNode{parent: noPlace, root: place.Root, field: NoField})
		p.roots[place.Root] = at
	}
	for _, field := range place.Fields {
		key := partKey{at, field}
		next, ok := p.parts[key]
		if !ok {
			next = p.add(placeNode{parent: at, root: place.Root, field: field})
			if p.parts == nil {
				p.parts = map[partKey]placeID{}
			}
			p.parts[key] = next
		}
		at = next
	}
	return at
}

func (p *placeTable) add(node placeNode) placeID {
	p.nodes = append(p.nodes, node)
	return placeID(len(p.nodes) - 1)
}

// missing tells why a place cannot be used, or "". The root answers before its
// parts, a certain move before a possible one.
func (p *placeTable) missing(at placeID, copies bool) diag.Code {
	worst := p.nodes[at].state.below
	for id := at; id != noPlace; id = p.nodes[id].parent {
		node := &p.nodes[id]
		switch {
		case node.parent != noPlace:
			worst = max(worst, node.state.whole)
		case node.state.whole == gone:
			return diag.O101
		case node.state.whole == maybeMoved:
			return diag.O107
		}
		if !copies {
			worst = max(worst, node.state.parts)
		}
	}
	switch worst {
	case gone:
		return diag.O109
	case maybeMoved:
		return diag.O110
	}
	return ""
}

// available judges the use of a place against the moves before it.
func (w *flow) available(e syntax.Expr, at placeID) bool {
	return w.availableAs(e, at, w.copies(w.typeOf(e)))
}

func (w *flow) availableAs(e syntax.Expr, at placeID, copies bool) bool {
	code := w.missing(at, copies)
	if code == "" {
		return true
	}
	text := "`" + w.placeName(at) + "` is used after "
	switch code {
	case diag.O101:
		text += "it moved"
	case diag.O107:
		text += "it moved on some path"
	case diag.O109:
		text += "a part of it, or what it is part of, moved"
	default:
		text += "a part of it, or what it is part of, moved on some path"
	}
	w.report(code, e.Span(), text)
	return false
}

// move hands a place's value over. The upcast of a class leaves its Copy fields
// in place. A refused move counts as not made.
func (w *flow) move(e syntax.Expr, at placeID, upcast bool) bool {
	root := w.nodes[at].root
	if code, text := w.refusesMove(at, root); code != "" {
		w.report(code, e.Span(), text)
		return false
	}
	if root == w.renewing {
		w.renewing = NoLocal
	}
	state := w.nodes[at].state
	if upcast {
		state.parts = gone
	} else {
		state.whole = gone
	}
	w.setState(at, state)
	for id := w.nodes[at].parent; id != noPlace; id = w.nodes[id].parent {
		state = w.nodes[id].state
		state.below = gone
		w.setState(id, state)
	}
	return true
}

// refusesMove finds the rule that keeps a value in its place.
func (w *flow) refusesMove(at placeID, root LocalID) (diag.Code, string) {
	name := func() string { return "`" + w.placeName(at) + "`" }
	switch {
	case w.phase != PhaseBody:
		return diag.O105, "a contract does not move " + name()
	case root < w.guardFloor:
		return diag.P299, "a guard that moves " + name() + " is"
	case root < w.loopFloor && root != w.renewing:
		return diag.T252, name() + " was declared outside the loop and does not move inside it"
	}
	views, reads := w.lent(at)
	switch {
	case views:
		return diag.T265, name() + " moves while a view of it is alive"
	case reads:
		return diag.P299, "moving " + name() + " while the same operation reads it is"
	}
	return "", ""
}

// restore fills a local again after its renewal.
func (w *flow) restore(local LocalID) {
	w.setState(w.place(&Place{Root: local}), placeState{})
}

// placeName writes a place as source text.
func (w *flow) placeName(at placeID) string {
	var parts []string
	for id := at; id != noPlace; id = w.nodes[id].parent {
		if field := w.nodes[id].field; field != NoField {
			parts = append(parts, w.program.Fields[field].Name)
		} else {
			parts = append(parts, w.fn.Locals[w.nodes[id].root].Name)
		}
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, ".")
}
