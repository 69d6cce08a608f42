package intent

import (
	"math"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// IntentionDocument names the document of intentions.
const IntentionDocument = "semaprax.semantic-change-intent.v1"

// IntentionShape declares every admitted form of an intention.
func IntentionShape() *schema.Kind[Fields] {
	expression := ExpressionShape()
	forms := signatureForms(expression)
	forms = append(forms, expressionForms(expression)...)
	forms = append(forms, declarationForms(expression)...)
	forms = append(forms, typeForms()...)
	return schema.Named(IntentionDocument, schema.OneOf(func(f *Fields) *Form { return &f.Form }, forms...))
}

type form = schema.Alternative[Fields, Form]

func formOf(kind Kind, fields ...schema.Field[Fields]) form {
	return schema.TaggedAs(Form(kind), string(kind), append([]schema.Field[Fields]{targetField()}, fields...)...)
}

func targetField() schema.Field[Fields] {
	return schema.Required("target", target(), func(f *Fields) *string { return &f.Target })
}

func selectorField() schema.Field[Fields] {
	return schema.Required("expression_id", schema.Owned(schema.CanonicalTextBetween(1, MaxSelectorBytes)),
		func(f *Fields) *string { return &f.ExpressionID })
}

func expressionField(name string, expression *schema.Kind[Expression]) schema.Field[Fields] {
	return schema.Required(name, schema.Pointer(expression), func(f *Fields) **Expression { return &f.Expression })
}

func signatureForms(expression *schema.Kind[Expression]) []form {
	items := schema.Array(parameterItem(expression), 0, MaxSignatureParameters)
	ordered := schema.Required("parameters", items, func(f *Fields) *[]ParameterItem { return &f.Parameters })
	appended := schema.Array(schema.Object(
		schema.Required("name", identifier(), func(p *AppendedParameter) *string { return &p.Name }),
		schema.Required("type", schema.Choice(scalarTypes()...), func(p *AppendedParameter) *string { return &p.Type }),
		schema.Required("argument", literalShape(), func(p *AppendedParameter) *Expression { return &p.Argument }),
	), 1, MaxAppendedParameters)
	wrap := schema.Object(
		schema.Required("record", target(), func(w *WrapReturn) *string { return &w.Record }),
		schema.Required("field", target(), func(w *WrapReturn) *string { return &w.Field }),
	)
	tag := string(ChangeFunctionSignature)
	return []form{
		formOf(RenameDeclaration, schema.Required("name", identifier(), func(f *Fields) *string { return &f.Name })),
		schema.TaggedAs(FormAppend, tag, targetField(),
			schema.Required("append_parameters", appended, func(f *Fields) *[]AppendedParameter { return &f.Appended })),
		schema.TaggedAs(FormOrdered, tag, targetField(), ordered),
		schema.TaggedAs(FormWrap, tag, targetField(), ordered,
			schema.Required("wrap_return", wrap, func(f *Fields) *WrapReturn { return &f.Wrap })),
	}
}

// scalarTypes are the types of literal arguments.
func scalarTypes() []string {
	return []string{"i64", "i32", "u8", "usize", "bool", "char", "f32", "f64"}
}

func parameterItem(expression *schema.Kind[Expression]) *schema.Kind[ParameterItem] {
	from := func(p *ParameterItem) *string { return &p.From }
	of := func(p *ParameterItem) *TypeSelector { return &p.Type }
	argument := func(p *ParameterItem) *Expression { return &p.Argument }
	name := schema.Required("name", identifier(), func(p *ParameterItem) *string { return &p.Name })
	return schema.OneOf(func(p *ParameterItem) *ItemForm { return &p.Form },
		schema.Case(ItemKeep, schema.Required("from", identifier(), from)),
		schema.Case(ItemRename, schema.Required("from", identifier(), from), name),
		schema.Case(ItemBorrow, name, schema.Required("borrow_from", identifier(), from)),
		schema.Case(ItemSlice, name, schema.Required("borrow_slice_from_owner", identifier(), from)),
		schema.Case(ItemStr, name, schema.Required("borrow_str_from_owner", identifier(), from)),
		schema.Case(ItemLiteral, name,
			schema.Required("type", builtinSelector(scalarTypes()...), of),
			schema.Required("argument", literalShape(), argument)),
		schema.Case(ItemComputed, name,
			schema.Required("type", typeSelector("i64", "i32", "u8", "usize", "bool"), of),
			schema.Required("argument_expression", expression, argument)),
	)
}

// builtinSelector declares a type that is one of the named built-in ones.
func builtinSelector(names ...string) *schema.Kind[TypeSelector] {
	return schema.Within(schema.Choice(names...), func(t *TypeSelector) *string { return &t.Builtin })
}

// typeSelector declares a named built-in type or a nominal.
func typeSelector(names ...string) *schema.Kind[TypeSelector] {
	return schema.OneOfKinds(func(t *TypeSelector) int {
		if t.IsNominal() {
			return 1
		}
		return 0
	}, builtinSelector(names...), schema.Object(
		schema.Const[TypeSelector]("kind", "nominal"),
		schema.Required("target", target(), func(t *TypeSelector) *string { return &t.Target }),
		schema.Required("type_arguments", typeArguments(), func(t *TypeSelector) *[]string { return &t.Arguments }),
	))
}

func expressionForms(expression *schema.Kind[Expression]) []form {
	phase := schema.Required("phase", schema.Choice("requires", "ensures"), func(f *Fields) *string { return &f.Phase })
	rejected := schema.Object(
		schema.Const[RejectedBody]("kind", string(ReplaceFunctionBody)),
		schema.Required("target", target(), func(r *RejectedBody) *string { return &r.Target }),
		schema.Required("body", schema.Pointer(expression), func(r *RejectedBody) **Expression { return &r.Body }),
	)
	return []form{
		formOf(ReplaceFunctionBody, expressionField("body", expression)),
		formOf(RepairDiagnostic,
			schema.Required("rejected_intent", rejected, func(f *Fields) *RejectedBody { return &f.Rejected }),
			schema.Required("repair_id", schema.Digest(), func(f *Fields) *canon.Digest { return &f.RepairID })),
		formOf(ReplaceExpression, selectorField(), expressionField("replacement", expression)),
		formOf(ReplaceContractExpression, selectorField(), expressionField("replacement", expression)),
		formOf(AddContract, phase, expressionField("predicate", expression)),
		formOf(ExtractFunction, selectorField(),
			schema.Required("new_id", newIdentity(), func(f *Fields) *string { return &f.NewID }),
			schema.Required("new_name", identifier(), func(f *Fields) *string { return &f.NewName })),
	}
}

func declarationForms(expression *schema.Kind[Expression]) []form {
	selector := func(at func(*Fields) *string, name string) schema.Field[Fields] {
		return schema.Required(name, interfaceSelector(), at)
	}
	members := schema.Array(schema.Object(
		schema.Required("method", interfaceSelector(), func(m *InterfaceMember) *string { return &m.Method }),
		schema.Required("implementation", interfaceSelector(), func(m *InterfaceMember) *string { return &m.Implementation }),
	), 1, MaxInterfaceMembers)
	implement := []schema.Field[Fields]{
		targetField(),
		selector(func(f *Fields) *string { return &f.Protocol }, "protocol"),
		selector(func(f *Fields) *string { return &f.ID }, "id"),
		schema.Required("members", members, func(f *Fields) *[]InterfaceMember { return &f.Members }),
	}
	destination := func(f *Fields) *string { return &f.Destination }
	place := schema.Owned(schema.CanonicalTextBetween(1, MaxInterfaceSelectorBytes))
	placed := append(implement[:len(implement):len(implement)], schema.Required("destination", place, destination))
	tag := string(ImplementInterface)
	return []form{
		schema.TaggedAs(Form(tag), tag, implement...),
		schema.TaggedAs(FormPlaced, tag, placed...),
		formOf(AddDeclaration, schema.Required("declaration", declarationShape(expression), func(f *Fields) *Declaration { return &f.Declaration })),
		formOf(DeleteDeclaration),
		formOf(MoveDeclaration, schema.Required("destination", target(), destination)),
	}
}

func interfaceSelector() *schema.Kind[string] {
	return schema.Owned(schema.Matching(1, MaxInterfaceSelectorBytes, selectorPattern, "k.selector", isSelector))
}

func declarationShape(expression *schema.Kind[Expression]) *schema.Kind[Declaration] {
	type d = Declaration
	clauses := schema.Array(expression, 0, MaxDeclarationItems)
	head := []schema.Field[d]{
		schema.Required("id", newIdentity(), func(d *d) *string { return &d.ID }),
		schema.Required("name", identifier(), func(d *d) *string { return &d.Name }),
	}
	parameter := schema.Object(
		schema.Required("name", identifier(), func(p *NewParameter) *string { return &p.Name }),
		schema.Required("type", typeSelector("i64", "i32", "u8", "usize", "bool", "string", "Bytes", "str", "Slice<u8>"), func(p *NewParameter) *TypeSelector { return &p.Type }),
		schema.Required("mode", schema.Choice("value", "own", "borrow"), func(p *NewParameter) *string { return &p.Mode }),
	)
	effect := schema.Owned(schema.CanonicalTextBetween(1, MaxNewNameBytes))
	function := append(head[:2:2],
		schema.Required("parameters", schema.Array(parameter, 0, MaxDeclarationItems), func(d *d) *[]NewParameter { return &d.Parameters }),
		schema.Required("return_type", typeSelector("i64", "i32", "u8", "usize", "bool", "Bytes", "string"), func(d *d) *TypeSelector { return &d.Result }),
		schema.Required("effects", schema.Array(effect, 0, MaxDeclarationItems), func(d *d) *[]string { return &d.Effects }),
		schema.Required("requires", clauses, func(d *d) *[]Expression { return &d.Requires }),
		schema.Required("ensures", clauses, func(d *d) *[]Expression { return &d.Ensures }),
		schema.Required("body", schema.Pointer(expression), func(d *d) **Expression { return &d.Body }),
	)
	fields := schema.Array(newMember(), 0, MaxDeclarationItems)
	variantCase := schema.Object(
		schema.Required("id", newIdentity(), func(c *NewVariantCase) *string { return &c.ID }),
		schema.Required("name", identifier(), func(c *NewVariantCase) *string { return &c.Name }),
		schema.Required("fields", fields, func(c *NewVariantCase) *[]NewMember { return &c.Fields }),
	)
	return schema.OneOf(func(d *d) *DeclarationKind { return &d.Kind },
		schema.Case(NewFunction, function...),
		schema.Tagged(NewRecord, append(head[:2:2], schema.Required("fields", fields, func(d *d) *[]NewMember { return &d.Fields }))...),
		schema.Tagged(NewVariant, append(head[:2:2], schema.Required("cases", schema.Array(variantCase, 1, MaxDeclarationItems), func(d *d) *[]NewVariantCase { return &d.Cases }))...),
	)
}

func newMember() *schema.Kind[NewMember] {
	return schema.Object(
		schema.Required("id", newIdentity(), func(m *NewMember) *string { return &m.ID }),
		schema.Required("name", identifier(), func(m *NewMember) *string { return &m.Name }),
		schema.Required("type", typeSelector("i64", "bool", "i32", "u8", "usize", "string", "Bytes"), func(m *NewMember) *TypeSelector { return &m.Type }),
	)
}

func typeForms() []form {
	field := schema.Object(
		schema.Required("id", newIdentity(), func(n *NewField) *string { return &n.ID }),
		schema.Required("name", identifier(), func(n *NewField) *string { return &n.Name }),
		schema.Required("type", schema.Choice("bool", "i64", "i32", "u8", "usize", "string", "Bytes"), func(n *NewField) *string { return &n.Type }),
		schema.Required("default", defaultShape(), func(n *NewField) *Expression { return &n.Default }),
	)
	payload := []schema.Field[NewCase]{
		schema.Required("id", newIdentity(), func(n *NewCase) *string { return &n.FieldID }),
		schema.Required("name", identifier(), func(n *NewCase) *string { return &n.FieldName }),
		schema.Required("type", schema.Choice("Bytes", "string"), func(n *NewCase) *string { return &n.FieldOf }),
	}
	newCase := schema.Object(
		schema.Required("id", newIdentity(), func(n *NewCase) *string { return &n.ID }),
		schema.Required("name", identifier(), func(n *NewCase) *string { return &n.Name }),
		schema.Required("field", schema.Object(payload...), func(n *NewCase) *NewCase { return n }),
	)
	return []form{
		formOf(AddRecordField, schema.Required("field", field, func(f *Fields) *NewField { return &f.Field })),
		formOf(AddVariantCase, schema.Required("case", newCase, func(f *Fields) *NewCase { return &f.Case })),
	}
}

// defaultShape declares the default of a new field. Negative minimums have no
// literal and are left out.
func defaultShape() *schema.Kind[Expression] {
	alternatives := append(integerLiterals(-math.MaxInt64, -math.MaxInt32),
		schema.Tagged(ExprString, schema.Required("value", schema.Owned(schema.CanonicalTextBetween(0, MaxStringBytes)), textOf)),
		schema.Tagged(BytesDefault, schema.Required("values", elements(MaxDefaultBytes), elementsOf)))
	return schema.OneOf(kindOf, alternatives...)
}
