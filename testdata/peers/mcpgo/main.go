// Command mcpgo is a minimal echo server built with mcp-go.
package main

import (
	"context"
	"os"
	"strconv"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
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
	s := server.NewMCPServer("mcpgo", "1", server.WithToolCapabilities(false))
	s.AddTool(
		mcp.NewTool("echo", mcp.WithDescription("answers with its text"), mcp.WithString("text", mcp.Required())),
		mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in echoArguments) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText(in.Text), nil
		}))
	s.AddTool(
		mcp.NewTool("batch", mcp.WithDescription("answers with the number of frames"),
			mcp.WithString("image_revision", mcp.Required()), mcp.WithObject("batch", mcp.Required())),
		mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in batchArguments) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText(strconv.Itoa(len(in.Batch.Frames))), nil
		}))
	if err := server.ServeStdio(s); err != nil {
		os.Exit(1)
	}
}
