package interp

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// destination says where the value of an expression goes.
type destination struct {
	how how
	// at is the place, with toPlace.
	at place
	// live: the place holds a value that the expression may still read; nothing
	// is stored before the value is complete.
	live bool
}

type how uint8

const (
	toPlace how = iota
	toCaller
	toNothing
)

// lower turns one function into code.
func (c *compiler) lower(k key) {
	program := c.layouts.program
	function := program.Functions[k.function]
	module := program.Modules[function.Module]
	lw := &lowering{
		c: c, id: k.function, at: c.index[k], function: function, module: module, tables: module.Tables,
		group: -1, epilogue: noLabel, locals: make([]place, len(function.Locals)),
	}
	if k.instance != check.NoInstance {
		lw.args = program.Instances[k.instance].Args
	}
	if node := lw.tooLarge(); node != nil {
		lw.refuse(ValueTooLarge, node.Span())
		return
	}
	lw.assigned = assignments(function.Decl)
	lw.lowerFunction()
	if lw.peak.word > maxFrameWords || lw.peak.ref > maxFrameRefs {
		lw.refuse(FrameTooLarge, function.Decl.Name.Span)
	}
	if len(c.refused) == 0 {
		lw.finish()
	}
}

// tooLarge finds a value that is too large to lie flat, or nil.
func (lw *lowering) tooLarge() syntax.Node {
	program := lw.c.layouts.program
	large := func(t check.Type) bool {
		l := lw.layout(program.Substitute(t, lw.args))
		return l.words > maxValueSlots || l.refs > maxValueSlots
	}
	for _, local := range lw.function.Locals {
		if large(local.Type) {
			return local.Decl
		}
	}
	var found syntax.Node
	syntax.Walk(lw.function.Decl, func(node syntax.Node) bool {
		if found == nil && large(lw.tables.Type(node.ID())) {
			found = node
		}
		return found == nil
	})
	return found
}

// assignments lists the starts of all assignments of a function, ascending.
func assignments(decl *syntax.Function) []uint32 {
	var starts []uint32
	syntax.Walk(decl, func(node syntax.Node) bool {
		if _, ok := node.(*syntax.Assign); ok {
			starts = append(starts, node.Span().Start)
		}
		return true
	})
	slices.Sort(starts)
	return starts
}

func (lw *lowering) lowerFunction() {
	decl := lw.function.Decl
	result := lw.layout(lw.c.layouts.program.Substitute(lw.function.Result, lw.args))
	lw.lowerParams()
	// A result is handed over in the first slots, whatever the parameters take.
	lw.peak = place{max(lw.peak.word, result.words), max(lw.peak.ref, result.refs)}
	lw.failOp = opFailRequires
	lw.lowerClauses(decl.Requires)
	if len(decl.Ensures) == 0 {
		lw.value(decl.Body, destination{how: toCaller})
		return
	}
	lw.result = lw.alloc(result)
	lw.epilogue = lw.newLabel()
	lw.value(decl.Body, destination{at: lw.result})
	lw.place(lw.epilogue)
	lw.failOp = opFailEnsures
	lw.lowerClauses(decl.Ensures)
	lw.emitReturn(lw.result, result)
}

func (lw *lowering) lowerParams() {
	made := &lw.c.code.functions[lw.at]
	for i, param := range lw.function.Params {
		t := lw.c.layouts.program.Substitute(param.Type, lw.args)
		lw.locals[i] = lw.alloc(lw.layout(t))
		made.params = append(made.params, parameter{lw.locals[i], t})
	}
}

func (lw *lowering) lowerClauses(clauses []*syntax.Clause) {
	for i, clause := range clauses {
		lw.clause = i
		mark := lw.top
		lw.charge(1)
		lw.branch(clause.Cond, false, toFailure)
		lw.top = mark
	}
}

// emitReturn hands a value to the caller.
func (lw *lowering) emitReturn(from place, l *layout) {
	switch {
	case l.words == 1 && l.refs == 0:
		lw.emitEnd(instr{op: opReturnW, a: slot(from.word)})
	case l.refs == 1 && l.words == 0:
		lw.emitEnd(instr{op: opReturnR, a: slot(from.ref)})
	default:
		lw.move(place{}, from, l)
		lw.emitEnd(instr{op: opReturn})
	}
}

