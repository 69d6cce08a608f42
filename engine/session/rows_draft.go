package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/draft"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// maxHoleExpressionBytes bounds the expression id a hole is opened with.
const maxHoleExpressionBytes = 4096

// draftRows declares the methods that make, fill, complete and drop drafts.
func draftRows() []row {
	prepare := policy.GrantCandidatePrepare
	opening := []diag.Code{draft.CodeHole, draft.CodeCapacity, codeCandidates}
	return []row{
		change("hole/open", "A pending hole for the body of a function, in a new draft or an existing one.",
			openHoleParamsShape(), draftHandleShape(), openBodyHole).
			needing(prepare).coded(opening...),
		change("hole/open-expression", "A pending hole for one expression of a body.",
			openExpressionParamsShape(), draftHandleShape(), openExpressionHole).
			needing(prepare).coded(opening...),
		change("hole/open-contract-expression", "A pending hole for one expression of a contract clause.",
			openContractParamsShape(), draftHandleShape(), openContractHole).
			needing(prepare).coded(opening...),
		change("hole/fill", "Fill a pending hole; the result is a new draft, a refusal changes nothing.",
			fillParamsShape(), draftHandleShape(), fillHole).
			needing(prepare).coded(opening...).coded(diag.G222, diag.G225, diag.G226).taking(intent.ExpressionShape().Node()),
		change("hole/complete", "The candidate of a draft without pending holes.",
			draftParamsShape(), candidateHandleShape(), completeDraft).
			needing(prepare).coded(draft.CodeStale, codeCandidates),
		change("hole/discard", "Drop a draft.",
			draftParamsShape(), discardShape("semaprax.image-draft-discard.v1", "draft_revision"), discardDraft).
			needing(prepare),
	}
}

// heldDraft is a draft with the candidate it was opened on.
type heldDraft struct {
	*draft.Draft
	source canon.Digest
}

// SourceCandidate is the candidate the draft was opened on.
func (h *heldDraft) SourceCandidate() canon.Digest { return h.source }

// UnresolvedHoles counts the pending holes.
func (h *heldDraft) UnresolvedHoles() int { return len(h.Holes()) }

// selectedDraft is the draft a call names.
func (v *view) selectedDraft() *heldDraft { return v.draft.(*heldDraft) }

// mergedDraft is the second draft a call names.
func (v *view) mergedDraft() *heldDraft { return v.otherDraft.(*heldDraft) }

// drafted is embedded in the parameters of methods that work on one draft.
type drafted struct {
	bound
	Draft canon.Digest
}

func (d *drafted) selection() selection { return selection{draft: &d.Draft} }

// chooseDraft declares image_revision and draft_revision.
func chooseDraft[P any](at func(*P) *drafted) schema.Field[P] {
	return schema.Lift(at,
		bind(func(d *drafted) *bound { return &d.bound }),
		schema.Required("draft_revision", schema.Digest(), func(d *drafted) *canon.Digest { return &d.Draft }).
			Doc("The draft_revision of a draft handle."))
}

// holeID declares the id of a hole.
func holeID[P any](at func(*P) *[]byte) schema.Field[P] {
	return schema.Required("hole_id", schema.Text(draft.MaxHoleIDBytes), at).
		Doc("ASCII letters, digits, `_`, `-` and `.`; unique in its draft.")
}

// draftParams are for methods whose one subject is a draft.
type draftParams struct{ drafted }

func draftParamsShape() *schema.Kind[draftParams] {
	return schema.Params(toleratedParam, chooseDraft(func(p *draftParams) *drafted { return &p.drafted }))
}

// draftHandle is semaprax.image-draft-handle.v1.
type draftHandle struct {
	Draft, Source canon.Digest
	Bytes         uint64
}

func draftHandleShape() *schema.Kind[draftHandle] {
	type h = draftHandle
	return schema.Document("semaprax.image-draft-handle.v1",
		schema.Required("draft_revision", schema.Digest(), func(p *h) *canon.Digest { return &p.Draft }),
		schema.Required("source_candidate_revision", schema.Digest(), func(p *h) *canon.Digest { return &p.Source }),
		schema.Required("report_bytes", schema.Uint(), func(p *h) *uint64 { return &p.Bytes }),
		schema.False[h]("source_authority", "buildable"))
}

// keepDraft prepares to retain a draft and answers its handle. A draft the session
// retains already keeps the candidate it is associated with.
func keepDraft(v *view, m *mutation, r *draftHandle, d *draft.Draft, source canon.Digest, faults diag.List) diag.List {
	if faults != nil {
		return faults
	}
	if kept, there := v.retained.drafts.get(d.Revision()).(*heldDraft); there {
		source = kept.source
	}
	m.retain(draftShelf, &heldDraft{d, source})
	*r = draftHandle{d.Revision(), source, uint64(len(d.Report()))}
	return nil
}

