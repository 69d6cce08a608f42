package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sdkClient is the Go SDK's client connected to the built server by pipes.
type sdkClient struct {
	t       *testing.T
	ctx     context.Context
	session *mcp.ClientSession
	process *exec.Cmd
	image   string
}

// connect starts the server over the calculator with the policy of the benchmarks.
func connect(t *testing.T) *sdkClient {
	t.Helper()
	data := filepath.Join("..", "..", "testdata")
	process := exec.Command(program(t), "serve-workspace-mcp",
		filepath.Join(data, "projects", "calculator", "semaprax.toml"), filepath.Join(data, "peers", "policy.json"))
	process.Stderr = os.Stderr
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	client := mcp.NewClient(&mcp.Implementation{Name: "go-sdk", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: process}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return &sdkClient{t: t, ctx: ctx, session: session, process: process}
}

// answer is the inner response of a tool call.
type answer struct {
	ID     json.RawMessage
	Result struct {
		ImageRevision string `json:"image_revision"`
		Payload       json.RawMessage
	}
	Error *struct {
		Code int
		Data struct{ Diagnostics []struct{ Code string } }
	}
}

// call calls a tool and checks the wrapping of its answer.
func (c *sdkClient) call(tool string, arguments any) answer {
	c.t.Helper()
	result, err := c.session.CallTool(c.ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		c.t.Fatalf("%s: %v", tool, err)
	}
	if len(result.Content) != 1 || result.StructuredContent != nil {
		c.t.Fatalf("%s: %d content items", tool, len(result.Content))
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		c.t.Fatalf("%s: content is %T", tool, result.Content[0])
	}
	var inner answer
	if err := json.Unmarshal([]byte(text.Text), &inner); err != nil {
		c.t.Fatalf("%s: %v in %.200s", tool, err, text.Text)
	}
	if string(inner.ID) != "0" || result.IsError != (inner.Error != nil) {
		c.t.Errorf("%s: inner id %s, isError %v, inner error %v", tool, inner.ID, result.IsError, inner.Error)
	}
	return inner
}

// read calls a tool of the opened image and decodes its payload into out.
func (c *sdkClient) read(tool string, arguments map[string]any, out any) {
	c.t.Helper()
	bound := map[string]any{"image_revision": c.image}
	for name, value := range arguments {
		bound[name] = value
	}
	inner := c.call(tool, bound)
	if inner.Error != nil || inner.Result.ImageRevision != c.image {
		c.t.Fatalf("%s: error %v, image %q", tool, inner.Error, inner.Result.ImageRevision)
	}
	if err := json.Unmarshal(inner.Result.Payload, out); err != nil {
		c.t.Fatalf("%s: %v in %.200s", tool, err, inner.Result.Payload)
	}
}

func (c *sdkClient) open() {
	c.t.Helper()
	c.image = c.call("workspace__open", nil).Result.ImageRevision
	if !strings.HasPrefix(c.image, "sha256:") {
		c.t.Fatalf("image revision %q", c.image)
	}
}

// TestGoSDKClientFallsBackToInitialize: the client asks for a newer revision
// by server/discover first, is refused, and ends up with ours.
func TestGoSDKClientFallsBackToInitialize(t *testing.T) {
	c := connect(t)
	hello := c.session.InitializeResult()
	if hello.ProtocolVersion != "2025-11-25" || hello.ServerInfo.Name != "semaprax" || hello.ServerInfo.Version != version || hello.Instructions != "" {
		t.Errorf("got %+v", hello)
	}
	if capabilities, err := json.Marshal(hello.Capabilities); err != nil || string(capabilities) != `{"tools":{}}` {
		t.Errorf("capabilities %s, %v", capabilities, err)
	}
	if err := c.session.Ping(c.ctx, nil); err != nil {
		t.Error(err)
	}
}

// TestGoSDKClientPages follows the cursors by hand and compares with the
// client's own iterator.
func TestGoSDKClientPages(t *testing.T) {
	c := connect(t)
	var names []string
	pages := 0
	for cursor := ""; pages == 0 || cursor != ""; pages++ {
		page, err := c.session.ListTools(c.ctx, &mcp.ListToolsParams{Cursor: cursor})
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Tools) > 8 {
			t.Errorf("a page of %d tools", len(page.Tools))
		}
		for _, tool := range page.Tools {
			names = append(names, tool.Name)
			if tool.Title != strings.ReplaceAll(tool.Name, "__", "/") || tool.OutputSchema != nil || tool.Annotations != nil {
				t.Errorf("tool %+v", tool)
			}
		}
		cursor = page.NextCursor
	}
	var iterated []string
	for tool, err := range c.session.Tools(c.ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		iterated = append(iterated, tool.Name)
	}
	if pages < 2 || !slices.IsSorted(names) || !slices.Equal(names, iterated) || !slices.Contains(names, "workspace__read-batch") {
		t.Errorf("%d pages of %q", pages, names)
	}
	_, err := c.session.ListTools(c.ctx, &mcp.ListToolsParams{Cursor: "mcp1:" + strings.Repeat("0", 64) + ":8"})
	wantRPC(t, err, -32602, "SPX-G350")
}

// wantRPC fails unless err is a protocol error with a code and a word.
func wantRPC(t *testing.T, err error, code int64, word string) {
	t.Helper()
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) || refused.Code != code || !strings.Contains(refused.Message, word) {
		t.Errorf("got %v, want %d with %q", err, code, word)
	}
}

