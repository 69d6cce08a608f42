package execution

import (
	"sync/atomic"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/project"
)

// Role says which closure of a project runs.
type Role uint8

// The roles.
const (
	Entry Role = iota
	Tests
	// Command runs the function that the manifest names as its command, where it
	// takes nothing; see docs/execution.md.
	Command
)

// String is the word used in documents.
func (r Role) String() string { return [...]string{"entry", "test", "command"}[r] }

// Result is one run: the function that ran and how it ended.
type Result struct {
	Function check.FunctionID
	Outcome  interp.Outcome

	program *check.Program
}

// Report is a finished execution of a project in one role. It is immutable.
type Report struct {
	Role Role
	// Main is the run of the closure's main or of the command.
	Main Result
	// Cases are the runs of the named cases in the byte order of their
	// identities; only for Tests.
	Cases []Result

	project *project.Project
	options Options
}

// Run executes a project in a role. cancel may be nil; it is looked at during
// every run and between them.
func Run(p *project.Project, role Role, options Options, cancel *atomic.Bool) (*Report, diag.List) {
	options, refused := options.withDefaults()
	if refused != nil {
		return nil, refused
	}
	entries, refused := entriesOf(p, role)
	if refused != nil {
		return nil, refused
	}
	code, refused := interp.Compile(p.Program(), entries...)
	if refused != nil {
		return nil, refused
	}
	report := &Report{Role: role, project: p, options: options}
	tell, before := options.Cancelled, int64(0)
	if tell != nil {
		options.Cancelled = func(stepsUsed int64) { tell(before + stepsUsed) }
	}
	for i, entry := range entries {
		result, refused := runEntry(p.Program(), code, entry, nil, options, cancel)
		if refused != nil {
			return nil, refused
		}
		before += result.Outcome.StepsUsed
		if i == 0 {
			report.Main = result
		} else {
			report.Cases = append(report.Cases, result)
		}
	}
	return report, nil
}

// entriesOf lists what a role runs, one after the other.
func entriesOf(p *project.Project, role Role) ([]check.FunctionID, diag.List) {
	switch role {
	case Tests:
		if p.Tests() == nil {
			return nil, refuse(diag.F102, "the manifest declares no test module")
		}
		entries := []check.FunctionID{p.Tests().Main}
		for _, named := range p.Cases() {
			entries = append(entries, named.Function)
		}
		return entries, nil
	case Command:
		command, ok := p.Command()
		switch {
		case !ok:
			return nil, refuse(diag.F102, "the manifest declares no command")
		case len(p.Program().Functions[command].Params) > 0:
			return nil, refuse(diag.F102, "the command takes views, whose bytes have no source here")
		}
		return []check.FunctionID{command}, nil
	}
	return []check.FunctionID{p.Entry().Main}, nil
}

// runEntry runs one entry under a fresh budget.
func runEntry(program *check.Program, code *interp.Code, entry check.FunctionID, args []interp.Value, options Options, cancel *atomic.Bool) (Result, diag.List) {
	out, refused := code.Run(entry, args, options.Input, options.limits(), cancel)
	if refused != nil {
		return Result{}, diag.List{refused}
	}
	if out.Kind == interp.Cancelled && options.Cancelled != nil {
		options.Cancelled(out.StepsUsed)
	}
	if refused := refuseOutcome(out); refused != nil {
		return Result{}, refused
	}
	return Result{Function: entry, Outcome: out, program: program}, nil
}

// Returned reports that the run returned a value.
func (r *Result) Returned() bool { return r.Outcome.Kind == interp.Returned }

// Passed reports that the run returned 0.
func (r *Result) Passed() bool { return r.Returned() && r.Outcome.Value.Int64() == 0 }

// Passed reports, for Tests, that main and all cases returned 0; else that main or
// the command returned a value.
func (r *Report) Passed() bool {
	if r.Role != Tests {
		return r.Main.Returned()
	}
	for i := range r.Cases {
		if !r.Cases[i].Passed() {
			return false
		}
	}
	return r.Main.Passed()
}

// MaxSteps is the fuel each run had.
func (r *Report) MaxSteps() int64 { return r.options.MaxSteps }

// Interpretation is a finished execution of one function. It is immutable.
type Interpretation struct {
	Result

	arguments []interp.Value
	options   Options
}

// Interpret executes one function of a program without errors. cancel may be nil.
func Interpret(program *check.Program, entry check.FunctionID, args []interp.Value, options Options, cancel *atomic.Bool) (*Interpretation, diag.List) {
	options, refused := options.withDefaults()
	if refused != nil {
		return nil, refused
	}
	code, refused := interp.Compile(program, entry)
	if refused != nil {
		return nil, refused
	}
	result, refused := runEntry(program, code, entry, args, options, cancel)
	if refused != nil {
		return nil, refused
	}
	return &Interpretation{Result: result, arguments: args, options: options}, nil
}
