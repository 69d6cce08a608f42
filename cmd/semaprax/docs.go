package main

import (
	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/session"
)

// docsCommand writes the generated pages of docs/. It is for who changes this
// program, so help does not list it.
func docsCommand() *cobra.Command {
	command := &cobra.Command{Use: "docs", Short: "Write a generated page of docs/", Hidden: true, Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error { return command.Help() }}
	command.AddCommand(&cobra.Command{
		Use:   "protocol",
		Short: "Write docs/protocol.md from the method rows",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			_, err := command.OutOrStdout().Write(session.Reference())
			return err
		},
	})
	return command
}
