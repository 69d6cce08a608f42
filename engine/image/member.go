package image

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// memberRow is one typed part of a declaration: a field, case, parameter, result,
// method, import or signature. Texts that do not apply are empty.
type memberRow struct {
	Kind, ID, Name, Type, Mode, Owner string
	Index                             int
}

func memberRowShape() *schema.Kind[memberRow] {
	type m = memberRow
	optional := func(name string, at func(*m) *string) schema.Field[m] {
		return schema.Required(name, schema.NullWhenZero(schema.String()), at)
	}
	return schema.Object(
		schema.Required("member_kind", schema.String(), func(p *m) *string { return &p.Kind }),
		schema.Required("id", schema.String(), func(p *m) *string { return &p.ID }),
		schema.Required("index", places(), func(p *m) *int { return &p.Index }),
		optional("name", func(p *m) *string { return &p.Name }),
		optional("owner", func(p *m) *string { return &p.Owner }),
		optional("type_id", func(p *m) *string { return &p.Type }),
		optional("ownership", func(p *m) *string { return &p.Mode }))
}

// memberRows lists the typed parts of a declaration, outer ones first.
func (i *Image) memberRows(node graph.Node) []memberRow {
	var rows []memberRow
	if node.Ref.Kind == check.RefFunction {
		return i.parameterMembers(i.program().Functions[node.Ref.Index])
	}
	if node.Ref.Kind == check.RefField {
		rows = append(rows, i.memberRow(node))
	}
	for _, e := range i.graph.Out(node.ID) {
		if e.Kind == graph.Member {
			inner := i.graph.Node(e.To)
			rows = append(rows, i.memberRow(inner))
			if inner.Kind == graph.KindVariantCase {
				rows = append(rows, i.memberRows(inner)...)
			}
		}
	}
	return rows
}

func (i *Image) memberRow(node graph.Node) memberRow {
	row := memberRow{Kind: node.Kind.String(), ID: node.Identity, Name: node.Name, Index: node.Index}
	if node.Owner != graph.NoNode {
		row.Owner = i.graph.Node(node.Owner).Identity
	}
	if node.Ref.Kind == check.RefField {
		row.Type = i.program().TypeKey(i.program().Fields[node.Ref.Index].Type)
	}
	return row
}

func (i *Image) parameterMembers(f *check.Function) []memberRow {
	p := i.program()
	var rows []memberRow
	for index := range f.Params {
		param := &f.Params[index]
		rows = append(rows, memberRow{
			Kind: "parameter", ID: parameterIdentity(f, index), Name: param.Name, Type: p.TypeKey(param.Type),
			Mode: param.Mode.String(), Owner: f.Identity.Text, Index: index,
		})
	}
	return append(rows, memberRow{Kind: "result", ID: resultIdentity(f), Type: p.TypeKey(f.Result), Owner: f.Identity.Text})
}

// typedDeclaration is what the check knows of a declaration's type. The interior
// is ours.
type typedDeclaration struct {
	Kind, Type     string
	TypeParameters []string
	Effects        []string
	Members        []memberRow
}

func typedDeclarationShape() *schema.Kind[typedDeclaration] {
	type t = typedDeclaration
	texts := schema.Array(schema.String(), 0, schema.Unbounded)
	return schema.Object(
		schema.Required("kind", schema.Choice(graph.Kinds()...), func(p *t) *string { return &p.Kind }),
		schema.Required("type_id", schema.NullWhenZero(schema.String()), func(p *t) *string { return &p.Type }),
		schema.Required("type_parameters", texts, func(p *t) *[]string { return &p.TypeParameters }),
		schema.Required("effects", texts, func(p *t) *[]string { return &p.Effects }),
		schema.Required("members", schema.Array(memberRowShape(), 0, MaxDependencyRows), func(p *t) *[]memberRow { return &p.Members }))
}

func (i *Image) typedDeclaration(node graph.Node, members []memberRow) typedDeclaration {
	p := i.program()
	made := typedDeclaration{Kind: node.Kind.String(), Members: members}
	switch node.Ref.Kind {
	case check.RefNominal:
		d := &p.Nominals[node.Ref.Index]
		made.TypeParameters = d.TypeParameters
		if !d.IsGeneric() {
			made.Type = p.TypeKey(d.Type)
		}
	case check.RefField:
		made.Type = p.TypeKey(p.Fields[node.Ref.Index].Type)
	case check.RefFunction:
		f := p.Functions[node.Ref.Index]
		made.Type, made.TypeParameters, made.Effects = p.TypeKey(f.Result), f.TypeParameters, f.Effects
	case check.RefImport:
		made.Effects = p.Imports[node.Ref.Index].Effects
	}
	return made
}
