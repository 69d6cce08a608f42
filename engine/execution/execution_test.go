package execution_test

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/execution"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/syntax"
	"github.com/semaprax/semaprax-go/internal/fixture"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

const manifestText = `schema = "semaprax.project.v1"
name = "pair"
entry = "pair.app"
sources = ["app.spx", "tests.spx"]
web_exports = ["pair.twice"]
tests = ["pair.tests"]
`

const appText = `module pair.app;

@id("pair.twice")
fn twice(value: i64) -> i64
    requires value >= 0
{
    value * 2
}

@id("pair.main")
fn main() -> i64
{
    twice(21)
}
`

const testsText = `module pair.tests;
use function @id("pair.twice") from pair.app as twice;

@id("pair.tests.main")
fn main() -> i64
{
    twice(0)
}

@id("pair.tests.b")
fn test_bad() -> i64
{
    twice(-1)
}

@id("pair.tests.a")
fn test_good() -> i64
{
    twice(1) - 2
}
`

// pair builds the two-module project with its test module's text replaced.
func pair(t *testing.T, tests string) *project.Project {
	t.Helper()
	manifest, fault := project.ParseManifest([]byte(manifestText))
	if fault != nil {
		t.Fatal(fault)
	}
	p, fault := project.Build(manifest, []project.Source{
		{Path: "app.spx", Text: []byte(appText)}, {Path: "tests.spx", Text: []byte(tests)},
	}, nil)
	if fault != nil {
		t.Fatal(fault)
	}
	return p
}

// openEnvelope checks schema, digest, size and the exact frame of an envelope and
// returns its payload.
func openEnvelope(t *testing.T, line []byte, schema, domain string) string {
	t.Helper()
	var outer struct {
		Schema, Digest string
		Bytes          int
		Payload        json.RawMessage
	}
	if err := json.Unmarshal(line, &outer); err != nil {
		t.Fatal(err)
	}
	payload := string(outer.Payload)
	want := `{"schema":"` + schema + `","digest":"` + oracle.Digest(domain, payload) + `","bytes":` +
		itoa(len(payload)) + `,"payload":` + payload + "}\n"
	if string(line) != want {
		t.Errorf("envelope\n got %s\nwant %s", line, want)
	}
	return payload
}

func itoa(n int) string {
	text, _ := json.Marshal(n)
	return string(text)
}

func TestEntryEnvelope(t *testing.T) {
	p := pair(t, testsText)
	report, refused := execution.Run(p, execution.Entry, execution.Options{}, nil)
	if refused != nil {
		t.Fatal(refused)
	}
	line, refused := report.Envelope()
	if refused != nil {
		t.Fatal(refused)
	}
	payload := openEnvelope(t, line, "semaprax.project-execution.v1", "semaprax.project-execution.payload.v1")
	// main: block 1, call 1, argument 1; twice: clause 1 + 3, block 1 + 3 = 11.
	want := `{"schema":"semaprax.project-execution.payload.v1","role":"entry","project":{"name":"pair","revision":"` +
		p.Revision().String() + `","workspace_revision":"` + p.WorkspaceRevision().String() + `"},"module":"pair.app",` +
		`"function":{"stable_id":"pair.main","name":"main"},"limits":{"max_bytes":65536,"max_steps":1000000},` +
		`"fuel":{"steps_used":11,"max_steps":1000000},"outcome":{"kind":"returned","type":"i64","value":"42"},` +
		`"nonclaims":["reference_interpreter_only","no_native_or_wasm_execution","no_source_publication_authority"]}`
	if payload != want {
		t.Errorf("payload\n got %s\nwant %s", payload, want)
	}
	if !report.Passed() || report.Main.Text() != "returned 42" {
		t.Errorf("passed %v, text %q", report.Passed(), report.Main.Text())
	}
}

func TestTestEnvelopeOrdersCasesAndTellsFailures(t *testing.T) {
	report, refused := execution.Run(pair(t, testsText), execution.Tests, execution.Options{MaxSteps: 500}, nil)
	if refused != nil {
		t.Fatal(refused)
	}
	line, _ := report.Envelope()
	payload := openEnvelope(t, line, "semaprax.project-execution.v1", "semaprax.project-execution.payload.v1")
	_, tail, _ := strings.Cut(payload, `"fuel":`)
	// test_good: block 1, - 1, call 1, argument 1, twice 8, literal 1 = 13.
	// test_bad: block 1, call 1, unary minus 1, literal 1, clause 4 = 8.
	want := `{"steps_used":11,"max_steps":500},"outcome":{"kind":"returned","type":"i64","value":"0"},"cases":[` +
		`{"stable_id":"pair.tests.a","name":"test_good","fuel":{"steps_used":13,"max_steps":500},"outcome":{"kind":"returned","type":"i64","value":"0"}},` +
		`{"stable_id":"pair.tests.b","name":"test_bad","fuel":{"steps_used":8,"max_steps":500},"outcome":{"kind":"language_failure",` +
		`"status":{"schema":"semaprax.status.v1","domain_id":"semaprax.contract.v1","code":1,"class":"contract","retryable":false},` +
		`"failure":{"function_id":"pair.twice","phase":"requires","clause":"value >= 0","arguments":[{"name":"value","type":"i64","value":"-1"}]}}}],` +
		`"nonclaims":["reference_interpreter_only","no_native_or_wasm_execution","no_source_publication_authority"]}`
	if tail != want {
		t.Errorf("payload\n got %s\nwant %s", tail, want)
	}
	if report.Passed() {
		t.Error("passed although a case failed")
	}
	text := "failed: requires clause is false (semaprax.contract.v1 1): `value >= 0` of `pair.twice` with value = -1"
	if got := report.Cases[1].Text(); got != text {
		t.Errorf("text %q, want %q", got, text)
	}
	if got := string(report.Main.OutcomeLine()); got != `{"kind":"returned","type":"i64","value":"0"}`+"\n" {
		t.Errorf("outcome line %q", got)
	}
}

