package intent

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/schema"
)

// ExpressionDocument names the document of expressions.
const ExpressionDocument = "semaprax.typed-expression.v1"

// ExpressionShape declares the closed expression vocabulary. Its bounds on the
// whole (nodes, depth) are applied after decoding.
func ExpressionShape() *schema.Kind[Expression] {
	return schema.Named(ExpressionDocument, schema.Local("expression", func(self *schema.Kind[Expression]) *schema.Kind[Expression] {
		alternatives := append(scalarAlternatives(), plainAlternatives(self)...)
		return schema.OneOf(kindOf, append(alternatives, nominalAlternatives(self)...)...)
	}))
}

// literalShape declares the eight scalar literals.
func literalShape() *schema.Kind[Expression] {
	return schema.OneOf(kindOf, scalarAlternatives()...)
}

// The places of the members of an Expression.
func kindOf(e *Expression) *ExpressionKind { return &e.Kind }
func targetOf(e *Expression) *string       { return &e.Target }
func nameOf(e *Expression) *string         { return &e.Name }
func textOf(e *Expression) *string         { return &e.Text }
func valueOf(e *Expression) **Expression   { return &e.Value }

type expressionAlternative = schema.Alternative[Expression, ExpressionKind]

// integerLiterals declares the integers, the signed ones from low on.
func integerLiterals(low64 int64, low32 int64) []expressionAlternative {
	signed := func(e *Expression) *int64 { return &e.Int }
	unsigned := func(e *Expression) *uint64 { return &e.Uint }
	return []expressionAlternative{
		schema.Tagged(ExprI64, schema.Required("value", schema.Signed(low64, math.MaxInt64), signed)),
		schema.Tagged(ExprI32, schema.Required("value", schema.Signed(low32, math.MaxInt32), signed)),
		schema.Tagged(ExprU8, schema.Required("value", schema.Integer(0, math.MaxUint8), unsigned)),
		schema.Tagged(ExprUsize, schema.Required("value", schema.Uint(), unsigned)),
		schema.Tagged(ExprBool, schema.Required("value", schema.Bool(), func(e *Expression) *bool { return &e.Bool })),
	}
}

func scalarAlternatives() []expressionAlternative {
	return append(integerLiterals(math.MinInt64, math.MinInt32),
		schema.Tagged(ExprChar, schema.Required("scalar", hexShape(8, "0000004f", isScalarHex), textOf)),
		schema.Tagged(ExprF32, schema.Required("bits", hexShape(8, "3f800000", isFiniteHex32), textOf)),
		schema.Tagged(ExprF64, schema.Required("bits", hexShape(16, "3ff0000000000000", isFiniteHex64), textOf)),
	)
}

// hexShape declares exactly digits lower-case hex digits that accept takes.
func hexShape(digits int, example string, accept func(string) bool) *schema.Kind[string] {
	return schema.Owned(schema.Matching(digits, digits, "^[0-9a-f]{"+strconv.Itoa(digits)+"}$", example, func(s []byte) bool {
		for _, c := range s {
			if !isDigit(c) && !('a' <= c && c <= 'f') {
				return false
			}
		}
		return accept(string(s))
	}))
}

func isScalarHex(s string) bool {
	v, err := strconv.ParseUint(s, 16, 32)
	return err == nil && v <= utf8.MaxRune && utf8.ValidRune(rune(v))
}

func isFiniteHex32(s string) bool {
	v, err := strconv.ParseUint(s, 16, 32)
	return err == nil && v&0x7f800000 != 0x7f800000
}

func isFiniteHex64(s string) bool {
	v, err := strconv.ParseUint(s, 16, 64)
	return err == nil && v&0x7ff0000000000000 != 0x7ff0000000000000
}

// elements declares a list of byte values.
func elements(most int) *schema.Kind[[]uint64] {
	return schema.Array(schema.Integer(0, math.MaxUint8), 0, most)
}

func elementsOf(e *Expression) *[]uint64 { return &e.Elements }

