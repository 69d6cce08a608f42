package intent

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The documents of the catalogues.
const (
	ChangeCatalogueDocument             = "semaprax.project-change-catalog.v1"
	ExpressionCatalogueDocument         = "semaprax.project-expression-catalog.v1"
	ContractExpressionCatalogueDocument = "semaprax.project-contract-expression-catalog.v1"
	InterfaceCatalogueDocument          = "semaprax.project-interface-change-catalog.v1"
)

// texts declares a list of strings.
func texts() *schema.Kind[[]string] { return schema.Array(schema.String(), 0, schema.Unbounded) }

// text declares a required string member, textIf one that is absent when empty.
func text[T any](name string, at func(*T) *string) schema.Field[T] {
	return schema.Required(name, schema.String(), at)
}

func textIf[T any](name string, at func(*T) *string) schema.Field[T] {
	return schema.Optional(name, schema.String(), at)
}

func textsIf[T any](name string, at func(*T) *[]string) schema.Field[T] {
	return schema.Optional(name, texts(), at)
}

// revalidation is the constant of every row a constructor is listed by.
func revalidation[T any]() schema.Field[T] {
	return schema.ConstBool[T]("requires_full_candidate_validation", true)
}

// list declares an unbounded list; the document as a whole has a bound of bytes.
func list[T any](item *schema.Kind[T]) *schema.Kind[[]T] {
	return schema.Array(item, 0, schema.Unbounded)
}

// ChangeCatalogueShape declares the change catalogue.
func ChangeCatalogueShape() *schema.Kind[ChangeCatalogue] {
	type c = ChangeCatalogue
	projection := projectionShape()
	return schema.Document(ChangeCatalogueDocument,
		schema.Required("candidate_digest", schema.Digest(), func(c *c) *canon.Digest { return &c.CandidateDigest }),
		schema.Required("project_revision", schema.Digest(), func(c *c) *canon.Digest { return &c.ProjectRevision }),
		text("target", func(c *c) *string { return &c.Target }),
		schema.Required("parameters", list(parameterRowShape()), func(c *c) *[]ParameterRow { return &c.Parameters }),
		schema.Required("operations", list(operationRowShape()), func(c *c) *[]OperationRow { return &c.Operations }),
		schema.Required("reason", schema.Choice(reasonNoFunction, reasonIdentity, reasonLimit, reasonAvailable), func(c *c) *string { return &c.Reason }),
		schema.Const[c]("admission", "constructor_discovery_only"),
		revalidation[c](), schema.False[c]("source_authority"),
		schema.Optional("aggregate_constructors", list(constructorShape()), func(c *c) *[]ConstructorRow { return &c.Constructors }),
		schema.Optional("aggregate_projections", list(projection), func(c *c) *[]ProjectionRow { return &c.Projections }),
		schema.Optional("aggregate_matches", list(matchShape()), func(c *c) *[]MatchRow { return &c.Matches }),
		schema.Optional("aggregate_updates", list(updateShape()), func(c *c) *[]ConstructorRow { return &c.Updates }),
		schema.Optional("nominal_types", list(nominalShape()), func(c *c) *[]NominalRow { return &c.NominalTypes }),
		schema.Optional("builtin_calls", list(builtinShape()), func(c *c) *[]BuiltinRow { return &c.Builtins }),
		schema.Optional("field_places", list(fieldPlaceShape()), func(c *c) *[]ProjectionRow { return &c.FieldPlaces }),
	)
}

func parameterRowShape() *schema.Kind[ParameterRow] {
	provenance := schema.Object(
		schema.Required("declaration", schema.NullWhenZero(schema.String()), func(p *TypeProvenance) *string { return &p.Declaration }),
		schema.Required("arguments", texts(), func(p *TypeProvenance) *[]string { return &p.Arguments }),
		schema.Required("ownership", schema.Choice("copy", "own"), func(p *TypeProvenance) *string { return &p.Ownership }),
		schema.Const[TypeProvenance]("evidence_owner", "retained_checked_hir"),
		schema.Required("copy", schema.Bool(), func(p *TypeProvenance) *bool { return &p.Copy }),
		schema.ConstBool[TypeProvenance]("sized", true),
		schema.False[TypeProvenance]("contains_resource"),
		schema.Required("needs_drop", schema.Bool(), func(p *TypeProvenance) *bool { return &p.NeedsDrop }),
	)
	return schema.Object(
		text("name", func(p *ParameterRow) *string { return &p.Name }),
		text("type", func(p *ParameterRow) *string { return &p.Type }),
		schema.Required("mode", schema.Choice("value", "own", "borrow", "shared"), func(p *ParameterRow) *string { return &p.Mode }),
		textIf("type_identity", func(p *ParameterRow) *string { return &p.TypeIdentity }),
		schema.Optional("type_provenance", schema.Pointer(provenance), func(p *ParameterRow) **TypeProvenance { return &p.Provenance }),
	)
}

