package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/delta"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/trial"
)

// view is what the work of a row may see: immutable subjects and what discovery
// prepared. It holds no session, registry, live source, provider or policy.
type view struct {
	image     *image.Image
	discovery *discovery
	// programs keeps the checked revisions of candidates; it is a cache.
	programs *candidate.Programs
	// reports keeps the reports read last; it is a cache.
	reports *delta.Reports
	// retained is for reading the whole registry, which does not change meanwhile.
	retained *registry
	// tests is the host's test policy; nil without it and in batch rows.
	tests *trial.Policy

	candidate, other, draft, otherDraft, attempt subject
}

// selectedCandidate is the candidate a call names.
func (v *view) selectedCandidate() *candidate.Candidate { return v.candidate.(*candidate.Candidate) }

// otherCandidate is the second candidate a call names.
func (v *view) otherCandidate() *candidate.Candidate { return v.other.(*candidate.Candidate) }

// selectedAttempt is the attempt a call names.
func (v *view) selectedAttempt() *candidate.Attempt { return v.attempt.(*candidate.Attempt) }
