package session

import (
	"context"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/publish"
	"github.com/semaprax/semaprax-go/policy"
)

// codeDisagreement is what a publisher's second opinion answers.
const codeDisagreement diag.Code = "SPX-G276"

// AttachPublisher gives the session a repository to publish into, before the first
// frame. The session owns it from then on and closes it when it finishes.
//
// Refusals: SPX-G280 without candidate_prepare, a second time, after a frame or a
// Claim; SPX-G284 for a publisher or manifest that cannot be bound. The publisher then
// stays the caller's.
func (s *Session) AttachPublisher(publisher publish.Publisher) diag.List {
	switch {
	case s.git != nil:
		return fault(codeConfiguration, "a publisher is already attached")
	case s.started || s.claimed || s.terminal:
		return fault(codeConfiguration, "a publisher must be attached before the first frame")
	case !s.granted.Has(policy.GrantCandidatePrepare):
		return fault(codeConfiguration, "publishing needs candidate_prepare")
	}
	host, faults := publish.NewHost(s.config.Manifest, publisher)
	if faults != nil {
		return faults
	}
	s.git = host
	s.granted = s.granted.With(policy.GrantSourceCommit)
	s.choose(s.workers)
	return nil
}

// Approve gives the host's word for one candidate by its digest, before the first
// frame. No request can do so. Refusals: SPX-G280 without a publisher, after a frame
// or a Claim; SPX-G284 for a malformed digest or while another approval is pending.
func (s *Session) Approve(digest string) (approvalRevision canon.Digest, faults diag.List) {
	switch {
	case s.git == nil:
		return canon.Digest{}, fault(codeConfiguration, "no publisher is attached")
	case s.started || s.claimed || s.terminal:
		return canon.Digest{}, fault(codeConfiguration, "approval is only given before the first frame")
	}
	approval, faults := s.git.Approve(digest)
	if faults != nil {
		return canon.Digest{}, faults
	}
	return approval.Revision, nil
}

// commit publishes. The source is authenticated around the selection of the candidate;
// after the publication nothing is checked again, so that its outcome is told.
func (s *Session) commit(op operation, id, dst []byte) []byte {
	in := op.(*typedOperation[commitParams, commitHandle]).in
	var selected *candidate.Candidate
	faults := s.authenticated(func() (faults diag.List) {
		selected, faults = s.committable(in.Candidate)
		return faults
	})
	if faults.HasErrors() {
		return appendFaults(dst, id, faults)
	}
	receipt, faults := s.git.Commit(context.Background(), s.config.Root, s.config.Manifest, s.config.Compiler, selected, in.Approval)
	if faults != nil {
		return appendFaults(dst, id, faults)
	}
	return respond(s, dst, id, commitHandleShape(), &commitHandle{Candidate: in.Candidate, Approval: in.Approval,
		Receipt: receipt.Revision(), Bytes: uint64(len(receipt.Text()))})
}

// committable finds the candidate and demands that it stands on the held project.
func (s *Session) committable(revision canon.Digest) (*candidate.Candidate, diag.List) {
	var v view
	if faults := s.registry.resolve(selection{candidate: &revision}, &v); faults != nil {
		return nil, faults
	}
	selected := v.candidate.(*candidate.Candidate)
	if selected.Base().Revision() != s.project.Revision() {
		return nil, fault(codeStaleImage, "the candidate is not based on the held project revision")
	}
	return selected, nil
}

// commitStatus tells the host's state; it needs no source.
func (s *Session) commitStatus(_ operation, id, dst []byte) []byte {
	status := commitStatus{State: s.git.State(), Pending: s.git.Pending(), Codes: s.git.ErrorCodes()}
	if receipt := s.git.Receipt(); receipt != nil {
		status.Receipt = receipt.Revision()
	}
	return respond(s, dst, id, commitStatusShape(), &status)
}

// commitReport cuts the receipt; it needs no source.
func (s *Session) commitReport(op operation, id, dst []byte) []byte {
	in := op.(*typedOperation[receiptParams, receiptChunk]).in
	receipt := s.git.Receipt()
	if receipt == nil || receipt.Revision() != in.Receipt {
		return appendFaults(dst, id, fault(publish.CodeApproval, "there is no receipt of this revision"))
	}
	piece, ok := cut(receipt.Text(), in.window)
	if !ok || piece.Next.Set && len(piece.Text) == 0 {
		return appendFaults(dst, id, fault(publish.CodeBounds, "the chunk is outside the receipt or cannot progress"))
	}
	return respond(s, dst, id, receiptChunkShape(), &receiptChunk{Receipt: in.Receipt, chunk: piece})
}