func fieldRowShape() *schema.Kind[FieldRow] {
	return schema.Object(
		text("target", func(f *FieldRow) *string { return &f.Target }),
		text("name", func(f *FieldRow) *string { return &f.Name }),
		schema.Required("index", schema.Count(0, MaxDeclarationIdentities), func(f *FieldRow) *int { return &f.Index }),
		text("type_identity", func(f *FieldRow) *string { return &f.TypeIdentity }),
	)
}

// typeParameter is a row of type_parameters.
type typeParameter struct {
	name  string
	index int
}

// providerFields declares the members that say where a row's type is from. Generic
// types list their parameters; a prelude type has no module.
func providerFields[T any](at func(*T) *Provider, isPrelude bool, members ...schema.Field[Provider]) []schema.Field[T] {
	fields := append([]schema.Field[Provider]{
		text("target", func(p *Provider) *string { return &p.Target }),
		text("binding", func(p *Provider) *string { return &p.Binding }),
		schema.Required("generic", schema.Bool(), func(p *Provider) *bool { g := len(p.TypeParameters) > 0; return &g }),
		schema.Optional("type_parameters", list(typeParameterShape()), typeParametersOf),
	}, members...)
	if isPrelude {
		fields = append(fields, schema.ConstNull[Provider]("path"), schema.ConstNull[Provider]("module"),
			schema.Const[Provider]("identity_origin", "compiler_owned"),
			schema.Const[Provider]("evidence_owner", "compiler_checked_prelude"),
			schema.ConstJSON[Provider]("compiler_prelude", `{"digest":"`+project.PreludeDigest().String()+`","schema":"`+check.PreludeSchema+`"}`))
	} else {
		fields = append(fields, text("path", func(p *Provider) *string { return &p.Path }), text("module", func(p *Provider) *string { return &p.Module }),
			schema.Const[Provider]("evidence_owner", "retained_checked_hir"))
	}
	return []schema.Field[T]{schema.Lift(at, fields...), revalidation[T]()}
}

// typeParametersOf lists the parameters of a generic type. Catalogues are only ever
// encoded, so the list is made for the encoder.
func typeParametersOf(p *Provider) *[]typeParameter {
	var rows []typeParameter
	for i, name := range p.TypeParameters {
		rows = append(rows, typeParameter{name, i})
	}
	return &rows
}

func typeParameterShape() *schema.Kind[typeParameter] {
	return schema.Object(
		text("name", func(p *typeParameter) *string { return &p.name }),
		schema.Required("index", schema.Count(0, MaxListItems), func(p *typeParameter) *int { return &p.index }),
		schema.ConstStrings[typeParameter]("allowed_types", "i64", "bool"),
	)
}

func ownerField() schema.Field[Provider] {
	return text("owner", func(p *Provider) *string { return &p.Owner })
}

func providedName() schema.Field[Provider] {
	return text("name", func(p *Provider) *string { return &p.Name })
}

// constructorShape declares the rows of constructors.
func constructorShape() *schema.Kind[ConstructorRow] {
	row := func(isPrelude bool) *schema.Kind[ConstructorRow] {
		return schema.Object(append(providerFields(func(r *ConstructorRow) *Provider { return &r.Provider }, isPrelude, ownerField(), providedName()),
			schema.Required("kind", schema.Choice("record", "variant"), func(r *ConstructorRow) *string { return &r.Kind }),
			schema.Required("fields", list(fieldRowShape()), func(r *ConstructorRow) *[]FieldRow { return &r.Fields }))...)
	}
	return byPrelude(func(r *ConstructorRow) *Provider { return &r.Provider }, row)
}

// byPrelude picks between the rows of source types and of the prelude's.
func byPrelude[T any](at func(*T) *Provider, row func(isPrelude bool) *schema.Kind[T]) *schema.Kind[T] {
	return schema.OneOfKinds(func(v *T) int {
		if at(v).IsPrelude {
			return 1
		}
		return 0
	}, row(false), row(true))
}

func updateShape() *schema.Kind[ConstructorRow] {
	return schema.Object(append(providerFields(func(r *ConstructorRow) *Provider { return &r.Provider }, false, ownerField(), providedName()),
		schema.Const[ConstructorRow]("kind", "update"),
		schema.Required("fields", list(fieldRowShape()), func(r *ConstructorRow) *[]FieldRow { return &r.Fields }),
		schema.Const[ConstructorRow]("base_evaluation", "once_into_typed_value_binding"),
		schema.Const[ConstructorRow]("field_coverage", "subset"))...)
}

