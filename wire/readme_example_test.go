package wire_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/semaprax/semaprax-go/wire"
)

// The README shows the body of this example.
func ExampleScanner_DecodeRequest() {
	scanner, err := wire.NewScanner(wire.V5, wire.Limits{MaxFrameBytes: 4096})
	if err != nil {
		log.Fatal(err)
	}
	request, err := scanner.DecodeRequest([]byte(`{"jsonrpc":"2.0","id":7,"method":"sum","params":{"of":[1,2]}}`))
	var refused *wire.Error
	if errors.As(err, &refused) {
		fmt.Printf("%s\n", wire.AppendRefusal(nil, request.ID, refused))
		return
	}
	fmt.Printf("%s\n", wire.AppendResult(nil, request.ID, []byte(`3`)))
	// Output: {"jsonrpc":"2.0","id":7,"result":3}
}
