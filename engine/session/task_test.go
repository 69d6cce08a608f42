package session

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/semaprax/semaprax-go/engine/trial"
	"github.com/semaprax/semaprax-go/policy"
)

// reviewing opens a session that grants tests, with the rename as candidate.
func reviewing(t testing.TB) (s *Session, dir, digest string) {
	t.Helper()
	s, dir = openSession(t, "calculator", policy.Review.Policy())
	return s, dir, renamed(t, s)
}

func candidateParam(s *Session, digest string) string {
	return imageParams(s, `"candidate_revision":"`+digest+`"`)
}

func taskOf(s *Session, task string, more ...string) string {
	return imageParams(s, append([]string{`"task_revision":"` + task + `"`}, more...)...)
}

func TestCandidateTestAnswersTheReport(t *testing.T) {
	s, _, digest := reviewing(t)
	plan := ask(t, s, "candidate/test-plan", candidateParam(s, digest))
	if got := plan.member(t, "selected"); got != "true" {
		t.Errorf("selected %s", got)
	}
	a := ask(t, s, "candidate/test", candidateParam(s, digest))
	if got := a.member(t, "passed"); got != "true" {
		t.Errorf("passed %s", got)
	}
	if got := a.member(t, "candidate_digest"); got != digest {
		t.Errorf("candidate_digest %s", got)
	}
}

// finishTask polls until the task is terminal.
func finishTask(t testing.TB, s *Session, task string) answer {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		if a := ask(t, s, "candidate/test-task-status", taskOf(s, task)); a.member(t, "terminal") == "true" {
			return a
		}
		runtime.Gosched()
	}
	t.Fatal("the task does not end")
	return answer{}
}

func TestTaskGoesItsWay(t *testing.T) {
	s, _, digest := reviewing(t)
	started := ask(t, s, "candidate/test-task-start", candidateParam(s, digest))
	task := started.member(t, "task_revision")
	if got := started.member(t, "state"); got != "queued" {
		t.Fatalf("state %s", got)
	}
	wantCode(t, ask(t, s, "candidate/test-task-start", candidateParam(s, digest)), "SPX-G365")
	wantCode(t, ask(t, s, "candidate/test-task-status", taskOf(s, numbered(4).String())), "SPX-G365")
	done := finishTask(t, s, task)
	if got := done.member(t, "state") + " " + done.member(t, "passed"); got != "completed true" {
		t.Fatalf("ended %s", got)
	}
	text, offset := "", "0"
	for offset != "" {
		a := ask(t, s, "candidate/test-task-result", taskOf(s, task, `"offset":`+offset, `"max_bytes":4096`))
		text += a.member(t, "chunk")
		offset = a.member(t, "next_offset")
		if got := a.member(t, "complete") == "true"; got != (offset == "") {
			t.Errorf("complete %v at next_offset %s", got, offset)
		}
	}
	direct := ask(t, s, "candidate/test", candidateParam(s, digest))
	if string(direct.Result.Payload)+"\n" != text {
		t.Error("the task's report is not the synchronous one")
	}
	wantCode(t, ask(t, s, "candidate/test-task-result", taskOf(s, task, `"offset":`+decimal(len(text)+1), `"max_bytes":4096`)), "SPX-G367")
	late := ask(t, s, "candidate/test-task-cancel", taskOf(s, task))
	if got := late.member(t, "state") + " " + late.member(t, "cancellation_requested"); got != "completed true" {
		t.Errorf("cancelled after the end: %s", got)
	}
	wantCode(t, ask(t, s, "candidate/test-task-start", candidateParam(s, digest)), "SPX-G365")
	wantCode(t, ask(t, s, "workspace/refresh-preview", imageParams(s)), "")
	if s.task == nil {
		t.Fatal("a preview ends the task")
	}
	wantCode(t, ask(t, s, "workspace/refresh", imageParams(s, `"expected_new_project_revision":"`+s.project.Revision().String()+`"`)), "")
	if s.task != nil {
		t.Fatal("a refresh leaves the task")
	}
	wantCode(t, ask(t, s, "candidate/test-task-start", candidateParam(s, digest)), "")
}

func TestQueuedTaskIsCancelled(t *testing.T) {
	s, _, digest := reviewing(t)
	task := ask(t, s, "candidate/test-task-start", candidateParam(s, digest)).member(t, "task_revision")
	a := ask(t, s, "candidate/test-task-cancel", taskOf(s, task))
	for name, want := range map[string]string{"state": "cancelled", "before_step": "1", "steps_used": "0", "cancel_observed": "true", "passed": ""} {
		if got := a.member(t, name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	wantCode(t, ask(t, s, "candidate/test-task-result", taskOf(s, task, `"offset":0`, `"max_bytes":4096`)), "SPX-G365")
}

// TestDriftEndsASessionWithATask: every method but the refreshes, whatever the state.
func TestDriftEndsASessionWithATask(t *testing.T) {
	for _, method := range []string{"workspace/open", "candidate/test-task-start", "candidate/test-task-status"} {
		s, dir, digest := reviewing(t)
		task := ask(t, s, "candidate/test-task-start", candidateParam(s, digest)).member(t, "task_revision")
		finishTask(t, s, task)
		os.Remove(firstSource(s, dir))
		params := map[string]string{"candidate/test-task-start": candidateParam(s, digest), "candidate/test-task-status": taskOf(s, task)}[method]
		wantCode(t, ask(t, s, method, params), "SPX-J102")
		if !s.Terminal() || s.task != nil {
			t.Errorf("%s: terminal %v, task %v", method, s.Terminal(), s.task)
		}
	}
	s, dir, digest := reviewing(t)
	os.Remove(firstSource(s, dir))
	wantCode(t, ask(t, s, "candidate/test-task-start", candidateParam(s, digest)), "SPX-J102")
	if !s.Terminal() {
		t.Error("start without a task does not end the session")
	}
	calm, dir, _ := reviewing(t)
	os.Remove(firstSource(calm, dir))
	wantCode(t, ask(t, calm, "workspace/open", ""), "SPX-J102")
	if calm.Terminal() {
		t.Error("drift without a task ends the session")
	}
}

func TestTasksDoNotOutliveTheirSession(t *testing.T) {
	before := runtime.NumGoroutine()
	pool := trial.NewPool()
	for range 3 {
		s, _, digest := reviewing(t)
		s.pool = pool
		ask(t, s, "candidate/test-task-start", candidateParam(s, digest))
		s.Finish(nil)
	}
	for range 1000 { // a worker that has ended may not have gone yet
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if now := runtime.NumGoroutine(); now > before {
		t.Errorf("%d goroutines became %d", before, now)
	}
}

func TestPoolIsSharedByTheSessionsOfAProcess(t *testing.T) {
	pool := trial.NewPool()
	for n := range trial.MaxWorkers + 1 {
		s, _, digest := reviewing(t)
		s.pool = pool
		a := ask(t, s, "candidate/test-task-start", candidateParam(s, digest))
		if got, want := a.code() == "", n < trial.MaxWorkers; got != want {
			t.Errorf("task %d: %.200s", n, a.raw)
		}
	}
}

func TestTaskToolsChangeNoCapability(t *testing.T) {
	s, _, _ := reviewing(t)
	if got := string(s.discover().capabilities); !strings.Contains(got, `"test_execution":true`) || !strings.Contains(got, `"request_overrides":false`) {
		t.Errorf("capabilities %s", got)
	}
}
