package delta

import (
	"bytes"
	"strings"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Kind names one kind of report.
type Kind uint8

// The kinds of reports.
const (
	Semantic Kind = iota
	SemanticCatalogue
	Interface
	Contract
	Ownership
)

// family is what all reports of one kind share.
type family struct {
	schema              string
	domain              string // of fact digests and the like, without the last part
	what                string
	facts, over, replay diag.Code
	mostBytes           int
	make                func(*run, string) ([]byte, diag.List)
}

// family describes a kind.
func (k Kind) family() *family {
	switch k {
	case Semantic:
		return &family{SemanticSchema, "semaprax.candidate-semantic-delta", "semantic delta",
			CodeSemantic, CodeSemanticBound, CodeSemanticReplay, MaxReportBytes, (*run).semantic}
	case SemanticCatalogue:
		return &family{CatalogueSchema, "semaprax.candidate-semantic-delta", "catalogue of semantic deltas",
			CodeSemantic, CodeSemanticBound, CodeSemanticReplay, MaxCatalogueBytes, (*run).catalogue}
	case Interface:
		return &family{InterfaceSchema, "semaprax.candidate-interface-delta", "interface delta",
			CodeInterface, CodeInterfaceBound, CodeInterfaceReplay, MaxReportBytes, (*run).interfaces}
	case Contract:
		return &family{ContractSchema, "semaprax.candidate-contract-delta", "contract delta",
			CodeContract, CodeContractBound, CodeContractReplay, MaxReportBytes, (*run).contracts}
	case Ownership:
		return &family{OwnershipSchema, "semaprax.candidate-ownership-delta", "ownership delta",
			CodeOwnership, CodeOwnershipBound, CodeOwnershipReplay, MaxReportBytes, (*run).ownership}
	}
	panic("BUG: delta: no such kind of report")
}

// Schema is the name of the report's document.
func (k Kind) Schema() string { return k.family().schema }

// Offset is the code of a chunk that starts where no chunk can start.
func (k Kind) Offset() diag.Code {
	if k == Semantic || k == SemanticCatalogue {
		return CodeOffset
	}
	return k.family().facts
}

// Codes lists the codes the kind raises itself.
func (k Kind) Codes() []diag.Code {
	f := k.family()
	return []diag.Code{f.facts, f.over}
}

// domain is the domain of one thing the family digests: fact, source, report …
func (f *family) digested(part string) string { return f.domain + "." + part + ".v1" }

// Make makes the report of a candidate: one canonical line with its LF. target is the
// declaration of a semantic delta and empty for the other kinds.
//
// Faults: the kind's facts code for what cannot be compared, its bound code for a
// report or its making over a bound, and what building a revision again answers.
func (k Kind) Make(p *candidate.Programs, c *candidate.Candidate, target string) ([]byte, diag.List) {
	f := k.family()
	r, fault := f.begin(p, c)
	if fault != nil {
		return nil, fault
	}
	return f.make(r, target)
}

// finish renders a report, unless a bound was passed on the way.
func finish[V any](r *run, kind *schema.Kind[V], v *V) ([]byte, diag.List) {
	if r.budget.full() {
		return nil, diag.Refusal(r.over, "the %s takes more %s than it may", r.what, r.budget.over)
	}
	var b canon.Builder
	b.Limit(r.mostBytes)
	kind.Encode(&b, v)
	out := b.Line()
	if b.Over() {
		return nil, diag.Refusal(r.over, "the %s has more than %d bytes", r.what, r.mostBytes)
	}
	return out, nil
}

// render makes a fact and charges it.
func render[V any](r *run, kind *schema.Kind[V], v *V) []byte {
	if r.budget.full() {
		return []byte("null")
	}
	fact := kind.AppendCJ(nil, v)
	r.budget.fact(len(fact))
	return fact
}

// subject binds a report to its candidate.
type subject struct{ Candidate, Base, Project, BaseWorkspace, Workspace canon.Digest }

func (r *run) subject() subject {
	base, now := r.candidate.Base(), r.candidate.Now()
	return subject{r.candidate.Revision(), base.Revision(), now.Revision(), base.WorkspaceRevision(), now.WorkspaceRevision()}
}

func subjectFields[T any](at func(*T) *subject) schema.Field[T] {
	type s = subject
	return schema.Lift(at, projectFields(func(p *s) *s { return p }),
		digest("base_workspace_revision", func(p *s) *canon.Digest { return &p.BaseWorkspace }),
		digest("workspace_revision", func(p *s) *canon.Digest { return &p.Workspace }))
}

func projectFields[T any](at func(*T) *subject) schema.Field[T] {
	type s = subject
	return schema.Lift(at,
		digest("candidate_digest", func(p *s) *canon.Digest { return &p.Candidate }),
		digest("base_project_revision", func(p *s) *canon.Digest { return &p.Base }),
		digest("project_revision", func(p *s) *canon.Digest { return &p.Project }))
}

// bindings are the sources of both sides.
type bindings struct{ Base, Candidate []image.SourceBinding }

func (r *run) bindings() bindings { return bindings{r.base.bindings(), r.now.bindings()} }

func bindingsShape() *schema.Kind[bindings] {
	rows := schema.Array(bindingShape(), 0, MaxReviewFiles)
	return schema.Object(
		schema.Required("base", rows, func(p *bindings) *[]image.SourceBinding { return &p.Base }),
		schema.Required("candidate", rows, func(p *bindings) *[]image.SourceBinding { return &p.Candidate }))
}

// receipt says that a report was computed again.
type receipt struct {
	subject
	Delta canon.Digest
}

func (f *family) receiptShape() *schema.Kind[receipt] {
	return schema.Document(strings.TrimSuffix(f.schema, ".v1")+"-verification.v1",
		schema.Const[receipt]("result", "exact_recomputation"),
		projectFields(func(p *receipt) *subject { return &p.subject }),
		digest("delta_digest", func(p *receipt) *canon.Digest { return &p.Delta }),
		schema.False[receipt]("execution", "source_authority", "publication_authority"))
}

// Verify replays the candidate, makes the report again and demands exactly text. The
// receipt is one canonical line. A difference is the kind's replay code; the other
// faults are those of replaying and of Make.
func (k Kind) Verify(p *candidate.Programs, c *candidate.Candidate, target string, text []byte) ([]byte, diag.List) {
	f := k.family()
	if len(text) > f.mostBytes {
		return nil, diag.Refusal(f.over, "the %s has more than %d bytes", f.what, f.mostBytes)
	}
	if fault := c.Validate(p); fault != nil {
		return nil, fault
	}
	again, fault := k.Make(p, c, target)
	if fault != nil {
		return nil, fault
	}
	if !bytes.Equal(again, text) {
		return nil, diag.Refusal(f.replay, "the %s is not the one this candidate has", f.what)
	}
	r := run{family: f, candidate: c}
	made := receipt{r.subject(), canon.Sum(f.digested("report"), text)}
	return append(f.receiptShape().AppendCJ(nil, &made), '\n'), nil
}
