package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// agent is an MCP client over the pipes of a server process, as small as one can be.
type agent struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errs    bytes.Buffer
	next    int
}

// startAgent starts a server.
func startAgent(ctx context.Context, program string, args ...string) (*agent, error) {
	a := &agent{process: exec.CommandContext(ctx, program, args...)}
	in, err := a.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := a.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	a.in, a.out = in, bufio.NewReaderSize(out, 1<<20)
	a.process.Stderr = &a.errs
	return a, a.process.Start()
}

// stop closes the input and demands that the server ends with status 0.
func (a *agent) stop() error {
	a.in.Close()
	rest, _ := io.ReadAll(a.out)
	if err := a.process.Wait(); err != nil {
		return fmt.Errorf("the server ended with %w: %s", err, bytes.TrimSpace(a.errs.Bytes()))
	}
	if len(rest) > 0 {
		return fmt.Errorf("the server wrote %d bytes nobody asked for", len(rest))
	}
	return nil
}

// reply is one response.
type reply struct {
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	took time.Duration
}

// notify sends a notification.
func (a *agent) notify(method string) error {
	_, err := fmt.Fprintf(a.in, `{"jsonrpc":"2.0","method":%q}`+"\n", method)
	return err
}

// request sends one request and waits for its response.
func (a *agent) request(method string, params any) (*reply, error) {
	a.next++
	frame, err := json.Marshal(struct {
		JSONRPC string `json:"jsonrpc"`
		ID      int    `json:"id"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{"2.0", a.next, method, params})
	if err != nil {
		return nil, err
	}
	begun := time.Now()
	if _, err := a.in.Write(append(frame, '\n')); err != nil {
		return nil, err
	}
	line, err := a.out.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("%s: the server answers nothing: %w: %s", method, err, bytes.TrimSpace(a.errs.Bytes()))
	}
	got := &reply{took: time.Since(begun)}
	return got, json.Unmarshal(line, got)
}

// inner is the v5 response a tool call carries.
type inner struct {
	Result *struct {
		ImageRevision string          `json:"image_revision"`
		Payload       json.RawMessage `json:"payload"`
	} `json:"result"`
	Error *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// arguments are the arguments of a tool call.
type arguments map[string]any

// call calls one tool and decodes its payload into out, which may be nil.
func (a *agent) call(tool string, args arguments, out any) (time.Duration, error) {
	if args == nil {
		args = arguments{}
	}
	got, err := a.request("tools/call", map[string]any{"name": tool, "arguments": args})
	if err != nil {
		return 0, err
	}
	if got.Error != nil {
		return got.took, fmt.Errorf("%s: %s", tool, got.Error.Message)
	}
	var result struct {
		Content []struct{ Type, Text string }
		IsError bool `json:"isError"`
	}
	if err := json.Unmarshal(got.Result, &result); err != nil || len(result.Content) != 1 || result.Content[0].Type != "text" {
		return got.took, fmt.Errorf("%s: not one text item: %s", tool, got.Result)
	}
	var carried inner
	if err := json.Unmarshal([]byte(result.Content[0].Text), &carried); err != nil {
		return got.took, fmt.Errorf("%s: %w", tool, err)
	}
	switch {
	case carried.Error != nil:
		return got.took, fmt.Errorf("%s: %s", tool, carried.Error.Message)
	case carried.Result == nil || result.IsError:
		return got.took, fmt.Errorf("%s: isError and the inner response disagree", tool)
	case out == nil:
		return got.took, nil
	}
	return got.took, json.Unmarshal(carried.Result.Payload, out)
}
