package delta

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// run makes one report: both sides, the family's names, and what may be spent.
type run struct {
	*family
	programs  *candidate.Programs
	candidate *candidate.Candidate
	base, now *side
	budget    budget
	function  *schema.Kind[functionRow]
}

// begin gets both sides of a candidate. A revision that is not kept is built again.
func (f *family) begin(p *candidate.Programs, c *candidate.Candidate) (*run, diag.List) {
	base, fault := p.Base(c)
	if fault != nil {
		return nil, fault
	}
	now, fault := p.Current(c)
	if fault != nil {
		return nil, fault
	}
	r := &run{family: f, programs: p, candidate: c, function: functionRowShape()}
	r.base, r.now = newSide(r, base), newSide(r, now)
	return r, nil
}

// budget counts what making a report takes. The first bound that is passed stays in
// over; whoever loops asks it.
type budget struct {
	items, visits, walks, calls, bytes int
	over                               string
}

func (b *budget) spend(counter *int, amount, most int, what string) {
	*counter += amount
	if *counter > most && b.over == "" {
		b.over = what
	}
}

func (b *budget) item()         { b.rows(1) }
func (b *budget) rows(n int)    { b.spend(&b.items, n, MaxItems, "items") }
func (b *budget) visit(n int)   { b.spend(&b.visits, n, MaxVisits, "expressions visited") }
func (b *budget) walk()         { b.spend(&b.walks, 1, MaxWalks, "steps along calls") }
func (b *budget) edges(n int)   { b.spend(&b.calls, n, MaxCallEdges, "calls") }
func (b *budget) fact(text int) { b.spend(&b.bytes, text, MaxFactBytes, "bytes of facts") }

// full says whether a bound was passed.
func (b *budget) full() bool { return b.over != "" }

// side is one of the two revisions.
type side struct {
	run     *run
	image   *image.Image
	program *check.Program
	facts   map[check.FunctionID]*functionFact
}

func newSide(r *run, i *image.Image) *side {
	return &side{run: r, image: i, program: i.Project().Program(), facts: map[check.FunctionID]*functionFact{}}
}

// binding ties a fact to the source it was read from.
func (s *side) binding(module check.ModuleID) image.SourceBinding {
	m := &s.image.Project().Modules()[module]
	return image.SourceBinding{Path: m.Path, Module: m.Name, Revision: m.Revision, Digest: m.SourceDigest}
}

// bindings lists the sources in path order.
func (s *side) bindings() []image.SourceBinding {
	list := make([]image.SourceBinding, len(s.program.Modules))
	for m := range s.program.Modules {
		list[m] = s.binding(check.ModuleID(m))
	}
	return list
}

// text is the source at a place.
func (s *side) text(module check.ModuleID, span diag.Span) []byte {
	return s.image.Project().Modules()[module].Source[span.Start:span.End]
}

// provenance says where a fact was read.
type provenance struct {
	Source     image.SourceBinding
	Start, End int
}

func (s *side) provenance(module check.ModuleID, span diag.Span) provenance {
	return provenance{s.binding(module), int(span.Start), int(span.End)}
}

func provenanceShape() *schema.Kind[provenance] {
	type p = provenance
	type b = image.SourceBinding
	span := schema.Object(
		schema.Required("start", places(), func(v *p) *int { return &v.Start }),
		schema.Required("end", places(), func(v *p) *int { return &v.End }))
	return schema.Object(
		schema.Lift(func(v *p) *b { return &v.Source },
			text("path", func(v *b) *string { return &v.Path }),
			text("module", func(v *b) *string { return &v.Module }),
			digest("source_revision", func(v *b) *canon.Digest { return &v.Revision }),
			digest("source_digest", func(v *b) *canon.Digest { return &v.Digest })),
		schema.Required("span", span, func(v *p) *p { return v }))
}

// bindingShape declares a source binding as reports carry it.
func bindingShape() *schema.Kind[image.SourceBinding] {
	type b = image.SourceBinding
	return schema.Object(
		text("path", func(v *b) *string { return &v.Path }),
		digest("source_revision", func(v *b) *canon.Digest { return &v.Revision }),
		digest("source_digest", func(v *b) *canon.Digest { return &v.Digest }))
}
