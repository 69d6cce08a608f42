package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// RebaseSchema names the report of a draft's rebase.
const RebaseSchema = "semaprax.project-candidate-draft-rebase.v2"

// RebaseReport says what a rebase made of a draft.
type RebaseReport struct {
	Parent             canon.Digest
	OriginalBase, Onto canon.Digest
	ResultBase, Result canon.Digest // Result is the digest of the draft
	Valid              candidate.Reconciliation
	Holes              []Readmission
	Past               history
}

// RebaseShape declares the report.
func RebaseShape() *schema.Kind[RebaseReport] {
	type r = RebaseReport
	digest := func(name string, at func(*r) *canon.Digest) schema.Field[r] {
		return schema.Required(name, schema.Digest(), at)
	}
	return schema.Document(RebaseSchema,
		digest("parent_draft_digest", func(p *r) *canon.Digest { return &p.Parent }),
		digest("original_base_revision", func(p *r) *canon.Digest { return &p.OriginalBase }),
		digest("onto_revision", func(p *r) *canon.Digest { return &p.Onto }),
		digest("result_base_revision", func(p *r) *canon.Digest { return &p.ResultBase }),
		digest("result_draft_digest", func(p *r) *canon.Digest { return &p.Result }),
		schema.Required("last_valid_rebase", candidate.ReconciliationShape(), func(p *r) *candidate.Reconciliation { return &p.Valid }),
		schema.Required("holes", schema.Array(readmissionShape(), 0, MaxHoles), func(p *r) *[]Readmission { return &p.Holes }),
		historyFields(func(p *r) *history { return &p.Past }),
		schema.False[r]("materializable", "source_authority"),
		schema.Const[r]("validation", "checked_history_replay_and_pending_selector_readmission"),
		schema.ConstStrings[r]("nonclaims", reconciliationNonclaims()...))
}

// reconciliationNonclaims are the nonclaims of rebases and merges.
func reconciliationNonclaims() []string {
	return []string{"not_behavioral_equivalence", "pending_holes_are_not_validated", "no_placeholder_ast_or_source",
		"no_execution_or_commit_authority", "conservative_region_conflicts_not_general_semantic_merge"}
}

// Rebase replays the last valid candidate on the current revision of onto and finds
// the places of the pending holes there.
//
// Refusals: those of the candidate's rebase, SPX-G345 for a hole whose region,
// dependencies or scope changed, SPX-G344 for a bound, SPX-G343 when the replayed
// history does not carry the lineage. The draft stays as it is.
func (d *Draft) Rebase(p *candidate.Programs, onto *candidate.Candidate) (*Draft, *RebaseReport, diag.List) {
	valid, report, fault := d.valid.Rebase(p, onto)
	if fault != nil {
		return nil, nil, fault
	}
	if checkLineage(d.past.Events, valid.Changes()) != nil {
		return nil, nil, diag.Refusal(CodeRebaseData, "the replayed history does not carry the lineage of the draft")
	}
	admit, fault := newReadmitter(p, d.valid, valid, CodeRegion, CodeRebaseBound)
	if fault != nil {
		return nil, nil, fault
	}
	holes, rows, fault := admit.all(d.holes)
	if fault != nil {
		return nil, nil, fault
	}
	past := history{d.past.Events, append(slices.Clip(d.past.Ancestors), Ancestor{candidate.Rebased, []canon.Digest{d.revision}, report.Onto})}
	result, fault := d.assembleAs(CodeRebaseBound, valid, holes, past)
	if fault != nil {
		return nil, nil, fault
	}
	made := &RebaseReport{
		Parent: d.revision, OriginalBase: report.OriginalBase, Onto: report.Onto, ResultBase: report.ResultBase,
		Result: result.revision, Valid: *report, Holes: rows, Past: past,
	}
	if _, ok := RebaseShape().Line(made, MaxReconciliationBytes); !ok {
		return nil, nil, diag.Refusal(CodeRebaseBound, "the report has more than %d bytes", MaxReconciliationBytes)
	}
	return result, made, nil
}

// assembleAs is assemble with the code of another bound.
func (d *Draft) assembleAs(code diag.Code, valid *candidate.Candidate, holes []Hole, past history) (*Draft, diag.List) {
	made, fault := assemble(d.kinds, valid, holes, past)
	if fault != nil {
		return nil, diag.Refusal(code, "%s", fault[0].Message())
	}
	return made, nil
}
