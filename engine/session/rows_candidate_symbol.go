package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// maxSymbolOffset bounds the offset of a chunk of symbol diagnostics.
const maxSymbolOffset = 8 << 20

// symbolRows declares the diagnostics of one symbol.
func symbolRows() []row {
	return []row{
		read("candidate/symbol-diagnostics", "A chunk of the retained refusals of changes to one declaration, with their repairs.",
			symbolChunkParamsShape(), symbolChunkShape(), symbolChunkOf).
			needing(policy.GrantCandidateDiagnostics).inBatch().carrying(candidate.SymbolSchema).
			coded(codeReportChunk, codeAttempts, codeStaleAttempt),
	}
}

type symbolChunkParams struct {
	chosen
	Target   []byte
	Window   window
	Expected schema.Maybe[canon.Digest]
}

// continuesBlindly reports whether the request continues a report without naming it.
func (p *symbolChunkParams) continuesBlindly() bool { return p.Window.Offset > 0 && !p.Expected.Set }

// selection names no candidate for a blind continuation, which is refused before
// anything is looked up.
func (p *symbolChunkParams) selection() selection {
	if p.continuesBlindly() {
		return selection{}
	}
	return p.chosen.selection()
}

func symbolChunkParamsShape() *schema.Kind[symbolChunkParams] {
	type c = symbolChunkParams
	return schema.Params(toleratedParam,
		choose(func(p *c) *chosen { return &p.chosen }),
		targeted(func(p *c) *[]byte { return &p.Target }),
		windowed(func(p *c) *window { return &p.Window }, maxSymbolOffset),
		schema.Optional("expected_report_revision", schema.Present(schema.Digest()), func(p *c) *schema.Maybe[canon.Digest] { return &p.Expected }).
			Doc("The report_revision of the chunk before; needed for every offset but 0."))
}

// symbolChunk is semaprax.image-symbol-diagnostics-chunk.v1.
type symbolChunk struct {
	Image, Candidate canon.Digest
	Target           string
	Report           canon.Digest
	chunk
}

func symbolChunkShape() *schema.Kind[symbolChunk] {
	type c = symbolChunk
	return schema.Document("semaprax.image-symbol-diagnostics-chunk.v1",
		schema.Const[c]("report_schema", candidate.SymbolSchema),
		schema.Required("image_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Image }),
		schema.Required("candidate_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Required("target", schema.String(), func(p *c) *string { return &p.Target }),
		schema.Required("report_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Report }),
		chunked(func(p *c) *chunk { return &p.chunk }),
		schema.False[c]("source_authority"))
}

func symbolChunkOf(v *view, p *symbolChunkParams, r *symbolChunk) diag.List {
	if p.continuesBlindly() {
		return fault(codeStaleAttempt, "a continuation names its report with expected_report_revision")
	}
	var attempts []*candidate.Attempt
	for _, s := range v.retained.attempts.subjects {
		if a, ok := s.(*candidate.Attempt); ok {
			attempts = append(attempts, a)
		}
	}
	report, revision, faults := v.selectedCandidate().SymbolDiagnostics(v.programs, v.image, string(p.Target), attempts)
	if faults != nil {
		return faults
	}
	if p.Expected.Set && p.Expected.Value != revision {
		return fault(codeStaleAttempt, "the report has changed since the chunk before")
	}
	piece, faults := pieceOf("report", report, p.Window, codeReportChunk)
	if faults != nil {
		return faults
	}
	*r = symbolChunk{v.image.Revision(), p.Candidate, string(p.Target), revision, piece}
	return nil
}
