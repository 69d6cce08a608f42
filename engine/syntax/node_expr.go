package syntax

// Expr is an expression. A parenthesised expression is the inner node with a
// span that includes the parentheses.
//
// The kinds: *IntLit *FloatLit *CharLit *BoolLit *StringLit *ArrayLit *NameExpr
// *Call *MethodCall *SuperCall *Unary *Binary *Block *If *Match *RecordExpr
// *VariantExpr *Update *Project *Try.
type Expr interface {
	Node
	expr()
}

// IntKind is the type an integer literal's suffix fixes.
type IntKind uint8

// The integer types; I64 is written without a suffix.
const (
	I64 IntKind = iota
	I32
	U8
	Usize
)

// String is the type's name.
func (k IntKind) String() string { return [...]string{"i64", "i32", "u8", "usize"}[k] }

// IntLit is an integer literal. In expressions it is never negative except as
// the minimum of i64 or i32, which the source writes with a `-`; in patterns
// any i64 or i32 value may be negative.
type IntLit struct {
	base
	Kind IntKind
	// Bits is the value in two's complement, sign-extended to 64 bits.
	Bits uint64
}

// Int64 is the value of an i64, i32 or u8 literal.
func (l *IntLit) Int64() int64 { return int64(l.Bits) }

// FloatLit is an f64 literal or, when Single, an f32 literal whose Value is the
// decimal text rounded once to f32. Value is finite and not negative.
type FloatLit struct {
	base
	Single bool
	Value  float64
}

// CharLit is a character literal: a Unicode scalar value.
type CharLit struct {
	base
	Value rune
}

// BoolLit is `true` or `false`.
type BoolLit struct {
	base
	Value bool
}

// StringLit is a string literal with its escapes resolved.
type StringLit struct {
	base
	Value string
}

// ArrayLit is a byte array: `[1u8, 2u8]` lists Elements; with Repeat it is
// `[FILLu8; LENGTH]` and Elements is nil.
type ArrayLit struct {
	base
	Elements []byte
	Repeat   bool
	Fill     byte
	Length   uint32
}

// NameExpr is a value's name, or `result`. Its span differs from Name.Span
// when it is parenthesised.
type NameExpr struct {
	base
	Name Name
}

// Call is `CALLEE<TYPES>(ARGS)`.
type Call struct {
	base
	Callee   Name
	TypeArgs []TypeExpr
	Args     []Expr
}

// MethodCall is `RECEIVER.METHOD<TYPES>(ARGS)`.
type MethodCall struct {
	base
	Receiver Expr
	Method   Name
	TypeArgs []TypeExpr
	Args     []Expr
}

// SuperCall is `super.METHOD<TYPES>(ARGS)`.
type SuperCall struct {
	base
	Method   Name
	TypeArgs []TypeExpr
	Args     []Expr
}

// UnaryOp is a prefix operator.
type UnaryOp uint8

// The prefix operators.
const (
	Neg UnaryOp = iota
	Not
)

// String is the operator's text.
func (o UnaryOp) String() string { return [...]string{"-", "!"}[o] }

// Unary is `OP OPERAND`.
type Unary struct {
	base
	Op      UnaryOp
	Operand Expr
}

// BinaryOp is an infix operator.
type BinaryOp uint8

// The infix operators, weakest first.
const (
	Or BinaryOp = iota
	And
	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	Add
	Sub
	Mul
	Div
	Rem
)

// String is the operator's text.
func (o BinaryOp) String() string {
	return [...]string{"||", "&&", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"}[o]
}

// Precedence is the operator's level, 1 (`||`) to 6 (`* / %`). All operators
// associate to the left.
func (o BinaryOp) Precedence() int {
	return [...]int{1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 6}[o]
}

// Binary is `LEFT OP RIGHT`.
type Binary struct {
	base
	Op          BinaryOp
	Left, Right Expr
}

// Block is `{ items tail }`. Tail is never nil in a parsed block.
type Block struct {
	base
	notes
	Items []Item
	Tail  Expr
}

// If is `if COND { … } else { … }`.
type If struct {
	base
	Cond Expr
	Then *Block
	Else *Block
}

// MatchMode is the ownership word of a match.
type MatchMode uint8

// The modes; MatchPlain is the absence of a word.
const (
	MatchPlain MatchMode = iota
	MatchOwn
	MatchBorrow
)

// Match is `match [own|borrow] SCRUTINEE { arms }`.
type Match struct {
	base
	Mode      MatchMode
	Scrutinee Expr
	Arms      []*Arm
}

// Arm is `PATTERN [if GUARD] => VALUE,`; Guard is nil when not written.
type Arm struct {
	base
	Pattern Pattern
	Guard   Expr
	Value   Expr
}

// Init gives a member its value in a constructor or update. The shorthand `x`
// is read as `x: x`.
type Init struct {
	base
	Name  Name
	Value Expr
}

// RecordExpr is `TYPE<TYPES> { inits }`.
type RecordExpr struct {
	base
	Type     Name // dotted
	TypeArgs []TypeExpr
	Inits    []*Init
}

// VariantExpr is `TYPE<TYPES>::CASE { inits }`.
type VariantExpr struct {
	base
	Type     Name
	TypeArgs []TypeExpr
	Case     Name
	Inits    []*Init
}

// Update is `BASE with { inits }`.
type Update struct {
	base
	Base  Expr
	Inits []*Init
}

// Project is `BASE.FIELD`.
type Project struct {
	base
	Base  Expr
	Field Name
}

// Try is `OPERAND?`.
type Try struct {
	base
	Operand Expr
}

func (*IntLit) expr()      {}
func (*FloatLit) expr()    {}
func (*CharLit) expr()     {}
func (*BoolLit) expr()     {}
func (*StringLit) expr()   {}
func (*ArrayLit) expr()    {}
func (*NameExpr) expr()    {}
func (*Call) expr()        {}
func (*MethodCall) expr()  {}
func (*SuperCall) expr()   {}
func (*Unary) expr()       {}
func (*Binary) expr()      {}
func (*Block) expr()       {}
func (*If) expr()          {}
func (*Match) expr()       {}
func (*RecordExpr) expr()  {}
func (*VariantExpr) expr() {}
func (*Update) expr()      {}
func (*Project) expr()     {}
func (*Try) expr()         {}

func (*IntLit) nests() bool      { return true }
func (*FloatLit) nests() bool    { return true }
func (*CharLit) nests() bool     { return true }
func (*BoolLit) nests() bool     { return true }
func (*StringLit) nests() bool   { return true }
func (*ArrayLit) nests() bool    { return true }
func (*NameExpr) nests() bool    { return true }
func (*Call) nests() bool        { return true }
func (*MethodCall) nests() bool  { return true }
func (*SuperCall) nests() bool   { return true }
func (*Unary) nests() bool       { return true }
func (*Binary) nests() bool      { return true }
func (*Block) nests() bool       { return true }
func (*If) nests() bool          { return true }
func (*Match) nests() bool       { return true }
func (*RecordExpr) nests() bool  { return true }
func (*VariantExpr) nests() bool { return true }
func (*Update) nests() bool      { return true }
func (*Project) nests() bool     { return true }
func (*Try) nests() bool         { return true }
