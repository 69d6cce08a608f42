package check

// Builtin names one function of the compiler's own.
type Builtin uint8

// The built-in functions of the level, in the order of their table.
const (
	NoBuiltin Builtin = iota
	StringLen
	StringLenChars
	StringIsEmpty
	StringConcat
	StringStartsWith
	StringContains
	StringFromChar
	StringFromI64
	StringFromUsize
	StringAsStr
	StrLenBytes
	StrIsEmpty
	StrStartsWith
	StrContains
	StrAsBytes
	ByteLen
	ByteGet
	ByteRange
	BytesCopy
	BytesAsSlice
	ArrayAsSlice
	BytesZeroed
	BytesSet
	StdoutWrite
	StderrWrite
	StdoutAppend
	StderrAppend
	ArgsLen
	ArgUTF8
	StdinRead
	I64FromUsize
	builtinCount
)

// BuiltinRow describes one built-in function. Parameter modes say what a call
// does with an argument: [ModeValue] copies it, [ModeBorrow] reads it,
// [ModeOwn] consumes it.
type BuiltinRow struct {
	// Name is the reserved function name.
	Name string
	// Identity is its stable identity.
	Identity string
	// Params are the parameters in order.
	Params []BuiltinParameter
	// Result is the result type; views are borrowed, all else is the caller's.
	Result Type
	// Effects are the effects a caller must declare: none or one.
	Effects []string
	// traits are the rules of use beyond the signature.
	traits builtinTraits
}

// BuiltinParameter is one parameter of a built-in function.
type BuiltinParameter struct {
	// Name is what diagnostics and catalogues call it.
	Name string
	// Type is its type; [TypeInvalid] stands for any [u8; N].
	Type Type
	// Mode says what the call does with the argument.
	Mode Mode
}

// builtinTraits are the rules that a signature cannot express.
type builtinTraits uint8

const (
	namedOrigin builtinTraits = 1 << iota // the argument must be a plain local binding
	literalSize                           // the argument must be an integer literal
	allocates                             // counts as an allocation site
	inLoop                                // admitted in loop heads and bodies
	renewalLoop                           // admitted in loops as `x = f(x, …)`
	ownedHost                             // a host operation with an owned result
)

// Builtins returns the table of built-in functions; row i describes
// Builtin(i), row 0 is empty. The rows with result Option<u8> name the type
// that every program interns first.
func Builtins() []BuiltinRow {
	table := make([]BuiltinRow, builtinCount)
	stringBuiltins(table)
	viewBuiltins(table)
	byteBuiltins(table)
	hostBuiltins(table)
	return table
}

func value(name string, t Type) BuiltinParameter    { return BuiltinParameter{name, t, ModeValue} }
func reads(name string, t Type) BuiltinParameter    { return BuiltinParameter{name, t, ModeBorrow} }
func takes(name string, t Type) BuiltinParameter    { return BuiltinParameter{name, t, ModeOwn} }
func list(p ...BuiltinParameter) []BuiltinParameter { return p }

func stringBuiltins(table []BuiltinRow) {
	text := list(reads("text", TypeString))
	pair := list(reads("text", TypeString), reads("part", TypeString))
	table[StringLen] = BuiltinRow{"string_len", "core.string.len", text, TypeI64, nil, inLoop}
	table[StringLenChars] = BuiltinRow{"string_len_chars", "core.string.len_chars", text, TypeI64, nil, inLoop}
	table[StringIsEmpty] = BuiltinRow{"string_is_empty", "core.string.is_empty", text, TypeBool, nil, inLoop}
	table[StringConcat] = BuiltinRow{"string_concat", "core.string.concat",
		list(takes("left", TypeString), takes("right", TypeString)), TypeString, nil, inLoop}
	table[StringStartsWith] = BuiltinRow{"string_starts_with", "core.string.starts_with", pair, TypeBool, nil, inLoop}
	table[StringContains] = BuiltinRow{"string_contains", "core.string.contains", pair, TypeBool, nil, inLoop}
	table[StringFromChar] = BuiltinRow{"string_from_char", "core.string.from_char",
		list(value("value", TypeChar)), TypeString, nil, inLoop}
	table[StringFromI64] = BuiltinRow{"string_from_i64", "core.string.from_i64",
		list(value("value", TypeI64)), TypeString, nil, inLoop}
	table[StringFromUsize] = BuiltinRow{"string_from_usize", "core.string.from_usize",
		list(value("value", TypeUsize)), TypeString, nil, inLoop}
}

