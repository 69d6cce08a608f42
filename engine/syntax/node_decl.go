package syntax

// Decl is a top-level declaration: *Resource, *Record, *Variant, *Class,
// *Interface, *Protocol, *Impl or *Function.
type Decl interface {
	Noted
	// DeclName is the declared name; zero for an Impl.
	DeclName() Name
	// DeclIdentity is the explicit identity, nil when none is written.
	DeclIdentity() *Text
	decl()
}

// Resource is `resource NAME<…> { lifecycles }`.
type Resource struct {
	base
	notes
	Identity   *Text
	Name       Name
	TypeParams []Name
	Lifecycles []*Lifecycle

	open uint32 // offset of the opening brace, 0 without one
}

// Lifecycle is `drop trivial;` (Import nil) or `drop import "ID";`.
type Lifecycle struct {
	base
	notes
	Identity *Text
	Import   *Text
}

// Record is `record NAME<…> { fields }`.
type Record struct {
	base
	notes
	Identity   *Text
	Name       Name
	TypeParams []Name
	Fields     []*Field

	open uint32 // offset of the opening brace, 0 without one
}

// Variant is `variant NAME<…> { cases }`.
type Variant struct {
	base
	notes
	Identity   *Text
	Name       Name
	TypeParams []Name
	Cases      []*Case

	open uint32 // offset of the opening brace, 0 without one
}

// Case is one case of a variant; Fields is its payload.
type Case struct {
	base
	notes
	Identity *Text
	Name     Name
	Fields   []*Field

	open uint32 // offset of the opening brace, 0 without one
}

// Field is a member of a record, a class or a case's payload.
type Field struct {
	base
	notes
	Identity *Text
	Name     Name
	Type     TypeExpr
}

// Class is `class NAME<…> : PARENT { members }`; Parent is nil without one.
// Methods are Functions; the canonical form writes fields before methods.
type Class struct {
	base
	notes
	Identity   *Text
	Name       Name
	TypeParams []Name
	Parent     TypeExpr
	Fields     []*Field
	Methods    []*Function

	open uint32 // offset of the opening brace, 0 without one
}

// Interface is `interface NAME permits { … } { imports }`.
type Interface struct {
	base
	notes
	Identity *Text
	Name     Name
	Permits  []Name // dotted
	Imports  []*Import
}

// Import is one import of an interface.
//
// Result is the word after `->` (unit, or with Rust also i64 or bool). Status is
// nil for `failure infallible`. Consumes is zero with Rust, set without.
type Import struct {
	base
	Identity *Text
	Rust     bool
	Name     Name
	Params   []*Param
	Result   Name
	Effects  []Name // dotted
	Status   *Text
	Consumes Name
}

// Protocol is `protocol NAME { signatures }`.
type Protocol struct {
	base
	notes
	Identity *Text
	Name     Name
	Methods  []*Signature
}

// Signature is one method of a protocol.
type Signature struct {
	base
	Identity *Text
	Name     Name
	Params   []*Param
	Result   TypeExpr
}

// Impl is `impl "PROTOCOL" for "TARGET" { "METHOD" = "FUNCTION"; }`. Its
// Identity is always set.
type Impl struct {
	base
	notes
	Identity *Text
	Protocol Text
	Target   Text
	Bindings []*Binding
}

// Binding binds a protocol method to a function, both by identity.
type Binding struct {
	base
	Method   Text
	Function Text
}

// Function is a function or a class's method. The canonical form writes
// all Requires before all Ensures; each list is in source order.
type Function struct {
	base
	notes
	Identity   *Text
	Name       Name
	TypeParams []Name
	Params     []*Param
	Result     TypeExpr
	Uses       []Name // dotted; empty when absent
	Requires   []*Clause
	Ensures    []*Clause
	Body       *Block
}

// Clause is the condition of one `requires` or `ensures`; its span starts at
// that word.
type Clause struct {
	base
	Cond Expr
}

// ParamMode is the ownership word of a parameter.
type ParamMode uint8

// The ownership words; ModeValue is the absence of one.
const (
	ModeValue ParamMode = iota
	ModeOwn
	ModeBorrow
	ModeShared
)

// String is the ownership mode's name: value, own, borrow or shared.
func (m ParamMode) String() string { return [...]string{"value", "own", "borrow", "shared"}[m] }

// Param is one parameter.
type Param struct {
	base
	Name Name
	Mode ParamMode
	Type TypeExpr
}

// DeclName is the declared name.
func (d *Resource) DeclName() Name { return d.Name }

// DeclName is the declared name.
func (d *Record) DeclName() Name { return d.Name }

// DeclName is the declared name.
func (d *Variant) DeclName() Name { return d.Name }

// DeclName is the declared name.
func (d *Class) DeclName() Name { return d.Name }

// DeclName is the declared name.
func (d *Interface) DeclName() Name { return d.Name }

// DeclName is the declared name.
func (d *Protocol) DeclName() Name { return d.Name }

// DeclName is zero: an impl has no name.
func (d *Impl) DeclName() Name { return Name{} }

// DeclName is the declared name.
func (d *Function) DeclName() Name { return d.Name }

// DeclIdentity is the explicit identity or nil.
func (d *Resource) DeclIdentity() *Text { return d.Identity }

// DeclIdentity is the explicit identity or nil.
func (d *Record) DeclIdentity() *Text { return d.Identity }

// DeclIdentity is the explicit identity or nil.
func (d *Variant) DeclIdentity() *Text { return d.Identity }

// DeclIdentity is the explicit identity or nil.
func (d *Class) DeclIdentity() *Text { return d.Identity }

// DeclIdentity is the explicit identity or nil.
func (d *Interface) DeclIdentity() *Text { return d.Identity }

// DeclIdentity is the explicit identity or nil.
func (d *Protocol) DeclIdentity() *Text { return d.Identity }

// DeclIdentity is the explicit identity.
func (d *Impl) DeclIdentity() *Text { return d.Identity }

// DeclIdentity is the explicit identity or nil.
func (d *Function) DeclIdentity() *Text { return d.Identity }

func (*Resource) decl()  {}
func (*Record) decl()    {}
func (*Variant) decl()   {}
func (*Class) decl()     {}
func (*Interface) decl() {}
func (*Protocol) decl()  {}
func (*Impl) decl()      {}
func (*Function) decl()  {}
