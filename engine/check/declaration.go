package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// NominalKind is the kind of a declared type.
type NominalKind uint8

// The kinds of declared types.
const (
	NominalRecord NominalKind = iota
	NominalClass
	NominalVariant
	NominalResource
)

// Nominal is a declared type.
type Nominal struct {
	ID       NominalID
	Kind     NominalKind
	Name     string
	Identity Identity
	// Module is NoModule for the prelude's types.
	Module ModuleID
	// TypeParameters are the names of its parameters; Parameters their types.
	TypeParameters []string
	Parameters     []Type
	// wide: more parameters were written than are admitted and kept.
	wide bool
	// Type is the type itself; for a generic nominal, applied to its own
	// parameters.
	Type Type
	// Fields are the fields a record or class declares itself.
	Fields []FieldID
	// Effective are the fields a value has: a class's ancestors' first.
	Effective []FieldID
	// Cases of a variant, in declaration order.
	Cases []CaseID
	// Parent of a class, or NoNominal.
	Parent NominalID
	// Methods a class declares itself.
	Methods []FunctionID
	// Lifecycle of a resource.
	Lifecycle Lifecycle
	// Decl is the declaration; nil for the prelude.
	Decl syntax.Decl
}

// IsGeneric says whether the type has parameters.
func (n *Nominal) IsGeneric() bool { return len(n.TypeParameters) > 0 }

// Lifecycle is the drop rule of a resource.
type Lifecycle struct {
	Identity Identity
	// Imported: dropped by Import, whose identity is ImportKey.
	Imported  bool
	ImportKey string
	// Import is NoImport for a trivial drop.
	Import ImportID
	Decl   *syntax.Lifecycle
}

// Field is a field of a record, class or case.
type Field struct {
	ID       FieldID
	Name     string
	Identity Identity
	Owner    NominalID
	// Case is NoCase for fields of records and classes.
	Case CaseID
	// Index is its position among its owner's declared fields, from 0.
	Index int
	Type  Type
	// Decl is nil for the prelude.
	Decl *syntax.Field
}

// Case is one case of a variant.
type Case struct {
	ID       CaseID
	Name     string
	Identity Identity
	Owner    NominalID
	// Index is its position in the variant, from 0.
	Index  int
	Fields []FieldID
	// Decl is nil for the prelude.
	Decl *syntax.Case
}

// Mode says how a value or parameter is held.
type Mode uint8

// The ownership modes. A parameter written without a word has ModeValue, also
// when its type is owned and the call therefore consumes the argument.
const (
	ModeValue Mode = iota
	ModeOwn
	ModeBorrow
	ModeShared
)

// String is the word used in source and documents.
func (m Mode) String() string {
	return [...]string{ModeValue: "value", ModeOwn: "own", ModeBorrow: "borrow", ModeShared: "shared"}[m]
}

// Function is a function or class method.
type Function struct {
	ID       FunctionID
	Name     string
	Identity Identity
	Module   ModuleID
	// Receiver is the class of a method, else NoNominal.
	Receiver NominalID
	// Overrides is the method of the nearest ancestor with the same name.
	Overrides FunctionID
	// TypeParameters is not empty for a template.
	TypeParameters []string
	// wide: more type parameters were written than are admitted and kept.
	wide   bool
	Params []Parameter
	Result Type
	// Effects are the declared effects, in source order.
	Effects []string
	// Locals are the slots: parameters, then lets and pattern bindings in the
	// order they are met. Two locals never share a slot.
	Locals []Local
	// Calls are the call expressions of clauses and body, in source order of
	// requires, body, ensures; the callee's side-table row is at Tables.Call.
	Calls []CallSite
	Decl  *syntax.Function
}

// IsGeneric says whether the function is a template.
func (f *Function) IsGeneric() bool { return len(f.TypeParameters) > 0 }

// Parameter is one parameter of a function.
type Parameter struct {
	Name string
	Type Type
	// Mode as written.
	Mode Mode
	Decl *syntax.Param
}

// LocalKind says what introduced a local.
type LocalKind uint8

// The kinds of locals.
const (
	LocalParameter LocalKind = iota
	LocalLet
	LocalPattern
)

// Local is one slot of a function.
type Local struct {
	Name    string
	Kind    LocalKind
	Type    Type
	Mode    Mode // how the slot holds its value: value, own, borrow or shared
	Mutable bool
	// Decl is the *syntax.Param, *syntax.Let or *syntax.BindingPattern.
	Decl syntax.Node
	// Span is the place of its name.
	Span diag.Span
	// From and To bound the bytes in which the name is visible, half-open.
	From, To uint32
}

// Phase says in which part of a function an expression stands.
type Phase uint8

// The phases, in the order they run.
const (
	PhaseRequires Phase = iota
	PhaseBody
	PhaseEnsures
)

// String is the word used in documents.
func (p Phase) String() string {
	return [...]string{PhaseRequires: "requires", PhaseBody: "body", PhaseEnsures: "ensures"}[p]
}

// CallSite is one call in a function.
type CallSite struct {
	Expr  syntax.Expr // *syntax.Call, *syntax.MethodCall or *syntax.SuperCall
	Phase Phase
	// Clause is the position of the requires or ensures clause.
	Clause int
}

// Instance is a generic function under type arguments, met in a function that
// is not generic.
type Instance struct {
	ID       InstanceID
	Function FunctionID
	Args     []Type
	Identity string
}

// Interface is a host interface.
type Interface struct {
	ID       InterfaceID
	Name     string
	Identity Identity
	Module   ModuleID
	Permits  []string
	Imports  []ImportID
	Decl     *syntax.Interface
}

// Import is one import of an interface.
type Import struct {
	ID        ImportID
	Name      string
	Identity  Identity
	Interface InterfaceID
	Module    ModuleID
	// Rust imports are callable by name; the others serve drops only.
	Rust    bool
	Params  []Parameter
	Result  Type
	Effects []string
	// Infallible, or failing with a status of domain StatusDomain.
	Infallible   bool
	StatusDomain string
	// Consumes is the position of the consumed parameter, or -1.
	Consumes int
	Decl     *syntax.Import
}

// Protocol is a set of method signatures.
type Protocol struct {
	ID       ProtocolID
	Name     string
	Identity Identity
	Module   ModuleID
	Methods  []ProtocolMethod
	Decl     *syntax.Protocol
}

// ProtocolMethod is one signature of a protocol. TypeInvalid in Params or
// Result stands for Self.
type ProtocolMethod struct {
	Name     string
	Identity Identity
	Params   []Parameter
	Result   Type
	Decl     *syntax.Signature
}

// Impl binds a protocol's methods to free functions for one nominal.
type Impl struct {
	ID       ImplID
	Identity Identity
	Module   ModuleID
	Protocol ProtocolID
	Nominal  NominalID
	Bindings []ImplBinding
	Decl     *syntax.Impl
}

// ImplBinding binds the method at position Method to Function.
type ImplBinding struct {
	Method   int
	Function FunctionID
}
