package image

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// facetShapes are the kinds facets render with, built once.
type facetShapes struct {
	page      *schema.Kind[FacetPage]
	parameter *schema.Kind[parameterRow]
	result    *schema.Kind[resultRow]
	effect    *schema.Kind[string]
	permit    *schema.Kind[string]
	clause    *schema.Kind[clauseRow]
	caller    *schema.Kind[callerRow]
	inventory *schema.Kind[inventoryRow]
	owned     *schema.Kind[ownedRow]
	slot      *schema.Kind[slotRow]
	plans     *planShapes
	relations *relationshipShapes
	data      *schema.Kind[dataRow]
}

func newFacetShapes() *facetShapes {
	s := newFacetRowShapes()
	s.page = FacetPageShape()
	return s
}

func newFacetRowShapes() *facetShapes {
	return &facetShapes{
		parameter: parameterRowShape(), result: resultRowShape(),
		effect: capabilityRowShape("effect_requirement"), permit: capabilityRowShape("module_permit"),
		clause: clauseRowShape(), caller: callerRowShape(),
		inventory: inventoryRowShape(), owned: ownedRowShape(), slot: slotRowShape(), plans: newPlanShapes(),
		relations: newRelationshipShapes(), data: dataRowShape(),
	}
}

// FacetItemShape declares the item of a facet page: one of the rows of all facets.
func FacetItemShape() *schema.Kind[[]byte] {
	s := newFacetRowShapes()
	rows := []*schema.Kind[[]byte]{
		schema.Rendered(s.parameter), schema.Rendered(s.result), schema.Rendered(s.effect), schema.Rendered(s.permit),
		schema.Rendered(s.clause), schema.Rendered(s.caller),
		schema.Rendered(s.inventory), schema.Rendered(s.owned), schema.Rendered(s.slot),
		schema.Rendered(s.relations.admission), schema.Rendered(s.relations.entry),
		schema.Rendered(s.relations.test), schema.Rendered(s.relations.export),
		schema.Rendered(s.data),
	}
	return schema.OneOfKinds(func(*[]byte) int { return 0 }, append(rows, s.plans.kinds()...)...)
}

type parameterRow struct {
	Index               int
	ID, Name, Type, Own string
	Span                Span
}

func parameterRowShape() *schema.Kind[parameterRow] {
	type r = parameterRow
	return schema.Object(
		schema.Const[r]("kind", "parameter"),
		schema.Required("index", places(), func(p *r) *int { return &p.Index }),
		schema.Required("id", schema.String(), func(p *r) *string { return &p.ID }),
		schema.Required("name", schema.String(), func(p *r) *string { return &p.Name }),
		schema.Required("type_id", schema.String(), func(p *r) *string { return &p.Type }),
		schema.Required("ownership", modeShape(), func(p *r) *string { return &p.Own }),
		schema.Required("span", SpanShape(), func(p *r) *Span { return &p.Span }))
}

type resultRow struct{ ID, Type string }

func resultRowShape() *schema.Kind[resultRow] {
	return schema.Object(
		schema.Const[resultRow]("kind", "result"),
		schema.Required("id", schema.String(), func(p *resultRow) *string { return &p.ID }),
		schema.Required("type_id", schema.String(), func(p *resultRow) *string { return &p.Type }))
}

func capabilityRowShape(kind string) *schema.Kind[string] {
	return schema.Object(
		schema.Const[string]("kind", kind),
		schema.Required("capability", schema.String(), func(p *string) *string { return p }))
}

type clauseRow struct {
	Phase    string
	Index    int
	ID, Type string
	Span     Span
	Tree     ClauseExpression
}

func clauseRowShape() *schema.Kind[clauseRow] {
	type r = clauseRow
	return schema.Object(
		schema.Required("phase", schema.Choice(check.PhaseRequires.String(), check.PhaseEnsures.String()), func(p *r) *string { return &p.Phase }),
		schema.Required("index", places(), func(p *r) *int { return &p.Index }),
		schema.Required("expression_id", schema.String(), func(p *r) *string { return &p.ID }),
		schema.Required("type_id", schema.String(), func(p *r) *string { return &p.Type }),
		schema.Required("span", SpanShape(), func(p *r) *Span { return &p.Span }),
		schema.Required("expression", clauseExpressionShape(), func(p *r) *ClauseExpression { return &p.Tree }))
}

type callerRow struct {
	Caller, Path, Module, Phase string
	Sites                       int
	Cross                       bool
}

func callerRowShape() *schema.Kind[callerRow] {
	type r = callerRow
	return schema.Object(
		schema.Required("caller", schema.String(), func(p *r) *string { return &p.Caller }),
		schema.Required("path", schema.String(), func(p *r) *string { return &p.Path }),
		schema.Required("module", schema.String(), func(p *r) *string { return &p.Module }),
		schema.Required("phase", phaseShape(), func(p *r) *string { return &p.Phase }),
		schema.Required("call_sites", places(), func(p *r) *int { return &p.Sites }),
		schema.Required("cross_file", schema.Bool(), func(p *r) *bool { return &p.Cross }))
}

