package delta

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The payloads of a candidate's dependencies.
const (
	DependencySummarySchema = "semaprax.project-candidate-dependency-summary.v1"
	DependencyPageSchema    = "semaprax.project-candidate-dependency-page.v1"
)

// The domains of dependency navigation. They are ours.
const (
	domainDependencyHandle = "semaprax-go.candidate-dependency-handle.v1"
	domainDependencyCursor = "semaprax-go.candidate-dependency-cursor.v1"
)

// evidenceChecked says who owns the evidence of dependencies.
const evidenceChecked = "retained_checked_hir"

// DependencySummary is semaprax.project-candidate-dependency-summary.v1.
type DependencySummary struct {
	Owner
	Image canon.Digest
	image.DependencyFacts
}

// DependencySummaryShape declares the payload of candidate/dependency-summary.
func DependencySummaryShape() *schema.Kind[DependencySummary] {
	type d = DependencySummary
	return schema.Document(DependencySummarySchema,
		digest("image_digest", func(p *d) *canon.Digest { return &p.Image }),
		image.DependencyFactsFields(func(p *d) *image.DependencyFacts { return &p.DependencyFacts }),
		schema.False[d]("source_authority"),
		schema.Const[d]("evidence_owner", evidenceChecked),
		schema.ConstStrings[d]("nonclaims", "not_test_coverage", "no_execution_or_source_authority",
			"no_external_or_dynamic_callers", "no_runtime_liveness_or_path_feasibility",
			"materialized_generic_instances_not_rescanned; template_callee_IDs_used_without_remapping"),
		candidateFields(func(p *d) *Owner { return &p.Owner }),
		schema.False[d]("candidate_retained", "execution", "publication_authority"))
}

// DependencySummary sums the dependencies of a declaration of the candidate up.
//
// Faults: SPX-G320 for a target that does not exist, SPX-G321 for uses that pass a
// bound, SPX-G323 for a payload over MaxSummaryBytes.
func (r *Reader) DependencySummary(target string) (DependencySummary, diag.List) {
	facts, fault := r.image.DependencyFacts(target, r.viewHandle)
	if fault != nil {
		return DependencySummary{}, fault
	}
	return summed(DependencySummary{r.owner(), r.image.Revision(), facts}, DependencySummaryShape(), image.CodeDependencyPage, "dependency")
}

func (r *Reader) viewHandle(target string, view image.View) canon.Digest {
	return r.handle(domainDependencyHandle, target, string(view))
}

// DependencyPage is semaprax.project-candidate-dependency-page.v1.
type DependencyPage struct {
	Owner
	Image canon.Digest
	image.DependencyItems
}

// DependencyPageShape declares the payload of candidate/dependency-page.
func DependencyPageShape() *schema.Kind[DependencyPage] {
	type d = DependencyPage
	return schema.Document(DependencyPageSchema,
		digest("image_digest", func(p *d) *canon.Digest { return &p.Image }),
		image.DependencyItemsFields(func(p *d) *image.DependencyItems { return &p.DependencyItems }),
		schema.False[d]("source_authority"),
		schema.Const[d]("evidence_owner", evidenceChecked),
		candidateFields(func(p *d) *Owner { return &p.Owner }),
		schema.False[d]("candidate_retained", "execution", "publication_authority"))
}

// DependencyPage returns a page of a view. A page holds fewer items than asked for
// when they do not fit max_bytes, and at least one.
//
// Faults: those of DependencySummary; SPX-G322 for options out of bounds and a view or
// cursor that is none, SPX-G323 when one item alone exceeds max_bytes, SPX-G324 for a
// handle or cursor of something else.
func (r *Reader) DependencyPage(o image.DependencyOptions) (DependencyPage, diag.List) {
	page := DependencyPage{Owner: r.owner(), Image: r.image.Revision()}
	bytes := sizing(DependencyPageShape())
	size := func(items *image.DependencyItems) int {
		around := page
		around.DependencyItems = *items
		return bytes(&around)
	}
	naming := image.PageNaming{Handle: r.viewHandle(o.Target, o.View), CursorDomain: domainDependencyCursor,
		Options: image.CodeDependencyOptions, Capacity: image.CodeDependencyPage, Reference: image.CodeDependencyReference}
	var fault diag.List
	page.DependencyItems, fault = r.image.DependencyItems(o, naming, size)
	return page, fault
}
