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
		{C101, "{0}", "a contract clause is not bool", "module k;\nfn f(a: i64) -> i64\n    requires ^a\n{\n    a\n}\n"},
		{C102, "{0}", "a contract calls a function with effects", "module k;\npermit { clock.read }\nfn now() -> i64\n    uses { clock.read }\n{\n    1\n}\nfn f(a: i64) -> i64\n    requires ^now() > 0\n{\n    a\n}\n"},
		{E101, "{0}", "a function uses an effect the module does not permit", "module k;\nfn f(a: i64) -> i64\n    uses { ^clock.read }\n{\n    a\n}\n"},
		{E102, "{0}", "a function does not list an effect of a function it calls", "module k;\npermit { clock.read }\nfn now() -> i64\n    uses { clock.read }\n{\n    1\n}\nfn f(a: i64) -> i64\n{\n    ^now()\n}\n"},
		{E103, "{0}", "a function does not list an effect of a finaliser it may run", "module k;\npermit { dev.close }\nresource T {\n    @id(\"k.t.drop\")\n    drop import \"k.h.close\";\n}\n@id(\"k.h\")\ninterface H\n    permits { dev.close }\n{\n    @id(\"k.h.close\")\n    import fn close(t: own T) -> unit\n        effects { dev.close }\n        failure infallible\n        consumes t always;\n}\nfn ^f(t: own T) -> i64\n{\n    1\n}\n"},
		{I403, "{0}", "an interface or import is malformed", "module k;\n@id(\"k.h\")\ninterface H\n    permits {  }\n{\n    import rust fn ^tick() -> i64\n        effects {  }\n        failure infallible;\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{I404, "{0}", "an import's ownership, effects or consumption are inconsistent", "module k;\n@id(\"k.h\")\ninterface H\n    permits {  }\n{\n    @id(\"k.h.close\")\n    import fn close(^n: i64) -> unit\n        effects {  }\n        failure infallible\n        consumes n always;\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{M101, "{0}", "a match does not cover every case", "module k;\nvariant V {\n    A,\n    B {\n        n: i64,\n    },\n}\nfn f(v: V) -> i64\n{\n    ^match v { V::A {} => 1, }\n}\n"},
		{M102, "{0}", "an arm of a match cannot be reached", "module k;\nvariant V {\n    A,\n    B {\n        n: i64,\n    },\n}\nfn f(v: V) -> i64\n{\n    match v { V::A {} => 1, V::B { n } => n, ^_ => 2, }\n}\n"},
		{M103, "{0}", "a pattern does not fit the scrutinee", "module k;\nvariant V {\n    A,\n    B {\n        n: i64,\n    },\n}\nfn f(v: V) -> i64\n{\n    match v { ^Option::None {} => 1, _ => 2, }\n}\n"},
		{M104, "{0}", "a pattern has missing, unknown or repeated fields or bad bindings", "module k;\nvariant V {\n    A,\n    B {\n        n: i64,\n    },\n}\nfn f(v: V) -> i64\n{\n    match v { ^V::B {} => 1, _ => 2, }\n}\n"},
		{M105, "{0}", "an or-pattern is misused", "module k;\nfn f(a: i64) -> i64\n{\n    match a { 1 | 2 | ^1 => 1, _ => 2, }\n}\n"},
		{N102, "an unsafe block needs `@audit`", "an unsafe block has no audit summary", "module k;\nfn f(a: i64) -> i64\n{\n    ^unsafe { 0 }\n    a\n}\n"},
		{N103, "`@audit` takes one non-empty string", "an audit summary is empty or no string", "module k;\nfn f(a: i64) -> i64\n{\n    @audit(^\"\") unsafe { 0 }\n    a\n}\n"},
		{O001, "{0}", "a resource parameter has no mode", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nfn f(^t: T) -> i64\n{\n    1\n}\n"},
		{O002, "{0}", "a plain parameter has a mode", "module k;\nfn f(^a: own i64) -> i64\n{\n    a\n}\n"},
		{O101, "{0}", "a value is used after it moved", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nfn end(t: own T) -> i64\n{\n    1\n}\nfn f(t: own T) -> i64\n{\n    end(t) + end(^t)\n}\n"},
		{O102, "{0}", "a borrowed value is passed to `own`", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nfn end(t: own T) -> i64\n{\n    1\n}\nfn f(t: borrow T) -> i64\n{\n    end(^t)\n}\n"},
		{O103, "{0}", "a value that is not shared is passed to `shared`", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nfn share(t: shared T) -> i64\n{\n    1\n}\nfn f(t: own T) -> i64\n{\n    share(^t)\n}\n"},
		{O104, "{0}", "a function returns an owned value that it only borrows", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nfn f(t: borrow T) -> T\n{\n    ^t\n}\n"},
		{O105, "{0}", "a contract moves a value", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nfn end(t: own T) -> i64\n{\n    1\n}\nfn f(t: own T) -> i64\n    requires end(^t) == 1\n{\n    1\n}\n"},
		{O106, "{0}", "the branches of an `if` differ in ownership", "module k;\nfn f(b: borrow Bytes, now: bool) -> Bytes\n{\n    if now { bytes_zeroed(1usize) } else { ^b }\n}\n"},
		{O107, "{0}", "a value is used after it moved on some path", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nfn end(t: own T) -> i64\n{\n    1\n}\nfn f(t: own T, now: bool) -> i64\n{\n    let a = if now { end(t) } else { 1 };\n    a + end(^t)\n}\n"},
		{O108, "{0}", "a field of a borrowed value is moved or updated", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nrecord P {\n    a: T,\n    b: T,\n}\nfn end(t: own T) -> i64\n{\n    1\n}\nfn f(p: borrow P) -> i64\n{\n    end(^p.a)\n}\n"},
		{O109, "{0}", "a place is used after a part of it moved", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nrecord P {\n    a: T,\n    b: T,\n}\nfn end(t: own T) -> i64\n{\n    1\n}\nfn look(p: borrow P) -> i64\n{\n    1\n}\nfn f(p: own P) -> i64\n{\n    end(p.a) + look(^p)\n}\n"},
		{O110, "{0}", "a place is used after a part of it moved on some path", "module k;\nresource T {\n    @id(\"k.t.drop\")\n    drop trivial;\n}\nrecord P {\n    a: T,\n    b: T,\n}\nfn end(t: own T) -> i64\n{\n    1\n}\nfn look(p: borrow P) -> i64\n{\n    1\n}\nfn f(p: own P, now: bool) -> i64\n{\n    let a = if now { end(p.a) } else { 1 };\n    a + look(^p)\n}\n"},
		{O111, "{0}", "a record that is not Copy is matched without a mode", "module k;\nrecord R {\n    name: string,\n}\nfn f(r: R) -> i64\n{\n    match ^r { R { name } => string_len(name), }\n}\n"},
		{O112, "{0}", "a resource has no lifecycle", "module k;\nresource ^T;\nfn main() -> i64\n{\n    0\n}\n"},
		{O113, "{0}", "a lifecycle is wrong, repeated, without identity or bound to an unsuitable import", "module k;\nresource T {\n    ^drop trivial;\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{O114, "{0}", "a finaliser may fail", ""},
		{U101, "{0}", "an immutable binding is assigned", "module k;\nfn f(a: i64) -> i64\n{\n    ^a = 1;\n    a\n}\n"},
		{U102, "{0}", "an assigned value has the wrong type", "module k;\nfn f(a: i64) -> i64\n{\n    let mut b = 1;\n    b = ^true;\n    a\n}\n"},
		{U103, "{0}", "`mut` is misplaced", "module k;\nfn f(a: i64) -> i64\n{\n    let b = 1;\n    ^mut b = 2;\n    b\n}\n"},
		{U104, "{0}", "`mut` is doubled", "module k;\nfn f(a: i64) -> i64\n{\n    let mut ^mut b = 1;\n    b\n}\n"},
		{U105, "{0}", "an assignment is not admitted", "module k;\nfn f(a: i64) -> i64\n{\n    let mut s = \"a\";\n    ^s = \"b\";\n    a\n}\n"},
		{U106, "{0}", "an assignment stands in a contract", "module k;\nfn f(a: i64) -> i64\n    requires { let mut b = 1; ^b = 2; true }\n{\n    a\n}\n"},
		{U107, "{0}", "a field of an immutable binding is assigned", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nfn f(a: i64) -> i64\n{\n    let p = P { x: 1, y: 2 };\n    ^p.x = 3;\n    p.x\n}\n"},
		{U108, "{0}", "an assigned field does not exist", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nfn f(a: i64) -> i64\n{\n    let mut p = P { x: 1, y: 2 };\n    p.^z = 3;\n    p.x\n}\n"},
		{U109, "{0}", "an assigned field is no scalar", "module k;\nrecord R {\n    name: string,\n}\nfn f(a: i64) -> i64\n{\n    let mut r = R { name: \"a\" };\n    r.^name = \"b\";\n    a\n}\n"},
		{U110, "{0}", "a value assigned to a field has the wrong type", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nfn f(a: i64) -> i64\n{\n    let mut p = P { x: 1, y: 2 };\n    p.x = ^true;\n    p.x\n}\n"},
		{U111, "{0}", "a nested path is assigned", "module k;\nfn f(a: i64) -> i64\n{\n    a.b^.c = 1;\n    a\n}\n"},
		{U112, "{0}", "a field of a value that is no record is assigned", "module k;\nfn f(a: i64) -> i64\n{\n    let mut b = 1;\n    ^b.x = 2;\n    a\n}\n"},
		{Q104, "{0}", "a protocol method's signature is not admitted", "module k;\nprotocol Q {\n    fn ^m(a: i64) -> i64;\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{Q105, "{0}", "a protocol identity is malformed", "module k;\n@id(^\"\")\nprotocol Q {\n    fn m(a: Self) -> i64;\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{Q106, "{0}", "an impl has no identity or names an unsuitable target", "module k;\n^impl \"k.p\" for \"k.r\" {\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{Q107, "{0}", "an impl's bindings are incomplete or unsuitable", "module k;\n@id(\"k.q\")\nprotocol Q {\n    @id(\"k.q.m\")\n    fn m(a: Self) -> i64;\n}\n@id(\"k.r\")\nrecord R {\n    x: i64,\n}\n@id(\"k.i\")\nimpl \"k.q\" for \"k.r\" {\n    \"k.q.m\" = ^\"k.none\";\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{Q108, "{0}", "an impl or binding is repeated", "module k;\n@id(\"k.q\")\nprotocol Q {\n    @id(\"k.q.m\")\n    fn m(a: Self) -> i64;\n}\n@id(\"k.r\")\nrecord R {\n    x: i64,\n}\n@id(\"k.i\")\nimpl \"k.q\" for \"k.r\" {\n    \"k.q.m\" = \"k.f\";\n    ^\"k.q.m\" = \"k.f\";\n}\n@id(\"k.f\")\nfn f(r: R) -> i64\n{\n    r.x\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{Q109, "{0}", "too many protocols or impls", ""},
		{Q110, "{0}", "a protocol stands where only older forms are read", ""},
	}
}
