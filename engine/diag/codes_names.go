package diag

// Codes of names and identities.
const (
	S101 Code = "SPX-S101"
	S102 Code = "SPX-S102"
	S103 Code = "SPX-S103"
	S104 Code = "SPX-S104"
	S105 Code = "SPX-S105"
	S106 Code = "SPX-S106"
	S107 Code = "SPX-S107"
	S108 Code = "SPX-S108"
	S109 Code = "SPX-S109"
	S110 Code = "SPX-S110"
	S111 Code = "SPX-S111"
	S112 Code = "SPX-S112"
	S113 Code = "SPX-S113"
)

func nameCodes() []Entry {
	return []Entry{
		{S101, "duplicate function `{0}`", "two functions have one name", "module k;\nfn f(a: i64) -> i64\n{\n    a\n}\nfn ^f(b: i64) -> i64\n{\n    b\n}\n"},
		{S102, "{0}", "an identity is used twice or contains NUL", "module k;\n@id(\"k.f\")\nfn f(a: i64) -> i64\n{\n    a\n}\n@id(^\"k.f\")\nfn g(b: i64) -> i64\n{\n    b\n}\n"},
		{S103, "function `{0}` has no `@id`; its identity changes when it is renamed", "a function has no explicit identity (warning)", "module k;\nfn ^main() -> i64\n{\n    0\n}\n"},
		{S104, "`{0}` cannot name a function", "a function has a reserved name", "module k;\nfn ^own(a: i64) -> i64\n{\n    a\n}\n"},
		{S105, "`{0}` cannot name a parameter", "a parameter has a reserved name", "module k;\nfn f(^let: i64) -> i64\n{\n    0\n}\n"},
		{S106, "`{0}` cannot name a type", "a type has a reserved name", "module k;\nrecord ^own {\n    x: i64,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{S107, "duplicate type `{0}`", "two types have one name", "module k;\nrecord P {\n    x: i64,\n    y: i64,\n}\nrecord ^P {\n    z: i64,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{S108, "type `{0}` has no `@id`; its identity changes when it is renamed", "a type has no explicit identity (warning)", "module k;\nrecord ^P {\n    x: i64,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{S109, "`{0}` cannot name a local value", "a local or pattern binding has a reserved name", "module k;\nfn f(a: i64) -> i64\n{\n    let ^own = 1;\n    a\n}\n"},
		{S110, "`{0}` cannot name a field or case", "a field or case has a reserved name", "module k;\nrecord P {\n    ^own: i64,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{S111, "duplicate member `{0}`", "a field, case or payload field is declared twice", "module k;\nrecord P {\n    x: i64,\n    ^x: i64,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{S112, "member `{0}` has no `@id`; its identity changes when it is renamed", "a field, case or payload field has no explicit identity (warning)", "module k;\n@id(\"k.p\")\nrecord P {\n    ^x: i64,\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{S113, "`{0}` belongs to the compiler", "a declaration takes a name or identity the compiler owns", "module k;\nfn ^string_len(a: i64) -> i64\n{\n    a\n}\n"},
	}
}
