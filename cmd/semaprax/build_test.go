package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// built is the folder of the built command; TestMain sets and removes it.
var built struct {
	dir  string
	once sync.Once
	err  error
}

// program builds the command as its users do, once for all tests, and returns its
// path.
func program(t testing.TB) string {
	t.Helper()
	path := filepath.Join(built.dir, "semaprax")
	built.once.Do(func() {
		if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("go build: %w\n%s", err, bytes.TrimSpace(out))
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return path
}