// returnEarly hands a value to the caller from inside the body: through the
// ensures clauses when there are any.
func (lw *lowering) returnEarly(from place, l *layout) {
	if lw.epilogue == noLabel {
		lw.emitReturn(from, l)
		return
	}
	lw.move(lw.result, from, l)
	lw.emitJump(instr{op: opJump}, lw.epilogue)
}

// deliver brings a value that exists to its destination.
func (lw *lowering) deliver(from place, l *layout, d destination) {
	switch d.how {
	case toPlace:
		lw.move(d.at, from, l)
	case toCaller:
		lw.emitReturn(from, l)
	}
}

// target is the place to compute a value in: the destination itself, or a fresh
// one. complete then ends the delivery.
func (lw *lowering) target(l *layout, d destination) place {
	if d.how == toPlace && (!d.live || l.single()) {
		return d.at
	}
	return lw.alloc(l)
}

// fresh is like target but never a place that is still read.
func (lw *lowering) fresh(l *layout, d destination) place {
	if d.how == toPlace && !d.live {
		return d.at
	}
	return lw.alloc(l)
}

// block lowers statements and delivers the tail. Its locals end with it.
func (lw *lowering) block(b *syntax.Block, d destination) {
	mark := lw.top
	lw.charge(1)
	for _, item := range b.Items {
		lw.item(item)
	}
	lw.value(b.Tail, d)
	lw.top = mark
}

func (lw *lowering) item(item syntax.Item) {
	switch item := item.(type) {
	case *syntax.Let:
		lw.let(item)
	case *syntax.Assign:
		lw.assign(item)
	case *syntax.While:
		lw.while(item)
	case *syntax.Unsafe:
		lw.refuse(UnsafeBoundary, item.Span())
	}
}

func (lw *lowering) let(item *syntax.Let) {
	row := lw.tables.Let(item.ID())
	if !row.Upcast {
		lw.locals[row.Local] = lw.push(item.Value)
		return
	}
	lw.charge(1)
	lw.locals[row.Local] = lw.pushAs(item.Value, lw.localLayout(row.Local))
}

func (lw *lowering) assign(item *syntax.Assign) {
	row := lw.tables.Assignment(item.ID())
	to := lw.locals[row.Local]
	if row.Field != check.NoField {
		to = to.plus(lw.localLayout(row.Local).cases[0][row.Slot].at)
	}
	mark := lw.top
	lw.value(item.Value, destination{at: to, live: true})
	lw.top = mark
}

// localLayout is the layout of a local's type.
func (lw *lowering) localLayout(id check.LocalID) *layout {
	return lw.layout(lw.c.layouts.program.Substitute(lw.function.Locals[id].Type, lw.args))
}

// while lowers a loop with its test behind the body, so that body and test are
// one group. The first test stands before the body as well, unless the condition
// holds a loop itself, which must not be lowered twice.
func (lw *lowering) while(item *syntax.While) {
	test, body, exit := lw.newLabel(), lw.newLabel(), lw.newLabel()
	twice := !holdsLoop(item.Cond)
	if twice {
		lw.test(item.Cond, false, exit)
	} else {
		lw.emitJump(instr{op: opJump}, test)
	}
	lw.place(body)
	lw.block(item.Body, destination{how: toNothing})
	if !twice {
		lw.place(test)
	}
	lw.test(item.Cond, true, body)
	if twice {
		lw.place(exit)
	}
	lw.group = -1
}

// test lowers one test of a loop's condition.
func (lw *lowering) test(cond syntax.Expr, when bool, to label) {
	mark := lw.top
	lw.charge(1)
	lw.branch(cond, when, to)
	lw.top = mark
}

func holdsLoop(e syntax.Expr) bool {
	found := false
	syntax.Walk(e, func(node syntax.Node) bool {
		_, loop := node.(*syntax.While)
		found = found || loop
		return !found
	})
	return found
}