func TestEmptyCasesAreWritten(t *testing.T) {
	text, _, _ := strings.Cut(testsText, "@id(\"pair.tests.b\")")
	report, refused := execution.Run(pair(t, strings.TrimSuffix(text, "\n")), execution.Tests, execution.Options{}, nil)
	if refused != nil {
		t.Fatal(refused)
	}
	line, _ := report.Envelope()
	if !strings.Contains(string(line), `"value":"0"},"cases":[],"nonclaims"`) {
		t.Errorf("envelope %s", line)
	}
	if !report.Passed() {
		t.Error("did not pass")
	}
}

func TestEveryCaseHasAFreshBudget(t *testing.T) {
	// test_good needs 13 steps, main 11, test_bad 8.
	for steps, want := range map[int64][]string{
		13: {"returned 0", "returned 0", "failed"},
		12: {"returned 0", "fuel exhausted after 12 steps", "failed"},
		10: {"fuel exhausted after 10 steps", "fuel exhausted after 10 steps", "failed"},
		7:  {"fuel exhausted after 7 steps", "fuel exhausted after 7 steps", "fuel exhausted after 7 steps"},
	} {
		report, refused := execution.Run(pair(t, testsText), execution.Tests, execution.Options{MaxSteps: steps}, nil)
		if refused != nil {
			t.Fatal(refused)
		}
		for i, r := range append([]execution.Result{report.Main}, report.Cases...) {
			if got := r.Text(); !strings.HasPrefix(got, want[i]) {
				t.Errorf("%d steps, run %d: %q, want %q", steps, i, got, want[i])
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	p := pair(t, testsText)
	cancelled := &atomic.Bool{}
	cancelled.Store(true)
	for _, row := range []struct {
		name    string
		options execution.Options
		cancel  *atomic.Bool
		want    diag.Code
	}{
		{"negative steps", execution.Options{MaxSteps: -1}, nil, diag.F101},
		{"too many steps", execution.Options{MaxSteps: interp.MaxMaxSteps + 1}, nil, diag.F101},
		{"negative bytes", execution.Options{MaxBytes: -1}, nil, diag.F101},
		{"too many bytes", execution.Options{MaxBytes: execution.MaxMaxBytes + 1}, nil, diag.F101},
		{"cancelled", execution.Options{}, cancelled, diag.F105},
	} {
		if _, refused := execution.Run(p, execution.Entry, row.options, row.cancel); len(refused) != 1 || refused[0].Code != row.want {
			t.Errorf("%s: %v, want %s", row.name, refused, row.want)
		}
	}
}

func TestEnvelopeBudgetIsExact(t *testing.T) {
	p := pair(t, testsText)
	run := func(maxBytes int) ([]byte, diag.List) {
		report, refused := execution.Run(p, execution.Entry, execution.Options{MaxBytes: maxBytes}, nil)
		if refused != nil {
			t.Fatal(refused)
		}
		return report.Envelope()
	}
	line, refused := run(1000)
	if refused != nil {
		t.Fatal(refused)
	}
	// The budget itself is a member of the document; 1000 and the sizes below have
	// as many digits only above 999.
	exact := len(line) - 1
	if exact > 999 || exact < 100 {
		t.Fatalf("the sample has %d bytes; choose another", exact)
	}
	if _, refused := run(exact); refused != nil {
		t.Errorf("%d bytes: %v", exact, refused)
	}
	if _, refused := run(exact - 1); len(refused) != 1 || refused[0].Code != diag.F104 {
		t.Errorf("%d bytes: %v, want SPX-F104", exact-1, refused)
	}
}

func TestInterpretEnvelope(t *testing.T) {
	text := "// kept out of the revision\n" + appText
	file, fault := syntax.Parse("app.spx", []byte(text))
	if fault != nil {
		t.Fatal(fault)
	}
	program := check.Single(file)
	entry, _ := program.Modules[0].FunctionNamed("twice")
	run, refused := execution.Interpret(program, entry, []interp.Value{interp.I64(-3)}, execution.Options{MaxSteps: 9}, nil)
	if refused != nil {
		t.Fatal(refused)
	}
	line, _ := run.Envelope()
	payload := openEnvelope(t, line, "semaprax.interpret.v1", "semaprax.interpret.payload.v1")
	want := `{"schema":"semaprax.interpret.payload.v1","source":{"path":"app.spx","revision":"` +
		project.SourceRevision([]byte(appText)).String() + `","digest":"` + oracle.Digest("semaprax.interpret.source.v1", text) + `"},` +
		`"function":{"stable_id":"pair.twice","name":"twice"},"arguments":[{"index":0,"name":"value","type":"i64","value":"-3"}],` +
		`"limits":{"max_bytes":65536,"max_steps":9},"fuel":{"steps_used":4,"budget":9,"exhausted":false},` +
		`"outcome":{"kind":"failed","status":{"schema":"semaprax.status.v1","domain_id":"semaprax.contract.v1","code":1,"class":"contract","retryable":false}},` +
		`"nonclaims":["reference_interpreter_only","no_native_or_wasm_execution"]}`
	if payload != want {
		t.Errorf("payload\n got %s\nwant %s", payload, want)
	}
	run, _ = execution.Interpret(program, entry, []interp.Value{interp.I64(3)}, execution.Options{MaxSteps: 5}, nil)
	line, _ = run.Envelope()
	if want := `"fuel":{"steps_used":5,"budget":5,"exhausted":true},"outcome":{"kind":"fuel_exhausted"}`; !strings.Contains(string(line), want) {
		t.Errorf("envelope %s lacks %s", line, want)
	}
}

func TestInterpretRefusesWrongArguments(t *testing.T) {
	file, _ := syntax.Parse("app.spx", []byte(appText))
	program := check.Single(file)
	entry, _ := program.Modules[0].FunctionNamed("twice")
	for _, args := range [][]interp.Value{nil, {interp.Bool(true)}, {interp.I64(1), interp.I64(2)}} {
		if _, refused := execution.Interpret(program, entry, args, execution.Options{}, nil); len(refused) != 1 || refused[0].Code != diag.F103 {
			t.Errorf("%v: %v, want SPX-F103", args, refused)
		}
	}
}

// The longest clause that is shown is one of MaxClauseBytes on one line.
func TestClauseText(t *testing.T) {
	long := strings.Repeat(" ", execution.MaxClauseBytes)
	for _, row := range []struct{ name, cond, want string }{
		{"one line", "value  >  0", "value  >  0"},
		{"parenthesised", "(value > 0)", "(value > 0)"},
		{"several lines", "value\n> 0", "declaration:3:k.f:expression:10:requires.1"},
		{"too long", "value >" + long + "0", "declaration:3:k.f:expression:10:requires.1"},
		{"longest", "value >" + long[:execution.MaxClauseBytes-8] + "0", "value >" + long[:execution.MaxClauseBytes-8] + "0"},
	} {
		text := "module k;\n@id(\"k.f\") fn f(value: i64) -> i64 requires true requires " + row.cond + " { 1 }\n@id(\"k.m\") fn main() -> i64 { 0 }\n"
		file, fault := syntax.Parse("k.spx", []byte(text))
		if fault != nil {
			t.Fatal(row.name, fault)
		}
		program := check.Single(file)
		entry, _ := program.Modules[0].FunctionNamed("f")
		run, refused := execution.Interpret(program, entry, []interp.Value{interp.I64(-1)}, execution.Options{}, nil)
		if refused != nil {
			t.Fatal(row.name, refused)
		}
		if got := execution.ClauseText(program, run.Outcome.Contract); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

func TestSampleProjects(t *testing.T) {
	for name, entry := range map[string]string{"calculator": "", "ledger": "", "bytes": "", "tokens": "SPX-B104"} {
		p := fixture.Sample(t, name)
		report, refused := execution.Run(p, execution.Entry, execution.Options{}, nil)
		if entry != "" {
			if len(refused) != 1 || string(refused[0].Code) != entry {
				t.Errorf("%s: %v, want %s", name, refused, entry)
			}
			continue
		}
		if refused != nil {
			t.Fatal(name, refused)
		}
		if !report.Passed() {
			t.Errorf("%s: main %s", name, report.Main.Text())
		}
		tests, refused := execution.Run(p, execution.Tests, execution.Options{}, nil)
		if refused != nil {
			t.Fatal(name, refused)
		}
		for _, r := range append([]execution.Result{tests.Main}, tests.Cases...) {
			if !r.Passed() {
				t.Errorf("%s: %s %s", name, r.Identity(), r.Text())
			}
		}
		t.Logf("%s: %s in %d steps, %d cases", name, report.Main.Text(), report.Main.Outcome.StepsUsed, len(tests.Cases))
	}
}
