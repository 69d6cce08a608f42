package intent

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/check"
)

// scope is what an expression of an intention sees: the values of one place in one
// function, and the functions and types of its module.
type scope struct {
	base   *Base
	module *check.Module
	// values maps the visible values to their declared types.
	values map[string]nominalType
	// taken holds every value name of the function, visible or not.
	taken map[string]bool
}

// resultName is the function result in ensures clauses.
const resultName = "result"

// newScope makes a scope without values in a module.
func (b *Base) newScope(m *check.Module) *scope {
	return &scope{base: b, module: m, values: map[string]nominalType{}, taken: map[string]bool{}}
}

// functionScope makes a scope with some locals of a function visible.
func (b *Base) functionScope(fn *check.Function, visible []check.LocalID) *scope {
	s := b.newScope(b.module(fn.Module))
	for i := range fn.Locals {
		s.taken[fn.Locals[i].Name] = true
	}
	for _, id := range visible {
		s.values[fn.Locals[id].Name] = b.nominalOf(fn.Locals[id].Type)
	}
	return s
}

// parameterScope is the scope of bodies and clauses: the parameters, in ensures also
// the result.
func (b *Base) parameterScope(fn *check.Function, ensures bool) *scope {
	visible := make([]check.LocalID, len(fn.Params))
	for i := range visible {
		visible[i] = check.LocalID(i)
	}
	s := b.functionScope(fn, visible)
	if ensures {
		s.values[resultName] = b.nominalOf(fn.Result)
	}
	return s
}

// expressionScope is the scope of an expression of a checked function.
func (b *Base) expressionScope(fn *check.Function, at check.ExpressionIdentity) *scope {
	s := b.functionScope(fn, fn.ScopeAt(at.Expr))
	if at.Phase == check.PhaseEnsures {
		s.values[resultName] = b.nominalOf(fn.Result)
	}
	return s
}

// isHidden reports whether a new binding of the name would hide something: a visible
// value, or the name of a function or type of the module.
func (s *scope) isHidden(name string) bool {
	_, visible := s.values[name]
	return visible || s.base.isDeclaredName(s.module, name)
}

// fresh makes a value name that nothing in the function has: the prefix with the
// first free number. ok is false when MaxNameAttempts do not find one.
func (s *scope) fresh(prefix string) (name string, ok bool) {
	for n := range MaxNameAttempts {
		name = prefix + strconv.Itoa(n)
		if !s.taken[name] {
			s.taken[name] = true
			return name, true
		}
	}
	return "", false
}

// take keeps fresh from making any name the expression binds or reads.
func (s *scope) take(e *Expression) {
	e.Walk(func(e *Expression) {
		if e.Name != "" {
			s.taken[e.Name] = true
		}
		for i := range e.Arms {
			for _, field := range e.Arms[i].Fields {
				s.taken[field.Name] = true
			}
		}
	})
}