func viewBuiltins(table []BuiltinRow) {
	view := list(reads("view", TypeStr))
	pair := list(reads("view", TypeStr), reads("part", TypeStr))
	table[StringAsStr] = BuiltinRow{"string_as_str", "core.string.as-str",
		list(reads("text", TypeString)), TypeStr, nil, namedOrigin}
	table[StrLenBytes] = BuiltinRow{"str_len_bytes", "core.str.len-bytes", view, TypeI64, nil, 0}
	table[StrIsEmpty] = BuiltinRow{"str_is_empty", "core.str.is-empty", view, TypeBool, nil, 0}
	table[StrStartsWith] = BuiltinRow{"str_starts_with", "core.str.starts-with", pair, TypeBool, nil, 0}
	table[StrContains] = BuiltinRow{"str_contains", "core.str.contains", pair, TypeBool, nil, 0}
	table[StrAsBytes] = BuiltinRow{"str_as_bytes", "core.str.as-bytes", view, TypeSlice, nil, 0}
}

func byteBuiltins(table []BuiltinRow) {
	view := list(reads("view", TypeSlice))
	table[ByteLen] = BuiltinRow{"byte_len", "core.bytes.len", view, TypeUsize, nil, inLoop}
	table[ByteGet] = BuiltinRow{"byte_get", "core.bytes.get",
		list(reads("view", TypeSlice), value("index", TypeUsize)), TypeOptionU8, nil, inLoop}
	table[ByteRange] = BuiltinRow{"byte_range", "core.bytes.range",
		list(reads("view", TypeSlice), value("start", TypeUsize), value("end", TypeUsize)), TypeSlice, nil, inLoop}
	table[BytesCopy] = BuiltinRow{"bytes_copy", "core.bytes.copy", view, TypeBytes, nil, allocates}
	table[BytesAsSlice] = BuiltinRow{"bytes_as_slice", "core.bytes.as-slice",
		list(reads("bytes", TypeBytes)), TypeSlice, nil, namedOrigin}
	table[ArrayAsSlice] = BuiltinRow{"array_as_slice", "core.array-u8.as-slice",
		list(reads("array", TypeInvalid)), TypeSlice, nil, namedOrigin}
	table[BytesZeroed] = BuiltinRow{"bytes_zeroed", "core.bytes.zeroed",
		list(value("length", TypeUsize)), TypeBytes, nil, allocates | literalSize}
	table[BytesSet] = BuiltinRow{"bytes_set", "core.bytes.set",
		list(takes("bytes", TypeBytes), value("index", TypeUsize), value("value", TypeU8)), TypeBytes, nil, renewalLoop}
	table[I64FromUsize] = BuiltinRow{"i64_from_usize", "core.i64.from-usize",
		list(value("value", TypeUsize)), TypeI64, nil, inLoop}
}

func hostBuiltins(table []BuiltinRow) {
	view := list(reads("view", TypeSlice))
	table[StdoutWrite] = BuiltinRow{"stdout_write", "core.host.stdout-write", view, TypeUsize, []string{"process.stdout.write"}, 0}
	table[StderrWrite] = BuiltinRow{"stderr_write", "core.host.stderr-write", view, TypeUsize, []string{"process.stderr.write"}, 0}
	table[StdoutAppend] = BuiltinRow{"stdout_append", "core.host.stdout-append", view, TypeUsize, []string{"process.stdout.write"}, inLoop}
	table[StderrAppend] = BuiltinRow{"stderr_append", "core.host.stderr-append", view, TypeUsize, []string{"process.stderr.write"}, 0}
	table[ArgsLen] = BuiltinRow{"args_len", "core.host.args-len", nil, TypeUsize, []string{"process.args.read"}, 0}
	table[ArgUTF8] = BuiltinRow{"arg_utf8", "core.host.arg-utf8",
		list(value("index", TypeUsize)), TypeStr, []string{"process.args.read"}, 0}
	table[StdinRead] = BuiltinRow{"stdin_read", "core.host.stdin-read", nil, TypeBytes, []string{"process.stdin.read"}, ownedHost}
}
