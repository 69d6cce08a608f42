package check_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

func rendered(list diag.List) string {
	var b []byte
	for _, d := range list {
		b = d.AppendJSON(b)
		b = append(b, '\n')
	}
	return string(b)
}

// FuzzSingle checks any text that parses: never a panic, the same result twice,
// and a program without errors keeps the promises of its tables.
func FuzzSingle(f *testing.F) {
	for _, pattern := range []string{"testdata/*.spx", filepath.Join(samples, "*.spx")} {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	for entry := range diag.Entries() {
		if source, _, ok := entry.Program(); ok {
			f.Add(source)
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		file, fault := syntax.Parse("fuzz.spx", []byte(source))
		if fault != nil {
			return
		}
		program := check.Single(file)
		again := check.Single(file)
		if rendered(program.Diagnostics) != rendered(again.Diagnostics) {
			t.Fatal("two checks differ")
		}
		if program.OK() {
			if broken := brokenPromise(program); broken != "" {
				t.Fatal(broken)
			}
		}
	})
}

// FuzzWorkspace checks up to four files, given as one archive, in both orders.
func FuzzWorkspace(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		names, sources := archive(text)
		var files []*syntax.File
		for i, name := range names {
			if file, fault := syntax.Parse(name, []byte(sources[i])); fault == nil && !slices.Contains(names[:i], name) {
				files = append(files, file)
			}
		}
		if len(files) == 0 || len(files) > 4 || strings.Contains(text, "\x00") {
			return
		}
		program := check.Workspace(files)
		slices.Reverse(files)
		again := check.Workspace(files)
		if rendered(program.Diagnostics) != rendered(again.Diagnostics) {
			t.Fatal("the order of files changes the diagnostics")
		}
		if program.OK() {
			if broken := brokenPromise(program); broken != "" {
				t.Fatal(broken)
			}
		}
	})
}
