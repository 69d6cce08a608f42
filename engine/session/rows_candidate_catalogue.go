package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// candidateCatalogueRows declares what lists the changes a candidate admits.
func candidateCatalogueRows() []row {
	prepare, described := policy.GrantCandidatePrepare, policy.GrantSemanticRead
	return []row{
		read("change/catalog", "The intentions a target admits, with what their expressions may name.",
			candidateTargetParamsShape(), intent.ChangeCatalogueShape(), changeCatalogueOf).
			needing(prepare).described(described).inBatch().coded(diag.G222, codeCandidates),
		read("expression/catalog", "The expressions of a function, with types, scopes and whether they can be replaced.",
			candidateTargetParamsShape(), intent.ExpressionCatalogueShape(false), expressionCatalogueOf).
			needing(prepare).described(described).inBatch().coded(diag.G225, diag.G226),
		read("candidate/contract-expression-catalog", "The expressions of a function's contracts, which can be replaced.",
			candidateTargetParamsShape(), intent.ExpressionCatalogueShape(true), contractCatalogueOf).
			needing(prepare).inBatch().coded(diag.G225, diag.G226),
		read("candidate/interface-catalog", "A chunk of the protocols a record may implement and the functions that fit.",
			interfaceCatalogueParamsShape(), interfaceChunkShape(), interfaceCatalogueOf).
			needing(prepare).described(described).inBatch().carrying(intent.InterfaceCatalogueShape().Node().Document).
			coded(codeReportChunk, diag.G272, diag.G273),
		read("protocol/constructor-schemas", "JSON Schemas of expressions, intentions, changes and capsules.",
			boundOnlyShape(), candidate.ConstructorSchemasShape(), constructorSchemasOf).
			needing(prepare).described(described).inBatch().coded(codeCandidates),
	}
}

func changeCatalogueOf(v *view, p *candidateTargetParams, r *intent.ChangeCatalogue) diag.List {
	catalogue, faults := v.selectedCandidate().ChangeCatalogue(v.programs, string(p.Target))
	return deliverPointer(r, catalogue, faults)
}

func expressionCatalogueOf(v *view, p *candidateTargetParams, r *intent.ExpressionCatalogue) diag.List {
	return expressionsOf(v, p, r, false)
}

func contractCatalogueOf(v *view, p *candidateTargetParams, r *intent.ExpressionCatalogue) diag.List {
	return expressionsOf(v, p, r, true)
}

func expressionsOf(v *view, p *candidateTargetParams, r *intent.ExpressionCatalogue, contracts bool) diag.List {
	catalogue, faults := v.selectedCandidate().ExpressionCatalogue(v.programs, string(p.Target), contracts)
	return deliverPointer(r, catalogue, faults)
}

type interfaceCatalogueParams struct {
	chosen
	Target []byte
	Window window
}

func interfaceCatalogueParamsShape() *schema.Kind[interfaceCatalogueParams] {
	type c = interfaceCatalogueParams
	return schema.Params(toleratedParam,
		choose(func(p *c) *chosen { return &p.chosen }),
		targeted(func(p *c) *[]byte { return &p.Target }),
		windowed(func(p *c) *window { return &p.Window }, candidate.MaxReportBytes))
}

// interfaceChunk is semaprax.image-interface-catalog-chunk.v1. Candidate and target
// are null only in payloads of other methods.
type interfaceChunk struct {
	Image, Candidate canon.Digest
	Target           string
	chunk
}

func interfaceChunkShape() *schema.Kind[interfaceChunk] {
	type c = interfaceChunk
	return schema.Document("semaprax.image-interface-catalog-chunk.v1",
		schema.Const[c]("report_schema", intent.InterfaceCatalogueShape().Node().Document),
		schema.Required("image_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Image }),
		schema.Required("candidate_revision", schema.NullWhenZero(schema.Digest()), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Required("target", schema.NullWhenZero(schema.String()), func(p *c) *string { return &p.Target }),
		chunked(func(p *c) *chunk { return &p.chunk }),
		schema.False[c]("source_authority"))
}

func interfaceCatalogueOf(v *view, p *interfaceCatalogueParams, r *interfaceChunk) diag.List {
	report, faults := v.selectedCandidate().InterfaceCatalogue(v.programs, string(p.Target))
	if faults != nil {
		return faults
	}
	piece, faults := pieceOf("catalogue", report, p.Window, codeReportChunk)
	if faults != nil {
		return faults
	}
	*r = interfaceChunk{v.image.Revision(), p.Candidate, string(p.Target), piece}
	return nil
}

func constructorSchemasOf(v *view, _ *boundOnly, r *candidate.ConstructorSchemas) diag.List {
	schemas, faults := v.programs.Constructors()
	return deliverPointer(r, schemas, faults)
}
