package image

import (
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Expression is one expression with its identity, type and parts. The projection
// is ours.
type Expression struct {
	ID, Kind, Type, Mode string
	Span                 Span
	// Operator of a unary or binary expression; Value of a literal, as written;
	// Target is the identity of what is called, constructed or projected; Root and
	// Fields are the binding and the path of a place.
	Operator, Value, Target, Root string
	Fields                        []string
	Parts                         []ExpressionPart
}

// ExpressionPart is a part of an expression under the path that leads to it.
type ExpressionPart struct {
	Path string
	Part *Expression
}

// ClauseExpression is the projection of a contract clause: its text and its tree.
type ClauseExpression struct {
	Text string
	Root Expression
}

// ExpressionShape declares the projection of an expression.
func ExpressionShape() *schema.Kind[Expression] {
	type e = Expression
	return schema.Local("expression", func(self *schema.Kind[e]) *schema.Kind[e] {
		part := schema.Object(
			schema.Required("path", schema.String(), func(p *ExpressionPart) *string { return &p.Path }),
			schema.Required("expression", schema.Pointer(self), func(p *ExpressionPart) **e { return &p.Part }))
		optional := func(name string, at func(*e) *string) schema.Field[e] {
			return schema.Optional(name, schema.String(), at)
		}
		return schema.Object(
			schema.Required("id", schema.String(), func(p *e) *string { return &p.ID }),
			schema.Required("kind", schema.Choice(expressionKinds()...), func(p *e) *string { return &p.Kind }),
			schema.Required("type_id", schema.String(), func(p *e) *string { return &p.Type }),
			schema.Required("ownership_mode", modeShape(), func(p *e) *string { return &p.Mode }),
			schema.Required("span", SpanShape(), func(p *e) *Span { return &p.Span }),
			optional("operator", func(p *e) *string { return &p.Operator }),
			optional("value", func(p *e) *string { return &p.Value }),
			optional("target", func(p *e) *string { return &p.Target }),
			optional("root", func(p *e) *string { return &p.Root }),
			schema.Optional("fields", schema.Array(schema.String(), 0, schema.Unbounded), func(p *e) *[]string { return &p.Fields }),
			schema.Optional("parts", schema.Array(part, 0, schema.Unbounded), func(p *e) *[]ExpressionPart { return &p.Parts }))
	})
}

func clauseExpressionShape() *schema.Kind[ClauseExpression] {
	type c = ClauseExpression
	return schema.Object(
		schema.Required("text", schema.String(), func(p *c) *string { return &p.Text }),
		schema.Required("root", ExpressionShape(), func(p *c) *Expression { return &p.Root }))
}

// expressionKinds are the words for kinds of expressions.
func expressionKinds() []string {
	return []string{"int", "float32", "float64", "char", "bool", "string", "bytes", "place", "call", "unary", "binary",
		"block", "if", "match", "construct_record", "construct_variant", "update_record", "project", "try"}
}

// expressionTree builds the tree of one root from the identities of its function;
// at is the position of the root among them. It returns the position behind the
// tree.
func (i *Image) expressionTree(f *check.Function, names *check.Identities, at int) (Expression, int) {
	root := &names.Expressions[at]
	made := i.expression(f, names, root)
	next := at + 1
	for next < len(names.Expressions) {
		path, inside := strings.CutPrefix(names.Expressions[next].Path, root.Path+".")
		if !inside || names.Expressions[next].Phase != root.Phase {
			break
		}
		var part Expression
		part, next = i.expressionTree(f, names, next)
		made.Parts = append(made.Parts, ExpressionPart{path, &part})
	}
	return made, next
}

// expression projects one expression without its parts.
func (i *Image) expression(f *check.Function, names *check.Identities, of *check.ExpressionIdentity) Expression {
	p, e := i.program(), of.Expr
	tables := p.Modules[f.Module].Tables
	made := Expression{
		ID: of.ID, Type: p.TypeKey(tables.Type(e.ID())), Mode: tables.Mode(e.ID()).String(), Span: spanOf(e.Span()),
	}
	if place := tables.Place(e.ID()); place != nil {
		made.Kind, made.Root = "place", localIdentity(names, place.Root)
		for _, field := range place.Fields {
			made.Fields = append(made.Fields, p.Fields[field].Identity.Text)
		}
		return made
	}
	source := p.Modules[f.Module].File.Source()
	made.Kind, made.Operator, made.Value = expressionWords(e, source)
	made.Target = i.expressionTarget(tables, e)
	return made
}

// expressionWords gives the kind, operator and literal text of an expression.
func expressionWords(e syntax.Expr, source []byte) (kind, operator, value string) {
	switch e := e.(type) {
	case *syntax.IntLit:
		if e.Kind == syntax.I64 || e.Kind == syntax.I32 {
			return "int", "", strconv.FormatInt(int64(e.Bits), 10)
		}
		return "int", "", strconv.FormatUint(e.Bits, 10)
	case *syntax.FloatLit:
		return map[bool]string{true: "float32", false: "float64"}[e.Single], "", literalText(e.Span(), source)
	case *syntax.CharLit:
		return "char", "", literalText(e.Span(), source)
	case *syntax.BoolLit:
		return "bool", "", strconv.FormatBool(e.Value)
	case *syntax.StringLit:
		return "string", "", literalText(e.Span(), source)
	case *syntax.ArrayLit:
		return "bytes", "", literalText(e.Span(), source)
	case *syntax.Unary:
		return "unary", e.Op.String(), ""
	case *syntax.Binary:
		return "binary", e.Op.String(), ""
	}
	return compoundKind(e), "", ""
}

func compoundKind(e syntax.Expr) string {
	switch e.(type) {
	case *syntax.Call, *syntax.MethodCall, *syntax.SuperCall:
		return "call"
	case *syntax.Block:
		return "block"
	case *syntax.If:
		return "if"
	case *syntax.Match:
		return "match"
	case *syntax.RecordExpr:
		return "construct_record"
	case *syntax.VariantExpr:
		return "construct_variant"
	case *syntax.Update:
		return "update_record"
	case *syntax.Project:
		return "project"
	case *syntax.Try:
		return "try"
	}
	panic("BUG: image: an expression of no kind")
}

// literalText is a literal as written, without parentheses around it.
func literalText(span diag.Span, source []byte) string {
	return strings.Trim(sourceText(source, span), "() \n")
}

// expressionTarget is the identity of the declaration an expression stands on.
func (i *Image) expressionTarget(tables *check.Tables, e syntax.Expr) string {
	p := i.program()
	if call := tables.Call(e.ID()); call != nil {
		return i.callee(call)
	}
	if made := tables.Construct(e.ID()); made != nil {
		if made.Case != check.NoCase {
			return p.Cases[made.Case].Identity.Text
		}
		return p.Nominals[made.Nominal].Identity.Text
	}
	if update := tables.Update(e.ID()); update != nil {
		return p.Nominals[update.Nominal].Identity.Text
	}
	if project := tables.Projection(e.ID()); project != nil {
		return p.Fields[project.Field].Identity.Text
	}
	return ""
}

// callee is the identity of what a call enters.
func (i *Image) callee(call *check.Call) string {
	p := i.program()
	switch call.Kind {
	case check.TargetFunction:
		return p.Functions[call.Function].Identity.Text
	case check.TargetImport:
		return p.Imports[call.Import].Identity.Text
	case check.TargetBuiltin:
		return i.graph.Node(i.graph.Of(check.Ref{Kind: check.RefBuiltin, Index: int32(call.Builtin)})).Identity
	}
	return ""
}
