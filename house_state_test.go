package semaprax_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// packageVariables lists the variables each package declares outside its functions and
// outside its tests.
func packageVariables(sources []source) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, s := range sources {
		if s.isTest() {
			continue
		}
		for _, decl := range s.file.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.VAR {
				continue
			}
			if all[s.dir()] == nil {
				all[s.dir()] = map[string]bool{}
			}
			for _, spec := range group.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					all[s.dir()][name.Name] = name.Name != "_"
				}
			}
		}
	}
	return all
}

// TestPackageVariablesNeverChange demands that no function of a package writes a
// variable of the package, or a part of one, and that nothing runs before main.
func TestPackageVariablesNeverChange(t *testing.T) {
	_, sources := readSources(t)
	variables, found := packageVariables(sources), 0
	for _, names := range variables {
		found += len(names)
	}
	if found < 15 {
		t.Errorf("only %d variables of packages found", found)
	}
	for _, s := range sources {
		if s.isTest() {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, s.path, s.text, 0) // resolves the names of functions
		if err != nil {
			t.Fatal(err)
		}
		written := func(e ast.Expr) {
			if name := rootOf(e); name != nil && variables[s.dir()][name.Name] && !isLocal(file, name) {
				t.Errorf("%s: %s is a variable of the package and changes", set.Position(name.Pos()), name.Name)
			}
		}
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncDecl:
				if node.Recv == nil && node.Name.Name == "init" {
					t.Errorf("%s: a package does nothing by itself", set.Position(node.Pos()))
				}
			case *ast.AssignStmt:
				for _, left := range node.Lhs {
					if node.Tok != token.DEFINE {
						written(left)
					}
				}
			case *ast.IncDecStmt:
				written(node.X)
			}
			return true
		})
	}
}

// rootOf is the name a place begins with, or nil.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch at := e.(type) {
		case *ast.Ident:
			return at
		case *ast.SelectorExpr:
			e = at.X
		case *ast.IndexExpr:
			e = at.X
		case *ast.StarExpr:
			e = at.X
		case *ast.ParenExpr:
			e = at.X
		default:
			return nil
		}
	}
}

// isLocal reports whether a name is declared inside a function of its file.
func isLocal(file *ast.File, name *ast.Ident) bool {
	return name.Obj != nil && file.Scope.Lookup(name.Name) != name.Obj
}

// TestPanicsAreBugs demands that whatever panics says that it is a bug.
func TestPanicsAreBugs(t *testing.T) {
	set, sources := readSources(t)
	found := 0
	for _, s := range sources {
		if s.isTest() || strings.HasPrefix(s.path, "internal/") {
			continue
		}
		ast.Inspect(s.file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			if name, ok := call.Fun.(*ast.Ident); !ok || name.Name != "panic" {
				return true
			}
			found++
			if !strings.HasPrefix(leftmost(call.Args[0]), `"BUG: `) {
				t.Errorf("%s: a panic that is no BUG:", set.Position(call.Pos()))
			}
			return true
		})
	}
	if found < 10 {
		t.Errorf("only %d panics found", found)
	}
}

// leftmost is the literal a text is put together from, first part first; "" for what is
// no text.
func leftmost(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Value
	case *ast.BinaryExpr:
		return leftmost(e.X)
	case *ast.CallExpr: // fmt.Sprintf and its like
		if len(e.Args) > 0 {
			return leftmost(e.Args[0])
		}
	}
	return ""
}

// TestSkipsSayWhy demands a message of every skipped test.
func TestSkipsSayWhy(t *testing.T) {
	set, sources := readSources(t)
	for _, s := range sources {
		ast.Inspect(s.file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			if method, ok := call.Fun.(*ast.SelectorExpr); ok && (method.Sel.Name == "SkipNow" || method.Sel.Name == "Skip" && len(call.Args) == 0) {
				if on, ok := method.X.(*ast.Ident); ok && (on.Name == "t" || on.Name == "b" || on.Name == "f") {
					t.Errorf("%s: a skip without a reason", set.Position(call.Pos()))
				}
			}
			return true
		})
	}
}

// TestPackagesHaveTheirPages demands a doc.go, the vocabulary, of every package that
// others import.
func TestPackagesHaveTheirPages(t *testing.T) {
	_, sources := readSources(t)
	pages := map[string]bool{}
	for _, s := range sources {
		if s.isTest() {
			continue
		}
		pages[s.dir()] = pages[s.dir()] || strings.HasSuffix(s.path, "doc.go") && s.file.Doc != nil
	}
	for dir := range layers {
		if page, built := pages[dir]; built && !page && !strings.HasPrefix(dir, "cmd/") {
			t.Errorf("%s has no doc.go", dir)
		}
	}
}
