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
	return slices.Equal(shapeOf(written), shapeOf(read))
}

// shapeOf lists the kinds of nodes in the order of the canonical text.
func shapeOf(file *syntax.File) []reflect.Type {
	decls := slices.Clone(file.Decls)
	slices.SortStableFunc(decls, func(x, y syntax.Decl) int { return printGroup(x) - printGroup(y) })
	kinds := make([]reflect.Type, 0, file.NodeCount())
	for _, decl := range decls {
		syntax.Walk(decl, func(n syntax.Node) bool {
			kinds = append(kinds, reflect.TypeOf(n))
			return true
		})
	}
	return kinds
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
