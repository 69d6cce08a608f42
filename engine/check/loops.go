package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// refuseInLoop refuses a construct in the head or body of a loop.
func (f *functionChecker) refuseInLoop(node syntax.Node, what string) {
	if f.loop > 0 {
		f.report(diag.T252, node.Span(), what+" is not admitted in a loop")
	}
}

// refuseLetInLoop admits lets of scalars, text, views and Copy variants in
// loops.
func (f *functionChecker) refuseLetInLoop(item *syntax.Let, t Type) {
	if f.loop == 0 || t == TypeInvalid || t.IsScalar() || t == TypeString || t.IsView() {
		return
	}
	if f.program.Kind(t) == KindVariant && f.program.IsCopy(t) {
		return
	}
	if f.refusedInLoop(item.Value) {
		return
	}
	f.report(diag.T252, item.Span(), "a binding of type `"+f.typeName(t)+"` is not admitted in a loop")
}

// refusedInLoop names the values that refuse themselves in a loop, so that the
// binding around them is no second fault.
func (f *functionChecker) refusedInLoop(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ArrayLit, *syntax.Project, *syntax.RecordExpr, *syntax.Update, *syntax.Try,
		*syntax.MethodCall, *syntax.SuperCall, *syntax.Call:
		return true
	case *syntax.Match:
		m := f.tables.Match(e.ID())
		return m != nil && m.Kind == MatchRecord
	}
	return false
}

// checkLoopCall judges the call of a function inside a loop: not generic, plain
// scalar or `borrow Slice<u8>` parameters, scalar result.
func (f *functionChecker) checkLoopCall(e *syntax.Call, callee *Function) {
	if f.loop == 0 {
		return
	}
	f.loopCalls = append(f.loopCalls, CallSite{Expr: e, Phase: f.phase, Clause: f.clause})
	admitted := !callee.IsGeneric() && (callee.Result.IsScalar() || callee.Result == TypeInvalid)
	for i := range callee.Params {
		param := &callee.Params[i]
		scalar := param.Mode == ModeValue && (param.Type.IsScalar() || param.Type == TypeInvalid)
		view := param.Mode == ModeBorrow && param.Type == TypeSlice
		admitted = admitted && (scalar || view)
	}
	if !admitted {
		f.report(diag.T252, e.Callee.Span, "a loop calls only functions of plain scalars and `borrow Slice<u8>` with a scalar result")
	}
}

// checkLoopBuiltin judges the call of a built-in function inside a loop.
func (f *functionChecker) checkLoopBuiltin(e *syntax.Call, builtin Builtin) {
	if f.loop == 0 {
		return
	}
	switch traits := f.table[builtin].traits; {
	case traits&inLoop != 0:
	case traits&renewalLoop != 0:
		if f.renewal != syntax.Expr(e) {
			f.report(diag.T252, e.Callee.Span, "in a loop `bytes_set` stands only in `b = bytes_set(b, …)`")
		}
	case traits&allocates != 0:
		f.report(diag.T267, e.Callee.Span, "`"+e.Callee.Text+"` allocates and is not admitted in a loop")
	case traits&ownedHost != 0:
		f.report(diag.T270, e.Callee.Span, "`"+e.Callee.Text+"` returns an owned value and is not admitted in a loop")
	default:
		f.report(diag.T252, e.Callee.Span, "`"+e.Callee.Text+"` is not admitted in a loop")
	}
}

// checkLoopVariant admits concrete constructors with Copy scalars in loops.
func (f *functionChecker) checkLoopVariant(e *syntax.VariantExpr, t Type) {
	if f.loop > 0 && t != TypeInvalid && !f.program.IsCopy(t) {
		f.report(diag.T252, e.Span(), "a constructor of `"+f.typeName(t)+"` is not admitted in a loop")
	}
}
