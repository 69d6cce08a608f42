package mcp_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/semaprax/semaprax-go/wire/mcp"
)

// greeter is a host with one method.
type greeter struct{}

func (greeter) Claim() error { return nil }

func (greeter) Tools(yield func(method string, inputSchema []byte) error) error {
	return yield("greeter/hello", []byte(`{"additionalProperties":false,"properties":{"name":{"type":"string"}},"type":"object"}`))
}

func (greeter) Call(_ string, arguments, dst []byte) (response []byte, isError, terminal bool) {
	return fmt.Appendf(dst, `{"jsonrpc":"2.0","id":0,"result":%s}`, arguments), false, false
}

func (greeter) Finish(stream error) error { return stream }

func Example() {
	session, err := mcp.New(greeter{}, mcp.Options{Name: "greeter", Version: "1.0"})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"greeter__hello","arguments":{"name":"Ada"}}}
`)
	if err := session.Serve(context.Background(), in, os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"tools":{"listChanged":false}},"protocolVersion":"2025-11-25","serverInfo":{"name":"greeter","version":"1.0"}}}
	// {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"name\":\"Ada\"}}"}],"isError":false}}
}
