package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/semaprax/semaprax-go/engine/candidate"
)

// writeRepeated writes PREFIX, then TEXT COUNT times, then SUFFIX: repeat NAME COUNT
// PREFIX TEXT SUFFIX. \n in the texts is a line feed.
func writeRepeated(ts *testscript.TestScript, _ bool, args []string) {
	count, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := func(i int) string { return strings.NewReplacer(`\n`, "\n", `\r`, "\r").Replace(args[i]) }
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text(2)+strings.Repeat(text(3), count)+text(4)), 0o644))
}

// wantStatus runs a command and demands its exact exit status: status N COMMAND….
func wantStatus(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exited *exec.ExitError
	switch {
	case errors.As(err, &exited):
		got = exited.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// writeChange writes the change envelope of an intention over a project: change
// NAME MANIFEST INTENTION.
func writeChange(ts *testscript.TestScript, _ bool, args []string) {
	opened, faults := loadProject(context.Background(), ts.MkAbs(args[1]))
	if faults.HasErrors() {
		ts.Fatalf("%v", faults[0])
	}
	change, faults := candidate.NewChange(opened.revision, []byte(args[2]))
	if faults != nil {
		ts.Fatalf("%v", faults[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(change.Text()+"\n"), 0o644))
}
