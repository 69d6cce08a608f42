package candidate

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// RepairCatalogueSchema names the catalogue of repairs.
const RepairCatalogueSchema = "semaprax.project-candidate-repair-catalog.v1"

// RepairCatalogue lists the repair of an attempt, or says why there is none.
type RepairCatalogue struct {
	Attempt, Candidate, Project canon.Digest
	Repairs                     []Repair
	Reason                      string
}

// RepairCatalogueShape declares the catalogue.
func RepairCatalogueShape() *schema.Kind[RepairCatalogue] {
	type c = RepairCatalogue
	reason := schema.Choice(reasonNoClass, reasonNoLiteral, reasonNoSignature, reasonNoInteger, reasonSameType,
		reasonOutOfRange, reasonNotAdmitted, reasonRepairExists)
	return schema.Document(RepairCatalogueSchema,
		schema.Required("attempt_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Attempt }),
		schema.Required("base_candidate_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Required("base_project_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Project }),
		schema.Required("repairs", schema.Array(repairShape(), 0, 1), func(p *c) *[]Repair { return &p.Repairs }),
		schema.Required("availability_reason", reason, func(p *c) *string { return &p.Reason }),
		schema.Const[c]("legacy_identity_repair", "assign_function_id_is_a_breaking_identity_rebase_and_not_a_stable_identity_preserving_candidate_change"),
		schema.Const[c]("tests", "not_run"),
		schema.False[c]("source_authority"),
		schema.ConstStrings[c]("nonclaims", "not_general_diagnostic_repair", "no_invalid_source_or_hir_admission",
			"no_automatic_repair_selection"))
}

func repairShape() *schema.Kind[Repair] {
	type r = Repair
	common := []schema.Field[r]{
		schema.Required("repair_id", schema.Digest(), func(p *r) *canon.Digest { return &p.ID }),
		schema.Required("target", schema.String(), func(p *r) *string { return &p.Target }),
		schema.Required("change", schema.Rendered(ChangeShape()), func(p *r) *[]byte { return &p.Change }),
		schema.Required("semantic_change_intent", schema.Opaque(intent.IntentionDocument), func(p *r) *[]byte { return &p.Intent }),
		schema.Required("validated_candidate_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Validated }),
		schema.Const[r]("validation", "normal_full_candidate_apply"),
		schema.Const[r]("tests", "not_run"),
		schema.False[r]("source_authority"),
	}
	integer := schema.Choice("i64", "i32", "u8", "usize")
	literal := append(common[:len(common):len(common)],
		schema.Const[r]("class", string(RepairLiteral)),
		schema.Const[r]("evidence_owner", "retained_target_return_type_and_full_candidate_admission"),
		schema.Required("from_type", integer, func(p *r) *string { return &p.FromType }),
		schema.Required("expected_type", integer, func(p *r) *string { return &p.ExpectedType }),
		schema.Required("preserved_integer_value", preservedValue(), func(p *r) *r { return p }))
	replacement := schema.Object(
		schema.Required("field", schema.String(), func(p *Replacement) *string { return &p.Field }),
		schema.Required("root", schema.String(), func(p *Replacement) *string { return &p.Root }))
	field := append(common[:len(common):len(common)],
		schema.Const[r]("class", string(RepairByteField)),
		schema.Const[r]("evidence_owner", "closed_builtin_projection_pattern_and_full_candidate_admission"),
		schema.Const[r]("diagnostic_code", string(diag.T266)),
		schema.Required("replacement_count", schema.Within(schema.Count(1, MaxReplacements), func(p *r) *int { n := len(p.Replacements); return &n }), func(p *r) *r { return p }),
		schema.Required("replacements", schema.Array(replacement, 1, MaxReplacements), func(p *r) *[]Replacement { return &p.Replacements }))
	return schema.OneOfKinds(func(p *r) int {
		if p.Class == RepairLiteral {
			return 0
		}
		return 1
	}, schema.Object(literal...), schema.Object(field...))
}

// preservedValue is the value of a retagged literal, signed or not as it was.
func preservedValue() *schema.Kind[Repair] {
	return schema.OneOfKinds(func(p *Repair) int {
		if p.FromType == "u8" || p.FromType == "usize" {
			return 1
		}
		return 0
	},
		schema.Within(schema.Signed(-1<<63, 1<<63-1), func(p *Repair) *int64 { return &p.Value }),
		schema.Within(schema.Uint(), func(p *Repair) *uint64 { return &p.Unsigned }))
}

// Repairs derives the catalogue of an attempt: the one repair its refused change
// admits, applied in full to prove it, or the reason for none.
func (a *Attempt) Repairs(p *Programs) (*RepairCatalogue, diag.List) {
	repair, reason, fault := a.derive(p)
	if fault != nil {
		return nil, fault
	}
	out := &RepairCatalogue{Attempt: a.revision, Candidate: a.candidate.revision, Project: a.change.base, Reason: reason}
	if repair != nil {
		out.Repairs = []Repair{*repair}
	}
	return out, nil
}
