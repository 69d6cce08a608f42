package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// block checks the statements and the tail; the block has the tail's type.
func (f *functionChecker) block(e *syntax.Block) Type {
	mark, end := len(f.visible), f.end
	f.end = e.Span().End
	for _, item := range e.Items {
		f.item(item)
	}
	t := f.expr(e.Tail)
	f.record(e, t, f.tables.modes[e.Tail.ID()])
	f.leave(mark)
	f.end = end
	return t
}

func (f *functionChecker) item(item syntax.Item) {
	switch item := item.(type) {
	case *syntax.Let:
		f.let(item)
	case *syntax.Assign:
		f.assign(item)
	case *syntax.While:
		f.while(item)
	case *syntax.Unsafe:
		f.report(diag.P299, item.Span(), "`unsafe` is")
	}
}

func (f *functionChecker) let(item *syntax.Let) {
	value := f.expr(item.Value)
	mode := f.tables.modes[item.Value.ID()]
	t, upcast := value, false
	if item.Type != nil {
		t, upcast = f.declaredType(item, value)
	}
	if item.Mutable && f.fn.IsGeneric() {
		f.report(diag.T226, item.Span(), "a generic function has no `mut` bindings")
	}
	f.refuseLetInLoop(item, t)
	if upcast && mode != ModeValue {
		mode = f.valueMode(t)
	}
	if t == TypeInvalid {
		mode = ModeValue
	}
	id := f.bind(Local{
		Name: item.Name.Text, Kind: LocalLet, Type: t, Mode: mode, Mutable: item.Mutable,
		Decl: item, Span: item.Name.Span, From: item.Span().End, To: f.end,
	})
	f.keepCapacity(id, item.Value)
	f.tables.types[item.ID()], f.tables.modes[item.ID()] = t, mode
	attach(f.tables, item.ID(), letRow, &f.tables.lets, Let{Local: id, Upcast: upcast})
}

// declaredType checks a let's written type against its value. The value may be
// of a class that descends from the written one.
func (f *functionChecker) declaredType(item *syntax.Let, value Type) (declared Type, upcast bool) {
	declared = f.resolveType(item.Type, f.scope)
	if declared == value || declared == TypeInvalid || value == TypeInvalid {
		return declared, false
	}
	child, parent := f.program.NominalOf(value), f.program.NominalOf(declared)
	if !f.descends(child, parent) {
		f.report(diag.T232, item.Value.Span(), "`"+item.Name.Text+"` is declared `"+f.typeName(declared)+"`, its value has type `"+f.typeName(value)+"`")
		return declared, false
	}
	f.checkUpcastLoss(child, parent, item.Value.Span())
	return declared, true
}

// assign checks `x = e` and `x.f = e`.
func (f *functionChecker) assign(item *syntax.Assign) {
	if f.inContract() {
		f.report(diag.U106, item.Span(), "a contract assigns nothing")
	}
	if f.fn.IsGeneric() {
		f.report(diag.T226, item.Span(), "a generic function assigns nothing")
	}
	value := f.renewalValue(item)
	id, ok := f.names[item.Target.Text]
	if !ok {
		f.report(diag.T202, item.Target.Span, item.Target.Text)
		return
	}
	field := item.Field.Text != ""
	f.tables.types[item.ID()] = f.fn.Locals[id].Type
	if field {
		f.refuseInLoop(item, "an assignment to a field")
		f.assignField(item, id, value)
		return
	}
	attach(f.tables, item.ID(), assignRow, &f.tables.assigns, Assignment{Local: id, Field: NoField})
	local := &f.fn.Locals[id]
	switch {
	case local.Type == TypeInvalid:
	case !local.Mutable:
		f.report(diag.U101, item.Target.Span, "`"+local.Name+"` is not declared `mut`")
	case value != TypeInvalid && value != local.Type:
		f.report(diag.U102, item.Value.Span(), "`"+local.Name+"` has type `"+f.typeName(local.Type)+"`, the value has type `"+f.typeName(value)+"`")
	case !local.Type.IsScalar() && !f.isRenewal(item, id):
		f.report(diag.U105, item.Span(), "only scalars are assigned, and text or bytes renewed as `s = string_concat(s, …)` or `b = bytes_set(b, …)`")
	}
}

// renewalValue checks the assigned value; directly inside a loop a renewal may
// call bytes_set.
func (f *functionChecker) renewalValue(item *syntax.Assign) Type {
	before := f.renewal
	f.renewal = item.Value
	t := f.expr(item.Value)
	f.renewal = before
	return t
}

// isRenewal says whether a value is made from the very variable it is stored
// in: string_concat(x, …), or a chain of bytes_set over x.
func (f *functionChecker) isRenewal(item *syntax.Assign, id LocalID) bool {
	call, ok := item.Value.(*syntax.Call)
	if !ok || len(call.Args) == 0 {
		return false
	}
	first := call.Args[0]
	switch f.builtin[call.Callee.Text] {
	case StringConcat:
	case BytesSet:
		for {
			inner, ok := first.(*syntax.Call)
			if !ok || f.builtin[inner.Callee.Text] != BytesSet || len(inner.Args) == 0 {
				break
			}
			first = inner.Args[0]
		}
	default:
		return false
	}
	place := f.tables.Place(first.ID())
	return place != nil && place.Root == id && len(place.Fields) == 0
}

func (f *functionChecker) assignField(item *syntax.Assign, id LocalID, value Type) {
	local := &f.fn.Locals[id]
	kind := f.program.Kind(local.Type)
	if local.Type == TypeInvalid {
		return
	}
	if kind != KindRecord && kind != KindClass {
		f.report(diag.U112, item.Target.Span, "`"+local.Name+"` of type `"+f.typeName(local.Type)+"` is no record")
		return
	}
	if !local.Mutable {
		f.report(diag.U107, item.Target.Span, "`"+local.Name+"` is not declared `mut`")
		return
	}
	field, slot := f.member(local.Type, item.Field.Text)
	if field == NoField {
		f.report(diag.U108, item.Field.Span, "`"+f.typeName(local.Type)+"` has no field `"+item.Field.Text+"`")
		return
	}
	t := f.memberType(local.Type, field)
	switch {
	case t == TypeInvalid:
	case !t.IsScalar():
		f.report(diag.U109, item.Field.Span, "field `"+item.Field.Text+"` of type `"+f.typeName(t)+"` is no scalar")
	case value != TypeInvalid && value != t:
		f.report(diag.U110, item.Value.Span(), "field `"+item.Field.Text+"` has type `"+f.typeName(t)+"`, the value has type `"+f.typeName(value)+"`")
	}
	attach(f.tables, item.ID(), assignRow, &f.tables.assigns, Assignment{Local: id, Field: field, Slot: slot})
}

func (f *functionChecker) while(item *syntax.While) {
	if f.inContract() {
		f.report(diag.T253, item.Span(), "a contract has no loops")
	}
	if f.fn.IsGeneric() {
		f.report(diag.T226, item.Span(), "a generic function has no loops")
	}
	f.loop++
	if t := f.expr(item.Cond); t != TypeBool && t != TypeInvalid {
		f.report(diag.T251, item.Cond.Span(), "the condition of `while` is bool, not `"+f.typeName(t)+"`")
	}
	f.expr(item.Body)
	f.loop--
}
