package candidate

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ReportSchema names the candidate report; it is also the domain of candidate
// digests.
const ReportSchema = "semaprax.project-candidate.v1"

// report is semaprax.project-candidate.v1.
type report struct {
	Base, Candidate           canon.Digest
	BaseGraph, CandidateGraph canon.Digest
	Changes                   [][]byte
	Operations                []intent.Operation
	Delta                     canon.Digest
	Sources                   []SourceChange
	Impact                    []impactRow
	Targets                   coreTargets
}

// ReportShape declares the candidate report.
func ReportShape() *schema.Kind[report] { return newShapes().report }

func reportShape(s *shapes) *schema.Kind[report] {
	type r = report
	digest := func(name string, at func(*r) *canon.Digest) schema.Field[r] {
		return schema.Required(name, schema.Digest(), at)
	}
	changes := schema.Array(schema.Rendered(ChangeShape()), 0, MaxChanges)
	return schema.Document(ReportSchema,
		digest("base_revision", func(p *r) *canon.Digest { return &p.Base }),
		digest("candidate_revision", func(p *r) *canon.Digest { return &p.Candidate }),
		digest("base_graph_digest", func(p *r) *canon.Digest { return &p.BaseGraph }),
		digest("candidate_graph_digest", func(p *r) *canon.Digest { return &p.CandidateGraph }),
		schema.Required("changes", changes, func(p *r) *[][]byte { return &p.Changes }),
		schema.Required("operations", operationsShape(s), func(p *r) *[]intent.Operation { return &p.Operations }),
		digest("semantic_delta_digest", func(p *r) *canon.Digest { return &p.Delta }),
		schema.Required("source_changes", schema.Array(sourceChangeShape(), 0, 16), func(p *r) *[]SourceChange { return &p.Sources }),
		schema.Required("impact", schema.Array(impactRowShape(s), 0, schema.Unbounded), func(p *r) *[]impactRow { return &p.Impact }),
		schema.ConstJSON[r]("validation", `{"project_profile_admitted":true,"source_reparsed":true,"tests":"not_run","unresolved_holes":0}`),
		schema.Required("core_targets", coreTargetsShape(), func(p *r) *coreTargets { return &p.Targets }),
		schema.ConstStrings[r]("requirements", requirements()...),
		schema.ConstStrings[r]("required_gates", "affected_project_tests", "native_and_wasm_runtime_conformance", "full_quality_profile"),
		schema.ConstStrings[r]("nonclaims", "no_commit_or_filesystem_authority", "not_external_consumer_compatibility",
			"not_behavioral_equivalence", "impact_uses_six_cross_file_edge_families", "no_target_or_test_execution",
			"no_typed_holes_or_semantic_merge_yet"))
}

func operationsShape(s *shapes) *schema.Kind[[]intent.Operation] {
	return schema.Array(s.operation, 0, MaxChanges)
}

// deltaShape declares what the semantic delta digest covers.
func deltaShape(s *shapes) *schema.Kind[report] {
	return schema.Object(
		schema.Required("operations", operationsShape(s), func(p *report) *[]intent.Operation { return &p.Operations }),
		schema.Required("base_graph", schema.Digest(), func(p *report) *canon.Digest { return &p.BaseGraph }),
		schema.Required("candidate_graph", schema.Digest(), func(p *report) *canon.Digest { return &p.CandidateGraph }))
}

func sourceChangeShape() *schema.Kind[SourceChange] {
	type c = SourceChange
	return schema.Object(
		schema.Required("path", schema.String(), func(p *c) *string { return &p.Path }),
		schema.Required("base_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.BaseDigest }),
		schema.Required("candidate_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.Digest }),
		schema.Required("replacement_source", schema.Chunk(), func(p *c) *[]byte { return &p.Replacement }),
		schema.Required("source_diff", schema.Chunk(), func(p *c) *[]byte { return &p.Diff }),
		schema.Required("source_diff_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.DiffDigest }))
}

// finish writes the report of a state and returns its candidate. Refusals: SPX-G223
// for a delta or report over its bound, and what the impact walks answer. The
// state's image is kept in the store.
func (s *step) finish(p *Programs) (*Candidate, diag.List) {
	if s.done != nil {
		return s.done, nil
	}
	base, fault := p.Image(s.base)
	if fault != nil {
		return nil, fault
	}
	text, fault := s.write(p.shapes(), base)
	if fault != nil {
		return nil, fault
	}
	p.keep(s.image)
	return &Candidate{
		base: s.base, now: s.now, changes: s.changes, operations: s.operations,
		report: text, revision: canon.Sum(ReportSchema, text),
	}, nil
}

func (s *step) write(shapes *shapes, base *image.Image) ([]byte, diag.List) {
	r := report{
		Base: s.base.revision, Candidate: s.now.revision, BaseGraph: s.base.graph, CandidateGraph: s.now.graph,
		Changes: texts(s.changes), Operations: s.operations, Sources: sourceChanges(s.base, s.now),
		Targets: coreTargets{targetRows(base.Project()), targetRows(s.image.Project())},
	}
	delta, ok := renderLine(shapes.delta, &r, MaxDeltaBytes)
	if !ok {
		return nil, refusal(diag.G223, "the operations of the candidate have more than %d bytes", MaxDeltaBytes)
	}
	r.Delta = canon.Sum(domainDelta, delta)
	if s.impact == nil {
		rows, fault := impact(shapes, base, s.image, s.operations)
		if fault != nil {
			return nil, fault
		}
		s.impact = rows
	}
	r.Impact = s.impact
	text, ok := renderSized(shapes.report, &r, r.likelyBytes(), MaxReportBytes)
	if !ok {
		return nil, refusal(diag.G223, "the candidate report has more than %d bytes", MaxReportBytes)
	}
	return text, nil
}

// likelyBytes is about the size of the report, and no more than its bound.
func (r *report) likelyBytes() int {
	likely := 4096
	for i := range r.Changes {
		likely += len(r.Changes[i]) + 256
	}
	for i := range r.Sources {
		text := len(r.Sources[i].Replacement) + len(r.Sources[i].Diff)
		likely += text + text/8 + 512 // with the escapes of its lines
	}
	for i := range r.Impact {
		likely += len(r.Impact[i].Base) + len(r.Impact[i].Candidate) + 256
	}
	return min(likely, MaxReportBytes)
}

// renderLine writes a value as one canonical line of at most maxBytes bytes.
func renderLine[V any](kind *schema.Kind[V], v *V, maxBytes int) (line []byte, ok bool) {
	return renderSized(kind, v, 0, maxBytes)
}

// renderSized is renderLine of a line whose likely size is known.
func renderSized[V any](kind *schema.Kind[V], v *V, likely, maxBytes int) (line []byte, ok bool) {
	var b canon.Builder
	b.Reset(make([]byte, 0, likely), canon.CJ)
	b.Limit(maxBytes)
	kind.Encode(&b, v)
	line = b.Line()
	return line, !b.Over()
}
