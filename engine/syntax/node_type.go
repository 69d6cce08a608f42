package syntax

// TypeExpr is a written type: *NamedType or *ArrayType.
type TypeExpr interface {
	Node
	typeExpr()
}

// NamedType is a name, dotted or not, with type arguments. The built-in types
// are names too: `Slice<u8>` is Slice with the argument u8.
type NamedType struct {
	base
	Name Name // dotted
	Args []TypeExpr
}

// ArrayType is `[u8; LENGTH]`.
type ArrayType struct {
	base
	Length uint32
}

func (*NamedType) typeExpr() {}
func (*ArrayType) typeExpr() {}
