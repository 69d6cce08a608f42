package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/wire/mcp"
)

// A session is a host of the adapter as it is.
var _ mcp.Host = (*session.Session)(nil)

func serveWorkspaceMCPCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "serve-workspace-mcp <manifest> <host-policy.json>",
		Short: "Serve the same methods as MCP tools on the standard streams",
		Args:  serverOperands,
		RunE: func(command *cobra.Command, args []string) error {
			return serve(command, args, serveMCP)
		},
	}
}

// serveMCP hands the session to an adapter and runs it. A session whose tools
// cannot be listed is finished here, so that its own diagnostics are kept.
func serveMCP(ctx context.Context, s *session.Session, in io.Reader, out io.Writer) error {
	adapter, err := mcp.New(s, mcp.Options{Version: version, Allocate: mapReserve, Grace: grace})
	if err != nil {
		return s.Finish(err)
	}
	return adapter.Serve(ctx, in, out)
}

// adapterFaults are the diagnostics of an adapter that could not be built.
func adapterFaults(refused *mcp.Error) diag.List {
	return diag.List{diag.New(diag.Code(refused.Code), "", diag.Span{}, refused.Detail)}
}
