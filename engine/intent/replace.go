package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// replaceBody puts another body into a function.
func (in *Intention) replaceBody(e *Edit) diag.List {
	fn, fault := e.Base.plainFunction(in.fields.Target)
	if fault != nil {
		return fault
	}
	body, fault := e.Base.parameterScope(fn, false).lower(in.fields.Expression)
	if fault != nil {
		return fault
	}
	c := *fn.Decl
	c.Body = asBlock(body)
	e.replaceDecl(fn.Module, fn.Decl, &c)
	e.verify = append(e.verify, unchangedBut(fn.Identity.Text), keepsFrame(fn.Identity.Text, true))
	return nil
}

// keepsFrame demands that a function kept its signature and effects, and its
// contracts when those were not the subject.
func keepsFrame(identity string, contracts bool) func(before, after *Base) diag.List {
	return func(before, after *Base) diag.List {
		parts := []meaningPart{(*meaning).signature, (*meaning).effects, (*meaning).contracts}
		if !contracts {
			parts = parts[:2]
		}
		if !sameMeaning(before, after, identity, parts) {
			return unsupported("the change alters more of `%s` than its subject", identity)
		}
		return nil
	}
}

// selected is an expression an intention selects.
type selected struct {
	fn *check.Function
	at check.ExpressionIdentity
}

// selectExpression finds the expression of a function by its revision-scoped id.
func (b *Base) selectExpression(target, id string) (*selected, diag.List) {
	fn, fault := b.anchor(target)
	if fault != nil {
		return nil, fault
	}
	identities := b.program.Identities(fn)
	if fault := checkExpressionBounds(fn, identities); fault != nil {
		return nil, fault
	}
	at, ok := identities.Find(id)
	if !ok {
		return nil, unsupported("`%s` has no expression with this id", target)
	}
	return &selected{fn, at}, nil
}

// checkExpressionBounds bounds the expressions of a function whose ids are used.
func checkExpressionBounds(fn *check.Function, identities *check.Identities) diag.List {
	if n := len(identities.Expressions); n > MaxCatalogueExpressions {
		return refusal(diag.G226, "`%s` has %d expressions, the limit is %d", fn.Identity.Text, n, MaxCatalogueExpressions)
	}
	return nil
}

// replaceExpression puts another expression in the place of one of the body or, for
// the contract variant, of a clause.
func (in *Intention) replaceExpression(e *Edit) diag.List {
	s, fault := e.Base.selectExpression(in.fields.Target, in.fields.ExpressionID)
	if fault != nil {
		return fault
	}
	if inBody := s.at.Phase == check.PhaseBody; inBody != (in.Kind() == ReplaceExpression) {
		return unsupported("the expression stands in the phase %s", s.at.Phase)
	}
	made, fault := e.Base.expressionScope(s.fn, s.at).lower(in.fields.Expression)
	if fault != nil {
		return fault
	}
	if _, block := s.at.Expr.(*syntax.Block); block {
		made = &syntax.Block{Tail: made}
	}
	if match, ok := parentOf(s.fn, s.at.Expr).(*syntax.Match); ok && match.Mode != syntax.MatchPlain {
		if _, block := made.(*syntax.Block); block {
			return unsupported("a block cannot follow `match own`")
		}
	}
	e.substitute(s, made)
	contracts := in.Kind() == ReplaceExpression
	e.verify = append(e.verify, unchangedBut(s.fn.Identity.Text), keepsFrame(s.fn.Identity.Text, contracts), s.keepsType)
	return nil
}

// substitute puts an expression in the place of the selected one.
func (e *Edit) substitute(s *selected, made syntax.Expr) {
	id := s.at.Expr.ID()
	changed := syntax.Rewrite(s.fn.Decl, func(n syntax.Node) syntax.Node {
		if _, isExpr := n.(syntax.Expr); isExpr && n.ID() == id {
			return made
		}
		return n
	})
	e.replaceDecl(s.fn.Module, s.fn.Decl, changed)
}

// keepsType demands that the expression at the selected path has the type and
// ownership it had.
func (s *selected) keepsType(before, after *Base) diag.List {
	fn, ok := after.topFunction(s.fn.Identity.Text)
	if !ok {
		return unsupported("`%s` is gone", s.fn.Identity.Text)
	}
	rows := after.program.Identities(fn).Expressions
	at := slices.IndexFunc(rows, func(row check.ExpressionIdentity) bool {
		return row.Path == s.at.Path && row.Phase == s.at.Phase && row.Clause == s.at.Clause
	})
	if at < 0 || before.typeAndMode(s.fn, s.at.Expr) != after.typeAndMode(fn, rows[at].Expr) {
		return unsupported("the new expression does not have the type and ownership of the old one")
	}
	return nil
}

// typeAndMode names the type and ownership of an expression.
func (b *Base) typeAndMode(fn *check.Function, e syntax.Expr) string {
	tables := b.tables(fn.Module)
	return b.program.TypeKey(tables.Type(e.ID())) + " " + tables.Mode(e.ID()).String()
}

// addContract appends a clause to a function.
func (in *Intention) addContract(e *Edit) diag.List {
	fn, fault := e.Base.plainFunction(in.fields.Target)
	if fault != nil {
		return fault
	}
	if len(fn.Decl.Requires)+len(fn.Decl.Ensures) >= MaxContracts {
		return refusal(diag.G226, "`%s` has %d clauses", fn.Identity.Text, MaxContracts)
	}
	ensures := in.fields.Phase == check.PhaseEnsures.String()
	made, fault := e.Base.parameterScope(fn, ensures).lower(in.fields.Expression)
	if fault != nil {
		return fault
	}
	c := *fn.Decl
	clause := &syntax.Clause{Cond: made}
	if ensures {
		c.Ensures = append(slices.Clip(c.Ensures), clause)
	} else {
		c.Requires = append(slices.Clip(c.Requires), clause)
	}
	e.replaceDecl(fn.Module, fn.Decl, &c)
	key := functionKey(e.Base.module(fn.Module).Path, "", fn.Decl)
	e.authorise = func(inv *inventory) {
		facts := inv.functions[key]
		if ensures {
			facts.ensures++
		} else {
			facts.requires++
		}
		inv.functions[key] = facts
	}
	e.verify = append(e.verify, unchangedBut(fn.Identity.Text), keepsFrame(fn.Identity.Text, false), keepsBody(fn.Identity.Text))
	return nil
}

// keepsBody demands that a function kept its body.
func keepsBody(identity string) func(before, after *Base) diag.List {
	return func(before, after *Base) diag.List {
		if !sameMeaning(before, after, identity, []meaningPart{(*meaning).body}) {
			return unsupported("the change alters the body of `%s`", identity)
		}
		return nil
	}
}
