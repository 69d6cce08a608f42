package syntax_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// samples reads the shared canonical programs in place.
func samples(t testing.TB) map[string][]byte {
	paths, _ := filepath.Glob("../../../shared/cases/spx/*.spx")
	if len(paths) == 0 {
		t.Skip("the shared .spx samples are not here")
	}
	out := map[string][]byte{}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(path)] = src
	}
	return out
}

func TestSamplesAreReproducedByteForByte(t *testing.T) {
	for name, src := range samples(t) {
		f, fault := syntax.Parse(name, src)
		if fault != nil {
			t.Errorf("%v", fault)
			continue
		}
		if got := string(syntax.Print(f)); got != string(src) {
			t.Errorf("%s:\ngot:\n%s\nwant:\n%s", name, got, src)
		}
	}
}
