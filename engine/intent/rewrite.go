package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// rewrite applies a change to every node of one module's file.
func (e *Edit) rewrite(id check.ModuleID, change func(syntax.Node) syntax.Node) {
	e.Files[id] = syntax.Rewrite(e.Files[id], change)
}

// rewriteAll applies a change to every node of the project; it is told the module.
func (e *Edit) rewriteAll(change func(check.ModuleID, syntax.Node) syntax.Node) {
	for i := range e.Files {
		id := check.ModuleID(i)
		e.rewrite(id, func(n syntax.Node) syntax.Node { return change(id, n) })
	}
}

// replaceDecl puts another declaration in the place of one; nil removes it.
func (e *Edit) replaceDecl(id check.ModuleID, old, changed syntax.Decl) {
	file := e.Files[id]
	decls := slices.Clone(file.Decls)
	at := slices.Index(decls, old)
	if changed == nil {
		decls = slices.Delete(decls, at, at+1)
	} else {
		decls[at] = changed
	}
	e.Files[id] = file.WithParts(file.Uses, decls)
}

// appendDecl adds a declaration after all others.
func (e *Edit) appendDecl(id check.ModuleID, decl syntax.Decl) {
	file := e.Files[id]
	e.Files[id] = file.WithParts(file.Uses, append(slices.Clip(file.Decls), decl))
}

// replaceUses puts other use lines in a file.
func (e *Edit) replaceUses(id check.ModuleID, uses []*syntax.Use) {
	e.Files[id] = e.Files[id].WithParts(uses, e.Files[id].Decls)
}

// named makes a name without a place.
func named(text string) syntax.Name { return syntax.Name{Text: text} }

// identityText makes the written form of an identity.
func identityText(identity string) *syntax.Text { return &syntax.Text{Value: identity} }

// nameExpr makes a use of a value.
func nameExpr(name string) *syntax.NameExpr { return &syntax.NameExpr{Name: named(name)} }

// letItem makes an immutable binding; written may be nil.
func letItem(name string, written syntax.TypeExpr, value syntax.Expr) *syntax.Let {
	return &syntax.Let{Name: named(name), Type: written, Value: value}
}

// asBlock puts an expression into a block where one is demanded.
func asBlock(e syntax.Expr) *syntax.Block {
	if block, ok := e.(*syntax.Block); ok {
		return block
	}
	return &syntax.Block{Tail: e}
}
