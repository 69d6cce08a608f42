package session_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/policy"
)

// An embedding host opens a session over a project and answers frames.
func Example() {
	dir, err := filepath.Abs(filepath.Join("..", "..", "testdata", "projects", "calculator"))
	if err != nil {
		fmt.Println(err)
		return
	}
	root, err := project.OpenRoot("/")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer root.Close()
	s, faults := session.Open(context.Background(), session.Config{
		Root: root, Manifest: filepath.Join(dir, "semaprax.toml"), Policy: policy.ReadOnly.Policy(), Compiler: "1.0.0",
	})
	if faults.HasErrors() {
		fmt.Println(faults[0])
		return
	}
	fmt.Printf("%.59s…\n", s.Handle([]byte(`{"jsonrpc":"2.0","id":1,"method":"workspace/open"}`)))
	fmt.Printf("%s\n", s.Handle([]byte(`{"jsonrpc":"2.0","id":2,"method":"candidate/open"}`)))
	in := strings.NewReader(`{"jsonrpc":"2.0","id":3,"method":"workspace/open","params":{"depth":1}}` + "\n")
	if err := s.Serve(context.Background(), in, os.Stdout, nil); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"image_revision":"sha256:…
	// {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"method is unavailable in the host-selected v5 session"}}
	// {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"unknown parameter for image protocol method"}}
}
