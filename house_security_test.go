package semaprax_test

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unbounding are constants named like limits, or declared in a limits.go, that bound
// nothing a client or a source sends, each with its reason. Those of limitNames count
// too. A row that no longer applies fails the test.
var unbounding = map[string]string{
	"cmd/semaprax.maxWriteBytes":    "how much of a long list is held before it is written",
	"engine/interp.maxThreaded":     "how far jumps to jumps are followed; more only stay as they are",
	"engine/schema.maxExampleDepth": "of examples made for tests and documents",
	"engine/schema.maxExampleItems": "of examples made for tests and documents",
	"engine/syntax.maxSlab":         "how many nodes are allocated at once",
	"wire.documentResponseBytes":    "documents are not answered",
}

// limitLike matches the names of limits outside a limits.go.
var limitLike = regexp.MustCompile(`^[Mm]ax[A-Z]`)

// boundsOf lists the constants of a file that are limits, and the fields of the
// structs through which a caller lowers them.
func boundsOf(s source) []string {
	var names []string
	all := filepath.Base(s.path) == "limits.go"
	for _, decl := range s.file.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range group.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					if group.Tok == token.CONST && name.Name != "_" && (all || limitLike.MatchString(name.Name)) {
						names = append(names, name.Name)
					}
				}
			case *ast.TypeSpec:
				if fields, ok := spec.Type.(*ast.StructType); ok && all && spec.Name.Name == "Limits" {
					for _, field := range fields.Fields.List {
						for _, name := range field.Names {
							names = append(names, name.Name)
						}
					}
				}
			}
		}
	}
	return names
}

// securityPage is docs/security.md.
func securityPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	packageHead = regexp.MustCompile("^### `([a-z/]+)`$")
	boundRow    = regexp.MustCompile("^\\| (`.*`) \\| (.*) \\|$")
	backQuoted  = regexp.MustCompile("`([^`]+)`")
	namedTest   = regexp.MustCompile("`([a-z/]+): ((?:Test|Fuzz)\\w+)`")
)

// TestEveryBoundIsOnTheSecurityPage demands that the tables of docs/security.md name
// every limit of every package exactly once, beside a test, and nothing else.
func TestEveryBoundIsOnTheSecurityPage(t *testing.T) {
	_, section, _ := strings.Cut(securityPage(t), "\n## Every constant\n")
	section, _, _ = strings.Cut(section, "\n## ")
	told, dir := map[string]bool{}, ""
	for line := range strings.Lines(section) {
		line = strings.TrimSuffix(line, "\n")
		if head := packageHead.FindStringSubmatch(line); head != nil {
			dir = head[1]
		}
		row := boundRow.FindStringSubmatch(line)
		if row == nil {
			continue
		}
		if !namedTest.MatchString(row[2]) {
			t.Errorf("%s: the row of %s names no test", dir, row[1])
		}
		for _, name := range backQuoted.FindAllStringSubmatch(row[1], -1) {
			if told[dir+"."+name[1]] {
				t.Errorf("the page names %s.%s twice", dir, name[1])
			}
			told[dir+"."+name[1]] = true
		}
	}
	declared, used := map[string]bool{}, map[string]bool{}
	_, sources := readSources(t)
	for _, s := range sources {
		if s.isTest() || strings.HasPrefix(s.path, "internal/") {
			continue
		}
		for _, name := range boundsOf(s) {
			full := s.dir() + "." + name
			declared[full] = true
			switch {
			case unbounding[full] != "":
				used[full] = true
			case limitNames[full] == "" && !told[full]:
				t.Errorf("docs/security.md does not say which test holds %s", full)
			}
		}
	}
	for full := range told {
		if !declared[full] || unbounding[full] != "" || limitNames[full] != "" {
			t.Errorf("docs/security.md tells of %s, which is no bound", full)
		}
	}
	reportUnused(t, "unbounding", unbounding, used)
	if len(told) < 200 {
		t.Errorf("the page tells of only %d bounds", len(told))
	}
}

// TestSecurityPageNamesRealTests demands that every test docs/security.md names is one
// of the package it names, and that every target and load test of fuzz is named.
func TestSecurityPageNamesRealTests(t *testing.T) {
	page := securityPage(t)
	tests := map[string]bool{}
	_, sources := readSources(t)
	for _, s := range sources {
		for _, decl := range s.file.Decls {
			if function, ok := decl.(*ast.FuncDecl); ok && s.isTest() && function.Recv == nil {
				tests[s.dir()+": "+function.Name.Name] = true
			}
		}
	}
	for _, found := range namedTest.FindAllStringSubmatch(page, -1) {
		if !tests[found[1]+": "+found[2]] {
			t.Errorf("docs/security.md: %s has no %s", found[1], found[2])
		}
	}
	for name := range tests {
		if (strings.HasPrefix(name, "fuzz: Fuzz") || strings.HasPrefix(name, "fuzz: TestSoak")) && !strings.Contains(page, "`"+name+"`") {
			t.Errorf("docs/security.md does not name %s", name)
		}
	}
}
