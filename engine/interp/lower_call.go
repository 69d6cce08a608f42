package interp

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// call lowers a call of any kind and delivers its result.
func (lw *lowering) call(e syntax.Expr, d destination) {
	row := lw.tables.Call(e.ID())
	switch row.Kind {
	case check.TargetBuiltin:
		lw.callBuiltin(e.(*syntax.Call), row.Builtin, d)
	case check.TargetFunction:
		mark := lw.top
		lw.enter(e)
		lw.deliver(mark, lw.layoutOf(e), d)
		lw.top = mark
	default:
		lw.refuse(ImportCall, e.Span())
	}
}

// entersFunction says that an expression is a call of a function of the program.
func (lw *lowering) entersFunction(e syntax.Expr) bool {
	row := lw.tables.Call(e.ID())
	return row != nil && row.Kind == check.TargetFunction
}

// enter lowers a call of a function with its frame at the top; its result lies
// there afterwards.
func (lw *lowering) enter(e syntax.Expr) {
	lw.charge(1)
	row := lw.tables.Call(e.ID())
	callee := lw.c.layouts.program.Functions[row.Function]
	instance := check.NoInstance
	if callee.IsGeneric() {
		instance = row.Instance
	}
	args := lw.arguments(e, row)
	window := lw.top
	for i, param := range callee.Params {
		t := param.Type
		if instance != check.NoInstance {
			t = lw.c.layouts.program.Substitute(t, lw.c.layouts.program.Instances[instance].Args)
		}
		l := lw.layout(t)
		if args[i] == nil {
			lw.move(lw.alloc(l), lw.locals[0], l)
			continue
		}
		lw.pushAs(args[i], l)
	}
	at := lw.c.function(key{row.Function, instance})
	lw.emitEnd(instr{op: opCall, k: at, a: slot(window.word), b: slot(window.ref)})
}

// arguments lists the argument expressions of a call, the receiver first. The
// receiver of `super.m(…)` is the method's own, shown as nil.
func (lw *lowering) arguments(e syntax.Expr, row *check.Call) []syntax.Expr {
	switch e := e.(type) {
	case *syntax.Call:
		return e.Args
	case *syntax.MethodCall:
		return append([]syntax.Expr{e.Receiver}, e.Args...)
	case *syntax.SuperCall:
		return append([]syntax.Expr{nil}, e.Args...)
	}
	panic("BUG: interp: not a call")
}

// viewed returns the argument of a built-in that only changes the type of a
// reference.
func (lw *lowering) viewed(e *syntax.Call) (syntax.Expr, bool) {
	row := lw.tables.Call(e.ID())
	if row == nil || row.Kind != check.TargetBuiltin {
		return nil, false
	}
	switch row.Builtin {
	case check.StringAsStr, check.StrAsBytes, check.BytesAsSlice, check.ArrayAsSlice:
		return e.Args[0], true
	}
	return nil, false
}

// callBuiltin lowers a call of a built-in: two steps and the arguments.
func (lw *lowering) callBuiltin(e *syntax.Call, which check.Builtin, d destination) {
	if _, ok := lw.viewed(e); ok {
		lw.copied(e, d)
		return
	}
	lw.charge(2)
	mark := lw.top
	l := lw.layoutOf(e)
	to := lw.target(l, d)
	var at [3]place
	for i, arg := range e.Args {
		at[i] = lw.operandBefore(arg, e.Args[i+1:]...)
	}
	lw.emit(builtinInstr(which, to, l, at))
	lw.finishAt(to, l, d)
	lw.top = mark
}

// builtinInstr is the instruction of a built-in with its arguments in place.
func builtinInstr(which check.Builtin, to place, l *layout, at [3]place) instr {
	word, ref := slot(to.word), slot(to.ref)
	switch which {
	case check.ByteLen:
		return instr{op: opByteLen, a: word, b: slot(at[0].ref)}
	case check.ByteGet:
		return instr{op: opByteGet, a: word, b: slot(at[0].ref), c: slot(at[1].word)}
	case check.ByteRange:
		return instr{op: opByteRange, a: ref, b: slot(at[0].ref), c: slot(at[1].word), k: int32(at[2].word)}
	case check.BytesSet:
		return instr{op: opBytesSet, a: ref, b: slot(at[0].ref), c: slot(at[1].word), k: int32(at[2].word)}
	case check.I64FromUsize:
		return instr{op: opI64OfUsize, a: word, b: slot(at[0].word)}
	case check.StringFromChar, check.StringFromI64, check.StringFromUsize, check.BytesZeroed, check.ArgUTF8:
		return instr{op: opBuiltin, k: int32(which), a: ref, b: slot(at[0].word)}
	}
	in := instr{op: opBuiltin, k: int32(which), a: word, b: slot(at[0].ref), c: slot(at[1].ref)}
	if l.refs == 1 {
		in.a = ref
	}
	return in
}
