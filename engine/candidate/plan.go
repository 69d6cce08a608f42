package candidate

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// PlanSchema names the test plan.
const PlanSchema = "semaprax.project-candidate-test-plan.v1"

// The reasons for which a plan selects the tests although no call reaches what
// changed.
const (
	reasonMoved   = "module_binding_and_origin_change"
	reasonRecord  = "non_callable_record_shape_change"
	reasonDisplay = "non_callable_member_display_change"
	reasonOther   = "unclassified_semantic_change"
	reasonOpaque  = "opaque_static_call_dependency"
)

// TestPlan says whether the declared tests may reach what a candidate changed
// (candidate facts 8.8). It runs nothing.
type TestPlan struct {
	Candidate, Base, Project      canon.Digest
	Changed, BaseReached, Reached []string
	Reasons                       []string
	BaseReachable, Reachable      int
	Selected                      bool
	Origin                        TestOrigin
	Tests                         []TestOrigin
}

// TestOrigin is the declared test and its source.
type TestOrigin struct {
	image.SourceBinding
	Identity string
}

// TestPlanShape declares the plan.
func TestPlanShape() *schema.Kind[TestPlan] {
	type t = TestPlan
	texts := schema.UniqueArray(schema.String(), 0, schema.Unbounded)
	list := func(name string, at func(*t) *[]string) schema.Field[t] { return schema.Required(name, texts, at) }
	reasons := schema.UniqueArray(schema.Choice(reasonMoved, reasonRecord, reasonDisplay, reasonOther, reasonOpaque), 0, 5)
	return schema.Document(PlanSchema,
		schema.Required("candidate_digest", schema.Digest(), func(p *t) *canon.Digest { return &p.Candidate }),
		schema.Required("base_project_revision", schema.Digest(), func(p *t) *canon.Digest { return &p.Base }),
		schema.Required("project_revision", schema.Digest(), func(p *t) *canon.Digest { return &p.Project }),
		schema.ConstUint[t]("declared_test_count", 1),
		schema.Const[t]("selection_basis", "static_transitive_HIR_calls_not_runtime_coverage"),
		list("changed_targets", func(p *t) *[]string { return &p.Changed }),
		list("base_reachable_changed_targets", func(p *t) *[]string { return &p.BaseReached }),
		list("candidate_reachable_changed_targets", func(p *t) *[]string { return &p.Reached }),
		schema.Required("conservative_reasons", reasons, func(p *t) *[]string { return &p.Reasons }),
		schema.Required("base_reachable_callable_count", schema.Count(0, project.MaxFunctions), func(p *t) *int { return &p.BaseReachable }),
		schema.Required("candidate_reachable_callable_count", schema.Count(0, project.MaxFunctions), func(p *t) *int { return &p.Reachable }),
		schema.Required("selected", schema.Bool(), func(p *t) *bool { return &p.Selected }),
		schema.Required("test_origin", TestOriginShape(), func(p *t) *TestOrigin { return &p.Origin }),
		schema.Required("selected_tests", schema.Array(TestOriginShape(), 0, 1), func(p *t) *[]TestOrigin { return &p.Tests }),
		schema.Const[t]("execution", "not_run"),
		schema.Const[t]("explicit_execution_scope", "complete_manifest_declared_test_closure"),
		schema.ConstStrings[t]("nonclaims", "not_dynamic_coverage", "not_proof_unselected_code_is_safe",
			"no_external_tests_or_callers", "no_execution_or_source_authority"))
}

// TestOriginShape declares the origin of a test.
func TestOriginShape() *schema.Kind[TestOrigin] {
	type o = TestOrigin
	return schema.Object(
		schema.Required("module", schema.String(), func(p *o) *string { return &p.Module }),
		schema.Required("stable_id", schema.String(), func(p *o) *string { return &p.Identity }),
		schema.Required("path", schema.String(), func(p *o) *string { return &p.Path }),
		schema.Required("source_revision", schema.Digest(), func(p *o) *canon.Digest { return &p.Revision }),
		schema.Required("source_digest", schema.Digest(), func(p *o) *canon.Digest { return &p.Digest }))
}

