package check

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Bounds of byte buffers and of static allocation.
const (
	// MaxBufferBytes bounds one buffer made by bytes_zeroed.
	MaxBufferBytes = 131072
	// MaxCopyBytes is what a site that copies or reads counts for; running, a copy
	// spends its bytes as work.
	MaxCopyBytes = 65536
	// MaxAllocationSites bounds the sites on one call path.
	MaxAllocationSites = 16
	// MaxAllocatedBytes bounds the payload of all sites on one call path.
	MaxAllocatedBytes = 1048576
	// MaxInlineBytes bounds the inline arrays of one frame and one call path.
	MaxInlineBytes = 65536
)

// allocation is one call that makes bytes.
type allocation struct {
	node  syntax.Expr
	bytes uint64
}

// checkBuiltinUse judges what a signature cannot say about a built-in's call.
func (f *functionChecker) checkBuiltinUse(e *syntax.Call, builtin Builtin) {
	traits := f.table[builtin].traits
	if traits&namedOrigin != 0 {
		f.checkOrigin(e, builtin)
	}
	switch {
	case builtin == BytesZeroed:
		f.checkZeroed(e)
	case builtin == BytesSet:
		f.checkBytesSet(e)
	case traits&(allocates|ownedHost) != 0:
		f.allocations = append(f.allocations, allocation{e, MaxCopyBytes})
	}
}

// checkOrigin demands that a view is taken from a named place: for text a plain
// local, for bytes and arrays also a field path.
func (f *functionChecker) checkOrigin(e *syntax.Call, builtin Builtin) {
	arg := e.Args[0]
	if f.tables.types[arg.ID()] == TypeInvalid {
		return
	}
	place := f.tables.Place(arg.ID())
	if place == nil || builtin == StringAsStr && len(place.Fields) > 0 {
		f.report(diag.T266, arg.Span(), "`"+e.Callee.Text+"` views a named local, not a passing value")
	}
}

func (f *functionChecker) checkZeroed(e *syntax.Call) {
	literal, ok := e.Args[0].(*syntax.IntLit)
	switch {
	case !ok:
		f.report(diag.T271, e.Args[0].Span(), "the size of a buffer is a literal")
	case literal.Kind != syntax.Usize:
	case literal.Bits > MaxBufferBytes:
		f.report(diag.T263, literal.Span(), "a buffer has at most "+strconv.Itoa(MaxBufferBytes)+" bytes")
	default:
		f.allocations = append(f.allocations, allocation{e, literal.Bits})
	}
}

// checkBytesSet judges a literal index against the capacity of the buffer, when
// that is known. Chains need no bound of their own: nesting ends them first.
func (f *functionChecker) checkBytesSet(e *syntax.Call) {
	literal, ok := e.Args[1].(*syntax.IntLit)
	if !ok || literal.Kind != syntax.Usize {
		return
	}
	if capacity, known := f.capacity(e.Args[0]); known && literal.Bits >= capacity {
		f.report(diag.T272, literal.Span(), "index "+strconv.FormatUint(literal.Bits, 10)+" is beyond the buffer's "+strconv.FormatUint(capacity, 10)+" bytes")
	}
}

// capacity finds the size of the buffer an expression yields.
func (f *functionChecker) capacity(e syntax.Expr) (uint64, bool) {
	for {
		switch at := e.(type) {
		case *syntax.NameExpr:
			id, ok := f.names[at.Name.Text]
			if !ok {
				return 0, false
			}
			size, known := f.capacities[id]
			return size, known
		case *syntax.Call:
			if len(at.Args) == 0 {
				return 0, false
			}
			switch f.builtin[at.Callee.Text] {
			case BytesSet:
				e = at.Args[0]
				continue
			case BytesZeroed:
				if literal, ok := at.Args[0].(*syntax.IntLit); ok {
					return literal.Bits, true
				}
			}
		}
		return 0, false
	}
}

// keepCapacity remembers the size of a buffer bound to a local. Renewals keep
// the size, so it holds for the local's whole life.
func (f *functionChecker) keepCapacity(id LocalID, value syntax.Expr) {
	if f.fn.Locals[id].Type != TypeBytes {
		return
	}
	if size, known := f.capacity(value); known {
		if f.capacities == nil {
			f.capacities = map[LocalID]uint64{}
		}
		f.capacities[id] = size
	}
}
