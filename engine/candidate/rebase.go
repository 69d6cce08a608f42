package candidate

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// RebaseSchema names the report of a rebase or merge.
const RebaseSchema = "semaprax.project-candidate-rebase.v1"

// ReconciliationKind tells a rebase from a merge.
type ReconciliationKind string

// The kinds of reconciliations.
const (
	Rebased ReconciliationKind = "rebase"
	Merged  ReconciliationKind = "merge"
)

// Reconciliation reports how two histories became one candidate. Right is zero for
// a rebase.
type Reconciliation struct {
	Kind               ReconciliationKind
	Left, Right        canon.Digest
	OriginalBase, Onto canon.Digest
	ResultBase, Result canon.Digest
	Candidate          canon.Digest
	Prefix             int
	Classifications    []Classification
}

// ReconciliationShape declares the report.
func ReconciliationShape() *schema.Kind[Reconciliation] {
	type r = Reconciliation
	digest := func(name string, at func(*r) *canon.Digest) schema.Field[r] {
		return schema.Required(name, schema.Digest(), at)
	}
	return schema.Document(RebaseSchema,
		schema.Required("operation", schema.Choice(Rebased, Merged), func(p *r) *ReconciliationKind { return &p.Kind }),
		digest("left_parent_candidate", func(p *r) *canon.Digest { return &p.Left }),
		schema.Required("right_parent_candidate", schema.NullWhenZero(schema.Digest()), func(p *r) *canon.Digest { return &p.Right }),
		digest("original_base_revision", func(p *r) *canon.Digest { return &p.OriginalBase }),
		digest("onto_revision", func(p *r) *canon.Digest { return &p.Onto }),
		digest("result_base_revision", func(p *r) *canon.Digest { return &p.ResultBase }),
		digest("result_revision", func(p *r) *canon.Digest { return &p.Result }),
		digest("result_candidate_digest", func(p *r) *canon.Digest { return &p.Candidate }),
		schema.Required("shared_history_prefix", schema.Count(0, MaxChanges), func(p *r) *int { return &p.Prefix }),
		schema.Required("classifications", schema.Array(classificationShape(), 0, MaxChanges), func(p *r) *[]Classification { return &p.Classifications }),
		schema.Const[r]("validation", "complete_candidate_source_replay"),
		schema.False[r]("source_authority"),
		schema.ConstStrings[r]("nonclaims", "not_behavioral_equivalence", "not_external_consumer_compatibility",
			"no_runtime_or_project_test_execution", "no_source_commit_authority", "conservative_conflicts_not_general_semantic_merge"))
}

func classificationShape() *schema.Kind[Classification] {
	type c = Classification
	flag := func(name string, at func(*c) *bool) schema.Field[c] { return schema.Required(name, schema.Bool(), at) }
	return schema.Object(
		schema.Required("target", schema.String(), func(p *c) *string { return &p.Target }),
		schema.Required("intent", schema.Choice(intent.Kinds()...), func(p *c) *intent.Kind { return &p.Intent }),
		flag("concurrent_display_change", func(p *c) *bool { return &p.Display }),
		flag("concurrent_signature_change", func(p *c) *bool { return &p.Signature }),
		flag("concurrent_body_change", func(p *c) *bool { return &p.Body }),
		flag("concurrent_contract_change", func(p *c) *bool { return &p.Contract }),
		flag("concurrent_effect_change", func(p *c) *bool { return &p.Effects }),
		schema.Const[c]("decision", "replay_required"))
}

// Rebase replays the whole history on the current revision of onto, which becomes
// the base of the result.
//
// Refusals: SPX-G233 for another manifest, SPX-G235 for a conflict, SPX-G271 for a
// history with a repair, SPX-G234 for a report over its bound, what applying
// answers. Nothing of either candidate changes.
func (c *Candidate) Rebase(p *Programs, onto *Candidate) (*Candidate, *Reconciliation, diag.List) {
	if fault := sameManifest(c, onto); fault != nil {
		return nil, nil, fault
	}
	from, fault := p.Base(c)
	if fault != nil {
		return nil, nil, fault
	}
	to, fault := p.Current(onto)
	if fault != nil {
		return nil, nil, fault
	}
	start := &step{base: onto.now, now: onto.now, image: to}
	result, rows, fault := reconcile(p, from.Project(), start, c.changes)
	if fault != nil {
		return nil, nil, fault
	}
	return reported(result, &Reconciliation{
		Kind: Rebased, Left: c.revision, OriginalBase: c.base.revision, Onto: onto.now.revision, Classifications: rows,
	})
}

