package draft

import (
	"cmp"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The names of contexts, by kind of hole.
const (
	BodyContextSchema       = "semaprax.project-candidate-hole-context.v1"
	ExpressionContextSchema = "semaprax.project-candidate-expression-hole-context.v1"
	ContractContextSchema   = "semaprax.project-candidate-contract-expression-hole-context.v1"
)

// contextSchema names the contexts of a kind of hole.
func (k Kind) contextSchema() string {
	switch k {
	case Expression:
		return ExpressionContextSchema
	case Contract:
		return ContractContextSchema
	}
	return BodyContextSchema
}

// Constants that contexts and summaries share.
const (
	constructorOwner   = candidate.ChangeSchema
	pendingValidation  = "pending_fill_full_source_replay"
	contextEvidence    = "descriptive_context_not_candidate_validation"
	callBasis          = "existing_local_or_authenticated_import_binding"
	callAdmission      = "requires_fill_revalidation"
	forbiddenUnlisted  = "all_undeclared_effects"
	forbiddenContracts = "all_effects_in_contract_predicates"
)

// forbidden names what the effect policy of a kind of hole forbids.
func (k Kind) forbidden() string {
	if k == Contract {
		return forbiddenContracts
	}
	return forbiddenUnlisted
}

// obligations are what a filling must meet.
func (k Kind) obligations() []string {
	switch k {
	case Body:
		return []string{"return_expected_type", "preserve_declared_contracts", "satisfy_parameter_ownership",
			"revalidate_loans_and_cleanup", "no_new_effects_or_capabilities", "preserve_project_profile_and_previously_admitted_core_targets"}
	case Contract:
		return []string{"preserve_selected_type_and_ownership", "preserve_unselected_contracts_and_predicate_order",
			"revalidate_whole_function_ownership_loans_cleanup", "no_new_effects_or_capabilities",
			"preserve_project_profile_and_previously_admitted_core_targets"}
	}
	return []string{"preserve_selected_type_and_ownership", "preserve_declared_contracts",
		"revalidate_whole_function_ownership_loans_cleanup", "no_new_effects_or_capabilities",
		"preserve_project_profile_and_previously_admitted_core_targets"}
}

func (k Kind) contextNonclaims() []string {
	list := []string{"lexical_scope_is_not_owned_value_liveness", "prior_body_proofs_are_not_hole_validity",
		"no_placeholder_ast_or_source", "no_execution_or_publication_authority"}
	if k == Contract {
		list = append(list, "contract_replacement_may_change_valid_inputs_or_runtime_failures",
			"no_logical_implication_satisfaction_or_compatibility_proof")
	}
	return list
}

// contextHead declares what all contexts begin with.
func contextHead() schema.Field[Context] {
	type c = Context
	return schema.Lift(func(p *c) *c { return p },
		schema.Required("draft_digest", schema.Digest(), func(p *c) *canon.Digest { return &p.Draft }),
		schema.Required("hole_id", schema.String(), func(p *c) *string { return &p.ID }),
		schema.Required("hole_handle", schema.Digest(), func(p *c) *canon.Digest { return &p.Handle }),
		schema.Required("target", schema.String(), func(p *c) *string { return &p.Target }),
		schema.Required("last_valid_revision", schema.Digest(), func(p *c) *canon.Digest { return &p.Valid }),
		schema.Required("expected_type_id", schema.String(), func(p *c) *string { return &p.Type }),
		schema.Required("accessible_calls", schema.Array(callShape(), 0, MaxCalls), func(p *c) *[]Call { return &p.Calls }))
}

// contextTail declares what the contexts of a kind end with.
func contextTail(kind Kind) schema.Field[Context] {
	type c = Context
	return schema.Lift(func(p *c) *c { return p },
		schema.ConstStrings[c]("obligations", kind.obligations()...),
		schema.Const[c]("constructor_owner", constructorOwner),
		schema.Const[c]("intent_kind", string(kind.intention())),
		schema.Required("constructor_kinds", schema.Array(schema.Choice(allConstructors()...), 0, schema.Unbounded), constructorsOf),
		schema.Const[c]("validation", pendingValidation),
		schema.False[c]("materializable", "source_authority"),
		intent.InventoryFields(func(p *c) *intent.ChangeCatalogue { return &p.Inventories }))
}

// BodyContextShape declares the context of a body hole.
func BodyContextShape() *schema.Kind[Context] {
	type c = Context
	binding := func(p *c) *image.SourceBinding { return &p.Source }
	return schema.Document(BodyContextSchema, contextHead(),
		schema.Lift(binding,
			schema.Required("path", schema.String(), func(s *image.SourceBinding) *string { return &s.Path }),
			schema.Required("module", schema.String(), func(s *image.SourceBinding) *string { return &s.Module }),
			schema.Required("source_revision", schema.Digest(), func(s *image.SourceBinding) *canon.Digest { return &s.Revision })),
		schema.Required("scope", schema.Array(parameterShape(), 0, schema.Unbounded), func(p *c) *[]intent.ScopeRow { return &p.Scope }),
		schema.Required("effect_policy", effectPolicyShape(Body), func(p *c) *EffectPolicy { return &p.Effects }),
		schema.Required("contracts", schema.Array(image.ClauseShape(), 0, schema.Unbounded), func(p *c) *[]image.Clause { return &p.Contracts }),
		schema.Required("prior_body_proof", proofShape(false), func(p *c) *c { return p }),
		contextTail(Body),
		schema.Const[c]("evidence_class", contextEvidence))
}

// ExpressionContextShape declares the context of an expression hole.
func ExpressionContextShape() *schema.Kind[Context] { return expressionContextShape(Expression) }

// ContractContextShape declares the context of a contract hole.
func ContractContextShape() *schema.Kind[Context] { return expressionContextShape(Contract) }

func expressionContextShape(kind Kind) *schema.Kind[Context] {
	type c = Context
	return schema.Document(kind.contextSchema(), contextHead(),
		schema.Required("expression_id", schema.String(), func(p *c) *string { return &p.Expression }),
		schema.Required("source", image.SourceBindingShape(), func(p *c) *image.SourceBinding { return &p.Source }),
		schema.Required("expected_ownership", modeShape(), func(p *c) *string { return &p.Ownership }),
		schema.Required("scope", schema.Array(scopeRowShape(), 0, intent.MaxScopeFacts), func(p *c) *[]intent.ScopeRow { return &p.Scope }),
		schema.Required("selected_expression", intent.ExpressionRowShape(), func(p *c) *intent.ExpressionRow { return &p.Selected }),
		schema.Required("effect_policy", effectPolicyShape(kind), func(p *c) *EffectPolicy { return &p.Effects }),
		schema.Required("prior_body_proof", proofShape(true), func(p *c) *c { return p }),
		contextTail(kind),
		schema.ConstStrings[c]("nonclaims", kind.contextNonclaims()...))
}

// parameterShape declares a value in scope as contexts of bodies list it.
func parameterShape() *schema.Kind[intent.ScopeRow] {
	type r = intent.ScopeRow
	return schema.Object(
		schema.Required("id", schema.String(), func(p *r) *string { return &p.ID }),
		schema.Required("name", schema.String(), func(p *r) *string { return &p.Name }),
		schema.Required("type_id", schema.String(), func(p *r) *string { return &p.Type }),
		schema.Required("ownership", modeShape(), func(p *r) *string { return &p.Ownership }))
}

// scopeRowShape declares a value in scope as expression catalogues list it.
func scopeRowShape() *schema.Kind[intent.ScopeRow] {
	type r = intent.ScopeRow
	return schema.Object(
		schema.Required("name", schema.String(), func(p *r) *string { return &p.Name }),
		schema.Required("value_id", schema.String(), func(p *r) *string { return &p.ID }),
		schema.Required("type", schema.String(), func(p *r) *string { return &p.Type }),
		schema.Required("ownership", modeShape(), func(p *r) *string { return &p.Ownership }),
		schema.Required("mutable", schema.Bool(), func(p *r) *bool { return &p.Mutable }))
}

func effectPolicyShape(kind Kind) *schema.Kind[EffectPolicy] {
	type e = EffectPolicy
	texts := schema.Array(schema.String(), 0, schema.Unbounded)
	fields := []schema.Field[e]{
		schema.Required("allowed", texts, func(p *e) *[]string { return &p.Allowed }),
		schema.Const[e]("forbidden", kind.forbidden()),
		schema.Required("module_permits", texts, func(p *e) *[]string { return &p.Permits }),
	}
	if kind == Contract {
		fields = append(fields, schema.Required("enclosing_declared_effects", texts, func(p *e) *[]string { return &p.Enclosing }))
	}
	return schema.Object(fields...)
}

// proofShape declares what was proved of the function as it is; contexts of bodies
// list the contracts elsewhere.
func proofShape(contracts bool) *schema.Kind[Context] {
	type c = Context
	fields := []schema.Field[c]{
		schema.Const[c]("basis", "last_valid_body_not_the_unfilled_hole"),
		schema.Required("loan_plan", schema.Array(image.LoanRowShape(), 0, schema.Unbounded), func(p *c) *[][]byte { return &p.Loans }),
		schema.Required("cleanup_plan", schema.Array(image.CleanupRowShape(), 0, schema.Unbounded), func(p *c) *[][]byte { return &p.Cleanup }),
	}
	if contracts {
		fields = append(fields, schema.Required("contracts", schema.Array(image.ClauseShape(), 0, schema.Unbounded), func(p *c) *[]image.Clause { return &p.Contracts }))
	}
	return schema.Object(fields...)
}

func callShape() *schema.Kind[Call] {
	type c = Call
	parameter := schema.Object(
		schema.Required("name", schema.String(), func(p *CallParameter) *string { return &p.Name }),
		schema.Required("type_id", schema.String(), func(p *CallParameter) *string { return &p.Type }),
		schema.Required("ownership", modeShape(), func(p *CallParameter) *string { return &p.Ownership }))
	return schema.Object(
		schema.Required("id", schema.String(), func(p *c) *string { return &p.ID }),
		schema.Required("binding", schema.String(), func(p *c) *string { return &p.Binding }),
		schema.Required("return_type_id", schema.String(), func(p *c) *string { return &p.Result }),
		schema.Required("parameters", schema.Array(parameter, 0, schema.Unbounded), func(p *c) *[]CallParameter { return &p.Parameters }),
		schema.Required("effects", schema.Array(schema.String(), 0, schema.Unbounded), func(p *c) *[]string { return &p.Effects }),
		schema.Required("within_effect_budget", schema.Bool(), func(p *c) *bool { return &p.Within }),
		schema.Const[c]("basis", callBasis),
		schema.Const[c]("admission", callAdmission))
}

func compareCalls(x, y Call) int { return cmp.Compare(x.ID, y.ID) }

// constructorsOf lists the kinds of expressions available. Contexts are only ever
// encoded, so the list is made for the encoder.
func constructorsOf(c *Context) *[]intent.ExpressionKind {
	list := c.Inventories.ConstructorKinds()
	return &list
}

// allConstructors are the kinds a context can list.
func allConstructors() []intent.ExpressionKind {
	some := intent.ChangeCatalogue{
		Constructors: []intent.ConstructorRow{{Kind: "record"}, {Kind: "variant"}}, Projections: make([]intent.ProjectionRow, 1),
		Matches: make([]intent.MatchRow, 1), Updates: make([]intent.ConstructorRow, 1),
		Builtins: make([]intent.BuiltinRow, 1), FieldPlaces: make([]intent.ProjectionRow, 1),
	}
	return some.ConstructorKinds()
}
