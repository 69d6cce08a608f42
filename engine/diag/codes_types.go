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
		{T001, "unknown type `{0}`", "a type name is not declared", "module k;\nfn f(a: ^Unknown) -> i64\n{\n    0\n}\n"},
		{T102, "duplicate parameter `{0}`", "a function has two parameters of one name", "module k;\nfn f(a: i64, ^a: i64) -> i64\n{\n    0\n}\n"},
		{T103, "the body has type `{1}`, the signature says `{0}`", "a body's type differs from the signature", "module k;\nfn f(a: i64) -> i64\n{\n    ^true\n}\n"},
		{T104, "`main` has the wrong shape", "`main` takes parameters or does not return i64", "module k;\nfn ^main(a: i64) -> i64\n{\n    a\n}\n"},
		{T105, "the module has no `main`", "an entry module has no `main`", "module ^k;\nfn f(a: i64) -> i64\n{\n    a\n}\n"},
		{T201, "`result` stands only in `ensures`", "`result` is used outside an `ensures` clause", "module k;\nfn f(a: i64) -> i64\n{\n    ^result\n}\n"},
		{T202, "unknown value `{0}`", "a name is no visible value", "module k;\nfn f(a: i64) -> i64\n{\n    ^b\n}\n"},
		{T203, "unknown function `{0}`", "a called function or method does not exist", "module k;\nfn f(a: i64) -> i64\n{\n    ^g(a)\n}\n"},
		{T204, "{0}", "a call has the wrong number of arguments", "module k;\nfn f(a: i64) -> i64\n{\n    ^f(a, a)\n}\n"},
		{T205, "{0}", "an argument has the wrong type", "module k;\nfn f(a: i64) -> i64\n{\n    f(^true)\n}\n"},
		{T206, "{0}", "the operand of a unary operator has the wrong type", "module k;\nfn f(a: i64) -> i64\n{\n    if !^a { 1 } else { 2 }\n}\n"},
		{T207, "{0}", "the two sides of `==` or `!=` differ in type", "module k;\nfn f(a: i64) -> i64\n{\n    if ^a == true { 1 } else { 2 }\n}\n"},
		{T208, "{0}", "an operand of a binary operator has the wrong type", "module k;\nfn f(a: i64) -> i64\n{\n    a + ^1i32\n}\n"},
		{T209, "`{0}` is already visible here", "a binding would shadow a visible value", "module k;\nfn f(a: i64) -> i64\n{\n    let ^a = 1;\n    a\n}\n"},
		{T210, "{0}", "the condition of an `if` is not bool", "module k;\nfn f(a: i64) -> i64\n{\n    if ^a { 1 } else { 2 }\n}\n"},
		{T211, "{0}", "the branches of an `if` differ in type", "module k;\nfn f(a: i64) -> i64\n{\n    let b = if a == 1 { 1 } else { ^true };\n    a\n}\n"},
		{T212, "{0}", "a constructor or update names an unknown member or names one twice", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nfn f(a: i64) -> i64\n{\n    let p = P { x: 1, y: 2, ^z: 3 };\n    p.x\n}\n"},
		{T213, "{0}", "a constructor leaves out a member", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nfn f(a: i64) -> i64\n{\n    let p = ^P { x: 1 };\n    p.x\n}\n"},
		{T214, "{0}", "a projection names a member the value does not have", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nfn f(p: P) -> i64\n{\n    p.^z\n}\n"},
		{T215, "{0}", "a constructor, field or payload has the wrong type, or a variant has no case", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nfn f(a: i64) -> i64\n{\n    let p = P { x: ^true, y: 2 };\n    p.x\n}\n"},
		{T216, "{0}", "the arms of a match have no common admitted type", "module k;\nvariant V {\n    A,\n    B {\n        n: i64,\n    },\n}\nfn f(v: V) -> i64\n{\n    let b = match v { V::A {} => 1, V::B { n } => ^true, };\n    1\n}\n"},
		{T217, "{0}", "a record contains itself by value", "module k;\nrecord ^R {\n    next: R,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{T218, "{0}", "`?` stands where it cannot return early", "module k;\nfn f(a: i64) -> i64\n{\n    ^a?\n}\n"},
		{T219, "{0}", "the error types of `?` and of the function differ", "module k;\nfn f(r: Result<i64, bool>) -> Result<i64, i64>\n{\n    let b = ^r?;\n    Result<i64, i64>::Ok { value: b }\n}\n"},
		{T220, "{0}", "a type parameter is misused or a generic declaration names an unknown type", "module k;\nrecord B<T> {\n    x: ^T<i64>,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{T221, "{0}", "a type has the wrong number of type arguments", "module k;\nfn f(o: ^Option<i64, i64>) -> i64\n{\n    0\n}\n"},
		{T223, "{0}", "a generic shape is not admitted", "module k;\nfn f(o: Option<^char>) -> i64\n{\n    0\n}\n"},
		{T224, "{0}", "a generic function's declaration is not admitted", "module k;\nfn f<T>(a: T, b: ^char) -> T\n{\n    a\n}\n"},
		{T225, "{0}", "a generic call is not admitted", "module k;\nfn id<T>(a: T) -> T\n{\n    a\n}\nfn f(a: i64) -> i64\n{\n    ^id(a)\n}\n"},
		{T226, "{0}", "a generic function's body, effects or calls are not admitted", "module k;\nfn f<T>(a: T) -> T\n{\n    let b = ^\"text\";\n    a\n}\n"},
		{T227, "{0}", "a class names a parent that is not a class", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nclass A : ^P {\n    z: i64,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{T228, "{0}", "classes inherit in a cycle", "module k;\nclass ^A : B {\n    x: i64,\n}\nclass B : A {\n    y: i64,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{T229, "{0}", "a class redeclares an inherited member", "module k;\nclass A {\n    x: i64,\n}\nclass B : A {\n    ^x: i64,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{T230, "{0}", "an override differs from the inherited signature", "module k;\nclass A {\n    x: i64,\n    fn get(self: A) -> i64\n{\n        self.x\n    }\n}\nclass B : A {\n    @id(\"k.b.get\")\n    fn ^get(self: B) -> bool\n{\n        true\n    }\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{T231, "{0}", "`super` is misused", "module k;\nclass A {\n    x: i64,\n    fn get(self: A) -> i64\n{\n        ^super.get()\n    }\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{T232, "{0}", "a binding's declared type differs from its value's type", "module k;\nfn f(a: i64) -> i64\n{\n    let b: i32 = ^5;\n    a\n}\n"},
		{T233, "{0}", "an upcast would lose owned state", "module k;\nclass A {\n    x: i64,\n}\nclass B : A {\n    data: Bytes,\n}\nfn f(b: B) -> i64\n{\n    let a: A = ^b;\n    a.x\n}\n"},
		{T234, "{0}", "a class field carries a string", "module k;\nclass A {\n    name: ^string,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{T250, "{0}", "`+` is applied to strings", "module k;\nfn f(a: i64) -> i64\n{\n    let s = ^\"a\" + \"b\";\n    a\n}\n"},
		{T251, "{0}", "the condition of a loop is not bool", "module k;\nfn f(a: i64) -> i64\n{\n    while ^a { 0 }\n    a\n}\n"},
		{T252, "{0}", "a construct is not admitted inside a loop", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nfn f(a: i64) -> i64\n{\n    while a < 0 {\n        let p = ^P { x: 1, y: 2 };\n        0\n    }\n    a\n}\n"},
		{T253, "{0}", "a loop stands in a contract", "module k;\nfn f(a: i64) -> i64\n    requires { ^while a < 0 { 0 } true }\n{\n    a\n}\n"},
		{T254, "{0}", "a refutable pattern is matched against a value that does not admit it", "module k;\nfn f(s: string) -> i64\n{\n    match ^s { 1 => 1, _ => 2, }\n}\n"},
		{T255, "{0}", "a literal pattern differs in type from the scrutinee", "module k;\nfn f(a: i64) -> i64\n{\n    match a { ^1u8 => 1, _ => 2, }\n}\n"},
		{T256, "{0}", "a guard is not bool", "module k;\nfn f(a: i64) -> i64\n{\n    match a { n if ^n => 1, _ => 2, }\n}\n"},
		{T257, "{0}", "a scalar match has no final catch-all arm", "module k;\nfn f(a: i64) -> i64\n{\n    ^match a { 1 => 1, 2 => 2, }\n}\n"},
		{T258, "{0}", "an arm of a scalar match yields an aggregate", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nfn f(a: i64) -> i64\n{\n    let p = match a { 1 => ^P { x: 1, y: 2 }, _ => P { x: 2, y: 1 }, };\n    p.x\n}\n"},
		{T259, "{0}", "the arms of a scalar match differ in type", "module k;\nfn f(a: i64) -> i64\n{\n    let b = match a { 1 => 1, _ => ^true, };\n    a\n}\n"},
		{T260, "usize literal {0}", "a usize literal is negated or out of range", "module k;\nfn f(a: i64) -> i64\n{\n    let n = ^18446744073709551616usize;\n    a\n}\n"},
		{T261, "{0}", "a byte array has more elements than admitted", "module k;\nfn f(a: i64) -> i64\n{\n    let b = [0u8; ^65537];\n    a\n}\n"},
		{T262, "{0}", "an element of a byte array is no u8 literal", "module k;\nfn f(a: i64) -> i64\n{\n    let b = [1u8, ^2];\n    a\n}\n"},
		{T263, "{0}", "a byte operation is misused", "module k;\nfn f(a: i64) -> i64\n{\n    let v = array_as_slice(^a);\n    a\n}\n"},
		{T264, "{0}", "a view escapes its block", "module k;\nfn f(s: borrow str) -> ^str\n{\n    s\n}\n"},
		{T265, "{0}", "an owner moves while it is viewed", "module k;\nfn eat(s: string) -> i64\n{\n    1\n}\nfn f(s: string) -> i64\n{\n    let v = string_as_str(s);\n    eat(^s)\n}\n"},
		{T266, "{0}", "a view has no admissible origin", "module k;\nfn f(a: i64) -> i64\n{\n    let v = string_as_str(^\"text\");\n    a\n}\n"},
		{T267, "{0}", "an allocation stands in a loop or recursion", "module k;\nfn f(b: borrow Slice<u8>) -> i64\n{\n    while byte_len(b) == 0usize {\n        let c = ^bytes_copy(b);\n        0\n    }\n    1\n}\n"},
		{T268, "{0}", "a type stands in a position closed to it", "module k;\nrecord R {\n    view: ^str,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{T270, "{0}", "a host operation with an owned result stands in a loop", "module k;\npermit { process.stdin.read }\nfn f(a: i64) -> i64\n    uses { process.stdin.read }\n{\n    while a < 0 {\n        let b = ^stdin_read();\n        0\n    }\n    a\n}\n"},
		{T271, "{0}", "a byte buffer is reopened or its size is no literal", "module k;\nfn f(n: usize) -> i64\n{\n    let b = bytes_zeroed(^n);\n    1\n}\n"},
		{T272, "{0}", "a literal index is beyond a byte buffer's capacity", "module k;\nfn f(a: i64) -> i64\n{\n    let b = bytes_set(bytes_zeroed(4usize), ^4usize, 1u8);\n    a\n}\n"},
	}
}
