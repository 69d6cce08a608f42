package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// codeReportChunk is the code of an offset outside an attempt report or interface catalogue.
const codeReportChunk diag.Code = "SPX-G241"

// attemptRows declares the methods of refused changes and their repairs.
func attemptRows() []row {
	diagnostics := policy.GrantCandidateDiagnostics
	return []row{
		change("candidate/attempt", "Apply one intention; a refusal by the compiler is kept with its diagnostics.",
			applyParamsShape(), attemptOutcomeShape(), attemptIntent).
			needing(diagnostics).coded(diag.G222, codeCandidates, codeAttempts).taking(intent.IntentionShape().Node()),
		read("attempt/summary", "How many diagnostics a rejected attempt has.",
			attemptParamsShape(), candidate.AttemptSummaryShape(), attemptSummaryOf).
			needing(diagnostics).inBatch(),
		read("attempt/query", "A chunk of the report of a rejected attempt.",
			attemptChunkParamsShape(), attemptChunkShape(), attemptChunkOf).
			needing(diagnostics).inBatch().carrying(candidate.AttemptSchema).coded(codeReportChunk),
		read("attempt/repair-catalog", "The repair a rejected attempt admits, proven by applying it, or why there is none.",
			attemptParamsShape(), candidate.RepairCatalogueShape(), repairCatalogueOf).
			needing(diagnostics).inBatch(),
		change("attempt/repair-apply", "Apply a repair of the catalogue to the candidate of the attempt.",
			repairParamsShape(), candidateHandleShape(), applyRepair).
			needing(diagnostics).coded(diag.G222, codeCandidates, diag.G270),
		change("attempt/discard", "Drop a rejected attempt.",
			attemptParamsShape(), discardShape("semaprax.image-attempt-discard.v1", "attempt_revision"), discardAttempt).
			needing(diagnostics),
	}
}

// attemptOutcome is semaprax.image-candidate-attempt-outcome.v1: one of the two is
// set.
type attemptOutcome struct {
	Candidate schema.Maybe[candidateHandle]
	Attempt   schema.Maybe[candidate.AttemptSummary]
}

func attemptOutcomeShape() *schema.Kind[attemptOutcome] {
	type o = attemptOutcome
	status := schema.Within(schema.Choice("accepted", "rejected"), func(p *o) *string {
		status := "rejected"
		if p.Candidate.Set {
			status = "accepted"
		}
		return &status
	})
	return schema.Document("semaprax.image-candidate-attempt-outcome.v1",
		schema.Required("status", status, func(p *o) *o { return p }),
		schema.Required("candidate", schema.Nullable(candidateHandleShape()), func(p *o) *schema.Maybe[candidateHandle] { return &p.Candidate }),
		schema.Required("attempt", schema.Nullable(candidate.AttemptSummaryShape()), func(p *o) *schema.Maybe[candidate.AttemptSummary] { return &p.Attempt }))
}

func attemptIntent(v *view, p *applyParams, m *mutation, r *attemptOutcome) diag.List {
	change, faults := changeOf(v, p)
	if faults != nil {
		return faults
	}
	accepted, rejected, faults := v.selectedCandidate().Attempt(v.programs, change)
	switch {
	case faults != nil:
		return faults
	case accepted != nil:
		m.retain(candidateShelf, accepted)
		r.Candidate = schema.Some(handleOf(accepted))
	default:
		m.retain(attemptShelf, rejected)
		r.Attempt = schema.Some(rejected.Summary())
	}
	return nil
}

// attempted is embedded in the parameters of methods that work on one attempt.
type attempted struct {
	bound
	Attempt canon.Digest
}

func (a *attempted) selection() selection { return selection{attempt: &a.Attempt} }

func attemptField[P any](at func(*P) *attempted) schema.Field[P] {
	return schema.Lift(at,
		bind(func(a *attempted) *bound { return &a.bound }),
		schema.Required("attempt_revision", schema.Digest(), func(a *attempted) *canon.Digest { return &a.Attempt }).
			Doc("The attempt_revision of candidate/attempt."))
}

type attemptParams struct{ attempted }

func attemptParamsShape() *schema.Kind[attemptParams] {
	return schema.Params(toleratedParam, attemptField(func(p *attemptParams) *attempted { return &p.attempted }))
}

func attemptSummaryOf(v *view, _ *attemptParams, r *candidate.AttemptSummary) diag.List {
	*r = v.selectedAttempt().Summary()
	return nil
}

type attemptChunkParams struct {
	attempted
	Window window
}

func attemptChunkParamsShape() *schema.Kind[attemptChunkParams] {
	type c = attemptChunkParams
	return schema.Params(toleratedParam,
		attemptField(func(p *c) *attempted { return &p.attempted }),
		windowed(func(p *c) *window { return &p.Window }, candidate.MaxReportBytes))
}

// attemptChunk is semaprax.image-attempt-report-chunk.v1.
type attemptChunk struct {
	Attempt canon.Digest
	chunk
}

func attemptChunkShape() *schema.Kind[attemptChunk] {
	type c = attemptChunk
	return schema.Document("semaprax.image-attempt-report-chunk.v1",
		schema.Required("attempt_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Attempt }),
		schema.Const[c]("report_schema", candidate.AttemptSchema),
		chunked(func(p *c) *chunk { return &p.chunk }),
		schema.False[c]("source_authority", "materializable"))
}

func attemptChunkOf(v *view, p *attemptChunkParams, r *attemptChunk) diag.List {
	piece, faults := pieceOf("report", v.selectedAttempt().Report(), p.Window, codeReportChunk)
	if faults != nil {
		return faults
	}
	*r = attemptChunk{p.Attempt, piece}
	return nil
}

func repairCatalogueOf(v *view, _ *attemptParams, r *candidate.RepairCatalogue) diag.List {
	catalogue, faults := v.selectedAttempt().Repairs(v.programs)
	return deliverPointer(r, catalogue, faults)
}

type repairParams struct {
	attempted
	Repair canon.Digest
}

func repairParamsShape() *schema.Kind[repairParams] {
	type r = repairParams
	return schema.Params(toleratedParam,
		attemptField(func(p *r) *attempted { return &p.attempted }),
		schema.Required("repair_id", schema.Digest(), func(p *r) *canon.Digest { return &p.Repair }).
			Doc("The repair_id of attempt/repair-catalog."))
}

func applyRepair(v *view, p *repairParams, m *mutation, r *candidateHandle) diag.List {
	c, faults := v.selectedAttempt().Repair(v.programs, p.Repair)
	return keepCandidate(m, r, c, faults)
}

func discardAttempt(_ *view, p *attemptParams, m *mutation, r *discarded) diag.List {
	m.discard(attemptShelf, p.Attempt)
	r.Revision = p.Attempt
	return nil
}
