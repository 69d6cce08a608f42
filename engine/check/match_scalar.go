package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// scalarArm judges an arm of a match on a scalar.
func (f *functionChecker) scalarArm(e *syntax.Match, made *Match, index int, arm *Arm) {
	written := e.Arms[index]
	final := index == len(e.Arms)-1 && written.Guard == nil
	switch pattern := written.Pattern.(type) {
	case *syntax.WildcardPattern:
		arm.CatchAll = true
		made.Exhaustive = made.Exhaustive || final
	case *syntax.BindingPattern:
		arm.CatchAll = true
		arm.Binding = f.bindPattern(pattern, made.Scrutinee, ModeValue)
		made.Exhaustive = made.Exhaustive || final
	case *syntax.LiteralPattern:
		arm.Literals = f.literals(pattern, made.Scrutinee)
	default:
		f.bindFaulty(pattern)
		f.report(diag.M103, pattern.Span(), "the pattern does not fit `"+f.typeName(made.Scrutinee)+"`")
	}
}

// literals judges the alternatives of a literal pattern: each of the
// scrutinee's type, none twice.
func (f *functionChecker) literals(pattern *syntax.LiteralPattern, want Type) []Literal {
	found := make([]Literal, 0, len(pattern.Literals))
	seen := make(map[uint64]bool, len(pattern.Literals))
	for _, written := range pattern.Literals {
		literal := literalOf(written)
		f.tables.types[written.ID()] = literal.Type
		switch {
		case literal.Type != want:
			f.report(diag.T255, written.Span(), "the literal has type `"+f.typeName(literal.Type)+"`, the scrutinee `"+f.typeName(want)+"`")
		case seen[literal.Bits]:
			f.report(diag.M105, written.Span(), "the alternative is given twice")
		}
		seen[literal.Bits] = true
		found = append(found, literal)
	}
	return found
}

func literalOf(e syntax.Expr) Literal {
	switch e := e.(type) {
	case *syntax.IntLit:
		return Literal{intType(e.Kind), e.Bits}
	case *syntax.CharLit:
		return Literal{TypeChar, uint64(e.Value)}
	case *syntax.BoolLit:
		if e.Value {
			return Literal{TypeBool, 1}
		}
		return Literal{TypeBool, 0}
	}
	panic("BUG: unknown literal pattern")
}

// scalarResult demands a final catch-all arm and one type, a scalar or string.
func (f *functionChecker) scalarResult(e *syntax.Match, made *Match, types []Type) Type {
	if !made.Exhaustive {
		f.report(diag.T257, e.Span(), "a scalar match ends in `_` or a name, without a guard")
	}
	for i, t := range types {
		kind := f.program.Kind(t)
		switch {
		case t == TypeInvalid || t.IsScalar() || t == TypeString:
		case kind >= KindRecord && kind <= KindResource:
			f.report(diag.T258, e.Arms[i].Value.Span(), "an arm of a scalar match yields the aggregate `"+f.typeName(t)+"`")
			types[i] = TypeInvalid
		default:
			f.report(diag.P299, e.Arms[i].Value.Span(), "a scalar match that yields `"+f.typeName(t)+"` is")
			types[i] = TypeInvalid
		}
	}
	return f.sameArms(e, types, diag.T259)
}