func plainAlternatives(self *schema.Kind[Expression]) []expressionAlternative {
	body := func(e *Expression) **Expression { return &e.Body }
	arguments := func(e *Expression) *[]Expression { return &e.Arguments }
	op := func(e *Expression) *string { return &e.Op }
	one := schema.Pointer(self)
	return []expressionAlternative{
		schema.Tagged(ExprString, schema.Required("value", schema.Owned(schema.CanonicalTextBetween(0, MaxStringBytes)), textOf)),
		schema.Tagged(ExprArray, schema.Required("values", elements(MaxListItems), elementsOf)),
		schema.Tagged(ExprPlace, schema.Required("name", identifier(), nameOf)),
		schema.Tagged(ExprLet, schema.Required("name", identifier(), nameOf),
			schema.Required("value", one, valueOf), schema.Required("body", one, body)),
		schema.Tagged(ExprCall, schema.Required("target", target(), targetOf),
			schema.Required("arguments", schema.Array(self, 0, MaxListItems), arguments)),
		schema.Tagged(ExprBuiltinCall, schema.Required("target", target(), targetOf),
			schema.Required("arguments", schema.Array(self, 0, MaxListItems), arguments)),
		schema.Tagged(ExprBinary, schema.Required("op", schema.Choice(binaryOps()...), op),
			schema.Required("left", one, func(e *Expression) **Expression { return &e.Left }),
			schema.Required("right", one, func(e *Expression) **Expression { return &e.Right })),
		schema.Tagged(ExprUnary, schema.Required("op", schema.Choice("-", "!"), op), schema.Required("value", one, valueOf)),
		schema.Tagged(ExprIf,
			schema.Required("condition", one, func(e *Expression) **Expression { return &e.Condition }),
			schema.Required("then", one, func(e *Expression) **Expression { return &e.Then }),
			schema.Required("else", one, func(e *Expression) **Expression { return &e.Else })),
	}
}

func nominalAlternatives(self *schema.Kind[Expression]) []expressionAlternative {
	one := schema.Pointer(self)
	to := schema.Required("target", target(), targetOf)
	base := schema.Required("base", one, valueOf)
	arguments := schema.Optional("type_arguments", typeArguments(), func(e *Expression) *[]string { return &e.TypeArguments })
	values := schema.Required("fields", schema.Array(fieldValue(self), 0, MaxListItems), func(e *Expression) *[]FieldValue { return &e.Fields })
	arms := schema.Array(schema.Object(
		schema.Required("target", target(), func(a *MatchArm) *string { return &a.Target }),
		schema.Required("fields", schema.Array(armBinding(), 0, MaxListItems), func(a *MatchArm) *[]ArmBinding { return &a.Fields }),
		schema.Required("body", self, func(a *MatchArm) *Expression { return &a.Body }),
	), 0, MaxListItems)
	return []expressionAlternative{
		schema.Tagged(ExprRecord, to, values, arguments),
		schema.Tagged(ExprVariant, to, values, arguments),
		schema.Tagged(ExprFieldPlace, to, schema.Required("root", identifier(), nameOf)),
		schema.Tagged(ExprProject, to, base, arguments),
		schema.Tagged(ExprMatch, to, schema.Required("value", one, valueOf),
			schema.Required("arms", arms, func(e *Expression) *[]MatchArm { return &e.Arms }), arguments),
		schema.Tagged(ExprUpdate, to, base, values, arguments),
	}
}

func fieldValue(self *schema.Kind[Expression]) *schema.Kind[FieldValue] {
	return schema.Object(
		schema.Required("target", target(), func(f *FieldValue) *string { return &f.Target }),
		schema.Required("value", self, func(f *FieldValue) *Expression { return &f.Value }),
	)
}

func armBinding() *schema.Kind[ArmBinding] {
	return schema.Object(
		schema.Required("target", target(), func(f *ArmBinding) *string { return &f.Target }),
		schema.Required("name", identifier(), func(f *ArmBinding) *string { return &f.Name }),
	)
}

func target() *schema.Kind[string] {
	return schema.Owned(schema.CanonicalTextBetween(1, MaxTargetBytes))
}

// identifier declares the name of something that exists or is introduced; which
// words are reserved is judged after decoding.
func identifier() *schema.Kind[string] {
	return schema.Owned(schema.Matching(1, MaxNewNameBytes, identifierPattern, "name", isIdentifier))
}

func newIdentity() *schema.Kind[string] {
	return schema.Owned(schema.Matching(1, MaxNewNameBytes, identityPattern, "new.identity", isIdentity))
}

func typeArguments() *schema.Kind[[]string] {
	return schema.Array(schema.Choice("i64", "bool"), 0, MaxListItems)
}

func binaryOps() []string {
	return []string{"+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"}
}
