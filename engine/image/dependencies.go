package image

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// DependencySchema names the dependency report.
const DependencySchema = "semaprax.image-declaration-dependencies.v1"

// evidenceChecked says who owns the evidence of dependencies.
const evidenceChecked = "retained_checked_hir"

// originRow is where a site or call stands.
type originRow struct {
	Function, Phase, Expression string
	Source                      SourceBinding
	Span                        Span
}

func originFields[T any](at func(*T) *originRow) schema.Field[T] {
	type o = originRow
	return schema.Lift(at,
		schema.Required("function_id", schema.String(), func(p *o) *string { return &p.Function }),
		schema.Required("path", schema.String(), func(p *o) *string { return &p.Source.Path }),
		schema.Required("module", schema.String(), func(p *o) *string { return &p.Source.Module }),
		schema.Required("phase", phaseShape(), func(p *o) *string { return &p.Phase }),
		schema.Required("expression_id", schema.String(), func(p *o) *string { return &p.Expression }),
		schema.Required("source_revision", schema.Digest(), func(p *o) *canon.Digest { return &p.Source.Revision }),
		schema.Required("source_digest", schema.Digest(), func(p *o) *canon.Digest { return &p.Source.Digest }),
		schema.Required("span", SpanShape(), func(p *o) *Span { return &p.Span }),
		schema.Const[o]("evidence_owner", evidenceChecked))
}

// siteRow is one access to a type, case or field.
type siteRow struct {
	originRow
	Subject, Access, Reason string
}

func siteRowShape() *schema.Kind[siteRow] {
	type s = siteRow
	return schema.Object(
		originFields(func(p *s) *originRow { return &p.originRow }),
		schema.Required("field_or_type_id", schema.String(), func(p *s) *string { return &p.Subject }),
		schema.Required("access", schema.Choice(graph.FactNames(graph.FactKind.IsAccess)...), func(p *s) *string { return &p.Access }),
		schema.Required("reason", schema.String(), func(p *s) *string { return &p.Reason }))
}

// callRow is one direct call that leads to the target.
type callRow struct {
	originRow
	Callee, Instance string
	TypeArguments    []string
}

func callRowShape() *schema.Kind[callRow] {
	type c = callRow
	return schema.Object(
		originFields(func(p *c) *originRow { return &p.originRow }),
		schema.Required("callee_id", schema.String(), func(p *c) *string { return &p.Callee }),
		schema.Required("instance_id", schema.NullWhenZero(schema.String()), func(p *c) *string { return &p.Instance }),
		schema.Required("type_arguments", schema.Array(schema.String(), 0, schema.Unbounded), func(p *c) *[]string { return &p.TypeArguments }),
		schema.Const[c]("reason", "retained_direct_call_to_persistent_callee"))
}

// callerFunction is a function of the reverse callable closure.
type callerFunction struct {
	ID, Name     string
	Source       SourceBinding
	Direct, User bool
}

func callerFunctionShape() *schema.Kind[callerFunction] {
	type c = callerFunction
	return schema.Object(
		schema.Required("caller_id", schema.String(), func(p *c) *string { return &p.ID }),
		schema.Required("name", schema.String(), func(p *c) *string { return &p.Name }),
		schema.Required("source_binding", SourceBindingShape(), func(p *c) *SourceBinding { return &p.Source }),
		schema.Required("direct_caller", schema.Bool(), func(p *c) *bool { return &p.Direct }),
		schema.Required("direct_field_user", schema.Bool(), func(p *c) *bool { return &p.User }))
}

// dependencyReport is semaprax.image-declaration-dependencies.v1.
type dependencyReport struct {
	Image, Project, Workspace canon.Digest
	Target                    string
	Declaration               SymbolRow
	Source                    SourceBinding
	Typed                     typedDeclaration
	Selected                  []string
	Sites                     []siteRow
	Users, Closure            []string
	TestRoot                  string
	TestReachable             bool
	Calls                     []callRow
	Work                      dependencyWork
}

// dependencyWork is what making a report took.
type dependencyWork struct{ Expressions, Patterns, Sites, Calls, Types, Retained int }

