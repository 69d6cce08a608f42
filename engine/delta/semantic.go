package delta

import (
	"cmp"
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// SemanticSchema names the semantic delta.
const SemanticSchema = "semaprax.project-candidate-semantic-delta.v1"

// semanticReport is semaprax.project-candidate-semantic-delta.v1.
type semanticReport struct {
	subject
	Target             string
	BaseImage, Image   canon.Digest
	Presence           string
	BaseSource, Source schema.Maybe[image.SourceBinding]
	Facets             []pair
	Artifacts          pair
	Plan               *candidate.TestPlan
}

// pair compares one facet of the target.
type pair struct {
	Facet string
	comparison
}

// Presence says on which sides a target exists.
const (
	presentBoth    = "both"
	presentAdded   = "added"
	presentRemoved = "removed"
	presentNone    = "absent"
)

// SemanticShape declares the semantic delta.
func SemanticShape() *schema.Kind[semanticReport] { return semanticReportShape(newFactKinds()) }

func semanticReportShape(facts *factKinds) *schema.Kind[semanticReport] {
	type r = semanticReport
	binding := schema.Nullable(bindingShape())
	sources := schema.Object(
		schema.Required("base", binding, func(p *r) *schema.Maybe[image.SourceBinding] { return &p.BaseSource }),
		schema.Required("candidate", binding, func(p *r) *schema.Maybe[image.SourceBinding] { return &p.Source }))
	plan := schema.NullWhenZero(schema.Pointer(candidate.TestPlanShape()))
	return schema.Document(SemanticSchema,
		subjectFields(func(p *r) *subject { return &p.subject }),
		text("target", func(p *r) *string { return &p.Target }),
		digest("base_image_digest", func(p *r) *canon.Digest { return &p.BaseImage }),
		digest("image_digest", func(p *r) *canon.Digest { return &p.Image }),
		schema.Required("presence", schema.Choice(presentBoth, presentAdded, presentRemoved, presentNone), func(p *r) *string { return &p.Presence }),
		schema.Required("source_bindings", sources, func(p *r) *r { return p }),
		schema.Required("facets", schema.Array(pairShape(facts.any, facts.names()...), 5, 14), func(p *r) *[]pair { return &p.Facets }),
		schema.Required("target_artifacts", pairShape(schema.Rendered(candidate.TargetRowsShape()), facetArtifacts), func(p *r) *pair { return &p.Artifacts }),
		schema.Required("test_plan", plan, func(p *r) **candidate.TestPlan { return &p.Plan }),
		schema.Const[r]("evidence_class", "descriptive_recomputable_compiler_projection"),
		schema.Const[r]("comparison", "exact_values_plus_separate_provenance_insensitive_projection_equality"),
		schema.ConstBool[r]("omitted_equal_payloads", true),
		schema.ConstJSON[r]("limits", `{"max_depth":256,"max_expression_visits":1048576,"max_items":65536,"max_report_bytes":8388608}`),
		schema.ConstStrings[r]("nonclaims", "not_behavioral_equivalence", "not_runtime_liveness", "not_test_coverage",
			"no_interpreter_or_target_execution", "target_artifacts_are_whole_closure_not_per_symbol",
			"no_source_or_publication_authority"))
}

// pairShape declares a pair: with both facts when their projections differ, without
// them when they are equal.
func pairShape(of *schema.Kind[[]byte], names ...string) *schema.Kind[pair] {
	type p = pair
	fact := schema.Nullable(of)
	head := schema.Lift(func(v *p) *p { return v },
		schema.Required("facet", schema.Choice(names...), func(v *p) *string { return &v.Facet }),
		schema.Lift(func(v *p) *comparison { return &v.comparison },
			comparisonFields(Unchanged, ProvenanceOnly, Added, Removed, Modified, Absent)),
		schema.Required("base_bytes", places(), func(v *p) *int { return factBytes(v.Base) }),
		schema.Required("candidate_bytes", places(), func(v *p) *int { return factBytes(v.Candidate) }))
	return schema.OneOfKinds(func(v *p) int {
		if v.Projection {
			return 0
		}
		return 1
	},
		schema.Object(head),
		schema.Object(head,
			schema.Required("base", fact, func(v *p) *schema.Maybe[[]byte] { return factOrNull(v.Base) }),
			schema.Required("candidate", fact, func(v *p) *schema.Maybe[[]byte] { return factOrNull(v.Candidate) })))
}

// factOrNull is a fact for encoding; an absent one is null.
func factOrNull(fact []byte) *schema.Maybe[[]byte] {
	return &schema.Maybe[[]byte]{Value: fact, Set: fact != nil}
}

// factBytes is the length of a fact as a line.
func factBytes(fact []byte) *int {
	n := len(line(fact)) + 1
	return &n
}

// semantic makes the semantic delta of a declaration.
func (r *run) semantic(target string) ([]byte, diag.List) {
	base, fault := r.base.declaration(target)
	if fault != nil {
		return nil, fault
	}
	now, fault := r.now.declaration(target)
	if fault != nil {
		return nil, fault
	}
	if !base.exists && !now.exists && !r.mentions(target) {
		return nil, diag.Refusal(r.facts, "neither the base nor the candidate declares %s", diag.Shown(target))
	}
	report := semanticReport{
		subject: r.subject(), Target: target, BaseImage: r.base.image.Revision(), Image: r.now.image.Revision(),
		Presence: presence(base.exists, now.exists), BaseSource: base.source, Source: now.source,
	}
	kinds := newFactKinds()
	if report.Facets, fault = r.pairs(kinds, base, now); fault != nil {
		return nil, fault
	}
	targets := part(r.candidate.Report(), "core_targets")
	report.Artifacts = r.pair(facetArtifacts, part(targets, "base"), part(targets, "candidate"))
	if report.Plan, fault = r.testPlan(); fault != nil {
		return nil, fault
	}
	return finish(r, semanticReportShape(kinds), &report)
}

// testPlan is the candidate's test plan, nil for a project without tests.
func (r *run) testPlan() (*candidate.TestPlan, diag.List) {
	if r.now.image.Project().Tests() == nil {
		return nil, nil
	}
	return r.candidate.Plan(r.programs)
}

// pairs compares every facet of the target, by name.
func (r *run) pairs(kinds *factKinds, base, now declaration) ([]pair, diag.List) {
	before, fault := r.base.facets(kinds, base)
	if fault != nil {
		return nil, fault
	}
	after, fault := r.now.facets(kinds, now)
	if fault != nil {
		return nil, fault
	}
	var pairs []pair
	for _, name := range union(before, after) {
		pairs = append(pairs, r.pair(name, before[name], after[name]))
	}
	slices.SortFunc(pairs, func(x, y pair) int { return cmp.Compare(x.Facet, y.Facet) })
	return pairs, nil
}

func (r *run) pair(name string, base, now []byte) pair {
	r.budget.item()
	return pair{name, compare(r.digested("fact"), base, now)}
}

// mentions says whether the history targets or introduces an identity.
func (r *run) mentions(target string) bool {
	for _, op := range r.candidate.Operations() {
		if op.Target == target || op.NewCaseField != nil && op.NewCaseField.ID == target {
			return true
		}
		if op.New == nil {
			continue
		}
		if op.New.ID == target {
			return true
		}
		for _, identity := range op.New.Identities {
			if identity.ID == target {
				return true
			}
		}
	}
	return false
}

func presence(base, now bool) string {
	switch {
	case base && now:
		return presentBoth
	case now:
		return presentAdded
	case base:
		return presentRemoved
	}
	return presentNone
}
