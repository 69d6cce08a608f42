package candidate

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Names of attempt documents (candidate facts 7.1).
const (
	AttemptSchema        = "semaprax.project-candidate-attempt.v1"
	AttemptSummarySchema = "semaprax.project-candidate-attempt-summary.v1"
)

// Attempt is a change that was refused, with the diagnostics of its refusal. Nothing
// of the refused sources or their program is kept. It is immutable.
type Attempt struct {
	candidate   *Candidate // the predecessor
	change      *Change
	diagnostics diag.List
	report      []byte
	revision    canon.Digest
}

// Attempt applies a change. When intention or compiler refuse it, the answer is an
// attempt instead of a candidate.
//
// Capacity and staleness are no attempts: SPX-G223 and G224 pass through, and an
// attempt over its own bounds is SPX-G242.
func (c *Candidate) Attempt(p *Programs, change *Change) (*Candidate, *Attempt, diag.List) {
	next, fault := c.Apply(p, change)
	if fault == nil {
		return next, nil, nil
	}
	for _, d := range fault {
		if d.Code == diag.G223 || d.Code == diag.G224 {
			return nil, nil, fault
		}
	}
	rejected, fault := c.reject(p, change, fault)
	return nil, rejected, fault
}

// Revision is the attempt digest, the handle under which a session retains it.
func (a *Attempt) Revision() canon.Digest { return a.revision }

// RetainedBytes is what the attempt counts against a registry: its report and that
// of the predecessor.
func (a *Attempt) RetainedBytes() int64 {
	return int64(len(a.report)) + a.candidate.RetainedBytes()
}

// Report is the canonical report with its LF. Do not change it.
func (a *Attempt) Report() []byte { return a.report }

// Predecessor is the candidate the change was attempted on.
func (a *Attempt) Predecessor() *Candidate { return a.candidate }

// Change is the refused change.
func (a *Attempt) Change() *Change { return a.change }

// Diagnostics say why it was refused. Do not change them.
func (a *Attempt) Diagnostics() diag.List { return a.diagnostics }

// AttemptSummary is what a client is told of an attempt first.
type AttemptSummary struct {
	Attempt, Candidate, Project canon.Digest
	Diagnostics, Bytes          uint64
}

// Summary summarises the attempt.
func (a *Attempt) Summary() AttemptSummary {
	return AttemptSummary{a.revision, a.candidate.revision, a.change.base, uint64(len(a.diagnostics)), uint64(len(a.report))}
}

