package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/draft"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// draftJoinRows declares the methods that move, join and restore drafts.
func draftJoinRows() []row {
	prepare := policy.GrantCandidatePrepare
	reconciling := []diag.Code{draft.CodeHole, draft.CodeCapacity, codeCandidates,
		candidate.CodeRebaseData, candidate.CodeRebaseBound, candidate.CodeConflict, candidate.CodeRepairRebase}
	return []row{
		change("hole/rebase", "Replay a draft on the revision of a candidate and find its holes there.",
			draftRebaseParamsShape(), draftRebaseShape(), rebaseDraft).
			needing(prepare).coded(reconciling...).coded(draft.CodeRebaseData, draft.CodeRebaseBound, draft.CodeRegion),
		change("hole/merge", "Join two drafts of one base with the pending holes of both.",
			draftMergeParamsShape(), draftMergeShape(), mergeDrafts).
			needing(prepare).coded(reconciling...).coded(draft.CodeMergeData, draft.CodeMergeBound, draft.CodeClash),
		change("hole/recovery-restore", "Replay an exported draft on the current image and open its holes again.",
			restoreParamsShape("hole/recovery-export", draft.CapsuleSchema, draft.LineageCapsuleSchema), draftHandleShape(), restoreDraft).
			needing(prepare).coded(draft.CodeHole, draft.CodeCapacity, codeCandidates,
			candidate.CodeCapsule, candidate.CodeCapsuleBound, candidate.CodeCapsuleIdentity).
			taking(draft.CapsuleShape().Node(), draft.LineageCapsuleShape().Node(), candidate.CapsuleShape().Node(),
				candidate.ChangeShape().Node(), intent.IntentionShape().Node()),
	}
}

type draftRebaseParams struct {
	drafted
	Onto canon.Digest
}

func (p *draftRebaseParams) selection() selection {
	return selection{candidate: &p.Onto, draft: &p.Draft}
}

func draftRebaseParamsShape() *schema.Kind[draftRebaseParams] {
	type d = draftRebaseParams
	return schema.Params(toleratedParam,
		chooseDraft(func(p *d) *drafted { return &p.drafted }),
		schema.Required("new_base_candidate_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Onto }).
			Doc("The candidate whose revision becomes the new base."))
}

// draftRebase is semaprax.image-draft-rebase.v1.
type draftRebase struct {
	Selected canon.Digest
	Draft    draftHandle
	Report   []byte
}

func draftRebaseShape() *schema.Kind[draftRebase] {
	type d = draftRebase
	return schema.Document("semaprax.image-draft-rebase.v1",
		schema.Required("selected_candidate_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Selected }),
		schema.Required("draft", draftHandleShape(), func(p *d) *draftHandle { return &p.Draft }),
		schema.Required("report", schema.Rendered(draft.RebaseShape()), func(p *d) *[]byte { return &p.Report }))
}

func rebaseDraft(v *view, p *draftRebaseParams, m *mutation, r *draftRebase) diag.List {
	result, report, faults := v.selectedDraft().Rebase(v.programs, v.selectedCandidate())
	if faults != nil {
		return faults
	}
	if r.Report, faults = inline(draft.RebaseShape(), report, draft.MaxInlineReconciliationBytes); faults != nil {
		return faults
	}
	r.Selected = p.Onto
	return keepDraft(v, m, &r.Draft, result, result.Valid().Revision(), nil)
}

type draftMergeParams struct {
	drafted
	Other canon.Digest
}

func (p *draftMergeParams) selection() selection {
	return selection{draft: &p.Draft, otherDraft: &p.Other}
}

func draftMergeParamsShape() *schema.Kind[draftMergeParams] {
	type d = draftMergeParams
	return schema.Params(toleratedParam,
		chooseDraft(func(p *d) *drafted { return &p.drafted }),
		schema.Required("other_draft_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Other }).
			Doc("The draft_revision of the second draft."))
}

// draftMerge is semaprax.image-draft-merge.v1.
type draftMerge struct {
	Left, Right canon.Digest
	Draft       draftHandle
	Report      []byte
}

func draftMergeShape() *schema.Kind[draftMerge] {
	type d = draftMerge
	return schema.Document("semaprax.image-draft-merge.v1",
		schema.Required("left_draft_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Left }),
		schema.Required("right_draft_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Right }),
		schema.Required("draft", draftHandleShape(), func(p *d) *draftHandle { return &p.Draft }),
		schema.Required("report", schema.Rendered(draft.MergeShape()), func(p *d) *[]byte { return &p.Report }))
}

func mergeDrafts(v *view, p *draftMergeParams, m *mutation, r *draftMerge) diag.List {
	result, report, faults := v.selectedDraft().Merge(v.programs, v.mergedDraft().Draft)
	if faults != nil {
		return faults
	}
	if r.Report, faults = inline(draft.MergeShape(), report, draft.MaxInlineReconciliationBytes); faults != nil {
		return faults
	}
	r.Left, r.Right = p.Draft, p.Other
	return keepDraft(v, m, &r.Draft, result, result.Valid().Revision(), nil)
}

func restoreDraft(v *view, p *restoreParams, m *mutation, r *draftHandle) diag.List {
	restored, faults := draft.Restore(v.programs, v.image, p.line())
	if faults != nil {
		return faults
	}
	return keepDraft(v, m, r, restored, restored.Valid().Revision(), nil)
}
