package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// A case is a source with its expected errors written below the token: a
// comment line whose `^` stands in the token's first column, followed by the
// code; `//- CODE` means the line's first token. One comment may hold several.
// Warnings count only in files whose first
// line is `// with warnings`. A .txtar case holds several files of one
// workspace, each after a line `-- path --`.

var expectation = regexp.MustCompile(`(?:\^|//-) (SPX-[A-Z]\d+)`)

// place is one diagnostic reduced to what a case can say.
type place struct {
	path         string
	line, column int
	code         diag.Code
}

func (p place) String() string { return fmt.Sprintf("%s:%d:%d %s", p.path, p.line, p.column, p.code) }

// expectations reads the comments of one source.
func expectations(path, source string) []place {
	var found []place
	target, first := 0, 0
	for i, line := range strings.Split(source, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "//") || !expectation.MatchString(line) {
			target, first = i+1, len(line)-len(strings.TrimLeft(line, " "))+1
			continue
		}
		for _, match := range expectation.FindAllStringSubmatchIndex(line, -1) {
			column := len([]rune(line[:match[0]])) + 1
			if line[match[0]] == '/' {
				column = first
			}
			found = append(found, place{path, target, column, diag.Code(line[match[2]:match[3]])})
		}
	}
	return found
}

func places(list diag.List, warnings bool) []place {
	var found []place
	for _, d := range list {
		if d.Severity == diag.Error || warnings {
			found = append(found, place{d.Path, int(d.Span.Line), int(d.Span.Column), d.Code})
		}
	}
	return found
}

// compare reports what is expected and missing, and what came unexpectedly.
func compare(t *testing.T, got, want []place) {
	t.Helper()
	for _, p := range want {
		if i := slices.Index(got, p); i >= 0 {
			got = slices.Delete(slices.Clone(got), i, i+1)
		} else {
			t.Errorf("missing %v", p)
		}
	}
	for _, p := range got {
		t.Errorf("unexpected %v", p)
	}
}

func TestCases(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.spx")
	if len(paths) < 20 {
		t.Fatalf("only %d cases", len(paths))
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".spx"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			source := string(text)
			program := check.Single(parse(t, path, source))
			warnings := strings.HasPrefix(source, "// with warnings")
			want := expectations(path, source)
			compare(t, places(program.Diagnostics, warnings), want)
			if program.OK() {
				if broken := brokenPromise(program); broken != "" {
					t.Error(broken)
				}
			}
			if t.Failed() {
				for _, d := range program.Diagnostics {
					t.Log(d)
				}
			}
		})
	}
}

// archive splits a txtar case into paths and sources, in file order.
func archive(text string) (paths, sources []string) {
	for _, line := range strings.SplitAfter(text, "\n") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok {
			paths = append(paths, strings.TrimSuffix(name, " --"))
			sources = append(sources, "")
		} else if len(sources) > 0 {
			sources[len(sources)-1] += line
		}
	}
	return paths, sources
}

func TestWorkspaceCases(t *testing.T) {
	cases, _ := filepath.Glob("testdata/*.txtar")
	if len(cases) < 4 {
		t.Fatalf("only %d cases", len(cases))
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			checkWorkspaceCase(t, string(text))
		})
	}
}

func checkWorkspaceCase(t *testing.T, text string) {
	var files []*syntax.File
	var want []place
	paths, sources := archive(text)
	for i, path := range paths {
		files = append(files, parse(t, path, sources[i]))
		want = append(want, expectations(path, sources[i])...)
	}
	program := check.Workspace(files)
	compare(t, places(program.Diagnostics, false), want)
	if t.Failed() {
		for _, d := range program.Diagnostics {
			t.Log(d)
		}
	}
	slices.Reverse(files)
	again := places(check.Workspace(files).Diagnostics, true)
	if !slices.Equal(again, places(program.Diagnostics, true)) {
		t.Errorf("the order of files changes the diagnostics: %v", again)
	}
}
