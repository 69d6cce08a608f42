package draft

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The draft report has two forms: that of a draft that came through nothing, and
// that with lineage and ancestry. Their names are also the domains of draft digests.
const (
	ReportSchema        = "semaprax.project-candidate-draft.v1"
	LineageReportSchema = "semaprax.project-candidate-draft.v2"
)

// Schema names the form of the draft's report.
func (d *Draft) Schema() string {
	if d.past.isEmpty() {
		return ReportSchema
	}
	return LineageReportSchema
}

// report is the content of a draft report.
type report struct {
	Revision, Candidate canon.Digest
	Holes               []Hole
	State               string
	Past                history
}

// The states of a draft.
const (
	stateIncomplete = "incomplete"
	stateReady      = "ready_to_complete"
)

// ReportShape declares the report of a draft that came through nothing.
func ReportShape() *schema.Kind[report] {
	return schema.Document(ReportSchema, reportFields(),
		schema.ConstStrings[report]("nonclaims", reportNonclaims(false)...))
}

// LineageReportShape declares the report of a draft with lineage or ancestry.
func LineageReportShape() *schema.Kind[report] {
	return schema.Document(LineageReportSchema, reportFields(),
		historyFields(func(r *report) *history { return &r.Past }),
		schema.ConstStrings[report]("nonclaims", reportNonclaims(true)...))
}

func reportFields() schema.Field[report] {
	type r = report
	return schema.Lift(func(p *r) *r { return p },
		schema.Required("last_valid_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Revision }),
		schema.Required("last_valid_candidate_digest", schema.Digest(), func(p *r) *canon.Digest { return &p.Candidate }),
		schema.Required("unresolved_holes", schema.Array(pendingShape(), 0, MaxHoles), func(p *r) *[]Hole { return &p.Holes }),
		schema.Required("state", schema.Choice(stateIncomplete, stateReady), func(p *r) *string { return &p.State }),
		schema.False[r]("materializable", "source_authority"))
}

func reportNonclaims(lineage bool) []string {
	list := []string{"last_valid_revision_is_not_the_incomplete_candidate", "no_placeholder_ast_or_source",
		"no_candidate_source_or_evidence_until_complete"}
	if lineage {
		list = append(list, "lineage_does_not_authenticate_parent_draft_contents_or_grant_authority")
	}
	return append(list, "no_execution_or_commit_authority")
}

// render writes the report; ok is false past its bound.
func (d *Draft) render() (text []byte, ok bool) {
	r := report{Revision: d.valid.Now().Revision(), Candidate: d.valid.Revision(), Holes: d.holes, State: stateIncomplete, Past: d.past}
	if len(d.holes) == 0 {
		r.State = stateReady
	}
	shape := d.kinds.report
	if !d.past.isEmpty() {
		shape = d.kinds.lineage
	}
	return shape().Line(&r, MaxReportBytes)
}
