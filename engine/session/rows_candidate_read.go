package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// candidateReadRows declares the reads of candidates and of what is retained. The
// older ones are described as reads of the image, although they need the grant.
func candidateReadRows() []row {
	prepare, described := policy.GrantCandidatePrepare, policy.GrantSemanticRead
	return []row{
		read("candidate/query", "A chunk of a candidate's report: changes, operations, source diffs, impact.",
			candidateChunkParamsShape(candidate.MaxReportBytes), reportChunkShape(), reportChunkOf).
			needing(prepare).described(described).inBatch().carrying(candidate.ReportSchema).coded(diag.G222),
		read("candidate/recovery-export", "A chunk of the capsule that restores a candidate in another session.",
			candidateChunkParamsShape(candidate.MaxCapsuleBytes), capsuleChunkShape(), capsuleChunkOf).
			needing(prepare).described(described).inBatch().carrying(candidate.CapsuleSchema).coded(candidate.CodeCapsule, candidate.CodeCapsuleBound),
		read("candidate/validate", "Replay a candidate from its base and compare every byte.",
			candidateParamsShape(), validationShape(), validationOf).
			needing(prepare).described(described).inBatch().coded(diag.G222),
		read("candidate/impact", "Everything that needs a declaration of a candidate.",
			candidateImpactParamsShape(), candidateImpactShape(), candidateImpactOf).
			needing(prepare).described(described).inBatch().coded(image.CodeQuery, image.CodeCapacity),
		read("validation/catalog", "What can validate a candidate here, and which gates remain outside.",
			boundOnlyShape(), validationCatalogueShape(false), validationCatalogueOf).
			needing(prepare).yielding(policy.GrantCandidateTest).described(described).inBatch(),
		read("validation/catalog", "What can validate a candidate here, tests among it, and which gates remain outside.",
			boundOnlyShape(), validationCatalogueShape(true), validationCatalogueOf).
			needing(prepare).needing(policy.GrantCandidateTest).described(described).inBatch(),
		read("workspace/retained-subjects", "Every candidate, draft and rejected attempt the session retains.",
			boundOnlyShape(), retainedShape(), retainedSubjects).
			needing(prepare).coded(codeSubjects, codeSubjectsOverflow),
	}
}

// candidateChunk is a chunk payload about a candidate.
type candidateChunk struct {
	Candidate canon.Digest
	chunk
}

