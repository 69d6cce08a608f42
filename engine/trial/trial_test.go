package trial

import (
	"bytes"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/internal/fixture"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

const testCompiler = fixture.Compiler

var (
	noFault       = fixture.NoFault
	formula       = oracle.Digest[[]byte]
	canonicalLine = oracle.Canonical
	decoded       = oracle.Object
)

const manifestText = `schema = "semaprax.project.v1"
name = "sums"
entry = "sums.app"
sources = ["app.spx", "tests.spx"]
web_exports = ["sums.add"]
tests = ["sums.tests"]
`

const appText = `module sums.app;

@id("sums.add")
fn add(a: i64, b: i64) -> i64
{
    a + b
}

@id("sums.app.main")
fn main() -> i64
{
    add(40, 2)
}
`

// testsText is a test module whose one case has the given body.
func testsText(body string) string {
	return `module sums.tests;
use function @id("sums.add") from sums.app as add;

@id("sums.tests.main")
fn main() -> i64
{
    if add(1, 2) == 3 { 0 } else { 1 }
}

@id("sums.tests.case")
fn test_case() -> i64
{
    ` + body + `
}

@id("sums.tests.second")
fn test_second() -> i64
{
    0
}

@id("sums.tests.third")
fn test_third() -> i64
{
    0
}
`
}

// endless is a body that does not end.
const endless = `let mut n = 0;
    while n >= 0 {
        n = 0;
        0
    }
    n`

// opened opens a candidate over the sums project with the given case.
func opened(t testing.TB, body string) (*candidate.Programs, *candidate.Candidate, *image.Image) {
	t.Helper()
	of := fixture.Build(t, map[string]string{project.ManifestName: manifestText, "app.spx": appText, "tests.spx": testsText(body)})
	i, faults := image.Derive(of, testCompiler)
	noFault(t, faults)
	p := candidate.NewPrograms(testCompiler)
	p.Pin(i)
	c, faults := candidate.Open(p, i)
	noFault(t, faults)
	return p, c, i
}

func moderate() Policy {
	return Policy{MaxSteps: 100_000, MaxExecutionBytes: 16_384, MaxReportBytes: 65_536}
}

func TestReportHoldsItsDigests(t *testing.T) {
	p, c, _ := opened(t, "0")
	report, cut, faults := Run(p, c, moderate(), nil)
	noFault(t, faults)
	if cut != nil || !report.Passed() {
		t.Fatalf("cut %v, passed %v", cut, report.Passed())
	}
	value := decoded(t, report.Text())
	if again := canonicalLine(t, value); !bytes.Equal(again, report.Text()) {
		t.Errorf("not canonical:\n%s\n%s", report.Text(), again)
	}
	if got, want := report.Digest().String(), formula("semaprax.candidate-test.report.v1", report.Text()); got != want {
		t.Errorf("report digest %s, want %s", got, want)
	}
	plan, faults := c.Plan(p)
	noFault(t, faults)
	run := value["execution"].(map[string]any)
	envelope := []byte(run["envelope"].(string))
	main := decoded(t, envelope)["payload"].(map[string]any)
	var outcome canon.Builder
	outcome.BeginObject().Key("kind").String("returned").Key("type").String("i64").Key("value").String("0").EndObject()
	for name, pair := range map[string][2]string{
		"sources":  {value["source_inventory_digest"].(string), formula("semaprax.candidate-test.sources.v1", canonicalLine(t, value["source_inventory"]))},
		"diffs":    {value["source_diff_inventory_digest"].(string), formula("semaprax.candidate-test.diffs.v1", canonicalLine(t, value["source_diffs"]))},
		"options":  {value["options_digest"].(string), formula("semaprax.candidate-test.options.v1", canonicalLine(t, value["options"]))},
		"plan":     {value["test_plan_digest"].(string), formula("semaprax.candidate-test.plan.v1", append(candidate.TestPlanShape().AppendCJ(nil, plan), '\n'))},
		"envelope": {run["envelope_digest"].(string), formula("semaprax.candidate-test.execution-envelope.v1", envelope)},
		"outcome":  {run["outcome_digest"].(string), formula("semaprax.candidate-test.outcome.v1", outcome.Line())},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s digest %s, want %s", name, pair[0], pair[1])
		}
	}
	if got, want := run["steps_used"], main["fuel"].(map[string]any)["steps_used"]; got != want {
		t.Errorf("steps_used %v, the envelope says %v", got, want)
	}
	again, _, faults := Run(p, c, moderate(), nil)
	noFault(t, faults)
	if again.Digest() != report.Digest() {
		t.Error("a second trial reports something else")
	}
}

