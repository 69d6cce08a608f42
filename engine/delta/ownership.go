package delta

import (
	"bytes"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// OwnershipSchema names the ownership delta.
const OwnershipSchema = "semaprax.project-candidate-ownership-delta.v1"

// ownershipReport is semaprax.project-candidate-ownership-delta.v1.
type ownershipReport struct {
	subject
	Bindings  bindings
	Inventory ownershipInventory
	Functions []ownershipDelta
}

type ownershipInventory struct {
	BaseFunctions, Functions, BaseInstances, Instances, Unchanged, Affected int
}

// ownershipDelta is one function whose ownership or source differs. A fact is nil for
// a side that has no such function, and on both sides when only places differ.
type ownershipDelta struct {
	ID              string
	Change          Change
	Comparison      ownershipComparison
	Base, Candidate []byte
}

type ownershipComparison struct {
	// Parts are signature, inventory, loan plan and cleanup plan.
	Parts                       [4]schema.Maybe[bool]
	Instances, Source, Exact    bool
	Reasons                     []string
	BaseDigest, CandidateDigest canon.Digest
}

// ownershipParts are the names of what is compared on its own, in the order of
// ownershipComparison.Parts.
func ownershipParts() [4]string {
	return [4]string{"signature", "cleanup_inventory", "loan_plan", "cleanup_plan"}
}

// OwnershipShape declares the ownership delta.
func OwnershipShape() *schema.Kind[ownershipReport] { return newOwnershipShapes().report }

// ownershipShapes are the kinds one ownership delta renders with.
type ownershipShapes struct {
	signature *schema.Kind[signature]
	inventory *schema.Kind[inventoryFact]
	loans     *schema.Kind[[]byte]
	cleanup   *schema.Kind[[]byte]
	instance  *schema.Kind[instanceFact]
	fact      *schema.Kind[ownershipFact]
	report    *schema.Kind[ownershipReport]
}

func newOwnershipShapes() *ownershipShapes {
	s := &ownershipShapes{
		signature: ownedSignatureShape(), inventory: inventoryFactShape(),
		loans: planShape(check.LoanSchema, image.LoanRowShape()), cleanup: planShape(check.CleanupSchema, image.CleanupRowShape()),
	}
	s.instance = instanceFactShape(s)
	s.fact = ownershipFactShape(s)
	s.report = ownershipReportShape(s)
	return s
}

func ownershipReportShape(s *ownershipShapes) *schema.Kind[ownershipReport] {
	type r = ownershipReport
	type f = ownershipDelta
	row := schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		schema.Required("change", schema.Choice(ProvenanceOnly, Added, Removed, Modified), func(p *f) *Change { return &p.Change }),
		schema.Required("comparison", ownershipComparisonShape(), func(p *f) *ownershipComparison { return &p.Comparison }),
		schema.Required("base", schema.NullWhenZero(schema.Rendered(s.fact)), func(p *f) *[]byte { return &p.Base }),
		schema.Required("candidate", schema.NullWhenZero(schema.Rendered(s.fact)), func(p *f) *[]byte { return &p.Candidate }))
	return schema.Document(OwnershipSchema,
		subjectFields(func(p *r) *subject { return &p.subject }),
		schema.Required("source_bindings", bindingsShape(), func(p *r) *bindings { return &p.Bindings }),
		schema.Required("inventory", ownershipInventoryShape(), func(p *r) *ownershipInventory { return &p.Inventory }),
		list("functions", row, func(p *r) *[]ownershipDelta { return &p.Functions }),
		schema.Const[r]("plan_order", "exact_compiler_vector_order"),
		schema.Const[r]("local_identity_scope", "expression_value_loan_storage_block_edge_and_instance_ids_are_revision_scoped"),
		schema.Const[r]("selection_basis", "all_source_callable_checked_signatures_and_retained_ownership_plans"),
		schema.Const[r]("evidence_class", "descriptive_checked_HIR_ownership_and_cleanup_delta"),
		schema.False[r]("execution", "source_authority"),
		schema.ConstJSON[r]("limits", `{"max_depth":256,"max_fact_work_bytes":33554432,"max_items":65536,`+
			`"max_report_bytes":8388608,"max_visits":1048576}`),
		schema.ConstStrings[r]("nonclaims", "not_runtime_liveness_or_destruction_trace", "not_behavioral_equivalence",
			"not_ownership_safety_promotion", "not_test_coverage_or_execution", "not_new_backend_admission",
			"not_inferred_return_ownership", "no_plan_sorting_repair_or_normalization", "no_external_callable_plans",
			"no_source_or_publication_authority", "not_allocator_or_RSS_accounting"))
}

