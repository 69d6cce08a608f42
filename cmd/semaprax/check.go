package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
)

func checkCommand() *cobra.Command {
	var asJSON *bool
	var manifest *string
	command := &cobra.Command{
		Use:   "check [FILE|DIR|MANIFEST]",
		Short: "Check one source file or one project",
		Long: `Check one source file, or the project of a directory or manifest (the working
directory's semaprax.toml when nothing is named).

Diagnostics go to standard error; with --json one object per line to standard output.
Warnings do not fail. Exit status: 0 verified, 1 refused, 2 wrong command line.`,
		RunE: func(command *cobra.Command, args []string) error {
			selected, err := selectOperand(args, *manifest)
			if err != nil {
				return err
			}
			return checkOperand(command.Context(), selected, *asJSON, command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	asJSON = boolOption(command.Flags(), "json", "diagnostics and verdict as JSON lines on standard output")
	manifest = textOption(command.Flags(), "manifest-path", "PATH", "the manifest, taken literally")
	return command
}

func checkOperand(ctx context.Context, selected operand, asJSON bool, out, errs io.Writer) error {
	checked, faults := selected.load(ctx)
	if checked == nil {
		return showFaults(faults, asJSON, out, errs)
	}
	if err := showDiagnostics(checked.warnings, asJSON, out, errs); err != nil {
		return err
	}
	_, err := out.Write(verdict(selected, checked, asJSON))
	return err
}

// verdict is the line of a passing check.
func verdict(selected operand, checked *loaded, asJSON bool) []byte {
	name, key := selected.shown, "path"
	if checked.project != nil {
		name, key = checked.project.Manifest().Name(), "project"
	}
	if !asJSON {
		if checked.project != nil {
			name = "project " + name
		}
		return fmt.Appendf(nil, "verified %s (%s)\n", name, checked.revision)
	}
	var b canon.Builder
	b.Reset(nil, canon.Ordered)
	b.BeginObject().Key("status").String("verified").Key(key).String(name).Key("revision").Digest(checked.revision).EndObject()
	return b.Line()
}

// showFaults shows the diagnostics of a refusal and ends the command with status 1.
func showFaults(faults diag.List, asJSON bool, out, errs io.Writer) error {
	if !asJSON {
		return reportFaults(errs, faults)
	}
	if err := showDiagnostics(faults, true, out, errs); err != nil {
		return err
	}
	return refused()
}

// showDiagnostics writes diagnostics: for people to errs, as JSON lines to out.
func showDiagnostics(list diag.List, asJSON bool, out, errs io.Writer) error {
	to := errs
	if asJSON {
		to = out
	}
	var text []byte
	for i, d := range list {
		if asJSON {
			text = append(d.AppendJSON(text), '\n')
		} else {
			text = d.AppendHuman(text)
		}
		if len(text) < maxWriteBytes && i < len(list)-1 {
			continue
		}
		if _, err := to.Write(text); err != nil {
			return err
		}
		text = text[:0]
	}
	return nil
}

// maxWriteBytes is about how much of a long list is held before it is written.
const maxWriteBytes = 1 << 16
