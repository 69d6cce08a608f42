package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(withBuildFolder{m}, map[string]func(){"semaprax": main})
}

// withBuildFolder runs the tests with a folder for the built command.
type withBuildFolder struct{ tests *testing.M }

// Run runs the tests and removes the folder.
func (w withBuildFolder) Run() int {
	dir, err := os.MkdirTemp("", "semaprax-test-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	built.dir = dir
	return w.tests.Run()
}

// TestScripts drives the built command. $PROJECTS holds copies of the sample
// projects; `fifo NAME` makes a FIFO, `repeat NAME COUNT TEXT…` writes a file.
func TestScripts(t *testing.T) {
	projects, err := filepath.Abs(filepath.Join("..", "..", "testdata", "projects"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			dir, err := filepath.EvalSymlinks(env.WorkDir)
			if err != nil {
				return err
			}
			copied := filepath.Join(dir, "projects")
			env.Setenv("PROJECTS", copied)
			return os.CopyFS(copied, os.DirFS(projects))
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"fifo": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(syscall.Mkfifo(ts.MkAbs(args[0]), 0o600))
			},
			"repeat": writeRepeated,
			"change": writeChange,
			"status": wantStatus,
			"hardlink": func(ts *testscript.TestScript, _ bool, args []string) {
				ts.Check(os.Link(ts.MkAbs(args[0]), ts.MkAbs(args[1])))
			},
		},
	})
}
