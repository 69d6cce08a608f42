package syntax

// attach gives the kept comments to the nodes they travel with.
//
// A comment sticks to the item before it when it shares a line with an earlier
// token, stands on the line directly after the previous token, or directly
// after a comment that sticks; otherwise it leads the next item. Inside an item
// but outside its body braces it leads that item; after the last item it closes
// the body. The module header and the permit set are no items: nothing sticks
// to them, and nothing sticks across a permit set. An item's span starts at its keyword or name, not at its `@id`.
func (p *parser) attach(root Node) {
	if len(p.comments) == 0 {
		return
	}
	a := attacher{comments: p.comments}
	switch root := root.(type) {
	case *File:
		if p.hasPermit && len(root.Decls) > 0 {
			a.noStickAfter, a.noStickUntil = p.headerEnd, root.Decls[0].Span().Start
		}
		a.file(root)
	case *Block:
		a.region(blockSlots(root), root.span.End, &root.notes)
	case Decl:
		s := slotOf(root)
		a.region([]slot{s}, uint32(len(p.src)), s.notes)
	}
}

type attacher struct {
	comments []comment // the ones not yet attached
	last     comment   // the one attached before
	isSticky bool      // whether last sticks
	// Comments after tokens in (noStickAfter, noStickUntil] do not stick.
	noStickAfter, noStickUntil uint32
}

// slot is one item: its place, its notes and, unless it is a tail, its node.
type slot struct {
	notes      *notes
	node       Node
	start, end uint32
}

func slotOf(n Noted) slot {
	span := n.Span()
	return slot{notes: n.noted(), node: n, start: span.Start, end: span.End}
}

func appendSlots[T Noted](slots []slot, nodes []T) []slot {
	for _, n := range nodes {
		slots = append(slots, slotOf(n))
	}
	return slots
}

func blockSlots(b *Block) []slot {
	tail := b.Tail.Span()
	slots := appendSlots(make([]slot, 0, len(b.Items)+1), b.Items)
	return append(slots, slot{notes: &b.notes, start: tail.Start, end: tail.End})
}

// classSlots are the members in source order.
func classSlots(c *Class) []slot {
	var slots []slot
	fields, methods := appendSlots(nil, c.Fields), appendSlots(nil, c.Methods)
	for len(fields) > 0 && len(methods) > 0 {
		first := &fields
		if methods[0].start < fields[0].start {
			first = &methods
		}
		slots = append(slots, (*first)[0])
		*first = (*first)[1:]
	}
	return append(append(slots, fields...), methods...)
}

func (a *attacher) file(f *File) {
	for len(a.comments) > 0 && a.comments[0].prevLine == 0 {
		leading(&f.notes, a.take())
	}
	slots := appendSlots(nil, f.Uses)
	a.region(appendSlots(slots, f.Decls), f.span.End, &f.notes)
}

// region attaches the comments before end to the slots, in source order.
func (a *attacher) region(slots []slot, end uint32, closing *notes) {
	var previous *notes
	for _, s := range slots {
		for a.before(s.start) {
			if a.sticks() && previous != nil {
				trailing(previous, a.take())
			} else {
				leading(s.notes, a.take())
			}
		}
		a.inside(s)
		previous = s.notes
	}
	for a.before(end) {
		if a.sticks() && previous != nil {
			trailing(previous, a.take())
		} else {
			c := ensure(closing)
			c.Closing = append(c.Closing, a.take())
		}
	}
}

// inside attaches the comments within one item.
func (a *attacher) inside(s slot) {
	open, slots, closing := body(s.node)
	if closing != nil {
		a.lead(s, open)
		a.region(slots, s.end, closing)
	}
	a.lead(s, s.end)
}

// lead gives the comments before end to the item itself.
func (a *attacher) lead(s slot, end uint32) {
	for a.before(end) {
		leading(s.notes, a.take())
	}
}

// body is the part of an item between braces that holds items of its own;
// closing is nil when there is none.
func body(n Node) (open uint32, slots []slot, closing *notes) {
	switch n := n.(type) {
	case *Function:
		return n.Body.span.Start, blockSlots(n.Body), &n.Body.notes
	case *While:
		return n.Body.span.Start, blockSlots(n.Body), &n.Body.notes
	case *Unsafe:
		return n.Body.span.Start, blockSlots(n.Body), &n.Body.notes
	case *Record:
		return n.open, appendSlots(nil, n.Fields), &n.notes
	case *Variant:
		return n.open, appendSlots(nil, n.Cases), &n.notes
	case *Class:
		return n.open, classSlots(n), &n.notes
	case *Case:
		if len(n.Fields) > 0 {
			return n.open, appendSlots(nil, n.Fields), &n.notes
		}
	case *Resource:
		if len(n.Lifecycles) > 0 {
			return n.open, appendSlots(nil, n.Lifecycles), &n.notes
		}
	}
	return 0, nil, nil
}

func (a *attacher) before(offset uint32) bool {
	return len(a.comments) > 0 && a.comments[0].start < offset
}

// sticks reports whether the next comment sticks to what stands before it.
func (a *attacher) sticks() bool {
	c := a.comments[0]
	if c.prevEnd > a.noStickAfter && c.prevEnd <= a.noStickUntil {
		return false
	}
	if c.line <= c.prevLine+1 {
		return true
	}
	return a.isSticky && a.last.prevEnd == c.prevEnd && c.line == a.last.line+1
}

// take is the next comment's text.
func (a *attacher) take() string {
	a.isSticky = a.sticks()
	a.last = a.comments[0]
	a.comments = a.comments[1:]
	return a.last.text
}

func ensure(n *notes) *Comments {
	if n.comments == nil {
		n.comments = &Comments{}
	}
	return n.comments
}

func leading(n *notes, text string) {
	c := ensure(n)
	c.Leading = append(c.Leading, text)
}

func trailing(n *notes, text string) {
	c := ensure(n)
	c.Trailing = append(c.Trailing, text)
}
