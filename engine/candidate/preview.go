package candidate

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// PreviewSchema names the merge preview.
const PreviewSchema = "semaprax.project-candidate-merge-preview.v1"

// MergePreview says what merging two candidates would give, in both orders, without
// keeping anything. SameSource is set when both orders are accepted.
type MergePreview struct {
	Base, Left, Right canon.Digest
	LeftThenRight     MergeDirection
	RightThenLeft     MergeDirection
	SameSource        schema.Maybe[bool]
}

// MergeDirection is the outcome of one order. Diagnostics are set when it is
// rejected.
type MergeDirection struct {
	Project, Candidate canon.Digest
	Prefix             int
	Files, Bytes       int
	Diagnostics        []PreviewDiagnostic
}

// PreviewDiagnostic is one reason of a rejection.
type PreviewDiagnostic struct{ Code, Message string }

// MergePreviewShape declares the preview.
func MergePreviewShape() *schema.Kind[MergePreview] {
	type m = MergePreview
	direction := mergeDirectionShape()
	return schema.Document(PreviewSchema,
		schema.Required("base_revision", schema.Digest(), func(p *m) *canon.Digest { return &p.Base }),
		schema.Required("left_candidate_revision", schema.Digest(), func(p *m) *canon.Digest { return &p.Left }),
		schema.Required("right_candidate_revision", schema.Digest(), func(p *m) *canon.Digest { return &p.Right }),
		schema.Required("left_then_right", direction, func(p *m) *MergeDirection { return &p.LeftThenRight }),
		schema.Required("right_then_left", direction, func(p *m) *MergeDirection { return &p.RightThenLeft }),
		schema.Required("same_source", schema.Nullable(schema.Bool()), func(p *m) *schema.Maybe[bool] { return &p.SameSource }),
		schema.Const[m]("tests", "not_run"),
		schema.False[m]("source_authority", "candidate_retained"),
		schema.Const[m]("validation", "ordinary_merge_with_full_candidate_admission"),
		schema.ConstStrings[m]("nonclaims", "not_behavioral_equivalence", "not_external_consumer_compatibility",
			"no_test_or_target_execution", "no_candidate_retention_or_source_authority",
			"rejection_is_not_proof_of_semantic_incompatibility"))
}

func mergeDirectionShape() *schema.Kind[MergeDirection] {
	type d = MergeDirection
	diagnostic := schema.Object(
		schema.Required("code", schema.String(), func(p *PreviewDiagnostic) *string { return &p.Code }),
		schema.Required("message", schema.String(), func(p *PreviewDiagnostic) *string { return &p.Message }))
	return schema.OneOfKinds(func(p *d) int {
		if p.Diagnostics == nil {
			return 0
		}
		return 1
	},
		schema.Object(
			schema.Const[d]("status", "accepted"),
			schema.Required("result_project_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Project }),
			schema.Required("result_candidate_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Candidate }),
			schema.Required("shared_history_prefix", schema.Count(0, MaxChanges), func(p *d) *int { return &p.Prefix }),
			schema.Required("source_file_count", schema.Count(0, project.MaxSources), func(p *d) *int { return &p.Files }),
			schema.Required("source_bytes", schema.Count(0, project.MaxSourceBytes), func(p *d) *int { return &p.Bytes })),
		schema.Object(
			schema.Const[d]("status", "rejected"),
			schema.Required("diagnostics", schema.Array(diagnostic, 1, MaxPreviewDiagnostics), func(p *d) *[]PreviewDiagnostic { return &p.Diagnostics }),
			schema.Const[d]("interpretation", "merge_rejected_not_proof_of_incompatibility")))
}

// PreviewMerge merges c and other in both orders and keeps neither result. A
// rejection is part of the answer. Refusals: SPX-G224 for another base, SPX-G223 for
// a preview over MaxPreviewBytes.
func (c *Candidate) PreviewMerge(p *Programs, other *Candidate) (*MergePreview, diag.List) {
	if c.base.revision != other.base.revision {
		return nil, refusal(diag.G224, "the candidates do not have the same base revision")
	}
	out := &MergePreview{Base: c.base.revision, Left: c.revision, Right: other.revision}
	out.LeftThenRight = direction(p, c, other)
	out.RightThenLeft = direction(p, other, c)
	if out.LeftThenRight.Diagnostics == nil && out.RightThenLeft.Diagnostics == nil {
		out.SameSource = schema.Some(out.LeftThenRight.Project == out.RightThenLeft.Project)
	}
	if _, ok := renderLine(MergePreviewShape(), out, MaxPreviewBytes); !ok {
		return nil, refusal(diag.G223, "the preview has more than %d bytes", MaxPreviewBytes)
	}
	return out, nil
}

func direction(p *Programs, first, second *Candidate) MergeDirection {
	result, report, fault := first.Merge(p, second)
	if fault != nil {
		return MergeDirection{Diagnostics: previewDiagnostics(fault)}
	}
	return MergeDirection{
		Project: result.now.revision, Candidate: result.revision, Prefix: report.Prefix,
		Files: len(result.now.files), Bytes: result.now.bytes(),
	}
}

// previewDiagnostics repeats codes and messages as far as the bounds allow, the
// first at least in part.
func previewDiagnostics(fault diag.List) []PreviewDiagnostic {
	room := MaxPreviewTextBytes
	var list []PreviewDiagnostic
	for _, d := range fault {
		row := PreviewDiagnostic{string(d.Code), d.Message()}
		if len(list) == 0 && len(row.Code)+len(row.Message) > room {
			row.Message = clip(row.Message, room-len(row.Code))
		}
		if room -= len(row.Code) + len(row.Message); room < 0 || len(list) == MaxPreviewDiagnostics {
			break
		}
		list = append(list, row)
	}
	return list
}
