package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/execution"
	"github.com/semaprax/semaprax-go/engine/project"
)

func testCommand() *cobra.Command {
	var flags executionFlags
	command := &cobra.Command{
		Use:   "test [DIR|MANIFEST]",
		Short: "Run a project's test module: main and its test_ cases",
		Long: `Run main of a project's test module and then every test_ case of that module, each
with a fresh budget. A test passes by returning 0.

Exit status: 0 all passed, 1 refused or failed, 2 wrong command line.`,
		RunE: func(command *cobra.Command, args []string) error {
			selected, err := selectOperand(args, *flags.manifest)
			if err != nil {
				return err
			}
			if selected.manifest == "" {
				return fmt.Errorf("test takes a project, not one source file")
			}
			return testOperand(command, selected, flags)
		},
	}
	flags = declareExecution(command.Flags())
	return command
}

func testOperand(command *cobra.Command, selected operand, flags executionFlags) error {
	out, errs := command.OutOrStdout(), command.ErrOrStderr()
	checked, faults := selected.load(command.Context())
	if checked == nil {
		return showFaults(faults, *flags.json, out, errs)
	}
	if err := showDiagnostics(checked.warnings, false, out, errs); err != nil {
		return err
	}
	cancel, stop := cancelFlag(command.Context())
	defer stop()
	if !*flags.json {
		if err := noteOrdinary(checked.project, errs); err != nil {
			return err
		}
	}
	report, faults := execution.Run(checked.project, execution.Tests, flags.options(), cancel)
	if faults != nil {
		return showFaults(faults, *flags.json, out, errs)
	}
	return showTests(report, *flags.json, out, errs)
}

// showTests prints the envelope, or one line when all passed and one a failure.
func showTests(report *execution.Report, asJSON bool, out, errs io.Writer) error {
	var err error
	switch {
	case asJSON:
		envelope, faults := report.Envelope()
		if faults != nil {
			return showFaults(faults, true, out, errs)
		}
		_, err = out.Write(envelope)
	case report.Passed():
		_, err = fmt.Fprintln(out, passLine(len(report.Cases)))
	default:
		err = showFailures(report, errs)
	}
	if err == nil && !report.Passed() {
		err = refused()
	}
	return err
}

// noteOrdinary names the test_ functions that do not run as cases.
func noteOrdinary(p *project.Project, errs io.Writer) error {
	for _, id := range p.OrdinaryTests() {
		f := p.Program().Functions[id]
		if _, err := fmt.Fprintf(errs, "note: %s is no case: %s\n", f.Name, whyOrdinary(f)); err != nil {
			return err
		}
	}
	return nil
}

func whyOrdinary(f *check.Function) string {
	switch {
	case f.Identity.Origin != check.Explicit:
		return "it has no @id"
	case f.IsGeneric():
		return "it is generic"
	case len(f.Params) > 0:
		return "it takes parameters"
	}
	return "it does not return i64"
}

func passLine(cases int) string {
	if cases == 0 {
		return "project tests passed"
	}
	return fmt.Sprintf("project tests passed (%d named cases)", cases)
}

func showFailures(report *execution.Report, errs io.Writer) error {
	for _, result := range append([]execution.Result{report.Main}, report.Cases...) {
		if result.Passed() {
			continue
		}
		if _, err := fmt.Fprintf(errs, "failed %s (%s): %s\n", result.Name(), result.Identity(), result.Text()); err != nil {
			return err
		}
	}
	return nil
}
