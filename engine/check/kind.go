package check

// Type names one interned type of a [Program]. Two types of the same program
// are the same type exactly when they compare equal. The scalar and other
// built-in types have the constants below in every program; all others are
// handed out in the order they are met and mean something only beside their
// program. The zero Type is [TypeInvalid].
type Type uint32

// The built-in types. [TypeInvalid] is the type of an expression whose check
// failed; no diagnostic is raised because of it.
const (
	TypeInvalid Type = iota
	TypeUnit         // result of an import that returns nothing
	TypeI64
	TypeI32
	TypeU8
	TypeUsize
	TypeChar
	TypeBool
	TypeF32
	TypeF64
	TypeString // owned UTF-8 text
	TypeStr    // borrowed UTF-8 text
	TypeBytes  // owned bytes
	TypeSlice  // borrowed bytes, written Slice<u8>
	firstInterned
)

// Kind says what family a type is of.
type Kind uint8

// The families of types. The kinds of the built-in types have the numbers of
// their types.
const (
	KindInvalid Kind = iota
	KindUnit
	KindI64
	KindI32
	KindU8
	KindUsize
	KindChar
	KindBool
	KindF32
	KindF64
	KindString
	KindStr
	KindBytes
	KindSlice
	KindArray     // [u8; N]
	KindRecord    // record, perhaps with arguments
	KindClass     // class
	KindVariant   // variant, perhaps with arguments; also Option and Result
	KindResource  // resource
	KindParameter // a type parameter of the declaration around
)

// builtinNames holds the source text of each built-in type.
var builtinNames = [firstInterned]string{
	TypeInvalid: "invalid",
	TypeUnit:    "unit",
	TypeI64:     "i64",
	TypeI32:     "i32",
	TypeU8:      "u8",
	TypeUsize:   "usize",
	TypeChar:    "char",
	TypeBool:    "bool",
	TypeF32:     "f32",
	TypeF64:     "f64",
	TypeString:  "string",
	TypeStr:     "str",
	TypeBytes:   "Bytes",
	TypeSlice:   "Slice<u8>",
}

// IsScalar says whether t is one of i64, i32, u8, usize, char, bool, f32, f64.
func (t Type) IsScalar() bool { return t >= TypeI64 && t <= TypeF64 }

// IsInteger says whether t is one of i64, i32, u8, usize.
func (t Type) IsInteger() bool { return t >= TypeI64 && t <= TypeUsize }

// IsFloat says whether t is f32 or f64.
func (t Type) IsFloat() bool { return t == TypeF32 || t == TypeF64 }

// IsNumeric says whether t is an integer or a float type.
func (t Type) IsNumeric() bool { return t.IsInteger() || t.IsFloat() }

// IsOrdered says whether < <= > >= apply to t.
func (t Type) IsOrdered() bool { return t.IsNumeric() || t == TypeChar }

// IsView says whether t is a borrowed view: str or Slice<u8>.
func (t Type) IsView() bool { return t == TypeStr || t == TypeSlice }

// IsMatchScalar says whether literal patterns apply to t: every scalar but the
// floats.
func (t Type) IsMatchScalar() bool { return t.IsScalar() && !t.IsFloat() }
