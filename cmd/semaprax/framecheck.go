package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/semaprax/semaprax-go/wire"
)

// frameCheckCommand judges frames as the server would, without a server.
//
//	{"bytes":N,"depth":N,"escaped_bytes":N,"nodes":N,"verdict":"ok"}
//	{"bytes":N,"depth":N,"escaped_bytes":N,"nodes":N,"verdict":"response"}
//	{"code":N,"message":"…","offset":N,"verdict":"refused"}
func frameCheckCommand() *cobra.Command {
	var profileName string
	command := &cobra.Command{
		Use:   "frame-check [FILE…]",
		Short: "Judge NDJSON frames as the servers would, one verdict a line",
		Long: `Decode one JSON-RPC frame per line of the files, or of standard input, with every
bound of the profile, and print one JSON line per frame. Blank lines print nothing;
an oversized frame is one refusal and the end.

Exit status: 0 when every frame is accepted (notifications and MCP responses count),
1 when any is refused, 2 when the command line is wrong or a file cannot be opened.`,
		Example: `  echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | semaprax frame-check --profile v5`,
		RunE: func(command *cobra.Command, files []string) error {
			profile, err := frameProfile(profileName)
			if err != nil {
				return err
			}
			return checkFiles(files, command.InOrStdin(), command.OutOrStdout(), profile)
		},
	}
	command.Flags().StringVar(&profileName, "profile", "mcp", "envelope and limits: mcp or v5")
	return command
}

func frameProfile(name string) (wire.Profile, error) {
	for _, profile := range []wire.Profile{wire.MCP, wire.V5} {
		if profile.String() == name {
			return profile, nil
		}
	}
	return 0, fmt.Errorf("frame-check: unknown profile %q: use mcp or v5", name)
}

// frameChecker judges the frames of one run.
type frameChecker struct {
	profile wire.Profile
	scanner *wire.Scanner
	out     *bufio.Writer
	line    []byte
	refused bool
}

// errOversized ends the run after its refusal was printed.
var errOversized = errors.New("oversized frame")

// checkFiles judges the files in order, or in when there are none.
func checkFiles(files []string, in io.Reader, out io.Writer, profile wire.Profile) error {
	scanner, err := wire.NewScanner(profile, wire.Limits{})
	if err != nil {
		return err
	}
	c := &frameChecker{profile: profile, scanner: scanner, out: bufio.NewWriter(out)}
	err = c.checkAll(files, in)
	if flushed := c.out.Flush(); err == nil && flushed != nil {
		err = exitError{status: exitRefused, cause: flushed}
	}
	if err != nil && err != errOversized {
		return err
	}
	if c.refused {
		return refused()
	}
	return nil
}

func (c *frameChecker) checkAll(files []string, in io.Reader) error {
	if len(files) == 0 {
		return c.checkStream(in)
	}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		err = c.checkStream(file)
		file.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// checkStream judges every frame of one stream. Verdicts go out before the next read
// that may block.
func (c *frameChecker) checkStream(in io.Reader) error {
	reader, err := wire.NewReader(in, c.profile, wire.Limits{})
	if err != nil {
		return err
	}
	for {
		frame, err := reader.Next()
		if refusal, ok := errors.AsType[*wire.Error](err); ok {
			c.refuse(refusal)
			return errOversized
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return exitError{status: exitRefused, cause: err}
		}
		c.checkFrame(frame.Body)
		if len(reader.Buffered()) == 0 {
			if err := c.out.Flush(); err != nil {
				return exitError{status: exitRefused, cause: err}
			}
		}
	}
}

func (c *frameChecker) checkFrame(frame []byte) {
	request, err := c.scanner.DecodeRequest(frame)
	if refusal, ok := errors.AsType[*wire.Error](err); ok {
		c.refuse(refusal)
		return
	}
	verdict := "ok"
	if request.Response {
		verdict = "response"
	}
	c.line = c.line[:0]
	c.field(`{"bytes":`, len(frame))
	c.field(`,"depth":`, request.Depth)
	c.field(`,"escaped_bytes":`, wire.EscapedLen(frame))
	c.field(`,"nodes":`, request.Nodes)
	c.end(verdict)
}

func (c *frameChecker) refuse(refusal *wire.Error) {
	c.refused = true
	c.line = c.line[:0]
	c.field(`{"code":`, refusal.RPCCode())
	c.line = wire.AppendQuoted(append(c.line, `,"message":`...), refusal.Message())
	c.field(`,"offset":`, refusal.Offset)
	c.end("refused")
}

func (c *frameChecker) field(head string, n int) {
	c.line = strconv.AppendInt(append(c.line, head...), int64(n), 10)
}

// end writes the line; the buffered writer keeps its first error until the flush.
func (c *frameChecker) end(verdict string) {
	c.line = append(append(append(c.line, `,"verdict":"`...), verdict...), "\"}\n"...)
	c.out.Write(c.line)
}
