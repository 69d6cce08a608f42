package session

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// TestMeaningsAreComplete demands one meaning for every code constant of the engine,
// and no meaning for a code that no constant has or that diag explains itself.
func TestMeaningsAreComplete(t *testing.T) {
	declared := map[diag.Code]bool{}
	constant := regexp.MustCompile(`diag\.Code = "(SPX-[A-Z]\d+)"`)
	paths, _ := filepath.Glob(filepath.Join("..", "*", "*.go"))
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range constant.FindAllSubmatch(text, -1) {
			declared[diag.Code(match[1])] = true
		}
	}
	if len(declared) < 40 {
		t.Fatalf("only %d codes declared", len(declared))
	}
	// unanswered are codes that reach no request, each with its reason.
	unanswered := map[diag.Code]string{
		"SPX-B113": "a diagnostic inside a candidate's report",
		"SPX-G221": "raised by a host that restores an image from bytes",
	}
	for code := range declared {
		if (Meaning(code) == "") != (unanswered[code] != "") {
			t.Errorf("%s: meaning %q, exception %q", code, Meaning(code), unanswered[code])
		}
	}
	listed := meanings()
	if !slices.IsSortedFunc(listed, func(a, b meaning) int { return bytes.Compare([]byte(a.code), []byte(b.code)) }) {
		t.Error("meanings are not in order")
	}
	for _, m := range listed {
		if _, known := diag.Lookup(m.code); known || !declared[m.code] {
			t.Errorf("%s: explained by diag %v, declared %v", m.code, known, declared[m.code])
		}
	}
}