func phaseShape() *schema.Kind[string] {
	return schema.Choice(check.PhaseRequires.String(), check.PhaseBody.String(), check.PhaseEnsures.String())
}

// relationshipShapes are the four rows of the facet relationships.
type relationshipShapes struct {
	admission *schema.Kind[admissionRow]
	entry     *schema.Kind[roleRow]
	test      *schema.Kind[roleRow]
	export    *schema.Kind[bool]
}

type admissionRow struct{ Schema, Profile string }

// roleRow places a function relative to the entry or test closure.
type roleRow struct {
	Module              string
	Declared, InClosure bool
}

func newRelationshipShapes() *relationshipShapes {
	return &relationshipShapes{
		admission: schema.Object(
			schema.Const[admissionRow]("kind", "project_profile_admission"),
			schema.Required("project_schema", schema.String(), func(p *admissionRow) *string { return &p.Schema }),
			schema.Required("profile", schema.NullWhenZero(schema.String()), func(p *admissionRow) *string { return &p.Profile }),
			schema.ConstBool[admissionRow]("admitted", true),
			schema.Const[admissionRow]("basis", "retained_ProjectRevision_admission"),
			schema.Const[admissionRow]("native_target_check", "not_performed"),
			schema.Const[admissionRow]("wasm_target_check", "not_performed")),
		entry: schema.Object(
			schema.Const[roleRow]("kind", "entry_relationship"),
			schema.Required("entry_module", schema.String(), func(p *roleRow) *string { return &p.Module }),
			schema.Required("declared_in_entry_module", schema.Bool(), func(p *roleRow) *bool { return &p.Declared }),
			schema.Required("in_entry_closure", schema.Bool(), func(p *roleRow) *bool { return &p.InClosure })),
		test: schema.Object(
			schema.Const[roleRow]("kind", "test_relationship"),
			schema.Required("test_module", schema.NullWhenZero(schema.String()), func(p *roleRow) *string { return &p.Module }),
			schema.Required("declared_in_test_module", schema.Bool(), func(p *roleRow) *bool { return &p.Declared }),
			schema.Required("in_test_closure", schema.Bool(), func(p *roleRow) *bool { return &p.InClosure }),
			schema.Const[roleRow]("coverage", "not_inferred"),
			schema.False[roleRow]("executed")),
		export: schema.Object(
			schema.Const[bool]("kind", "export_relationship"),
			schema.Required("selected_web_export", schema.Bool(), func(p *bool) *bool { return p }),
			schema.False[bool]("artifact_emitted")),
	}
}

// dataRow is one semaprax.image-hir-relationship.v1.
type dataRow struct {
	Image, Project           canon.Digest
	Source                   SourceBinding
	Function, Expression     string
	Span                     Span
	Phase, Edge, Reason, Use string
	Value, Type              string
	Fields                   []string
}

func dataRowShape() *schema.Kind[dataRow] {
	type r = dataRow
	return schema.Object(
		schema.Const[r]("schema", "semaprax.image-hir-relationship.v1"),
		schema.Required("image_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Image }),
		schema.Required("project_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Project }),
		schema.Required("source_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Source.Revision }),
		schema.Required("source_digest", schema.Digest(), func(p *r) *canon.Digest { return &p.Source.Digest }),
		schema.Required("path", schema.String(), func(p *r) *string { return &p.Source.Path }),
		schema.Required("module", schema.String(), func(p *r) *string { return &p.Source.Module }),
		schema.Required("function_id", schema.String(), func(p *r) *string { return &p.Function }),
		schema.Required("expression_id", schema.String(), func(p *r) *string { return &p.Expression }),
		schema.Required("span", SpanShape(), func(p *r) *Span { return &p.Span }),
		schema.Required("phase", phaseShape(), func(p *r) *string { return &p.Phase }),
		schema.Required("edge_kind", schema.Choice(graph.FactNames(graph.FactKind.IsData)...), func(p *r) *string { return &p.Edge }),
		schema.Required("reason", schema.String(), func(p *r) *string { return &p.Reason }),
		schema.Required("use_context", schema.Choice(graph.Contexts()...), func(p *r) *string { return &p.Use }),
		schema.Required("value_id", schema.NullWhenZero(schema.String()), func(p *r) *string { return &p.Value }),
		schema.Required("field_ids", schema.Array(schema.String(), 0, schema.Unbounded), func(p *r) *[]string { return &p.Fields }),
		schema.Required("type_id", schema.String(), func(p *r) *string { return &p.Type }),
		schema.Const[r]("evidence_owner", "retained_validated_module_hir"),
		schema.Const[r]("evidence_class", "structural_source_fact"),
		schema.False[r]("runtime_execution"))
}