// candidateChunkShape declares a chunk payload that names its report under a key of
// its own.
func candidateChunkShape(document, reportKey, report string) *schema.Kind[candidateChunk] {
	type c = candidateChunk
	return schema.Document(document,
		schema.Required("candidate_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Const[c](reportKey, report),
		chunked(func(p *c) *chunk { return &p.chunk }),
		schema.False[c]("source_authority"))
}

func reportChunkShape() *schema.Kind[candidateChunk] {
	return candidateChunkShape("semaprax.image-candidate-report-chunk.v1", "report_schema", candidate.ReportSchema)
}

func capsuleChunkShape() *schema.Kind[candidateChunk] {
	return candidateChunkShape("semaprax.image-candidate-recovery-chunk.v1", "capsule_schema", candidate.CapsuleSchema)
}

// fill answers the piece of a report that w asks for; code is that of an offset
// which is beyond the end or inside a character.
func (r *candidateChunk) fill(revision canon.Digest, report []byte, w window, code diag.Code) diag.List {
	piece, faults := pieceOf("report", report, w, code)
	if faults != nil {
		return faults
	}
	*r = candidateChunk{Candidate: revision, chunk: piece}
	return nil
}

func reportChunkOf(v *view, p *candidateChunkParams, r *candidateChunk) diag.List {
	return r.fill(p.Candidate, v.selectedCandidate().Report(), p.Window, diag.G222)
}

func capsuleChunkOf(v *view, p *candidateChunkParams, r *candidateChunk) diag.List {
	capsule, faults := v.selectedCandidate().Capsule(v.programs)
	if faults != nil {
		return faults
	}
	return r.fill(p.Candidate, capsule, p.Window, candidate.CodeCapsule)
}

// validation is semaprax.image-candidate-validation.v1.
type validation struct{ Candidate canon.Digest }

func validationShape() *schema.Kind[validation] {
	type a = validation
	return schema.Document("semaprax.image-candidate-validation.v1",
		schema.Required("candidate_revision", schema.Digest(), func(p *a) *canon.Digest { return &p.Candidate }),
		schema.ConstBool[a]("independently_replayed", true),
		schema.ConstBool[a]("source_reparsed", true),
		schema.ConstBool[a]("project_profile_admitted", true),
		schema.Const[a]("tests", "not_run"),
		schema.False[a]("target_execution", "commit_authority"))
}

func validationOf(v *view, p *candidateParams, r *validation) diag.List {
	r.Candidate = p.Candidate
	return v.selectedCandidate().Validate(v.programs)
}

type candidateImpactParams struct {
	chosen
	Walk walkParams // its target and bounds
}

func candidateImpactParamsShape() *schema.Kind[candidateImpactParams] {
	type c = candidateImpactParams
	return schema.Params(toleratedParam,
		choose(func(p *c) *chosen { return &p.chosen }),
		targeted(func(p *c) *[]byte { return &p.Walk.Target }),
		schema.Lift(func(p *c) *walkParams { return &p.Walk }, walkBounds(image.DefaultImpactDepth)))
}

// candidateImpact is semaprax.image-candidate-impact.v1.
type candidateImpact struct {
	Candidate canon.Digest
	Impact    []byte
}

func candidateImpactShape() *schema.Kind[candidateImpact] {
	type c = candidateImpact
	return schema.Document("semaprax.image-candidate-impact.v1",
		schema.Required("candidate_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Required("impact", schema.Opaque(image.ImpactSchema), func(p *c) *[]byte { return &p.Impact }))
}

func candidateImpactOf(v *view, p *candidateImpactParams, r *candidateImpact) diag.List {
	current, faults := v.programs.Current(v.selectedCandidate())
	if faults != nil {
		return faults
	}
	options := candidate.DefaultImpact(string(p.Walk.Target))
	options.Depth, options.MaxBytes, options.MaxNodes = p.Walk.Depth, p.Walk.Bytes, p.Walk.MaxNodes
	walk, faults := current.Impact(options)
	if faults != nil {
		return faults
	}
	*r = candidateImpact{p.Candidate, image.ImpactShape().AppendCJ(nil, walk)}
	return nil
}

// validationCatalogue is semaprax.image-validation-catalog.v1, or v2 where the host
// selects tests. All of it is constant.
type validationCatalogue struct{}

func validationCatalogueShape(tests bool) *schema.Kind[validationCatalogue] {
	type c = validationCatalogue
	replay := `{"kind":"independent_source_and_target_projection_replay","method":"candidate/validate","runtime_execution":false}`
	gates := []string{"native_and_wasm_runtime_conformance", "full_quality_profile"}
	if !tests {
		return schema.Document("semaprax.image-validation-catalog.v1",
			schema.ConstJSON[c]("available", "["+replay+"]"),
			schema.ConstStrings[c]("required_external_gates", append([]string{"affected_project_tests"}, gates...)...),
			schema.Const[c]("tests", "not_run"),
			schema.False[c]("source_authority"))
	}
	run := `{"kind":"bounded_project_interpreter_test_closure","method":"candidate/test","runtime_execution":true}`
	return schema.Document("semaprax.image-validation-catalog.v2",
		schema.ConstJSON[c]("available", "["+replay+","+run+"]"),
		schema.ConstStrings[c]("required_external_gates", gates...),
		schema.Const[c]("tests", "available_only_on_explicit_request"),
		schema.False[c]("source_authority"))
}

func validationCatalogueOf(*view, *boundOnly, *validationCatalogue) diag.List { return nil }
