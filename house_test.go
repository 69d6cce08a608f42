package semaprax_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// modulePath is the prefix of every import of ours.
const modulePath = "github.com/semaprax/semaprax-go"

// layers lists, for each package directory, the packages of ours that its
// non-test files may import. A name ending in "+" stands for that package and
// everything it may reach. A directory that is not listed fails the test, an
// edge that is not listed fails the test, and a listed package may be absent
// until it is built.
var layers = map[string][]string{
	"wire":             {},
	"wire/mcp":         {"wire"},
	"gitpub":           {},
	"policy":           {"wire"},
	"engine/canon":     {},
	"engine/diag":      {"engine/canon"},
	"engine/schema":    {"wire", "engine/canon", "engine/diag"},
	"engine/syntax":    {"engine/diag"},
	"engine/check":     {"engine/syntax", "engine/diag"},
	"engine/interp":    {"engine/check", "engine/syntax", "engine/diag"},
	"engine/graph":     {"engine/check", "engine/syntax", "engine/canon", "engine/diag"},
	"engine/project":   {"engine/check", "engine/syntax", "engine/canon", "engine/diag"},
	"engine/execution": {"engine/project+", "engine/interp+"},
	"engine/image":     {"engine/project+", "engine/graph+", "engine/schema+"},
	"engine/intent":    {"engine/image+"},
	"engine/candidate": {"engine/intent+"},
	"engine/draft":     {"engine/candidate+"},
	"engine/delta":     {"engine/candidate+"},
	"engine/publish":   {"engine/candidate+"},
	"engine/trial":     {"engine/candidate+", "engine/execution+"},
	"engine/session":   {"engine/draft+", "engine/delta+", "engine/publish+", "engine/trial+", "policy", "wire"},
	"internal/oracle":  {"engine/schema+"},
	"internal/fixture": {"engine/project+"},
	"internal/rivals":  {},
	"cmd/semaprax":     {"*"},
	"fuzz":             {"*"},
}

// unimportable names the packages that no package imports, and those that only tests
// import.
var unimportable = []string{"cmd/semaprax", "fuzz", "internal/oracle", "internal/fixture", "internal/rivals"}

// functionExceptions names the functions that pass the hard budget, each with
// its reason. A row that no longer applies fails the test.
var functionExceptions = map[string]string{
	"wire.Scanner.walk":         "the scan loop: one state machine whose state stays in registers",
	"engine/interp.machine.run": "the interpreter loop: one case per instruction over state in locals",
}

// fileExceptions names the files that pass the hard budget, each with its
// reason. A row that no longer applies fails the test.
var fileExceptions = map[string]string{}

const (
	hardFunctionLines = 120
	softFunctionLines = 60
	hardFileLines     = 800
	softFileLines     = 400
)

// source is one parsed Go file of this module.
type source struct {
	path  string // slash-separated, relative to the root
	text  []byte
	file  *ast.File
	lines int
}

func (s source) dir() string  { return filepath.ToSlash(filepath.Dir(s.path)) }
func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// readSources parses every Go file of the main module; nested modules and
// testdata folders are left out.
func readSources(t *testing.T) (*token.FileSet, []source) {
	t.Helper()
	set := token.NewFileSet()
	var sources []source
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skipFolder(path)
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(set, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		lines := strings.Count(string(text), "\n")
		sources = append(sources, source{filepath.ToSlash(path), text, file, lines})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return set, sources
}

// skipFolder says which folders hold no code of the main module.
func skipFolder(path string) error {
	name := filepath.Base(path)
	if path != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
		return fs.SkipDir
	}
	if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && path != "." {
		return fs.SkipDir
	}
	return nil
}

// reach returns every package that the entries of a row of layers allow.
func reach(entries []string) map[string]bool {
	allowed := map[string]bool{}
	for _, entry := range entries {
		name, deep := strings.CutSuffix(entry, "+")
		allowed[name] = true
		if !deep {
			continue
		}
		for below := range reach(layers[name]) {
			allowed[below] = true
		}
	}
	return allowed
}

