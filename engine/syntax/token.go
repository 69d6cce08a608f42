package syntax

// tokenKind is the class of a token.
type tokenKind uint8

// The infix operators stand in the order of BinaryOp.
const (
	tFailed tokenKind = iota // a fault was reported; nothing follows
	tEOF
	tIdent
	tInt
	tFloat
	tChar
	tString
	tAt
	tLParen
	tRParen
	tLBrace
	tRBrace
	tLBracket
	tRBracket
	tColon
	tPath // ::
	tDot
	tComma
	tSemi
	tQuestion
	tNot
	tAssign
	tFatArrow
	tArrow
	tBar
	tOrOr
	tAndAnd
	tEqual
	tNotEqual
	tLess
	tLessEqual
	tGreater
	tGreaterEqual
	tPlus
	tMinus
	tStar
	tSlash
	tPercent
)

// String is the token as messages show it.
func (k tokenKind) String() string {
	return [...]string{
		"", "the end of the file", "a name", "a number", "a number", "a character", "a string",
		"`@`", "`(`", "`)`", "`{`", "`}`", "`[`", "`]`", "`:`", "`::`", "`.`", "`,`", "`;`", "`?`", "`!`", "`=`", "`=>`", "`->`",
		"`|`", "`||`", "`&&`", "`==`", "`!=`", "`<`", "`<=`", "`>`", "`>=`", "`+`", "`-`", "`*`", "`/`", "`%`",
	}[k]
}

// precedences holds the level of each infix operator, from tOrOr on.
const precedences = "\x01\x02\x03\x03\x04\x04\x04\x04\x05\x05\x06\x06\x06"

// precedence is the level of an infix operator token, 0 for other tokens.
func (k tokenKind) precedence() int {
	if k < tOrOr {
		return 0
	}
	return int(precedences[k-tOrOr])
}
