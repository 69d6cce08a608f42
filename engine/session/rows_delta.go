package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/delta"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// deltaRows declares the reviews and deltas between a candidate and its base, each
// read in chunks.
func deltaRows() []row {
	prepare := policy.GrantCandidatePrepare
	return []row{
		read("candidate/semantic-delta", "A chunk of how one declaration differs from the base, facet by facet.",
			semanticDeltaParamsShape(), semanticDeltaChunkShape(), semanticDeltaOf).
			needing(prepare).described(policy.GrantSemanticRead).inBatch().carrying(delta.SemanticSchema).
			coded(append(delta.Semantic.Codes(), delta.CodeOffset)...),
		read("candidate/semantic-delta-catalog", "A chunk of the list of declarations that differ from the base as they are written.",
			candidateChunkParamsShape(maxDeltaOffset), semanticDeltaChunkShape(), semanticCatalogueOf).
			needing(prepare).described(policy.GrantSemanticRead).inBatch().carrying(delta.CatalogueSchema).
			coded(append(delta.SemanticCatalogue.Codes(), delta.CodeOffset)...),
		wholeDelta(delta.Interface, "candidate/interface-delta", "semaprax.image-interface-delta-chunk.v1",
			"A chunk of how protocols and their implementations differ from the base."),
		wholeDelta(delta.Contract, "candidate/contract-delta", "semaprax.image-contract-delta-chunk.v1",
			"A chunk of how contract clauses, and the functions they rest on, differ from the base."),
		wholeDelta(delta.Ownership, "candidate/ownership-delta", "semaprax.image-ownership-delta-chunk.v1",
			"A chunk of how signatures, ownership and cleanup of functions differ from the base."),
		read("candidate/source-review", "A chunk of the whole text of every changed file, before and after, with its difference.",
			candidateChunkParamsShape(delta.MaxReviewBytes), reviewChunkShape("semaprax.image-source-review-chunk.v1", delta.ReviewSchema), sourceReviewOf).
			needing(prepare).inBatch().carrying(delta.ReviewSchema).coded(diag.G222, codeCandidates),
	}
}

// maxDeltaOffset is the greatest offset the semantic deltas admit in a request.
const maxDeltaOffset = 67_108_864

// semanticDeltaParams ask for a piece of the delta of one declaration.
type semanticDeltaParams struct {
	chosen
	Target []byte
	Window window
}

func semanticDeltaParamsShape() *schema.Kind[semanticDeltaParams] {
	type s = semanticDeltaParams
	return schema.Params(toleratedParam,
		choose(func(p *s) *chosen { return &p.chosen }),
		targeted(func(p *s) *[]byte { return &p.Target }),
		windowed(func(p *s) *window { return &p.Window }, maxDeltaOffset))
}

// semanticDeltaChunk is semaprax.image-semantic-delta-chunk.v1; Target is empty for
// the catalogue.
type semanticDeltaChunk struct {
	Candidate canon.Digest
	Report    string
	Target    []byte
	chunk
}

func semanticDeltaChunkShape() *schema.Kind[semanticDeltaChunk] {
	type c = semanticDeltaChunk
	return schema.Document("semaprax.image-semantic-delta-chunk.v1",
		schema.Required("candidate_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Required("target", schema.NullWhenZero(schema.Text(maxTargetBytes)), func(p *c) *[]byte { return &p.Target }),
		schema.Required("report_schema", schema.Choice(delta.SemanticSchema, delta.CatalogueSchema), func(p *c) *string { return &p.Report }),
		chunked(func(p *c) *chunk { return &p.chunk }),
		schema.False[c]("source_authority"))
}

func semanticDeltaOf(v *view, p *semanticDeltaParams, r *semanticDeltaChunk) diag.List {
	piece, faults := v.reportPiece(delta.Semantic, string(p.Target), p.Window)
	*r = semanticDeltaChunk{p.Candidate, delta.SemanticSchema, p.Target, piece}
	return faults
}

func semanticCatalogueOf(v *view, p *candidateChunkParams, r *semanticDeltaChunk) diag.List {
	piece, faults := v.reportPiece(delta.SemanticCatalogue, "", p.Window)
	*r = semanticDeltaChunk{p.Candidate, delta.CatalogueSchema, nil, piece}
	return faults
}

// reportPiece is the piece of a report about the selected candidate that w asks for.
func (v *view) reportPiece(kind delta.Kind, target string, w window) (chunk, diag.List) {
	report, faults := v.reports.Report(kind, v.programs, v.selectedCandidate(), target)
	if faults != nil {
		return chunk{}, faults
	}
	return pieceOf("report", report, w, kind.Offset())
}

// reviewChunk is a chunk of a report about a whole candidate.
type reviewChunk struct {
	Image, Candidate canon.Digest
	chunk
}

func reviewChunkShape(document, report string) *schema.Kind[reviewChunk] {
	type c = reviewChunk
	return schema.Document(document,
		schema.Required("image_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Image }),
		schema.Required("candidate_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Const[c]("report_schema", report),
		chunked(func(p *c) *chunk { return &p.chunk }),
		schema.False[c]("source_authority"))
}

// wholeDelta declares a delta of a whole candidate.
func wholeDelta(kind delta.Kind, name, document, doc string) row {
	work := func(v *view, p *candidateChunkParams, r *reviewChunk) diag.List {
		piece, faults := v.reportPiece(kind, "", p.Window)
		*r = reviewChunk{v.image.Revision(), p.Candidate, piece}
		return faults
	}
	return read(name, doc, candidateChunkParamsShape(delta.MaxReportBytes), reviewChunkShape(document, kind.Schema()), work).
		needing(policy.GrantCandidatePrepare).inBatch().carrying(kind.Schema()).coded(kind.Codes()...)
}

func sourceReviewOf(v *view, p *candidateChunkParams, r *reviewChunk) diag.List {
	report, faults := v.reports.Review(v.programs, v.selectedCandidate())
	if faults != nil {
		return faults
	}
	piece, faults := pieceOf("report", report, p.Window, diag.G222)
	*r = reviewChunk{v.image.Revision(), p.Candidate, piece}
	return faults
}
