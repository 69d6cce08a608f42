package graph

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// factWalk goes over one function.
type factWalk struct {
	graph  *Graph
	fn     *check.Function
	tables *check.Tables
	told   bool                             // tell reads, moves and loans apart
	uses   map[syntax.Expr]check.AccessKind // nil until asked for
	emit   func(*Fact)
	work   Work

	phase  check.Phase
	clause int
	fact   Fact // reused for every call of emit
}

func (w *factWalk) root(phase check.Phase, clause int, e syntax.Expr, c Context) {
	w.phase, w.clause = phase, clause
	w.expr(e, c)
}

// declares emits a fact about a declaration.
func (w *factWalk) declares(kind FactKind, e syntax.Expr, span diag.Span, ref check.Ref) {
	w.fact = Fact{Kind: kind, Phase: w.phase, Clause: w.clause, Expr: e, Span: span, Target: ref, Local: check.NoLocal}
	w.emit(&w.fact)
}

// data emits a fact about a binding or a value.
func (w *factWalk) data(kind FactKind, e syntax.Expr, span diag.Span, local check.LocalID, fields []check.FieldID, t check.Type, c Context) {
	w.fact = Fact{Kind: kind, Phase: w.phase, Clause: w.clause, Expr: e, Span: span, Local: local, Fields: fields, Type: t, Context: c}
	w.emit(&w.fact)
}

func fieldRef(id check.FieldID) check.Ref { return check.Ref{Kind: check.RefField, Index: int32(id)} }
func nominalRef(id check.NominalID) check.Ref {
	return check.Ref{Kind: check.RefNominal, Index: int32(id)}
}
func caseRef(id check.CaseID) check.Ref { return check.Ref{Kind: check.RefCase, Index: int32(id)} }

// expr walks an expression whose value is used in context c.
func (w *factWalk) expr(e syntax.Expr, c Context) {
	w.work.Expressions++
	if place := w.tables.Place(e.ID()); place != nil {
		w.place(e, place, c)
		return
	}
	switch e := e.(type) {
	case *syntax.Unary:
		w.expr(e.Operand, InOperand)
	case *syntax.Binary:
		w.expr(e.Left, InOperand)
		w.expr(e.Right, InOperand)
	case *syntax.Block:
		for _, item := range e.Items {
			w.item(item)
		}
		w.expr(e.Tail, c)
	case *syntax.If:
		w.expr(e.Cond, InCondition)
		w.expr(e.Then, c)
		w.expr(e.Else, c)
	case *syntax.Match:
		w.match(e, c)
	case *syntax.Project:
		w.project(e, c)
	case *syntax.Try:
		w.expr(e.Operand, InTry)
	case *syntax.Call, *syntax.MethodCall, *syntax.SuperCall:
		w.call(e)
	case *syntax.RecordExpr, *syntax.VariantExpr, *syntax.Update:
		w.construct(e)
	}
}

// place emits the use of a variable path and of each field on it.
func (w *factWalk) place(e syntax.Expr, place *check.Place, c Context) {
	t := w.tables.Type(e.ID())
	kind, access := w.use(e, t)
	w.data(kind, e, e.Span(), place.Root, place.Fields, t, c)
	for _, field := range place.Fields {
		w.declares(access, e, e.Span(), fieldRef(field))
	}
}

// use is what an expression does with the place it stands for. A scalar is only
// ever read.
func (w *factWalk) use(e syntax.Expr, t check.Type) (kind, access FactKind) {
	if !w.told || t.IsScalar() {
		return PlaceRead, ReadOrMove
	}
	if w.uses == nil {
		w.uses = w.ownUses()
	}
	switch w.uses[e] {
	case check.AccessMove:
		return PlaceMove, ReadOrMove
	case check.AccessBorrow:
		return PlaceBorrow, Borrow
	}
	return PlaceRead, ReadOrMove
}

// ownUses are the uses of places the program's ownership knows of.
func (w *factWalk) ownUses() map[syntax.Expr]check.AccessKind {
	uses := map[syntax.Expr]check.AccessKind{}
	if owned := w.graph.program.Ownership(w.fn.ID); owned != nil {
		for i := range owned.Accesses {
			uses[owned.Accesses[i].Expr] = owned.Accesses[i].Kind
		}
	}
	return uses
}