// AttemptSummaryShape declares the summary.
func AttemptSummaryShape() *schema.Kind[AttemptSummary] {
	type s = AttemptSummary
	return schema.Document(AttemptSummarySchema,
		schema.Required("attempt_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Attempt }),
		schema.Required("base_candidate_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Candidate }),
		schema.Required("base_project_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Project }),
		schema.Const[s]("state", "rejected"),
		schema.Required("diagnostic_count", schema.Integer(1, MaxAttemptDiagnostics), func(p *s) *uint64 { return &p.Diagnostics }),
		schema.Required("report_bytes", schema.Uint(), func(p *s) *uint64 { return &p.Bytes }),
		schema.False[s]("materializable", "checked_image", "source_authority"))
}

// attemptReport is semaprax.project-candidate-attempt.v1.
type attemptReport struct {
	Candidate, Project canon.Digest
	Change             []byte
	Target             *Provenance
	Diagnostics        []attemptDiagnostic
}

// Provenance says where the target of an attempt stands in the predecessor.
type Provenance struct {
	ID, Kind, Origin, Owner, Path, Module string
	Revision, Digest                      canon.Digest
}

type attemptDiagnostic struct {
	Index                               int
	Code, Severity, Message, Path, Help string
	Span                                image.Span
}

func attemptReportShape() *schema.Kind[attemptReport] {
	type r = attemptReport
	return schema.Document(AttemptSchema,
		schema.Required("base_candidate_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Candidate }),
		schema.Required("base_project_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Project }),
		schema.Const[r]("state", "rejected"),
		schema.Required("change", schema.Rendered(ChangeShape()), func(p *r) *[]byte { return &p.Change }),
		schema.Required("target_provenance", schema.NullWhenZero(schema.Pointer(provenanceShape())), func(p *r) **Provenance { return &p.Target }),
		schema.Required("diagnostics", schema.Array(attemptDiagnosticShape(), 1, MaxAttemptDiagnostics), func(p *r) *[]attemptDiagnostic { return &p.Diagnostics }),
		schema.False[r]("materializable", "checked_image", "source_authority"),
		schema.Const[r]("tests", "not_run"),
		schema.ConstStrings[r]("nonclaims", "no_invalid_source_or_hir_retained",
			"diagnostic_spans_do_not_identify_verified_base_expressions", "no_automatic_repair_or_authority"))
}

func provenanceShape() *schema.Kind[Provenance] {
	type v = Provenance
	return schema.Object(
		schema.Required("id", schema.String(), func(p *v) *string { return &p.ID }),
		schema.Required("kind", schema.String(), func(p *v) *string { return &p.Kind }),
		schema.Required("identity_origin", schema.String(), func(p *v) *string { return &p.Origin }),
		schema.Required("owner", schema.NullWhenZero(schema.String()), func(p *v) *string { return &p.Owner }),
		schema.Required("path", schema.String(), func(p *v) *string { return &p.Path }),
		schema.Required("module", schema.String(), func(p *v) *string { return &p.Module }),
		schema.Required("source_revision", schema.Digest(), func(p *v) *canon.Digest { return &p.Revision }),
		schema.Required("source_digest", schema.Digest(), func(p *v) *canon.Digest { return &p.Digest }),
		schema.Const[v]("evidence_owner", "retained_verified_predecessor_semantic_index"))
}

func attemptDiagnosticShape() *schema.Kind[attemptDiagnostic] {
	type d = attemptDiagnostic
	return schema.Object(
		schema.Required("index", schema.Count(0, MaxAttemptDiagnostics-1), func(p *d) *int { return &p.Index }),
		schema.Required("code", schema.String(), func(p *d) *string { return &p.Code }),
		schema.Required("severity", schema.Choice("error", "warning"), func(p *d) *string { return &p.Severity }),
		schema.Required("message", schema.String(), func(p *d) *string { return &p.Message }),
		schema.Required("path", schema.NullWhenZero(schema.String()), func(p *d) *string { return &p.Path }),
		schema.Required("span", schema.NullWhenZero(image.SpanShape()), func(p *d) *image.Span { return &p.Span }),
		schema.Required("help", schema.NullWhenZero(schema.String()), func(p *d) *string { return &p.Help }),
		schema.Const[d]("location_basis", "uncommitted_attempt_or_constructor_input_not_authenticated_base_span"))
}

// reject writes the report of a refused change.
func (c *Candidate) reject(p *Programs, change *Change, fault diag.List) (*Attempt, diag.List) {
	rows, fits := attemptDiagnostics(fault)
	if !fits {
		return nil, refusal(CodeAttemptBound, "the diagnostics of the change do not fit an attempt")
	}
	current, failed := p.Current(c)
	if failed != nil {
		return nil, failed
	}
	r := attemptReport{
		Candidate: c.revision, Project: change.base, Change: []byte(change.text),
		Target: provenance(current, change.member("target")), Diagnostics: rows,
	}
	text, fits := renderLine(p.shapes().attempt, &r, MaxAttemptBytes)
	if !fits {
		return nil, refusal(CodeAttemptBound, "the attempt has more than %d bytes", MaxAttemptBytes)
	}
	return &Attempt{candidate: c, change: change, diagnostics: fault, report: text, revision: canon.Sum(AttemptSchema, text)}, nil
}

// attemptDiagnostics makes the rows of a list; fits is false beyond the bounds on
// their number and text.
func attemptDiagnostics(fault diag.List) (rows []attemptDiagnostic, fits bool) {
	if len(fault) > MaxAttemptDiagnostics {
		return nil, false
	}
	room := MaxAttemptTextBytes
	for i, d := range fault {
		row := attemptDiagnostic{
			Index: i, Code: string(d.Code), Severity: d.Severity.String(), Message: d.Message(), Path: d.Path, Help: d.Help,
			Span: image.Span{Start: int(d.Span.Start), End: int(d.Span.End), Line: int(d.Span.Line), Column: int(d.Span.Column)},
		}
		if room -= len(row.Code) + len(row.Message) + len(row.Path) + len(row.Help); room < 0 {
			return nil, false
		}
		rows = append(rows, row)
	}
	return rows, true
}

// provenance looks a target up in an image; nil when there is none, or no such target.
func provenance(i *image.Image, target string) *Provenance {
	found, fault := i.Symbol(target)
	if fault != nil {
		return nil
	}
	row := found.Symbol
	m, known := i.Project().Module(row.Module)
	if !known {
		return nil
	}
	return &Provenance{row.ID, row.Kind, row.Origin, row.Owner, row.Path, row.Module, m.Revision, m.SourceDigest}
}
