package main

import (
	"bytes"
	"strings"
	"testing"
)

// drive runs the whole program in memory.
func drive(t *testing.T, stdin string, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(args, strings.NewReader(stdin), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

func TestUnknownCommandIsAUsageError(t *testing.T) {
	status, out, errs := drive(t, "", "frobnicate")
	if status != exitUsage || out != "" || !strings.Contains(errs, `unknown command "frobnicate"`) {
		t.Fatalf("status %d, out %q, errs %q", status, out, errs)
	}
}

func TestVersionPrintsTheConstant(t *testing.T) {
	status, out, errs := drive(t, "", "version")
	if status != exitOK || !strings.HasPrefix(out, "semaprax "+version) || errs != "" {
		t.Fatalf("status %d, out %q, errs %q", status, out, errs)
	}
}
