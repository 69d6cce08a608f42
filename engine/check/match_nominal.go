package check

import (
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// recordArm judges an arm of a match on a record or class: the first arm that
// fits ends the match.
func (f *functionChecker) recordArm(e *syntax.Match, made *Match, index int, arm *Arm) {
	pattern := e.Arms[index].Pattern
	if index > 0 {
		f.report(diag.M102, pattern.Span(), "a match on a record has one arm")
	}
	switch pattern := pattern.(type) {
	case *syntax.WildcardPattern:
		arm.CatchAll = true
		made.Exhaustive = true
	case *syntax.RecordPattern:
		arm.Fields = f.recordPattern(pattern, made.Scrutinee, ModeOwn)
		made.Exhaustive = true
	case *syntax.LiteralPattern:
		f.report(diag.T254, pattern.Span(), "a literal does not match a record")
		made.Exhaustive = true
	default:
		f.bindFaulty(pattern)
		f.report(diag.M103, pattern.Span(), "a record is matched by `_` or its own pattern")
		made.Exhaustive = true
	}
}

// recordPattern judges `R { … }` against a record type: every field once.
func (f *functionChecker) recordPattern(pattern *syntax.RecordPattern, t Type, mode Mode) []FieldPattern {
	f.tables.types[pattern.ID()] = t
	id, ok := f.module.types[pattern.Type.Text]
	if !ok || id != f.program.NominalOf(t) {
		f.report(diag.M103, pattern.Type.Span, "the pattern of `"+pattern.Type.Text+"` does not fit `"+f.typeName(t)+"`")
		for _, field := range pattern.Fields {
			f.bindFaulty(field.Pattern)
		}
		return nil
	}
	return f.fieldPatterns(pattern, t, f.memberList(t), pattern.Fields, mode)
}

// fieldPatterns judges the parts of a record or case pattern.
func (f *functionChecker) fieldPatterns(node syntax.Node, t Type, fields []FieldID, parts []*syntax.FieldPattern, mode Mode) []FieldPattern {
	var given memberSet
	found := make([]FieldPattern, 0, len(parts))
	for _, part := range parts {
		id, slot := f.fieldNamed(fields, part.Field.Text)
		if id == NoField || given.has(slot) {
			text := "has no field `" + part.Field.Text + "`"
			if id != NoField {
				text = "names `" + part.Field.Text + "` twice"
			}
			f.report(diag.M104, part.Field.Span, "the pattern "+text)
			f.bindFaulty(part.Pattern)
			continue
		}
		given.add(slot)
		found = append(found, f.fieldPattern(part, id, slot, f.memberType(t, id), mode))
	}
	if missing := given.firstMissing(len(fields)); missing >= 0 {
		f.report(diag.M104, node.Span(), "the pattern leaves out `"+f.program.Fields[fields[missing]].Name+"`")
	}
	return found
}

func (f *functionChecker) fieldPattern(part *syntax.FieldPattern, id FieldID, slot int, t Type, mode Mode) FieldPattern {
	made := FieldPattern{Field: id, Slot: slot, Local: NoLocal, Node: part.ID()}
	f.tables.types[part.ID()], f.tables.types[part.Pattern.ID()] = t, t
	switch pattern := part.Pattern.(type) {
	case *syntax.WildcardPattern:
	case *syntax.BindingPattern:
		held := f.valueMode(t)
		if held == ModeOwn {
			held = mode
		}
		made.Local = f.bindPattern(pattern, t, held)
	case *syntax.RecordPattern:
		made.IsNested = true
		if kind := f.program.Kind(t); kind != KindRecord && kind != KindClass {
			f.bindFaulty(pattern)
			if t != TypeInvalid {
				f.report(diag.M103, pattern.Span(), "field `"+part.Field.Text+"` of type `"+f.typeName(t)+"` is no record")
			}
			break
		}
		made.Nested = f.recordPattern(pattern, t, mode)
	default:
		f.bindFaulty(pattern)
		f.report(diag.M104, pattern.Span(), "a field is matched by a name, `_` or a record pattern")
	}
	return made
}

// recordResult judges the type a match on a record yields: i64 or bool, and
// from `match own` any scalar, text or bytes.
func (f *functionChecker) recordResult(e *syntax.Match, made *Match, types []Type) Type {
	if len(types) == 0 {
		f.report(diag.M101, e.Span(), "the match has no arm")
		return TypeInvalid
	}
	t := types[0]
	admitted := t == TypeI64 || t == TypeBool || t == TypeInvalid
	if made.Mode == ModeOwn {
		admitted = admitted || t.IsScalar() || t == TypeString || t == TypeBytes
	}
	if !admitted {
		f.report(diag.T216, e.Arms[0].Value.Span(), "a match on a record does not yield `"+f.typeName(t)+"`")
	}
	return t
}

// variantArm judges arms of a match on a variant with total cases.
func (f *functionChecker) variantArm(total int) armCheck {
	var covered memberSet
	closed, doubt := false, false
	return func(e *syntax.Match, made *Match, index int, arm *Arm) {
		switch pattern := e.Arms[index].Pattern.(type) {
		case *syntax.WildcardPattern:
			arm.CatchAll = true
			if closed || covered.count == total && !doubt {
				f.report(diag.M102, pattern.Span(), "the arm cannot be reached")
			}
			closed, made.Exhaustive = true, true
		case *syntax.VariantPattern:
			arm.Case = f.casePattern(pattern, made, arm)
			if arm.Case == NoCase {
				doubt, made.Exhaustive = true, true
				return
			}
			position := f.program.Cases[arm.Case].Index
			if closed || covered.has(position) {
				f.report(diag.M102, pattern.Span(), "the arm cannot be reached")
			}
			if !covered.has(position) {
				covered.add(position)
			}
			made.Exhaustive = made.Exhaustive || covered.count == total
		case *syntax.LiteralPattern:
			f.report(diag.T254, pattern.Span(), "a literal does not match a variant")
			doubt, made.Exhaustive = true, true
		default:
			f.bindFaulty(pattern)
			f.report(diag.M103, pattern.Span(), "a variant is matched by its cases and `_`")
			doubt, made.Exhaustive = true, true
		}
		if index == len(e.Arms)-1 && !made.Exhaustive {
			made.Witness = f.program.Nominals[f.program.NominalOf(made.Scrutinee)].Cases[covered.firstMissing(total)]
		}
	}
}

// casePattern judges `V::C { … }` and returns the case, or NoCase.
func (f *functionChecker) casePattern(pattern *syntax.VariantPattern, made *Match, arm *Arm) CaseID {
	variant := f.program.NominalOf(made.Scrutinee)
	found := NoCase
	if id, ok := f.module.types[pattern.Type.Text]; ok && id == variant {
		found = f.caseNamed(variant, pattern.Case.Text)
	}
	if found == NoCase {
		f.report(diag.M103, pattern.Span(), "`"+pattern.Type.Text+"::"+pattern.Case.Text+"` is no case of `"+f.typeName(made.Scrutinee)+"`")
		f.bindFaulty(pattern)
		return NoCase
	}
	arm.Fields = f.fieldPatterns(pattern, made.Scrutinee, f.program.Cases[found].Fields, pattern.Fields, ModeOwn)
	return found
}

// variantResult demands exhaustive arms of one type.
func (f *functionChecker) variantResult(e *syntax.Match, made *Match, types []Type) Type {
	cases := f.program.Nominals[f.program.NominalOf(made.Scrutinee)].Cases
	if len(types) == 0 && len(cases) > 0 {
		made.Witness = cases[0]
	}
	if made.Witness != NoCase {
		witness := &f.program.Cases[made.Witness]
		f.report(diag.M101, e.Span(), "the match does not cover `"+f.program.Nominals[witness.Owner].Name+"::"+witness.Name+"`")
	}
	return f.sameArms(e, types, diag.T216)
}
