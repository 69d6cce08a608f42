package wire_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/semaprax/semaprax-go/wire"
)

// A server loop: read a frame, decode it, answer it or refuse it.
func Example() {
	input := `{"jsonrpc":"2.0","id":1,"method":"ping"}
{"jsonrpc":"2.0","id":"a","method":"ping","method":"ping"}

{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":3,"method":"ping"}`

	reader, _ := wire.NewReader(strings.NewReader(input), wire.MCP, wire.Limits{})
	writer, _ := wire.NewWriter(os.Stdout, wire.MCP, wire.Limits{})
	scanner, _ := wire.NewScanner(wire.MCP, wire.Limits{})
	var reply []byte
	for {
		frame, err := reader.Next()
		if err == io.EOF {
			return
		}
		var req wire.Request
		if err == nil {
			req, err = scanner.DecodeRequest(frame.Body)
		}
		refused, isRefused := errors.AsType[*wire.Error](err)
		switch {
		case isRefused:
			reply = wire.AppendRefusal(reply[:0], req.ID, refused)
		case err != nil:
			fmt.Println(err)
			return
		case req.Notification || req.Response:
			continue
		default:
			reply = wire.AppendResult(reply[:0], req.ID, []byte(`{}`))
		}
		if _, err := writer.WriteResponse(reply); err != nil {
			fmt.Println(err)
			return
		}
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{}}
	// {"jsonrpc":"2.0","id":"a","error":{"code":-32600,"message":"invalid request: duplicate object member"}}
	// {"jsonrpc":"2.0","id":3,"result":{}}
}

// Members reads a validated value in place.
func ExampleMembers() {
	doc := []byte(`{"name":"a\u0062c","tags":[1,2]}`)
	result, err := wire.Scan(wire.Document, doc)
	if err != nil {
		fmt.Println(err)
		return
	}
	for it := wire.Members(doc, result.Root); it.Next(); {
		if text, ok := wire.AppendString(nil, it.Value()); ok {
			fmt.Printf("%s = %s\n", it.RawKey(), text)
		}
		for el := wire.Elements(doc, it.ValueSpan()); el.Next(); {
			n, _ := wire.Int64(el.Value())
			fmt.Println(el.Index(), n)
		}
	}
	// Output:
	// name = abc
	// 0 1
	// 1 2
}
