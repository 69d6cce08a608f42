package delta

import (
	"bytes"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ContractSchema names the contract delta.
const ContractSchema = "semaprax.project-candidate-contract-delta.v1"

// contractReport is semaprax.project-candidate-contract-delta.v1.
type contractReport struct {
	subject
	Bindings  bindings
	Inventory contractInventory
	Functions []contractDelta
}

type contractInventory struct {
	BaseFunctions, Functions         int
	BasePredicates, Predicates       int
	BaseWithContracts, WithContracts int
	Unchanged, Affected              int
}

// contractDelta is one function whose contracts, or what they rest on, differ. A fact
// is nil for a side that has no such function, and on both sides when only places
// differ.
type contractDelta struct {
	ID              string
	Change          Change
	Comparison      contractComparison
	Base, Candidate []byte
}

type contractComparison struct {
	Exact, Source               bool
	Predicates, Dependencies    schema.Maybe[bool]
	BaseDigest, CandidateDigest canon.Digest
	Reasons                     []string
}

// The reasons of contract and ownership deltas.
const (
	reasonAdded      = "added"
	reasonRemoved    = "removed"
	reasonSource     = "source_changed"
	reasonProvenance = "provenance_only"
	reasonPredicate  = "predicate_projection_changed"
	reasonDependency = "dependency_changed"
)

// ContractShape declares the contract delta.
func ContractShape() *schema.Kind[contractReport] { return contractReportShape(contractFactShape()) }

func contractReportShape(fact *schema.Kind[contractFact]) *schema.Kind[contractReport] {
	type r = contractReport
	type f = contractDelta
	row := schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		schema.Required("change", schema.Choice(ProvenanceOnly, Added, Removed, Modified), func(p *f) *Change { return &p.Change }),
		schema.Required("comparison", contractComparisonShape(), func(p *f) *contractComparison { return &p.Comparison }),
		schema.Required("base", schema.NullWhenZero(schema.Rendered(fact)), func(p *f) *[]byte { return &p.Base }),
		schema.Required("candidate", schema.NullWhenZero(schema.Rendered(fact)), func(p *f) *[]byte { return &p.Candidate }))
	return schema.Document(ContractSchema,
		subjectFields(func(p *r) *subject { return &p.subject }),
		schema.Required("source_bindings", bindingsShape(), func(p *r) *bindings { return &p.Bindings }),
		schema.Required("inventory", contractInventoryShape(), func(p *r) *contractInventory { return &p.Inventory }),
		list("functions", row, func(p *r) *[]contractDelta { return &p.Functions }),
		schema.Const[r]("predicate_addressing", "phase_and_ordinal_within_each_revision"),
		schema.Const[r]("selection_basis", "all_source_callable_requires_and_ensures_with_complete_ordered_affected_inventories"),
		schema.Const[r]("dependency_basis", "predicate_direct_calls_then_retained_body_and_contract_direct_call_closure"),
		schema.Const[r]("evidence_class", "descriptive_source_and_checked_HIR_contract_delta"),
		schema.False[r]("execution", "source_authority"),
		schema.ConstJSON[r]("limits", `{"max_dependency_walks":1048576,"max_depth":256,`+
			`"max_expression_and_pattern_visits":1048576,"max_fact_work_bytes":33554432,"max_items":65536,`+
			`"max_report_bytes":8388608,"shared_callable_inventory_work_bytes_per_revision":33554432}`),
		schema.ConstStrings[r]("nonclaims", "not_predicate_truth_or_implication", "not_strengthening_or_weakening_proof",
			"not_behavioral_equivalence", "not_test_coverage_or_execution", "no_external_callable_body_facts",
			"no_runtime_contract_failure_prediction", "no_source_or_publication_authority", "not_allocator_or_RSS_accounting"))
}

func contractInventoryShape() *schema.Kind[contractInventory] {
	type i = contractInventory
	return schema.Object(
		count("base_functions", func(p *i) *int { return &p.BaseFunctions }),
		count("candidate_functions", func(p *i) *int { return &p.Functions }),
		count("base_predicates", func(p *i) *int { return &p.BasePredicates }),
		count("candidate_predicates", func(p *i) *int { return &p.Predicates }),
		count("base_functions_with_contracts", func(p *i) *int { return &p.BaseWithContracts }),
		count("candidate_functions_with_contracts", func(p *i) *int { return &p.WithContracts }),
		count("unchanged_functions", func(p *i) *int { return &p.Unchanged }),
		count("affected_functions", func(p *i) *int { return &p.Affected }),
		// Every function of a checked program keeps its typed form.
		schema.ConstUint[i]("base_source_only_functions", 0),
		schema.ConstUint[i]("candidate_source_only_functions", 0))
}

