package intent

import (
	"math"
	"strconv"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// lowerer turns expressions of the closed vocabulary into syntax. The first fault
// stops it; what it returns then means nothing.
type lowerer struct {
	*scope
	// renamed maps names an expression uses to those written for them.
	renamed map[string]string
	fault   diag.List
}

// lower turns an expression into syntax within a scope. Refusals are SPX-G225 and,
// when no fresh name is left, SPX-G226.
func (s *scope) lower(e *Expression) (syntax.Expr, diag.List) {
	s.take(e)
	l := &lowerer{scope: s, renamed: map[string]string{}}
	made, _ := l.expr(e)
	return made, l.fault
}

// refuse keeps the first fault and returns an expression that stands for nothing.
func (l *lowerer) refuse(format string, args ...any) (syntax.Expr, nominalType) {
	if l.fault == nil {
		l.fault = unsupported(format, args...)
	}
	return &syntax.BoolLit{}, noNominal()
}

// expr lowers one expression; the second result is its declared type, if any.
func (l *lowerer) expr(e *Expression) (syntax.Expr, nominalType) {
	if l.fault != nil {
		return &syntax.BoolLit{}, noNominal()
	}
	switch e.Kind {
	case ExprPlace:
		return l.place(e)
	case ExprLet:
		return l.let(e)
	case ExprCall:
		return l.call(e)
	case ExprBuiltinCall:
		return l.builtinCall(e)
	case ExprRecord:
		return l.record(e)
	case ExprVariant:
		return l.variant(e)
	case ExprFieldPlace:
		return l.fieldPlace(e)
	case ExprProject:
		return l.project(e)
	case ExprMatch:
		return l.match(e)
	case ExprUpdate:
		return l.update(e)
	case ExprBinary:
		left, _ := l.expr(e.Left)
		right, _ := l.expr(e.Right)
		return &syntax.Binary{Op: binaryOp(e.Op), Left: left, Right: right}, noNominal()
	case ExprUnary:
		operand, _ := l.expr(e.Value)
		return &syntax.Unary{Op: unaryOp(e.Op), Operand: operand}, noNominal()
	case ExprIf:
		condition, _ := l.expr(e.Condition)
		then, t := l.expr(e.Then)
		other, _ := l.expr(e.Else)
		return &syntax.If{Cond: condition, Then: asBlock(then), Else: asBlock(other)}, t
	}
	return literal(e), noNominal()
}

// literal lowers a literal. Negative numbers become a minus over their magnitude.
func literal(e *Expression) syntax.Expr {
	switch e.Kind {
	case ExprI64:
		return integerLiteral(syntax.I64, e.Int, math.MinInt64)
	case ExprI32:
		return integerLiteral(syntax.I32, e.Int, math.MinInt32)
	case ExprU8:
		return &syntax.IntLit{Kind: syntax.U8, Bits: e.Uint}
	case ExprUsize:
		return &syntax.IntLit{Kind: syntax.Usize, Bits: e.Uint}
	case ExprBool:
		return &syntax.BoolLit{Value: e.Bool}
	case ExprChar:
		scalar, _ := strconv.ParseUint(e.Text, 16, 32)
		return &syntax.CharLit{Value: rune(scalar)}
	case ExprF32, ExprF64:
		return floatLiteral(e)
	case ExprString:
		return &syntax.StringLit{Value: e.Text}
	case ExprArray:
		return arrayLiteral(e)
	}
	panic("BUG: intent: no expression kind " + string(e.Kind))
}

// integerLiteral writes a signed integer; the least one is a literal of its own.
func integerLiteral(kind syntax.IntKind, v, least int64) syntax.Expr {
	if v >= 0 || v == least {
		return &syntax.IntLit{Kind: kind, Bits: uint64(v)}
	}
	return &syntax.Unary{Op: syntax.Neg, Operand: &syntax.IntLit{Kind: kind, Bits: uint64(-v)}}
}

func floatLiteral(e *Expression) syntax.Expr {
	bits, _ := strconv.ParseUint(e.Text, 16, 64)
	value := math.Float64frombits(bits)
	if e.Kind == ExprF32 {
		value = float64(math.Float32frombits(uint32(bits)))
	}
	made := &syntax.FloatLit{Single: e.Kind == ExprF32, Value: math.Abs(value)}
	if e.isNegativeFloat() {
		return &syntax.Unary{Op: syntax.Neg, Operand: made}
	}
	return made
}

func arrayLiteral(e *Expression) syntax.Expr {
	elements := make([]byte, len(e.Elements))
	for i, v := range e.Elements {
		elements[i] = byte(v)
	}
	return &syntax.ArrayLit{Elements: elements}
}

func binaryOp(text string) syntax.BinaryOp {
	for op := syntax.Or; op <= syntax.Rem; op++ {
		if op.String() == text {
			return op
		}
	}
	panic("BUG: intent: no operator " + text)
}

func unaryOp(text string) syntax.UnaryOp {
	if text == syntax.Not.String() {
		return syntax.Not
	}
	return syntax.Neg
}

// written is the name that stands in the source for a name of an expression.
func (l *lowerer) written(name string) string {
	if other, ok := l.renamed[name]; ok {
		return other
	}
	return name
}

func (l *lowerer) place(e *Expression) (syntax.Expr, nominalType) {
	t, visible := l.values[e.Name]
	if !visible {
		return l.refuse("no value `%s` is visible here", e.Name)
	}
	return nameExpr(l.written(e.Name)), t
}

// let lowers a binding to a block. A body that is a let itself joins its block.
func (l *lowerer) let(e *Expression) (syntax.Expr, nominalType) {
	value, bound := l.expr(e.Value)
	if l.fault != nil {
		return value, bound
	}
	if !l.bind(e.Name, bound) {
		return l.refuse("`%s` would hide another name", e.Name)
	}
	written := l.written(e.Name)
	body, t := l.expr(e.Body)
	l.unbind(e.Name)
	block := &syntax.Block{Items: []syntax.Item{letItem(written, nil, value)}, Tail: body}
	if inner, ok := body.(*syntax.Block); ok && e.Body.Kind == ExprLet {
		block.Items, block.Tail = append(block.Items, inner.Items...), inner.Tail
	}
	return block, t
}

// bind makes a name visible; it fails when the name would hide another.
func (l *lowerer) bind(name string, t nominalType) bool {
	if l.isHidden(name) {
		return false
	}
	l.values[name] = t
	return true
}

func (l *lowerer) unbind(name string) { delete(l.values, name) }

func (l *lowerer) call(e *Expression) (syntax.Expr, nominalType) {
	ref, ok := l.base.program.Lookup(e.Target)
	if !ok || ref.Kind != check.RefFunction {
		return l.refuse("`%s` is no function", e.Target)
	}
	fn := l.base.program.Functions[ref.Index]
	name, visible := l.base.functionNameIn(l.module, fn)
	switch {
	case !visible:
		return l.refuse("`%s` is neither declared nor imported in %s", e.Target, l.module.Name)
	case fn.IsGeneric():
		return l.refuse("`%s` is generic", e.Target)
	case len(e.Arguments) != len(fn.Params):
		return l.refuse("`%s` takes %d arguments, not %d", e.Target, len(fn.Params), len(e.Arguments))
	}
	return &syntax.Call{Callee: named(name), Args: l.list(e.Arguments)}, l.base.nominalOf(fn.Result)
}

func (l *lowerer) list(arguments []Expression) []syntax.Expr {
	var made []syntax.Expr
	for i := range arguments {
		one, _ := l.expr(&arguments[i])
		made = append(made, one)
	}
	return made
}

func (l *lowerer) builtinCall(e *Expression) (syntax.Expr, nominalType) {
	for _, row := range l.base.callableBuiltins() {
		if row.Identity != e.Target {
			continue
		}
		if len(e.Arguments) != len(row.Params) {
			return l.refuse("`%s` takes %d arguments, not %d", e.Target, len(row.Params), len(e.Arguments))
		}
		return &syntax.Call{Callee: named(row.Name), Args: l.list(e.Arguments)}, l.base.nominalOf(row.Result)
	}
	return l.refuse("`%s` is no built-in operation of expressions", e.Target)
}
