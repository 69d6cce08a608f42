package image

import (
	"math"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// SourceBinding ties a fact to the source it was read from.
type SourceBinding struct {
	Path, Module     string
	Revision, Digest canon.Digest
}

// SourceBindingShape declares a source binding.
func SourceBindingShape() *schema.Kind[SourceBinding] {
	type s = SourceBinding
	return schema.Object(
		schema.Required("path", schema.String(), func(p *s) *string { return &p.Path }),
		schema.Required("module", schema.String(), func(p *s) *string { return &p.Module }),
		schema.Required("source_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Revision }),
		schema.Required("source_digest", schema.Digest(), func(p *s) *canon.Digest { return &p.Digest }))
}

// Span is a place in a source: byte offsets, half-open, from 0; line and column
// from 1, a column counting Unicode scalar values.
type Span struct{ Start, End, Line, Column int }

func spanOf(s diag.Span) Span {
	return Span{int(s.Start), int(s.End), int(s.Line), int(s.Column)}
}

// SpanShape declares a place.
func SpanShape() *schema.Kind[Span] {
	position := schema.Count(0, math.MaxUint32)
	return schema.Object(
		schema.Required("start", position, func(p *Span) *int { return &p.Start }),
		schema.Required("end", position, func(p *Span) *int { return &p.End }),
		schema.Required("line", position, func(p *Span) *int { return &p.Line }),
		schema.Required("column", position, func(p *Span) *int { return &p.Column }))
}

// module returns the source of a module.
func (i *Image) module(id check.ModuleID) *project.Module { return &i.of.Modules()[id] }

func (i *Image) binding(id check.ModuleID) SourceBinding {
	m := i.module(id)
	return SourceBinding{Path: m.Path, Module: m.Name, Revision: m.Revision, Digest: m.SourceDigest}
}

// declared finds the declaration a query names; code is that of an absent one.
func (i *Image) declared(target string, code diag.Code) (graph.Node, diag.List) {
	if target == "" || len(target) > MaxTargetBytes {
		return graph.Node{}, fault(code, "a target is an identity of 1 to 4096 bytes")
	}
	n := i.graph.Find(target)
	if n == graph.NoNode {
		return graph.Node{}, fault(code, "no declaration has the identity "+diag.Shown(target))
	}
	return i.graph.Node(n), nil
}

// function finds the function a query names.
func (i *Image) function(target string, code diag.Code) (*check.Function, diag.List) {
	node, faults := i.declared(target, code)
	if faults != nil {
		return nil, faults
	}
	if !node.Kind.IsFunction() {
		return nil, fault(code, diag.Shown(target)+" is a "+node.Kind.String()+", not a function")
	}
	return i.program().Functions[node.Ref.Index], nil
}
