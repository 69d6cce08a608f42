package graph_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/syntax"
	"github.com/semaprax/semaprax-go/internal/fixture"
)

var loadProject = fixture.Sample

// named is a program with the name tests report it under.
type named struct {
	name    string
	program *check.Program
}

// programs are the sample projects and every accepted case of the checker.
func programs(t testing.TB) []named {
	t.Helper()
	var all []named
	for _, name := range fixture.Samples() {
		all = append(all, named{name, loadProject(t, name).Program()})
	}
	cases, err := filepath.Glob(filepath.Join("..", "check", "testdata", "accept_*.spx"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no accepted cases: %v", err)
	}
	for _, path := range cases {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, fault := syntax.Parse(filepath.Base(path), text)
		if fault != nil {
			t.Fatal(fault)
		}
		program := check.Workspace([]*syntax.File{file})
		if !program.OK() {
			t.Fatalf("%s: %v", path, program.Diagnostics)
		}
		all = append(all, named{filepath.Base(path), program})
	}
	return all
}

// document renders the graph document of a program with made-up revisions.
func document(g *graph.Graph) []byte {
	revisions := make([]canon.Digest, len(g.Program().Modules))
	for i := range revisions {
		revisions[i] = canon.Plain(g.Program().Modules[i].Path)
	}
	out, _ := g.AppendDocument(nil, graph.ScopeProject, revisions, 0)
	return out
}
