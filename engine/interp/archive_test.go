package interp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// The archives in testdata have these parts:
//
//	source.spx     the program
//	canonical.spx  its canonical text; left out when source.spx is canonical
//	diagnostics    CODE LINE:COLUMN, one a line; left out when there are none
//	run            calls and how they end, one a line, see scenario
//	args, stdin    what the host built-ins read, one argument a line
//
// The text before the first part derives the steps by hand.
func TestArchives(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			runArchive(t, archive)
		})
	}
}

// part returns a part of an archive.
func part(archive *txtar.Archive, name string) (string, bool) {
	for _, file := range archive.Files {
		if file.Name == name {
			return string(file.Data), true
		}
	}
	return "", false
}

func runArchive(t *testing.T, archive *txtar.Archive) {
	source, _ := part(archive, "source.spx")
	canonical, other := part(archive, "canonical.spx")
	if !other {
		canonical = source
	}
	file, fault := syntax.Parse("source.spx", []byte(source))
	if fault != nil {
		t.Fatalf("parse: %v", fault)
	}
	if got := string(syntax.Print(file)); got != canonical {
		t.Errorf("canonical form:\n%s\nwant:\n%s", got, canonical)
	}
	program := check.Single(file)
	var got strings.Builder
	for _, d := range program.Diagnostics {
		fmt.Fprintf(&got, "%s %d:%d\n", d.Code, d.Span.Line, d.Span.Column)
	}
	if want, _ := part(archive, "diagnostics"); got.String() != want {
		t.Fatalf("diagnostics:\n%swant:\n%s%v", got.String(), want, program.Diagnostics)
	}
	lines, _ := part(archive, "run")
	for line := range strings.Lines(lines) {
		runScenario(t, program, archive, strings.TrimSpace(line))
	}
}

// scenario is one line of a run part:
//
//	NAME(ARGS) [max_steps=N] -> OUTCOME
//
// OUTCOME is "VALUE in N" for a returned value and the steps used, or
// "failed DOMAIN CODE in N", or a capacity outcome and its steps. Behind a value
// may follow "stdout TEXT" or "stderr TEXT", behind a contract failure
// "PHASE CLAUSE of FUNCTION (NAME=VALUE, …)". "refused CODE REASON" says that nothing ran.
func runScenario(t *testing.T, program *check.Program, archive *txtar.Archive, line string) {
	call, want, ok := strings.Cut(line, " -> ")
	if !ok {
		t.Fatalf("bad line %q", line)
	}
	call, options, _ := strings.Cut(call, " max_steps=")
	var limits interp.Limits
	if options != "" {
		limits.MaxSteps, _ = strconv.ParseInt(options, 10, 64)
	}
	name, rest, _ := strings.Cut(call, "(")
	entry, ok := program.Modules[0].FunctionNamed(name)
	if !ok {
		t.Fatalf("no function %q", name)
	}
	if got := outcomeText(t, program, archive, entry, strings.TrimSuffix(rest, ")"), limits); got != want {
		t.Errorf("%s\n got %s\nwant %s", call, got, want)
	}
}

func outcomeText(t *testing.T, program *check.Program, archive *txtar.Archive, entry check.FunctionID, args string, limits interp.Limits) string {
	code, refused := interp.Compile(program, entry)
	if len(refused) > 0 {
		message := refused[0].Message()
		return fmt.Sprintf("refused %s %s", refused[0].Code, message[strings.LastIndex(message, " ")+1:])
	}
	values := parseArguments(t, program, entry, args)
	out, fault := code.Run(entry, values, hostInput(archive), limits, nil)
	if fault != nil {
		return "refused " + string(fault.Code)
	}
	return describe(program, out)
}

func hostInput(archive *txtar.Archive) interp.Input {
	var input interp.Input
	args, _ := part(archive, "args")
	for line := range strings.Lines(args) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			panic(err)
		}
		input.Args = append(input.Args, []byte(text))
	}
	stdin, _ := part(archive, "stdin")
	input.Stdin = []byte(stdin)
	return input
}

func parseArguments(t *testing.T, program *check.Program, entry check.FunctionID, args string) []interp.Value {
	if args == "" {
		return nil
	}
	var values []interp.Value
	params := program.Functions[entry].Params
	for i, text := range strings.Split(args, ", ") {
		value, ok := interp.ParseValue(params[i].Type, text)
		if !ok {
			content, err := strconv.Unquote(text)
			if err != nil {
				t.Fatalf("argument %q does not read as %s", text, program.TypeString(params[i].Type))
			}
			value = interp.Text(params[i].Type, content)
		}
		values = append(values, value)
	}
	return values
}

func describe(program *check.Program, out interp.Outcome) string {
	steps := fmt.Sprintf(" in %d", out.StepsUsed)
	switch out.Kind {
	case interp.Returned:
		text := out.Value.String() + steps
		if len(out.Stdout) > 0 {
			text += " stdout " + strconv.Quote(string(out.Stdout))
		}
		if len(out.Stderr) > 0 {
			text += " stderr " + strconv.Quote(string(out.Stderr))
		}
		return text
	case interp.Failed:
		text := fmt.Sprintf("failed %s %d", out.Status.Domain(), out.Status.Code()) + steps
		if c := out.Contract; c != nil {
			var args []string
			for _, a := range c.Arguments {
				args = append(args, a.Name+"="+a.Value.String())
			}
			text += fmt.Sprintf(" %s %d of %s (%s)", c.Phase, c.Clause, program.Functions[c.Function].Name, strings.Join(args, ", "))
		}
		return text
	}
	return out.Kind.String() + steps
}

func TestSharedSamples(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "cases", "spx")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the shared cases are not beside the repository")
	}
	prints := map[string]string{"arithmetic": "42", "loops": "42", "records": "42", "variants": "42", "bytes": "42",
		"scalar_match": "100", "effects": "42", "comments": "42", "ownership": "SPX-B104"}
	for name, want := range prints {
		text, err := os.ReadFile(filepath.Join(root, name+".spx"))
		if err != nil {
			t.Fatal(err)
		}
		if got := runMain(t, name, string(text)); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// runMain runs the main of one file and returns its value, the kind of another
// outcome or the code of a refusal.
func runMain(t *testing.T, name, text string) string {
	t.Helper()
	program := checked(t, text)
	entry, _ := program.Modules[0].FunctionNamed("main")
	code, refused := interp.Compile(program, entry)
	if len(refused) > 0 {
		return string(refused[0].Code)
	}
	out, fault := code.Run(entry, nil, interp.Input{}, interp.Limits{}, nil)
	if fault != nil {
		t.Fatal(name, fault)
	}
	if out.Kind != interp.Returned {
		return out.Kind.String()
	}
	return out.Value.String()
}

// checked parses and checks one file that must have no errors.
func checked(t testing.TB, text string) *check.Program {
	t.Helper()
	file, fault := syntax.Parse("source.spx", []byte(text))
	if fault != nil {
		t.Fatal(fault)
	}
	program := check.Single(file)
	for _, d := range program.Diagnostics {
		if d.Severity == diag.Error {
			t.Fatal(d)
		}
	}
	return program
}
