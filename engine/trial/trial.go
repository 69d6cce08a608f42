package trial

import (
	"sync/atomic"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/execution"
	"github.com/semaprax/semaprax-go/engine/image"
)

// Run makes one trial: replay, plan, execution, report.
//
// cancel may be nil. When it is set the answer is neither a report nor a refusal: the
// cut says how far the trial came. A report whose fixed part does not fit the policy
// is SPX-G240 before a step is spent; one whose envelope does not is SPX-G240 after.
// Other refusals: SPX-G239, what Validate, Plan and execution answer.
func Run(p *candidate.Programs, c *candidate.Candidate, policy Policy, cancel *atomic.Bool) (*Report, *Cut, diag.List) {
	if wrong := policy.Check(); wrong != nil {
		return nil, nil, wrong
	}
	r := &running{programs: p, candidate: c, policy: policy, cancel: cancel}
	if r.cancelled() {
		return nil, &Cut{BeforeStep: 1}, nil
	}
	if wrong := c.ValidateWhile(p, func() bool { return !r.cancelled() }); wrong != nil {
		return nil, nil, wrong
	}
	if r.cancelled() {
		return nil, &Cut{BeforeStep: 1}, nil
	}
	if wrong := r.prepare(); wrong != nil {
		return nil, nil, wrong
	}
	return r.execute()
}

// Cut says how far a cancelled trial came.
type Cut struct {
	// BeforeStep is the step that was not begun, from 1; StepsUsed is one less.
	BeforeStep, StepsUsed uint64
}

// running is one trial on its way.
type running struct {
	programs  *candidate.Programs
	candidate *candidate.Candidate
	policy    Policy
	cancel    *atomic.Bool

	now     *image.Image
	content content
}

func (r *running) cancelled() bool { return r.cancel != nil && r.cancel.Load() }

// prepare fills everything of the report that the execution does not decide, and
// refuses a report that cannot fit.
func (r *running) prepare() diag.List {
	plan, wrong := r.candidate.Plan(r.programs)
	if wrong != nil {
		return wrong
	}
	if r.now, wrong = r.programs.Current(r.candidate); wrong != nil {
		return wrong
	}
	c := &r.content
	now, base := r.candidate.Now(), r.candidate.Base()
	*c = content{
		Version: r.programs.Compiler(), Candidate: r.candidate.Revision(),
		Base: base.Revision(), Project: now.Revision(), Workspace: now.WorkspaceRevision(),
		Origin: plan.Origin, Selected: plan.Selected, Options: r.policy,
		Plan: digestOf(planDomain, candidate.TestPlanShape(), plan),
	}
	before, wrong := r.programs.Base(r.candidate)
	if wrong != nil {
		return wrong
	}
	c.Sources = inventory{Base: bindings(before), Candidate: bindings(r.now)}
	c.SourcesDigest = digestOf(sourcesDomain, inventoryShape(), &c.Sources)
	for _, change := range r.candidate.SourceChanges() {
		c.Diffs = append(c.Diffs, sourceDiff{change.Path, change.BaseDigest, change.Digest, change.DiffDigest, uint64(len(change.Diff))})
	}
	c.DiffsDigest = digestOf(diffsDomain, diffsShape(), &c.Diffs)
	c.OptionsDigest = digestOf(optionsDomain, optionsShape(), &c.Options)
	c.Execution.MaxSteps = r.policy.MaxSteps
	if _, fits := r.render(); !fits {
		return r.overBound()
	}
	return nil
}

// bindings lists the sources of an image in path order.
func bindings(i *image.Image) []image.SourceBinding {
	var list []image.SourceBinding
	for _, m := range i.Project().Modules() {
		list = append(list, image.SourceBinding{Path: m.Path, Module: m.Name, Revision: m.Revision, Digest: m.SourceDigest})
	}
	return list
}

func (r *running) overBound() diag.List {
	return diag.Refusal(CodeBound, "the test report exceeds the host's %d bytes", r.policy.MaxReportBytes)
}

// render writes the report; fits is false when it is over the policy's bound.
func (r *running) render() (text []byte, fits bool) {
	return reportShape().Line(&r.content, int(r.policy.MaxReportBytes))
}

// execute runs the whole declared test closure and reports.
func (r *running) execute() (*Report, *Cut, diag.List) {
	var spent int64
	options := execution.Options{
		MaxSteps: int64(r.policy.MaxSteps), MaxBytes: int(r.policy.MaxExecutionBytes),
		Cancelled: func(stepsUsed int64) { spent = stepsUsed },
	}
	ran, wrong := execution.Run(r.now.Project(), execution.Tests, options, r.cancel)
	switch {
	case wrong != nil && wrong[0].Code == diag.F105:
		return nil, &Cut{BeforeStep: uint64(spent) + 1, StepsUsed: uint64(spent)}, nil
	case wrong != nil:
		return nil, nil, wrong
	}
	report, wrong := r.report(ran)
	return report, nil, wrong
}

func (r *running) report(ran *execution.Report) (*Report, diag.List) {
	envelope, wrong := ran.Envelope()
	if wrong != nil {
		return nil, diag.Refusal(CodeBound, "the execution envelope exceeds the host's %d bytes", r.policy.MaxExecutionBytes)
	}
	r.content.Passed = ran.Passed()
	r.content.Execution = executed{
		Envelope: envelope, EnvelopeDigest: canon.Sum(envelopeDomain, envelope),
		Outcome:   canon.Sum(outcomeDomain, ran.Main.OutcomeLine()),
		StepsUsed: uint64(ran.Main.Outcome.StepsUsed), MaxSteps: r.policy.MaxSteps,
	}
	text, fits := r.render()
	if !fits {
		return nil, r.overBound()
	}
	return &Report{text: text, digest: canon.Sum(reportDomain, text), passed: ran.Passed(), steps: r.content.Execution.StepsUsed}, nil
}
