package trial

import (
	"sync"
	"sync/atomic"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// taskDomain is the domain of task revisions.
const taskDomain = "semaprax.image-candidate-test-task.v1"

// TaskRevision is the handle of the task over a candidate under an image.
func TaskRevision(image, candidate canon.Digest) canon.Digest {
	text := append(append(image.AppendTo(nil), 0), candidate.String()...)
	return canon.Sum(taskDomain, text)
}

// State is where a task is.
type State string

// The states. The last three are terminal.
const (
	Queued    State = "queued"
	Running   State = "running"
	Completed State = "completed"
	Cancelled State = "cancelled"
	Failed    State = "failed"
)

// Terminal reports that a state does not change any more.
func (s State) Terminal() bool { return s == Completed || s == Cancelled || s == Failed }

// Task is one trial beside its session. Its methods are for the session's goroutine;
// only the worker runs beside them.
type Task struct {
	revision  canon.Digest
	candidate canon.Digest
	maxSteps  uint64

	gate   chan struct{} // closed by the first look
	opened sync.Once
	done   chan struct{} // closed by the worker when it has ended
	joined sync.Once
	pool   *Pool
	cancel atomic.Bool

	mu        sync.Mutex
	state     State
	report    *Report
	cut       *Cut
	faults    diag.List
	requested bool // cancellation was requested
}

// Start takes a slot and starts the worker behind its gate. Refusals: SPX-G239 for
// the policy, SPX-G365 when every slot of the pool is taken.
//
// The caller must end the task with Stop.
func Start(pool *Pool, image canon.Digest, p *candidate.Programs, c *candidate.Candidate, policy Policy) (*Task, diag.List) {
	if wrong := policy.Check(); wrong != nil {
		return nil, wrong
	}
	if !pool.take() {
		return nil, diag.Refusal(CodeTask, "the process already runs its %d test tasks", MaxWorkers)
	}
	t := &Task{
		revision: TaskRevision(image, c.Revision()), candidate: c.Revision(), maxSteps: policy.MaxSteps,
		gate: make(chan struct{}), done: make(chan struct{}), pool: pool, state: Queued,
	}
	go t.work(func() (*Report, *Cut, diag.List) { return Run(p, c, policy, &t.cancel) })
	return t, nil
}

// work waits at the gate, runs and keeps the outcome. A panic is a failed task.
func (t *Task) work(run func() (*Report, *Cut, diag.List)) {
	defer close(t.done)
	<-t.gate
	if t.cancel.Load() {
		t.finish(nil, &Cut{BeforeStep: 1}, nil)
		return
	}
	t.mu.Lock()
	t.state = Running
	t.mu.Unlock()
	defer func() {
		if recover() != nil {
			t.finish(nil, nil, diag.Refusal(CodeWorker, "the worker of the test task failed"))
		}
	}()
	t.finish(run())
}

func (t *Task) finish(report *Report, cut *Cut, faults diag.List) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.report, t.cut, t.faults = report, cut, faults
	switch {
	case report != nil:
		t.state = Completed
	case cut != nil:
		t.state = Cancelled
	default:
		t.state = Failed
	}
}

// Revision is the handle of the task.
func (t *Task) Revision() canon.Digest { return t.revision }

// Candidate is the revision of the candidate that is tested.
func (t *Task) Candidate() canon.Digest { return t.candidate }

// open lets the worker begin.
func (t *Task) open() { t.opened.Do(func() { close(t.gate) }) }

// Look opens the gate and says where the task is, without waiting.
func (t *Task) Look() Look {
	t.open()
	return t.look()
}

// Peek says where the task is and leaves the gate as it is.
func (t *Task) Peek() Look { return t.look() }

// Cancel requests cancellation, opens the gate, waits until the task is terminal and
// releases its slot. A task that was completed stays completed.
func (t *Task) Cancel() Look {
	t.mu.Lock()
	t.requested = true
	t.mu.Unlock()
	t.Stop()
	return t.look()
}

// Stop cancels and joins the worker without a trace in the state's history: for
// refreshes, the end of a session and drift.
func (t *Task) Stop() {
	t.cancel.Store(true)
	t.open()
	t.join()
}

// join waits for the worker and gives its slot back.
func (t *Task) join() {
	<-t.done
	t.joined.Do(t.pool.give)
}

// Look is what a task shows of itself at one moment.
type Look struct {
	State     State
	Requested bool // cancellation was requested
	Report    *Report
	Cut       *Cut
	Faults    diag.List
	MaxSteps  uint64
}

func (t *Task) look() Look {
	t.mu.Lock()
	l := Look{State: t.state, Requested: t.requested, Report: t.report, Cut: t.cut, Faults: t.faults, MaxSteps: t.maxSteps}
	t.mu.Unlock()
	if l.State.Terminal() {
		t.join()
	}
	return l
}