func ownershipInventoryShape() *schema.Kind[ownershipInventory] {
	type i = ownershipInventory
	return schema.Object(
		count("base_functions", func(p *i) *int { return &p.BaseFunctions }),
		count("candidate_functions", func(p *i) *int { return &p.Functions }),
		count("base_instances", func(p *i) *int { return &p.BaseInstances }),
		count("candidate_instances", func(p *i) *int { return &p.Instances }),
		count("unchanged_functions", func(p *i) *int { return &p.Unchanged }),
		count("affected_functions", func(p *i) *int { return &p.Affected }))
}

func ownershipComparisonShape() *schema.Kind[ownershipComparison] {
	type c = ownershipComparison
	words := []string{reasonAdded, reasonRemoved, "instances_changed", reasonSource, reasonProvenance}
	var fields []schema.Field[c]
	for i, name := range ownershipParts() {
		words = append(words, name+"_changed", name+"_unavailable")
		fields = append(fields, verdict(name+"_equal", func(p *c) *schema.Maybe[bool] { return &p.Parts[i] }))
	}
	return schema.Object(append(fields,
		yes("instances_equal", func(p *c) *bool { return &p.Instances }),
		yes("source_equal", func(p *c) *bool { return &p.Source }),
		yes("exact_equal", func(p *c) *bool { return &p.Exact }),
		schema.Required("reasons", schema.UniqueArray(schema.Choice(words...), 1, len(words)), func(p *c) *[]string { return &p.Reasons }),
		digest("base_digest", func(p *c) *canon.Digest { return &p.BaseDigest }),
		digest("candidate_digest", func(p *c) *canon.Digest { return &p.CandidateDigest }))...)
}

// ownership makes the ownership delta.
func (r *run) ownership(string) ([]byte, diag.List) {
	shapes := newOwnershipShapes()
	report := ownershipReport{subject: r.subject(), Bindings: r.bindings(), Inventory: ownershipInventory{
		BaseFunctions: len(r.base.program.Functions), Functions: len(r.now.program.Functions),
		BaseInstances: len(r.base.program.Instances), Instances: len(r.now.program.Instances),
	}}
	r.inBoth(func(id string, base, now *check.Function) {
		row, affected := r.ownershipDelta(id, r.base.ownershipOf(shapes, base), r.now.ownershipOf(shapes, now))
		if !affected {
			report.Inventory.Unchanged++
			return
		}
		r.budget.item()
		report.Inventory.Affected++
		report.Functions = append(report.Functions, row)
	})
	return finish(r, shapes.report, &report)
}

// ownershipDelta compares the ownership of one function.
func (r *run) ownershipDelta(id string, base, now ownershipTexts) (row ownershipDelta, affected bool) {
	domain := r.digested("fact")
	c := ownershipComparison{
		BaseDigest: factDigest(domain, base.fact), CandidateDigest: factDigest(domain, now.fact),
		Exact: bytes.Equal(line(base.fact), line(now.fact)),
	}
	row = ownershipDelta{ID: id, Base: base.fact, Candidate: now.fact}
	switch {
	case base.fact == nil:
		row.Change, c.Reasons = Added, []string{reasonAdded}
	case now.fact == nil:
		row.Change, c.Reasons = Removed, []string{reasonRemoved}
	case c.Exact:
		return row, false
	default:
		for i, name := range ownershipParts() {
			equal := sameProjection(base.parts[i], now.parts[i])
			c.Parts[i] = schema.Some(equal)
			c.Reasons = because(c.Reasons, equal, name+"_changed")
		}
		c.Instances, c.Source = sameProjection(base.instances, now.instances), base.source == now.source
		c.Reasons = because(c.Reasons, c.Instances, "instances_changed")
		c.Reasons = because(c.Reasons, c.Source, reasonSource)
		row.Change = Modified
		if c.Reasons == nil {
			row.Change, c.Reasons, row.Base, row.Candidate = ProvenanceOnly, []string{reasonProvenance}, nil, nil
		}
	}
	row.Comparison = c
	return row, true
}
