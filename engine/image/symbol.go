package image

import (
	"math"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// SymbolSchema names the symbol payload.
const SymbolSchema = "semaprax.semantic-workspace-image-symbol.v1"

// Symbol is semaprax.semantic-workspace-image-symbol.v1.
type Symbol struct {
	Image, Project canon.Digest
	Symbol         SymbolRow
}

// SymbolRow is a declaration seen from outside. Name, Owner, Path and Module are
// empty, and Span is not set, where there is none.
type SymbolRow struct {
	ID, Name, Kind, Origin, Owner, Path, Module string
	Signature                                   string
	Span                                        schema.Maybe[Span]
	// Incoming and Outgoing count the places of relations that cross files.
	Incoming, Outgoing int
	// Callers counts the functions of other files that call it directly.
	Callers int
}

// SymbolShape declares the payload of image/symbol.
func SymbolShape() *schema.Kind[Symbol] {
	return schema.Document(SymbolSchema,
		schema.Required("image_revision", schema.Digest(), func(p *Symbol) *canon.Digest { return &p.Image }),
		schema.Required("project_revision", schema.Digest(), func(p *Symbol) *canon.Digest { return &p.Project }),
		schema.Required("symbol", symbolRowShape(), func(p *Symbol) *SymbolRow { return &p.Symbol }))
}

func symbolRowShape() *schema.Kind[SymbolRow] {
	type s = SymbolRow
	places := schema.Count(0, math.MaxInt32)
	return schema.Object(
		schema.Required("id", schema.String(), func(p *s) *string { return &p.ID }),
		schema.Required("name", schema.NullWhenZero(schema.String()), func(p *s) *string { return &p.Name }),
		schema.Required("kind", schema.Choice(graph.Kinds()...), func(p *s) *string { return &p.Kind }),
		schema.Required("identity_origin", originShape(), func(p *s) *string { return &p.Origin }),
		schema.Required("owner", schema.NullWhenZero(schema.String()), func(p *s) *string { return &p.Owner }),
		schema.Required("path", schema.NullWhenZero(schema.String()), func(p *s) *string { return &p.Path }),
		schema.Required("module", schema.NullWhenZero(schema.String()), func(p *s) *string { return &p.Module }),
		schema.Required("signature", schema.String(), func(p *s) *string { return &p.Signature }),
		schema.Required("span", schema.Nullable(SpanShape()), func(p *s) *schema.Maybe[Span] { return &p.Span }),
		schema.Required("incoming", places, func(p *s) *int { return &p.Incoming }),
		schema.Required("outgoing", places, func(p *s) *int { return &p.Outgoing }),
		schema.Required("direct_cross_file_callers", places, func(p *s) *int { return &p.Callers }),
		schema.Const[s]("edge_scope", "six_cross_file_families"))
}

func originShape() *schema.Kind[string] {
	return schema.Choice(graph.OriginWord(check.Explicit), graph.OriginWord(check.Automatic), graph.OriginWord(check.CompilerOwned))
}

// Symbol finds a declaration by its identity. An unknown one is SPX-G219, a payload
// over MaxSymbolBytes SPX-G220.
func (i *Image) Symbol(identity string) (Symbol, diag.List) {
	node, faults := i.declared(identity, CodeQuery)
	if faults != nil {
		return Symbol{}, faults
	}
	s := Symbol{Image: i.revision, Project: i.of.Revision(), Symbol: i.symbolRow(node)}
	if len(i.payloads().symbol.AppendCJ(nil, &s)) > MaxSymbolBytes {
		return Symbol{}, fault(CodeCapacity, "the symbol exceeds its byte bound")
	}
	return s, nil
}

func (i *Image) symbolRow(node graph.Node) SymbolRow {
	row := SymbolRow{
		ID: node.Identity, Name: node.Name, Kind: node.Kind.String(), Origin: graph.OriginWord(node.Origin),
		Signature: i.graph.Signature(node.ID),
	}
	if node.Owner != graph.NoNode {
		row.Owner = i.graph.Node(node.Owner).Identity
	}
	if node.Module != check.NoModule {
		m := i.module(node.Module)
		row.Path, row.Module, row.Span = m.Path, m.Name, schema.Some(spanOf(node.Span))
	}
	i.countCrossings(node, &row)
	return row
}

// crossFamily says whether a relation is of the six families that cross files.
func crossFamily(kind graph.Relation) bool {
	return kind <= graph.TypeImport || kind == graph.TypeReference
}

// countCrossings counts relations between files. A capability is in no file: what
// leads to one crosses.
func (i *Image) countCrossings(node graph.Node, row *SymbolRow) {
	edges := i.graph.Edges()
	last := graph.NoNode
	for _, index := range i.graph.In(node.ID) {
		e := edges[index]
		if from := i.graph.Node(e.From); crossFamily(e.Kind) && from.Module != node.Module {
			row.Incoming += int(e.Count)
			if e.Kind == graph.Calls && e.From != last {
				row.Callers++
				last = e.From
			}
		}
	}
	for _, e := range i.graph.Out(node.ID) {
		if to := i.graph.Node(e.To); crossFamily(e.Kind) && to.Module != node.Module && to.Kind != graph.KindBuiltin {
			row.Outgoing += int(e.Count)
		}
	}
}
