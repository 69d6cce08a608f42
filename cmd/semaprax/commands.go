package main

import "github.com/spf13/cobra"

// commands lists every subcommand; each lives in a file of its own.
func commands() []*cobra.Command {
	return []*cobra.Command{
		demoCommand(),
		checkCommand(),
		fmtCommand(),
		runCommand(),
		testCommand(),
		queryCommand(),
		contextCommand(),
		graphCommand(),
		serveWorkspaceCommand(),
		serveWorkspaceMCPCommand(),
		policyCommand(),
		candidatePreviewCommand(),
		candidateExportCommand(),
		candidateRestoreCommand(),
		reviewCommand(),
		gitPublishCommand(),
		docsCommand(),
		versionCommand(),
		frameCheckCommand(),
	}
}
