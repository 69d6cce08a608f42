package delta

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ReviewSchema names the source review; it is also the domain of its revision.
const ReviewSchema = "semaprax.project-candidate-source-review.v1"

// domainReviewSource is the domain of source digests in a review.
const domainReviewSource = "semaprax.semantic-review.source-digest.v1"

// Review is semaprax.project-candidate-source-review.v1: the whole text of every file
// that a candidate changes, before and after.
type Review struct {
	Base, Project, Candidate canon.Digest
	Files                    []ReviewedFile
	// Revision is the digest of the review without this member.
	Revision canon.Digest
}

// ReviewedFile is one changed file. The texts are shared with the candidate.
type ReviewedFile struct {
	Path               string
	BaseSource, Source []byte
	BaseDigest, Digest canon.Digest
	Diff               []byte
	DiffDigest         canon.Digest
}

// ReviewShape declares the source review.
func ReviewShape() *schema.Kind[Review] {
	return schema.Document(ReviewSchema, reviewFields(),
		digest("report_revision", func(p *Review) *canon.Digest { return &p.Revision }))
}

// reviewFields declares what the revision of a review covers.
func reviewFields() schema.Field[Review] {
	type r = Review
	type f = ReviewedFile
	chunk := func(name string, at func(*f) *[]byte) schema.Field[f] {
		return schema.Required(name, schema.Chunk(), at)
	}
	file := schema.Object(
		text("path", func(p *f) *string { return &p.Path }),
		chunk("base_source", func(p *f) *[]byte { return &p.BaseSource }),
		chunk("candidate_source", func(p *f) *[]byte { return &p.Source }),
		digest("base_digest", func(p *f) *canon.Digest { return &p.BaseDigest }),
		digest("candidate_digest", func(p *f) *canon.Digest { return &p.Digest }),
		chunk("source_diff", func(p *f) *[]byte { return &p.Diff }),
		digest("source_diff_digest", func(p *f) *canon.Digest { return &p.DiffDigest }))
	return schema.Lift(func(p *r) *r { return p },
		digest("base_project_revision", func(p *r) *canon.Digest { return &p.Base }),
		digest("candidate_project_revision", func(p *r) *canon.Digest { return &p.Project }),
		digest("candidate_revision", func(p *r) *canon.Digest { return &p.Candidate }),
		schema.False[r]("source_authority"),
		schema.Required("files", schema.Array(file, 0, MaxReviewFiles), func(p *r) *[]ReviewedFile { return &p.Files }))
}

// NewReview replays a candidate and reviews what it changes in the sources.
//
// Faults: SPX-G223 for a review over MaxReviewBytes, and what Validate answers.
func NewReview(p *candidate.Programs, c *candidate.Candidate) (*Review, diag.List) {
	if fault := c.Validate(p); fault != nil {
		return nil, fault
	}
	r := &Review{Base: c.Base().Revision(), Project: c.Now().Revision(), Candidate: c.Revision()}
	for _, change := range c.SourceChanges() {
		r.Files = append(r.Files, ReviewedFile{
			Path: change.Path, BaseSource: change.BaseSource, Source: change.Replacement, Diff: change.Diff, DiffDigest: change.DiffDigest,
			BaseDigest: canon.Sum(domainReviewSource, change.BaseSource), Digest: canon.Sum(domainReviewSource, change.Replacement),
		})
	}
	content, ok := schema.Document(ReviewSchema, reviewFields()).Line(r, MaxReviewBytes)
	if !ok {
		return nil, diag.Refusal(diag.G223, "the source review has more than %d bytes", MaxReviewBytes)
	}
	r.Revision = canon.Sum(ReviewSchema, content)
	return r, nil
}

// Line is the canonical text of the review with its LF; SPX-G223 over MaxReviewBytes.
func (r *Review) Line() ([]byte, diag.List) {
	out, ok := ReviewShape().Line(r, MaxReviewBytes)
	if !ok {
		return nil, diag.Refusal(diag.G223, "the source review has more than %d bytes", MaxReviewBytes)
	}
	return out, nil
}
