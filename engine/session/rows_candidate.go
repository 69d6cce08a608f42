package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// candidateRows declares the methods that make, restore and drop candidates.
func candidateRows() []row {
	prepare := policy.GrantCandidatePrepare
	intention := intent.IntentionShape().Node()
	return []row{
		change("candidate/open", "A candidate without changes over the current image.",
			boundOnlyShape(), candidateHandleShape(), openCandidate).
			needing(prepare).coded(diag.G222, codeCandidates),
		change("candidate/apply-intent", "Apply one typed intention to a candidate; the result is a new candidate.",
			applyParamsShape(), candidateHandleShape(), applyIntent).
			needing(prepare).coded(diag.G222, codeCandidates, diag.G225, diag.G226).taking(intention),
		change("candidate/recovery-restore", "Replay an exported candidate on the current image.",
			restoreParamsShape("candidate/recovery-export", candidate.CapsuleSchema), candidateHandleShape(), restoreCandidate).
			needing(prepare).coded(diag.G222, codeCandidates, candidate.CodeCapsule, candidate.CodeCapsuleBound, candidate.CodeCapsuleIdentity).
			taking(candidate.CapsuleShape().Node(), candidate.ChangeShape().Node(), intention),
		change("candidate/discard", "Drop a candidate; drafts and attempts that name it stay.",
			candidateParamsShape(), discardShape("semaprax.image-candidate-discard.v1", "candidate_revision"), discardCandidate).
			needing(prepare),
	}
}

// chosen is embedded in the parameters of methods that work on one candidate.
type chosen struct {
	bound
	Candidate canon.Digest
}

func (c *chosen) selection() selection { return selection{candidate: &c.Candidate} }

// choose declares image_revision and candidate_revision.
func choose[P any](at func(*P) *chosen) schema.Field[P] {
	return schema.Lift(at,
		bind(func(c *chosen) *bound { return &c.bound }),
		schema.Required("candidate_revision", schema.Digest(), func(c *chosen) *canon.Digest { return &c.Candidate }).
			Doc("The candidate_revision of a candidate handle."))
}

// candidateParams are for methods whose one subject is a candidate.
type candidateParams struct{ chosen }

func candidateParamsShape() *schema.Kind[candidateParams] {
	return schema.Params(toleratedParam, choose(func(p *candidateParams) *chosen { return &p.chosen }))
}

// candidateTargetParams add a target.
type candidateTargetParams struct {
	chosen
	Target []byte
}

func candidateTargetParamsShape() *schema.Kind[candidateTargetParams] {
	type c = candidateTargetParams
	return schema.Params(toleratedParam,
		choose(func(p *c) *chosen { return &p.chosen }),
		targeted(func(p *c) *[]byte { return &p.Target }))
}

// candidateChunkParams ask for a piece of a report about a candidate.
type candidateChunkParams struct {
	chosen
	Window window
}

func candidateChunkParamsShape(maxBytes int) *schema.Kind[candidateChunkParams] {
	type c = candidateChunkParams
	return schema.Params(toleratedParam,
		choose(func(p *c) *chosen { return &p.chosen }),
		windowed(func(p *c) *window { return &p.Window }, maxBytes))
}

// candidateHandle is semaprax.image-candidate-handle.v1.
type candidateHandle struct {
	Candidate, Project, Base canon.Digest
	Bytes                    uint64
}

func candidateHandleShape() *schema.Kind[candidateHandle] {
	type h = candidateHandle
	return schema.Document("semaprax.image-candidate-handle.v1",
		schema.Required("candidate_revision", schema.Digest(), func(p *h) *canon.Digest { return &p.Candidate }),
		schema.Required("project_revision", schema.Digest(), func(p *h) *canon.Digest { return &p.Project }),
		schema.Required("base_revision", schema.Digest(), func(p *h) *canon.Digest { return &p.Base }),
		schema.Required("report_bytes", schema.Uint(), func(p *h) *uint64 { return &p.Bytes }),
		schema.False[h]("source_authority"),
		schema.Const[h]("tests", "not_run"))
}

func handleOf(c *candidate.Candidate) candidateHandle {
	return candidateHandle{c.Revision(), c.Now().Revision(), c.Base().Revision(), uint64(len(c.Report()))}
}

// keepCandidate prepares to retain a candidate and answers its handle.
func keepCandidate(m *mutation, r *candidateHandle, c *candidate.Candidate, faults diag.List) diag.List {
	if faults != nil {
		return faults
	}
	m.retain(candidateShelf, c)
	*r = handleOf(c)
	return nil
}

func openCandidate(v *view, _ *boundOnly, m *mutation, r *candidateHandle) diag.List {
	c, faults := candidate.Open(v.programs, v.image)
	return keepCandidate(m, r, c, faults)
}

// applyParams carry an intention.
type applyParams struct {
	chosen
	Intent []byte
}

func applyParamsShape() *schema.Kind[applyParams] {
	type a = applyParams
	return schema.Params(toleratedParam,
		choose(func(p *a) *chosen { return &p.chosen }),
		schema.Required("intent", schema.ObjectOf(intent.IntentionDocument), func(p *a) *[]byte { return &p.Intent }).
			Doc("One typed intention; change/catalog lists what a target admits."))
}

// changeOf binds the intention of a request to the candidate's own revision.
func changeOf(v *view, p *applyParams) (*candidate.Change, diag.List) {
	return candidate.NewChange(v.selectedCandidate().Now().Revision(), p.Intent)
}

func applyIntent(v *view, p *applyParams, m *mutation, r *candidateHandle) diag.List {
	change, faults := changeOf(v, p)
	if faults != nil {
		return faults
	}
	c, faults := v.selectedCandidate().Apply(v.programs, change)
	return keepCandidate(m, r, c, faults)
}

// restoreParams carry a capsule.
type restoreParams struct {
	bound
	Capsule []byte
}

// restoreParamsShape declares a capsule of some form; export is the method that
// returned its text.
func restoreParamsShape(export string, forms ...string) *schema.Kind[restoreParams] {
	type c = restoreParams
	return schema.Params(toleratedParam,
		bind(func(p *c) *bound { return &p.bound }),
		schema.Required("capsule", schema.ObjectOf(forms...), func(p *c) *[]byte { return &p.Capsule }).
			Doc("The object whose text "+export+" returned."))
}

// line is the capsule as it was exported: in canonical form, with its LF.
func (p *restoreParams) line() []byte {
	var b canon.Builder
	b.Reset(make([]byte, 0, len(p.Capsule)+1), canon.CJ)
	schema.EncodeSpan(&b, p.Capsule)
	return b.Line()
}

func restoreCandidate(v *view, p *restoreParams, m *mutation, r *candidateHandle) diag.List {
	c, faults := candidate.Restore(v.programs, v.image, p.line())
	return keepCandidate(m, r, c, faults)
}

// discarded is the answer of a method that drops a subject.
type discarded struct{ Revision canon.Digest }

// discardShape declares that answer; revision is the member that names the subject.
func discardShape(document, revision string) *schema.Kind[discarded] {
	type d = discarded
	return schema.Document(document,
		schema.Required(revision, schema.Digest(), func(p *d) *canon.Digest { return &p.Revision }),
		schema.ConstBool[d]("discarded", true),
		schema.ConstBool[d]("source_unchanged", true))
}

func discardCandidate(_ *view, p *candidateParams, m *mutation, r *discarded) diag.List {
	m.discard(candidateShelf, p.Candidate)
	r.Revision = p.Candidate
	return nil
}
