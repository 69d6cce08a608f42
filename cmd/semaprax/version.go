package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the release of this build. It takes part in digests and capsules,
// so it is raised by hand when digested bytes change and never comes from
// version control.
const version = "0.6.0"

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version and, where known, the source revision",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(command.OutOrStdout(), "semaprax %s%s\n", version, sourceRevision())
			return err
		},
	}
}

// sourceRevision is " (revision)" when the build recorded one. It is only
// printed; no digest ever sees it.
func sourceRevision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return " (" + setting.Value + ")"
		}
	}
	return ""
}
