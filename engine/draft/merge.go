package draft

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// MergeSchema names the report of a merge of drafts.
const MergeSchema = "semaprax.project-candidate-draft-merge.v2"

// MergeReport says how two drafts became one.
type MergeReport struct {
	Left, Right           canon.Digest
	OriginalBase          canon.Digest
	ResultBase, Result    canon.Digest // Result is the digest of the draft
	Valid                 candidate.Reconciliation
	LeftHoles, RightHoles []Readmission
	Holes                 []MergedHole
	Past                  history
}

// MergedHole is a pending hole of the result with the parents that have it.
type MergedHole struct {
	Hole
	Parents []string
}

// The parents of a merged hole.
const (
	parentLeft  = "left"
	parentRight = "right"
)

// MergeShape declares the report.
func MergeShape() *schema.Kind[MergeReport] {
	type r = MergeReport
	digest := func(name string, at func(*r) *canon.Digest) schema.Field[r] {
		return schema.Required(name, schema.Digest(), at)
	}
	rows := schema.Array(readmissionShape(), 0, MaxHoles)
	return schema.Document(MergeSchema,
		digest("left_parent_draft_digest", func(p *r) *canon.Digest { return &p.Left }),
		digest("right_parent_draft_digest", func(p *r) *canon.Digest { return &p.Right }),
		digest("original_base_revision", func(p *r) *canon.Digest { return &p.OriginalBase }),
		digest("result_base_revision", func(p *r) *canon.Digest { return &p.ResultBase }),
		digest("result_draft_digest", func(p *r) *canon.Digest { return &p.Result }),
		schema.Required("last_valid_merge", candidate.ReconciliationShape(), func(p *r) *candidate.Reconciliation { return &p.Valid }),
		schema.Required("left_holes", rows, func(p *r) *[]Readmission { return &p.LeftHoles }),
		schema.Required("right_holes", rows, func(p *r) *[]Readmission { return &p.RightHoles }),
		schema.Required("holes", schema.Array(mergedHoleShape(), 0, MaxHoles), func(p *r) *[]MergedHole { return &p.Holes }),
		historyFields(func(p *r) *history { return &p.Past }),
		schema.False[r]("materializable", "source_authority"),
		schema.Const[r]("validation", "checked_history_merge_and_pending_selector_readmission"),
		schema.ConstStrings[r]("nonclaims", reconciliationNonclaims()...))
}

func mergedHoleShape() *schema.Kind[MergedHole] {
	type m = MergedHole
	parents := schema.UniqueArray(schema.Choice(parentLeft, parentRight), 1, 2)
	return schema.Object(
		schema.Required("hole_id", schema.String(), func(p *m) *string { return &p.ID }),
		schema.Required("kind", kindShape(), func(p *m) *Kind { return &p.Kind }),
		schema.Required("target", schema.String(), func(p *m) *string { return &p.Target }),
		schema.Required("expression_id", schema.NullWhenZero(schema.String()), func(p *m) *string { return &p.Expression }),
		schema.Required("parents", parents, func(p *m) *[]string { return &p.Parents }),
		schema.ConstBool[m]("context_refreshed", true))
}

// Merge joins two drafts of one base: the history of d, then what the other has
// beyond their common prefix, and the pending holes of both.
//
// Refusals: those of the candidates' merge, SPX-G348 for a hole that clashes with a
// hole or a later write of the other parent, SPX-G347 for a bound, SPX-G346 when the
// merged history does not carry both lineages. Both drafts stay as they are.
func (d *Draft) Merge(p *candidate.Programs, other *Draft) (*Draft, *MergeReport, diag.List) {
	valid, report, fault := d.valid.Merge(p, other.valid)
	if fault != nil {
		return nil, nil, fault
	}
	if fault := checkWrites(p, d, other, report.Prefix); fault != nil {
		return nil, nil, fault
	}
	made := &MergeReport{
		Left: d.revision, Right: other.revision, OriginalBase: report.OriginalBase, ResultBase: report.ResultBase, Valid: *report,
	}
	if fault := made.joinHoles(p, d, other, valid); fault != nil {
		return nil, nil, fault
	}
	if made.Past, fault = joinHistories(d, other, report.Prefix, valid); fault != nil {
		return nil, nil, fault
	}
	holes := make([]Hole, len(made.Holes))
	for i := range holes {
		holes[i] = made.Holes[i].Hole
	}
	result, fault := d.assembleAs(CodeMergeBound, valid, holes, made.Past)
	if fault != nil {
		return nil, nil, fault
	}
	made.Result = result.revision
	if _, ok := MergeShape().Line(made, MaxReconciliationBytes); !ok {
		return nil, nil, diag.Refusal(CodeMergeBound, "the report has more than %d bytes", MaxReconciliationBytes)
	}
	return result, made, nil
}

