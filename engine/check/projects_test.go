package check_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// projectFiles parses the sources below a folder, keyed by relative path.
func projectFiles(t testing.TB, root string) []*syntax.File {
	t.Helper()
	var files []*syntax.File
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".spx") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		files = append(files, parse(t, filepath.ToSlash(name), string(text)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestProjectsCheckClean also holds the promise that the order of files does
// not matter.
func TestProjectsCheckClean(t *testing.T) {
	roots, err := filepath.Glob("../../testdata/projects/*")
	if err != nil || len(roots) == 0 {
		t.Skip("no sample projects")
	}
	for _, root := range roots {
		files := projectFiles(t, root)
		program := check.Workspace(files)
		for _, d := range program.Diagnostics {
			t.Errorf("%s: %v", filepath.Base(root), d)
		}
		if broken := brokenPromise(program); broken != "" {
			t.Errorf("%s: %s", root, broken)
		}
		slices.Reverse(files)
		again := check.Workspace(files)
		for i, fn := range again.Functions {
			if fn.Identity != program.Functions[i].Identity {
				t.Errorf("%s: function %d is %s, was %s", root, i, fn.Identity.Text, program.Functions[i].Identity.Text)
			}
		}
	}
}
