package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/execution"
	"github.com/semaprax/semaprax-go/engine/interp"
)

// executionFlags are the options of run and test.
type executionFlags struct {
	json     *bool
	steps    *int64
	bytes    *int64
	manifest *string
}

func declareExecution(flags *pflag.FlagSet) executionFlags {
	return executionFlags{
		json:     boolOption(flags, "json", "print the execution envelope"),
		steps:    countOption(flags, "max-steps", fmt.Sprintf("the fuel of a run (default %d)", interp.DefaultMaxSteps)),
		bytes:    countOption(flags, "max-bytes", fmt.Sprintf("the most bytes of an envelope (default %d)", execution.DefaultMaxBytes)),
		manifest: textOption(flags, "manifest-path", "PATH", "the manifest, taken literally"),
	}
}

func (f executionFlags) options() execution.Options {
	return execution.Options{MaxSteps: *f.steps, MaxBytes: int(min(*f.bytes, 1<<31-1))}
}

func runCommand() *cobra.Command {
	var flags executionFlags
	var asCommand *bool
	command := &cobra.Command{
		Use:   "run [FILE|DIR|MANIFEST] [-- ARGUMENT…]",
		Short: "Run main of one source file or of a project's entry module",
		Long: `Run main of one source file, or of a project's entry module, in the bounded
interpreter. The program's output is printed when it returns, then its value.

With --command the command that the manifest names runs instead of main, and only
its output is printed. It must take nothing: views have no source here.

Exit status: 0 returned, 1 refused, failed or over a budget, 2 wrong command line;
with --command 0 true, 1 false, 2 everything else.`,
		RunE: func(command *cobra.Command, args []string) error {
			operands, programArgs := args, []string(nil)
			if at := command.ArgsLenAtDash(); at >= 0 {
				operands, programArgs = args[:at], args[at:]
			}
			selected, err := selectOperand(operands, *flags.manifest)
			if err != nil {
				return err
			}
			if *asCommand {
				return runAsCommand(command, selected, programArgs, flags)
			}
			return runOperand(command, selected, programArgs, flags, execution.Entry)
		},
	}
	flags = declareExecution(command.Flags())
	asCommand = boolOption(command.Flags(), "command", "run the manifest's command instead of main")
	return command
}

// runAsCommand runs a project's command with its own exit statuses.
func runAsCommand(command *cobra.Command, selected operand, programArgs []string, flags executionFlags) error {
	if selected.manifest == "" {
		return fmt.Errorf("a command belongs to a project, not to one source file")
	}
	err := runOperand(command, selected, programArgs, flags, execution.Command)
	var ended exitError
	if errors.As(err, &ended) && ended.status != exitNoMatch {
		ended.status = exitUsage
		return ended
	}
	if ended.status == exitNoMatch {
		return refused()
	}
	return err
}

// exitNoMatch stands for a command that returned false until runAsCommand makes it
// status 1; the other failures are status 2 there.
const exitNoMatch = -1

func runOperand(command *cobra.Command, selected operand, programArgs []string, flags executionFlags, role execution.Role) error {
	out, errs := command.OutOrStdout(), command.ErrOrStderr()
	checked, faults := selected.load(command.Context())
	if checked == nil {
		return showFaults(faults, *flags.json, out, errs)
	}
	if err := showDiagnostics(checked.warnings, false, out, errs); err != nil {
		return err
	}
	options := flags.options()
	if options.Input, faults = programInput(checked.program, programArgs, command.InOrStdin()); faults != nil {
		return showFaults(faults, *flags.json, out, errs)
	}
	ran, faults := execute(command.Context(), checked, role, options)
	if faults != nil {
		return showFaults(faults, *flags.json, out, errs)
	}
	if err := noteCommand(checked, role, errs); err != nil {
		return err
	}
	return showRun(ran, *flags.json, out, errs)
}

// noteCommand says that main ran where somebody may have meant the command.
func noteCommand(checked *loaded, role execution.Role, errs io.Writer) error {
	if role == execution.Command || checked.project == nil || checked.project.Manifest().Command() == "" {
		return nil
	}
	_, err := fmt.Fprintf(errs, "note: main ran; run --command runs the command %s\n", checked.project.Manifest().Command())
	return err
}

// ran is a finished execution of one entry.
type ran struct {
	role     execution.Role
	result   *execution.Result
	envelope func() ([]byte, diag.List)
}

// execute runs the entry or the command of a project, or main of a single file.
func execute(ctx context.Context, checked *loaded, role execution.Role, options execution.Options) (*ran, diag.List) {
	cancel, stop := cancelFlag(ctx)
	defer stop()
	if checked.project != nil {
		report, faults := execution.Run(checked.project, role, options, cancel)
		if faults != nil {
			return nil, faults
		}
		return &ran{role, &report.Main, report.Envelope}, nil
	}
	main, faults := mainFunction(checked.program)
	if faults != nil {
		return nil, faults
	}
	done, faults := execution.Interpret(checked.program, main, nil, options, cancel)
	if faults != nil {
		return nil, faults
	}
	return &ran{role, &done.Result, done.Envelope}, nil
}

// mainFunction finds main of a single file.
func mainFunction(program *check.Program) (check.FunctionID, diag.List) {
	if id, ok := program.Modules[0].FunctionNamed("main"); ok {
		return id, nil
	}
	return check.NoFunction, diag.List{diag.New(diag.F102, program.Modules[0].Path, diag.Span{}, "the file has no function main")}
}

// showRun prints the transcript and the value, or the envelope.
func showRun(done *ran, asJSON bool, out, errs io.Writer) error {
	if asJSON {
		envelope, faults := done.envelope()
		if faults != nil {
			return showFaults(faults, true, out, errs)
		}
		if _, err := out.Write(envelope); err != nil {
			return err
		}
	} else if err := done.showOutcome(out, errs); err != nil {
		return err
	}
	switch {
	case !done.result.Returned():
		return refused()
	case done.role == execution.Command && done.result.Outcome.Value.Int64() == 0:
		return exitError{status: exitNoMatch}
	}
	return nil
}

// showOutcome prints what a run wrote and, but for a command, its value.
func (r *ran) showOutcome(out, errs io.Writer) error {
	result := r.result
	if !result.Returned() {
		_, err := fmt.Fprintln(errs, result.Text())
		return err
	}
	if _, err := errs.Write(result.Outcome.Stderr); err != nil {
		return err
	}
	if _, err := out.Write(result.Outcome.Stdout); err != nil {
		return err
	}
	if r.role == execution.Command {
		return nil
	}
	_, err := fmt.Fprintln(out, result.Outcome.Value)
	return err
}

// stdinEffect is the permission without which a program's standard input is not even
// read.
const stdinEffect = "process.stdin.read"

// programInput gathers what the program may read: its arguments, and standard input
// when a module has the permission.
func programInput(program *check.Program, args []string, in io.Reader) (interp.Input, diag.List) {
	var input interp.Input
	for _, arg := range args {
		input.Args = append(input.Args, []byte(arg))
	}
	for _, module := range program.Modules {
		if !slices.Contains(module.Permits, stdinEffect) {
			continue
		}
		text, err := io.ReadAll(io.LimitReader(in, interp.MaxInputBytes+1))
		if err != nil {
			return input, hostFault("standard input cannot be read: " + err.Error())
		}
		input.Stdin = text
		break
	}
	return input, nil
}
