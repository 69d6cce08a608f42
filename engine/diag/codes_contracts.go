package diag

// Codes of contracts, effects, matches, ownership, assignments and protocols.
const (
	C101 Code = "SPX-C101"
	C102 Code = "SPX-C102"
	E101 Code = "SPX-E101"
	E102 Code = "SPX-E102"
	E103 Code = "SPX-E103"
	I403 Code = "SPX-I403"
	I404 Code = "SPX-I404"
	M101 Code = "SPX-M101"
	M102 Code = "SPX-M102"
	M103 Code = "SPX-M103"
	M104 Code = "SPX-M104"
	M105 Code = "SPX-M105"
	N102 Code = "SPX-N102"
	N103 Code = "SPX-N103"
	O001 Code = "SPX-O001"
	O002 Code = "SPX-O002"
	O101 Code = "SPX-O101"
	O102 Code = "SPX-O102"
	O103 Code = "SPX-O103"
	O104 Code = "SPX-O104"
	O105 Code = "SPX-O105"
	O106 Code = "SPX-O106"
	O107 Code = "SPX-O107"
	O108 Code = "SPX-O108"
	O109 Code = "SPX-O109"
	O110 Code = "SPX-O110"
	O111 Code = "SPX-O111"
	O112 Code = "SPX-O112"
	O113 Code = "SPX-O113"
	O114 Code = "SPX-O114"
	U101 Code = "SPX-U101"
	U102 Code = "SPX-U102"
	U103 Code = "SPX-U103"
	U104 Code = "SPX-U104"
	U105 Code = "SPX-U105"
	U106 Code = "SPX-U106"
	U107 Code = "SPX-U107"
	U108 Code = "SPX-U108"
	U109 Code = "SPX-U109"
	U110 Code = "SPX-U110"
	U111 Code = "SPX-U111"
	U112 Code = "SPX-U112"
	Q104 Code = "SPX-Q104"
	Q105 Code = "SPX-Q105"
	Q106 Code = "SPX-Q106"
	Q107 Code = "SPX-Q107"
	Q108 Code = "SPX-Q108"
	Q109 Code = "SPX-Q109"
	Q110 Code = "SPX-Q110"
)

func contractCodes() []Entry {
	return []Entry{
		{C101, "{0}", "a contract clause is not bool", ""},
		{C102, "{0}", "a contract calls a function with effects", ""},
		{E101, "{0}", "a function uses an effect the module does not permit", ""},
		{E102, "{0}", "a function does not list an effect of a function it calls", ""},
		{E103, "{0}", "a function does not list an effect of a finaliser it may run", ""},
		{I403, "{0}", "an interface or import is malformed", ""},
		{I404, "{0}", "an import's ownership, effects or consumption are inconsistent", ""},
		{M101, "{0}", "a match does not cover every case", ""},
		{M102, "{0}", "an arm of a match cannot be reached", ""},
		{M103, "{0}", "a pattern does not fit the scrutinee", ""},
		{M104, "{0}", "a pattern has missing, unknown or repeated fields or bad bindings", ""},
		{M105, "{0}", "an or-pattern is misused", ""},
		{N102, "an unsafe block needs `@audit`", "an unsafe block has no audit summary", "module k;\nfn f(a: i64) -> i64\n{\n    ^unsafe { 0 }\n    a\n}\n"},
		{N103, "`@audit` takes one non-empty string", "an audit summary is empty or no string", "module k;\nfn f(a: i64) -> i64\n{\n    @audit(^\"\") unsafe { 0 }\n    a\n}\n"},
		{O001, "{0}", "a resource parameter has no mode", ""},
		{O002, "{0}", "a plain parameter has a mode", ""},
		{O101, "{0}", "a value is used after it moved", ""},
		{O102, "{0}", "a borrowed value is passed to `own`", ""},
		{O103, "{0}", "a value that is not shared is passed to `shared`", ""},
		{O104, "{0}", "a function returns a resource it does not own", ""},
		{O105, "{0}", "a contract moves a value", ""},
		{O106, "{0}", "the branches of an `if` differ in ownership", ""},
		{O107, "{0}", "a value is used after it moved on some path", ""},
		{O108, "{0}", "a field of a borrowed value is moved or updated", ""},
		{O109, "{0}", "a place is used after a part of it moved", ""},
		{O110, "{0}", "a place is used after a part of it moved on some path", ""},
		{O111, "{0}", "a record that is not Copy is matched without a mode", ""},
		{O112, "{0}", "a resource has no lifecycle", ""},
		{O113, "{0}", "a lifecycle is wrong, repeated, without identity or bound to an unsuitable import", ""},
		{O114, "{0}", "a finaliser may fail", ""},
		{U101, "{0}", "an immutable binding is assigned", ""},
		{U102, "{0}", "an assigned value has the wrong type", ""},
		{U103, "{0}", "`mut` is misplaced", "module k;\nfn f(a: i64) -> i64\n{\n    let b = 1;\n    ^mut b = 2;\n    b\n}\n"},
		{U104, "{0}", "`mut` is doubled", "module k;\nfn f(a: i64) -> i64\n{\n    let mut ^mut b = 1;\n    b\n}\n"},
		{U105, "{0}", "an assignment is not admitted", ""},
		{U106, "{0}", "an assignment stands in a contract", ""},
		{U107, "{0}", "a field of an immutable binding is assigned", ""},
		{U108, "{0}", "an assigned field does not exist", ""},
		{U109, "{0}", "an assigned field is no scalar", ""},
		{U110, "{0}", "a value assigned to a field has the wrong type", ""},
		{U111, "{0}", "a nested path is assigned", "module k;\nfn f(a: i64) -> i64\n{\n    a.b^.c = 1;\n    a\n}\n"},
		{U112, "{0}", "a field of a value that is no record is assigned", ""},
		{Q104, "{0}", "a protocol method's signature is not admitted", ""},
		{Q105, "{0}", "a protocol identity is malformed", ""},
		{Q106, "{0}", "an impl has no identity or names an unsuitable target", "module k;\n^impl \"k.p\" for \"k.r\" {\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{Q107, "{0}", "an impl's bindings are incomplete or unsuitable", ""},
		{Q108, "{0}", "an impl or binding is repeated", ""},
		{Q109, "{0}", "too many protocols or impls", ""},
		{Q110, "{0}", "a protocol stands where only older forms are read", ""},
	}
}
