package diag

// Codes of the scanner and the parser.
const (
	P001 Code = "SPX-P001"
	P002 Code = "SPX-P002"
	P003 Code = "SPX-P003"
	P004 Code = "SPX-P004"
	P005 Code = "SPX-P005"
	P006 Code = "SPX-P006"
	P007 Code = "SPX-P007"
	P008 Code = "SPX-P008"
	P101 Code = "SPX-P101"
	P102 Code = "SPX-P102"
	P103 Code = "SPX-P103"
	P104 Code = "SPX-P104"
	P105 Code = "SPX-P105"
	P106 Code = "SPX-P106"
	P120 Code = "SPX-P120"
	P121 Code = "SPX-P121"
	P122 Code = "SPX-P122"
	P123 Code = "SPX-P123"
	P201 Code = "SPX-P201"
	P202 Code = "SPX-P202"
	P203 Code = "SPX-P203"
	P204 Code = "SPX-P204"
	P205 Code = "SPX-P205"
	P206 Code = "SPX-P206"
	P207 Code = "SPX-P207"
	P299 Code = "SPX-P299"
)

func parseCodes() []Entry {
	return []Entry{
		{P001, "unexpected character {0}", "a character stands outside a string that is not in the language's alphabet, a byte order mark opens the file, or the bytes are not UTF-8", "module k;\nfn main() -> i64\n{\n    1 ^# 2\n}\n"},
		{P002, "`&` stands alone; write `&&`", "a single `&` is written", "module k;\nfn f(a: bool, b: bool) -> bool\n{\n    a ^& b\n}\n"},
		{P003, "number literal {0}", "a number is malformed, has an unknown suffix, is out of its type's range, or is a signed minimum that is not the direct operand of `-`", "module k;\nfn main() -> i64\n{\n    ^9223372036854775808\n}\n"},
		{P004, "string is not closed", "a string has no closing quote before the end of the file", "module k;\n@id(^\"open"},
		{P005, "bad escape in a string: {0}", "a string contains an escape other than \\n \\r \\t \\\" \\' \\\\ \\u{…}", "module k;\n@id(\"a^\\q\")\nfn main() -> i64\n{\n    0\n}\n"},
		{P006, "character is not closed", "a character literal has no closing quote", "module k;\nfn f() -> char\n{\n    ^'a\n}\n"},
		{P007, "bad escape in a character: {0}", "a character literal contains an unknown escape, bad hexadecimal digits, a surrogate or a value above U+10FFFF", "module k;\nfn f() -> char\n{\n    '^\\u{d800}'\n}\n"},
		{P008, "a character literal holds exactly one character", "a character literal is empty, holds more than one character or is followed by a letter, digit or underscore", "module k;\nfn f() -> char\n{\n    ^'ab'\n}\n"},
		{P101, "a file declares at least one function", "a file ends without declaring a function", "module k;\nrecord R {\n    x: i64,\n}\n^"},
		{P102, "unknown attribute `@{0}`", "an attribute other than `@id` stands before a declaration or member", "module k;\n@^name(\"k.f\")\nfn main() -> i64\n{\n    0\n}\n"},
		{P103, "`@id` takes one string", "the parentheses of `@id` do not hold a string", "module k;\n@id(^k)\nfn main() -> i64\n{\n    0\n}\n"},
		{P104, "expected `{0}`, found {1}", "a certain word must stand here", "module k;\n^func main() -> i64\n{\n    0\n}\n"},
		{P105, "expected a name, found {0}", "a name must stand here", "module k;\nfn ^() -> i64\n{\n    0\n}\n"},
		{P106, "expected {0}, found {1}", "a certain token or form must stand here", "module k;\nfn main() -> i64\n{\n    let a ^5;\n    a\n}\n"},
		{P120, "duplicate protocol `{0}`", "two protocols of a file have one name", "module k;\nprotocol P {\n    fn m(self: Self) -> i64;\n}\nprotocol ^P {\n    fn m(self: Self) -> i64;\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{P121, "duplicate protocol method `{0}`", "a protocol declares one method name twice", "module k;\nprotocol P {\n    fn m(self: Self) -> i64;\n    fn ^m(self: Self) -> bool;\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{P122, "duplicate protocol identity `{0}`", "two protocols or protocol methods of a file have one identity", "module k;\n@id(\"k.p\")\nprotocol P {\n    @id(^\"k.p\")\n    fn m(self: Self) -> i64;\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{P123, "protocol `{0}` declares no method", "a protocol has an empty body", "module k;\nprotocol ^P {\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{P201, "expected an expression, found {0}", "an expression must stand here", "module k;\nfn main() -> i64\n{\n    1 + ^;\n}\n"},
		{P202, "only a plain name can be called", "a call stands after anything but a plain name or a method name", "module k;\nfn f(a: i64) -> i64\n{\n    f(1)^(2)\n}\n"},
		{P203, "a block ends in a value", "a block closes without a tail expression", "module k;\nfn main() -> i64\n{\n    let a = 1;\n^}\n"},
		{P204, "`::` follows only a plain type name", "`::` stands after anything but a plain name", "module k;\nfn f(a: i64) -> i64\n{\n    f(a)^::None {}\n}\n"},
		{P205, "`match` is not closed", "the file ends inside the braces of a match", "module k;\nfn f(a: i64) -> i64\n{\n    match a { _ => 1,^"},
		{P206, "{0} is no literal pattern", "a pattern is a float, a string, or a minus sign without an integer", "module k;\nfn f(a: f64) -> i64\n{\n    match a { ^1.5 => 1, _ => 0, }\n}\n"},
		{P207, "{0}", "brackets, prefix operators or the syntax tree nest more than 128 deep, or a match has two mode words", "module k;\nfn f(a: i64) -> i64\n{\n    match own ^borrow a { _ => 1, }\n}\n"},
		{P299, "{0} not in this build's level", "the text uses a construct of the language that this build does not carry: agents, sessions, closures, vectors, maps, boxes, iterators, yields, `for`, network operations", "module k;\nfn f(a: i64) -> i64\n{\n    ^for x in a { 0 }\n    0\n}\n"},
	}
}
