package delta

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Reader answers bounded reads of one candidate's own revision. Nothing it answers is
// retained, runs or publishes anything.
type Reader struct {
	candidate *candidate.Candidate
	image     *image.Image
}

// NewReader gets the candidate's revision; one that is not kept is built again.
func NewReader(p *candidate.Programs, c *candidate.Candidate) (*Reader, diag.List) {
	current, fault := p.Current(c)
	if fault != nil {
		return nil, fault
	}
	return &Reader{c, current}, nil
}

// Owner binds a read to its candidate.
type Owner struct{ Candidate, Base, Workspace, Graph canon.Digest }

func (r *Reader) owner() Owner {
	base, now := r.candidate.Base(), r.candidate.Now()
	return Owner{r.candidate.Revision(), base.Revision(), now.WorkspaceRevision(), now.GraphDigest()}
}

// handle names a part of a read. It is bound to the candidate and to the image its
// revision has.
func (r *Reader) handle(domain string, fields ...string) canon.Digest {
	bound := []string{r.candidate.Revision().String(), r.image.Revision().String()}
	return canon.SumFramed(domain, append(bound, fields...)...)
}

// candidateFields declares the candidate a read belongs to.
func candidateFields[T any](at func(*T) *Owner) schema.Field[T] {
	return schema.Lift(at,
		digest("candidate_revision", func(o *Owner) *canon.Digest { return &o.Candidate }),
		digest("base_project_revision", func(o *Owner) *canon.Digest { return &o.Base }))
}

// ownerFields adds the workspace and graph of its revision.
func ownerFields[T any](at func(*T) *Owner) schema.Field[T] {
	return schema.Lift(at,
		candidateFields(func(o *Owner) *Owner { return o }),
		digest("workspace_revision", func(o *Owner) *canon.Digest { return &o.Workspace }),
		digest("project_graph_digest", func(o *Owner) *canon.Digest { return &o.Graph }))
}

// summed is a summary that is not longer than MaxSummaryBytes; code refuses another.
func summed[S any](s S, shape *schema.Kind[S], code diag.Code, of string) (S, diag.List) {
	if len(shape.AppendCJ(nil, &s)) > MaxSummaryBytes {
		var none S
		return none, diag.Refusal(code, "the %s summary exceeds its byte bound", of)
	}
	return s, nil
}

// sizing counts the bytes of one payload after another, in one room.
func sizing[P any](shape *schema.Kind[P]) func(*P) int {
	var room []byte
	return func(p *P) int {
		room = shape.AppendCJ(room[:0], p)
		return len(room)
	}
}