// Merge joins two candidates of one base: the history of c, then what other has
// beyond their common prefix, replayed.
//
// Refusals: SPX-G235 for another base or a conflict, SPX-G233 for another manifest,
// SPX-G234 for more than MaxChanges changes together or a report over its bound,
// SPX-G271 for a repair to be replayed, what applying answers.
func (c *Candidate) Merge(p *Programs, other *Candidate) (*Candidate, *Reconciliation, diag.List) {
	if c.base.revision != other.base.revision {
		return nil, nil, conflict("the candidates do not have the same base revision")
	}
	if fault := sameManifest(c, other); fault != nil {
		return nil, nil, fault
	}
	prefix := samePrefix(c.changes, other.changes)
	suffix := other.changes[prefix:]
	if n := len(c.changes) + len(suffix); n > MaxChanges {
		return nil, nil, refusal(CodeRebaseBound, "the merged history has %d changes, the limit is %d", n, MaxChanges)
	}
	if fault := checkOpposing(c.changes[prefix:], suffix); fault != nil {
		return nil, nil, fault
	}
	to, fault := p.Current(c)
	if fault != nil {
		return nil, nil, fault
	}
	from, fault := mergeBase(p, other, prefix)
	if fault != nil {
		return nil, nil, fault
	}
	result, rows, fault := reconcile(p, from, c.at(to), suffix)
	if fault != nil {
		return nil, nil, fault
	}
	return reported(result, &Reconciliation{
		Kind: Merged, Left: c.revision, Right: other.revision, OriginalBase: c.base.revision, Onto: c.now.revision,
		Prefix: prefix, Classifications: rows,
	})
}

func sameManifest(x, y *Candidate) diag.List {
	if x.base.manifest.Text() != y.base.manifest.Text() {
		return refusal(CodeRebaseData, "the candidates belong to different manifests")
	}
	return nil
}

// checkOpposing refuses two suffixes that both change the signature of one function
// or both move it, whatever the net effect.
func checkOpposing(left, right []*Change) diag.List {
	seen := map[[2]string]bool{}
	for _, change := range left {
		seen[[2]string{change.member("kind"), change.member("target")}] = true
	}
	for _, change := range right {
		kind, target := change.member("kind"), change.member("target")
		exclusive := kind == string(intent.ChangeFunctionSignature) || kind == string(intent.MoveDeclaration)
		if exclusive && seen[[2]string{kind, target}] {
			return conflict("both histories have a `%s` of %s", kind, diag.Shown(target))
		}
	}
	return nil
}

// mergeBase is the project after the first prefix changes of a candidate.
func mergeBase(p *Programs, c *Candidate, prefix int) (*project.Project, diag.List) {
	if prefix == len(c.changes) {
		i, fault := p.Current(c)
		if fault != nil {
			return nil, fault
		}
		return i.Project(), nil
	}
	i, fault := p.Base(c)
	if fault != nil {
		return nil, fault
	}
	s := &step{base: c.base, now: c.base, image: i}
	for _, change := range c.changes[:prefix] {
		if s, fault = s.advance(p, change); fault != nil {
			return nil, fault
		}
	}
	return s.image.Project(), nil
}

// reconcile replays changes, made from the project from on, after start.
func reconcile(p *Programs, from *project.Project, start *step, changes []*Change) (*Candidate, []Classification, diag.List) {
	rows := make([]Classification, 0, len(changes))
	for _, change := range changes {
		if change.member("kind") == string(intent.RepairDiagnostic) {
			return nil, nil, refusal(CodeRepairRebase, "a history with a repair is never replayed on another base")
		}
	}
	s := start
	for i, change := range changes {
		intention, fault := change.Intention(p)
		if fault != nil {
			return nil, nil, fault
		}
		now := newConcurrence(intent.NewBase(from), intent.NewBase(s.image.Project()), intention)
		if fault := now.check(); fault != nil {
			return nil, nil, fault
		}
		rows = append(rows, now.Classification)
		if s, fault = s.advance(p, change.onto(s.now.revision)); fault != nil {
			return nil, nil, fault
		}
		if i+1 < len(changes) {
			if from, fault = again(p, change, from); fault != nil {
				return nil, nil, fault
			}
		}
	}
	result, fault := s.finish(p)
	return result, rows, fault
}

// again carries an admitted change out on the project it was admitted on. It builds
// once: the history was built twice when it was made.
func again(p *Programs, change *Change, of *project.Project) (*project.Project, diag.List) {
	intention, fault := change.Intention(p)
	if fault != nil {
		return nil, fault
	}
	plan, fault := intention.Apply(intent.NewBase(of))
	if fault != nil {
		return nil, fault
	}
	sources, fault := plan.Sources()
	if fault != nil {
		return nil, fault
	}
	next, fault := project.Build(of.Manifest(), sources, of)
	if fault.HasErrors() {
		return nil, fault
	}
	return next, nil
}

// reported completes the report of a reconciliation and judges its size.
func reported(result *Candidate, r *Reconciliation) (*Candidate, *Reconciliation, diag.List) {
	r.ResultBase, r.Result, r.Candidate = result.base.revision, result.now.revision, result.revision
	if _, ok := renderLine(ReconciliationShape(), r, MaxRebaseBytes); !ok {
		return nil, nil, refusal(CodeRebaseBound, "the report has more than %d bytes", MaxRebaseBytes)
	}
	return result, r, nil
}
