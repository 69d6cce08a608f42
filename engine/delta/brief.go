package delta

import (
	"cmp"
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Brief is what a person needs who must approve a candidate: what changes by meaning,
// what that reaches, and the whole difference of the sources. It is gathered from the
// reports of this package and digested by none of them; nothing in it is rendered.
type Brief struct {
	Project, Version string
	// Compiler is the version everything was computed with.
	Compiler string
	Review   *Review
	// Operations are the changes in order, with the text of each intention.
	Operations   []BriefOperation
	Declarations []BriefDeclaration
	Contracts    []BriefContract
	Effects      []BriefEffects
	Ownership    []BriefReasons
	Interfaces   []BriefReasons
	Impact       []BriefImpact
	// Tests is nil for a project without tests.
	Tests *candidate.TestPlan
	// Incomplete names the sections that passed a bound of their report and hold only
	// what was gathered before. The sources are always whole.
	Incomplete []string
}

// BriefOperation is one change of the history.
type BriefOperation struct {
	intent.Operation
	Intent string
}

// BriefDeclaration is one declaration that differs as it is written. Before and After
// are its one-line signatures, empty on a side that has none.
type BriefDeclaration struct {
	Target, Kind  string
	Change        Change
	Before, After string
	From, To      string // paths
	OldName, Name string
	BodyChanged   bool // the declaration differs beyond its signature
}

// BriefContract is one function whose clauses differ, or rest on something that does.
type BriefContract struct {
	Function, Name string
	Change         Change
	Removed, Added []string // clauses as written, with their phase
	// Rests: a clause calls something whose facts changed.
	Rests bool
}

// BriefEffects is one function or module whose effects differ.
type BriefEffects struct {
	Subject        string
	Added, Removed []string
}

// BriefReasons is one subject with the reasons for which a report lists it.
type BriefReasons struct {
	Subject string
	Reasons []string
}

// BriefImpact is what needs one declaration that the history touched: in the
// candidate, or in the base for one that is gone.
type BriefImpact struct {
	Target    string
	Gone      bool
	Walk      *image.Walk // nil for what no code can need
	Functions int         // functions among its nodes, the target excluded
}

// NewBrief replays a candidate and gathers its brief. Faults are those of NewReview and
// of building a revision again.
func NewBrief(p *candidate.Programs, c *candidate.Candidate) (*Brief, diag.List) {
	review, fault := NewReview(p, c)
	if fault != nil {
		return nil, fault
	}
	manifest := c.Now().Manifest()
	b := &Brief{Project: manifest.Name(), Version: manifest.Version(), Compiler: p.Compiler(), Review: review}
	for i, op := range c.Operations() {
		b.Operations = append(b.Operations, BriefOperation{op, c.Changes()[i].IntentText()})
	}
	for _, section := range b.sections() {
		if fault := b.gather(p, c, section); fault != nil {
			return nil, fault
		}
	}
	return b, nil
}

// briefSection is one part of a brief: the family whose names and bounds it is
// gathered under, and how.
type briefSection struct {
	kind   Kind
	name   string
	gather func(*run) diag.List
}

func (b *Brief) sections() []briefSection {
	return []briefSection{
		{SemanticCatalogue, "declarations", b.declarations}, {Contract, "contracts", b.contracts}, {Contract, "effects", b.effects},
		{Ownership, "ownership", b.ownership}, {Interface, "interfaces", b.interfaces}, {Semantic, "impact", b.impact}, {Semantic, "tests", b.tests},
	}
}

// gather fills a section in. One that passes a bound stays incomplete and is named.
func (b *Brief) gather(p *candidate.Programs, c *candidate.Candidate, section briefSection) diag.List {
	r, fault := section.kind.family().begin(p, c)
	if fault != nil {
		return fault
	}
	fault = section.gather(r)
	if r.budget.full() || fault != nil && fault[0].Code == r.over {
		b.Incomplete = append(b.Incomplete, section.name)
		return nil
	}
	return fault
}

// declarations lists the roots of the catalogue.
func (b *Brief) declarations(r *run) diag.List {
	base, fault := r.base.roots()
	if fault != nil {
		return fault
	}
	now, fault := r.now.roots()
	if fault != nil {
		return fault
	}
	for _, row := range r.rootDeltas(base, now) {
		d := BriefDeclaration{Target: row.Target, Change: row.Change}
		if row.Base.Set {
			d.Kind, d.OldName, d.From, d.Before = row.Base.Value.Kind, row.Base.Value.Name, row.Base.Value.Path, r.base.headline(row.Target)
		}
		if row.Root.Set {
			d.Kind, d.Name, d.To, d.After = row.Root.Value.Kind, row.Root.Value.Name, row.Root.Value.Path, r.now.headline(row.Target)
		}
		d.BodyChanged = row.Change == Modified && d.Before == d.After
		b.Declarations = append(b.Declarations, d)
	}
	return nil
}

// headline is the one-line signature of a declaration.
func (s *side) headline(target string) string {
	g := s.image.Graph()
	return g.Signature(g.Find(target))
}

// contracts lists the functions of the contract delta, but for those that only moved.
func (b *Brief) contracts(r *run) diag.List {
	shape := contractFactShape()
	r.inBoth(func(id string, base, now *check.Function) {
		before, after := r.base.contractsOf(shape, base), r.now.contractsOf(shape, now)
		row, affected := r.contractDelta(id, before, after)
		if !affected || row.Change == ProvenanceOnly {
			return
		}
		c := BriefContract{Function: id, Change: row.Change}
		c.Rests = row.Comparison.Dependencies == schema.Some(false)
		was, is := r.base.clauses(base), r.now.clauses(now)
		c.Removed, c.Added = without(was, is), without(is, was)
		c.Name = cmp.Or(now, base).Name
		if c.Rests || len(c.Removed)+len(c.Added) > 0 {
			b.Contracts = append(b.Contracts, c)
		}
	})
	return nil
}

// clauses lists the clauses of a function as written, which may be nil.
func (s *side) clauses(f *check.Function) []string {
	if f == nil {
		return nil
	}
	var list []string
	for _, clause := range f.Decl.Requires {
		list = append(list, check.PhaseRequires.String()+" "+string(s.text(f.Module, clause.Cond.Span())))
	}
	for _, clause := range f.Decl.Ensures {
		list = append(list, check.PhaseEnsures.String()+" "+string(s.text(f.Module, clause.Cond.Span())))
	}
	return list
}

// without lists what is in one list and not in another, each as often as it is more.
func without(list, other []string) []string {
	left := slices.Clone(other)
	var rest []string
	for _, item := range list {
		if at := slices.Index(left, item); at >= 0 {
			left = slices.Delete(left, at, at+1)
			continue
		}
		rest = append(rest, item)
	}
	return rest
}

// effects compares what functions declare and modules permit.
func (b *Brief) effects(r *run) diag.List {
	add := func(subject string, was, is []string) {
		if e := (BriefEffects{subject, without(is, was), without(was, is)}); len(e.Added)+len(e.Removed) > 0 {
			b.Effects = append(b.Effects, e)
		}
	}
	for m, module := range r.now.program.Modules {
		add("module "+module.Name, r.base.program.Modules[m].Permits, module.Permits)
	}
	r.inBoth(func(id string, base, now *check.Function) {
		var was, is []string
		if base != nil {
			was = base.Effects
		}
		if now != nil {
			is = now.Effects
		}
		add(id, was, is)
	})
	return nil
}

// ownership lists the functions whose signature or plans differ, not those whose text
// alone does.
func (b *Brief) ownership(r *run) diag.List {
	shapes := newOwnershipShapes()
	r.inBoth(func(id string, base, now *check.Function) {
		row, affected := r.ownershipDelta(id, r.base.ownershipOf(shapes, base), r.now.ownershipOf(shapes, now))
		if !affected || row.Change != Modified {
			return
		}
		reasons := slices.DeleteFunc(row.Comparison.Reasons, func(reason string) bool { return reason == reasonSource })
		if len(reasons) > 0 {
			b.Ownership = append(b.Ownership, BriefReasons{id, reasons})
		}
	})
	return nil
}

// interfaces lists the protocols and implementations that differ.
func (b *Brief) interfaces(r *run) diag.List {
	var report interfaceReport
	shapes := newInterfaceShapes()
	r.compareProtocols(shapes, &report)
	r.compareImplementations(shapes, &report)
	add := func(id string, change Change) {
		if change != Unchanged && change != ProvenanceOnly {
			b.Interfaces = append(b.Interfaces, BriefReasons{id, []string{string(change)}})
		}
	}
	for _, row := range report.Protocols {
		add("protocol "+row.ID, row.Change)
	}
	for _, row := range report.Implementations {
		add("implementation "+row.ID, row.Change)
	}
	return nil
}

// impact walks from every declaration that the history targets.
func (b *Brief) impact(r *run) diag.List {
	var targets []string
	for _, op := range r.candidate.Operations() {
		targets = append(targets, op.Target)
	}
	slices.Sort(targets)
	for _, target := range slices.Compact(targets) {
		row := BriefImpact{Target: target}
		from := r.now
		if from.image.Graph().Find(target) == graph.NoNode {
			from, row.Gone = r.base, true
		}
		if from.image.Graph().Find(target) != graph.NoNode {
			walk, fault := from.image.Impact(candidate.DefaultImpact(target))
			if fault != nil {
				return fault
			}
			row.Walk = walk
			for n := range walk.Nodes {
				if kind, known := graph.KindNamed(walk.Nodes[n].Kind); known && kind.IsFunction() && walk.Nodes[n].ID != target {
					row.Functions++
				}
			}
		}
		b.Impact = append(b.Impact, row)
	}
	return nil
}

// tests makes the test plan.
func (b *Brief) tests(r *run) (fault diag.List) {
	b.Tests, fault = r.testPlan()
	return fault
}

// Approved is the digest whose approval publishes the candidate: its revision.
func (b *Brief) Approved() canon.Digest { return b.Review.Candidate }