// openHoleParams open a hole; Expression belongs to two of the three methods.
type openHoleParams struct {
	chosen
	Target, Hole, Expression []byte
	Draft                    schema.Maybe[canon.Digest]
}

func (p *openHoleParams) selection() selection {
	s := p.chosen.selection()
	if p.Draft.Set {
		s.draft = &p.Draft.Value
	}
	return s
}

func openHoleParamsShape() *schema.Kind[openHoleParams] {
	return openParamsShape(holeID(func(p *openHoleParams) *[]byte { return &p.Hole }))
}

func openExpressionParamsShape() *schema.Kind[openHoleParams] {
	return openParamsShape(holeID(func(p *openHoleParams) *[]byte { return &p.Hole }),
		expressionSelector("hole/expression-catalog or expression/catalog"))
}

func openContractParamsShape() *schema.Kind[openHoleParams] {
	return openParamsShape(expressionSelector("hole/expression-catalog or candidate/contract-expression-catalog"),
		holeID(func(p *openHoleParams) *[]byte { return &p.Hole }))
}

func expressionSelector(source string) schema.Field[openHoleParams] {
	return schema.Required("expression_id", schema.Text(maxHoleExpressionBytes), func(p *openHoleParams) *[]byte { return &p.Expression }).
		Doc("An expression_id of " + source + ".")
}

func openParamsShape(own ...schema.Field[openHoleParams]) *schema.Kind[openHoleParams] {
	type o = openHoleParams
	fields := append([]schema.Field[o]{
		choose(func(p *o) *chosen { return &p.chosen }),
		targeted(func(p *o) *[]byte { return &p.Target }),
	}, own...)
	return schema.Params(toleratedParam, append(fields,
		schema.Optional("draft_revision", schema.Present(schema.Digest()), func(p *o) *schema.Maybe[canon.Digest] { return &p.Draft }).
			Doc("The draft to add the hole to, opened on the same candidate; left out for a new one."))...)
}

// openIn opens a hole in the selected draft or in a new one over the candidate.
func openIn(v *view, p *openHoleParams, m *mutation, r *draftHandle, open func(*draft.Draft) (*draft.Draft, diag.List)) diag.List {
	var in *draft.Draft
	if !p.Draft.Set {
		empty, faults := draft.Open(v.selectedCandidate())
		if faults != nil {
			return faults
		}
		in = empty
	} else if held := v.selectedDraft(); held.source == p.Candidate {
		in = held.Draft
	} else {
		return fault(codeStaleDraft, "the draft was opened on another candidate")
	}
	made, faults := open(in)
	return keepDraft(v, m, r, made, p.Candidate, faults)
}

func openBodyHole(v *view, p *openHoleParams, m *mutation, r *draftHandle) diag.List {
	return openIn(v, p, m, r, func(in *draft.Draft) (*draft.Draft, diag.List) {
		return in.OpenBody(v.programs, string(p.Hole), string(p.Target))
	})
}

func openExpressionHole(v *view, p *openHoleParams, m *mutation, r *draftHandle) diag.List {
	return openIn(v, p, m, r, func(in *draft.Draft) (*draft.Draft, diag.List) {
		return in.OpenExpression(v.programs, string(p.Hole), string(p.Target), string(p.Expression))
	})
}

func openContractHole(v *view, p *openHoleParams, m *mutation, r *draftHandle) diag.List {
	return openIn(v, p, m, r, func(in *draft.Draft) (*draft.Draft, diag.List) {
		return in.OpenContract(v.programs, string(p.Hole), string(p.Target), string(p.Expression))
	})
}

// fillParams carry the expression a hole is filled with.
type fillParams struct {
	drafted
	Hole, Expression []byte
}

func fillParamsShape() *schema.Kind[fillParams] {
	type f = fillParams
	return schema.Params(toleratedParam,
		chooseDraft(func(p *f) *drafted { return &p.drafted }),
		holeID(func(p *f) *[]byte { return &p.Hole }),
		schema.Required("expression", schema.ObjectOf(intent.ExpressionDocument), func(p *f) *[]byte { return &p.Expression }).
			Doc("One typed expression; hole/query says what may stand in the hole."))
}

func fillHole(v *view, p *fillParams, m *mutation, r *draftHandle) diag.List {
	held := v.selectedDraft()
	made, faults := held.Fill(v.programs, string(p.Hole), p.Expression)
	return keepDraft(v, m, r, made, held.source, faults)
}

func completeDraft(v *view, _ *draftParams, m *mutation, r *candidateHandle) diag.List {
	c, faults := v.selectedDraft().Complete()
	return keepCandidate(m, r, c, faults)
}

func discardDraft(_ *view, p *draftParams, m *mutation, r *discarded) diag.List {
	m.discard(draftShelf, p.Draft)
	r.Revision = p.Draft
	return nil
}
