package syntax

// slab hands out zeroed values of one type from blocks, so that a file of many
// small nodes costs few allocations. The nodes of one file live together.
type slab[T any] struct {
	free []T
	size int
}

const maxSlab = 128

func (s *slab[T]) make() *T {
	if len(s.free) == 0 {
		s.size = min(max(2*s.size, 4), maxSlab)
		s.free = make([]T, s.size)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	return p
}

// lists builds slices of exact length on one growing stack. Between mark and
// take the elements of one list are pushed; lists nest.
type lists[T any] struct {
	stack []T
	free  []T
	size  int
}

func (l *lists[T]) mark() int { return len(l.stack) }

func (l *lists[T]) push(v T) { l.stack = append(l.stack, v) }

// take cuts off everything pushed since the mark; nil when there is nothing.
func (l *lists[T]) take(mark int) []T {
	n := len(l.stack) - mark
	if n == 0 {
		return nil
	}
	if n > len(l.free) {
		if n >= maxSlab/2 {
			return l.cut(make([]T, n), mark)
		}
		l.size = min(max(2*l.size, 8, n), maxSlab)
		l.free = make([]T, l.size)
	}
	out := l.free[:n:n]
	l.free = l.free[n:]
	return l.cut(out, mark)
}

// drop forgets everything pushed since the mark.
func (l *lists[T]) drop(mark int) {
	clear(l.stack[mark:])
	l.stack = l.stack[:mark]
}

func (l *lists[T]) cut(out []T, mark int) []T {
	copy(out, l.stack[mark:])
	l.drop(mark)
	return out
}

// arena is the memory of one parse.
type arena struct {
	names     slab[NameExpr]
	ints      slab[IntLit]
	bools     slab[BoolLit]
	binaries  slab[Binary]
	unaries   slab[Unary]
	calls     slab[Call]
	projects  slab[Project]
	blocks    slab[Block]
	ifs       slab[If]
	matches   slab[Match]
	arms      slab[Arm]
	inits     slab[Init]
	lets      slab[Let]
	assigns   slab[Assign]
	types     slab[NamedType]
	params    slab[Param]
	clauses   slab[Clause]
	functions slab[Function]
	fields    slab[Field]
	texts     slab[Text]
	bindings  slab[BindingPattern]
	members   slab[FieldPattern]

	exprLists    lists[Expr]
	itemLists    lists[Item]
	armLists     lists[*Arm]
	initLists    lists[*Init]
	typeLists    lists[TypeExpr]
	paramLists   lists[*Param]
	clauseLists  lists[*Clause]
	ensureLists  lists[*Clause]
	fieldLists   lists[*Field]
	nameLists    lists[Name]
	patternLists lists[*FieldPattern]
	declLists    lists[Decl]
}
