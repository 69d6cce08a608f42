package delta

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// ownershipFact is what is known of the values of one function.
type ownershipFact struct {
	ID, Name    string
	Provenance  provenance
	Declaration canon.Digest
	Template    bool
	plans
	Instances []instanceFact
}

// instanceFact is the same of one instance of a template.
type instanceFact struct {
	ID, Template  string
	TypeArguments []string
	plans
}

// plans are rendered: signature, inventory, loan plan and cleanup plan.
type plans struct{ Parts [4][]byte }

func plansFields[T any](s *ownershipShapes, at func(*T) *plans) schema.Field[T] {
	part := func(name string, index int, kind *schema.Kind[[]byte]) schema.Field[plans] {
		return schema.Required(name, schema.NullWhenZero(kind), func(p *plans) *[]byte { return &p.Parts[index] })
	}
	names := ownershipParts()
	return schema.Lift(at,
		part(names[0], 0, schema.Rendered(s.signature)),
		part(names[1], 1, schema.Rendered(s.inventory)),
		part(names[2], 2, schema.Rendered(s.loans)),
		part(names[3], 3, schema.Rendered(s.cleanup)))
}

// planShape declares a plan: the rows of its facet, in the compiler's order.
func planShape(name string, row *schema.Kind[[]byte]) *schema.Kind[[]byte] {
	rows := schema.Array(row, 0, schema.Unbounded)
	return schema.Object(
		schema.Const[[]byte]("schema", name),
		schema.Required("rows", schema.Rendered(rows), func(p *[]byte) *[]byte { return p }))
}

func ownershipFactShape(s *ownershipShapes) *schema.Kind[ownershipFact] {
	type f = ownershipFact
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		text("name", func(p *f) *string { return &p.Name }),
		schema.Required("provenance", provenanceShape(), func(p *f) *provenance { return &p.Provenance }),
		digest("source_declaration_digest", func(p *f) *canon.Digest { return &p.Declaration }),
		schema.Required("hir_availability", schema.Choice(checkedFunction, checkedTemplate, sourceOnly), func(p *f) *string { return availability(p.Template) }),
		plansFields(s, func(p *f) *plans { return &p.plans }),
		list("instances", s.instance, func(p *f) *[]instanceFact { return &p.Instances }))
}

func instanceFactShape(s *ownershipShapes) *schema.Kind[instanceFact] {
	type f = instanceFact
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		text("template", func(p *f) *string { return &p.Template }),
		texts("type_arguments", func(p *f) *[]string { return &p.TypeArguments }),
		plansFields(s, func(p *f) *plans { return &p.plans }))
}

// ownedSignatureShape declares a signature as ownership facts carry it.
func ownedSignatureShape() *schema.Kind[signature] {
	type s = signature
	result := schema.Object(
		text("id", func(p *resultRow) *string { return &p.ID }),
		text("type_id", func(p *resultRow) *string { return &p.Type }))
	return schema.Object(
		list("parameters", parameterRowShape(), func(p *s) *[]parameterRow { return &p.Parameters }),
		schema.Required("result", result, func(p *s) *resultRow { return &p.Result }))
}

// ownershipTexts is the fact of one function with the parts that are compared on their
// own. The zero value is an absent function.
type ownershipTexts struct {
	fact      []byte
	parts     [4][]byte
	instances []byte
	source    canon.Digest
}

// ownershipOf renders the ownership of a function, which may be nil.
func (s *side) ownershipOf(shapes *ownershipShapes, f *check.Function) ownershipTexts {
	if f == nil {
		return ownershipTexts{}
	}
	fact := ownershipFact{
		ID: f.Identity.Text, Name: f.Name, Provenance: s.provenance(f.Module, f.Decl.Span()),
		Declaration: s.sourceDigest(f.Module, f.Decl), Template: f.IsGeneric(), plans: s.plans(shapes, f, nil),
	}
	if fact.Template {
		fact.Instances = s.instancesOf(shapes, f)
	}
	return ownershipTexts{
		fact: render(s.run, shapes.fact, &fact), parts: fact.Parts, source: fact.Declaration,
		instances: schema.Array(shapes.instance, 0, MaxItems).AppendCJ(nil, &fact.Instances),
	}
}

func (s *side) instancesOf(shapes *ownershipShapes, f *check.Function) []instanceFact {
	var rows []instanceFact
	for i := range s.program.Instances {
		instance := &s.program.Instances[i]
		if instance.Function != f.ID {
			continue
		}
		s.run.budget.item()
		row := instanceFact{ID: instance.Identity, Template: f.Identity.Text, plans: s.plans(shapes, f, instance)}
		for _, t := range instance.Args {
			row.TypeArguments = append(row.TypeArguments, s.program.TypeKey(t))
		}
		rows = append(rows, row)
	}
	return rows
}

// plans renders signature, inventory and plans of a function or of an instance of it.
func (s *side) plans(shapes *ownershipShapes, f *check.Function, instance *check.Instance) plans {
	id := check.NoInstance
	if instance != nil {
		id = instance.ID
	}
	known := s.plansOf(f, id)
	signature, inventory := s.signature(f, instance), s.inventory(&known.Ownership().Inventory)
	loans, cleanup := known.texts()
	return plans{[4][]byte{
		render(s.run, shapes.signature, &signature), render(s.run, shapes.inventory, &inventory),
		shapes.loans.AppendCJ(nil, &loans), shapes.cleanup.AppendCJ(nil, &cleanup),
	}}
}
