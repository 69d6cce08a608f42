package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/graph"
)

func graphCommand() *cobra.Command {
	var digest *bool
	var manifest *string
	command := &cobra.Command{
		Use:   "graph [FILE|DIR|MANIFEST]",
		Short: "Print the relations of one source file or one project",
		Long: `Print the graph document of one source file or of a project, one line of JSON: its
declarations and every relation between them. docs/graph.md describes it.

Exit status: 0 printed, 1 refused, 2 wrong command line.`,
		RunE: func(command *cobra.Command, args []string) error {
			selected, err := selectOperand(args, *manifest)
			if err != nil {
				return err
			}
			return graphOperand(command.Context(), selected, *digest, command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	digest = boolOption(command.Flags(), "digest", "print the digest of the document instead")
	manifest = textOption(command.Flags(), "manifest-path", "PATH", "the manifest, taken literally")
	return command
}

func graphOperand(ctx context.Context, selected operand, digest bool, out, errs io.Writer) error {
	loaded, faults := selected.load(ctx)
	if loaded == nil {
		return showFaults(faults, false, out, errs)
	}
	line, sum := graphLine(graph.New(loaded.program), loaded)
	if digest {
		line = append(sum.AppendTo(nil), '\n')
	}
	_, err := out.Write(line)
	return err
}
