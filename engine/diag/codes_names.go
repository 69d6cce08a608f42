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
		{S101, "duplicate function `{0}`", "two functions have one name", ""},
		{S102, "{0}", "an identity is used twice or contains NUL", ""},
		{S103, "function `{0}` has no `@id`; its identity changes when it is renamed", "a function has no explicit identity (warning)", ""},
		{S104, "`{0}` cannot name a function", "a function has a reserved name", ""},
		{S105, "`{0}` cannot name a parameter", "a parameter has a reserved name", ""},
		{S106, "`{0}` cannot name a type", "a type has a reserved name", ""},
		{S107, "duplicate type `{0}`", "two types have one name", ""},
		{S108, "type `{0}` has no `@id`; its identity changes when it is renamed", "a type has no explicit identity (warning)", ""},
		{S109, "`{0}` cannot name a local value", "a local or pattern binding has a reserved name", ""},
		{S110, "`{0}` cannot name a field or case", "a field or case has a reserved name", ""},
		{S111, "duplicate member `{0}`", "a field, case or payload field is declared twice", ""},
		{S112, "member `{0}` has no `@id`; its identity changes when it is renamed", "a field, case or payload field has no explicit identity (warning)", ""},
		{S113, "`{0}` belongs to the compiler", "a declaration takes a name or identity the compiler owns", ""},
	}
}
