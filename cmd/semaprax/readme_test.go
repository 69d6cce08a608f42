package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/policy"
	"github.com/semaprax/semaprax-go/wire"
	"github.com/semaprax/semaprax-go/wire/mcp"
)

// readme returns the README.
func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// blocks returns the fenced blocks of a language.
func blocks(text, language string) []string {
	var found []string
	for {
		_, rest, ok := strings.Cut(text, "```"+language+"\n")
		if !ok {
			return found
		}
		block, after, _ := strings.Cut(rest, "```")
		found, text = append(found, block), after
	}
}

// TestReadmeCommands runs every command line of the README that needs no server; the
// demo and the test command have tests of their own.
func TestReadmeCommands(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	ran := 0
	for _, block := range blocks(readmeAtRoot(t), "sh") {
		for line := range strings.Lines(block) {
			rest, ours := strings.CutPrefix(strings.TrimSpace(line), "go run ./cmd/semaprax ")
			if !ours || rest == "demo" {
				continue
			}
			ran++
			rest, note, _ := strings.Cut(rest, "#")
			want := exitOK
			if strings.Contains(note, "status 1") {
				want = exitRefused
			}
			if status, out, errs := drive(t, "", strings.Fields(rest)...); status != want || out == "" {
				t.Errorf("%s: status %d, %q, %q", rest, status, out, errs)
			}
		}
	}
	if ran < 5 {
		t.Errorf("the README has %d commands to run", ran)
	}
}

func readmeAtRoot(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReadmeClientConfiguration(t *testing.T) {
	var configuration struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	found := blocks(readme(t), "json")
	if len(found) != 1 {
		t.Fatalf("%d JSON blocks", len(found))
	}
	if err := json.Unmarshal([]byte(found[0]), &configuration); err != nil {
		t.Fatal(err)
	}
	server := configuration.Servers["semaprax"]
	if server.Command != "semaprax" || len(server.Args) != 3 {
		t.Fatalf("%+v", server)
	}
	command, _, err := rootCommand().Find(server.Args[:1])
	if err != nil || command.Name() != server.Args[0] {
		t.Errorf("%s is no command", server.Args[0])
	}
}

// TestReadmeExample demands that the Go block is the body of a tested example.
func TestReadmeExample(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("..", "..", "wire", "readme_example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := blocks(readme(t), "go")
	if len(found) != 1 {
		t.Fatalf("%d Go blocks", len(found))
	}
	for line := range strings.Lines(found[0]) {
		if !strings.Contains(string(source), "\n\t"+line) {
			t.Errorf("not in the tested example: %q", line)
		}
	}
}

// thousands spells a number with commas.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// TestReadmeBounds compares the table with the constants.
func TestReadmeBounds(t *testing.T) {
	text := readme(t)
	rows := map[string][]int{
		"v5 request, response":                        {wire.V5FrameBytes, wire.V5ResponseBytes},
		"MCP frame, response":                         {wire.MCPFrameBytes, wire.MCPResponseBytes},
		"nested containers, depth, values of a frame": {wire.MaxContainers, wire.MaxDepth, wire.EnvelopeNodes},
		"document (policy, capsule)":                  {wire.DocumentBytes, wire.DocumentNodes},
		"sources of a project":                        {project.MinSources, project.MaxSources, project.MaxSourceBytes},
		"interpreter":                                 {interp.DefaultMaxSteps, interp.MaxMaxSteps, interp.MaxDepth, interp.MaxOutputBytes},
		"retained candidates, drafts, attempts":       {session.MaxCandidates, session.MaxDrafts, session.MaxAttempts, session.MaxRetainedReportBytes},
		"read batch":                                  {session.MaxBatchFrames, session.MaxBatchWorkers},
		"MCP catalogue":                               {mcp.MaxTools, mcp.MaxCatalogueBytes, mcp.MaxPageTools, mcp.MaxPageBytes},
	}
	for label, values := range rows {
		_, rest, ok := strings.Cut(text, "| "+label+" | ")
		if !ok {
			t.Errorf("no row %q", label)
			continue
		}
		row, _, _ := strings.Cut(rest, "|")
		for _, value := range values {
			if !strings.Contains(row, thousands(value)) {
				t.Errorf("row %q lacks %s: %s", label, thousands(value), row)
			}
		}
	}
}

// TestReadmeGrants demands a row for every grant a policy of this build can give, with
// the words of policy explain.
func TestReadmeGrants(t *testing.T) {
	text := readme(t)
	said := policy.Explain(policy.ReadOnly.Policy(), builtFeatures())
	for _, note := range append(said.Granted, said.Withheld...) {
		listed := strings.Contains(text, "| `"+note.Name+"` | ")
		if wanted := note.Name != "candidate_build" && note.Name != "candidate_archive_store"; listed != wanted {
			t.Errorf("%s: listed %v, want %v", note.Name, listed, wanted)
		}
		if listed && !strings.Contains(text, "| "+note.Says+" |") {
			t.Errorf("%s: the README does not say %q", note.Name, note.Says)
		}
	}
}

func TestDemo(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := &demo{show: newStepPrinter(testWriter{t}), program: program(t), dir: dir}
	if err := d.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d.show.steps < 3 {
		t.Errorf("%d steps", d.show.steps)
	}
}

// testWriter logs what the demo shows.
type testWriter struct{ t *testing.T }

func (w testWriter) Write(text []byte) (int, error) {
	w.t.Log(strings.TrimRight(string(text), "\n"))
	return len(text), nil
}
