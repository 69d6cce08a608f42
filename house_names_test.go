package semaprax_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// TestNameTablesAreExhaustive demands that a String method over an enumeration has a
// word for every constant: its table or switch names each of them, or is a list of
// at least as many words, none empty but that of the invalid zero.
func TestNameTablesAreExhaustive(t *testing.T) {
	set, sources := readSources(t)
	packages := map[string]*declared{}
	for _, s := range sources {
		if s.isTest() {
			continue
		}
		if packages[s.dir()] == nil {
			packages[s.dir()] = &declared{constants: map[string][]string{}, bodies: map[string][]ast.Node{}}
		}
		packages[s.dir()].read(s.file)
	}
	checked := 0
	for _, d := range packages {
		for _, method := range d.stringers {
			receiver, _, _ := strings.Cut(functionName(method), ".")
			constants := d.constants[receiver]
			if len(constants) < 2 { // a number with one special value
				continue
			}
			checked++
			w := words{named: map[string]bool{}}
			w.gather(d, method.Body, 2)
			for _, missing := range w.missing(constants) {
				t.Errorf("%s: %s has no word for %s", set.Position(method.Pos()), receiver, missing)
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d name tables found", checked)
	}
}

// declared is what a package declares that name tables are made of.
type declared struct {
	stringers []*ast.FuncDecl
	constants map[string][]string   // by type, in order
	bodies    map[string][]ast.Node // functions, methods and variables by name
}

func (d *declared) read(file *ast.File) {
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv != nil && decl.Name.Name == "String" {
				d.stringers = append(d.stringers, decl)
			} else if decl.Body != nil {
				d.bodies[decl.Name.Name] = append(d.bodies[decl.Name.Name], decl.Body)
			}
		case *ast.GenDecl:
			d.readGroup(decl)
		}
	}
}

// readGroup reads a group of variables, or of constants counted by iota. An
// unexported last constant whose name ends in Count or starts with num is no value.
func (d *declared) readGroup(group *ast.GenDecl) {
	typed := ""
	for _, spec := range group.Specs {
		value, ok := spec.(*ast.ValueSpec)
		if !ok {
			return
		}
		if group.Tok == token.VAR {
			for i, expression := range value.Values {
				d.bodies[value.Names[i].Name] = append(d.bodies[value.Names[i].Name], expression)
			}
			continue
		}
		if name, ok := value.Type.(*ast.Ident); ok {
			typed = name.Name
		} else if len(value.Values) > 0 {
			typed = ""
		}
		for _, name := range value.Names {
			sentinel := strings.HasSuffix(name.Name, "Count") || strings.HasPrefix(name.Name, "num")
			if typed != "" && name.Name != "_" && !sentinel {
				d.constants[typed] = append(d.constants[typed], name.Name)
			}
		}
	}
}

// words is what a String method and what it refers to can say.
type words struct {
	named map[string]bool // identifiers met
	list  int             // the longest list of words without keys
	empty bool            // that list has an empty word after its first
	ifs   int             // conditions: a two-valued enumeration needs one
}

// gather reads a body and, some levels deep, what it refers to in its package.
func (w *words) gather(d *declared, body ast.Node, levels int) {
	ast.Inspect(body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.Ident:
			if !w.named[node.Name] && levels > 0 {
				w.named[node.Name] = true
				for _, other := range d.bodies[node.Name] {
					w.gather(d, other, levels-1)
				}
			}
			w.named[node.Name] = true
		case *ast.IfStmt:
			w.ifs++
		case *ast.CompositeLit:
			w.readList(node)
		}
		return true
	})
}

func (w *words) readList(list *ast.CompositeLit) {
	if len(list.Elts) <= w.list {
		return
	}
	empty := false
	for i, element := range list.Elts {
		if _, keyed := element.(*ast.KeyValueExpr); keyed {
			return
		}
		text, ok := element.(*ast.BasicLit)
		empty = empty || i > 0 && ok && text.Value == `""`
	}
	w.list, w.empty = len(list.Elts), empty
}

// missing lists the constants without a word.
func (w *words) missing(constants []string) []string {
	if w.list >= len(constants) && !w.empty || w.ifs > 0 && len(constants) == 2 {
		return nil
	}
	var missing []string
	for _, name := range constants {
		if !w.named[name] {
			missing = append(missing, name)
		}
	}
	return missing
}
