package check_test

import (
	"fmt"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// brokenPromise says which promise of the side tables a program without errors
// breaks, or "". Every expression has a type, a mode that suits it and the row
// its kind demands; identities inside a function are unique; slots are in
// bounds.
func brokenPromise(p *check.Program) string {
	for _, fn := range p.Functions {
		tables := p.Modules[fn.Module].Tables
		ids := p.Identities(fn)
		seen := map[string]bool{}
		for _, found := range ids.Expressions {
			if seen[found.ID] {
				return fn.Name + ": identity twice: " + found.ID
			}
			seen[found.ID] = true
			if fault := brokenExpression(p, fn, tables, found.Expr); fault != "" {
				return fn.Name + ": " + found.Path + ": " + fault
			}
		}
		for id, local := range fn.Locals {
			if local.Type == check.TypeInvalid || ids.Locals[id] == "" || seen[ids.Locals[id]] {
				return fmt.Sprintf("%s: local %s is %q of type %s", fn.Name, local.Name, ids.Locals[id], p.TypeString(local.Type))
			}
			seen[ids.Locals[id]] = true
		}
	}
	return ""
}

func brokenExpression(p *check.Program, fn *check.Function, tables *check.Tables, e syntax.Expr) string {
	t, mode := tables.Type(e.ID()), tables.Mode(e.ID())
	if t == check.TypeInvalid {
		return "no type"
	}
	if p.IsCopy(t) && !t.IsView() != (mode == check.ModeValue) && p.IsCopy(t) {
		return "mode " + mode.String() + " of a Copy value"
	}
	if !p.IsCopy(t) && mode == check.ModeValue {
		return "mode value of " + p.TypeString(t)
	}
	switch e := e.(type) {
	case *syntax.NameExpr:
		if place := tables.Place(e.ID()); place == nil || int(place.Root) >= len(fn.Locals) {
			return "no place"
		}
	case *syntax.Project:
		if tables.Place(e.ID()) == nil && tables.Projection(e.ID()) == nil {
			return "neither place nor projection"
		}
	case *syntax.Call, *syntax.MethodCall, *syntax.SuperCall:
		if row := tables.Call(e.ID()); row == nil || row.Kind == check.TargetNone {
			return "no callee"
		}
	case *syntax.RecordExpr, *syntax.VariantExpr:
		if row := tables.Construct(e.ID()); row == nil || row.Type != t {
			return "no constructor"
		}
	case *syntax.Update:
		if tables.Update(e.ID()) == nil {
			return "no update"
		}
	case *syntax.Try:
		if tables.Try(e.ID()) == nil {
			return "no try"
		}
	case *syntax.Match:
		if row := tables.Match(e.ID()); row == nil || !row.Exhaustive || len(row.Arms) != len(e.Arms) {
			return "no exhaustive match"
		}
	}
	return ""
}
