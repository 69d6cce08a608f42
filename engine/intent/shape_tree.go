package intent

import (
	"reflect"
	"slices"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// sameShape reports whether two files have the same kinds of nodes in the same
// places. It finds text that reads back as another program than was written, which
// equal renderings do not.
func sameShape(written, read *syntax.File) bool {
	want, same := shapeOf(read), true // which knows its number of nodes
	walkDecls(written, func(n syntax.Node) bool {
		same = same && len(want) > 0 && want[0] == reflect.TypeOf(n)
		if same {
			want = want[1:]
		}
		return same
	})
	return same && len(want) == 0
}

// shapeOf lists the kinds of nodes in the order of the canonical text.
func shapeOf(file *syntax.File) []reflect.Type {
	kinds := make([]reflect.Type, 0, file.NodeCount())
	walkDecls(file, func(n syntax.Node) bool {
		kinds = append(kinds, reflect.TypeOf(n))
		return true
	})
	return kinds
}

// walkDecls walks the declarations in the order of the canonical text.
func walkDecls(file *syntax.File, visit func(syntax.Node) bool) {
	decls := slices.Clone(file.Decls)
	slices.SortStableFunc(decls, func(x, y syntax.Decl) int { return printGroup(x) - printGroup(y) })
	for _, decl := range decls {
		syntax.Walk(decl, visit)
	}
}

// printGroup is the position of a kind of declaration in the canonical text.
func printGroup(d syntax.Decl) int {
	switch d.(type) {
	case *syntax.Interface:
		return 1
	case *syntax.Protocol:
		return 2
	case *syntax.Impl:
		return 3
	case *syntax.Function:
		return 4
	}
	return 0
}
