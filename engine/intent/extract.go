package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// extract moves an expression into a new function of the same module and calls that
// in its place. What the expression reads becomes the parameters.
func (in *Intention) extract(e *Edit) diag.List {
	f := &in.fields
	s, fault := e.Base.selectExpression(f.Target, f.ExpressionID)
	if fault != nil {
		return fault
	}
	m := e.Base.module(s.fn.Module)
	switch {
	case f.NewName == mainName || e.Base.isDeclaredName(m, f.NewName):
		return unsupported("the name `%s` is taken", f.NewName)
	case e.Base.isIdentityTaken(f.NewID):
		return unsupported("the identity `%s` is taken", f.NewID)
	}
	x, fault := e.Base.extraction(s)
	if fault != nil {
		return fault
	}
	made := &syntax.Function{Identity: identityText(f.NewID), Name: named(f.NewName), Result: x.result, Body: asBlock(s.at.Expr)}
	effects := slices.Compact(slices.Sorted(slices.Values(s.fn.Effects)))
	for _, effect := range effects {
		made.Uses = append(made.Uses, named(effect))
	}
	call := &syntax.Call{Callee: named(f.NewName)}
	for _, c := range x.captures {
		local := &s.fn.Locals[c]
		made.Params = append(made.Params, &syntax.Param{Name: named(local.Name), Mode: x.modes[c], Type: x.types[c]})
		call.Args = append(call.Args, nameExpr(local.Name))
	}
	var replacement syntax.Expr = call
	if _, block := s.at.Expr.(*syntax.Block); block {
		replacement = &syntax.Block{Tail: call}
	}
	e.substitute(s, replacement)
	e.addFunction(s.fn.Module, made)
	e.Operation.New.Name = f.NewName
	e.verify = append(e.verify, unchangedBut(s.fn.Identity.Text), keepsFrame(s.fn.Identity.Text, true), s.keepsType, s.callsHelper(f.NewID, x))
	return nil
}

// extraction is what an expression needs to stand in a function of its own.
type extraction struct {
	// captures are the locals it reads from around it, by first use.
	captures []check.LocalID
	types    map[check.LocalID]syntax.TypeExpr
	modes    map[check.LocalID]syntax.ParamMode
	result   syntax.TypeExpr
}

// extraction judges whether the selected expression can be extracted.
func (b *Base) extraction(s *selected) (*extraction, diag.List) {
	if s.at.Phase != check.PhaseBody {
		return nil, unsupported("the expression stands in the phase %s", s.at.Phase)
	}
	m := b.module(s.fn.Module)
	if fault := b.checkExtractable(s); fault != nil {
		return nil, fault
	}
	x := &extraction{types: map[check.LocalID]syntax.TypeExpr{}, modes: map[check.LocalID]syntax.ParamMode{}}
	t := m.Tables.Type(s.at.Expr.ID())
	facts := b.program.Facts(t)
	result, ok := b.anyTypeNode(m, t)
	if !ok || !facts.Sized || facts.ContainsResource {
		return nil, unsupported("no function can return the value of the expression")
	}
	if mode := m.Tables.Mode(s.at.Expr.ID()); mode == check.ModeBorrow || mode == check.ModeShared {
		return nil, unsupported("the expression is borrowed")
	}
	x.result = result
	return x, b.capture(s, x)
}

// checkExtractable refuses what would mean something else in another function.
func (b *Base) checkExtractable(s *selected) diag.List {
	nodes := 0
	var fault diag.List
	if b.mustStayWritten(s) {
		return unsupported("the operation around the expression needs it in its place")
	}
	syntax.Walk(s.at.Expr, func(n syntax.Node) bool {
		nodes++
		switch n.(type) {
		case *syntax.Try:
			fault = unsupported("the expression returns early with `?`")
		case *syntax.SuperCall:
			fault = unsupported("the expression calls a method of the parent")
		case *syntax.Unsafe:
			fault = unsupported("the expression is unsafe")
		}
		return true
	})
	if nodes > MaxExtractNodes {
		return refusal(diag.G226, "the expression has more than %d nodes", MaxExtractNodes)
	}
	return fault
}

// capture finds the values the expression reads or stores from around it and judges
// each: immutable and Copy, but for at most one owner that is consumed.
func (b *Base) capture(s *selected, x *extraction) diag.List {
	uses := b.freeLocals(s)
	m := b.module(s.fn.Module)
	owners := 0
	for _, use := range uses {
		local := &s.fn.Locals[use.local]
		mode := syntax.ModeValue
		switch facts := b.program.Facts(local.Type); {
		case local.Mutable || use.stored:
			return unsupported("the expression uses `%s`, which is mutable", local.Name)
		case facts.Copy && facts.Sized:
		case !b.isOwnerCapture(s, use):
			return unsupported("the expression uses `%s`, which is not Copy and no owner it consumes once", local.Name)
		default:
			owners++
			if local.Type == check.TypeBytes {
				mode = syntax.ModeOwn
			}
		}
		node, ok := b.anyTypeNode(m, local.Type)
		if !ok || owners > 1 {
			return unsupported("`%s` cannot be a parameter", local.Name)
		}
		x.captures = append(x.captures, use.local)
		x.types[use.local], x.modes[use.local] = node, mode
	}
	if len(x.captures) > MaxCaptures {
		return refusal(diag.G226, "the expression captures more than %d values", MaxCaptures)
	}
	return nil
}

// localUse is a local from outside an expression and how the expression uses it.
type localUse struct {
	local check.LocalID
	// count is how often it is named, stored whether it is assigned to.
	count  int
	stored bool
	// only is the last use.
	only syntax.Expr
}