func TestImportsFollowTheFloors(t *testing.T) {
	_, sources := readSources(t)
	for _, s := range sources {
		if s.isTest() || s.dir() == "." {
			continue
		}
		entries, listed := layers[s.dir()]
		if !listed {
			t.Errorf("%s: package folder %q is not in the table of floors", s.path, s.dir())
			continue
		}
		allowed := reach(entries)
		for _, imported := range s.file.Imports {
			path := strings.Trim(imported.Path.Value, `"`)
			ours, ok := strings.CutPrefix(path, modulePath+"/")
			if ok && !allowed["*"] && !allowed[ours] {
				t.Errorf("%s imports %s: not an edge of the table of floors", s.path, ours)
			}
			if ok && slices.Contains(unimportable, ours) {
				t.Errorf("%s imports %s: nobody may but a test", s.path, ours)
			}
		}
	}
}

func TestFloorsNameOnlyKnownPackages(t *testing.T) {
	for name, entries := range layers {
		for _, entry := range entries {
			below, _ := strings.CutSuffix(entry, "+")
			if _, ok := layers[below]; !ok && below != "*" {
				t.Errorf("row %s names %s, which has no row", name, below)
			}
		}
	}
}

func TestSizesStayInBudget(t *testing.T) {
	set, sources := readSources(t)
	usedFunctions, usedFiles := map[string]bool{}, map[string]bool{}
	for _, s := range sources {
		checkFileSize(t, s, usedFiles)
		for _, decl := range s.file.Decls {
			if function, ok := decl.(*ast.FuncDecl); ok {
				checkFunctionSize(t, set, s, function, usedFunctions)
			}
		}
	}
	reportUnused(t, "functionExceptions", functionExceptions, usedFunctions)
	reportUnused(t, "fileExceptions", fileExceptions, usedFiles)
}

func checkFileSize(t *testing.T, s source, used map[string]bool) {
	switch {
	case s.lines > hardFileLines && fileExceptions[s.path] != "":
		used[s.path] = true
	case s.lines > hardFileLines:
		t.Errorf("%s has %d lines, the budget is %d", s.path, s.lines, hardFileLines)
	case s.lines > softFileLines && !s.isTest():
		t.Logf("soft: %s has %d lines", s.path, s.lines)
	}
}

func checkFunctionSize(t *testing.T, set *token.FileSet, s source, function *ast.FuncDecl, used map[string]bool) {
	lines := set.Position(function.End()).Line - set.Position(function.Pos()).Line + 1
	name := s.dir() + "." + functionName(function)
	switch {
	case lines > hardFunctionLines && functionExceptions[name] != "":
		used[name] = true
	case lines > hardFunctionLines:
		t.Errorf("%s: %s has %d lines, the budget is %d", s.path, name, lines, hardFunctionLines)
	case lines > softFunctionLines && !s.isTest():
		t.Logf("soft: %s: %s has %d lines", s.path, name, lines)
	}
}

// functionName is Name or Receiver.Name.
func functionName(function *ast.FuncDecl) string {
	if function.Recv == nil || len(function.Recv.List) == 0 {
		return function.Name.Name
	}
	receiver := function.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		receiver = star.X
	}
	if generic, ok := receiver.(*ast.IndexExpr); ok {
		receiver = generic.X
	}
	return fmt.Sprintf("%s.%s", receiver, function.Name.Name)
}

func reportUnused(t *testing.T, table string, rows map[string]string, used map[string]bool) {
	for name, reason := range rows {
		if !used[name] {
			t.Errorf("%s: row %q (%s) is no longer needed", table, name, reason)
		}
	}
}

func TestExportedNamesAreDocumented(t *testing.T) {
	set, sources := readSources(t)
	packageDocs := map[string]bool{}
	for _, s := range sources {
		if s.isTest() {
			continue
		}
		packageDocs[s.dir()] = packageDocs[s.dir()] || s.file.Doc != nil
		for _, decl := range s.file.Decls {
			for _, name := range undocumented(decl) {
				t.Errorf("%s: exported %s has no comment", set.Position(decl.Pos()), name)
			}
		}
	}
	for dir, documented := range packageDocs {
		if !documented {
			t.Errorf("package %s has no package comment", dir)
		}
	}
}

