package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// CatalogueSchema names the expression catalogue of a draft.
const CatalogueSchema = "semaprax.project-draft-expression-catalog.v1"

// Region is the part of a function a catalogue lists.
type Region string

// The regions.
const (
	RegionBody     Region = "body"
	RegionContract Region = "contract"
)

// Catalogue lists the expressions of one region of a function of the last valid
// revision. Listing one admits no hole.
type Catalogue struct {
	Draft, Valid, Candidate canon.Digest
	Target                  string
	Region                  Region
	Source                  image.SourceBinding
	Effects                 []string
	Expressions             []intent.ExpressionRow
}

// Expressions makes the catalogue of a region. Refusals: SPX-G230 for a target that
// admits no holes, SPX-G231 for a bound.
func (d *Draft) Expressions(p *candidate.Programs, target string, region Region) (*Catalogue, diag.List) {
	g, fault := groundOf(p, d.valid)
	if fault != nil {
		return nil, fault
	}
	fn, fault := g.function(target)
	if fault != nil {
		return nil, fault
	}
	rows, fault := g.base.ExpressionCatalogue(target, region == RegionContract)
	if fault != nil {
		return nil, diag.Refusal(CodeCapacity, "%s", fault[0].Message())
	}
	c := &Catalogue{
		Draft: d.revision, Valid: d.valid.Now().Revision(), Candidate: d.valid.Revision(), Target: target, Region: region,
		Source: g.image.SourceOf(fn), Effects: rows.Effects,
		Expressions: slices.DeleteFunc(rows.Expressions, func(row intent.ExpressionRow) bool {
			return (row.Phase == check.PhaseBody.String()) != (region == RegionBody)
		}),
	}
	if _, ok := d.kinds.catalogue().Line(c, MaxCatalogueBytes); !ok {
		return nil, diag.Refusal(CodeCapacity, "the catalogue has more than %d bytes", MaxCatalogueBytes)
	}
	return c, nil
}

// CatalogueShape declares the catalogue.
func CatalogueShape() *schema.Kind[Catalogue] {
	type c = Catalogue
	texts := schema.Array(schema.String(), 0, schema.Unbounded)
	return schema.Document(CatalogueSchema,
		schema.Required("draft_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Draft }),
		schema.Required("last_valid_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Valid }),
		schema.Required("last_valid_candidate_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.Candidate }),
		schema.Required("target", schema.String(), func(p *c) *string { return &p.Target }),
		schema.Required("region", schema.Choice(RegionBody, RegionContract), func(p *c) *Region { return &p.Region }),
		schema.Required("source", image.SourceBindingShape(), func(p *c) *image.SourceBinding { return &p.Source }),
		schema.Required("declared_effect_budget", texts, func(p *c) *[]string { return &p.Effects }),
		schema.Required("expressions", schema.Array(intent.ExpressionRowShape(), 0, intent.MaxCatalogueExpressions), func(p *c) *[]intent.ExpressionRow { return &p.Expressions }),
		schema.ConstJSON[c]("limits", `{"max_bytes":1048576,"max_depth":256,"max_expressions":4096,"max_scope_facts":16384}`),
		schema.False[c]("materializable", "source_authority"),
		schema.Const[c]("validation", pendingValidation),
		schema.Const[c]("evidence_class", "last_valid_expression_inventory_not_draft_validation"),
		schema.Const[c]("selection_admission", "requires_hole_open_validation"),
		schema.ConstStrings[c]("nonclaims", "lexical_scope_is_not_owned_value_liveness",
			"declared_effect_budget_is_not_expression_effect_inference", "expression_ids_are_revision_scoped", "no_source_or_commit_authority"))
}