// Plan makes the test plan of a candidate. Refusals: SPX-G239 for a project without
// a test module, SPX-G240 for a plan over MaxPlanBytes.
func (c *Candidate) Plan(p *Programs) (*TestPlan, diag.List) {
	base, fault := p.Base(c)
	if fault != nil {
		return nil, fault
	}
	now, fault := p.Current(c)
	if fault != nil {
		return nil, fault
	}
	if base.Project().Tests() == nil || now.Project().Tests() == nil {
		return nil, refusal(CodePlan, "the project declares no tests")
	}
	plan := &TestPlan{Candidate: c.revision, Base: c.base.revision, Project: c.now.revision, Origin: testOrigin(now.Project())}
	before, after := reach(base.Project()), reach(now.Project())
	plan.BaseReachable, plan.Reachable = len(before.functions), len(after.functions)
	plan.Changed, plan.Reasons = c.changedTargets(base.Project().Program())
	plan.BaseReached = before.among(plan.Changed)
	plan.Reached = after.among(plan.Changed)
	if before.opaque || after.opaque {
		plan.Reasons = append(plan.Reasons, reasonOpaque)
		slices.Sort(plan.Reasons)
	}
	plan.Selected = len(plan.BaseReached) > 0 || len(plan.Reached) > 0 || len(plan.Reasons) > 0
	if plan.Selected {
		plan.Tests = []TestOrigin{plan.Origin}
	}
	if _, ok := renderLine(TestPlanShape(), plan, MaxPlanBytes); !ok {
		return nil, refusal(CodePlanBound, "the test plan has more than %d bytes", MaxPlanBytes)
	}
	return plan, nil
}

func testOrigin(of *project.Project) TestOrigin {
	main := of.Program().Functions[of.Tests().Main]
	m := &of.Modules()[main.Module]
	return TestOrigin{image.SourceBinding{Path: m.Path, Module: m.Name, Revision: m.Revision, Digest: m.SourceDigest}, main.Identity.Text}
}

// changedTargets lists the declarations the history changed and the reasons for
// which calls do not settle what that affects, both ascending.
func (c *Candidate) changedTargets(base *check.Program) (targets, reasons []string) {
	for i := range c.operations {
		op := &c.operations[i]
		target := op.Target
		if op.Kind == intent.AddDeclaration && op.New != nil {
			target = op.New.ID
		}
		targets = append(targets, target)
		if op.Kind == intent.ExtractFunction && op.New != nil {
			targets = append(targets, op.New.ID)
		}
		if reason := conservative(base, op); reason != "" {
			reasons = append(reasons, reason)
		}
	}
	slices.Sort(targets)
	slices.Sort(reasons)
	return slices.Compact(targets), slices.Compact(reasons)
}

// conservative is why calls do not settle what an operation affects, or nothing.
func conservative(base *check.Program, op *intent.Operation) string {
	switch op.Kind {
	case intent.ChangeFunctionSignature, intent.ReplaceFunctionBody, intent.RepairDiagnostic, intent.ReplaceExpression,
		intent.ReplaceContractExpression, intent.AddContract, intent.ExtractFunction:
		return ""
	case intent.RenameDeclaration:
		if ref, found := base.Lookup(op.Target); !found || ref.Kind == check.RefFunction {
			return ""
		}
		return reasonDisplay
	case intent.AddDeclaration:
		if op.New != nil && op.New.Kind == "" {
			return ""
		}
	case intent.MoveDeclaration:
		return reasonMoved
	case intent.AddRecordField:
		return reasonRecord
	}
	return reasonOther
}

// reached is what the declared tests of one revision can call.
type reached struct {
	of        *project.Project
	functions map[check.FunctionID]bool
	opaque    bool // a call leads out of the sources
}

// reach follows the calls in clauses and bodies from the test module's main and its
// named cases.
func reach(of *project.Project) *reached {
	r := &reached{of: of, functions: map[check.FunctionID]bool{}}
	pending := []check.FunctionID{of.Tests().Main}
	for _, c := range of.Cases() {
		pending = append(pending, c.Function)
	}
	p := of.Program()
	for len(pending) > 0 {
		id := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if r.functions[id] {
			continue
		}
		r.functions[id] = true
		fn := p.Functions[id]
		tables := p.Modules[fn.Module].Tables
		for i := range fn.Calls {
			pending = r.follow(tables.Call(fn.Calls[i].Expr.ID()), pending)
		}
	}
	return r
}

func (r *reached) follow(call *check.Call, pending []check.FunctionID) []check.FunctionID {
	switch {
	case call == nil || call.Kind == check.TargetImport || call.Kind == check.TargetNone:
		r.opaque = true
	case call.Kind == check.TargetFunction:
		return append(pending, call.Function)
	}
	return pending
}

// among lists the targets that are reached, in their order.
func (r *reached) among(targets []string) []string {
	var list []string
	for _, target := range targets {
		ref, found := r.of.Program().Lookup(target)
		if found && ref.Kind == check.RefFunction && r.functions[check.FunctionID(ref.Index)] {
			list = append(list, target)
		}
	}
	return list
}
