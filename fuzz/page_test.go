package fuzz

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedTest = regexp.MustCompile("`([a-z/]+): ((?:Test|Fuzz)[A-Za-z0-9_]+)`")
	declared  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z0-9_]+)\(`)
)

// TestSecurityPageNamesRealTests reads docs/security.md: every test it names exists, and
// every target of this package is named.
func TestSecurityPageNamesRealTests(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, found := range namedTest.FindAllStringSubmatch(page, -1) {
		if !testsOf(t, found[1])[found[2]] {
			t.Errorf("%s has no %s", found[1], found[2])
		}
	}
	for name := range testsOf(t, "fuzz") {
		if (strings.HasPrefix(name, "Fuzz") || strings.HasPrefix(name, "TestSoak")) && !strings.Contains(page, "fuzz: "+name+"`") {
			t.Errorf("the page does not name %s", name)
		}
	}
}

// testsOf are the tests and targets a package declares.
func testsOf(t *testing.T, dir string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(dir), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range declared.FindAllStringSubmatch(string(text), -1) {
			names[found[1]] = true
		}
	}
	return names
}