// freeLocals lists the locals an expression uses that are declared outside it, in
// the order of their first use.
func (b *Base) freeLocals(s *selected) []*localUse {
	var uses []*localUse
	tables := b.tables(s.fn.Module)
	span := s.at.Expr.Span()
	find := func(id check.LocalID) *localUse {
		declared := s.fn.Locals[id].Span
		if id == check.NoLocal || span.Contains(declared.Start) {
			return nil
		}
		if at := slices.IndexFunc(uses, func(u *localUse) bool { return u.local == id }); at >= 0 {
			return uses[at]
		}
		uses = append(uses, &localUse{local: id})
		return uses[len(uses)-1]
	}
	syntax.Walk(s.at.Expr, func(n syntax.Node) bool {
		if item, ok := n.(*syntax.Assign); ok {
			if row := tables.Assignment(item.ID()); row != nil {
				if use := find(row.Local); use != nil {
					use.stored = true
				}
			}
			return true
		}
		place := tables.Place(n.ID())
		made, isExpr := n.(syntax.Expr)
		if place == nil || !isExpr || place.IsResult() {
			return true
		}
		if use := find(place.Root); use != nil {
			use.count++
			use.only = made
		}
		return false
	})
	return uses
}

// isOwnerCapture reports whether the expression consumes one whole owner, a local
// `Bytes` or `string` that is no parameter, once and unconditionally, in a function
// the host does not enter.
func (b *Base) isOwnerCapture(s *selected, use *localUse) bool {
	local := &s.fn.Locals[use.local]
	_, whole := use.only.(*syntax.NameExpr)
	return use.count == 1 && whole && local.Kind == check.LocalLet &&
		(local.Type == check.TypeBytes || local.Type == check.TypeString) && local.Mode == check.ModeOwn &&
		!b.isExport(s.fn.Identity.Text) && !b.isEntrypoint(s.fn.ID) && b.consumes(s, use.only)
}

// consumes reports whether the use stands where its value is moved, and is reached
// whenever the expression is evaluated.
func (b *Base) consumes(s *selected, use syntax.Expr) bool {
	path := pathTo(s.at.Expr, use)
	for i := range len(path) - 1 {
		if isLazy(path[i], path[i+1]) {
			return false
		}
	}
	switch parent := parentOf(s.fn, use).(type) {
	case *syntax.Let, *syntax.Block, *syntax.Init:
		return true
	case *syntax.Call:
		at := slices.Index(parent.Args, use)
		row := b.tables(s.fn.Module).Call(parent.ID())
		if row == nil || at < 0 {
			return false
		}
		switch row.Kind {
		case check.TargetFunction:
			mode := b.program.Functions[row.Function].Params[at].Mode
			return mode == check.ModeOwn || mode == check.ModeValue
		case check.TargetBuiltin:
			return b.builtins[row.Builtin].Params[at].Mode == check.ModeOwn
		}
	}
	return false
}

// parentOf is the node directly around an expression of a function's body.
func parentOf(fn *check.Function, e syntax.Expr) syntax.Node {
	path := pathTo(fn.Decl, e)
	return path[len(path)-2]
}

// mustStayWritten reports whether the expression is the named place of a view or the
// literal size of a buffer, which no call can stand for.
func (b *Base) mustStayWritten(s *selected) bool {
	call, ok := parentOf(s.fn, s.at.Expr).(*syntax.Call)
	if !ok {
		return false
	}
	row := b.tables(s.fn.Module).Call(call.ID())
	if row == nil || row.Kind != check.TargetBuiltin {
		return false
	}
	switch row.Builtin {
	case check.BytesAsSlice, check.ArrayAsSlice, check.StringAsStr, check.BytesZeroed:
		return true
	}
	return false
}

// pathTo lists the nodes from one node of a parsed file down to another, both included.
func pathTo(from, to syntax.Node) []syntax.Node {
	if from == to {
		return []syntax.Node{from}
	}
	var path []syntax.Node
	start := to.Span().Start
	syntax.Children(from, func(child syntax.Node) {
		if path == nil && child.Span().Contains(start) {
			if below := pathTo(child, to); below != nil {
				path = append([]syntax.Node{from}, below...)
			}
		}
	})
	return path
}

// isLazy reports whether a child of a node is not evaluated exactly once whenever
// the node is.
func isLazy(parent, child syntax.Node) bool {
	switch p := parent.(type) {
	case *syntax.If:
		return child != syntax.Node(p.Cond)
	case *syntax.Arm, *syntax.While:
		return true
	case *syntax.Binary:
		return p.Op <= syntax.And && child == syntax.Node(p.Right)
	}
	return false
}

// callsHelper demands that the new function stands in the rebuilt project with the
// captures as parameters and is called at the place of the expression.
func (s *selected) callsHelper(id string, x *extraction) func(before, after *Base) diag.List {
	return func(_, after *Base) diag.List {
		helper, ok := after.topFunction(id)
		if !ok || len(helper.Params) != len(x.captures) {
			return unsupported("the rebuilt project does not declare `%s` as planned", id)
		}
		fn, _ := after.topFunction(s.fn.Identity.Text)
		for _, row := range after.program.Identities(fn).Expressions {
			call := after.tables(fn.Module).Call(row.Expr.ID())
			if call != nil && call.Kind == check.TargetFunction && call.Function == helper.ID {
				return nil
			}
		}
		return unsupported("the rebuilt project does not call `%s`", id)
	}
}
