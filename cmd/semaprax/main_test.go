package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
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

// fullWriter refuses every write after its first room bytes.
type fullWriter struct{ room int }

var errFull = errors.New("no space left")

func (w *fullWriter) Write(text []byte) (int, error) {
	if len(text) > w.room {
		n := w.room
		w.room = 0
		return n, errFull
	}
	w.room -= len(text)
	return len(text), nil
}

// TestOutputThatCannotBeWritten demands status 1 and a word about it, also where an
// answer is cut, and never the status of a wrong command line.
func TestOutputThatCannotBeWritten(t *testing.T) {
	source := filepath.Join(t.TempDir(), "a.spx")
	text := "module a;\n\n@id(\"a.main\")\nfn main() -> i64\n{\n    3\n}\n"
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	calculator := filepath.Join("..", "..", "testdata", "projects", "calculator")
	for _, args := range [][]string{
		{"check", source}, {"check", "--json", source}, {"run", source}, {"run", "--json", source},
		{"test", calculator}, {"test", "--json", calculator}, {"help"}, {"help", "check"},
		{"help", "diagnostic", "SPX-T203"}, {"version"}, {"policy", "init", "--read-only"},
	} {
		for _, room := range []int{0, 1} {
			var errs bytes.Buffer
			status := run(args, strings.NewReader(""), &fullWriter{room}, &errs)
			if status != exitRefused || !strings.Contains(errs.String(), errFull.Error()) {
				t.Errorf("%q with room for %d: status %d, errs %q", args, room, status, errs.String())
			}
		}
	}
}
