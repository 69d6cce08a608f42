package intent

import "github.com/semaprax/semaprax-go/engine/diag"

// checkBudget applies the node and depth budgets to one expression
// (candidate facts 4.1). The refusal is SPX-G226.
func (e *Expression) checkBudget() diag.List {
	b := budget{}
	b.charge(e, 1)
	switch {
	case b.nodes > MaxExpressionNodes:
		return refusal(diag.G226, "an expression is charged more than %d nodes", MaxExpressionNodes)
	case b.depth > MaxExpressionDepth:
		return refusal(diag.G226, "an expression is charged a depth of more than %d", MaxExpressionDepth)
	}
	return nil
}

// budget sums the charges of one expression.
type budget struct{ nodes, depth int }

// charge adds e, whose depth is given, and all below it. Beyond the depth bound it
// stops, so hostile nesting costs no stack.
func (b *budget) charge(e *Expression, depth int) {
	b.depth = max(b.depth, depth)
	b.nodes += 1 + e.surcharge()
	if depth > MaxExpressionDepth || b.nodes > MaxExpressionNodes {
		return
	}
	step := depth + 1 + e.depthStep()
	e.operands(func(below *Expression) { b.charge(below, step) })
	if e.Kind == ExprFieldPlace {
		b.depth = max(b.depth, depth+1)
	}
}

// surcharge is what e costs beyond its one node.
func (e *Expression) surcharge() int {
	extra := len(e.TypeArguments) + len(e.Elements)
	switch e.Kind {
	case ExprIf:
		extra += 2
	case ExprLet, ExprFieldPlace:
		extra++
	case ExprProject, ExprUpdate:
		extra += 3
	case ExprMatch:
		extra += 3
		for i := range e.Arms {
			extra += 1 + len(e.Arms[i].Fields)
		}
	case ExprF32, ExprF64:
		if e.isNegativeFloat() {
			extra++
		}
	}
	return extra
}

// depthStep is what the children of e lie deeper than one level.
func (e *Expression) depthStep() int {
	switch e.Kind {
	case ExprLet:
		return 1
	case ExprProject, ExprMatch, ExprUpdate:
		return 2
	}
	return 0
}

// isNegativeFloat reports whether the sign bit of a float literal is set.
func (e *Expression) isNegativeFloat() bool {
	return (e.Kind == ExprF32 || e.Kind == ExprF64) && len(e.Text) > 0 && e.Text[0] >= '8'
}
