package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// expr checks an expression, keeps its type and mode and returns the type.
// TypeInvalid means that a fault was reported inside. The depth of the
// recursion is bounded by syntax.MaxDepth.
func (f *functionChecker) expr(e syntax.Expr) Type {
	switch e := e.(type) {
	case *syntax.IntLit:
		return f.record(e, intType(e.Kind), ModeValue)
	case *syntax.NameExpr:
		return f.nameExpr(e)
	case *syntax.Binary:
		return f.binary(e)
	case *syntax.Call:
		return f.call(e)
	case *syntax.Project:
		return f.project(e)
	case *syntax.Block:
		return f.block(e)
	case *syntax.If:
		return f.ifExpr(e)
	case *syntax.Unary:
		return f.unary(e)
	case *syntax.BoolLit:
		return f.record(e, TypeBool, ModeValue)
	case *syntax.CharLit:
		return f.record(e, TypeChar, ModeValue)
	}
	return f.rarerExpr(e)
}

// rarerExpr checks the kinds of expressions that templates never admit.
func (f *functionChecker) rarerExpr(e syntax.Expr) Type {
	if lit, ok := e.(*syntax.FloatLit); ok {
		return f.record(e, floatType(lit.Single), ModeValue)
	}
	f.checkTemplateExpr(e)
	switch e := e.(type) {
	case *syntax.StringLit:
		return f.record(e, TypeString, ModeOwn)
	case *syntax.ArrayLit:
		return f.arrayLit(e)
	case *syntax.Match:
		return f.match(e)
	case *syntax.RecordExpr:
		return f.recordExpr(e)
	case *syntax.VariantExpr:
		return f.variantExpr(e)
	case *syntax.Update:
		return f.update(e)
	case *syntax.Try:
		return f.try(e)
	case *syntax.MethodCall:
		return f.methodCall(e)
	case *syntax.SuperCall:
		return f.superCall(e)
	}
	panic("BUG: unknown expression")
}

// record keeps the type and mode of an expression.
func (f *functionChecker) record(e syntax.Expr, t Type, mode Mode) Type {
	id := e.ID()
	f.tables.types[id], f.tables.modes[id] = t, mode
	f.doubt = f.doubt || t == TypeInvalid
	return t
}

// fresh keeps the type of an expression that makes a new value.
func (f *functionChecker) fresh(e syntax.Expr, t Type) Type { return f.record(e, t, f.valueMode(t)) }

// invalid keeps that an expression has no type.
func (f *functionChecker) invalid(e syntax.Expr) Type { return f.record(e, TypeInvalid, ModeValue) }

func intType(kind syntax.IntKind) Type {
	return [...]Type{syntax.I64: TypeI64, syntax.I32: TypeI32, syntax.U8: TypeU8, syntax.Usize: TypeUsize}[kind]
}

func floatType(single bool) Type {
	if single {
		return TypeF32
	}
	return TypeF64
}

func (f *functionChecker) arrayLit(e *syntax.ArrayLit) Type {
	f.refuseInLoop(e, "a byte array")
	length := uint32(len(e.Elements))
	if e.Repeat {
		length = e.Length
	}
	if length > syntax.MaxArrayElements {
		f.report(diag.T261, e.Span(), "an inline array has at most 65536 elements")
		return f.invalid(e)
	}
	return f.record(e, f.program.types.array(length), ModeValue)
}

// nameExpr checks a name: a visible local, or the result in an ensures clause.
func (f *functionChecker) nameExpr(e *syntax.NameExpr) Type {
	name := e.Name.Text
	if name == "result" {
		return f.resultExpr(e)
	}
	id, ok := f.names[name]
	if !ok {
		f.report(diag.T202, e.Name.Span, name)
		return f.invalid(e)
	}
	local := &f.fn.Locals[id]
	attach(f.tables, e.ID(), placeRow, &f.tables.places, Place{Root: id})
	return f.record(e, local.Type, local.Mode)
}

func (f *functionChecker) resultExpr(e *syntax.NameExpr) Type {
	if f.phase != PhaseEnsures {
		f.report(diag.T201, e.Name.Span)
		return f.invalid(e)
	}
	attach(f.tables, e.ID(), placeRow, &f.tables.places, Place{Root: NoLocal})
	mode := f.valueMode(f.fn.Result)
	if mode == ModeOwn {
		mode = ModeBorrow
	}
	return f.record(e, f.fn.Result, mode)
}