// TestFailuresAreReports: a failing test and one that does not end are reports.
func TestFailuresAreReports(t *testing.T) {
	for name, body := range map[string]string{"fails": "add(1, 0)", "overflows": "add(9223372036854775807, 1)", "does not end": endless} {
		p, c, _ := opened(t, body)
		report, cut, faults := Run(p, c, moderate(), nil)
		noFault(t, faults)
		if cut != nil || report.Passed() || !strings.Contains(string(report.Text()), `"passed":false`) {
			t.Errorf("%s: cut %v, report %s", name, cut, report.Text())
		}
	}
}

func TestReportsOverTheBound(t *testing.T) {
	p, c, _ := opened(t, "0")
	small := moderate()
	small.MaxReportBytes, small.MaxExecutionBytes = MinReportBytes, MinExecutionBytes
	if _, _, faults := Run(p, c, small, nil); faults == nil || faults[0].Code != CodeBound {
		t.Errorf("an envelope over its budget: %v", faults)
	}
	for _, wrong := range []Policy{{}, {MaxSteps: MaxSteps + 1, MaxExecutionBytes: 1024, MaxReportBytes: 16384},
		{MaxSteps: 1, MaxExecutionBytes: 1023, MaxReportBytes: 16384}, {MaxSteps: 1, MaxExecutionBytes: 1024, MaxReportBytes: 2097153}} {
		if _, _, faults := Run(p, c, wrong, nil); faults == nil || faults[0].Code != CodePolicy {
			t.Errorf("%+v: %v", wrong, faults)
		}
	}
}

// TestFixedPartIsJudgedBeforeAStep gives a project whose inventories alone exceed the
// bound, with a case that would fail loudly if it ran for long.
func TestFixedPartIsJudgedBeforeAStep(t *testing.T) {
	p, c, _ := opened(t, endless)
	r := &running{programs: p, candidate: c, policy: moderate()}
	r.policy.MaxReportBytes = 512
	if faults := r.prepare(); faults == nil || faults[0].Code != CodeBound {
		t.Errorf("got %v", faults)
	}
}

func TestTaskStates(t *testing.T) {
	p, c, i := opened(t, "0")
	pool := NewPool()
	task, faults := Start(pool, i.Revision(), p, c, moderate())
	noFault(t, faults)
	defer task.Stop()
	if got := task.Peek(); got.State != Queued || got.Requested {
		t.Fatalf("fresh: %+v", got)
	}
	time.Sleep(5 * time.Millisecond)
	if got := task.Peek(); got.State != Queued {
		t.Fatalf("the gate opens by itself: %+v", got)
	}
	final := wait(t, task)
	if final.State != Completed || !final.Report.Passed() {
		t.Fatalf("final: %+v", final)
	}
	direct, _, faults := Run(p, c, moderate(), nil)
	noFault(t, faults)
	if direct.Digest() != final.Report.Digest() || !bytes.Equal(direct.Text(), final.Report.Text()) {
		t.Error("the task's report is not the synchronous one")
	}
	if late := task.Cancel(); late.State != Completed || !late.Requested {
		t.Errorf("cancelled after the end: %+v", late)
	}
	if free := cap(pool.slots) - len(pool.slots); free != MaxWorkers {
		t.Errorf("%d slots are free", free)
	}
	if got, want := task.Revision(), canon.Sum("semaprax.image-candidate-test-task.v1", i.Revision().String()+"\x00"+c.Revision().String()); got != want {
		t.Errorf("task revision %s, want %s", got, want)
	}
}

// wait looks until the task is terminal.
func wait(t *testing.T, task *Task) Look {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		if l := task.Look(); l.State.Terminal() {
			return l
		}
		runtime.Gosched()
	}
	t.Fatal("the task does not end")
	return Look{}
}

func TestQueuedTaskIsCancelledBeforeItsFirstStep(t *testing.T) {
	p, c, i := opened(t, endless)
	task, faults := Start(NewPool(), i.Revision(), p, c, moderate())
	noFault(t, faults)
	got := task.Cancel()
	if got.State != Cancelled || got.Cut == nil || *got.Cut != (Cut{BeforeStep: 1}) || !got.Requested {
		t.Errorf("got %+v", got)
	}
}

