package candidate

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Names and bounds of the diagnostics of one symbol (candidate facts 7.4).
const (
	SymbolSchema        = "semaprax.project-candidate-symbol-diagnostics.v1"
	symbolAttemptSchema = "semaprax.project-candidate-symbol-diagnostic-attempt.v1"
	domainSymbol        = "semaprax.project-candidate-symbol-diagnostics.report.v1"

	// MaxSymbolAttempts bounds the attempts whose repairs one report derives.
	MaxSymbolAttempts = 4
	// MaxSymbolBytes bounds the report.
	MaxSymbolBytes = 1 << 20
)

// symbolReport is semaprax.project-candidate-symbol-diagnostics.v1.
type symbolReport struct {
	Image, Current, Candidate, Project canon.Digest
	Target                             string
	Provenance                         *Provenance
	Attempts                           []symbolAttempt
	Considered                         int
}

type symbolAttempt struct {
	Attempt     canon.Digest
	Provenance  *Provenance
	Diagnostics []symbolDiagnostic
	Catalogue   RepairCatalogue
}

type symbolDiagnostic struct {
	Index          int
	Code, Severity string
}

func symbolShape() *schema.Kind[symbolReport] {
	type r = symbolReport
	matches := func(p *r) *int { n := len(p.Attempts); return &n }
	availability := schema.Within(schema.Choice("no_matching_retained_rejected_attempts", "matching_retained_rejected_attempts"), func(p *r) *string {
		words := [2]string{"no_matching_retained_rejected_attempts", "matching_retained_rejected_attempts"}
		return &words[min(1, len(p.Attempts))]
	})
	work := schema.Object(
		schema.Required("retained_attempts_considered", schema.Count(0, 16), func(p *r) *int { return &p.Considered }),
		schema.Required("repair_catalog_evaluations", schema.Count(0, MaxSymbolAttempts), matches),
		schema.Required("repair_candidate_apply_upper_bound", schema.Count(0, MaxSymbolAttempts), matches))
	return schema.Document(SymbolSchema,
		schema.Required("image_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Image }),
		schema.Required("current_project_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Current }),
		schema.Required("candidate_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Candidate }),
		schema.Required("candidate_project_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Project }),
		schema.Required("target", schema.String(), func(p *r) *string { return &p.Target }),
		schema.Required("target_provenance", schema.NullWhenZero(schema.Pointer(provenanceShape())), func(p *r) **Provenance { return &p.Provenance }),
		schema.Const[r]("candidate_state", "admitted"),
		schema.Const[r]("candidate_diagnostic_inventory", "not_retained"),
		schema.Const[r]("scope", "session_retained_rejected_intents_with_exact_candidate_and_target"),
		schema.Required("availability", availability, func(p *r) *r { return p }),
		schema.Required("attempts", schema.Array(symbolAttemptShape(), 0, MaxSymbolAttempts), func(p *r) *[]symbolAttempt { return &p.Attempts }),
		schema.Required("matching_attempt_count", schema.Count(0, MaxSymbolAttempts), matches),
		schema.Required("work", work, func(p *r) *r { return p }),
		schema.ConstJSON[r]("limits", `{"repair_catalog_evaluations":4,"report_bytes":1048576,"retained_attempts_considered":16}`),
		schema.False[r]("source_authority"),
		schema.Const[r]("tests", "not_run"),
		schema.ConstStrings[r]("nonclaims", "empty_scope_is_not_absence_of_all_diagnostics_or_warnings",
			"association_is_intent_target_not_diagnostic_causality", "diagnostic_spans_do_not_identify_verified_candidate_expressions",
			"no_invalid_source_or_checked_image", "no_automatic_repair_or_repair_authority",
			"no_attempt_persistence_or_remapping_after_refresh"))
}

func symbolAttemptShape() *schema.Kind[symbolAttempt] {
	type a = symbolAttempt
	diagnostic := schema.Object(
		schema.Required("index", schema.Count(0, MaxAttemptDiagnostics-1), func(p *symbolDiagnostic) *int { return &p.Index }),
		schema.Required("code", schema.String(), func(p *symbolDiagnostic) *string { return &p.Code }),
		schema.Required("severity", schema.Choice("error", "warning"), func(p *symbolDiagnostic) *string { return &p.Severity }))
	return schema.Document(symbolAttemptSchema,
		schema.Required("attempt_revision", schema.Digest(), func(p *a) *canon.Digest { return &p.Attempt }),
		schema.Required("target_provenance", schema.NullWhenZero(schema.Pointer(provenanceShape())), func(p *a) **Provenance { return &p.Provenance }),
		schema.Required("diagnostics", schema.Array(diagnostic, 1, MaxAttemptDiagnostics), func(p *a) *[]symbolDiagnostic { return &p.Diagnostics }),
		schema.Required("repair_catalog", RepairCatalogueShape(), func(p *a) *RepairCatalogue { return &p.Catalogue }),
		schema.Const[a]("state", "rejected"),
		schema.False[a]("checked_image", "materializable"))
}

// SymbolDiagnostics reports the retained attempts made on exactly this candidate and
// target, with their repairs, and the revision of that report. current is the image
// of the session, attempts what it retains.
//
// More than MaxSymbolAttempts matches, before any repair is derived, and a report over
// MaxSymbolBytes are SPX-G242.
func (c *Candidate) SymbolDiagnostics(p *Programs, current *image.Image, target string, attempts []*Attempt) (text []byte, revision canon.Digest, fault diag.List) {
	matching := make([]*Attempt, 0, len(attempts))
	for _, a := range attempts {
		if a.candidate.revision == c.revision && a.change.member("target") == target {
			matching = append(matching, a)
		}
	}
	if len(matching) > MaxSymbolAttempts {
		return nil, revision, refusal(CodeAttemptBound, "more than %d retained attempts match; discard some", MaxSymbolAttempts)
	}
	now, fault := p.Current(c)
	if fault != nil {
		return nil, revision, fault
	}
	r := symbolReport{
		Image: current.Revision(), Current: current.Project().Revision(), Candidate: c.revision, Project: c.now.revision,
		Target: target, Provenance: provenance(now, target), Considered: len(attempts),
	}
	for _, a := range matching {
		row, fault := a.symbolRow(p, r.Provenance)
		if fault != nil {
			return nil, revision, fault
		}
		r.Attempts = append(r.Attempts, row)
	}
	text, ok := renderLine(symbolShape(), &r, MaxSymbolBytes)
	if !ok {
		return nil, revision, refusal(CodeAttemptBound, "the diagnostics of the symbol have more than %d bytes", MaxSymbolBytes)
	}
	return text, canon.Sum(domainSymbol, text), nil
}

func (a *Attempt) symbolRow(p *Programs, of *Provenance) (symbolAttempt, diag.List) {
	catalogue, fault := a.Repairs(p)
	if fault != nil {
		return symbolAttempt{}, fault
	}
	row := symbolAttempt{Attempt: a.revision, Provenance: of, Catalogue: *catalogue}
	for i, d := range a.diagnostics {
		row.Diagnostics = append(row.Diagnostics, symbolDiagnostic{i, string(d.Code), d.Severity.String()})
	}
	return row, nil
}
