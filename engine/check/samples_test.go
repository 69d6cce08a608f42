package check_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// samples is the folder of shared cases, beside the repository.
const samples = "../../../shared/cases/spx"

func parse(t testing.TB, path, source string) *syntax.File {
	t.Helper()
	file, fault := syntax.Parse(path, []byte(source))
	if fault != nil {
		t.Fatalf("%s: %v", path, fault)
	}
	return file
}

func TestSamplesCheckClean(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(samples, "expected.json"))
	if err != nil {
		t.Skip("shared cases are not beside the repository")
	}
	var expected struct {
		Passes []string `json:"check_passes"`
	}
	if err := json.Unmarshal(text, &expected); err != nil {
		t.Fatal(err)
	}
	for _, name := range expected.Passes {
		source, err := os.ReadFile(filepath.Join(samples, name))
		if err != nil {
			t.Fatal(err)
		}
		program := check.Single(parse(t, name, string(source)))
		for _, d := range program.Diagnostics {
			t.Errorf("%v", d)
		}
		if broken := brokenPromise(program); broken != "" {
			t.Errorf("%s: %s", name, broken)
		}
		if !program.OK() || len(program.Diagnostics) != 0 {
			t.Errorf("%s: not clean", name)
		}
	}
}
