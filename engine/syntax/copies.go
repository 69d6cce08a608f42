package syntax

// Each node type has one short method here and one in children.go: the node
// itself when no child changed, else a copy with the new children.

func (n *File) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Uses = rewriteAll(r, n.Uses, &changed)
	c.Decls = rewriteAll(r, n.Decls, &changed)
	c.forgetSource()
	return pick(n, c, changed)
}

func (n *Use) rewritten(*rewriter) Node { return n }

func (n *Resource) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Lifecycles = rewriteAll(r, n.Lifecycles, &changed)
	return pick(n, c, changed)
}

func (n *Lifecycle) rewritten(*rewriter) Node { return n }

func (n *Record) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Fields = rewriteAll(r, n.Fields, &changed)
	return pick(n, c, changed)
}

func (n *Variant) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Cases = rewriteAll(r, n.Cases, &changed)
	return pick(n, c, changed)
}

func (n *Case) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Fields = rewriteAll(r, n.Fields, &changed)
	return pick(n, c, changed)
}

func (n *Field) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Type = rewriteOne(r, n.Type, &changed)
	return pick(n, c, changed)
}

func (n *Class) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Parent = rewriteOne(r, n.Parent, &changed)
	c.Fields = rewriteAll(r, n.Fields, &changed)
	c.Methods = rewriteAll(r, n.Methods, &changed)
	return pick(n, c, changed)
}

func (n *Interface) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Imports = rewriteAll(r, n.Imports, &changed)
	return pick(n, c, changed)
}

func (n *Import) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Params = rewriteAll(r, n.Params, &changed)
	return pick(n, c, changed)
}

func (n *Protocol) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Methods = rewriteAll(r, n.Methods, &changed)
	return pick(n, c, changed)
}

func (n *Signature) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Params = rewriteAll(r, n.Params, &changed)
	c.Result = rewriteOne(r, n.Result, &changed)
	return pick(n, c, changed)
}

func (n *Impl) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Bindings = rewriteAll(r, n.Bindings, &changed)
	return pick(n, c, changed)
}

func (n *Binding) rewritten(*rewriter) Node { return n }

func (n *Function) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Params = rewriteAll(r, n.Params, &changed)
	c.Result = rewriteOne(r, n.Result, &changed)
	c.Requires = rewriteAll(r, n.Requires, &changed)
	c.Ensures = rewriteAll(r, n.Ensures, &changed)
	c.Body = rewriteOne(r, n.Body, &changed)
	return pick(n, c, changed)
}

func (n *Clause) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Cond = rewriteOne(r, n.Cond, &changed)
	return pick(n, c, changed)
}

func (n *Param) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Type = rewriteOne(r, n.Type, &changed)
	return pick(n, c, changed)
}

func (n *NamedType) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Args = rewriteAll(r, n.Args, &changed)
	return pick(n, c, changed)
}

func (n *ArrayType) rewritten(*rewriter) Node { return n }

func (n *Let) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Type = rewriteOne(r, n.Type, &changed)
	c.Value = rewriteOne(r, n.Value, &changed)
	return pick(n, c, changed)
}

func (n *Assign) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Value = rewriteOne(r, n.Value, &changed)
	return pick(n, c, changed)
}

func (n *While) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Cond = rewriteOne(r, n.Cond, &changed)
	c.Body = rewriteOne(r, n.Body, &changed)
	return pick(n, c, changed)
}

func (n *Unsafe) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Body = rewriteOne(r, n.Body, &changed)
	return pick(n, c, changed)
}

func (n *IntLit) rewritten(*rewriter) Node { return n }

func (n *FloatLit) rewritten(*rewriter) Node { return n }

func (n *CharLit) rewritten(*rewriter) Node { return n }

func (n *BoolLit) rewritten(*rewriter) Node { return n }

func (n *StringLit) rewritten(*rewriter) Node { return n }

func (n *ArrayLit) rewritten(*rewriter) Node { return n }

func (n *NameExpr) rewritten(*rewriter) Node { return n }

func (n *Call) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.TypeArgs = rewriteAll(r, n.TypeArgs, &changed)
	c.Args = rewriteAll(r, n.Args, &changed)
	return pick(n, c, changed)
}

func (n *MethodCall) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Receiver = rewriteOne(r, n.Receiver, &changed)
	c.TypeArgs = rewriteAll(r, n.TypeArgs, &changed)
	c.Args = rewriteAll(r, n.Args, &changed)
	return pick(n, c, changed)
}

func (n *SuperCall) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.TypeArgs = rewriteAll(r, n.TypeArgs, &changed)
	c.Args = rewriteAll(r, n.Args, &changed)
	return pick(n, c, changed)
}

func (n *Unary) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Operand = rewriteOne(r, n.Operand, &changed)
	return pick(n, c, changed)
}

func (n *Binary) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Left = rewriteOne(r, n.Left, &changed)
	c.Right = rewriteOne(r, n.Right, &changed)
	return pick(n, c, changed)
}

func (n *Block) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Items = rewriteAll(r, n.Items, &changed)
	c.Tail = rewriteOne(r, n.Tail, &changed)
	return pick(n, c, changed)
}

func (n *If) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Cond = rewriteOne(r, n.Cond, &changed)
	c.Then = rewriteOne(r, n.Then, &changed)
	c.Else = rewriteOne(r, n.Else, &changed)
	return pick(n, c, changed)
}

func (n *Match) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Scrutinee = rewriteOne(r, n.Scrutinee, &changed)
	c.Arms = rewriteAll(r, n.Arms, &changed)
	return pick(n, c, changed)
}

func (n *Arm) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Pattern = rewriteOne(r, n.Pattern, &changed)
	c.Guard = rewriteOne(r, n.Guard, &changed)
	c.Value = rewriteOne(r, n.Value, &changed)
	return pick(n, c, changed)
}

func (n *Init) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Value = rewriteOne(r, n.Value, &changed)
	return pick(n, c, changed)
}

func (n *RecordExpr) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.TypeArgs = rewriteAll(r, n.TypeArgs, &changed)
	c.Inits = rewriteAll(r, n.Inits, &changed)
	return pick(n, c, changed)
}

func (n *VariantExpr) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.TypeArgs = rewriteAll(r, n.TypeArgs, &changed)
	c.Inits = rewriteAll(r, n.Inits, &changed)
	return pick(n, c, changed)
}

func (n *Update) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Base = rewriteOne(r, n.Base, &changed)
	c.Inits = rewriteAll(r, n.Inits, &changed)
	return pick(n, c, changed)
}

func (n *Project) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Base = rewriteOne(r, n.Base, &changed)
	return pick(n, c, changed)
}

func (n *Try) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Operand = rewriteOne(r, n.Operand, &changed)
	return pick(n, c, changed)
}

func (n *WildcardPattern) rewritten(*rewriter) Node { return n }

func (n *BindingPattern) rewritten(*rewriter) Node { return n }

func (n *LiteralPattern) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Literals = rewriteAll(r, n.Literals, &changed)
	return pick(n, c, changed)
}

func (n *VariantPattern) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Fields = rewriteAll(r, n.Fields, &changed)
	return pick(n, c, changed)
}

func (n *RecordPattern) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Fields = rewriteAll(r, n.Fields, &changed)
	return pick(n, c, changed)
}

func (n *FieldPattern) rewritten(r *rewriter) Node {
	c := *n
	changed := false
	c.Pattern = rewriteOne(r, n.Pattern, &changed)
	return pick(n, c, changed)
}
