package semaprax_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// links matches relative Markdown links; paths matches files of ours in back quotes;
// tests matches the names of tests.
var (
	links = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)]*)?\)`)
	paths = regexp.MustCompile("`((?:engine|wire|cmd|policy|gitpub|docs|testdata)/[\\w./-]+\\.(?:go|md|txt|json))`")
	tests = regexp.MustCompile("`(Test[A-Z]\\w+)`")
)

// TestPagesNameWhatExists demands that pages link to files, name files and tests that
// are there. Files in back quotes are relative to the root.
func TestPagesNameWhatExists(t *testing.T) {
	_, sources := readSources(t)
	var code strings.Builder
	for _, s := range sources {
		if s.isTest() {
			code.Write(s.text)
		}
	}
	pages, _ := filepath.Glob("docs/*.md")
	for _, page := range append(pages, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range links.FindAllSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), string(match[1]))); err != nil {
				t.Errorf("%s links to %s: %v", page, match[1], err)
			}
		}
		for _, match := range paths.FindAllSubmatch(text, -1) {
			if _, err := os.Stat(string(match[1])); err != nil {
				t.Errorf("%s names %s: %v", page, match[1], err)
			}
		}
		for _, match := range tests.FindAllSubmatch(text, -1) {
			if !strings.Contains(code.String(), "func "+string(match[1])+"(") {
				t.Errorf("%s names %s, which is no test", page, match[1])
			}
		}
	}
}
