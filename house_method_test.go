package semaprax_test

import (
	"bytes"
	"flag"
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/session"
	"github.com/semaprax/semaprax-go/policy"
)

var update = flag.Bool("update", false, "rewrite generated files and baselines")

// everyGrant selects every row of the build.
const everyGrant = ^policy.Grants(0)

// strayNames names the files, or whole packages below the session, outside the rows whose texts tell a client of a
// method, each with its reason. A row that no longer applies fails the test.
var strayNames = map[string]string{
	"engine/session/instructions.go": "prose for agents: which method to call first and after which code",
	"engine/session/params.go":       "descriptions of parameters say which method gave the value",
	"engine/session/meanings.go":     "the meaning of a code says what to ask next",
	"policy/field.go":                "policy explain says which method a field selects",
	"engine/draft":                   "payloads of holes say which method tells more",
	"engine/intent":                  "catalogues say which method fills an expression",
}

// TestMethodNamesStandInTheirRowOnly demands that a row file declares each method,
// and no mention in the engine's other literals but the exceptions.
func TestMethodNamesStandInTheirRowOnly(t *testing.T) {
	methods := session.Methods(everyGrant)
	if len(methods) < 40 {
		t.Fatalf("only %d methods", len(methods))
	}
	declared, used := map[string]int{}, map[string]bool{}
	set, sources := readSources(t)
	for _, s := range sources {
		if s.isTest() || strings.HasPrefix(s.path, "cmd/") || s.dir() == "." || s.dir() == "fuzz" {
			continue
		}
		rows := strings.HasPrefix(s.path, "engine/session/rows_")
		for _, name := range rowNames(s) {
			declared[name]++
		}
		for _, literal := range stringLiterals(s.file) {
			for _, name := range mentioned(literal.text, methods) {
				switch {
				case rows: // the row, a description, or a payload that says what to ask next
				case strayNames[s.path] != "":
					used[s.path] = true
				case strayNames[s.dir()] != "":
					used[s.dir()] = true
				default:
					t.Errorf("%s: %s belongs in its row", set.Position(literal.at), name)
				}
			}
		}
	}
	for _, m := range methods {
		if declared[m.Name] == 0 { // one method may have a row for each selection of grants
			t.Errorf("%s: no row file declares it", m.Name)
		}
	}
	reportUnused(t, "strayNames", strayNames, used)
}

// rowNames lists the literals of a row file that are no constants of a payload.
func rowNames(s source) []string {
	if !strings.HasPrefix(s.path, "engine/session/rows_") {
		return nil
	}
	constants := map[token.Pos]bool{}
	ast.Inspect(s.file, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok && calls(call, "Const") {
			for _, argument := range call.Args {
				constants[argument.Pos()] = true
			}
		}
		return true
	})
	var names []string
	for _, literal := range stringLiterals(s.file) {
		if !constants[literal.at] {
			names = append(names, literal.text)
		}
	}
	return names
}

// calls reports whether a call is of a function with this name, of any package and
// with any type arguments.
func calls(call *ast.CallExpr, name string) bool {
	function := call.Fun
	if generic, ok := function.(*ast.IndexExpr); ok {
		function = generic.X
	}
	selector, ok := function.(*ast.SelectorExpr)
	return ok && selector.Sel.Name == name
}

// literal is one string literal, unquoted.
type literal struct {
	text string
	at   token.Pos
}

func stringLiterals(file *ast.File) []literal {
	var found []literal
	ast.Inspect(file, func(node ast.Node) bool {
		if _, ok := node.(*ast.ImportSpec); ok {
			return false
		}
		if basic, ok := node.(*ast.BasicLit); ok && basic.Kind == token.STRING {
			text, err := strconv.Unquote(basic.Value)
			if err != nil {
				panic("BUG: parsed literal " + basic.Value)
			}
			found = append(found, literal{text, basic.Pos()})
		}
		return true
	})
	return found
}

// slashed matches what looks like a method name.
var slashed = regexp.MustCompile(`[a-z-]+/[a-z-]+`)

// mentioned lists the methods a text names.
func mentioned(text string, methods []session.Method) []string {
	var names []string
	for _, word := range slashed.FindAllString(text, -1) {
		for i := range methods {
			if methods[i].Name == word {
				names = append(names, word)
			}
		}
	}
	return names
}

// TestMethodsAreDescribed demands a sentence per method, codes with a meaning, and that
// what a description calls a method is one.
func TestMethodsAreDescribed(t *testing.T) {
	methods := session.Methods(everyGrant)
	said := map[string]string{}
	for _, m := range methods {
		if !strings.HasSuffix(m.Doc, ".") || said[m.Doc] != "" {
			t.Errorf("%s: described as %q, as is %q", m.Name, m.Doc, said[m.Doc])
		}
		said[m.Doc] = m.Name
		for _, word := range slashed.FindAllString(m.Doc, -1) {
			if len(mentioned(word, methods)) == 0 {
				t.Errorf("%s: its description names %s, which is no method", m.Name, word)
			}
		}
	}
}

// TestProtocolPageIsFresh compares docs/protocol.md with the rows.
func TestProtocolPageIsFresh(t *testing.T) {
	compareGenerated(t, "docs/protocol.md", session.Reference(), "go run ./cmd/semaprax docs protocol > docs/protocol.md")
	if regexp.MustCompile("(?m)^\\| `SPX-\\w+` \\|  \\|$").Match(session.Reference()) {
		t.Error("a code on the page has no meaning")
	}
}

// compareGenerated fails, or with -update rewrites, when a file is not what its
// generator gives.
func compareGenerated(t *testing.T, path string, want []byte, command string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err == nil && bytes.Equal(got, want) {
		return
	}
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not fresh (%v); run: %s", path, err, command)
}
