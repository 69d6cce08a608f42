package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/draft"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// draftReadRows declares the reads of drafts and their holes.
func draftReadRows() []row {
	prepare := policy.GrantCandidatePrepare
	return []row{
		read("hole/query", "Everything that may stand in a hole: scope, calls, effects, contracts, constructors, prior proofs.",
			holeParamsShape(), holeContextShape(), holeContextOf).
			needing(prepare).described(policy.GrantSemanticRead).inBatch().coded(draft.CodeHole, draft.CodeCapacity).
			offering(draft.BodyContextShape().Node(), draft.ExpressionContextShape().Node(), draft.ContractContextShape().Node()),
		read("hole/summary", "The context of a hole without its lists, which hole/page returns.",
			holeParamsShape(), draft.SummaryShape(), holeSummaryOf).
			needing(prepare).inBatch().coded(draft.CodeHole, draft.CodeCapacity),
		read("hole/page", "A page of one list of a hole's context.",
			holePageParamsShape(), draft.PageShape(), holePageOf).
			needing(prepare).inBatch().coded(draft.CodeHole, draft.CodeCapacity),
		read("hole/expression-catalog", "The expressions of a body or its contracts that holes can be opened for.",
			draftCatalogueParamsShape(), draft.CatalogueShape(), draftCatalogueOf).
			needing(prepare).inBatch().coded(draft.CodeHole, draft.CodeCapacity),
		read("hole/fill-suggestions", "Expressions that were filled in and accepted, without keeping them.",
			holeParamsShape(), draft.SuggestionsShape(), suggestionsOf).
			needing(prepare).inBatch().coded(draft.CodeHole, draft.CodeCapacity),
		read("hole/recovery-export", "A chunk of the capsule that restores a draft in another session.",
			draftChunkParamsShape(), draftChunkShape(), draftChunkOf).
			needing(prepare).inBatch().carrying(draft.CapsuleSchema, draft.LineageCapsuleSchema).coded(draft.CodeHole, draft.CodeCapacity),
	}
}

// holeParams name a hole of a draft.
type holeParams struct {
	drafted
	Hole []byte
}

func holeParamsShape() *schema.Kind[holeParams] {
	return schema.Params(toleratedParam,
		chooseDraft(func(p *holeParams) *drafted { return &p.drafted }),
		holeID(func(p *holeParams) *[]byte { return &p.Hole }))
}

// holeContextShape is the context of whatever kind of hole.
func holeContextShape() *schema.Kind[draft.Context] {
	return schema.OneOfKinds(func(c *draft.Context) int {
		switch c.Kind {
		case draft.Expression:
			return 1
		case draft.Contract:
			return 2
		}
		return 0
	}, draft.BodyContextShape(), draft.ExpressionContextShape(), draft.ContractContextShape())
}

func holeContextOf(v *view, p *holeParams, r *draft.Context) diag.List {
	c, faults := v.selectedDraft().Context(v.programs, string(p.Hole))
	if faults != nil {
		return faults
	}
	if _, _, faults := c.Render(); faults != nil {
		return faults
	}
	*r = *c
	return nil
}

func holeSummaryOf(v *view, p *holeParams, r *draft.Summary) diag.List {
	summary, faults := v.selectedDraft().Summary(v.programs, string(p.Hole))
	return deliverPointer(r, summary, faults)
}

type holePageParams struct {
	drafted
	Hole []byte
	Page draft.PageOptions
}

func holePageParamsShape() *schema.Kind[holePageParams] {
	type h = holePageParams
	return schema.Params(toleratedParam,
		chooseDraft(func(p *h) *drafted { return &p.drafted }),
		holeID(func(p *h) *[]byte { return &p.Hole }),
		schema.Required("reference", schema.Digest(), func(p *h) *canon.Digest { return &p.Page.Reference }).
			Doc("The reference of a facet in hole/summary."),
		schema.Defaulted("offset", schema.Count(0, draft.MaxOffset), func(p *h) *int { return &p.Page.Offset }, 0).
			Doc("The item to start at: the next_offset of the page before."),
		schema.Defaulted("limit", schema.Count(1, draft.MaxPageItems), func(p *h) *int { return &p.Page.Limit }, draft.DefaultPageItems).
			Doc("The most items of a page."))
}

func holePageOf(v *view, p *holePageParams, r *draft.Page) diag.List {
	page, faults := v.selectedDraft().Page(v.programs, string(p.Hole), p.Page)
	return deliverPointer(r, page, faults)
}

type draftCatalogueParams struct {
	drafted
	Target []byte
	Region draft.Region
}

func draftCatalogueParamsShape() *schema.Kind[draftCatalogueParams] {
	type d = draftCatalogueParams
	return schema.Params(toleratedParam,
		chooseDraft(func(p *d) *drafted { return &p.drafted }),
		targeted(func(p *d) *[]byte { return &p.Target }),
		schema.Required("region", schema.Choice(draft.RegionBody, draft.RegionContract), func(p *d) *draft.Region { return &p.Region }).
			Doc("Which part of the function."))
}

func draftCatalogueOf(v *view, p *draftCatalogueParams, r *draft.Catalogue) diag.List {
	catalogue, faults := v.selectedDraft().Expressions(v.programs, string(p.Target), p.Region)
	return deliverPointer(r, catalogue, faults)
}

func suggestionsOf(v *view, p *holeParams, r *draft.Suggestions) diag.List {
	suggestions, faults := v.selectedDraft().Suggest(v.programs, string(p.Hole))
	return deliverPointer(r, suggestions, faults)
}

// draftChunkParams ask for a piece of a draft's capsule.
type draftChunkParams struct {
	drafted
	Window window
}

func draftChunkParamsShape() *schema.Kind[draftChunkParams] {
	type d = draftChunkParams
	return schema.Params(toleratedParam,
		chooseDraft(func(p *d) *drafted { return &p.drafted }),
		windowed(func(p *d) *window { return &p.Window }, draft.MaxCapsuleBytes))
}

// draftChunk is semaprax.image-draft-recovery-chunk.v1.
type draftChunk struct {
	Draft   canon.Digest
	Capsule string // the name of its form
	chunk
}

func draftChunkShape() *schema.Kind[draftChunk] {
	type d = draftChunk
	return schema.Document("semaprax.image-draft-recovery-chunk.v1",
		schema.Required("draft_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Draft }),
		schema.Required("capsule_schema", schema.Choice(draft.CapsuleSchema, draft.LineageCapsuleSchema), func(p *d) *string { return &p.Capsule }),
		chunked(func(p *d) *chunk { return &p.chunk }),
		schema.False[d]("materializable", "source_authority"))
}

func draftChunkOf(v *view, p *draftChunkParams, r *draftChunk) diag.List {
	held := v.selectedDraft()
	capsule, faults := held.Capsule(v.programs)
	if faults != nil {
		return faults
	}
	piece, faults := pieceOf("capsule", capsule, p.Window, draft.CodeHole)
	if faults != nil {
		return faults
	}
	*r = draftChunk{held.Revision(), held.CapsuleSchema(), piece}
	return nil
}
