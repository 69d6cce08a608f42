package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// match checks a match: the scrutinee's type decides which rules apply.
func (f *functionChecker) match(e *syntax.Match) Type {
	t := f.expr(e.Scrutinee)
	made := Match{Scrutinee: t, Mode: Mode(e.Mode), Witness: NoCase}
	kind := f.program.Kind(t)
	switch {
	case t == TypeInvalid:
		f.faultyArms(e)
		return f.invalid(e)
	case kind == KindRecord || kind == KindClass:
		made.Kind = MatchRecord
		f.refuseInLoop(e, "a match on a record")
		f.checkMatchMode(e, t)
		return f.matchArms(e, &made, f.recordArm, f.recordResult)
	case kind == KindVariant:
		made.Kind = MatchVariant
		f.checkMatchMode(e, t)
		f.checkLoopMatch(e, t)
		total := len(f.program.Nominals[f.program.NominalOf(t)].Cases)
		return f.matchArms(e, &made, f.variantArm(total), f.variantResult)
	case t.IsMatchScalar():
		made.Kind = MatchScalar
		f.checkScalarMode(e)
		return f.matchArms(e, &made, f.scalarArm, f.scalarResult)
	}
	f.refuseScrutinee(e, t)
	f.faultyArms(e)
	return f.invalid(e)
}

// refuseScrutinee reports a match on a type that has no patterns.
func (f *functionChecker) refuseScrutinee(e *syntax.Match, t Type) {
	code := diag.M103
	for _, arm := range e.Arms {
		if _, literal := arm.Pattern.(*syntax.LiteralPattern); literal || arm.Guard != nil {
			code = diag.T254
		}
	}
	f.report(code, e.Scrutinee.Span(), "a value of type `"+f.typeName(t)+"` is not matched")
}

// checkMatchMode judges the mode word of a match on a record or variant.
func (f *functionChecker) checkMatchMode(e *syntax.Match, t Type) {
	copies := f.program.IsCopy(t)
	switch {
	case e.Mode == syntax.MatchBorrow:
		f.report(diag.P299, e.Span(), "`match borrow` is")
	case e.Mode == syntax.MatchOwn && copies:
		f.report(diag.P299, e.Span(), "`match own` on a Copy value is")
	case e.Mode == syntax.MatchPlain && !copies:
		f.report(diag.O111, e.Scrutinee.Span(), "`"+f.typeName(t)+"` is not Copy; write `match own`")
	}
}

func (f *functionChecker) checkScalarMode(e *syntax.Match) {
	if e.Mode != syntax.MatchPlain {
		f.report(diag.P299, e.Span(), "a mode on a scalar match is")
	}
}

// checkLoopMatch admits in loops the variants whose payloads are Copy.
func (f *functionChecker) checkLoopMatch(e *syntax.Match, t Type) {
	if f.loop > 0 && !f.program.IsCopy(t) {
		f.report(diag.T252, e.Span(), "a match that takes an owned payload is not admitted in a loop")
	}
}

// armCheck judges the pattern of one arm and declares its bindings.
type armCheck func(e *syntax.Match, made *Match, index int, arm *Arm)

// matchArms checks all arms, then their common type with result.
func (f *functionChecker) matchArms(e *syntax.Match, made *Match, check armCheck, result func(*syntax.Match, *Match, []Type) Type) Type {
	made.Arms = make([]Arm, len(e.Arms))
	types := make([]Type, len(e.Arms))
	mode := ModeValue
	for i, syntaxArm := range e.Arms {
		mark, end := len(f.visible), f.end
		f.end = syntaxArm.Span().End
		arm := &made.Arms[i]
		*arm = Arm{Case: NoCase, Binding: NoLocal, Pattern: syntaxArm.Pattern.ID(), Value: syntaxArm.Value.ID()}
		f.tables.types[arm.Pattern] = made.Scrutinee
		check(e, made, i, arm)
		attach(f.tables, arm.Pattern, patternRow, &f.tables.patterns, Pattern{Match: e.ID(), Arm: i})
		f.guard(made, arm, syntaxArm)
		types[i] = f.expr(syntaxArm.Value)
		if types[i] != TypeInvalid {
			mode = f.tables.modes[arm.Value]
		}
		f.leave(mark)
		f.end = end
	}
	t := result(e, made, types)
	made.Exhaustive = made.Exhaustive && made.Witness == NoCase
	attach(f.tables, e.ID(), matchRow, &f.tables.matches, *made)
	if t == TypeInvalid {
		mode = ModeValue
	}
	return f.record(e, t, mode)
}

// guard checks an arm's guard; only scalar matches have them.
func (f *functionChecker) guard(made *Match, arm *Arm, written *syntax.Arm) {
	if written.Guard == nil {
		return
	}
	arm.Guard, arm.HasGuard = written.Guard.ID(), true
	t := f.expr(written.Guard)
	switch {
	case made.Kind != MatchScalar:
		f.report(diag.T254, written.Guard.Span(), "a guard stands only in a match on a scalar")
	case t != TypeBool && t != TypeInvalid:
		f.report(diag.T256, written.Guard.Span(), "a guard is bool, not `"+f.typeName(t)+"`")
	}
}

// faultyArms checks the arms of a match whose scrutinee has no patterns.
// Bindings get no type, so that no fault follows from them.
func (f *functionChecker) faultyArms(e *syntax.Match) {
	for _, arm := range e.Arms {
		mark, end := len(f.visible), f.end
		f.end = arm.Span().End
		f.bindFaulty(arm.Pattern)
		if arm.Guard != nil {
			f.expr(arm.Guard)
		}
		f.expr(arm.Value)
		f.leave(mark)
		f.end = end
	}
}

// bindFaulty declares the bindings of a pattern without types.
func (f *functionChecker) bindFaulty(pattern syntax.Pattern) {
	switch pattern := pattern.(type) {
	case *syntax.BindingPattern:
		f.bindPattern(pattern, TypeInvalid, ModeValue)
	case *syntax.VariantPattern:
		for _, field := range pattern.Fields {
			f.bindFaulty(field.Pattern)
		}
	case *syntax.RecordPattern:
		for _, field := range pattern.Fields {
			f.bindFaulty(field.Pattern)
		}
	}
}

func (f *functionChecker) bindPattern(pattern *syntax.BindingPattern, t Type, mode Mode) LocalID {
	f.tables.types[pattern.ID()] = t
	return f.bind(Local{
		Name: pattern.Name.Text, Kind: LocalPattern, Type: t, Mode: mode,
		Decl: pattern, Span: pattern.Name.Span, From: pattern.Span().End, To: f.end,
	})
}

// sameArms finds the common type of the arms; code is reported at the first arm
// that differs.
func (f *functionChecker) sameArms(e *syntax.Match, types []Type, code diag.Code) Type {
	common := TypeInvalid
	for i, t := range types {
		switch {
		case t == TypeInvalid || t == common:
		case common == TypeInvalid:
			common = t
		default:
			f.report(code, e.Arms[i].Value.Span(), "the arms have types `"+f.typeName(common)+"` and `"+f.typeName(t)+"`")
			return common
		}
	}
	return common
}
