package publish

import (
	"context"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
)

// Order is one publication to be made.
type Order struct {
	// Root and Manifest name the project that is loaded afresh.
	Root     *project.Root
	Manifest string // absolute
	// Compiler takes part in replaying the candidate.
	Compiler string
	// Candidate is what was approved under the digest Approved.
	Candidate *candidate.Candidate
	Approved  canon.Digest
	Publisher Publisher
}

// Publish makes a publication. With faults nothing was published, unless one of them
// is SPX-G267: then the branch it names may be, or is, the commit it names.
func Publish(ctx context.Context, order Order) (*Receipt, diag.List) {
	if order.Candidate.Revision() != order.Approved {
		return nil, diag.Refusal(CodeShape, "the approved digest is not the candidate's")
	}
	fresh, held, wrong := project.Open(ctx, order.Root, order.Manifest, nil)
	if wrong.HasErrors() {
		return nil, wrong
	}
	defer held.Close()
	r := &run{order: order, fresh: fresh, held: held}
	if wrong := r.admit(); wrong != nil {
		return nil, wrong
	}
	return r.carryOut()
}

// run is one publication on its way.
type run struct {
	order Order
	fresh *project.Project
	held  *project.Held
}

// admit demands that the fresh project is the candidate's original base and that its
// history leads to the approved digest once more.
func (r *run) admit() diag.List {
	c := r.order.Candidate
	base, now := c.Base(), c.Now()
	switch text := r.fresh.Manifest().Text(); {
	case r.fresh.Revision() != base.Revision() || text != base.Manifest().Text():
		return diag.Refusal(CodeStale, "the project on disk is not the candidate's base")
	case text != now.Manifest().Text():
		return diag.Refusal(CodeStale, "the candidate has another manifest than its base")
	}
	programs := candidate.NewPrograms(r.order.Compiler)
	derived, wrong := programs.Derive(r.fresh)
	if wrong.HasErrors() {
		return wrong
	}
	programs.Pin(derived)
	again, wrong := candidate.Replay(programs, derived, base.Revision(), c.Changes(), c.Report())
	if wrong != nil {
		return append(diag.Refusal(CodeStale, "the candidate's history does not replay on the project on disk"), wrong...)
	}
	if again.Revision() != r.order.Approved {
		return diag.Refusal(CodeStale, "the replayed candidate is not the approved one")
	}
	return r.recheck()
}

// recheck authenticates the fresh project's files again.
func (r *run) recheck() diag.List {
	if drift := r.held.Recheck(); drift != nil {
		return append(diag.Refusal(CodeStale, "the project on disk changed during the publication"), drift...)
	}
	return nil
}

// files returns what the base tree must hold, manifest first, and what changes.
func (r *run) files() (expect, change []File) {
	base := r.order.Candidate.Base()
	expect = append(expect, File{project.ManifestName, []byte(base.Manifest().Text())})
	for _, f := range base.Files() {
		expect = append(expect, File{f.Path, f.Text})
	}
	for _, f := range r.order.Candidate.SourceChanges() {
		change = append(change, File{f.Path, f.Replacement})
	}
	return expect, change
}

// carryOut plans, renders the receipt and takes the steps.
func (r *run) carryOut() (*Receipt, diag.List) {
	expect, change := r.files()
	if len(change) == 0 {
		return nil, diag.Refusal(CodeShape, "the candidate changes no source")
	}
	plan, err := r.order.Publisher.Plan(expect, change)
	if err != nil {
		return nil, faults(err)
	}
	content := receipt{Prepared: plan.Prepared(), Candidate: r.order.Approved,
		Base: r.order.Candidate.Base().Revision(), Project: r.order.Candidate.Now().Revision()}
	rendered := content.render()
	if rendered == nil {
		plan.Discard()
		return nil, diag.Refusal(CodeCapacity, "the receipt exceeds %d bytes", MaxReceiptBytes)
	}
	if wrong := r.approach(plan); wrong != nil {
		plan.Discard()
		return nil, wrong
	}
	return r.pivot(plan, rendered)
}

// approach takes every step before the pivot.
func (r *run) approach(plan Plan) diag.List {
	if wrong := r.recheck(); wrong != nil {
		return wrong
	}
	if err := plan.Write(); err != nil {
		return faults(err)
	}
	if err := plan.Verify(); err != nil {
		return faults(err)
	}
	return r.recheck()
}

// pivot moves the branch and confirms. From here on every failure that may have moved
// it is SPX-G267.
func (r *run) pivot(plan Plan, rendered *Receipt) (*Receipt, diag.List) {
	if err := plan.Pivot(); err != nil {
		wrong := faults(err)
		if wrong[0].Code != CodeUncertain {
			plan.Discard()
		}
		return nil, wrong
	}
	prepared := plan.Prepared()
	if drift := r.held.Recheck(); drift != nil {
		return nil, append(diag.Refusal(CodeUncertain, "%s is now %s, but the project on disk changed during the publication",
			prepared.Reference, prepared.Commit), drift...)
	}
	if err := plan.Confirm(); err != nil {
		return nil, append(diag.Refusal(CodeUncertain, "%s may be %s: the confirmation failed", prepared.Reference, prepared.Commit), faults(err)...)
	}
	return rendered, nil
}
