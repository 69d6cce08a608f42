package interp_test

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// compare runs one call in the machine and in the naive evaluator and demands the
// same outcome and the same steps.
func compare(t *testing.T, program *check.Program, code *interp.Code, entry check.FunctionID, args []interp.Value, input interp.Input, budget int64) interp.Outcome {
	t.Helper()
	out, fault := code.Run(entry, args, input, interp.Limits{MaxSteps: budget}, nil)
	if fault != nil {
		t.Fatal(fault)
	}
	got := describe(program, out)
	if out.Contract != nil {
		got = got[:strings.LastIndex(got, " (")]
	}
	if want := runNaive(program, entry, args, input, budget); got != want {
		t.Fatalf("%s with %d steps\n   machine %s\n   by hand %s", program.Functions[entry].Name, budget, got, want)
	}
	return out
}

// sweep compares a call under the budgets up to one more than it needs, and checks that fuel is monotone (long runs
// under a sample of budgets): with fewer steps it is exhausted, with more it
// ends the same.
func sweep(t *testing.T, program *check.Program, code *interp.Code, entry check.FunctionID, args []interp.Value, input interp.Input) {
	t.Helper()
	full := compare(t, program, code, entry, args, input, 200_000)
	if full.Kind == interp.FuelExhausted {
		return
	}
	samples := int64(60)
	if testing.Short() {
		samples = 12
	}
	step := max(1, full.StepsUsed/samples)
	for budget := int64(1); budget < full.StepsUsed; budget += step {
		out := compare(t, program, code, entry, args, input, budget)
		if out.Kind != interp.FuelExhausted || out.StepsUsed != budget {
			t.Fatalf("%d steps of %d: %v", budget, full.StepsUsed, out)
		}
	}
	for _, budget := range []int64{full.StepsUsed - 1, full.StepsUsed, full.StepsUsed + 1} {
		out := compare(t, program, code, entry, args, input, max(budget, 1))
		if exhausted := out.Kind == interp.FuelExhausted; exhausted != (max(budget, 1) < full.StepsUsed) {
			t.Fatalf("%d steps of %d: %v", budget, full.StepsUsed, out)
		}
	}
}

func TestMachineAgreesWithTheNaiveEvaluator(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { sweepArchive(t, archive) })
	}
}

func sweepArchive(t *testing.T, archive *txtar.Archive) {
	source, _ := part(archive, "source.spx")
	file, fault := syntax.Parse("source.spx", []byte(source))
	if fault != nil {
		t.Fatal(fault)
	}
	program := check.Single(file)
	lines, _ := part(archive, "run")
	for line := range strings.Lines(lines) {
		call, _, _ := strings.Cut(strings.TrimSpace(line), " -> ")
		call, _, _ = strings.Cut(call, " max_steps=")
		name, args, _ := strings.Cut(call, "(")
		entry, _ := program.Modules[0].FunctionNamed(name)
		code, refused := interp.Compile(program, entry)
		if len(refused) > 0 {
			continue
		}
		values := parseArguments(t, program, entry, strings.TrimSuffix(args, ")"))
		sweep(t, program, code, entry, values, hostInput(archive))
	}
}
