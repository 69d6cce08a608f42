// Command gosdk is a minimal echo server built with the Go MCP SDK.
package main

import (
	"context"
	"os"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type echoArguments struct {
	Text string `json:"text"`
}

type batchArguments struct {
	ImageRevision string `json:"image_revision"`
	Batch         struct {
		Frames []string `json:"frames"`
	} `json:"batch"`
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "gosdk", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "echo", Description: "answers with its text"},
		func(_ context.Context, _ *mcp.CallToolRequest, in echoArguments) (*mcp.CallToolResult, any, error) {
			return text(in.Text), nil, nil
		})
	mcp.AddTool(server, &mcp.Tool{Name: "batch", Description: "answers with the number of frames"},
		func(_ context.Context, _ *mcp.CallToolRequest, in batchArguments) (*mcp.CallToolResult, any, error) {
			return text(strconv.Itoa(len(in.Batch.Frames))), nil, nil
		})
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		os.Exit(1)
	}
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}
