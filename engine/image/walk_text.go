package image

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
)

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

// splice puts the rows and the number of bytes into the payload of a walk without
// them. A member's name cannot be mistaken for text: a quote in a text is escaped.
func (k *keptRows) splice(dst, head []byte, size int) []byte {
	dst = slices.Grow(dst, size)
	for _, gap := range []struct {
		after, empty string
		fill         []byte
	}{
		{`"used_output_bytes":`, "0", strconv.AppendInt(nil, int64(size), 10)},
		{`"declarations":`, "[]", array(k.nodes)},
		{`"relations":`, "[]", array(k.relations)},
	} {
		at := bytes.Index(head, []byte(gap.after+gap.empty)) + len(gap.after)
		dst = append(append(dst, head[:at]...), gap.fill...)
		head = head[at+len(gap.empty):]
	}
	return append(dst, head...)
}

// appendNodeRow appends a row as walkNodeShape declares it, in canonical form. Every
// change walks from its subject twice: rows are written by hand.
func appendNodeRow(dst []byte, n *WalkNode) []byte {
	dst = append(dst, '{')
	dst = appendClauses(dst, n.Contracts)
	dst = appendNumber(dst, `"distance":`, n.Distance)
	dst = appendTexts(dst, `,"effects":[`, n.Effects)
	dst = appendText(dst, `,"id":`, n.ID)
	dst = appendTextOrNull(dst, `,"identity_origin":`, n.Origin)
	dst = appendText(dst, `,"kind":`, n.Kind)
	dst = appendTextOrNull(dst, `,"module":`, n.Module)
	dst = appendTextOrNull(dst, `,"name":`, n.Name)
	dst = appendTextOrNull(dst, `,"owner":`, n.Owner)
	dst = appendParameters(dst, n.Ownership)
	dst = appendTextOrNull(dst, `,"path":`, n.Path)
	dst = appendText(dst, `,"signature":`, n.Signature)
	if span := n.Span.Value; n.Span.Set {
		dst = appendNumber(dst, `,"span":{"column":`, span.Column)
		dst = appendNumber(dst, `,"end":`, span.End)
		dst = appendNumber(dst, `,"line":`, span.Line)
		dst = append(appendNumber(dst, `,"start":`, span.Start), '}')
	} else {
		dst = append(dst, `,"span":null`...)
	}
	return append(appendTexts(dst, `,"types":[`, n.Types), '}')
}

func appendClauses(dst []byte, clauses []WalkClause) []byte {
	for index, clause := range clauses {
		dst = append(dst, separator(index, `"contracts":[`)...)
		dst = appendNumber(dst, `{"index":`, clause.Index)
		dst = appendText(dst, `,"phase":`, clause.Phase)
		dst = append(appendText(dst, `,"text":`, clause.Text), '}')
	}
	if len(clauses) > 0 {
		dst = append(dst, "],"...)
	}
	return dst
}

func appendParameters(dst []byte, parameters []WalkParameter) []byte {
	for index, parameter := range parameters {
		dst = append(dst, separator(index, `,"ownership":[`)...)
		dst = appendText(dst, `{"id":`, parameter.ID)
		dst = appendText(dst, `,"mode":`, parameter.Mode)
		dst = appendText(dst, `,"name":`, parameter.Name)
		dst = append(appendText(dst, `,"type_id":`, parameter.Type), '}')
	}
	if len(parameters) > 0 {
		dst = append(dst, ']')
	}
	return dst
}

// appendTexts appends a member that is absent when its list is empty.
func appendTexts(dst []byte, before string, texts []string) []byte {
	for index, text := range texts {
		dst = appendText(dst, separator(index, before), text)
	}
	if len(texts) > 0 {
		dst = append(dst, ']')
	}
	return dst
}

// separator is what stands before the element of an array.
func separator(index int, first string) string {
	if index == 0 {
		return first
	}
	return ","
}

// appendRelationRow appends a row as walkRelationShape declares it.
func appendRelationRow(dst []byte, r *WalkRelation) []byte {
	dst = appendNumber(dst, `{"count":`, r.Count)
	dst = appendText(dst, `,"from":`, r.From)
	dst = appendText(dst, `,"kind":`, r.Kind)
	dst = appendText(dst, `,"site":`, r.Site)
	return append(appendText(dst, `,"to":`, r.To), '}')
}

func appendNumber(dst []byte, before string, value int) []byte {
	return strconv.AppendInt(append(dst, before...), int64(value), 10)
}

func appendText(dst []byte, before, text string) []byte {
	return canon.AppendString(append(dst, before...), text)
}

func appendTextOrNull(dst []byte, before, text string) []byte {
	if text == "" {
		return append(append(dst, before...), "null"...)
	}
	return appendText(dst, before, text)
}