// undocumented lists the exported names that a declaration leaves bare.
func undocumented(decl ast.Decl) []string {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Doc == nil && decl.Name.IsExported() && exportedReceiver(decl) {
			return []string{functionName(decl)}
		}
	case *ast.GenDecl:
		return undocumentedSpecs(decl)
	}
	return nil
}

func undocumentedSpecs(decl *ast.GenDecl) []string {
	var bare []string
	for _, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() && decl.Doc == nil && spec.Doc == nil {
				bare = append(bare, spec.Name.Name)
			}
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				if name.IsExported() && decl.Doc == nil && spec.Doc == nil && spec.Comment == nil {
					bare = append(bare, name.Name)
				}
			}
		}
	}
	return bare
}

func exportedReceiver(function *ast.FuncDecl) bool {
	receiver, _, found := strings.Cut(functionName(function), ".")
	return !found || ast.IsExported(receiver)
}

func TestEngineHasNoUntypedMaps(t *testing.T) {
	set, sources := readSources(t)
	for _, s := range sources {
		if s.isTest() || !strings.HasPrefix(s.path, "engine/") {
			continue
		}
		ast.Inspect(s.file, func(node ast.Node) bool {
			if m, ok := node.(*ast.MapType); ok && isString(m.Key) && isAny(m.Value) {
				t.Errorf("%s: map[string]any", set.Position(m.Pos()))
			}
			return true
		})
	}
}

func isString(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && name.Name == "string"
}

func isAny(e ast.Expr) bool {
	if name, ok := e.(*ast.Ident); ok {
		return name.Name == "any"
	}
	empty, ok := e.(*ast.InterfaceType)
	return ok && len(empty.Methods.List) == 0
}

// ambient lists what engine code may never call: everything outside the
// process comes in through arguments. Held files are project's own trade.
var ambient = map[string][]string{
	"os":   {"Getenv", "LookupEnv", "Environ", "Getwd", "Args", "Stdin", "Stdout", "Stderr", "TempDir", "MkdirTemp", "CreateTemp"},
	"time": {"Now", "Since", "Sleep", "After", "Tick"},
}

func TestNothingBelowCmdIsAmbient(t *testing.T) {
	set, sources := readSources(t)
	for _, s := range sources {
		if s.isTest() || strings.HasPrefix(s.path, "cmd/") || s.dir() == "." {
			continue
		}
		ast.Inspect(s.file, func(node ast.Node) bool {
			if selector, ok := node.(*ast.SelectorExpr); ok {
				if name, ok := selector.X.(*ast.Ident); ok && slices.Contains(ambient[name.Name], selector.Sel.Name) {
					t.Errorf("%s: %s.%s is ambient authority", set.Position(node.Pos()), name.Name, selector.Sel.Name)
				}
			}
			return true
		})
	}
}

func TestFoldersAndNamesAreOfTheField(t *testing.T) {
	banned := []string{"util", "utils", "helper", "helpers", "common", "misc", "types"}
	_, sources := readSources(t)
	for _, s := range sources {
		base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(s.path), ".go"), "_test")
		if slices.Contains(banned, base) || slices.Contains(banned, s.file.Name.Name) {
			t.Errorf("%s: the name says nothing of what is inside", s.path)
		}
	}
}

// machinePath matches an absolute path of some machine: homes, temporary
// folders of one user, drive letters.
var machinePath = regexp.MustCompile(`(?:^|[\s"'=(:])(?:/(?:home|root|Users|work)/[A-Za-z0-9_.]|[A-Z]:\\\\?Users)`)

func TestNoMachinePaths(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if name == ".git" || name == "node_modules" || name == "bin" || name == "dist" {
				return fs.SkipDir
			}
			return nil
		}
		if name == "house_test.go" || name == ".git" || strings.HasSuffix(name, ".sum") || !entry.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if found := machinePath.Find(text); found != nil && !slices.Contains(text, 0) {
			t.Errorf("%s names a machine path: %q", path, found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
