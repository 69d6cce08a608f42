package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/publish"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// commitRows declares the methods of an attached Git host.
func commitRows() []row {
	return []row{
		control("candidate/commit", "Publish the one approved candidate by one swap of the host's branch.",
			commitParamsShape(), commitHandleShape(), (*Session).commit).plain().
			needing(policy.GrantSourceCommit).
			coded(publish.CodeTarget, publish.CodeApproval, publish.CodeTerminal, publish.CodeShape, publish.CodeCapacity,
				publish.CodeStale, publish.CodeHost, publish.CodeUncertain, codeDisagreement),
		control("source-commit/status", "What is known of the host's branch; ask after any failed commit.",
			boundOnlyShape(), commitStatusShape(), (*Session).commitStatus).
			needing(policy.GrantSourceCommit).afterDrift(),
		control("candidate/commit-report", "The receipt of the publication, in chunks.",
			receiptParamsShape(), receiptChunkShape(), (*Session).commitReport).
			needing(policy.GrantSourceCommit).coded(publish.CodeBounds, publish.CodeApproval).
			carrying(publish.ReceiptSchema).afterDrift(),
	}
}

type commitParams struct {
	bound
	Candidate, Approval canon.Digest
}

func commitParamsShape() *schema.Kind[commitParams] {
	return schema.Params(toleratedParam,
		bind(func(p *commitParams) *bound { return &p.bound }),
		schema.Required("candidate_revision", schema.Digest(), func(p *commitParams) *canon.Digest { return &p.Candidate }).
			Doc("The approved candidate."),
		schema.Required("approval_revision", schema.Digest(), func(p *commitParams) *canon.Digest { return &p.Approval }).
			Doc("The approval_revision of source-commit/status."))
}

func (p *commitParams) selection() selection { return selection{candidate: &p.Candidate} }

const commitAuthority = "startup_fixed_host_git_policy"

// commitHandle is semaprax.image-source-commit-handle.v1.
type commitHandle struct {
	Candidate, Approval, Receipt canon.Digest
	Bytes                        uint64
}

func commitHandleShape() *schema.Kind[commitHandle] {
	type h = commitHandle
	return schema.Document("semaprax.image-source-commit-handle.v1",
		schema.Const[h]("state", string(publish.Published)),
		schema.Required("candidate_revision", schema.Digest(), func(p *h) *canon.Digest { return &p.Candidate }),
		schema.Required("approval_revision", schema.Digest(), func(p *h) *canon.Digest { return &p.Approval }),
		schema.Required("report_revision", schema.Digest(), func(p *h) *canon.Digest { return &p.Receipt }),
		schema.Required("report_bytes", schema.Uint(), func(p *h) *uint64 { return &p.Bytes }),
		schema.Const[h]("receipt_method", "candidate/commit-report"),
		schema.False[h]("raw_working_tree_write"),
		schema.Const[h]("source_commit_authority", commitAuthority))
}

// commitStatus is semaprax.image-source-commit-status.v1.
type commitStatus struct {
	State   publish.State
	Pending *publish.Approval
	Receipt canon.Digest
	Codes   []string
}

func commitStatusShape() *schema.Kind[commitStatus] {
	type s = commitStatus
	pending := schema.Object(
		schema.Required("candidate_revision", schema.Digest(), func(a *publish.Approval) *canon.Digest { return &a.Candidate }),
		schema.Required("approval_revision", schema.Digest(), func(a *publish.Approval) *canon.Digest { return &a.Revision }))
	return schema.Document("semaprax.image-source-commit-status.v1",
		schema.Const[s]("capability", policy.GrantSourceCommit.String()),
		schema.Const[s]("authority", commitAuthority),
		schema.Required("state", schema.Choice(publish.Available, publish.Published, publish.Uncertain), func(p *s) *publish.State { return &p.State }),
		schema.Required("pending_approval", schema.NullWhenZero(schema.Pointer(pending)), func(p *s) **publish.Approval { return &p.Pending }),
		schema.Required("report_revision", schema.NullWhenZero(schema.Digest()), func(p *s) *canon.Digest { return &p.Receipt }),
		schema.Required("last_error_codes", schema.Array(schema.String(), 0, publish.MaxErrorCodes), func(p *s) *[]string { return &p.Codes }),
		schema.False[s]("approval_via_request", "raw_working_tree_write"),
		schema.ConstBool[s]("host_state_only", true))
}

type receiptParams struct {
	bound
	Receipt canon.Digest
	window
}

func receiptParamsShape() *schema.Kind[receiptParams] {
	return schema.Params(toleratedParam,
		bind(func(p *receiptParams) *bound { return &p.bound }),
		schema.Required("report_revision", schema.Digest(), func(p *receiptParams) *canon.Digest { return &p.Receipt }).
			Doc("The report_revision of candidate/commit or source-commit/status."),
		schema.Defaulted("offset", schema.Count(0, publish.MaxReceiptBytes), func(p *receiptParams) *int { return &p.Offset }, 0),
		schema.Defaulted("chunk_bytes", schema.Count(1, publish.MaxReceiptChunkBytes), func(p *receiptParams) *int { return &p.Bytes },
			publish.DefaultReceiptChunkBytes))
}

// receiptChunk is semaprax.image-source-commit-report-chunk.v1.
type receiptChunk struct {
	Receipt canon.Digest
	chunk
}

func receiptChunkShape() *schema.Kind[receiptChunk] {
	type c = receiptChunk
	return schema.Document("semaprax.image-source-commit-report-chunk.v1",
		schema.Required("report_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Receipt }),
		schema.Const[c]("report_schema", publish.ReceiptSchema),
		chunked(func(p *c) *chunk { return &p.chunk }),
		schema.ConstBool[c]("historical_publication_receipt", true),
		schema.False[c]("current_source_admission"))
}