// TestRunningTaskIsCancelledWithinThePollingBound cancels at a known step and demands
// that at most the polling distance more was charged.
func TestRunningTaskIsCancelledWithinThePollingBound(t *testing.T) {
	p, c, i := opened(t, endless)
	policy := moderate()
	policy.MaxSteps = MaxSteps
	task, faults := Start(NewPool(), i.Revision(), p, c, policy)
	noFault(t, faults)
	task.Look()
	time.Sleep(2 * time.Millisecond)
	got := task.Cancel()
	switch got.State {
	case Completed: // the budget ran out first: legal
	case Cancelled:
		if got.Cut.BeforeStep != got.Cut.StepsUsed+1 || got.Cut.StepsUsed >= MaxSteps {
			t.Errorf("cut %+v", got.Cut)
		}
	default:
		t.Errorf("got %+v", got)
	}
	flag := new(atomic.Bool)
	flag.Store(true)
	if _, cut, faults := Run(p, c, policy, flag); faults != nil || cut == nil || cut.StepsUsed != 0 {
		t.Errorf("a flag set before: cut %+v, %v", cut, faults)
	}
}

// TestCancelIsSeenWithinOnePoll executes with the flag already set, past every look the
// trial itself takes: the interpreter must stop within one polling distance.
func TestCancelIsSeenWithinOnePoll(t *testing.T) {
	const poll = 1024
	p, c, _ := opened(t, endless)
	flag := new(atomic.Bool)
	r := &running{programs: p, candidate: c, policy: moderate(), cancel: flag}
	noFault(t, r.prepare())
	flag.Store(true)
	report, cut, faults := r.execute()
	noFault(t, faults)
	if report != nil || cut == nil || cut.StepsUsed > poll || cut.BeforeStep != cut.StepsUsed+1 {
		t.Errorf("report %v, cut %+v", report, cut)
	}
}

func TestPoolIsBounded(t *testing.T) {
	p, c, i := opened(t, "0")
	pool := NewPool()
	var tasks []*Task
	for range MaxWorkers {
		task, faults := Start(pool, i.Revision(), p, c, moderate())
		noFault(t, faults)
		tasks = append(tasks, task)
	}
	if _, faults := Start(pool, i.Revision(), p, c, moderate()); faults == nil || faults[0].Code != CodeTask {
		t.Errorf("a ninth task: %v", faults)
	}
	tasks[3].Stop()
	extra, faults := Start(pool, i.Revision(), p, c, moderate())
	noFault(t, faults)
	for _, task := range append(tasks, extra) {
		task.Stop()
	}
	if len(pool.slots) != 0 {
		t.Errorf("%d slots are still taken", len(pool.slots))
	}
}

func TestPanickingWorkerIsAFailedTask(t *testing.T) {
	pool := NewPool()
	pool.take()
	task := &Task{gate: make(chan struct{}), done: make(chan struct{}), pool: pool, state: Queued}
	go task.work(func() (*Report, *Cut, diag.List) { panic("as asked") })
	got := wait(t, task)
	if got.State != Failed || len(got.Faults) != 1 || got.Faults[0].Code != CodeWorker {
		t.Errorf("got %+v", got)
	}
}

// TestCancelAgainstCompletion races the two; every outcome is legal and nothing is
// left behind.
func TestCancelAgainstCompletion(t *testing.T) {
	rounds := 1_000
	switch {
	case testing.Short():
		rounds = 100
	case soak():
		rounds = 10_000
	}
	pool := NewPool()
	before := runtime.NumGoroutine()
	report := &Report{text: []byte("{}\n"), passed: true}
	seen := map[State]int{}
	for n := range rounds {
		pool.take()
		task := &Task{gate: make(chan struct{}), done: make(chan struct{}), pool: pool, state: Queued}
		go task.work(func() (*Report, *Cut, diag.List) {
			for range n % 50 {
				runtime.Gosched()
				if task.cancel.Load() {
					return nil, &Cut{BeforeStep: 1}, nil
				}
			}
			return report, nil, nil
		})
		if n%3 > 0 {
			task.Look()
		}
		for range n % 40 {
			runtime.Gosched()
		}
		got := task.Cancel()
		if got.State != Completed && got.State != Cancelled || (got.State == Completed) != (got.Report != nil) {
			t.Fatalf("round %d: %+v", n, got)
		}
		if again := task.Look(); again.State != got.State {
			t.Fatalf("round %d: %s became %s", n, got.State, again.State)
		}
		seen[got.State]++
	}
	for range 1000 { // a worker that has ended may not have gone yet
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if len(pool.slots) != 0 || runtime.NumGoroutine() > before {
		t.Errorf("%d slots, %d goroutines left", len(pool.slots), runtime.NumGoroutine()-before)
	}
	t.Logf("outcomes %v", seen)
}