func (w *factWalk) project(e *syntax.Project, c Context) {
	if row := w.tables.Projection(e.ID()); row != nil {
		w.data(FieldProjection, e, e.Field.Span, check.NoLocal, []check.FieldID{row.Field}, w.tables.Type(e.ID()), c)
		w.declares(ProjectionRead, e, e.Field.Span, fieldRef(row.Field))
	}
	w.expr(e.Base, InProjectionBase)
}

// call emits a call and walks its arguments in the contexts their parameters give.
func (w *factWalk) call(e syntax.Expr) {
	row := w.tables.Call(e.ID())
	if row == nil {
		syntax.Children(e, func(n syntax.Node) {
			if arg, ok := n.(syntax.Expr); ok {
				w.expr(arg, Unclassified)
			}
		})
		return
	}
	w.fact = Fact{Kind: CallFact, Phase: w.phase, Clause: w.clause, Expr: e, Span: e.Span(),
		Target: Target(row), Call: row, Local: check.NoLocal}
	w.emit(&w.fact)
	first := 0
	var args []syntax.Expr
	var written []syntax.TypeExpr
	switch e := e.(type) {
	case *syntax.Call:
		args, written = e.Args, e.TypeArgs
	case *syntax.MethodCall:
		w.expr(e.Receiver, w.argument(row, 0))
		first, args, written = 1, e.Args, e.TypeArgs
	case *syntax.SuperCall:
		t := w.fn.Locals[0].Type
		kind, _ := w.use(e, t)
		w.data(kind, e, e.Method.Span, 0, nil, t, w.argument(row, 0))
		first, args, written = 1, e.Args, e.TypeArgs
	}
	w.mentions(e, written...)
	for i, arg := range args {
		w.expr(arg, w.argument(row, first+i))
	}
}

// Target is the declaration a call enters.
func Target(row *check.Call) check.Ref {
	switch row.Kind {
	case check.TargetFunction:
		return check.Ref{Kind: check.RefFunction, Index: int32(row.Function)}
	case check.TargetBuiltin:
		return check.Ref{Kind: check.RefBuiltin, Index: int32(row.Builtin)}
	case check.TargetImport:
		return check.Ref{Kind: check.RefImport, Index: int32(row.Import)}
	}
	return check.Ref{}
}

// argument is the context of the argument at a position.
func (w *factWalk) argument(row *check.Call, position int) Context {
	mode := check.ModeShared
	switch row.Kind {
	case check.TargetFunction:
		mode = modeAt(w.graph.program.Functions[row.Function].Params, position)
	case check.TargetImport:
		mode = modeAt(w.graph.program.Imports[row.Import].Params, position)
	case check.TargetBuiltin:
		if params := w.graph.builtins[row.Builtin].Params; position < len(params) {
			mode = params[position].Mode
		}
	}
	return [...]Context{check.ModeValue: InArgument, check.ModeOwn: InOwnArgument,
		check.ModeBorrow: InBorrowArgument, check.ModeShared: Unclassified}[mode]
}

func modeAt(params []check.Parameter, position int) check.Mode {
	if position < len(params) {
		return params[position].Mode
	}
	return check.ModeShared
}

// mentions emits the declared types that written types name.
func (w *factWalk) mentions(e syntax.Expr, written ...syntax.TypeExpr) {
	for _, t := range written {
		w.graph.eachNominal(w.tables.Type(t.ID()), func(id check.NominalID) {
			w.declares(MentionFact, e, t.Span(), nominalRef(id))
		})
	}
}

// construct walks a constructor or update.
func (w *factWalk) construct(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.RecordExpr:
		row := w.tables.Construct(e.ID())
		if row != nil {
			w.declares(ConstructRecord, e, e.Type.Span, nominalRef(row.Nominal))
		}
		w.mentions(e, e.TypeArgs...)
		w.inits(e, Initialize, e.Inits, fieldsOf(row))
	case *syntax.VariantExpr:
		row := w.tables.Construct(e.ID())
		if row != nil {
			w.declares(ConstructVariant, e, e.Type.Span, nominalRef(row.Nominal))
			w.declares(ConstructCase, e, e.Case.Span, caseRef(row.Case))
		}
		w.mentions(e, e.TypeArgs...)
		w.inits(e, Initialize, e.Inits, fieldsOf(row))
	case *syntax.Update:
		w.expr(e.Base, InUpdateBase)
		var fields []check.FieldID
		if row := w.tables.Update(e.ID()); row != nil {
			fields = row.Fields
		}
		w.inits(e, UpdateResultField, e.Inits, fields)
	}
}

func fieldsOf(row *check.Construct) []check.FieldID {
	if row == nil {
		return nil
	}
	return row.Fields
}

