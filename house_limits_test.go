package semaprax_test

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// limitNames are constants of a limits.go that bound nothing, each with its reason.
// A row that no longer applies fails the test.
var limitNames = map[string]string{
	"engine/project.ManifestName": "the one name a manifest has",
	"wire.Document":               "a profile: a set of limits",
	"wire.V5":                     "a profile: a set of limits",
	"wire.MCP":                    "a profile: a set of limits",
}

// limitUnits matches the name of a limit, which says what it bounds or its unit.
var limitUnits = regexp.MustCompile(`^(Max|Min|Default)|Bytes|Depth|Nodes|Steps|Items|Frames|Containers|Limit|Seconds|Workers|Count`)

// TestLimitsHaveComments demands a comment of its own for every constant of a
// limits.go, or one of the group for those declared together without a blank line.
func TestLimitsHaveComments(t *testing.T) {
	set, sources := readSources(t)
	seen, used := 0, map[string]bool{}
	for _, s := range sources {
		if filepath.Base(s.path) != "limits.go" {
			continue
		}
		for _, decl := range s.file.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			seen += len(group.Specs)
			checkLimits(t, set, s.dir(), group, used)
		}
	}
	reportUnused(t, "limitNames", limitNames, used)
	if seen < 100 {
		t.Errorf("only %d limits", seen)
	}
}

func checkLimits(t *testing.T, set *token.FileSet, dir string, group *ast.GenDecl, used map[string]bool) {
	covered, last := !group.Lparen.IsValid() && group.Doc != nil, 0
	for _, spec := range group.Specs {
		limit := spec.(*ast.ValueSpec)
		line := set.Position(limit.Pos()).Line
		start := line
		if limit.Doc != nil {
			start = set.Position(limit.Doc.Pos()).Line
		}
		if start != last+1 && group.Lparen.IsValid() {
			covered = false // a blank line ends what a comment covers
		}
		covered = covered || limit.Doc != nil
		for _, name := range limit.Names {
			if !covered && limit.Comment == nil && name.IsExported() {
				t.Errorf("%s: the limit %s has no comment", set.Position(limit.Pos()), name)
			}
			full := dir + "." + name.Name
			switch {
			case !name.IsExported() || limitUnits.MatchString(name.Name):
			case limitNames[full] != "":
				used[full] = true
			default:
				t.Errorf("%s: the name %s does not say what it bounds", set.Position(limit.Pos()), name)
			}
		}
		last = set.Position(limit.End()).Line
	}
}

// exampleFamilies says where the examples of each family of codes run. A family
// without a row, or a row without a code, fails the test.
var exampleFamilies = map[byte]string{
	'P': "engine/syntax/codes_test.go", 'N': "engine/syntax/codes_test.go",
	'S': "engine/check/codes_test.go", 'T': "engine/check/codes_test.go", 'C': "engine/check/codes_test.go",
	'E': "engine/check/codes_test.go", 'M': "engine/check/codes_test.go", 'O': "engine/check/codes_test.go",
	'U': "engine/check/codes_test.go", 'Q': "engine/check/codes_test.go",
	'G': "engine/check/codes_test.go", 'I': "engine/check/codes_test.go", 'B': "engine/check/codes_test.go",
	'J': "", 'F': "", // no example is one file
}

// TestEveryExampleRunsSomewhere demands that each family of codes with examples is
// one that a test of syntax or check runs.
func TestEveryExampleRunsSomewhere(t *testing.T) {
	used := map[byte]bool{}
	examples := 0
	for entry := range diag.Entries() {
		family := entry.Code[len("SPX-")]
		where, listed := exampleFamilies[family]
		used[family] = true
		if !listed {
			t.Errorf("%s: family %c is not in the table of examples", entry.Code, family)
		}
		if entry.Example == "" {
			continue
		}
		examples++
		if where == "" {
			t.Errorf("%s: an example that no test runs", entry.Code)
		}
	}
	for family := range exampleFamilies {
		if !used[family] {
			t.Errorf("exampleFamilies: no code is of family %c", family)
		}
	}
	if examples < 100 {
		t.Errorf("only %d examples", examples)
	}
	_, sources := readSources(t)
	for _, path := range []string{"engine/syntax/codes_test.go", "engine/check/codes_test.go"} {
		at := slices.IndexFunc(sources, func(s source) bool { return s.path == path })
		if at < 0 || !strings.Contains(string(sources[at].text), "entry.Program()") {
			t.Errorf("%s runs no examples", path)
		}
	}
}
