package candidate

import (
	"bytes"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/project"
)

// Apply applies a change and returns the sibling it leads to. The candidate, its
// base and the store's other revisions stay what they are; a refusal leaves nothing
// behind.
//
// The order is that of candidate facts 2.3: binding (SPX-G224), history (SPX-G223),
// the intention's own edit, inventories, sources, two complete builds that must agree
// (SPX-G224), identities and the kind's own checks, manifest and targets (SPX-G222),
// report. What the compiler finds in the result passes through; it is also what
// refuses an authored identity of a built-in.
func (c *Candidate) Apply(p *Programs, change *Change) (*Candidate, diag.List) {
	if fault := c.admit(change); fault != nil {
		return nil, fault
	}
	current, fault := p.Current(c)
	if fault != nil {
		return nil, fault
	}
	next, fault := c.at(current).advance(p, change)
	if fault != nil {
		return nil, fault
	}
	return next.finish(p)
}

// admit judges what every change of the candidate must meet before it is looked at.
func (c *Candidate) admit(change *Change) diag.List {
	switch {
	case change.base != c.now.revision:
		return refusal(diag.G224, "the change starts from another project revision than the candidate's")
	case len(c.changes) >= MaxChanges:
		return refusal(diag.G223, "the candidate already has its most changes, %d", MaxChanges)
	}
	return nil
}

// step is a candidate in the making: the state after some changes, checked. It is
// immutable but for what its report makes it remember, and belongs to one call.
type step struct {
	base, now  *Sources
	image      *image.Image // of now
	changes    []*Change
	operations []intent.Operation
	done       *Candidate  // the finished candidate of this state, or nil
	impact     []impactRow // of the report, once it was written
}

// advance applies one admitted change without writing a report.
func (s *step) advance(p *Programs, change *Change) (*step, diag.List) {
	intention, fault := change.Intention(p)
	if fault != nil {
		return nil, fault
	}
	if intention.Kind() == intent.RepairDiagnostic {
		return s.repair(p, change, intention)
	}
	return s.edited(p, change, intention)
}

// edited carries out the intention of a change.
func (s *step) edited(p *Programs, change *Change, intention *intent.Intention) (*step, diag.List) {
	before := intent.NewBase(s.image.Project())
	plan, fault := intention.Apply(before)
	if fault != nil {
		return nil, fault
	}
	if fault := plan.CheckInventory(); fault != nil {
		return nil, fault
	}
	sources, fault := plan.Sources()
	if fault != nil {
		return nil, fault
	}
	after, fault := buildTwice(p, s.image.Project(), sources)
	if fault != nil {
		return nil, fault
	}
	if fault := plan.Verify(intent.NewBase(after.Project())); fault != nil {
		return nil, fault
	}
	if fault := s.checkAdmission(after.Project()); fault != nil {
		return nil, fault
	}
	return s.extended(after, SourcesOf(after), change, plan.Operation), nil
}

// extended is the state after one more change.
func (s *step) extended(after *image.Image, now *Sources, change *Change, operation intent.Operation) *step {
	return &step{
		base: s.base, now: now, image: after,
		changes:    append(s.changes[:len(s.changes):len(s.changes)], change),
		operations: append(s.operations[:len(s.operations):len(s.operations)], operation),
	}
}

// followed is the state next, which a derived change led to, with the change and
// intention that history keeps in its place. Both have the same target, so the impact
// is the same.
func (s *step) followed(next *step, change *Change, recorded *intent.Intention) *step {
	operation := next.operations[len(next.operations)-1]
	operation.Kind, operation.Target = recorded.Kind(), recorded.Target()
	made := s.extended(next.image, next.now, change, operation)
	made.impact = next.impact
	return made
}

// checkAdmission demands the manifest and the target lanes of before.
func (s *step) checkAdmission(after *project.Project) diag.List {
	before := s.image.Project()
	if after.Manifest().Text() != before.Manifest().Text() {
		return refusal(diag.G222, "the change alters the manifest")
	}
	if lost := lostLane(targetRows(before), targetRows(after)); lost != "" {
		return refusal(diag.G222, "the change loses the admitted target lane %s", lost)
	}
	return nil
}

// buildTwice builds the complete project from its sources, once sharing the syntax
// trees of files that did not change or were read back as they were written, and once
// from nothing, and demands that both agree in revision, graph and sources.
func buildTwice(p *Programs, before *project.Project, sources []project.Source) (*image.Image, diag.List) {
	first, fault := project.Build(before.Manifest(), sources, before)
	if fault.HasErrors() {
		return nil, fault
	}
	second, fault := project.Build(before.Manifest(), project.Unread(sources), nil)
	if fault.HasErrors() {
		return nil, fault
	}
	derived, fault := p.Derive(first)
	if fault.HasErrors() {
		return nil, fault
	}
	if !agree(derived, second) {
		return nil, refusal(diag.G224, "two builds of the same sources do not agree")
	}
	return derived, nil
}

// agree compares an image with another build of its sources.
func agree(i *image.Image, second *project.Project) bool {
	first := i.Project()
	if first.Revision() != second.Revision() || i.GraphDigest() != graphDigest(second) {
		return false
	}
	for n, m := range second.Modules() {
		if !bytes.Equal(m.Source, first.Modules()[n].Source) {
			return false
		}
	}
	return true
}

// graphDigest is the digest of a project's graph document, zero for one over the
// bound of images.
func graphDigest(of *project.Project) (d canon.Digest) {
	modules := of.Modules()
	revisions := make([]canon.Digest, len(modules))
	for m := range modules {
		revisions[m] = modules[m].Revision
	}
	document, ok := graph.New(of.Program()).AppendDocument(nil, graph.ScopeProject, revisions, image.MaxImageBytes)
	if !ok {
		return d
	}
	return graph.Digest(document)
}