func (w *factWalk) inits(e syntax.Expr, access FactKind, inits []*syntax.Init, fields []check.FieldID) {
	for i, init := range inits {
		if i < len(fields) {
			w.data(FieldInitialize, e, init.Name.Span, check.NoLocal, fields[i:i+1], w.tables.Type(init.Value.ID()), InField)
			w.declares(access, e, init.Name.Span, fieldRef(fields[i]))
		}
		w.expr(init.Value, InField)
	}
}

func (w *factWalk) item(item syntax.Item) {
	switch item := item.(type) {
	case *syntax.Let:
		if item.Type != nil {
			w.mentions(item.Value, item.Type)
		}
		if row := w.tables.Let(item.ID()); row != nil {
			w.data(BindingInitialize, item.Value, item.Name.Span, row.Local, nil, w.fn.Locals[row.Local].Type, InLet)
		}
		w.expr(item.Value, InLet)
	case *syntax.Assign:
		if row := w.tables.Assignment(item.ID()); row != nil {
			w.assign(item, row)
		}
		w.expr(item.Value, InAssignment)
	case *syntax.While:
		w.expr(item.Cond, InCondition)
		w.expr(item.Body, InBody)
	}
}

func (w *factWalk) assign(item *syntax.Assign, row *check.Assignment) {
	t := w.tables.Type(item.Value.ID())
	if row.Field == check.NoField {
		w.data(BindingWrite, item.Value, item.Target.Span, row.Local, nil, t, InAssignment)
		return
	}
	span := item.Target.Span.To(item.Field.Span)
	w.data(BindingWrite, item.Value, span, row.Local, []check.FieldID{row.Field}, t, InAssignment)
	w.declares(InPlaceWrite, item.Value, span, fieldRef(row.Field))
}

func (w *factWalk) match(e *syntax.Match, c Context) {
	scrutinee := [...]Context{syntax.MatchPlain: InScrutinee, syntax.MatchOwn: InOwnScrutinee,
		syntax.MatchBorrow: InBorrowScrutinee}[e.Mode]
	w.expr(e.Scrutinee, scrutinee)
	row := w.tables.Match(e.ID())
	for i, arm := range e.Arms {
		w.work.Patterns++
		if row != nil {
			w.arm(e, row, i)
		}
		if arm.Guard != nil {
			w.expr(arm.Guard, InCondition)
		}
		w.expr(arm.Value, c)
	}
}

// arm emits what a pattern does.
func (w *factWalk) arm(e *syntax.Match, row *check.Match, index int) {
	arm, pattern := &row.Arms[index], e.Arms[index].Pattern
	nominal := w.graph.program.NominalOf(row.Scrutinee)
	switch {
	case arm.Binding != check.NoLocal:
		w.data(BindingInitialize, e, pattern.Span(), arm.Binding, nil, row.Scrutinee, InScrutinee)
		return
	case arm.CatchAll || nominal == check.NoNominal:
		return
	case row.Kind == check.MatchRecord:
		w.declares(RecordPattern, e, pattern.Span(), nominalRef(nominal))
	default:
		w.declares(VariantPattern, e, pattern.Span(), nominalRef(nominal))
		w.declares(CasePattern, e, pattern.Span(), caseRef(arm.Case))
	}
	w.parts(e, writtenParts(pattern), arm.Fields)
}

// writtenParts are the parts of a pattern as written, in the order of the checked
// ones.
func writtenParts(pattern syntax.Pattern) []*syntax.FieldPattern {
	switch pattern := pattern.(type) {
	case *syntax.RecordPattern:
		return pattern.Fields
	case *syntax.VariantPattern:
		return pattern.Fields
	}
	return nil
}

func (w *factWalk) parts(e *syntax.Match, written []*syntax.FieldPattern, parts []check.FieldPattern) {
	for i := range parts {
		part, span := &parts[i], written[i].Span()
		w.work.Patterns++
		switch {
		case part.IsNested:
			w.declares(NestedPattern, e, span, fieldRef(part.Field))
			w.parts(e, writtenParts(written[i].Pattern), part.Nested)
		case part.Local != check.NoLocal:
			w.declares(PatternBind, e, span, fieldRef(part.Field))
			local := &w.fn.Locals[part.Local]
			w.data(BindingInitialize, e, local.Span, part.Local, nil, local.Type, InScrutinee)
		default:
			w.declares(PatternIgnore, e, span, fieldRef(part.Field))
		}
	}
}
