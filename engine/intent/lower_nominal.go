package intent

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// stagePrefix starts the names that hold a base while its parts are read.
const stagePrefix = "spx_project_"

// owner resolves the declared type an expression names with its arguments and how
// the module writes it.
func (l *lowerer) owner(e *Expression, id check.NominalID) (n nominalType, name string, ok bool) {
	nominal := &l.base.program.Nominals[id]
	name, visible := l.base.nominalNameIn(l.module, id)
	switch {
	case !visible:
		l.refuse("`%s` is neither declared nor imported in %s", nominal.Identity.Text, l.module.Name)
	case len(e.TypeArguments) != len(nominal.TypeParameters):
		l.refuse("`%s` takes %d type arguments, not %d", nominal.Identity.Text, len(nominal.TypeParameters), len(e.TypeArguments))
	}
	return nominalType{id, argumentTypes(e.TypeArguments)}, name, l.fault == nil
}

// nominal finds the declared type of an identity and kind.
func (l *lowerer) nominal(identity string, kind check.NominalKind) (check.NominalID, bool) {
	ref, ok := l.base.program.Lookup(identity)
	if ok && ref.Kind == check.RefNominal && l.base.program.Nominals[ref.Index].Kind == kind {
		return check.NominalID(ref.Index), true
	}
	l.refuse("`%s` is no %s", identity, nominalKind(kind))
	return check.NoNominal, false
}

// written type arguments of a constructor.
func (l *lowerer) typeArguments(e *Expression) []syntax.TypeExpr {
	return builtinNodes(argumentTypes(e.TypeArguments))
}

func (l *lowerer) record(e *Expression) (syntax.Expr, nominalType) {
	id, ok := l.nominal(e.Target, check.NominalRecord)
	if !ok {
		return l.refuse("")
	}
	n, name, ok := l.owner(e, id)
	if !ok {
		return l.refuse("")
	}
	inits := l.inits(e, l.base.program.Nominals[id].Fields, true)
	return &syntax.RecordExpr{Type: named(name), TypeArgs: l.typeArguments(e), Inits: inits}, n
}

func (l *lowerer) variant(e *Expression) (syntax.Expr, nominalType) {
	ref, ok := l.base.program.Lookup(e.Target)
	if !ok || ref.Kind != check.RefCase {
		return l.refuse("`%s` is no case", e.Target)
	}
	row := &l.base.program.Cases[ref.Index]
	n, name, ok := l.owner(e, row.Owner)
	if !ok {
		return l.refuse("")
	}
	inits := l.inits(e, row.Fields, true)
	return &syntax.VariantExpr{Type: named(name), TypeArgs: l.typeArguments(e), Case: named(row.Name), Inits: inits}, n
}

// inits lowers the values of fields in their order. Each field is named at most
// once; with all, every one is.
func (l *lowerer) inits(e *Expression, fields []check.FieldID, all bool) []*syntax.Init {
	var made []*syntax.Init
	seen := map[int]bool{}
	for i := range e.Fields {
		at := l.base.fieldWith(fields, e.Fields[i].Target)
		switch {
		case at < 0:
			l.refuse("`%s` is no field of `%s`", e.Fields[i].Target, e.Target)
			return nil
		case seen[at]:
			l.refuse("the field `%s` is given twice", e.Fields[i].Target)
			return nil
		}
		seen[at] = true
		value, _ := l.expr(&e.Fields[i].Value)
		made = append(made, &syntax.Init{Name: named(l.base.program.Fields[fields[at]].Name), Value: value})
	}
	if all && len(seen) != len(fields) {
		l.refuse("`%s` has %d fields, %d are given", e.Target, len(fields), len(seen))
	}
	return made
}

// recordField finds a field of a record by identity.
func (l *lowerer) recordField(identity string) (*check.Field, bool) {
	ref, ok := l.base.program.Lookup(identity)
	if ok && ref.Kind == check.RefField {
		field := &l.base.program.Fields[ref.Index]
		if field.Case == check.NoCase && l.base.program.Nominals[field.Owner].Kind == check.NominalRecord {
			return field, true
		}
	}
	l.refuse("`%s` is no field of a record", identity)
	return nil, false
}

func (l *lowerer) fieldPlace(e *Expression) (syntax.Expr, nominalType) {
	field, ok := l.recordField(e.Target)
	if !ok {
		return l.refuse("")
	}
	t, visible := l.values[e.Name]
	if !visible || t.id != field.Owner {
		return l.refuse("`%s` is no visible value of the owner of `%s`", e.Name, e.Target)
	}
	return &syntax.Project{Base: nameExpr(l.written(e.Name)), Field: named(field.Name)}, l.base.memberNominal(t, field.ID)
}

