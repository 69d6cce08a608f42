package intent

// ExpressionKind is the tag of one form of an expression.
type ExpressionKind string

// The closed expression vocabulary (candidate facts 4.1). BytesDefault occurs only
// as the default of a new field.
const (
	ExprI64         ExpressionKind = "i64"
	ExprI32         ExpressionKind = "i32"
	ExprU8          ExpressionKind = "u8"
	ExprUsize       ExpressionKind = "usize"
	ExprBool        ExpressionKind = "bool"
	ExprChar        ExpressionKind = "char"
	ExprF32         ExpressionKind = "f32"
	ExprF64         ExpressionKind = "f64"
	ExprString      ExpressionKind = "string"
	ExprArray       ExpressionKind = "array_u8"
	ExprPlace       ExpressionKind = "place"
	ExprLet         ExpressionKind = "let"
	ExprCall        ExpressionKind = "call"
	ExprBuiltinCall ExpressionKind = "builtin_call"
	ExprRecord      ExpressionKind = "record"
	ExprVariant     ExpressionKind = "variant"
	ExprFieldPlace  ExpressionKind = "field_place"
	ExprProject     ExpressionKind = "project"
	ExprMatch       ExpressionKind = "match"
	ExprUpdate      ExpressionKind = "update"
	ExprBinary      ExpressionKind = "binary"
	ExprUnary       ExpressionKind = "unary"
	ExprIf          ExpressionKind = "if"
	BytesDefault    ExpressionKind = "Bytes"
)

// Expression is one value of the closed vocabulary. Only the members its Kind
// names are set. It owns everything it holds and is never changed.
type Expression struct {
	Kind ExpressionKind
	// Int is the value of i64 and i32, Uint of u8 and usize, Bool of bool.
	Int  int64
	Uint uint64
	Bool bool
	// Text is the value of a string, the eight hex digits of a char's scalar, or
	// the hex digits of a float's bits.
	Text string
	// Elements are the values of array_u8 and of a Bytes default.
	Elements []uint64
	// Name is a place's or a let's name, or the lexical root of a field_place.
	Name string
	// Target is a stable identity: of the function of a call, the built-in of a
	// builtin_call, the record or case of a constructor, the field of a project or
	// field_place, the variant of a match, the record of an update.
	Target string
	// TypeArguments are "i64" or "bool".
	TypeArguments []string
	Op            string
	// Value is the operand of a unary, the initializer of a let, the scrutinee of
	// a match or the base of a project or update.
	Value *Expression
	Body  *Expression
	// Left and Right are the operands of a binary.
	Left, Right *Expression
	// Condition, Then and Else are the parts of an if.
	Condition, Then, Else *Expression
	Arguments             []Expression
	Fields                []FieldValue
	Arms                  []MatchArm
}

// FieldValue gives the field with the identity Target its value.
type FieldValue struct {
	Target string
	Value  Expression
}

// MatchArm is the arm of the case with the identity Target.
type MatchArm struct {
	Target string
	Fields []ArmBinding
	Body   Expression
}

// ArmBinding binds the payload field with the identity Target to a name.
type ArmBinding struct{ Target, Name string }

// operands calls visit with every expression directly inside e, in the order the
// members are evaluated.
func (e *Expression) operands(visit func(*Expression)) {
	for _, one := range []*Expression{e.Condition, e.Value, e.Left, e.Right, e.Then, e.Else, e.Body} {
		if one != nil {
			visit(one)
		}
	}
	for i := range e.Arguments {
		visit(&e.Arguments[i])
	}
	for i := range e.Fields {
		visit(&e.Fields[i].Value)
	}
	for i := range e.Arms {
		visit(&e.Arms[i].Body)
	}
}

// Walk visits e and everything below it in preorder.
func (e *Expression) Walk(visit func(*Expression)) {
	visit(e)
	e.operands(func(below *Expression) { below.Walk(visit) })
}
