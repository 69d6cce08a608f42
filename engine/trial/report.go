package trial

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ReportSchema names the report of a trial.
const ReportSchema = "semaprax.project-candidate-test-report.v1"

// The digest domains of a report and its parts.
const (
	reportDomain   = "semaprax.candidate-test.report.v1"
	planDomain     = "semaprax.candidate-test.plan.v1"
	sourcesDomain  = "semaprax.candidate-test.sources.v1"
	diffsDomain    = "semaprax.candidate-test.diffs.v1"
	optionsDomain  = "semaprax.candidate-test.options.v1"
	envelopeDomain = "semaprax.candidate-test.execution-envelope.v1"
	outcomeDomain  = "semaprax.candidate-test.outcome.v1"
)

// Report is a finished trial. It is immutable.
type Report struct {
	text   []byte
	digest canon.Digest
	passed bool
	steps  uint64
}

// Text is the canonical report with its LF. Do not change it.
func (r *Report) Text() []byte { return r.text }

// Digest is the digest of the report.
func (r *Report) Digest() canon.Digest { return r.digest }

// Passed reports that main and every case returned 0.
func (r *Report) Passed() bool { return r.passed }

// StepsUsed is the fuel that main of the tests spent.
func (r *Report) StepsUsed() uint64 { return r.steps }

// inventory lists the sources of both revisions.
type inventory struct{ Base, Candidate []image.SourceBinding }

// sourceDiff is one changed file.
type sourceDiff struct {
	Path            string
	Base, Candidate canon.Digest
	Diff            canon.Digest
	Bytes           uint64
}

// execution is what the run said.
type executed struct {
	Envelope            []byte
	EnvelopeDigest      canon.Digest
	Outcome             canon.Digest
	StepsUsed, MaxSteps uint64
}

// content is the report before it is rendered.
type content struct {
	Version                             string
	Candidate, Base, Project, Workspace canon.Digest
	Sources                             inventory
	SourcesDigest                       canon.Digest
	Diffs                               []sourceDiff
	DiffsDigest                         canon.Digest
	Origin                              candidate.TestOrigin
	Plan                                canon.Digest
	Selected                            bool
	Options                             Policy
	OptionsDigest                       canon.Digest
	Execution                           executed
	Passed                              bool
}

func inventoryShape() *schema.Kind[inventory] {
	list := schema.Array(image.SourceBindingShape(), 0, schema.Unbounded)
	return schema.Object(
		schema.Required("base", list, func(i *inventory) *[]image.SourceBinding { return &i.Base }),
		schema.Required("candidate", list, func(i *inventory) *[]image.SourceBinding { return &i.Candidate }))
}

func diffsShape() *schema.Kind[[]sourceDiff] {
	type d = sourceDiff
	return schema.Array(schema.Object(
		schema.Required("path", schema.String(), func(p *d) *string { return &p.Path }),
		schema.Required("base_source_digest", schema.Digest(), func(p *d) *canon.Digest { return &p.Base }),
		schema.Required("candidate_source_digest", schema.Digest(), func(p *d) *canon.Digest { return &p.Candidate }),
		schema.Required("source_diff_digest", schema.Digest(), func(p *d) *canon.Digest { return &p.Diff }),
		schema.Required("source_diff_bytes", schema.Uint(), func(p *d) *uint64 { return &p.Bytes }),
	), 0, schema.Unbounded)
}

func optionsShape() *schema.Kind[Policy] {
	return schema.Object(
		schema.Required("max_steps", schema.Integer(MinSteps, MaxSteps), func(p *Policy) *uint64 { return &p.MaxSteps }),
		schema.Required("max_execution_bytes", schema.Integer(MinExecutionBytes, MaxExecutionBytes), func(p *Policy) *uint64 { return &p.MaxExecutionBytes }),
		schema.Required("max_report_bytes", schema.Integer(MinReportBytes, MaxReportBytes), func(p *Policy) *uint64 { return &p.MaxReportBytes }),
		schema.ConstUint[Policy]("call_depth_limit", interp.MaxDepth),
		schema.ConstJSON[Policy]("trace", `{"max_bytes":0,"max_events":0,"mode":"disabled"}`))
}