// checkWrites refuses a pending hole of one draft whose region the other draft's
// history writes after the common prefix, even when it was restored since.
func checkWrites(p *candidate.Programs, left, right *Draft, prefix int) diag.List {
	if fault := checkHolesAgainst(p, left.holes, right.valid.Changes()[prefix:]); fault != nil {
		return fault
	}
	return checkHolesAgainst(p, right.holes, left.valid.Changes()[prefix:])
}

func checkHolesAgainst(p *candidate.Programs, holes []Hole, changes []*candidate.Change) diag.List {
	for _, change := range changes {
		intention, fault := change.Intention(p)
		if fault != nil {
			return fault
		}
		for i := range holes {
			if holes[i].Target == intention.Target() && holes[i].Kind.isWrittenBy(intention.Kind()) {
				return diag.Refusal(CodeClash, "the other draft has a `%s` of %s, whose hole %s is pending", intention.Kind(), diag.Shown(holes[i].Target), diag.Shown(holes[i].ID))
			}
		}
	}
	return nil
}

// isWrittenBy reports whether an intention of that kind writes the region of holes of
// this kind.
func (k Kind) isWrittenBy(kind intent.Kind) bool {
	switch kind {
	case intent.ChangeFunctionSignature:
		return true
	case intent.ReplaceContractExpression, intent.AddContract:
		return k == Contract
	case intent.ReplaceFunctionBody, intent.RepairDiagnostic, intent.ReplaceExpression, intent.ExtractFunction:
		return k != Contract
	}
	return false
}

// joinHoles finds the pending holes of both drafts in the result. One id in both must
// be one hole.
func (m *MergeReport) joinHoles(p *candidate.Programs, left, right *Draft, valid *candidate.Candidate) diag.List {
	var holes [2][]Hole
	for side, d := range []*Draft{left, right} {
		admit, fault := newReadmitter(p, d.valid, valid, CodeClash, CodeMergeBound)
		if fault != nil {
			return fault
		}
		rows := &m.LeftHoles
		if side == 1 {
			rows = &m.RightHoles
		}
		if holes[side], *rows, fault = admit.all(d.holes); fault != nil {
			return fault
		}
	}
	for i := range holes[0] {
		m.Holes = append(m.Holes, MergedHole{holes[0][i], []string{parentLeft}})
	}
	for i := range holes[1] {
		if fault := m.join(&holes[1][i]); fault != nil {
			return fault
		}
	}
	slices.SortFunc(m.Holes, func(x, y MergedHole) int { return compareHoles(x.Hole, y.Hole) })
	if len(m.Holes) > MaxHoles {
		return diag.Refusal(CodeMergeBound, "both drafts have %d pending holes, the limit is %d", len(m.Holes), MaxHoles)
	}
	return nil
}

// join adds a hole of the right draft.
func (m *MergeReport) join(h *Hole) diag.List {
	for i := range m.Holes {
		there := &m.Holes[i]
		switch {
		case there.ID == h.ID && there.sameSubject(h):
			there.Parents = []string{parentLeft, parentRight}
			return nil
		case there.ID == h.ID:
			return diag.Refusal(CodeClash, "the hole %s is another one in the other draft", diag.Shown(h.ID))
		case there.excludes(h):
			return diag.Refusal(CodeClash, "the hole %s overlaps the hole %s of the other draft", diag.Shown(h.ID), diag.Shown(there.ID))
		}
	}
	m.Holes = append(m.Holes, MergedHole{*h, []string{parentRight}})
	return nil
}

// joinHistories joins what two drafts came through. The changes of the right draft
// beyond the prefix follow all of the left one's.
func joinHistories(left, right *Draft, prefix int, valid *candidate.Candidate) (history, diag.List) {
	past := history{slices.Clone(left.past.Events), slices.Clone(left.past.Ancestors)}
	shift := len(left.valid.Changes()) - prefix
	for _, e := range right.past.Events {
		if e.Ordinal >= prefix {
			e.Ordinal += shift
		}
		at := slices.IndexFunc(past.Events, func(there Event) bool { return there.ID == e.ID })
		switch {
		case at < 0:
			past.Events = withEvent(past.Events, e)
		case past.Events[at] != e:
			return history{}, diag.Refusal(CodeMergeData, "the filled hole %s stands elsewhere in the other draft's history", diag.Shown(e.Hole))
		}
	}
	for _, a := range append(slices.Clip(right.past.Ancestors), Ancestor{candidate.Merged, []canon.Digest{left.revision, right.revision}, canon.Digest{}}) {
		if !slices.ContainsFunc(past.Ancestors, a.equal) {
			past.Ancestors = append(past.Ancestors, a)
		}
	}
	if len(past.Events) <= MaxEvents && checkLineage(past.Events, valid.Changes()) != nil {
		return history{}, diag.Refusal(CodeMergeData, "the merged history does not carry the lineages of both drafts")
	}
	return past, nil
}

func (a Ancestor) equal(other Ancestor) bool {
	return a.Operation == other.Operation && a.Onto == other.Onto && slices.Equal(a.Parents, other.Parents)
}
