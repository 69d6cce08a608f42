package diag

// Codes of types.
const (
	T001 Code = "SPX-T001"
	T102 Code = "SPX-T102"
	T103 Code = "SPX-T103"
	T104 Code = "SPX-T104"
	T105 Code = "SPX-T105"
	T201 Code = "SPX-T201"
	T202 Code = "SPX-T202"
	T203 Code = "SPX-T203"
	T204 Code = "SPX-T204"
	T205 Code = "SPX-T205"
	T206 Code = "SPX-T206"
	T207 Code = "SPX-T207"
	T208 Code = "SPX-T208"
	T209 Code = "SPX-T209"
	T210 Code = "SPX-T210"
	T211 Code = "SPX-T211"
	T212 Code = "SPX-T212"
	T213 Code = "SPX-T213"
	T214 Code = "SPX-T214"
	T215 Code = "SPX-T215"
	T216 Code = "SPX-T216"
	T217 Code = "SPX-T217"
	T218 Code = "SPX-T218"
	T219 Code = "SPX-T219"
	T220 Code = "SPX-T220"
	T221 Code = "SPX-T221"
	T223 Code = "SPX-T223"
	T224 Code = "SPX-T224"
	T225 Code = "SPX-T225"
	T226 Code = "SPX-T226"
	T227 Code = "SPX-T227"
	T228 Code = "SPX-T228"
	T229 Code = "SPX-T229"
	T230 Code = "SPX-T230"
	T231 Code = "SPX-T231"
	T232 Code = "SPX-T232"
	T233 Code = "SPX-T233"
	T234 Code = "SPX-T234"
	T250 Code = "SPX-T250"
	T251 Code = "SPX-T251"
	T252 Code = "SPX-T252"
	T253 Code = "SPX-T253"
	T254 Code = "SPX-T254"
	T255 Code = "SPX-T255"
	T256 Code = "SPX-T256"
	T257 Code = "SPX-T257"
	T258 Code = "SPX-T258"
	T259 Code = "SPX-T259"
	T260 Code = "SPX-T260"
	T261 Code = "SPX-T261"
	T262 Code = "SPX-T262"
	T263 Code = "SPX-T263"
	T264 Code = "SPX-T264"
	T265 Code = "SPX-T265"
	T266 Code = "SPX-T266"
	T267 Code = "SPX-T267"
	T268 Code = "SPX-T268"
	T270 Code = "SPX-T270"
	T271 Code = "SPX-T271"
	T272 Code = "SPX-T272"
)

func typeCodes() []Entry {
	return []Entry{
		{T001, "unknown type `{0}`", "a type name is not declared", ""},
		{T102, "duplicate parameter `{0}`", "a function has two parameters of one name", ""},
		{T103, "the body has type `{1}`, the signature says `{0}`", "a body's type differs from the signature", ""},
		{T104, "`main` has the wrong shape", "`main` takes parameters or does not return i64", ""},
		{T105, "the module has no `main`", "an entry module has no `main`", ""},
		{T201, "`result` stands only in `ensures`", "`result` is used outside an `ensures` clause", ""},
		{T202, "unknown value `{0}`", "a name is no visible value", ""},
		{T203, "unknown function `{0}`", "a called function or method does not exist", ""},
		{T204, "{0}", "a call has the wrong number of arguments", ""},
		{T205, "{0}", "an argument has the wrong type", ""},
		{T206, "{0}", "the operand of a unary operator has the wrong type", ""},
		{T207, "{0}", "the two sides of `==` or `!=` differ in type", ""},
		{T208, "{0}", "an operand of a binary operator has the wrong type", ""},
		{T209, "`{0}` is already visible here", "a binding would shadow a visible value", ""},
		{T210, "{0}", "the condition of an `if` is not bool", ""},
		{T211, "{0}", "the branches of an `if` differ in type", ""},
		{T212, "{0}", "a constructor or update names an unknown member or names one twice", ""},
		{T213, "{0}", "a constructor leaves out a member", ""},
		{T214, "{0}", "a projection names a member the value does not have", ""},
		{T215, "{0}", "a constructor, field or payload has the wrong type, or a variant has no case", ""},
		{T216, "{0}", "the arms of a match have no common admitted type", ""},
		{T217, "{0}", "a record contains itself by value", ""},
		{T218, "{0}", "`?` stands where it cannot return early", ""},
		{T219, "{0}", "the error types of `?` and of the function differ", ""},
		{T220, "{0}", "a type parameter is misused or a generic declaration names an unknown type", ""},
		{T221, "{0}", "a type has the wrong number of type arguments", ""},
		{T223, "{0}", "a generic shape is not admitted", ""},
		{T224, "{0}", "a generic function's declaration is not admitted", ""},
		{T225, "{0}", "a generic call is not admitted", ""},
		{T226, "{0}", "a generic function's body, effects or calls are not admitted", ""},
		{T227, "{0}", "a class names a parent that is not a class", ""},
		{T228, "{0}", "classes inherit in a cycle", ""},
		{T229, "{0}", "a class redeclares an inherited member", ""},
		{T230, "{0}", "an override differs from the inherited signature", ""},
		{T231, "{0}", "`super` is misused", ""},
		{T232, "{0}", "a binding's declared type differs from its value's type", ""},
		{T233, "{0}", "an upcast would lose owned state", ""},
		{T234, "{0}", "a class field carries a string", ""},
		{T250, "{0}", "`+` is applied to strings", ""},
		{T251, "{0}", "the condition of a loop is not bool", ""},
		{T252, "{0}", "a construct is not admitted inside a loop", ""},
		{T253, "{0}", "a loop stands in a contract", ""},
		{T254, "{0}", "a refutable pattern is matched against a value that does not admit it", ""},
		{T255, "{0}", "a literal pattern differs in type from the scrutinee", ""},
		{T256, "{0}", "a guard is not bool", ""},
		{T257, "{0}", "a scalar match has no final catch-all arm", ""},
		{T258, "{0}", "an arm of a scalar match yields an aggregate", ""},
		{T259, "{0}", "the arms of a scalar match differ in type", ""},
		{T260, "usize literal {0}", "a usize literal is negated or out of range", "module k;\nfn f(a: i64) -> i64\n{\n    let n = ^18446744073709551616usize;\n    a\n}\n"},
		{T261, "{0}", "a byte array has more elements than admitted", "module k;\nfn f(a: i64) -> i64\n{\n    let b = [0u8; ^65537];\n    a\n}\n"},
		{T262, "{0}", "an element of a byte array is no u8 literal", "module k;\nfn f(a: i64) -> i64\n{\n    let b = [1u8, ^2];\n    a\n}\n"},
		{T263, "{0}", "a byte operation is misused", ""},
		{T264, "{0}", "a view escapes its block", ""},
		{T265, "{0}", "an owner moves while it is viewed", ""},
		{T266, "{0}", "a view has no admissible origin", ""},
		{T267, "{0}", "an allocation stands in a loop or recursion", ""},
		{T268, "{0}", "a type stands in a position closed to it", ""},
		{T270, "{0}", "a host operation with an owned result stands in a loop", ""},
		{T271, "{0}", "a byte buffer is reopened or its size is no literal", ""},
		{T272, "{0}", "a literal index is beyond a byte buffer's capacity", ""},
	}
}
