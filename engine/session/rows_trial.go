package session

import (
	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/engine/trial"
	"github.com/semaprax/semaprax-go/policy"
)

// trialRows declares the methods of the host's test policy.
func trialRows() []row {
	tests := policy.GrantCandidateTest
	return []row{
		read("candidate/test-plan", "Which declared tests may reach what a candidate changed; nothing is run.",
			candidateParamsShape(), candidate.TestPlanShape(), testPlanOf).
			needing(tests).described(policy.GrantSemanticRead).inBatch().coded(candidate.CodePlan, candidate.CodePlanBound),
		read("candidate/test", "Replay a candidate and run its whole declared test closure under the host's budget.",
			candidateParamsShape(), trial.ReportShape(), testOf).plain().
			needing(tests).coded(trial.CodePolicy, trial.CodeBound),
		control("candidate/test-task-start", "Prepare the same trial beside the session; the first look at it begins it.",
			candidateParamsShape(), taskShape("start", taskFields()...), (*Session).startTask).plain().
			needing(tests).coded(trial.CodePolicy, trial.CodeTask, trial.CodeWorker),
		control("candidate/test-task-status", "Where the test task is.",
			taskParamsShape(), taskShape("status", taskFields()...), (*Session).taskStatus).
			needing(tests).coded(trial.CodeTask, trial.CodeWorker),
		control("candidate/test-task-cancel", "Request the end of the test task and wait for it.",
			taskParamsShape(), taskShape("cancel", append(taskFields(), schema.ConstBool[taskPayload]("cancel_observed", true))...),
			(*Session).cancelTask).plain().
			needing(tests).coded(trial.CodeTask, trial.CodeWorker),
		control("candidate/test-task-result", "The report of a completed test task, in chunks.",
			taskResultParamsShape(), taskShape("result-chunk", taskResultFields()...), (*Session).taskResult).
			needing(tests).coded(trial.CodeTask, trial.CodeWorker, trial.CodeChunk).carrying(trial.ReportSchema),
	}
}

func testPlanOf(v *view, _ *candidateParams, r *candidate.TestPlan) diag.List {
	plan, faults := v.selectedCandidate().Plan(v.programs)
	return deliverPointer(r, plan, faults)
}

func testOf(v *view, _ *candidateParams, r *[]byte) diag.List {
	report, _, faults := trial.Run(v.programs, v.selectedCandidate(), *v.tests, nil)
	if faults != nil {
		return faults
	}
	text := report.Text()
	*r = text[:len(text)-1]
	return nil
}

type taskParams struct {
	bound
	Task canon.Digest
}

func taskParam[P any](at func(*P) *taskParams) schema.Field[P] {
	return schema.Lift(at, bind(func(p *taskParams) *bound { return &p.bound }),
		schema.Required("task_revision", schema.Digest(), func(p *taskParams) *canon.Digest { return &p.Task }).
			Doc("The task_revision of candidate/test-task-start."))
}

func taskParamsShape() *schema.Kind[taskParams] {
	return schema.Params(toleratedParam, taskParam(func(p *taskParams) *taskParams { return p }))
}

type taskResultParams struct {
	taskParams
	window
}

func taskResultParamsShape() *schema.Kind[taskResultParams] {
	type p = taskResultParams
	return schema.Params(toleratedParam,
		taskParam(func(p *p) *taskParams { return &p.taskParams }),
		schema.Required("offset", schema.Count(0, trial.MaxReportBytes), func(p *p) *int { return &p.Offset }),
		schema.Required("max_bytes", schema.Count(trial.MinChunkBytes, trial.MaxChunkBytes), func(p *p) *int { return &p.Bytes }))
}

// taskPayload is what the task methods answer.
type taskPayload struct {
	Image, Project, Candidate, Task canon.Digest

	State               trial.State
	Terminal, Requested bool
	Report              canon.Digest
	Passed              schema.Maybe[bool]
	Before, Used        schema.Maybe[uint64]
	MaxSteps            uint64
	Diagnostics         []errorDiagnostic

	Piece    chunk
	Complete bool
}

// taskShape declares a payload of the task methods.
func taskShape(kind string, fields ...schema.Field[taskPayload]) *schema.Kind[taskPayload] {
	type t = taskPayload
	common := []schema.Field[t]{
		schema.Required("image_revision", schema.Digest(), func(p *t) *canon.Digest { return &p.Image }),
		schema.Required("project_revision", schema.Digest(), func(p *t) *canon.Digest { return &p.Project }),
		schema.Required("candidate_revision", schema.Digest(), func(p *t) *canon.Digest { return &p.Candidate }),
		schema.Required("task_revision", schema.Digest(), func(p *t) *canon.Digest { return &p.Task }),
		schema.False[t]("source_authority"),
		schema.ConstJSON[t]("authority", `{"network":false,"process":false,"publication":false,"source_write":false,"target_runtime":false}`),
		schema.ConstStrings[t]("blind_spots", "native_and_wasm_runtime", "deployment_configuration", "generated_artifacts",
			"external_api_behavior", "runtime_environment", "external_consumers"),
	}
	return schema.Document("semaprax.image-candidate-test-task-"+kind+".v1", append(common, fields...)...)
}

func taskFields() []schema.Field[taskPayload] {
	type t = taskPayload
	steps := schema.Nullable(schema.Uint())
	return []schema.Field[t]{
		schema.Required("state", schema.Choice(trial.Queued, trial.Running, trial.Completed, trial.Cancelled, trial.Failed),
			func(p *t) *trial.State { return &p.State }),
		schema.Required("terminal", schema.Bool(), func(p *t) *bool { return &p.Terminal }),
		schema.Required("cancellation_requested", schema.Bool(), func(p *t) *bool { return &p.Requested }),
		schema.Required("report_digest", schema.NullWhenZero(schema.Digest()), func(p *t) *canon.Digest { return &p.Report }),
		schema.Required("passed", schema.Nullable(schema.Bool()), func(p *t) *schema.Maybe[bool] { return &p.Passed }),
		schema.Required("before_step", steps, func(p *t) *schema.Maybe[uint64] { return &p.Before }),
		schema.Required("steps_used", steps, func(p *t) *schema.Maybe[uint64] { return &p.Used }),
		schema.Required("max_steps", schema.Uint(), func(p *t) *uint64 { return &p.MaxSteps }),
		schema.Required("diagnostics", schema.Array(errorDiagnosticShape(), 0, schema.Unbounded), func(p *t) *[]errorDiagnostic { return &p.Diagnostics }),
	}
}

func taskResultFields() []schema.Field[taskPayload] {
	type t = taskPayload
	return []schema.Field[t]{
		schema.Const[t]("report_schema", trial.ReportSchema),
		schema.Required("report_digest", schema.Digest(), func(p *t) *canon.Digest { return &p.Report }),
		chunked(func(p *t) *chunk { return &p.Piece }),
		schema.Required("complete", schema.Bool(), func(p *t) *bool { return &p.Complete }),
	}
}