func contractComparisonShape() *schema.Kind[contractComparison] {
	type c = contractComparison
	reasons := schema.UniqueArray(schema.Choice(reasonAdded, reasonRemoved, reasonPredicate, "predicate_projection_unavailable",
		reasonDependency, "dependency_unavailable", reasonSource, reasonProvenance), 1, 8)
	return schema.Object(
		yes("exact_equal", func(p *c) *bool { return &p.Exact }),
		verdict("predicate_projection_equal", func(p *c) *schema.Maybe[bool] { return &p.Predicates }),
		verdict("dependency_equal", func(p *c) *schema.Maybe[bool] { return &p.Dependencies }),
		yes("source_equal", func(p *c) *bool { return &p.Source }),
		digest("base_digest", func(p *c) *canon.Digest { return &p.BaseDigest }),
		digest("candidate_digest", func(p *c) *canon.Digest { return &p.CandidateDigest }),
		schema.Required("reasons", reasons, func(p *c) *[]string { return &p.Reasons }))
}

// contracts makes the contract delta.
func (r *run) contracts(string) ([]byte, diag.List) {
	shape := contractFactShape()
	report := contractReport{subject: r.subject(), Bindings: r.bindings()}
	inventory := &report.Inventory
	r.inBoth(func(id string, base, now *check.Function) {
		b, n := r.base.contractsOf(shape, base), r.now.contractsOf(shape, now)
		b.count(base, &inventory.BaseFunctions, &inventory.BasePredicates, &inventory.BaseWithContracts)
		n.count(now, &inventory.Functions, &inventory.Predicates, &inventory.WithContracts)
		row, affected := r.contractDelta(id, b, n)
		if !affected {
			inventory.Unchanged++
			return
		}
		r.budget.item()
		if row.Change != ProvenanceOnly {
			r.budget.rows(b.rows + n.rows)
		}
		inventory.Affected++
		report.Functions = append(report.Functions, row)
	})
	return finish(r, contractReportShape(shape), &report)
}

// count adds one side's function to the inventory.
func (t *contractTexts) count(f *check.Function, functions, predicates, with *int) {
	if f == nil {
		return
	}
	*functions++
	if n := len(f.Decl.Requires) + len(f.Decl.Ensures); n > 0 {
		*predicates += n
		*with++
	}
}

// contractDelta compares the contracts of one function. A function that has none on
// either side is not affected by its place.
func (r *run) contractDelta(id string, base, now contractTexts) (row contractDelta, affected bool) {
	domain := r.digested("fact")
	c := contractComparison{
		BaseDigest: factDigest(domain, base.fact), CandidateDigest: factDigest(domain, now.fact),
		Exact: bytes.Equal(line(base.fact), line(now.fact)), Source: bytes.Equal(base.source, now.source),
	}
	row = contractDelta{ID: id, Base: base.fact, Candidate: now.fact}
	switch {
	case base.fact == nil:
		row.Change, c.Source, c.Reasons = Added, false, []string{reasonAdded}
	case now.fact == nil:
		row.Change, c.Source, c.Reasons = Removed, false, []string{reasonRemoved}
	case c.Exact || base.empty && now.empty:
		return row, false
	default:
		predicates, dependencies := bytes.Equal(base.predicates, now.predicates), bytes.Equal(base.dependencies, now.dependencies)
		c.Predicates, c.Dependencies = schema.Some(predicates), schema.Some(dependencies)
		c.Reasons = because(nil, predicates, reasonPredicate)
		c.Reasons = because(c.Reasons, dependencies, reasonDependency)
		c.Reasons = because(c.Reasons, c.Source, reasonSource)
		row.Change = Modified
		if c.Reasons == nil && sameProjection(base.fact, now.fact) {
			row.Change, c.Reasons, row.Base, row.Candidate = ProvenanceOnly, []string{reasonProvenance}, nil, nil
		}
	}
	row.Comparison = c
	return row, true
}

// because adds a reason unless its parts are equal.
func because(reasons []string, equal bool, reason string) []string {
	if equal {
		return reasons
	}
	return append(reasons, reason)
}
