package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/policy"
)

func policyCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "policy",
		Short: "Explain and write host policies",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return exitError{status: exitUsage, cause: fmt.Errorf("usage: %s explain|init", command.CommandPath())}
		},
	}
	command.AddCommand(policyExplainCommand(), policyInitCommand())
	return command
}

func policyExplainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain <host-policy.json>",
		Short: "Say what a host policy grants, withholds and selects",
		Args:  func(command *cobra.Command, args []string) error { return operands(command, args, 1) },
		RunE: func(command *cobra.Command, args []string) error {
			granted, refused := readPolicy(args[0])
			if refused != nil {
				return reportFaults(command.ErrOrStderr(), policyFaults(refused, args[0]))
			}
			return explainPolicy(command.OutOrStdout(), granted)
		},
	}
}

// explainPolicy writes the explanation of a policy for a person.
func explainPolicy(out io.Writer, granted *policy.Policy) error {
	said := policy.Explain(granted, builtFeatures())
	text := said.Schema + "\n\nGranted:\n" + notes(said.Granted) + "\nWithheld:\n" + notes(said.Withheld)
	if len(said.Selected) > 0 {
		text += "\nAsked for:\n" + notes(said.Selected)
	}
	text += "\nMethods:\n"
	for _, method := range session.Methods(granted.Grants()) {
		text += fmt.Sprintf("  %-34s %s\n", method.Name, method.Doc)
	}
	if unbuilt := granted.Unbuilt(builtFeatures()); unbuilt != nil {
		text += "\nThis build does not start with this policy: " + unbuilt.Error() + "\n"
	}
	_, err := io.WriteString(out, text)
	return err
}

func notes(list []policy.Note) string {
	text := ""
	for _, note := range list {
		text += fmt.Sprintf("  %-26s %s\n", note.Name, note.Says)
	}
	if text == "" {
		text = "  nothing\n"
	}
	return text
}

// policyTemplates are the policies that init writes, by flag.
func policyTemplates() []policyTemplate {
	return []policyTemplate{
		{"read-only", "reading and refreshing", policy.ReadOnly},
		{"candidate", "candidates beside it: proposed changes that touch no file", policy.Candidate},
		{"review", "also diagnostics and tests, under moderate limits", policy.Review},
	}
}

type policyTemplate struct {
	flag, grants string
	template     policy.Template
}

func policyInitCommand() *cobra.Command {
	command := &cobra.Command{
		Use:   "init --read-only|--candidate|--review [FILE]",
		Short: "Write a host policy that loads; FILE must not exist",
		Args:  cobra.MaximumNArgs(1),
	}
	for _, each := range policyTemplates() {
		command.Flags().Bool(each.flag, false, "grant "+each.grants)
	}
	command.RunE = func(command *cobra.Command, args []string) error {
		var chosen []policy.Template
		for _, each := range policyTemplates() {
			if set, _ := command.Flags().GetBool(each.flag); set {
				chosen = append(chosen, each.template)
			}
		}
		if len(chosen) != 1 {
			return exitError{status: exitUsage, cause: fmt.Errorf("usage: %s", command.UseLine())}
		}
		return writePolicy(command.OutOrStdout(), chosen[0].Policy().AppendFile(nil), args)
	}
	return command
}

// writePolicy writes a policy to the one file named, which must be new, or to out.
func writePolicy(out io.Writer, text []byte, args []string) error {
	if len(args) == 0 {
		_, err := out.Write(text)
		return err
	}
	file, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return exitError{status: exitRefused, cause: err}
	}
	if _, err = file.Write(text); err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(args[0])
		return exitError{status: exitRefused, cause: err}
	}
	return nil
}
