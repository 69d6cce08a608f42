package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// call checks a call of a function, a built-in or a rust import by name.
func (f *functionChecker) call(e *syntax.Call) Type {
	name := e.Callee.Text
	found, ok := f.module.functions[name]
	switch {
	case ok && found.kind == TargetFunction:
		return f.callFunction(e, found)
	case ok:
		return f.callImport(e, ImportID(found.index))
	case f.builtin[name] != NoBuiltin:
		return f.callBuiltin(e, f.builtin[name])
	}
	f.args(e.Args)
	if isLaterFunction(name) {
		f.report(diag.P299, e.Callee.Span, "function `"+name+"` is")
	} else {
		f.report(diag.T203, e.Callee.Span, name)
	}
	return f.invalid(e)
}

// args checks arguments whose parameters are not known.
func (f *functionChecker) args(args []syntax.Expr) {
	for _, arg := range args {
		f.expr(arg)
	}
}

func (f *functionChecker) callFunction(e *syntax.Call, found callee) Type {
	fn := f.program.Functions[found.index]
	row := Call{Kind: TargetFunction, Function: fn.ID, Instance: NoInstance, Use: found.use, Import: NoImport}
	if !f.callTypeArguments(e, fn, &row) {
		f.args(e.Args)
		return f.invalid(e)
	}
	f.checkLoopCall(e, fn)
	if f.arity(e, e.Callee.Text, len(e.Args), len(fn.Params)) {
		for i, arg := range e.Args {
			f.arg(arg, f.program.Substitute(fn.Params[i].Type, row.TypeArguments))
		}
	} else {
		f.args(e.Args)
	}
	f.checkContractCall(e, e.Callee.Text, len(fn.Effects))
	f.keepCall(e, row)
	return f.fresh(e, f.program.Substitute(fn.Result, row.TypeArguments))
}

// keepCall enters a call in the side table and the function's list.
func (f *functionChecker) keepCall(e syntax.Expr, row Call) {
	attach(f.tables, e.ID(), callRow, &f.tables.calls, row)
	f.fn.Calls = append(f.fn.Calls, CallSite{Expr: e, Phase: f.phase, Clause: f.clause})
}

func (f *functionChecker) arity(e syntax.Expr, name string, got, want int) bool {
	if got == want {
		return true
	}
	f.report(diag.T204, e.Span(), "`"+name+"` takes "+counted(want, "argument")+", not "+counted(got, "argument"))
	return false
}

// arg checks one argument against its parameter's type.
func (f *functionChecker) arg(arg syntax.Expr, want Type) {
	got := f.expr(arg)
	if got != want && got != TypeInvalid && want != TypeInvalid {
		f.report(diag.T205, arg.Span(), "the argument has type `"+f.typeName(got)+"`, the parameter `"+f.typeName(want)+"`")
	}
}

// checkContractCall refuses functions with effects in contracts.
func (f *functionChecker) checkContractCall(e syntax.Expr, name string, effects int) {
	if f.inContract() && effects > 0 {
		f.report(diag.C102, e.Span(), "a contract calls `"+name+"`, which has effects")
	}
}

func (f *functionChecker) callImport(e *syntax.Call, id ImportID) Type {
	imported := &f.program.Imports[id]
	f.refuseInLoop(e, "a call of an import")
	if len(e.TypeArgs) > 0 {
		f.report(diag.T225, e.Callee.Span, "`"+imported.Name+"` is not generic")
	}
	if f.fn.IsGeneric() {
		f.report(diag.T226, e.Span(), "a generic function calls no imports")
	}
	if f.arity(e, imported.Name, len(e.Args), len(imported.Params)) {
		for i, arg := range e.Args {
			f.arg(arg, imported.Params[i].Type)
		}
	} else {
		f.args(e.Args)
	}
	f.checkContractCall(e, imported.Name, len(imported.Effects))
	f.keepCall(e, Call{Kind: TargetImport, Function: NoFunction, Import: id, Instance: NoInstance, Use: -1})
	return f.fresh(e, imported.Result)
}

func (f *functionChecker) callBuiltin(e *syntax.Call, builtin Builtin) Type {
	row := &f.table[builtin]
	if len(e.TypeArgs) > 0 {
		f.report(diag.T225, e.Callee.Span, "`"+row.Name+"` is not generic")
	}
	if f.fn.IsGeneric() {
		f.report(diag.T226, e.Span(), "a generic function calls no built-in functions")
	}
	f.checkLoopBuiltin(e, builtin)
	if f.arity(e, row.Name, len(e.Args), len(row.Params)) {
		for i, arg := range e.Args {
			f.builtinArg(e, builtin, i, arg)
		}
		f.checkBuiltinUse(e, builtin)
	} else {
		f.args(e.Args)
	}
	f.checkContractCall(e, row.Name, len(row.Effects))
	f.keepCall(e, Call{Kind: TargetBuiltin, Function: NoFunction, Builtin: builtin, Import: NoImport, Instance: NoInstance, Use: -1})
	return f.fresh(e, row.Result)
}

// builtinArg checks one argument of a built-in. The first argument of a
// renewal's bytes_set may be another link of the chain.
func (f *functionChecker) builtinArg(e *syntax.Call, builtin Builtin, index int, arg syntax.Expr) {
	renewal := f.renewal
	if builtin == BytesSet && index == 0 && renewal == syntax.Expr(e) {
		f.renewal = arg
	}
	want := f.table[builtin].Params[index].Type
	if want != TypeInvalid {
		f.arg(arg, want)
	} else if got := f.expr(arg); got != TypeInvalid && f.program.Kind(got) != KindArray {
		f.report(diag.T263, arg.Span(), "`"+f.table[builtin].Name+"` views a byte array, not `"+f.typeName(got)+"`")
	}
	f.renewal = renewal
}
