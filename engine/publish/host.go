package publish

import (
	"context"
	"encoding/binary"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
)

// approvalDomain is the domain of approval revisions.
const approvalDomain = "semaprax.image-source-commit.host-approval.v1"

// State is what is known of a host's branch.
type State string

// The states. The last two are terminal.
const (
	Available State = "available"
	Published State = "published"
	Uncertain State = "publication_uncertain"
)

// Approval is a host's word for one candidate.
type Approval struct {
	Candidate canon.Digest
	// Revision names the approval. It is no secret and grants nothing by itself.
	Revision canon.Digest
}

// Host is the publication state of one session. It serves one goroutine.
type Host struct {
	manifest  string
	publisher Publisher

	state    State
	pending  *Approval
	sequence uint64
	receipt  *Receipt
	codes    []string // of the last attempt that failed
}

// NewHost binds a publisher to a manifest. Refusal: SPX-G284 for a path that is not
// an absolute, clean path to semaprax.toml or an identity that is empty or too long.
func NewHost(manifest string, publisher Publisher) (*Host, diag.List) {
	switch identity := publisher.Identity(); {
	case !utf8.ValidString(manifest) || len(manifest) > MaxManifestBytes || !filepath.IsAbs(manifest) ||
		filepath.Clean(manifest) != manifest || filepath.Base(manifest) != project.ManifestName:
		return nil, diag.Refusal(CodeTarget, "the manifest is not an absolute path to %s", project.ManifestName)
	case identity == "" || len(identity) > MaxIdentityBytes || !utf8.ValidString(identity):
		return nil, diag.Refusal(CodeTarget, "the repository has no usable identity")
	}
	return &Host{manifest: manifest, publisher: publisher, state: Available}, nil
}

// Approve gives the host's word for the candidate with this digest. One approval may
// be pending. Refusals: SPX-G284 for a malformed digest or a pending approval,
// SPX-G287 for a terminal host, SPX-G285 when the sequence is used up.
func (h *Host) Approve(digest string) (*Approval, diag.List) {
	approved, ok := canon.ParseDigest(digest)
	switch {
	case h.state != Available:
		return nil, h.terminal()
	case !ok:
		return nil, diag.Refusal(CodeTarget, "the approved digest is malformed")
	case h.pending != nil:
		return nil, diag.Refusal(CodeTarget, "another approval is pending")
	case h.sequence == 1<<64-1:
		return nil, diag.Refusal(CodeBounds, "the approvals are used up")
	}
	h.sequence++
	var sequence [8]byte
	binary.BigEndian.PutUint64(sequence[:], h.sequence)
	h.pending = &Approval{Candidate: approved, Revision: canon.SumFramedBE(approvalDomain,
		h.manifest, h.publisher.Identity(), approved.String(), string(sequence[:]))}
	return h.pending, nil
}

func (h *Host) terminal() diag.List {
	return diag.Refusal(CodeTerminal, "this host is %s; nothing more is published", h.state)
}

// Commit publishes the candidate under its pending approval.
//
// Refusals that leave the approval pending: SPX-G287 for a terminal host, SPX-G284
// for another manifest, SPX-G286 when candidate or approval do not match. Every
// attempt beyond these uses the approval up; SPX-G267 makes the host terminal.
func (h *Host) Commit(ctx context.Context, root *project.Root, manifest, compiler string, c *candidate.Candidate, approval canon.Digest) (*Receipt, diag.List) {
	switch {
	case h.state != Available:
		return nil, h.terminal()
	case manifest != h.manifest:
		return nil, diag.Refusal(CodeTarget, "the host publishes another manifest")
	case h.pending == nil || h.pending.Candidate != c.Revision() || h.pending.Revision != approval:
		return nil, diag.Refusal(CodeApproval, "no pending approval names this candidate and approval_revision")
	}
	h.pending, h.codes = nil, nil
	receipt, wrong := Publish(ctx, Order{Root: root, Manifest: manifest, Compiler: compiler,
		Candidate: c, Approved: c.Revision(), Publisher: h.publisher})
	if wrong != nil {
		h.remember(wrong)
		return nil, wrong
	}
	h.state, h.receipt = Published, receipt
	return receipt, nil
}

// remember keeps the codes of a failed attempt; one that may have moved the branch is
// terminal.
func (h *Host) remember(wrong diag.List) {
	for _, d := range wrong {
		if d.Code == CodeUncertain {
			h.state = Uncertain
		}
		if len(h.codes) < MaxErrorCodes && len(d.Code) <= MaxErrorCodeBytes {
			h.codes = append(h.codes, strings.Clone(string(d.Code)))
		}
	}
}

// State is what is known of the branch.
func (h *Host) State() State { return h.state }

// Terminal reports whether the host has published, or may have.
func (h *Host) Terminal() (published, uncertain bool) {
	return h.state == Published, h.state == Uncertain
}

// Pending is the approval that waits for its commit, or nil.
func (h *Host) Pending() *Approval { return h.pending }

// Receipt is what was published, or nil.
func (h *Host) Receipt() *Receipt { return h.receipt }

// ErrorCodes are the codes of the last attempt when it failed.
func (h *Host) ErrorCodes() []string { return h.codes }

// Close releases the repository. The state stays readable.
func (h *Host) Close() { h.publisher.Close() }
