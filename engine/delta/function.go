package delta

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// functionFact is everything a report says of one function of a side.
type functionFact struct {
	text       []byte       // the fact
	digest     canon.Digest // of its projection
	provenance provenance
	calls      []callable // direct, by identity
}

// functionRow is the fact of a function as reports carry it.
type functionRow struct {
	ID, Name          string
	Declaration, Body canon.Digest
	Requires, Ensures []canon.Digest
	Provenance        provenance
	Signature         schema.Maybe[signature]
	Calls             []string
	Cleanup, Loans    planDigests
}

// planDigests name a plan without showing it.
type planDigests struct {
	Schema            string
	Exact, Projection canon.Digest
}

func functionRowShape() *schema.Kind[functionRow] {
	type f = functionRow
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		text("name", func(p *f) *string { return &p.Name }),
		digest("declaration_digest", func(p *f) *canon.Digest { return &p.Declaration }),
		digest("body_digest", func(p *f) *canon.Digest { return &p.Body }),
		digests("requires", func(p *f) *[]canon.Digest { return &p.Requires }),
		digests("ensures", func(p *f) *[]canon.Digest { return &p.Ensures }),
		schema.Required("provenance", provenanceShape(), func(p *f) *provenance { return &p.Provenance }),
		schema.Required("checked_signature", schema.Nullable(signatureShape()), func(p *f) *schema.Maybe[signature] { return &p.Signature }),
		texts("direct_calls", func(p *f) *[]string { return &p.Calls }),
		schema.Required("cleanup_plan", planDigestsShape(), func(p *f) *planDigests { return &p.Cleanup }),
		schema.Required("loan_plan", planDigestsShape(), func(p *f) *planDigests { return &p.Loans }))
}

func planDigestsShape() *schema.Kind[planDigests] {
	type d = planDigests
	return schema.Object(
		text("schema", func(p *d) *string { return &p.Schema }),
		digest("exact_digest", func(p *d) *canon.Digest { return &p.Exact }),
		digest("projection_digest", func(p *d) *canon.Digest { return &p.Projection }))
}

// fact gives the fact of a function, making it once per report.
func (s *side) fact(id check.FunctionID) *functionFact {
	if made := s.facts[id]; made != nil {
		return made
	}
	f := s.program.Functions[id]
	made := &functionFact{provenance: s.provenance(f.Module, f.Decl.Span()), calls: s.calls(f, nil)}
	s.facts[id] = made
	source := s.run.digested("source")
	loans, cleanup := s.plansOf(f, check.NoInstance).texts()
	row := functionRow{
		ID: f.Identity.Text, Name: f.Name, Provenance: made.provenance, Signature: schema.Some(s.signature(f, nil)),
		Declaration: canon.Sum(source, s.text(f.Module, f.Decl.Span())), Body: canon.Sum(source, s.text(f.Module, f.Decl.Body.Span())),
		Cleanup: s.run.planDigests(check.CleanupSchema, cleanup), Loans: s.run.planDigests(check.LoanSchema, loans),
	}
	for _, clause := range f.Decl.Requires {
		row.Requires = append(row.Requires, canon.Sum(source, s.text(f.Module, clause.Cond.Span())))
	}
	for _, clause := range f.Decl.Ensures {
		row.Ensures = append(row.Ensures, canon.Sum(source, s.text(f.Module, clause.Cond.Span())))
	}
	for _, c := range made.calls {
		row.Calls = append(row.Calls, c.id)
	}
	made.text = render(s.run, s.run.function, &row)
	made.digest = factDigest(s.run.digested("fact"), projected(nil, made.text))
	return made
}

func (r *run) planDigests(name string, rows []byte) planDigests {
	domain := r.digested("fact")
	return planDigests{name, factDigest(domain, rows), factDigest(domain, projected(nil, rows))}
}

// ownedPlans are the plans of one function or instance, charged to the report.
type ownedPlans struct {
	image.FunctionPlans
	run *run
}

func (s *side) plansOf(f *check.Function, instance check.InstanceID) ownedPlans {
	return ownedPlans{s.image.Plans(f, instance), s.run}
}

// texts renders the rows of both plans, in the compiler's order.
func (p ownedPlans) texts() (loans, cleanup []byte) {
	if p.run.budget.full() {
		return []byte("[]"), []byte("[]")
	}
	loans, cleanup = p.AppendLoans(nil), p.AppendCleanup(nil)
	p.run.budget.fact(len(loans) + len(cleanup))
	return loans, cleanup
}

// signature is how a function is called, as the check sees it.
type signature struct {
	Parameters []parameterRow
	Result     resultRow
	Effects    []string
}

type parameterRow struct {
	Index                     int
	ID, Name, Type, Ownership string
}

type resultRow struct{ ID, Type string }

// signature reads the signature of a function, or of an instance under its types.
func (s *side) signature(f *check.Function, instance *check.Instance) signature {
	p := s.program
	names := p.Identities(f)
	if instance != nil {
		names = p.InstanceIdentities(instance.ID)
	}
	s.run.budget.visit(len(names.Expressions))
	typed := func(t check.Type) string {
		if instance != nil {
			t = p.Substitute(t, instance.Args)
		}
		return p.TypeKey(t)
	}
	row := signature{Result: resultRow{names.Result, typed(f.Result)}, Effects: f.Effects}
	for index := range f.Params {
		param := &f.Params[index]
		row.Parameters = append(row.Parameters, parameterRow{index, names.Locals[index], param.Name, typed(param.Type), param.Mode.String()})
	}
	return row
}

func parameterRowShape() *schema.Kind[parameterRow] {
	type r = parameterRow
	return schema.Object(
		count("index", func(p *r) *int { return &p.Index }),
		text("id", func(p *r) *string { return &p.ID }),
		text("name", func(p *r) *string { return &p.Name }),
		text("type_id", func(p *r) *string { return &p.Type }),
		schema.Required("ownership", modeShape(), func(p *r) *string { return &p.Ownership }))
}

func modeShape() *schema.Kind[string] {
	return schema.Choice(check.ModeValue.String(), check.ModeOwn.String(), check.ModeBorrow.String(), check.ModeShared.String())
}

// signatureShape declares a signature as function facts carry it.
func signatureShape() *schema.Kind[signature] {
	type s = signature
	return schema.Object(
		list("parameters", parameterRowShape(), func(p *s) *[]parameterRow { return &p.Parameters }),
		text("return_type_id", func(p *s) *string { return &p.Result.Type }),
		texts("effects", func(p *s) *[]string { return &p.Effects }))
}