// staged lowers a base into a typed binding of its own, so that it is evaluated
// once; use writes what is done with it.
func (l *lowerer) staged(e *Expression, id check.NominalID, use func(n nominalType, stage *syntax.NameExpr) (syntax.Expr, nominalType)) (syntax.Expr, nominalType) {
	n, _, ok := l.owner(e, id)
	if !ok {
		return l.refuse("")
	}
	written, _ := l.base.typeNode(l.module, n)
	base, _ := l.expr(e.Value)
	name, ok := l.fresh(stagePrefix)
	if !ok {
		return l.refuse("no fresh name is left")
	}
	made, t := use(n, nameExpr(name))
	return &syntax.Block{Items: []syntax.Item{letItem(name, written, base)}, Tail: made}, t
}

func (l *lowerer) project(e *Expression) (syntax.Expr, nominalType) {
	field, ok := l.recordField(e.Target)
	if !ok {
		return l.refuse("")
	}
	return l.staged(e, field.Owner, func(n nominalType, stage *syntax.NameExpr) (syntax.Expr, nominalType) {
		return &syntax.Project{Base: stage, Field: named(field.Name)}, l.base.memberNominal(n, field.ID)
	})
}

func (l *lowerer) update(e *Expression) (syntax.Expr, nominalType) {
	id, ok := l.nominal(e.Target, check.NominalRecord)
	if !ok {
		return l.refuse("")
	}
	return l.staged(e, id, func(n nominalType, stage *syntax.NameExpr) (syntax.Expr, nominalType) {
		return &syntax.Update{Base: stage, Inits: l.inits(e, l.base.program.Nominals[id].Fields, false)}, n
	})
}

func (l *lowerer) match(e *Expression) (syntax.Expr, nominalType) {
	id, ok := l.nominal(e.Target, check.NominalVariant)
	if !ok {
		return l.refuse("")
	}
	_, name, ok := l.owner(e, id)
	if !ok {
		return l.refuse("")
	}
	return l.staged(e, id, func(n nominalType, stage *syntax.NameExpr) (syntax.Expr, nominalType) {
		made := &syntax.Match{Scrutinee: stage}
		if !l.base.nominalFacts(n).Copy {
			made.Mode = syntax.MatchOwn
		}
		result := noNominal()
		seen := map[check.CaseID]bool{}
		for i := range e.Arms {
			arm, t := l.arm(&e.Arms[i], id, name, seen)
			if l.fault != nil {
				break
			}
			made.Arms, result = append(made.Arms, arm), t
		}
		if cases := len(l.base.program.Nominals[id].Cases); len(seen) != cases {
			return l.refuse("`%s` has %d cases, %d have an arm", e.Target, cases, len(seen))
		}
		return made, result
	})
}

// arm lowers the arm of one case; every payload field is bound once.
func (l *lowerer) arm(a *MatchArm, variant check.NominalID, name string, seen map[check.CaseID]bool) (*syntax.Arm, nominalType) {
	ref, ok := l.base.program.Lookup(a.Target)
	if !ok || ref.Kind != check.RefCase || l.base.program.Cases[ref.Index].Owner != variant || seen[check.CaseID(ref.Index)] {
		l.refuse("`%s` is no case of the variant, or has two arms", a.Target)
		return nil, noNominal()
	}
	row := &l.base.program.Cases[ref.Index]
	seen[row.ID] = true
	pattern := &syntax.VariantPattern{Type: named(name), Case: named(row.Name)}
	bound := map[int]bool{}
	for _, field := range a.Fields {
		at := l.base.fieldWith(row.Fields, field.Target)
		if at < 0 || bound[at] || !l.bind(field.Name, l.base.nominalOf(l.base.program.Fields[row.Fields[at]].Type)) {
			l.refuse("`%s` cannot be bound to `%s`", field.Target, field.Name)
			return nil, noNominal()
		}
		bound[at] = true
		pattern.Fields = append(pattern.Fields, &syntax.FieldPattern{
			Field: named(l.base.program.Fields[row.Fields[at]].Name), Pattern: &syntax.BindingPattern{Name: named(l.written(field.Name))}})
	}
	if len(bound) != len(row.Fields) {
		l.refuse("`%s` has %d payload fields, %d are bound", a.Target, len(row.Fields), len(bound))
	}
	body, t := l.expr(&a.Body)
	for _, field := range a.Fields {
		l.unbind(field.Name)
	}
	return &syntax.Arm{Pattern: pattern, Value: body}, t
}
