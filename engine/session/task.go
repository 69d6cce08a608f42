package session

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/engine/trial"
)

// taskGuard authenticates the source of a session that has a test task, whatever the
// task's state. Drift cancels and joins the task and ends the session; the request
// that saw it is still answered.
func (s *Session) taskGuard() diag.List {
	drift := s.recheck()
	if drift != nil {
		s.endTask()
		s.terminal = true
	}
	return drift
}

// endTask cancels and joins the task, if there is one, and frees its slot.
func (s *Session) endTask() {
	if s.task != nil {
		s.task.Stop()
		s.task = nil
	}
}

// startTask prepares the one task of the session.
func (s *Session) startTask(op operation, id, dst []byte) []byte {
	in := op.(*typedOperation[candidateParams, taskPayload]).in
	faults := s.taskGuard()
	if faults == nil {
		faults = s.newTask(&in.Candidate)
	}
	if faults != nil {
		return appendFaults(dst, id, faults)
	}
	return s.showTask("start", taskFields(), s.task.Peek(), id, dst)
}

func (s *Session) newTask(revision *canon.Digest) diag.List {
	var v view
	if faults := s.registry.resolve(selection{candidate: revision}, &v); faults != nil {
		return faults
	}
	if s.task != nil {
		return fault(trial.CodeTask, "the session already has a test task; a refresh clears it")
	}
	started, faults := trial.Start(s.pool, s.image.Revision(), s.programs, v.selectedCandidate(), *s.tests)
	if faults != nil {
		return faults
	}
	s.task = started
	return nil
}

// namedTask authenticates and finds the task a call names.
func (s *Session) namedTask(revision canon.Digest) diag.List {
	if faults := s.taskGuard(); faults != nil {
		return faults
	}
	if s.task == nil || s.task.Revision() != revision {
		return fault(trial.CodeTask, "the session has no test task of this revision")
	}
	return nil
}

// taskStatus opens the gate and answers without waiting.
func (s *Session) taskStatus(op operation, id, dst []byte) []byte {
	in := op.(*typedOperation[taskParams, taskPayload]).in
	if faults := s.namedTask(in.Task); faults != nil {
		return appendFaults(dst, id, faults)
	}
	return s.showTask("status", taskFields(), s.task.Look(), id, dst)
}

// cancelTask waits until the task is terminal.
func (s *Session) cancelTask(op operation, id, dst []byte) []byte {
	in := op.(*typedOperation[taskParams, taskPayload]).in
	if faults := s.namedTask(in.Task); faults != nil {
		return appendFaults(dst, id, faults)
	}
	fields := append(taskFields(), schema.ConstBool[taskPayload]("cancel_observed", true))
	return s.showTask("cancel", fields, s.task.Cancel(), id, dst)
}

// taskResult answers a chunk of the report of a completed task.
func (s *Session) taskResult(op operation, id, dst []byte) []byte {
	in := op.(*typedOperation[taskResultParams, taskPayload]).in
	if faults := s.namedTask(in.Task); faults != nil {
		return appendFaults(dst, id, faults)
	}
	seen := s.task.Look()
	if seen.State != trial.Completed {
		return appendFaults(dst, id, fault(trial.CodeTask, "the test task is "+string(seen.State)+" and has no result"))
	}
	piece, ok := cut(seen.Report.Text(), in.window)
	if !ok {
		return appendFaults(dst, id, fault(trial.CodeChunk, "offset "+strconv.Itoa(in.Offset)+" is not the start of a character of the report"))
	}
	payload := s.taskPayload(seen)
	payload.Piece, payload.Complete = piece, !piece.Next.Set
	return respond(s, dst, id, taskShape("result-chunk", taskResultFields()...), &payload)
}

func (s *Session) showTask(kind string, fields []schema.Field[taskPayload], seen trial.Look, id, dst []byte) []byte {
	payload := s.taskPayload(seen)
	return respond(s, dst, id, taskShape(kind, fields...), &payload)
}

// taskPayload says what a task shows of itself.
func (s *Session) taskPayload(seen trial.Look) taskPayload {
	payload := taskPayload{
		Image: s.image.Revision(), Project: s.project.Revision(), Candidate: s.task.Candidate(), Task: s.task.Revision(),
		State: seen.State, Terminal: seen.State.Terminal(), Requested: seen.Requested, MaxSteps: seen.MaxSteps,
	}
	switch {
	case seen.Report != nil:
		payload.Report = seen.Report.Digest()
		payload.Passed = schema.Some(seen.Report.Passed())
		payload.Used = schema.Some(seen.Report.StepsUsed())
	case seen.Cut != nil:
		payload.Before, payload.Used = schema.Some(seen.Cut.BeforeStep), schema.Some(seen.Cut.StepsUsed)
	}
	for _, d := range seen.Faults {
		payload.Diagnostics = append(payload.Diagnostics, errorDiagnosticOf(d))
	}
	return payload
}