// DependencyReportShape declares the dependency report.
func DependencyReportShape() *schema.Kind[dependencyReport] {
	type d = dependencyReport
	texts := schema.Array(schema.String(), 0, schema.Unbounded)
	return schema.Document(DependencySchema,
		schema.Required("image_digest", schema.Digest(), func(p *d) *canon.Digest { return &p.Image }),
		schema.Required("project_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Project }),
		schema.Required("workspace_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Workspace }),
		schema.Required("target", schema.String(), func(p *d) *string { return &p.Target }),
		schema.Required("declaration", symbolRowShape(), func(p *d) *SymbolRow { return &p.Declaration }),
		schema.Required("source_binding", SourceBindingShape(), func(p *d) *SourceBinding { return &p.Source }),
		schema.Required("typed_declaration", typedDeclarationShape(), func(p *d) *typedDeclaration { return &p.Typed }),
		schema.Required("selected_declaration_ids", texts, func(p *d) *[]string { return &p.Selected }),
		schema.Required("relationships", relationshipsShape(), func(p *d) *d { return p }),
		schema.Required("direct_call_sites", schema.Array(callRowShape(), 0, MaxDependencyRows), func(p *d) *[]callRow { return &p.Calls }),
		schema.Const[d]("evidence_owner", evidenceChecked),
		schema.Const[d]("evidence_class", "descriptive_recomputable_compiler_projection"),
		schema.ConstJSON[d]("limits", `{"max_calls":65536,"max_depth":256,"max_expression_and_pattern_visits":1048576,`+
			`"max_report_bytes":8388608,"max_retained_bytes":16777216,"max_sites":65536,"max_type_items":65536}`),
		schema.Required("index_work", dependencyWorkShape(), func(p *d) *dependencyWork { return &p.Work }),
		dependencyNonclaims[d]())
}

func dependencyNonclaims[T any]() schema.Field[T] {
	return schema.ConstStrings[T]("nonclaims", "not_test_coverage", "no_execution_or_source_authority",
		"no_external_or_dynamic_callers", "no_runtime_liveness_or_path_feasibility",
		"materialized_generic_instances_not_rescanned; template_callee_IDs_used_without_remapping")
}

func relationshipsShape() *schema.Kind[dependencyReport] {
	type d = dependencyReport
	texts := schema.Array(schema.String(), 0, schema.Unbounded)
	return schema.Object(
		schema.Required("direct_field_sites", schema.Array(siteRowShape(), 0, MaxDependencyRows), func(p *d) *[]siteRow { return &p.Sites }),
		schema.Required("direct_field_user_functions", texts, func(p *d) *[]string { return &p.Users }),
		schema.Required("reverse_callable_closure", texts, func(p *d) *[]string { return &p.Closure }),
		schema.Required("declared_test_root", schema.NullWhenZero(schema.String()), func(p *d) *string { return &p.TestRoot }),
		schema.Required("test_reachable", schema.Bool(), func(p *d) *bool { return &p.TestReachable }),
		schema.Const[d]("basis", "retained_HIR_field_ID_accesses_and_local_or_imported_direct_calls"),
		schema.Const[d]("coverage", "not_inferred"),
		schema.False[d]("executed"),
		schema.ConstStrings[d]("limitations", "no_external_or_dynamic_callers",
			"aggregate_whole_value_reads_not_expanded_to_every_leaf", "no_runtime_liveness_or_path_feasibility"))
}

func dependencyWorkShape() *schema.Kind[dependencyWork] {
	type w = dependencyWork
	return schema.Object(
		schema.Required("expression_visits", places(), func(p *w) *int { return &p.Expressions }),
		schema.Required("pattern_visits", places(), func(p *w) *int { return &p.Patterns }),
		schema.Required("sites", places(), func(p *w) *int { return &p.Sites }),
		schema.Required("calls", places(), func(p *w) *int { return &p.Calls }),
		schema.Required("type_items", places(), func(p *w) *int { return &p.Types }),
		schema.Required("charged_retained_bytes", places(), func(p *w) *int { return &p.Retained }))
}

// Dependencies renders the dependency report of a declaration, its LF included.
//
// Faults: SPX-G320 for a target that does not exist, SPX-G321 for a report over its
// bounds.
func (i *Image) Dependencies(target string) ([]byte, diag.List) {
	x, faults := i.dependencyIndex(target)
	if faults != nil {
		return nil, faults
	}
	r := x.report()
	if r.Work.Expressions+r.Work.Patterns > MaxDependencyVisits {
		return nil, fault(CodeDependencyCapacity, "the uses of "+diag.Shown(target)+" take more work than a dependency report may")
	}
	var b canon.Builder
	b.Limit(MaxDependencyBytes)
	i.dependencies().report.Encode(&b, r)
	out := b.Line()
	if b.Over() {
		return nil, fault(CodeDependencyCapacity, "the dependency report of "+diag.Shown(target)+" exceeds its byte bound")
	}
	return out, nil
}

// report fills the report in.
func (x *dependencyIndex) report() *dependencyReport {
	i := x.image
	r := &dependencyReport{
		Image: i.revision, Project: i.of.Revision(), Workspace: i.of.WorkspaceRevision(), Target: x.node.Identity,
		Declaration: i.symbolRow(x.node), Source: i.binding(x.node.Module), Typed: i.typedDeclaration(x.node, x.members),
		Sites: x.siteRows(0, MaxDependencyRows), Calls: x.callRows(0, MaxDependencyRows),
		TestRoot: x.tests, TestReachable: x.reached,
	}
	for _, n := range x.selected {
		r.Selected = append(r.Selected, i.graph.Node(n).Identity)
	}
	for c := range x.callers {
		r.Closure = append(r.Closure, x.callers[c].ID)
		if x.callers[c].User {
			r.Users = append(r.Users, x.callers[c].ID)
		}
	}
	r.Work = dependencyWork{
		Expressions: x.work.Expressions, Patterns: x.work.Patterns,
		Sites: len(r.Sites), Calls: len(r.Calls), Types: len(x.members), Retained: r.retained(),
	}
	return r
}

// retained is the length of the texts that the rows of a report hold.
func (r *dependencyReport) retained() int {
	sum := 0
	for s := range r.Sites {
		row := &r.Sites[s]
		sum += len(row.Function) + len(row.Expression) + len(row.Subject) + len(row.Access) + len(row.Reason)
	}
	for c := range r.Calls {
		row := &r.Calls[c]
		sum += len(row.Function) + len(row.Expression) + len(row.Callee) + len(row.Instance)
	}
	for m := range r.Typed.Members {
		row := &r.Typed.Members[m]
		sum += len(row.ID) + len(row.Name) + len(row.Type)
	}
	return sum
}
