package syntax

// Pattern is the left side of an arm: *WildcardPattern, *BindingPattern,
// *LiteralPattern, *VariantPattern or *RecordPattern.
type Pattern interface {
	Node
	pattern()
}

// WildcardPattern is `_`.
type WildcardPattern struct{ base }

// BindingPattern binds a whole value.
type BindingPattern struct {
	base
	Name Name
}

// LiteralPattern is one literal or several joined by `|`. Each is an *IntLit
// (possibly negative), *CharLit or *BoolLit.
type LiteralPattern struct {
	base
	Literals []Expr
}

// VariantPattern is `TYPE::CASE { fields }`.
type VariantPattern struct {
	base
	Type   Name
	Case   Name
	Fields []*FieldPattern
}

// RecordPattern is `TYPE { fields }`.
type RecordPattern struct {
	base
	Type   Name
	Fields []*FieldPattern
}

// FieldPattern matches one member. The short form `x` is read as `x: x`.
// Pattern is a *WildcardPattern, a *BindingPattern or, in record patterns only,
// a *RecordPattern.
type FieldPattern struct {
	base
	Field   Name
	Pattern Pattern
}

func (*WildcardPattern) pattern() {}
func (*BindingPattern) pattern()  {}
func (*LiteralPattern) pattern()  {}
func (*VariantPattern) pattern()  {}
func (*RecordPattern) pattern()   {}
