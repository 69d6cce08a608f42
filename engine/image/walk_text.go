package image

import "github.com/semaprax/semaprax-go/engine/schema"

// keptRows is the text of the rows of a walk, in place of the rows: whoever only
// renders a walk renders each row once.
type keptRows struct {
	nodes, relations []byte // arrays, a comma after each row instead of their ends
	ends             []rowEnds
}

// rowEnds is where the rows of a step begin.
type rowEnds struct{ nodes, relations int }

// add takes the rows of a step; an empty text is none.
func (k *keptRows) add(node, relation []byte) {
	k.ends = append(k.ends, rowEnds{len(k.nodes), len(k.relations)})
	k.nodes = appendRow(k.nodes, node)
	k.relations = appendRow(k.relations, relation)
}

func appendRow(rows, row []byte) []byte {
	if len(row) == 0 {
		return rows
	}
	if len(rows) == 0 {
		rows = append(make([]byte, 0, 4*len(row)), '[')
	}
	return append(append(rows, row...), ',')
}

// array ends an array of rows.
func array(rows []byte) []byte {
	if len(rows) == 0 {
		return []byte("[]")
	}
	rows[len(rows)-1] = ']'
	return rows
}

// drop takes the rows of the last step off.
func (k *keptRows) drop() {
	last := k.ends[len(k.ends)-1]
	k.ends = k.ends[:len(k.ends)-1]
	k.nodes, k.relations = k.nodes[:last.nodes], k.relations[:last.relations]
}

// renderedWalk is a walk whose rows are text.
type renderedWalk struct {
	Walk
	Nodes, Relations []byte
}

// renderedImpactShape declares the payload of ImpactShape with rendered rows.
func renderedImpactShape() *schema.Kind[renderedWalk] {
	type w = renderedWalk
	walk := func(p *w) *Walk { return &p.Walk }
	return schema.Document(ImpactSchema,
		schema.Lift(walk, walkProjectFields(), walkHeadFields(),
			schema.Required("roots", walkRootsShape(), func(p *Walk) *WalkRoots { return &p.Roots })),
		schema.Required("declarations", schema.Rendered(walkNodesShape()), func(p *w) *[]byte { return &p.Nodes }),
		schema.Required("relations", schema.Rendered(walkRelationsShape()), func(p *w) *[]byte { return &p.Relations }))
}

// append renders the walk whose rows are kept, which ends with it.
func (k *keptRows) append(dst []byte, kind *schema.Kind[renderedWalk], walk *Walk) []byte {
	if dst == nil {
		dst = make([]byte, 0, walk.Budget.Bytes)
	}
	return kind.AppendCJ(dst, &renderedWalk{Walk: *walk, Nodes: array(k.nodes), Relations: array(k.relations)})
}
