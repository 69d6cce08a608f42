package check

import "github.com/semaprax/semaprax-go/engine/syntax"

// call follows a call of any kind: the arguments from left to right, then the
// call. What it borrows and views stays lent until it returns.
func (w *flow) call(e syntax.Expr) SlotID {
	row := w.tables.Call(e.ID())
	mark, opened, waiting := len(w.origins), len(w.open), len(w.pending)
	switch {
	case row.Kind == TargetBuiltin:
		w.builtinArguments(e.(*syntax.Call), row.Builtin)
	case row.Kind == TargetImport:
		w.arguments(e.(*syntax.Call).Args, w.program.Imports[row.Import].Params)
	default:
		w.functionArguments(e, row)
	}
	w.handOver(waiting)
	w.callStatus(e, row)
	w.closeLoans(opened)
	w.endRead(waiting)
	if !w.typeOf(e).IsView() {
		w.origins = w.origins[:mark]
	}
	return w.rec.fresh(w, e)
}

func (w *flow) functionArguments(e syntax.Expr, row *Call) {
	params := w.program.Functions[row.Function].Params
	if call, ok := e.(*syntax.Call); ok {
		w.arguments(call.Args, params)
		return
	}
	if len(params) == 0 {
		return // a method without a receiver was refused where it is declared
	}
	switch e := e.(type) {
	case *syntax.MethodCall:
		w.receiver(e.Receiver, row, &params[0])
		w.arguments(e.Args, params[1:])
	case *syntax.SuperCall:
		w.superReceiver(e, &params[0])
		w.arguments(e.Args, params[1:])
	}
}

func (w *flow) builtinArguments(e *syntax.Call, builtin Builtin) {
	row := &w.table[builtin]
	for i, arg := range e.Args {
		if row.traits&namedOrigin != 0 {
			w.viewOrigin(arg)
		} else {
			w.argument(arg, row.Params[i].Mode)
		}
	}
}

func (w *flow) arguments(args []syntax.Expr, params []Parameter) {
	for i, arg := range args {
		w.argument(arg, params[i].Mode)
	}
}

// argument follows one argument. A parameter without a word takes what is not
// Copy.
func (w *flow) argument(e syntax.Expr, mode Mode) {
	mark := len(w.origins)
	if mode == ModeShared {
		w.refuseUnshared(e)
	}
	if mode == ModeBorrow || mode == ModeShared {
		w.wait(w.walk(e, reading()), false)
	} else {
		w.wait(w.take(e, takeValue), true)
	}
	w.lend(mark, e)
}

// wait keeps a temporary until the operation that uses it.
func (w *flow) wait(slot SlotID, taken bool) {
	if slot != NoSlot {
		w.pending = append(w.pending, pendingSlot{slot, taken})
	}
}

// handOver ends the temporaries that an operation takes.
func (w *flow) handOver(mark int) {
	for _, waiting := range w.pending[mark:] {
		if waiting.taken {
			w.rec.consume(waiting.slot)
		}
	}
}

// endRead ends the temporaries that an operation only read, once it is done.
func (w *flow) endRead(mark int) {
	for i := len(w.pending) - 1; i >= mark; i-- {
		if !w.pending[i].taken {
			w.rec.release(w.pending[i].slot)
		}
	}
	w.pending = w.pending[:mark]
}

// receiver follows the receiver of a method; the method of an ancestor gets the
// ancestor's part only.
func (w *flow) receiver(e syntax.Expr, row *Call, param *Parameter) {
	place := w.tables.Place(e.ID())
	takes := param.Mode == ModeValue || param.Mode == ModeOwn
	if !row.Upcast || !takes || place == nil || place.IsResult() || w.copies(w.typeOf(e)) || w.modeOf(e) != ModeOwn {
		w.argument(e, param.Mode)
		return
	}
	w.wait(w.upcastPlace(e, place, param.Type), true)
}

// superReceiver follows the receiver of `super.m(…)`: the first parameter, which
// is not written.
func (w *flow) superReceiver(e *syntax.SuperCall, param *Parameter) {
	self, held := &Place{Root: 0}, w.fn.Locals[0].Mode
	takes := (param.Mode == ModeValue || param.Mode == ModeOwn) && !w.copies(param.Type)
	if held != ModeOwn {
		if takes {
			w.refuseTake(e, takeValue)
		}
		w.rec.seen(e, self, AccessRead)
		return
	}
	at := w.place(self)
	switch {
	case !w.availableAs(e, at, !takes && w.copies(param.Type)):
	case takes:
		if w.move(e, at, true) {
			w.wait(w.rec.moved(e, self, param.Type), true)
		}
	default:
		w.rec.seen(e, self, AccessBorrow)
		w.origins = append(w.origins, origin{at, NoLoan})
		w.lend(len(w.origins)-1, e)
	}
}

// construct follows a constructor, or an update when base is given; all values
// are taken.
func (w *flow) construct(e syntax.Expr, base syntax.Expr, inits []*syntax.Init) SlotID {
	waiting := len(w.pending)
	if base != nil {
		w.wait(w.take(base, takeBase), true)
	}
	for _, init := range inits {
		w.wait(w.take(init.Value, takeValue), true)
	}
	w.handOver(waiting)
	w.endRead(waiting)
	return w.rec.fresh(w, e)
}

// callStatus notes that a call may fail.
func (w *flow) callStatus(e syntax.Expr, row *Call) {
	switch {
	case row.Kind == TargetFunction:
		w.rec.status(e, StatusCall)
	case row.Kind == TargetImport:
		w.rec.status(e, StatusImport)
	case row.Builtin.mayFail():
		w.rec.status(e, StatusBuiltin)
	}
}

// mayFail says whether a call of the built-in may end in a status.
func (b Builtin) mayFail() bool {
	switch b {
	case BytesSet, ByteRange, ArgUTF8, StdinRead, I64FromUsize:
		return true
	}
	return false
}
