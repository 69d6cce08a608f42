package intent

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ExpressionCatalogueShape declares the catalogue of expressions, or that of contract
// expressions.
func ExpressionCatalogueShape(contracts bool) *schema.Kind[ExpressionCatalogue] {
	type c = ExpressionCatalogue
	document, fourth := ExpressionCatalogueDocument, "no_contract_replacement"
	if contracts {
		document, fourth = ContractExpressionCatalogueDocument, "no_body_replacement_or_contract_truth_proof"
	}
	source := schema.Object(
		text("path", func(c *c) *string { return &c.Path }),
		text("module", func(c *c) *string { return &c.Module }),
		schema.Required("source_revision", schema.Digest(), func(c *c) *canon.Digest { return &c.SourceRevision }),
		schema.Required("source_digest", schema.Digest(), func(c *c) *canon.Digest { return &c.SourceDigest }),
	)
	return schema.Document(document,
		schema.Required("candidate_digest", schema.Digest(), func(c *c) *canon.Digest { return &c.CandidateDigest }),
		schema.Required("project_revision", schema.Digest(), func(c *c) *canon.Digest { return &c.ProjectRevision }),
		text("target", func(c *c) *string { return &c.Target }),
		schema.Required("source", source, func(c *c) *c { return c }),
		schema.Required("declared_effect_budget", texts(), func(c *c) *[]string { return &c.Effects }),
		schema.Required("expressions", schema.Array(expressionRowShape(), 0, MaxCatalogueExpressions), func(c *c) *[]ExpressionRow { return &c.Expressions }),
		schema.ConstJSON[c]("limits", `{"max_bytes":1048576,"max_depth":256,"max_expressions":4096,"max_scope_facts":16384}`),
		schema.ConstStrings[c]("nonclaims", "lexical_scope_is_not_owned_value_liveness",
			"declared_effect_budget_is_not_expression_effect_inference", "expression_ids_are_revision_scoped", fourth, "no_source_or_commit_authority"),
	)
}

func expressionRowShape() *schema.Kind[ExpressionRow] {
	type r = ExpressionRow
	number := func(name string, at func(*diag.Span) *uint32) schema.Field[diag.Span] {
		return schema.Required(name, schema.Uint(), func(s *diag.Span) *uint64 { v := uint64(*at(s)); return &v })
	}
	span := schema.Object(
		number("start", func(s *diag.Span) *uint32 { return &s.Start }), number("end", func(s *diag.Span) *uint32 { return &s.End }),
		number("line", func(s *diag.Span) *uint32 { return &s.Line }), number("column", func(s *diag.Span) *uint32 { return &s.Column }))
	scope := schema.Object(
		text("name", func(s *ScopeRow) *string { return &s.Name }),
		text("value_id", func(s *ScopeRow) *string { return &s.ID }),
		text("type", func(s *ScopeRow) *string { return &s.Type }),
		text("ownership", func(s *ScopeRow) *string { return &s.Ownership }),
		schema.Required("mutable", schema.Bool(), func(s *ScopeRow) *bool { return &s.Mutable }),
	)
	return schema.Object(
		text("expression_id", func(r *r) *string { return &r.ID }),
		schema.Required("phase", schema.Choice("requires", "body", "ensures"), func(r *r) *string { return &r.Phase }),
		text("kind", func(r *r) *string { return &r.Kind }),
		text("expected_type", func(r *r) *string { return &r.Type }),
		text("ownership", func(r *r) *string { return &r.Ownership }),
		schema.Required("source_span", span, func(r *r) *diag.Span { return &r.Span }),
		schema.Required("replaceable", schema.Bool(), func(r *r) *bool { return &r.Replaceable }),
		text("reason", func(r *r) *string { return &r.Reason }),
		schema.Required("scope", list(scope), func(r *r) *[]ScopeRow { return &r.Scope }),
	)
}

// InterfaceCatalogueShape declares the interface catalogue.
func InterfaceCatalogueShape() *schema.Kind[InterfaceCatalogue] {
	type c = InterfaceCatalogue
	parameter := schema.Object(
		text("name", func(p *ParameterRow) *string { return &p.Name }),
		text("type", func(p *ParameterRow) *string { return &p.Type }),
		text("mode", func(p *ParameterRow) *string { return &p.Mode }),
	)
	member := schema.Object(
		text("method", func(m *MethodRow) *string { return &m.Method }),
		text("name", func(m *MethodRow) *string { return &m.Name }),
		schema.Required("parameters", list(parameter), func(m *MethodRow) *[]ParameterRow { return &m.Parameters }),
		text("return_type", func(m *MethodRow) *string { return &m.Result }),
		schema.Required("eligible_implementations", texts(), func(m *MethodRow) *[]string { return &m.Eligible }),
	)
	protocol := schema.Object(
		text("protocol", func(p *ProtocolRow) *string { return &p.Protocol }),
		text("name", func(p *ProtocolRow) *string { return &p.Name }),
		schema.Required("members", list(member), func(p *ProtocolRow) *[]MethodRow { return &p.Members }),
		schema.Required("existing_implementation", schema.NullWhenZero(schema.String()), func(p *ProtocolRow) *string { return &p.Existing }),
		schema.Required("complete_mapping_available", schema.Bool(), func(p *ProtocolRow) *bool { return &p.Complete }),
	)
	return schema.Document(InterfaceCatalogueDocument,
		schema.Required("candidate_digest", schema.Digest(), func(c *c) *canon.Digest { return &c.CandidateDigest }),
		schema.Required("project_revision", schema.Digest(), func(c *c) *canon.Digest { return &c.ProjectRevision }),
		text("target", func(c *c) *string { return &c.Target }),
		schema.Required("protocols", list(protocol), func(c *c) *[]ProtocolRow { return &c.Protocols }),
		schema.Const[c]("admission", "compiler_signature_discovery_only"),
		revalidation[c](), schema.False[c]("source_authority"),
		schema.ConstJSON[c]("limits", `{"max_items":65536,"max_members":64,"max_report_bytes":1048576}`),
		schema.ConstStrings[c]("nonclaims", "no_dynamic_dispatch", "no_runtime_witness", "no_generated_implementation", "no_external_module_conformance"),
	)
}
