package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// maxInventoryBytes bounds the inventory of retained subjects.
const maxInventoryBytes = 65_536

// pendingSubject is what the inventory asks of a retained draft.
type pendingSubject interface {
	subject
	// SourceCandidate is the candidate the draft was opened on.
	SourceCandidate() canon.Digest
	// UnresolvedHoles counts its pending holes.
	UnresolvedHoles() int
}

// retained is semaprax.image-retained-subjects.v1.
type retained struct {
	Image      canon.Digest
	Candidates []retainedCandidate
	Drafts     []retainedDraft
	Attempts   []retainedAttempt
	Bytes      uint64
}

type retainedCandidate struct {
	Candidate, Base, Project canon.Digest
	Bytes                    uint64
	Drafts, Attempts         bool
}

type retainedDraft struct {
	Draft, Source canon.Digest
	SourceKept    bool
	Holes         int
	Bytes         uint64
}

type retainedAttempt struct {
	Attempt, Candidate, Project canon.Digest
	CandidateKept               bool
	Diagnostics                 uint64
	Bytes                       uint64
}

func retainedShape() *schema.Kind[retained] {
	type r = retained
	return schema.Document("semaprax.image-retained-subjects.v1",
		schema.Required("image_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Image }),
		schema.Required("candidates", schema.Array(retainedCandidateShape(), 0, MaxCandidates), func(p *r) *[]retainedCandidate { return &p.Candidates }),
		schema.Required("drafts", schema.Array(retainedDraftShape(), 0, MaxDrafts), func(p *r) *[]retainedDraft { return &p.Drafts }),
		schema.Required("attempts", schema.Array(retainedAttemptShape(), 0, MaxAttempts), func(p *r) *[]retainedAttempt { return &p.Attempts }),
		schema.Required("retained_report_bytes", schema.Integer(0, MaxRetainedReportBytes), func(p *r) *uint64 { return &p.Bytes }),
		schema.ConstJSON[r]("limits", `{"max_attempts":16,"max_candidates":16,"max_drafts":16,"max_inventory_bytes":65536,"max_retained_report_bytes":268435456}`),
		schema.False[r]("source_authority", "artifact_materialization", "execution", "publication_authority"),
		schema.ConstStrings[r]("nonclaims", "session_inventory_is_not_persistent_storage",
			"registry_association_is_not_ownership_or_current_candidate_validity",
			"drafts_and_rejected_attempts_are_not_checked_candidates",
			"references_grant_no_source_execution_materialization_or_publication_authority"))
}

func retainedCandidateShape() *schema.Kind[retainedCandidate] {
	type c = retainedCandidate
	return schema.Object(
		schema.Required("candidate_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Required("base_project_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Base }),
		schema.Required("project_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Project }),
		schema.Required("retained_report_bytes", schema.Uint(), func(p *c) *uint64 { return &p.Bytes }),
		schema.Required("has_retained_drafts", schema.Bool(), func(p *c) *bool { return &p.Drafts }),
		schema.Required("has_retained_attempts", schema.Bool(), func(p *c) *bool { return &p.Attempts }),
		schema.Const[c]("detail_method", "candidate/query"),
		schema.Const[c]("discard_method", "candidate/discard"))
}

func retainedDraftShape() *schema.Kind[retainedDraft] {
	type d = retainedDraft
	state := schema.Within(schema.Choice("incomplete", "ready_to_complete"), func(p *d) *string {
		state := "ready_to_complete"
		if p.Holes > 0 {
			state = "incomplete"
		}
		return &state
	})
	return schema.Object(
		schema.Required("draft_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Draft }),
		schema.Required("source_candidate_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Source }),
		schema.Required("source_candidate_retained", schema.Bool(), func(p *d) *bool { return &p.SourceKept }),
		schema.Required("state", state, func(p *d) *d { return p }),
		schema.Required("unresolved_hole_count", schema.Count(0, 16), func(p *d) *int { return &p.Holes }),
		schema.Required("retained_report_bytes", schema.Uint(), func(p *d) *uint64 { return &p.Bytes }),
		schema.Const[d]("detail_method", "hole/recovery-export"),
		schema.Const[d]("discard_method", "hole/discard"))
}

func retainedAttemptShape() *schema.Kind[retainedAttempt] {
	type a = retainedAttempt
	return schema.Object(
		schema.Required("attempt_revision", schema.Digest(), func(p *a) *canon.Digest { return &p.Attempt }),
		schema.Required("base_candidate_revision", schema.Digest(), func(p *a) *canon.Digest { return &p.Candidate }),
		schema.Required("base_project_revision", schema.Digest(), func(p *a) *canon.Digest { return &p.Project }),
		schema.Required("base_candidate_retained", schema.Bool(), func(p *a) *bool { return &p.CandidateKept }),
		schema.Const[a]("state", "rejected"),
		schema.Required("diagnostic_count", schema.Integer(1, candidate.MaxAttemptDiagnostics), func(p *a) *uint64 { return &p.Diagnostics }),
		schema.Required("retained_report_bytes", schema.Uint(), func(p *a) *uint64 { return &p.Bytes }),
		schema.Const[a]("detail_method", "attempt/query"),
		schema.Const[a]("discard_method", "attempt/discard"))
}

// retainedSubjects lists the registry, each shelf by revision.
func retainedSubjects(v *view, _ *boundOnly, r *retained) diag.List {
	*r = retained{Image: v.image.Revision(), Bytes: uint64(v.retained.bytes())}
	if !r.addCandidates(v.retained) || !r.addDrafts(v.retained) || !r.addAttempts(v.retained) {
		return fault(codeSubjects, "a retained subject is not of its shelf's kind")
	}
	if len(retainedShape().AppendCJ(nil, r)) > maxInventoryBytes {
		return fault(codeSubjectsOverflow, "the inventory has more than 65536 bytes")
	}
	return nil
}

func (r *retained) addCandidates(from *registry) bool {
	for _, s := range from.candidates.subjects {
		c, ok := s.(*candidate.Candidate)
		if !ok {
			return false
		}
		r.Candidates = append(r.Candidates, retainedCandidate{
			Candidate: c.Revision(), Base: c.Base().Revision(), Project: c.Now().Revision(), Bytes: uint64(c.RetainedBytes()),
		})
	}
	return true
}

// use notes that a draft or attempt stands on a candidate, and says whether that
// candidate is retained.
func (r *retained) use(revision canon.Digest, by func(*retainedCandidate) *bool) bool {
	for i := range r.Candidates {
		if r.Candidates[i].Candidate == revision {
			*by(&r.Candidates[i]) = true
			return true
		}
	}
	return false
}

func (r *retained) addDrafts(from *registry) bool {
	for _, s := range from.drafts.subjects {
		d, ok := s.(pendingSubject)
		if !ok {
			return false
		}
		kept := r.use(d.SourceCandidate(), func(c *retainedCandidate) *bool { return &c.Drafts })
		r.Drafts = append(r.Drafts, retainedDraft{d.Revision(), d.SourceCandidate(), kept, d.UnresolvedHoles(), uint64(d.RetainedBytes())})
	}
	return true
}

func (r *retained) addAttempts(from *registry) bool {
	for _, s := range from.attempts.subjects {
		a, ok := s.(*candidate.Attempt)
		if !ok {
			return false
		}
		summary := a.Summary()
		kept := r.use(summary.Candidate, func(c *retainedCandidate) *bool { return &c.Attempts })
		r.Attempts = append(r.Attempts, retainedAttempt{summary.Attempt, summary.Candidate, summary.Project, kept, summary.Diagnostics, uint64(a.RetainedBytes())})
	}
	return true
}