func (f *functionChecker) unary(e *syntax.Unary) Type {
	t := f.expr(e.Operand)
	if e.Op == syntax.Not {
		if t != TypeBool && t != TypeInvalid {
			f.report(diag.T206, e.Operand.Span(), "`!` applies to bool, not `"+f.typeName(t)+"`")
		}
		return f.record(e, TypeBool, ModeValue)
	}
	if t == TypeI64 || t == TypeI32 || t.IsFloat() {
		return f.record(e, t, ModeValue)
	}
	if t != TypeInvalid {
		f.report(diag.T206, e.Operand.Span(), "`-` applies to i64, i32, f32 and f64, not `"+f.typeName(t)+"`")
	}
	return f.record(e, TypeI64, ModeValue)
}

func (f *functionChecker) binary(e *syntax.Binary) Type {
	left := f.expr(e.Left)
	right := f.expr(e.Right)
	switch {
	case e.Op <= syntax.And:
		f.operand(e, e.Left, left, TypeBool)
		f.operand(e, e.Right, right, TypeBool)
		return f.record(e, TypeBool, ModeValue)
	case e.Op <= syntax.NotEqual:
		if left != right && left != TypeInvalid && right != TypeInvalid {
			f.report(diag.T207, e.Span(), "`"+e.Op.String()+"` compares `"+f.typeName(left)+"` with `"+f.typeName(right)+"`")
		}
		return f.record(e, TypeBool, ModeValue)
	case e.Op <= syntax.GreaterEqual:
		f.sameOperands(e, left, right, left.IsOrdered())
		return f.record(e, TypeBool, ModeValue)
	}
	return f.record(e, f.arithmetic(e, left, right), ModeValue)
}

// arithmetic checks + - * / % and returns the type of the result.
func (f *functionChecker) arithmetic(e *syntax.Binary, left, right Type) Type {
	if e.Op == syntax.Add && left == TypeString {
		f.report(diag.T250, e.Span(), "`+` does not join strings; call string_concat")
		return TypeInvalid
	}
	admitted := left.IsNumeric()
	if e.Op == syntax.Rem {
		admitted = left.IsInteger()
	}
	return f.sameOperands(e, left, right, admitted)
}

// sameOperands demands that both operands have the left one's type, or i64
// when the operator does not admit that. It returns the type demanded.
func (f *functionChecker) sameOperands(e *syntax.Binary, left, right Type, admitted bool) Type {
	want := left
	switch {
	case left == TypeInvalid:
		return TypeInvalid
	case !admitted:
		want = TypeI64
		f.operand(e, e.Left, left, want)
		if right == left {
			return want // the fault is the pair's, told once
		}
	}
	f.operand(e, e.Right, right, want)
	return want
}

func (f *functionChecker) operand(e *syntax.Binary, operand syntax.Expr, t, want Type) {
	if t != want && t != TypeInvalid {
		f.report(diag.T208, operand.Span(), "`"+e.Op.String()+"` expects `"+f.typeName(want)+"`, not `"+f.typeName(t)+"`")
	}
}

func (f *functionChecker) ifExpr(e *syntax.If) Type {
	if t := f.expr(e.Cond); t != TypeBool && t != TypeInvalid {
		f.report(diag.T210, e.Cond.Span(), "the condition of `if` is bool, not `"+f.typeName(t)+"`")
	}
	then, other := f.expr(e.Then), f.expr(e.Else)
	if then != other && then != TypeInvalid && other != TypeInvalid {
		f.report(diag.T211, e.Else.Tail.Span(), "the branches of `if` have types `"+f.typeName(then)+"` and `"+f.typeName(other)+"`")
	}
	if then == TypeInvalid {
		return f.record(e, other, f.tables.modes[e.Else.ID()])
	}
	return f.record(e, then, f.tables.modes[e.Then.ID()])
}

// project checks `base.field`: a longer place when the base is one, else a
// part of a value.
func (f *functionChecker) project(e *syntax.Project) Type {
	base := f.expr(e.Base)
	if base == TypeInvalid {
		return f.invalid(e)
	}
	f.refuseInLoop(e, "a projection")
	field, slot := f.member(base, e.Field.Text)
	if field == NoField {
		f.report(diag.T214, e.Field.Span, "`"+f.typeName(base)+"` has no field `"+e.Field.Text+"`")
		return f.invalid(e)
	}
	t := f.memberType(base, field)
	if place := f.tables.Place(e.Base.ID()); place != nil {
		fields := make([]FieldID, len(place.Fields)+1)
		copy(fields, place.Fields)
		fields[len(place.Fields)] = field
		attach(f.tables, e.ID(), placeRow, &f.tables.places, Place{Root: place.Root, Fields: fields})
	} else {
		attach(f.tables, e.ID(), projectRow, &f.tables.projects, Projection{Field: field, Slot: slot})
	}
	mode := f.tables.modes[e.Base.ID()]
	if f.program.IsCopy(t) {
		mode = ModeValue
	}
	return f.record(e, t, mode)
}
