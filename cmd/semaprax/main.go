// Command semaprax checks, runs and serves canonical .spx projects, and lets
// agents change them by meaning.
//
// Exit status: 0 when all is well, 1 when the input was judged and refused or the
// output could not be written, 2 when the command line is wrong.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit status. It is the whole
// program with its streams passed in, so tests can drive it.
func run(args []string, in io.Reader, out, errs io.Writer) int {
	root := rootCommand()
	root.SetArgs(args)
	root.SetIn(in)
	written := &stream{Writer: out}
	root.SetOut(written)
	root.SetErr(errs)
	err := root.Execute()
	if fault := written.fault(); fault != nil && (err == nil || errors.Is(err, fault)) {
		err = exitError{status: exitRefused, cause: fault}
	}
	if err == nil {
		return exitOK
	}
	var status exitError
	if !errors.As(err, &status) {
		status = exitError{status: exitUsage, cause: err}
	}
	if status.cause != nil {
		fmt.Fprintf(errs, "semaprax: %v\n", status.cause)
	}
	return status.status
}

// Exit statuses of every command.
const (
	exitOK      = 0
	exitRefused = 1
	exitUsage   = 2
)

// exitError carries an exit status through cobra; a nil cause prints nothing
// more than the command already wrote.
type exitError struct {
	status int
	cause  error
}

func (e exitError) Error() string {
	if e.cause == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.cause.Error()
}

func (e exitError) Unwrap() error { return e.cause }

// refused ends a command with status 1 after it has written its own report.
func refused() error { return exitError{status: exitRefused} }

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "semaprax",
		Short:         "Change programs by meaning, within hard bounds",
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(command *cobra.Command, _ []string) error {
			if err := command.Help(); err != nil {
				return err
			}
			return exitError{status: exitUsage}
		},
	}
	root.SetHelpCommand(helpCommand())
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(commands()...)
	return root
}
