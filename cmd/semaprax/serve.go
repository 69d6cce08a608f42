package main

import (
	"context"
	"errors"
	"io"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/wire/mcp"
)

// deliveryGrace is how long a cancelled server waits for its last response to be
// read.
const deliveryGrace = 2 * time.Second

func serveWorkspaceCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "serve-workspace <manifest> <host-policy.json>",
		Short: "Serve protocol v5 over NDJSON on the standard streams",
		Args:  serverOperands,
		RunE: func(command *cobra.Command, args []string) error {
			return serve(command, args, func(ctx context.Context, s *session.Session, in io.Reader, out io.Writer) error {
				return s.Serve(ctx, in, out, grace)
			})
		},
	}
}

// serving runs one opened session over the process's streams.
type serving func(ctx context.Context, s *session.Session, in io.Reader, out io.Writer) error

// serve opens the host's session and runs it. SIGINT and SIGTERM end it in order; a
// closed standard output is an error like any other and not a signal.
func serve(command *cobra.Command, args []string, run serving) error {
	ctx, stop := signal.NotifyContext(command.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	signal.Ignore(syscall.SIGPIPE)
	opened, faults := openHost(ctx, args[0], args[1])
	if faults != nil {
		return reportFaults(command.ErrOrStderr(), faults)
	}
	defer opened.close()
	ended := run(ctx, opened.session, command.InOrStdin(), command.OutOrStdout())
	if ended == nil {
		return nil
	}
	return reportFaults(command.ErrOrStderr(), sessionFaults(ended))
}

// grace starts the wait for the last response.
func grace() <-chan struct{} {
	over := make(chan struct{})
	time.AfterFunc(deliveryGrace, func() { close(over) })
	return over
}

// sessionFaults are the diagnostics of an ended session; a failed stream without any
// becomes one.
func sessionFaults(ended error) diag.List {
	var failure *session.Failure
	if errors.As(ended, &failure) {
		return failure.Diagnostics
	}
	var refused *mcp.Error
	if errors.As(ended, &refused) {
		return adapterFaults(refused)
	}
	return diag.List{diag.New(codeHost, "", diag.Span{}, "the stream failed: "+ended.Error())}
}

// codeHost is the code of host and configuration faults.
const codeHost diag.Code = "SPX-G280"
