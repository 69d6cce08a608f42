package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// candidateJoinRows declares the methods that relate two candidates.
func candidateJoinRows() []row {
	prepare := policy.GrantCandidatePrepare
	reconciling := []diag.Code{codeCandidates, candidate.CodeRebaseData, candidate.CodeRebaseBound, candidate.CodeConflict, candidate.CodeRepairRebase}
	return []row{
		read("candidate/compare", "What two candidates of one base have in common.",
			twoCandidatesShape(), candidate.ComparisonShape(), comparisonOf).
			needing(prepare).described(policy.GrantSemanticRead).inBatch().coded(codeCandidates),
		read("candidate/merge-preview", "What merging two candidates would give in both orders, without keeping it.",
			twoCandidatesShape(), candidate.MergePreviewShape(), mergePreviewOf).
			needing(prepare).inBatch().coded(diag.G222, codeCandidates),
		change("candidate/merge", "Replay what another candidate of the same base has beyond this one.",
			twoCandidatesShape(), reconciliationShape(), mergeCandidates).
			needing(prepare).coded(reconciling...),
		change("candidate/rebase", "Replay a candidate on the revision of another.",
			rebaseParamsShape(), reconciliationShape(), rebaseCandidate).
			needing(prepare).coded(reconciling...),
	}
}

// twoCandidates name a candidate and another.
type twoCandidates struct {
	chosen
	Other canon.Digest
}

func (p *twoCandidates) selection() selection {
	return selection{candidate: &p.Candidate, other: &p.Other}
}

func twoCandidatesShape() *schema.Kind[twoCandidates] {
	return pairShape("other_candidate_revision", "The candidate_revision of the second candidate.")
}

// rebaseParamsShape declares the same two subjects under the names of a rebase.
func rebaseParamsShape() *schema.Kind[twoCandidates] {
	return pairShape("new_base_candidate_revision", "The candidate whose revision becomes the new base.")
}

func pairShape(other, doc string) *schema.Kind[twoCandidates] {
	type t = twoCandidates
	return schema.Params(toleratedParam,
		choose(func(p *t) *chosen { return &p.chosen }),
		schema.Required(other, schema.Digest(), func(p *t) *canon.Digest { return &p.Other }).Doc(doc))
}

func comparisonOf(v *view, _ *twoCandidates, r *candidate.Comparison) diag.List {
	comparison, faults := v.selectedCandidate().Compare(v.otherCandidate())
	return deliverPointer(r, comparison, faults)
}

func mergePreviewOf(v *view, _ *twoCandidates, r *candidate.MergePreview) diag.List {
	preview, faults := v.selectedCandidate().PreviewMerge(v.programs, v.otherCandidate())
	return deliverPointer(r, preview, faults)
}

// reconciliation is semaprax.image-candidate-reconciliation.v1.
type reconciliation struct {
	Kind      candidate.ReconciliationKind
	Selected  canon.Digest
	Candidate candidateHandle
	Report    []byte
}

func reconciliationShape() *schema.Kind[reconciliation] {
	type r = reconciliation
	return schema.Document("semaprax.image-candidate-reconciliation.v1",
		schema.Required("kind", schema.Choice(candidate.Merged, candidate.Rebased), func(p *r) *candidate.ReconciliationKind { return &p.Kind }),
		schema.Required("selected_candidate_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Selected }),
		schema.Required("candidate", candidateHandleShape(), func(p *r) *candidateHandle { return &p.Candidate }),
		schema.Required("report", schema.Rendered(candidate.ReconciliationShape()), func(p *r) *[]byte { return &p.Report }))
}

func mergeCandidates(v *view, p *twoCandidates, m *mutation, r *reconciliation) diag.List {
	result, report, faults := v.selectedCandidate().Merge(v.programs, v.otherCandidate())
	return keepReconciled(p, m, r, result, report, faults)
}

func rebaseCandidate(v *view, p *twoCandidates, m *mutation, r *reconciliation) diag.List {
	result, report, faults := v.selectedCandidate().Rebase(v.programs, v.otherCandidate())
	return keepReconciled(p, m, r, result, report, faults)
}

// keepReconciled prepares to retain the result; a report too long to travel inside
// the response retains nothing.
func keepReconciled(p *twoCandidates, m *mutation, r *reconciliation, result *candidate.Candidate, report *candidate.Reconciliation, faults diag.List) diag.List {
	if faults != nil {
		return faults
	}
	text, faults := inline(candidate.ReconciliationShape(), report, candidate.MaxInlineRebaseBytes)
	if faults != nil {
		return faults
	}
	m.retain(candidateShelf, result)
	*r = reconciliation{Kind: report.Kind, Selected: p.Other, Candidate: handleOf(result), Report: text}
	return nil
}

// inline renders a report that travels inside a response, at most maxBytes with its LF.
func inline[R any](shape *schema.Kind[R], report *R, maxBytes int) ([]byte, diag.List) {
	text := shape.AppendCJ(nil, report)
	if len(text)+1 > maxBytes {
		return nil, fault(candidate.CodeRebaseBound, "the report is too long for a response")
	}
	return text, nil
}
