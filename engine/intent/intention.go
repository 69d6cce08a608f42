package intent

import "github.com/semaprax/semaprax-go/engine/canon"

// Kind is the kind of an intention.
type Kind string

// The kinds (candidate facts 3).
const (
	RenameDeclaration         Kind = "rename_declaration"
	ChangeFunctionSignature   Kind = "change_function_signature"
	ReplaceFunctionBody       Kind = "replace_function_body"
	RepairDiagnostic          Kind = "repair_diagnostic"
	ReplaceExpression         Kind = "replace_expression"
	ReplaceContractExpression Kind = "replace_contract_expression"
	AddContract               Kind = "add_contract"
	ImplementInterface        Kind = "implement_interface"
	AddDeclaration            Kind = "add_declaration"
	DeleteDeclaration         Kind = "delete_declaration"
	ExtractFunction           Kind = "extract_function"
	MoveDeclaration           Kind = "move_declaration"
	AddRecordField            Kind = "add_record_field"
	AddVariantCase            Kind = "add_variant_case"
)

// Form is one closed shape of an intention. Most kinds have one form of the same
// name.
type Form string

// The forms that differ from their kind.
const (
	FormAppend  Form = "append_parameters"
	FormOrdered Form = "parameters"
	FormWrap    Form = "parameters+wrap_return"
	FormPlaced  Form = "implement_interface+destination"
)

// Kind is the kind a form belongs to.
func (f Form) Kind() Kind {
	switch f {
	case FormAppend, FormOrdered, FormWrap:
		return ChangeFunctionSignature
	case FormPlaced:
		return ImplementInterface
	}
	return Kind(f)
}

// Fields are the members of an intention. Only those its Form names are set.
type Fields struct {
	Form   Form
	Target string
	// Name is the new name of a rename.
	Name string
	// Appended are the items of the append form, Parameters those of the ordered
	// forms, Wrap the record of the wrapped return.
	Appended   []AppendedParameter
	Parameters []ParameterItem
	Wrap       WrapReturn
	// Expression is the body, replacement or predicate.
	Expression *Expression
	// ExpressionID selects the expression to replace or extract.
	ExpressionID string
	// Phase is "requires" or "ensures".
	Phase string
	// Protocol, ID, Members and Destination belong to implement_interface;
	// Destination also to move_declaration.
	Protocol, ID string
	Members      []InterfaceMember
	Destination  string
	Declaration  Declaration
	// NewID and NewName name the function of an extraction.
	NewID, NewName string
	Field          NewField
	Case           NewCase
	Rejected       RejectedBody
	RepairID       canon.Digest
}

// AppendedParameter is one item of the append form.
type AppendedParameter struct {
	Name, Type string
	Argument   Expression
}

// ItemForm is one shape of an item of the ordered form.
type ItemForm string

// The item forms (candidate facts 3.2).
const (
	ItemKeep     ItemForm = "from"
	ItemRename   ItemForm = "from+name"
	ItemBorrow   ItemForm = "borrow_from"
	ItemSlice    ItemForm = "borrow_slice_from_owner"
	ItemStr      ItemForm = "borrow_str_from_owner"
	ItemLiteral  ItemForm = "argument"
	ItemComputed ItemForm = "argument_expression"
)

// ParameterItem is one parameter of the new signature.
type ParameterItem struct {
	Form ItemForm
	// From names the original parameter of every form but the last two.
	From, Name string
	Type       TypeSelector
	Argument   Expression
}

// WrapReturn names the record and field the result is wrapped in.
type WrapReturn struct{ Record, Field string }

// TypeSelector is a built-in type's name or a nominal type.
type TypeSelector struct {
	// Builtin is the source name of a built-in type; empty for a nominal.
	Builtin string
	// Target is the identity of the nominal, Arguments its "i64" and "bool".
	Target    string
	Arguments []string
}

// IsNominal reports whether the selector names a declared type.
func (t *TypeSelector) IsNominal() bool { return t.Builtin == "" }

// InterfaceMember binds a protocol method to a function, both by identity.
type InterfaceMember struct{ Method, Implementation string }

// DeclarationKind is the kind of a new declaration.
type DeclarationKind string

// The kinds of new declarations.
const (
	NewFunction DeclarationKind = "function"
	NewRecord   DeclarationKind = "record"
	NewVariant  DeclarationKind = "variant"
)

// Declaration is what add_declaration adds.
type Declaration struct {
	Kind     DeclarationKind
	ID, Name string
	// The members of a function.
	Parameters        []NewParameter
	Result            TypeSelector
	Effects           []string
	Requires, Ensures []Expression
	Body              *Expression
	// Fields of a record, Cases of a variant.
	Fields []NewMember
	Cases  []NewVariantCase
}

// NewParameter is one parameter of a new function; Mode is value, own or borrow.
type NewParameter struct {
	Name string
	Type TypeSelector
	Mode string
}

// NewMember is one field of a new type.
type NewMember struct {
	ID, Name string
	Type     TypeSelector
}

// NewVariantCase is one case of a new variant.
type NewVariantCase struct {
	ID, Name string
	Fields   []NewMember
}

// NewField is what add_record_field adds.
type NewField struct {
	ID, Name, Type string
	Default        Expression
}

// NewCase is what add_variant_case adds, with its one payload field.
type NewCase struct {
	ID, Name                    string
	FieldID, FieldName, FieldOf string
}

// RejectedBody is the change a repair starts from.
type RejectedBody struct {
	Target string
	Body   *Expression
}

// Intention is one decoded intention. It owns its memory and never changes.
type Intention struct {
	fields Fields
	text   string
}

// Kind is the intention's kind.
func (in *Intention) Kind() Kind { return in.fields.Form.Kind() }

// Target is the identity of the declaration the intention addresses.
func (in *Intention) Target() string { return in.fields.Target }

// Fields returns the members. They are shared: do not change them.
func (in *Intention) Fields() *Fields { return &in.fields }

// Text is the canonical JSON of the intention, without an LF.
func (in *Intention) Text() string { return in.text }
