package delta

import (
	"cmp"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// callable is the end of a call: a function of the sources, or something whose body
// is not among them (an import or a built-in).
type callable struct {
	id       string
	function check.FunctionID // NoFunction for what has no body
}

// callableOf resolves a call; ok is false for one that enters nothing.
func (s *side) callableOf(call *check.Call) (c callable, ok bool) {
	if call == nil {
		return c, false
	}
	switch call.Kind {
	case check.TargetFunction:
		return callable{s.program.Functions[call.Function].Identity.Text, call.Function}, true
	case check.TargetImport:
		return callable{s.program.Imports[call.Import].Identity.Text, check.NoFunction}, true
	case check.TargetBuiltin:
		g := s.image.Graph()
		return callable{g.Node(g.Of(check.Ref{Kind: check.RefBuiltin, Index: int32(call.Builtin)})).Identity, check.NoFunction}, true
	}
	return c, false
}

// calls lists the distinct callables a function calls directly where keep holds, by
// identity.
func (s *side) calls(f *check.Function, keep func(*check.CallSite) bool) []callable {
	s.run.budget.edges(len(f.Calls))
	tables := s.program.Modules[f.Module].Tables
	var found []callable
	for i := range f.Calls {
		if keep != nil && !keep(&f.Calls[i]) {
			continue
		}
		if c, ok := s.callableOf(tables.Call(f.Calls[i].Expr.ID())); ok {
			found = append(found, c)
		}
	}
	return distinct(found)
}

func distinct(list []callable) []callable {
	slices.SortFunc(list, func(x, y callable) int { return cmp.Compare(x.id, y.id) })
	return slices.CompactFunc(list, func(x, y callable) bool { return x.id == y.id })
}

// closure lists what the roots are and reach by direct calls in bodies and contracts,
// by identity.
func (s *side) closure(roots []callable) []callable {
	seen := map[string]bool{}
	var found, pending []callable
	add := func(list []callable) {
		for _, c := range list {
			if !seen[c.id] {
				seen[c.id] = true
				found, pending = append(found, c), append(pending, c)
			}
		}
	}
	add(roots)
	for len(pending) > 0 && !s.run.budget.full() {
		next := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		s.run.budget.walk()
		if next.function != check.NoFunction {
			add(s.fact(next.function).calls)
		}
	}
	return distinct(found)
}

// The reasons for which a callable is a dependency.
const (
	reasonMember     = "implementation_member_root"
	reasonReached    = "reachable_via_retained_HIR_direct_calls"
	reasonDirect     = "contract_direct_callee"
	reasonTransitive = "transitive_contract_callee"
)

// dependency is one callable that a fact rests on.
type dependency struct {
	ID         string
	Fact       canon.Digest // zero for what has no body
	Provenance schema.Maybe[provenance]
	Reason     string
}

const (
	availableSource   = "retained_source_callable"
	availableExternal = "external_or_unretained_callable"
)

// Availability says whether the callable's facts are in the sources.
func (d *dependency) availability() *string {
	word := availableSource
	if !d.Provenance.Set {
		word = availableExternal
	}
	return &word
}

func dependencyShape(reasons ...string) *schema.Kind[dependency] {
	type d = dependency
	return schema.Object(
		text("id", func(p *d) *string { return &p.ID }),
		schema.Required("fact_digest", schema.NullWhenZero(schema.Digest()), func(p *d) *canon.Digest { return &p.Fact }),
		schema.Required("provenance", schema.Nullable(provenanceShape()), func(p *d) *schema.Maybe[provenance] { return &p.Provenance }),
		schema.Required("reason", schema.Choice(reasons...), func(p *d) *string { return &p.Reason }),
		schema.Required("fact_availability", schema.Choice(availableSource, availableExternal), (*d).availability),
		schema.Const[d]("evidence_owner", "validated_workspace_HIR_and_canonical_source"),
		schema.Const[d]("evidence_class", "descriptive_static_call_dependency_not_execution_or_dispatch"))
}

// dependencies describes the closure of some roots. first is the reason of the roots,
// other that of what only they reach.
func (s *side) dependencies(roots []callable, first, other string) []dependency {
	reached := s.closure(roots)
	rows := make([]dependency, 0, len(reached))
	for _, c := range reached {
		row := dependency{ID: c.id, Reason: other}
		if slices.ContainsFunc(roots, func(root callable) bool { return root.id == c.id }) {
			row.Reason = first
		}
		if c.function != check.NoFunction {
			fact := s.fact(c.function)
			row.Fact, row.Provenance = fact.digest, schema.Some(fact.provenance)
		}
		rows = append(rows, row)
	}
	return rows
}

// functions lists the functions of the sources with their identities, ascending.
func (s *side) functions() []*check.Function {
	sorted := slices.Clone(s.program.Functions)
	slices.SortFunc(sorted, func(x, y *check.Function) int { return cmp.Compare(x.Identity.Text, y.Identity.Text) })
	return sorted
}

// inBoth calls visit for every identity of either side, ascending, with its function
// on each, nil where there is none.
func (r *run) inBoth(visit func(id string, base, now *check.Function)) {
	base, now := r.base.functions(), r.now.functions()
	for len(base) > 0 || len(now) > 0 {
		if r.budget.full() {
			return
		}
		var b, n *check.Function
		switch {
		case len(now) == 0 || len(base) > 0 && base[0].Identity.Text < now[0].Identity.Text:
			b, base = base[0], base[1:]
			visit(b.Identity.Text, b, nil)
		case len(base) == 0 || now[0].Identity.Text < base[0].Identity.Text:
			n, now = now[0], now[1:]
			visit(n.Identity.Text, nil, n)
		default:
			b, base, n, now = base[0], base[1:], now[0], now[1:]
			visit(b.Identity.Text, b, n)
		}
	}
}

// kindWords are the words of all kinds of declarations.
func kindWords() *schema.Kind[string] { return schema.Choice(graph.Kinds()...) }
