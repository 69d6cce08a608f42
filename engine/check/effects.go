package check

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// manyEffects is the number of effects from which a set is searched by a map.
const manyEffects = 8

// effectSet answers membership in a declared set of effects.
type effectSet struct {
	list []string
	many map[string]bool
}

func newEffectSet(list []string) effectSet {
	set := effectSet{list: list}
	if len(list) > manyEffects {
		set.many = make(map[string]bool, len(list))
		for _, effect := range list {
			set.many[effect] = true
		}
	}
	return set
}

func (s effectSet) has(effect string) bool {
	if s.many != nil {
		return s.many[effect]
	}
	return slices.Contains(s.list, effect)
}

// checkPermits refuses declared effects that the module does not permit.
func (f *functionChecker) checkPermits() {
	for _, effect := range f.decl.Uses {
		if !f.permits[effect.Text] {
			f.report(diag.E101, effect.Span, "the module does not permit `"+effect.Text+"`")
		}
	}
}

// checkCalleeEffects refuses calls in the body of functions whose effects are
// not declared: at the first call of each callee, its first missing effect.
func (f *functionChecker) checkCalleeEffects() {
	var judged map[calledName]bool
	var declared effectSet
	for _, site := range f.fn.Calls {
		row := f.tables.Call(site.Expr.ID())
		effects := f.program.CallEffects(row)
		name := calledName{row.Kind, int(row.Function), int(row.Import), row.Builtin}
		if site.Phase != PhaseBody || len(effects) == 0 || judged[name] {
			continue
		}
		if judged == nil {
			judged, declared = map[calledName]bool{}, newEffectSet(f.fn.Effects)
		}
		judged[name] = true
		for _, effect := range effects {
			if !declared.has(effect) {
				f.report(diag.E102, callSpan(site.Expr), "the call needs `uses { "+effect+" }`")
				break
			}
		}
	}
}

// calledName tells callees apart.
type calledName struct {
	kind               TargetKind
	function, imported int
	builtin            Builtin
}

// callSpan is the place of a call's name.
func callSpan(e syntax.Expr) diag.Span {
	switch e := e.(type) {
	case *syntax.Call:
		return e.Callee.Span
	case *syntax.MethodCall:
		return e.Method.Span
	case *syntax.SuperCall:
		return e.Method.Span
	}
	return e.Span()
}

// checkLifecycleEffects demands the effects of imported drops that the function
// may run: those of resources in its own parameters, its result and the
// results of the functions its body calls.
func (f *functionChecker) checkLifecycleEffects() {
	if !f.program.hasResources {
		return
	}
	declared := newEffectSet(f.fn.Effects)
	missing := map[string]bool{}
	demand := func(t Type, span diag.Span) {
		for _, effect := range f.dropEffects(t) {
			if !declared.has(effect) && !missing[effect] {
				missing[effect] = true
				f.report(diag.E103, span, "dropping `"+f.typeName(t)+"` needs `uses { "+effect+" }`")
			}
		}
	}
	for i := range f.fn.Params {
		if f.fn.Params[i].Mode == ModeOwn {
			demand(f.fn.Params[i].Type, f.decl.Name.Span)
		}
	}
	demand(f.fn.Result, f.decl.Name.Span)
	for _, site := range f.fn.Calls {
		if row := f.tables.Call(site.Expr.ID()); site.Phase == PhaseBody && row.Kind == TargetFunction {
			demand(f.program.Functions[row.Function].Result, callSpan(site.Expr))
		}
	}
}

// dropEffects lists the effects of the imported drops of the resources in a
// type, without repetition, in field order.
func (c *checker) dropEffects(t Type) []string {
	if !c.program.Facts(t).ContainsResource {
		return nil
	}
	if effects, ok := c.drops[t]; ok {
		return effects
	}
	c.drops[t] = nil // a faulty recursive layout ends here
	nominal := &c.program.Nominals[c.program.NominalOf(t)]
	var effects []string
	if nominal.Kind == NominalResource && nominal.Lifecycle.Import != NoImport {
		effects = append(effects, c.program.Imports[nominal.Lifecycle.Import].Effects...)
	}
	for _, field := range nominal.Effective {
		effects = append(effects, c.dropEffects(c.program.Fields[field].Type)...)
	}
	effects = distinct(effects)
	c.drops[t] = effects
	return effects
}

// distinct drops repetitions and keeps the order of first mention.
func distinct(list []string) []string {
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(s string) bool {
		known := seen[s]
		seen[s] = true
		return known
	})
}
