package publish

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ReceiptSchema names the receipt.
const ReceiptSchema = "semaprax.project-candidate-git-publication.v1"

// receiptDomain is the domain of receipt revisions.
const receiptDomain = "semaprax.image-source-commit.receipt.v1"

// Receipt says what was published. It is immutable.
type Receipt struct{ text []byte }

// Text is the canonical receipt with its LF. Do not change it.
func (r *Receipt) Text() []byte { return r.text }

// Revision is the digest of the receipt, the handle under which it is read.
func (r *Receipt) Revision() canon.Digest { return canon.SumFramedBE(receiptDomain, r.text) }

// receipt is the content before it is rendered. The last two members are there for
// SHA-1 repositories only.
type receipt struct {
	Prepared
	Candidate, Base, Project canon.Digest
}

// legacyNote is what a receipt says of a SHA-1 repository.
const legacyNote = "legacy_git_compatibility_no_collision_detection_or_collision_resistance_claim"

func receiptFields() []schema.Field[receipt] {
	type r = receipt
	text := func(name string, at func(*r) *string) schema.Field[r] {
		return schema.Required(name, schema.String(), at)
	}
	return []schema.Field[r]{
		text("repository", func(p *r) *string { return &p.Repository }),
		text("reference", func(p *r) *string { return &p.Reference }),
		text("previous_commit", func(p *r) *string { return &p.Prepared.Base }),
		text("published_commit", func(p *r) *string { return &p.Commit }),
		text("tree", func(p *r) *string { return &p.Tree }),
		schema.Required("approved_candidate_digest", schema.Digest(), func(p *r) *canon.Digest { return &p.Candidate }),
		schema.Required("base_project_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Base }),
		schema.Required("candidate_project_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Project }),
		schema.Required("updated_source_paths", schema.Array(schema.String(), 1, schema.Unbounded), func(p *r) *[]string { return &p.Changed }),
		schema.Const[r]("publication", "git_branch_ref_compare_and_swap"),
		schema.Required("git_object_format", schema.Choice("sha1", "sha256"), func(p *r) *string { return &p.Format }),
		schema.False[r]("working_tree_rewritten", "project_manifest_changed", "managed_active_changed"),
		schema.Const[r]("source_authority", "explicit_host_git_ref_authority"),
		schema.Const[r]("tests", "not_run"),
		schema.ConstStrings[r]("nonclaims", "no_atomic_raw_working_tree_rewrite", "no_network_push_or_remote_publication",
			"no_signature_or_approval_service", "unreachable_objects_may_remain_after_failure"),
	}
}

// receiptShape declares the receipt of a repository of the given object format.
func receiptShape(format string) *schema.Kind[receipt] {
	fields := receiptFields()
	if format == "sha1" {
		fields = append(fields, schema.Const[receipt]("sha1_security", legacyNote),
			schema.Required("sha256_object_content_binding", schema.String(), func(p *receipt) *string { return &p.ContentBinding }))
	}
	return schema.Document(ReceiptSchema, fields...)
}

// render writes the receipt; nil when it is over its bound.
func (r *receipt) render() *Receipt {
	var b canon.Builder
	b.Limit(MaxReceiptBytes)
	receiptShape(r.Format).Encode(&b, r)
	text := b.Line()
	if b.Over() {
		return nil
	}
	return &Receipt{text: text}
}
