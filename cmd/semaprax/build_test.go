package main

import (
	"os/exec"
	"testing"
)

// buildProgram builds the command as its users do and returns its path.
func buildProgram(t testing.TB, path string) string {
	t.Helper()
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return path
}
