package syntax

// Item is a statement of a block: *Let, *Assign, *While or *Unsafe.
type Item interface {
	Noted
	item()
}

// Let is `let [mut] NAME [: TYPE] = VALUE;`; Type is nil when not written.
type Let struct {
	base
	notes
	Mutable bool
	Name    Name
	Type    TypeExpr
	Value   Expr
}

// Assign is `TARGET = VALUE;` or `TARGET.FIELD = VALUE;`; Field is zero in the
// first form.
type Assign struct {
	base
	notes
	Target Name
	Field  Name
	Value  Expr
}

// While is `while COND { … }`.
type While struct {
	base
	notes
	Cond Expr
	Body *Block
}

// Unsafe is `@audit("SUMMARY") unsafe { … }`.
type Unsafe struct {
	base
	notes
	Audit Text
	Body  *Block
}

func (*Let) item()    {}
func (*Assign) item() {}
func (*While) item()  {}
func (*Unsafe) item() {}