func executedShape() *schema.Kind[executed] {
	type e = executed
	return schema.Object(
		schema.Required("envelope", schema.Chunk(), func(p *e) *[]byte { return &p.Envelope }),
		schema.Required("envelope_digest", schema.Digest(), func(p *e) *canon.Digest { return &p.EnvelopeDigest }),
		schema.Required("outcome_digest", schema.Digest(), func(p *e) *canon.Digest { return &p.Outcome }),
		schema.Required("steps_used", schema.Uint(), func(p *e) *uint64 { return &p.StepsUsed }),
		schema.Required("max_steps", schema.Uint(), func(p *e) *uint64 { return &p.MaxSteps }))
}

// reportShape declares the report.
func reportShape() *schema.Kind[content] {
	type c = content
	digest := func(name string, at func(*c) *canon.Digest) schema.Field[c] {
		return schema.Required(name, schema.Digest(), at)
	}
	return schema.Document(ReportSchema,
		schema.Required("compiler", schema.Object(
			schema.Required("package_version", schema.String(), func(p *c) *string { return &p.Version }),
			schema.Const[c]("compatibility", "semaprax.candidate-tests.interpreter.v1"),
			schema.ConstBool[c]("binary_identity_claimed", false),
		), func(p *c) *c { return p }),
		digest("candidate_digest", func(p *c) *canon.Digest { return &p.Candidate }),
		digest("base_project_revision", func(p *c) *canon.Digest { return &p.Base }),
		digest("project_revision", func(p *c) *canon.Digest { return &p.Project }),
		digest("workspace_revision", func(p *c) *canon.Digest { return &p.Workspace }),
		schema.Const[c]("candidate_replay", "exact_source_and_evidence_replay_before_execution"),
		schema.Required("source_inventory", inventoryShape(), func(p *c) *inventory { return &p.Sources }),
		digest("source_inventory_digest", func(p *c) *canon.Digest { return &p.SourcesDigest }),
		schema.Required("source_diffs", diffsShape(), func(p *c) *[]sourceDiff { return &p.Diffs }),
		digest("source_diff_inventory_digest", func(p *c) *canon.Digest { return &p.DiffsDigest }),
		schema.Required("test_origin", candidate.TestOriginShape(), func(p *c) *candidate.TestOrigin { return &p.Origin }),
		digest("test_plan_digest", func(p *c) *canon.Digest { return &p.Plan }),
		schema.Required("statically_selected", schema.Bool(), func(p *c) *bool { return &p.Selected }),
		schema.Const[c]("execution_scope", "complete_manifest_declared_test_closure"),
		schema.Required("options", optionsShape(), func(p *c) *Policy { return &p.Options }),
		digest("options_digest", func(p *c) *canon.Digest { return &p.OptionsDigest }),
		schema.Required("execution", executedShape(), func(p *c) *executed { return &p.Execution }),
		schema.Required("passed", schema.Bool(), func(p *c) *bool { return &p.Passed }),
		schema.ConstStrings[c]("nonclaims", "reference_interpreter_only", "no_native_or_wasm_execution", "no_full_quality_gate_success",
			"no_dynamic_coverage", "no_source_publication_authority", "no_trace_produced"))
}

// ReportShape declares the report for those who carry it rendered.
func ReportShape() *schema.Kind[[]byte] { return schema.Rendered(reportShape()) }

// digestOf is the digest of a value's canonical line.
func digestOf[V any](domain string, shape *schema.Kind[V], value *V) canon.Digest {
	return canon.Sum(domain, append(shape.AppendCJ(nil, value), '\n'))
}
