package syntax

// Each node type has one short method here and one in copies.go. It visits the
// children in source order (a function's contract clauses: all requires, then
// all ensures) and leaves absent ones out.

func (n *File) children(visit func(Node)) {
	for _, child := range n.Uses {
		visit(child)
	}
	for _, child := range n.Decls {
		visit(child)
	}
}

func (*Use) children(func(Node)) {}

func (n *Resource) children(visit func(Node)) {
	for _, child := range n.Lifecycles {
		visit(child)
	}
}

func (*Lifecycle) children(func(Node)) {}

func (n *Record) children(visit func(Node)) {
	for _, child := range n.Fields {
		visit(child)
	}
}

func (n *Variant) children(visit func(Node)) {
	for _, child := range n.Cases {
		visit(child)
	}
}

func (n *Case) children(visit func(Node)) {
	for _, child := range n.Fields {
		visit(child)
	}
}

func (n *Field) children(visit func(Node)) {
	if n.Type != nil {
		visit(n.Type)
	}
}

func (n *Class) children(visit func(Node)) {
	if n.Parent != nil {
		visit(n.Parent)
	}
	for _, child := range n.Fields {
		visit(child)
	}
	for _, child := range n.Methods {
		visit(child)
	}
}

func (n *Interface) children(visit func(Node)) {
	for _, child := range n.Imports {
		visit(child)
	}
}

func (n *Import) children(visit func(Node)) {
	for _, child := range n.Params {
		visit(child)
	}
}

func (n *Protocol) children(visit func(Node)) {
	for _, child := range n.Methods {
		visit(child)
	}
}

func (n *Signature) children(visit func(Node)) {
	for _, child := range n.Params {
		visit(child)
	}
	if n.Result != nil {
		visit(n.Result)
	}
}

func (n *Impl) children(visit func(Node)) {
	for _, child := range n.Bindings {
		visit(child)
	}
}

func (*Binding) children(func(Node)) {}

func (n *Function) children(visit func(Node)) {
	for _, child := range n.Params {
		visit(child)
	}
	if n.Result != nil {
		visit(n.Result)
	}
	for _, child := range n.Requires {
		visit(child)
	}
	for _, child := range n.Ensures {
		visit(child)
	}
	if n.Body != nil {
		visit(n.Body)
	}
}

func (n *Clause) children(visit func(Node)) {
	if n.Cond != nil {
		visit(n.Cond)
	}
}

func (n *Param) children(visit func(Node)) {
	if n.Type != nil {
		visit(n.Type)
	}
}

func (n *NamedType) children(visit func(Node)) {
	for _, child := range n.Args {
		visit(child)
	}
}

func (*ArrayType) children(func(Node)) {}

func (n *Let) children(visit func(Node)) {
	if n.Type != nil {
		visit(n.Type)
	}
	if n.Value != nil {
		visit(n.Value)
	}
}

func (n *Assign) children(visit func(Node)) {
	if n.Value != nil {
		visit(n.Value)
	}
}

func (n *While) children(visit func(Node)) {
	if n.Cond != nil {
		visit(n.Cond)
	}
	if n.Body != nil {
		visit(n.Body)
	}
}

func (n *Unsafe) children(visit func(Node)) {
	if n.Body != nil {
		visit(n.Body)
	}
}

func (*IntLit) children(func(Node)) {}

func (*FloatLit) children(func(Node)) {}

func (*CharLit) children(func(Node)) {}

func (*BoolLit) children(func(Node)) {}

func (*StringLit) children(func(Node)) {}

func (*ArrayLit) children(func(Node)) {}

func (*NameExpr) children(func(Node)) {}

func (n *Call) children(visit func(Node)) {
	for _, child := range n.TypeArgs {
		visit(child)
	}
	for _, child := range n.Args {
		visit(child)
	}
}

func (n *MethodCall) children(visit func(Node)) {
	if n.Receiver != nil {
		visit(n.Receiver)
	}
	for _, child := range n.TypeArgs {
		visit(child)
	}
	for _, child := range n.Args {
		visit(child)
	}
}

func (n *SuperCall) children(visit func(Node)) {
	for _, child := range n.TypeArgs {
		visit(child)
	}
	for _, child := range n.Args {
		visit(child)
	}
}

func (n *Unary) children(visit func(Node)) {
	if n.Operand != nil {
		visit(n.Operand)
	}
}

func (n *Binary) children(visit func(Node)) {
	if n.Left != nil {
		visit(n.Left)
	}
	if n.Right != nil {
		visit(n.Right)
	}
}

func (n *Block) children(visit func(Node)) {
	for _, child := range n.Items {
		visit(child)
	}
	if n.Tail != nil {
		visit(n.Tail)
	}
}

func (n *If) children(visit func(Node)) {
	if n.Cond != nil {
		visit(n.Cond)
	}
	if n.Then != nil {
		visit(n.Then)
	}
	if n.Else != nil {
		visit(n.Else)
	}
}

func (n *Match) children(visit func(Node)) {
	if n.Scrutinee != nil {
		visit(n.Scrutinee)
	}
	for _, child := range n.Arms {
		visit(child)
	}
}

func (n *Arm) children(visit func(Node)) {
	if n.Pattern != nil {
		visit(n.Pattern)
	}
	if n.Guard != nil {
		visit(n.Guard)
	}
	if n.Value != nil {
		visit(n.Value)
	}
}

func (n *Init) children(visit func(Node)) {
	if n.Value != nil {
		visit(n.Value)
	}
}

func (n *RecordExpr) children(visit func(Node)) {
	for _, child := range n.TypeArgs {
		visit(child)
	}
	for _, child := range n.Inits {
		visit(child)
	}
}

func (n *VariantExpr) children(visit func(Node)) {
	for _, child := range n.TypeArgs {
		visit(child)
	}
	for _, child := range n.Inits {
		visit(child)
	}
}

func (n *Update) children(visit func(Node)) {
	if n.Base != nil {
		visit(n.Base)
	}
	for _, child := range n.Inits {
		visit(child)
	}
}

func (n *Project) children(visit func(Node)) {
	if n.Base != nil {
		visit(n.Base)
	}
}

func (n *Try) children(visit func(Node)) {
	if n.Operand != nil {
		visit(n.Operand)
	}
}

func (*WildcardPattern) children(func(Node)) {}

func (*BindingPattern) children(func(Node)) {}

func (n *LiteralPattern) children(visit func(Node)) {
	for _, child := range n.Literals {
		visit(child)
	}
}

func (n *VariantPattern) children(visit func(Node)) {
	for _, child := range n.Fields {
		visit(child)
	}
}

func (n *RecordPattern) children(visit func(Node)) {
	for _, child := range n.Fields {
		visit(child)
	}
}

func (n *FieldPattern) children(visit func(Node)) {
	if n.Pattern != nil {
		visit(n.Pattern)
	}
}
