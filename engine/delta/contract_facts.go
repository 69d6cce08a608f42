package delta

import (
	"maps"
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/engine/syntax"
	"github.com/semaprax/semaprax-go/wire"
)

// contractFact is one function with its contract clauses.
type contractFact struct {
	ID, Name   string
	Provenance provenance
	Predicates []predicateFact
}

// predicateFact is one clause.
type predicateFact struct {
	Phase, Expression, Type string
	Index                   int
	Source                  []byte
	SourceDigest            canon.Digest
	Provenance              provenance
	Tree                    []byte
	Projection              canon.Digest
	Dependencies            []dependency
	Template                bool
}

const (
	checkedFunction = "retained_checked_function"
	checkedTemplate = "retained_checked_template"
	sourceOnly      = "source_only"
)

func availability(template bool) *string {
	word := checkedFunction
	if template {
		word = checkedTemplate
	}
	return &word
}

func contractFactShape() *schema.Kind[contractFact] {
	type f = contractFact
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		text("name", func(p *f) *string { return &p.Name }),
		schema.Required("provenance", provenanceShape(), func(p *f) *provenance { return &p.Provenance }),
		list("predicates", predicateShape(), func(p *f) *[]predicateFact { return &p.Predicates }))
}

func predicateShape() *schema.Kind[predicateFact] {
	type p = predicateFact
	return schema.Object(
		schema.Required("phase", schema.Choice(check.PhaseRequires.String(), check.PhaseEnsures.String()), func(v *p) *string { return &v.Phase }),
		count("index", func(v *p) *int { return &v.Index }),
		optionalText("expression_id", func(v *p) *string { return &v.Expression }),
		optionalText("type_id", func(v *p) *string { return &v.Type }),
		schema.Required("source_fragment", schema.Chunk(), func(v *p) *[]byte { return &v.Source }),
		digest("source_fragment_digest", func(v *p) *canon.Digest { return &v.SourceDigest }),
		schema.Required("provenance", provenanceShape(), func(v *p) *provenance { return &v.Provenance }),
		schema.Required("expression", schema.NullWhenZero(schema.Rendered(image.ExpressionShape())), func(v *p) *[]byte { return &v.Tree }),
		digest("projection_digest", func(v *p) *canon.Digest { return &v.Projection }),
		list("dependencies", dependencyShape(reasonDirect, reasonTransitive), func(v *p) *[]dependency { return &v.Dependencies }),
		schema.Required("hir_availability", schema.Choice(checkedFunction, checkedTemplate, sourceOnly), func(v *p) *string { return availability(v.Template) }))
}

// contractTexts is the fact of one function with the parts that are compared on their
// own: source is its name and its clauses as written. The zero value is an absent
// function.
type contractTexts struct {
	fact                             []byte
	source, predicates, dependencies []byte
	empty                            bool
	rows                             int // clauses and what they rest on
}

// contractsOf renders the contracts of a function, which may be nil.
func (s *side) contractsOf(shape *schema.Kind[contractFact], f *check.Function) contractTexts {
	if f == nil {
		return contractTexts{}
	}
	fact := contractFact{ID: f.Identity.Text, Name: f.Name, Provenance: s.provenance(f.Module, f.Decl.Span())}
	made := contractTexts{empty: len(f.Decl.Requires)+len(f.Decl.Ensures) == 0, source: append([]byte(f.Name), 0)}
	if !made.empty {
		fact.Predicates = s.predicates(f)
	}
	for i := range fact.Predicates {
		p := &fact.Predicates[i]
		made.rows += 1 + len(p.Dependencies)
		made.source = append(append(append(made.source, p.Phase...), 0), p.Source...)
		made.source = append(made.source, 0)
		made.predicates = append(p.Projection.AppendTo(append(made.predicates, p.Phase...)), p.Type...)
	}
	made.dependencies = restsOn(fact.Predicates)
	made.fact = render(s.run, shape, &fact)
	return made
}

// restsOn renders what the clauses of a function rest on together: each callable once,
// by identity, with its fact.
func restsOn(predicates []predicateFact) []byte {
	found := map[string]canon.Digest{}
	for i := range predicates {
		for _, d := range predicates[i].Dependencies {
			found[d.ID] = d.Fact
		}
	}
	var out []byte
	for _, id := range slices.Sorted(maps.Keys(found)) {
		out = append(found[id].AppendTo(append(append(out, id...), 0)), '\n')
	}
	return out
}

// predicates lists the clauses, requires before ensures.
func (s *side) predicates(f *check.Function) []predicateFact {
	trees, ok := s.image.AppendFacet(nil, f, image.FacetContracts)
	if !ok {
		s.run.budget.rows(MaxItems + 1)
		return nil
	}
	s.run.budget.fact(len(trees))
	s.run.budget.visit(len(s.program.Identities(f).Expressions))
	var list []predicateFact
	next := wire.Elements(trees, wire.Whole(trees))
	clauses := func(phase check.Phase, clauses []*syntax.Clause) {
		for index, clause := range clauses {
			var tree []byte
			if next.Next() {
				tree = next.Value()
			}
			list = append(list, s.predicate(f, phase, index, clause, tree))
		}
	}
	clauses(check.PhaseRequires, f.Decl.Requires)
	clauses(check.PhaseEnsures, f.Decl.Ensures)
	return list
}

// predicate describes one clause; row is its item of the contracts facet.
func (s *side) predicate(f *check.Function, phase check.Phase, index int, clause *syntax.Clause, row []byte) predicateFact {
	source := s.text(f.Module, clause.Cond.Span())
	fact := predicateFact{
		Phase: phase.String(), Index: index, Expression: member(row, "expression_id"), Type: member(row, "type_id"),
		Source: source, SourceDigest: canon.Sum(s.run.digested("source"), source),
		Provenance: s.provenance(f.Module, clause.Cond.Span()), Tree: part(row, "expression", "root"), Template: f.IsGeneric(),
	}
	fact.Projection = factDigest(s.run.digested("predicate"), projected(nil, line(fact.Tree)))
	roots := s.calls(f, func(site *check.CallSite) bool { return site.Phase == phase && site.Clause == index })
	if len(roots) > 0 {
		fact.Dependencies = s.dependencies(roots, reasonDirect, reasonTransitive)
	}
	return fact
}

// part finds a value inside a canonical object by the names that lead to it; nil
// where there is none.
func part(value []byte, path ...string) []byte {
	for _, name := range path {
		if value == nil {
			return nil
		}
		at, ok := wire.Find(value, wire.Whole(value), name)
		if !ok {
			return nil
		}
		value = at.Of(value)
	}
	return slices.Clip(value)
}

// member is a text member of a canonical object, or empty.
func member(value []byte, name string) string {
	text, _ := wire.AppendString(nil, part(value, name))
	return string(text)
}
