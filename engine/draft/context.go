package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
)

// domainContext opens the revisions of contexts.
const domainContext = "semaprax.project-hole-context.v1"

// Context says what may stand in a pending hole. It describes the last valid
// revision and validates nothing.
type Context struct {
	Hole
	Draft, Handle canon.Digest
	Valid         canon.Digest // the last valid project revision
	Source        image.SourceBinding
	// Scope holds parameters in order for a body, else the values visible at the
	// expression by name.
	Scope []intent.ScopeRow
	// Selected is the covered expression; of bodies it is empty.
	Selected  intent.ExpressionRow
	Effects   EffectPolicy
	Contracts []image.Clause
	Calls     []Call
	Loans     [][]byte
	Cleanup   [][]byte
	// Inventories are what constructors may name.
	Inventories intent.ChangeCatalogue

	kinds *kinds
}

// EffectPolicy says which effects a filling may have. Enclosing are the function's
// declared effects, which a contract may not use.
type EffectPolicy struct {
	Allowed, Permits, Enclosing []string
}

// Context makes the context of a pending hole. Refusals: SPX-G230 for an unknown
// hole, SPX-G231 for a bound.
func (d *Draft) Context(p *candidate.Programs, id string) (*Context, diag.List) {
	hole, fault := d.hole(id)
	if fault != nil {
		return nil, fault
	}
	g, fault := groundOf(p, d.valid)
	if fault != nil {
		return nil, fault
	}
	at, fault := g.place(hole)
	if fault != nil {
		return nil, fault
	}
	c := &Context{
		kinds: d.kinds, Hole: *hole, Draft: d.revision, Handle: d.handle(hole), Valid: d.valid.Now().Revision(),
		Source: g.image.SourceOf(at.fn), Contracts: g.image.Clauses(at.fn),
	}
	for _, step := range []func(*ground, *place) diag.List{c.addScope, c.addEffects, c.addCalls, c.addProof, c.addInventories} {
		if fault := step(g, at); fault != nil {
			return nil, fault
		}
	}
	return c, nil
}

// addScope lists the values in scope, and the row of the covered expression.
func (c *Context) addScope(g *ground, at *place) diag.List {
	if c.Kind == Body {
		names := g.program.Identities(at.fn)
		for i := range at.fn.Params {
			local := &at.fn.Locals[i]
			c.Scope = append(c.Scope, intent.ScopeRow{Name: local.Name, ID: names.Locals[i], Type: g.program.TypeKey(local.Type),
				Ownership: local.Mode.String(), Mutable: local.Mutable})
		}
		return nil
	}
	catalogue, fault := g.base.ExpressionCatalogue(c.Target, c.Kind == Contract)
	if fault != nil {
		return diag.Refusal(CodeCapacity, "%s", fault[0].Message())
	}
	row := slices.IndexFunc(catalogue.Expressions, func(row intent.ExpressionRow) bool { return row.ID == c.Expression })
	if row < 0 {
		return diag.Refusal(CodeHole, "the expression of the hole %s is in no catalogue", diag.Shown(c.ID))
	}
	c.Selected = catalogue.Expressions[row]
	c.Scope = c.Selected.Scope
	return nil
}

func (c *Context) addEffects(g *ground, at *place) diag.List {
	c.Effects = EffectPolicy{Allowed: at.fn.Effects, Permits: g.program.Modules[at.fn.Module].Permits}
	if c.Kind == Contract {
		c.Effects.Allowed, c.Effects.Enclosing = nil, at.fn.Effects
	}
	return nil
}

// addProof renders what was proved of the function as it is. The bound on the context
// holds the plans too.
func (c *Context) addProof(g *ground, at *place) diag.List {
	c.Loans, c.Cleanup = g.image.LoanPlan(at.fn), g.image.CleanupPlan(at.fn)
	return nil
}

// addInventories lists what constructors may name in the function's module.
func (c *Context) addInventories(g *ground, _ *place) diag.List {
	catalogue, fault := g.base.ChangeCatalogue(c.Target, false)
	if fault != nil {
		return diag.Refusal(CodeCapacity, "%s", fault[0].Message())
	}
	c.Inventories = *catalogue
	return nil
}

// Call is a function a filling may call by name.
type Call struct {
	ID, Binding, Result string
	Parameters          []CallParameter
	Effects             []string
	Within              bool // its effects are allowed
}

// CallParameter is one parameter of a callable function.
type CallParameter struct{ Name, Type, Ownership string }

// addCalls lists the functions the module names exactly once, by identity.
func (c *Context) addCalls(g *ground, at *place) diag.List {
	module := g.program.Modules[at.fn.Module]
	bindings := map[check.FunctionID][]string{}
	count := 0
	bind := func(id check.FunctionID, name string) {
		if fn := g.program.Functions[id]; fn.Receiver == check.NoNominal && !fn.IsGeneric() && fn.Name != mainName {
			bindings[id] = append(bindings[id], name)
			count++
		}
	}
	for _, ref := range module.Declarations {
		if ref.Kind == check.RefFunction {
			bind(check.FunctionID(ref.Index), g.program.Functions[ref.Index].Name)
		}
	}
	for i := range module.Uses {
		if use := &module.Uses[i]; use.Target.Kind == check.RefFunction {
			bind(check.FunctionID(use.Target.Index), use.Alias)
		}
	}
	if count > MaxCalls {
		return diag.Refusal(CodeCapacity, "the module names %d functions, the limit is %d", count, MaxCalls)
	}
	for id, names := range bindings {
		if len(names) == 1 {
			c.Calls = append(c.Calls, g.call(g.program.Functions[id], names[0], c.Effects.Allowed))
		}
	}
	slices.SortFunc(c.Calls, compareCalls)
	return nil
}

// call describes a callable function.
func (g *ground) call(fn *check.Function, binding string, allowed []string) Call {
	call := Call{ID: fn.Identity.Text, Binding: binding, Result: g.program.TypeKey(fn.Result), Effects: fn.Effects, Within: true}
	for i := range fn.Params {
		p := &fn.Params[i]
		call.Parameters = append(call.Parameters, CallParameter{p.Name, g.program.TypeKey(p.Type), p.Mode.String()})
	}
	for _, effect := range fn.Effects {
		call.Within = call.Within && slices.Contains(allowed, effect)
	}
	return call
}

// Render writes the context as one canonical line of at most MaxContextBytes (else
// SPX-G231). Its digest is the revision of the context.
func (c *Context) Render() (line []byte, revision canon.Digest, fault diag.List) {
	line, ok := c.kinds.context(c.Kind).Line(c, MaxContextBytes)
	if !ok {
		return nil, revision, diag.Refusal(CodeCapacity, "the context has more than %d bytes", MaxContextBytes)
	}
	return line, canon.Sum(domainContext, line), nil
}