func projectionFields(kind, evaluation string) []schema.Field[ProjectionRow] {
	return append(providerFields(func(r *ProjectionRow) *Provider { return &r.Provider }, false, ownerField(), providedName()),
		schema.Const[ProjectionRow]("kind", kind),
		schema.Required("index", schema.Count(0, MaxDeclarationIdentities), func(r *ProjectionRow) *int { return &r.Index }),
		text("type_identity", func(r *ProjectionRow) *string { return &r.TypeIdentity }),
		schema.Const[ProjectionRow]("base_evaluation", evaluation))
}

func projectionShape() *schema.Kind[ProjectionRow] {
	return schema.Object(projectionFields("project", "once_into_typed_value_binding")...)
}

func fieldPlaceShape() *schema.Kind[ProjectionRow] {
	return schema.Object(append(projectionFields("field_place", "direct_named_place_no_staging"),
		schema.Const[ProjectionRow]("root_requirement", "authenticated_lexical_nominal_binding"))...)
}

func matchShape() *schema.Kind[MatchRow] {
	cases := list(schema.Object(
		text("target", func(c *CaseRow) *string { return &c.Target }),
		text("name", func(c *CaseRow) *string { return &c.Name }),
		schema.Required("index", schema.Count(0, MaxDeclarationIdentities), func(c *CaseRow) *int { return &c.Index }),
		schema.Required("fields", list(fieldRowShape()), func(c *CaseRow) *[]FieldRow { return &c.Fields }),
	))
	return byPrelude(func(r *MatchRow) *Provider { return &r.Provider }, func(isPrelude bool) *schema.Kind[MatchRow] {
		return schema.Object(append(providerFields(func(r *MatchRow) *Provider { return &r.Provider }, isPrelude, providedName()),
			schema.Const[MatchRow]("kind", "match"),
			schema.Required("cases", cases, func(r *MatchRow) *[]CaseRow { return &r.Cases }),
			schema.Const[MatchRow]("base_evaluation", "once_into_typed_value_binding"))...)
	})
}

func nominalShape() *schema.Kind[NominalRow] {
	return byPrelude(func(r *NominalRow) *Provider { return &r.Provider }, func(isPrelude bool) *schema.Kind[NominalRow] {
		return schema.Object(append(providerFields(func(r *NominalRow) *Provider { return &r.Provider }, isPrelude),
			schema.Const[NominalRow]("kind", "nominal"),
			schema.Required("declaration_kind", schema.Choice("record", "variant"), func(r *NominalRow) *string { return &r.DeclarationKind }),
			schema.Const[NominalRow]("copy_admission", "checked_candidate_signature"))...)
	})
}

func builtinShape() *schema.Kind[BuiltinRow] {
	parameter := schema.Object(
		schema.Required("index", schema.Count(0, MaxListItems), func(p *BuiltinParameterRow) *int { return &p.Index }),
		text("name", func(p *BuiltinParameterRow) *string { return &p.Name }),
		schema.Required("type_id", schema.NullWhenZero(schema.String()), func(p *BuiltinParameterRow) *string { return &p.Type }),
		schema.Required("type_family", schema.NullWhenZero(schema.String()), func(p *BuiltinParameterRow) *string { return &p.Family }),
		text("ownership", func(p *BuiltinParameterRow) *string { return &p.Holding }),
	)
	row := func(owner string) *schema.Kind[BuiltinRow] {
		return schema.Object(
			schema.Const[BuiltinRow]("kind", "builtin_call"),
			text("target", func(r *BuiltinRow) *string { return &r.Target }),
			text("name", func(r *BuiltinRow) *string { return &r.Name }),
			schema.Required("arity", schema.Count(0, MaxListItems), func(r *BuiltinRow) *int { n := len(r.Parameters); return &n }),
			schema.Required("parameters", list(parameter), func(r *BuiltinRow) *[]BuiltinParameterRow { return &r.Parameters }),
			text("return_type_id", func(r *BuiltinRow) *string { return &r.Result }),
			schema.ConstStrings[BuiltinRow]("effects"),
			schema.Const[BuiltinRow]("evidence_owner", owner),
			revalidation[BuiltinRow](),
		)
	}
	return schema.OneOfKinds(func(r *BuiltinRow) int {
		if r.IsBytes {
			return 0
		}
		return 1
	}, row("compiler_byte_operations"), row("compiler_string_operations"))
}