// TestGoSDKClientReadsTheWorkspace is the whole read workflow.
func TestGoSDKClientReadsTheWorkspace(t *testing.T) {
	c := connect(t)
	c.open()
	var symbol struct {
		Symbol struct{ ID, Path, Signature string }
	}
	c.read("image__symbol", map[string]any{"stable_id": "calculator.add"}, &symbol)
	if symbol.Symbol.ID != "calculator.add" || symbol.Symbol.Path != "src/core.spx" {
		t.Errorf("symbol %+v", symbol)
	}
	var summary struct {
		Facets []struct{ Facet, Handle string }
	}
	c.read("image__function-summary", map[string]any{"target": "calculator.add"}, &summary)
	if len(summary.Facets) != 9 {
		t.Fatalf("%d facets", len(summary.Facets))
	}
	for _, facet := range summary.Facets {
		var page struct{ Schema, Facet string }
		c.read("image__facet", map[string]any{"target": "calculator.add", "facet": facet.Facet, "handle": facet.Handle}, &page)
		if page.Schema != "semaprax.image-facet.v1" || page.Facet != facet.Facet {
			t.Errorf("facet %s: %+v", facet.Facet, page)
		}
	}
	if got := c.readDependencies(); got < 2 {
		t.Errorf("the report came in %d chunks", got)
	}
	for _, tool := range []string{"image__context", "image__impact"} {
		var walk struct{ Declarations []struct{ ID string } }
		c.read(tool, map[string]any{"target_kind": "declaration", "target": "calculator.add", "depth": 1}, &walk)
		if len(walk.Declarations) < 2 || walk.Declarations[0].ID != "calculator.add" {
			t.Errorf("%s: %+v", tool, walk)
		}
	}
	var batch struct{ Responses []*string }
	c.read("workspace__read-batch", map[string]any{"batch": map[string]any{"frames": []string{
		`{"jsonrpc":"2.0","id":7,"method":"workspace/status"}`, "", "garbage"}}}, &batch)
	if len(batch.Responses) != 3 || batch.Responses[0] == nil || batch.Responses[1] != nil || batch.Responses[2] == nil {
		t.Errorf("batch %+v", batch)
	}
	var preview struct {
		Observed string `json:"observed_image_revision"`
	}
	c.read("workspace__refresh-preview", nil, &preview)
	if preview.Observed != c.image {
		t.Errorf("preview %+v", preview)
	}
}

// readDependencies reads a report in the smallest chunks and counts them.
func (c *sdkClient) readDependencies() (chunks int) {
	c.t.Helper()
	var report strings.Builder
	for offset := 0; ; chunks++ {
		var chunk struct {
			Chunk      string
			TotalBytes int  `json:"total_bytes"`
			NextOffset *int `json:"next_offset"`
		}
		c.read("image__dependencies", map[string]any{"target": "calculator.add", "offset": offset, "chunk_bytes": 1024}, &chunk)
		report.WriteString(chunk.Chunk)
		if chunk.NextOffset == nil {
			if report.Len() != chunk.TotalBytes || !json.Valid([]byte(report.String())) {
				c.t.Errorf("%d bytes read of %d", report.Len(), chunk.TotalBytes)
			}
			return chunks + 1
		}
		offset = *chunk.NextOffset
	}
}

func TestGoSDKClientSeesRefusals(t *testing.T) {
	c := connect(t)
	c.open()
	for tool, arguments := range map[string]map[string]any{
		"workspace__refresh-preview": {"image_revision": "sha256:" + strings.Repeat("0", 64)},
		"image__symbol":              {"image_revision": "sha256:" + strings.Repeat("0", 64), "stable_id": "calculator.add"},
	} {
		inner := c.call(tool, arguments)
		if inner.Error == nil || inner.Error.Code != -32000 || inner.Error.Data.Diagnostics[0].Code != "SPX-G282" {
			t.Errorf("%s with a stale image: %+v", tool, inner.Error)
		}
	}
	if inner := c.call("workspace__status", map[string]any{"nope": 1}); inner.Error == nil || inner.Error.Code != -32602 {
		t.Errorf("an unknown parameter: %+v", inner.Error)
	}
	for _, tool := range []string{"workspace/open", "Workspace__open", "candidate__open"} {
		_, err := c.session.CallTool(c.ctx, &mcp.CallToolParams{Name: tool})
		wantRPC(t, err, -32602, "unknown or unavailable tool name")
	}
	_, err := c.session.CallTool(c.ctx, &mcp.CallToolParams{Name: "workspace__status", Arguments: map[string]any{"x": strings.Repeat("y", 65_536)}})
	wantRPC(t, err, -32602, "forwarded request exceeds v5 byte limit")
	if err := c.session.Ping(c.ctx, nil); err != nil {
		t.Errorf("the session does not go on: %v", err)
	}
}

// TestGoSDKClientEndsTheServer: closing the client ends the process in order.
func TestGoSDKClientEndsTheServer(t *testing.T) {
	c := connect(t)
	c.open()
	if err := c.session.Close(); err != nil {
		t.Error(err)
	}
	if state := c.process.ProcessState; state == nil || state.ExitCode() != 0 {
		t.Errorf("the server ended with %v", state)
	}
}
