package image

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// The payloads of function references.
const (
	ReferenceSchema  = "semaprax.image-function-reference.v1"
	ResolutionSchema = "semaprax.image-function-reference-resolution.v1"
)

// domainReference is the domain of reference revisions. It is ours.
const domainReference = "semaprax.image-function-reference.v1"

// FunctionReference is semaprax.image-function-reference.v1: a function, perhaps
// with one facet, named so that another session over the same image finds it. It
// holds no authority.
type FunctionReference struct {
	// Revision is the digest of the reference without this member.
	Revision canon.Digest
	referenceSubject
	Target string
	Facet  Facet // empty for none
	Source SourceBinding
}

// referenceSubject is the image a reference belongs to.
type referenceSubject struct{ Image, Project, Workspace, Graph canon.Digest }

func referenceSubjectFields[T any](at func(*T) *referenceSubject) schema.Field[T] {
	type s = referenceSubject
	return schema.Lift(at,
		schema.Required("image_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Image }),
		schema.Required("project_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Project }),
		schema.Required("workspace_revision", schema.Digest(), func(p *s) *canon.Digest { return &p.Workspace }),
		schema.Required("project_graph_digest", schema.Digest(), func(p *s) *canon.Digest { return &p.Graph }))
}

// ReferenceShape declares the payload of image/function-reference-export.
func ReferenceShape() *schema.Kind[FunctionReference] {
	return schema.Document(ReferenceSchema,
		schema.Required("reference_revision", schema.Digest(), func(p *FunctionReference) *canon.Digest { return &p.Revision }),
		referenceFields())
}

// referenceContentShape is a reference without its revision: what the revision is
// the digest of.
func referenceContentShape() *schema.Kind[FunctionReference] {
	return schema.Object(schema.Const[FunctionReference]("schema", ReferenceSchema), referenceFields())
}

func referenceFields() schema.Field[FunctionReference] {
	type r = FunctionReference
	return schema.Lift(func(p *r) *r { return p },
		referenceSubjectFields(func(p *r) *referenceSubject { return &p.referenceSubject }),
		schema.Const[r]("target_kind", "function"),
		schema.Required("target", schema.String(), func(p *r) *string { return &p.Target }),
		schema.Required("facet", schema.NullWhenZero(FacetShape()), func(p *r) *Facet { return &p.Facet }),
		schema.Required("source", SourceBindingShape(), func(p *r) *SourceBinding { return &p.Source }),
		schema.False[r]("source_authority", "execution", "publication_authority"),
		referenceNonclaims[r]())
}

func referenceNonclaims[T any]() schema.Field[T] {
	return schema.ConstStrings[T]("nonclaims", "reference_grants_no_source_execution_or_publication_authority",
		"not_valid_for_any_other_image", "no_remapping_after_refresh_or_edit", "not_test_coverage_or_execution",
		"no_external_or_dynamic_callers")
}

// FunctionResolution is semaprax.image-function-reference-resolution.v1: what a
// reference names in this image.
type FunctionResolution struct {
	Revision canon.Digest
	referenceSubject
	Target  string
	Facet   Facet
	Summary FunctionSummary
	// Handle is that of the facet, zero without one.
	Handle canon.Digest
}

// ResolutionShape declares the payload of image/function-reference-resolve.
func ResolutionShape() *schema.Kind[FunctionResolution] {
	type r = FunctionResolution
	return schema.Document(ResolutionSchema,
		schema.Required("reference_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Revision }),
		referenceSubjectFields(func(p *r) *referenceSubject { return &p.referenceSubject }),
		schema.Required("target", schema.String(), func(p *r) *string { return &p.Target }),
		schema.Required("facet", schema.NullWhenZero(FacetShape()), func(p *r) *Facet { return &p.Facet }),
		schema.Required("function_summary", SummaryShape(), func(p *r) *FunctionSummary { return &p.Summary }),
		schema.Required("facet_handle", schema.NullWhenZero(schema.Digest()), func(p *r) *canon.Digest { return &p.Handle }),
		schema.False[r]("source_authority", "execution", "publication_authority"),
		referenceNonclaims[r]())
}

// ExportReference names a function, and a facet of it unless that is empty.
//
// Faults: SPX-G363 for a target that is no function and an unknown facet, SPX-G364
// for a reference over MaxReferenceBytes.
func (i *Image) ExportReference(target string, facet Facet) (FunctionReference, diag.List) {
	f, faults := i.function(target, CodeReference)
	if faults != nil {
		return FunctionReference{}, faults
	}
	if facet != "" && !isFacet(facet) {
		return FunctionReference{}, fault(CodeReference, "the facet "+diag.Shown(string(facet))+" does not exist")
	}
	r := FunctionReference{referenceSubject: i.referenceSubject(), Target: target, Facet: facet, Source: i.binding(f.Module)}
	r.Revision = i.referenceRevision(&r)
	if len(i.payloads().reference.AppendCJ(nil, &r)) > MaxReferenceBytes {
		return FunctionReference{}, fault(CodeReferenceBytes, "the reference exceeds its byte bound")
	}
	return r, nil
}

func isFacet(facet Facet) bool {
	for _, known := range Facets() {
		if facet == known {
			return true
		}
	}
	return false
}

func (i *Image) referenceSubject() referenceSubject {
	return referenceSubject{i.revision, i.of.Revision(), i.of.WorkspaceRevision(), i.graphDigest}
}

func (i *Image) referenceRevision(r *FunctionReference) canon.Digest {
	return canon.Sum(domainReference, i.payloads().referenceContent.AppendCJ(nil, r))
}

// ResolveReference finds what a reference names. text is the reference as it was
// exported: canonical JSON without an LF.
//
// Faults: SPX-G364 for a text over MaxReferenceBytes; SPX-G363 for one that is not
// canonical, whose revision is not its digest, or that is not of this image.
func (i *Image) ResolveReference(text []byte) (FunctionResolution, diag.List) {
	if len(text) > MaxReferenceBytes {
		return FunctionResolution{}, fault(CodeReferenceBytes, "the reference exceeds its byte bound")
	}
	r, faults := i.readReference(text)
	if faults != nil {
		return FunctionResolution{}, faults
	}
	own, faults := i.ExportReference(r.Target, r.Facet)
	if faults != nil {
		return FunctionResolution{}, faults
	}
	if own != r {
		return FunctionResolution{}, fault(CodeReference, "the reference is of another image")
	}
	resolution := FunctionResolution{Revision: r.Revision, referenceSubject: r.referenceSubject, Target: r.Target, Facet: r.Facet}
	if resolution.Summary, faults = i.FunctionSummary(r.Target); faults != nil {
		return FunctionResolution{}, faults
	}
	if r.Facet != "" {
		resolution.Handle = i.FacetHandle(r.Target, r.Facet)
	}
	return resolution, nil
}

// readReference decodes a reference and demands that it is canonical and named by
// its own digest.
func (i *Image) readReference(text []byte) (r FunctionReference, faults diag.List) {
	scanner, err := wire.NewScanner(wire.Document, wire.Limits{})
	if err != nil {
		panic("BUG: the profile's own limits are refused: " + err.Error())
	}
	if _, err := scanner.Scan(text); err != nil {
		return r, fault(CodeReference, "the reference is not JSON")
	}
	shape := i.payloads().reference
	var decoder schema.Decoder
	if wrong := shape.Decode(&decoder, text, &r); wrong != nil {
		return r, fault(CodeReference, "the reference is not a function reference: "+wrong.Error())
	}
	if string(shape.AppendCJ(nil, &r)) != string(text) {
		return r, fault(CodeReference, "the reference is not canonical")
	}
	if i.referenceRevision(&r) != r.Revision {
		return r, fault(CodeReference, "the reference is not the one its revision names")
	}
	return r, nil
}
