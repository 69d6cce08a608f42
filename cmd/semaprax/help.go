package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/session"
)

func helpCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "help [command]",
		Short: "Help about a command or a diagnostic",
		RunE: func(command *cobra.Command, args []string) error {
			about, _, err := command.Root().Find(args)
			if err != nil {
				return err
			}
			return about.Help()
		},
	}
	command.AddCommand(&cobra.Command{
		Use:     "diagnostic CODE",
		Short:   "What a diagnostic code means, with an example",
		Example: "  semaprax help diagnostic SPX-P106",
		Args:    func(command *cobra.Command, args []string) error { return operands(command, args, 1) },
		RunE: func(command *cobra.Command, args []string) error {
			code := diag.Code(strings.ToUpper(args[0]))
			entry, known := diag.Lookup(code)
			if !known {
				entry = diag.Entry{Code: code, Meaning: session.Meaning(code)}
			}
			if entry.Meaning == "" {
				return exitError{status: exitRefused, cause: fmt.Errorf("help: %s is no code of this build", args[0])}
			}
			_, err := fmt.Fprint(command.OutOrStdout(), explainCode(entry))
			return err
		},
	})
	return command
}

// explainCode is the help text of one code: meaning and example, with the place
// marked.
func explainCode(entry diag.Entry) string {
	text := fmt.Sprintf("%s occurs when %s\n", entry.Code, entry.Meaning)
	source, offset, ok := entry.Program()
	if !ok {
		return text
	}
	text += "\nExample:\n\n"
	line := 0
	for _, written := range strings.SplitAfter(source, "\n") {
		text += "    " + strings.TrimRight(written, "\n") + "\n"
		if offset >= line && offset < line+max(1, len(written)) {
			text += "    " + strings.Repeat(" ", offset-line) + "^\n"
		}
		line += len(written)
	}
	return text
}
