package diag

// Codes of modules, projects, hosts and execution.
const (
	G170 Code = "SPX-G170"
	G171 Code = "SPX-G171"
	G172 Code = "SPX-G172"
	G174 Code = "SPX-G174"
	G218 Code = "SPX-G218"
	B103 Code = "SPX-B103"
	B104 Code = "SPX-B104"
	B107 Code = "SPX-B107"
	I001 Code = "SPX-I001"
	J100 Code = "SPX-J100"
	J101 Code = "SPX-J101"
	J102 Code = "SPX-J102"
	J103 Code = "SPX-J103"
	J120 Code = "SPX-J120"
	J121 Code = "SPX-J121"
	J122 Code = "SPX-J122"
	J123 Code = "SPX-J123"
	F101 Code = "SPX-F101"
	F102 Code = "SPX-F102"
	F103 Code = "SPX-F103"
	F104 Code = "SPX-F104"
	F105 Code = "SPX-F105"
	F106 Code = "SPX-F106"
)

func moduleCodes() []Entry {
	return []Entry{
		{G170, "{0}", "a `use` line is malformed or misplaced, a project source is not canonical or listed twice, or the entry name is bad", "module k;\npermit { a.b }\n^use function @id(\"m.f\") from m as f;\nfn main() -> i64\n{\n    0\n}\n"},
		{G171, "{0}", "a workspace exceeds a bound", ""},
		{G172, "{0}", "modules refer to each other in a way that is not admitted, or a single file contains `use`", "module k;\n^use function @id(\"other.f\") from other as f;\nfn main() -> i64\n{\n    0\n}\n"},
		{G174, "{0}", "a path set, manifest form or signature is outside what the manifest carries", ""},
		{G218, "{0}", "an import has no graph form", ""},
		{B103, "{0}", "a value cannot be lowered for execution", ""},
		{B104, "{0}", "a program that declares resources is run", ""},
		{B107, "{0}", "an `import rust` declaration is not admitted", "module k;\n@id(\"k.h\")\ninterface H\n    permits {  }\n{\n    @id(\"k.h.tick\")\n    import rust fn tick(^a: char) -> i64\n        effects {  }\n        failure infallible;\n}\nfn main() -> i64\n{\n    0\n}\n"},
		{I001, "file cannot be read: {0}", "a file cannot be read", ""},
		{J100, "{0}", "the manifest is malformed", ""},
		{J101, "{0}", "the manifest exceeds a bound", ""},
		{J102, "{0}", "a project input changed or cannot be authenticated", ""},
		{J103, "{0}", "a project input changed after publication", ""},
		{J120, "{0}", "the manifest has an unknown or reserved table or key", ""},
		{J121, "{0}", "a dependency is not bundled or out of range", ""},
		{J122, "{0}", "a target is outside the matrix", ""},
		{J123, "{0}", "a local package is not admitted", ""},
		{F101, "{0}", "an interpreter option is out of range", ""},
		{F102, "{0}", "a function cannot be selected or is not admitted for execution", ""},
		{F103, "{0}", "an argument does not fit its parameter", ""},
		{F104, "{0}", "an output budget is exhausted", ""},
		{F105, "{0}", "an execution guard failed", ""},
		{F106, "{0}", "an execution envelope is malformed", ""},
	}
}
