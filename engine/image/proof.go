package image

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Clause is one contract clause of a function with its projection.
type Clause struct {
	Phase string
	// Index is its position among the clauses of its phase.
	Index      int
	ID         string // of its outermost expression
	Projection ClauseExpression
}

// Clauses projects the contract clauses of a function of this image: requires, then
// ensures.
func (i *Image) Clauses(f *check.Function) []Clause {
	rows := i.clauseRows(f)
	clauses := make([]Clause, len(rows))
	for n := range rows {
		clauses[n] = Clause{rows[n].Phase, rows[n].Index, rows[n].ID, rows[n].Tree}
	}
	return clauses
}

// ClauseShape declares the projection of a clause, without its place among others.
func ClauseShape() *schema.Kind[Clause] {
	type c = Clause
	return schema.Object(
		schema.Required("phase", schema.Choice(check.PhaseRequires.String(), check.PhaseEnsures.String()), func(p *c) *string { return &p.Phase }),
		schema.Required("expression_id", schema.String(), func(p *c) *string { return &p.ID }),
		schema.Required("expression", clauseExpressionShape(), func(p *c) *ClauseExpression { return &p.Projection }))
}

// LoanPlan and CleanupPlan render the plans of a function of this image: the items
// of the facets loans and cleanup.
func (i *Image) LoanPlan(f *check.Function) [][]byte {
	return all(i.planProjection(i.facets().plans, f).loanRows())
}

// CleanupPlan renders the cleanup plan.
func (i *Image) CleanupPlan(f *check.Function) [][]byte {
	return all(i.planProjection(i.facets().plans, f).cleanupRows())
}

func all(list items) [][]byte { return list.slice(0, list.count) }

// LoanRowShape declares an item of a loan plan, CleanupRowShape one of a cleanup
// plan.
func LoanRowShape() *schema.Kind[[]byte] {
	s := newPlanShapes()
	return anyRow(schema.Rendered(s.loanHeader), schema.Rendered(s.loan), schema.Rendered(s.endpoint), schema.Rendered(s.loanEdge))
}

// CleanupRowShape declares an item of a cleanup plan.
func CleanupRowShape() *schema.Kind[[]byte] {
	s := newPlanShapes()
	return anyRow(schema.Rendered(s.cleanupHeader), schema.Rendered(s.slot), schema.Rendered(s.status), schema.Rendered(s.block),
		schema.Rendered(s.edge), schema.Rendered(s.region), schema.Rendered(s.exit))
}

// anyRow is one of several rows that their owner renders.
func anyRow(kinds ...*schema.Kind[[]byte]) *schema.Kind[[]byte] {
	return schema.OneOfKinds(func(*[]byte) int { return 0 }, kinds...)
}

// SourceOf binds facts about a function to its source.
func (i *Image) SourceOf(f *check.Function) SourceBinding { return i.binding(f.Module) }
