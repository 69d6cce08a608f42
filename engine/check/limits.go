package check

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Bounds of a workspace, and of a file that is checked alone. They are fixed by
// the language, not options; passing one is SPX-G171.
const (
	// MaxFiles bounds the files of one workspace.
	MaxFiles = 16
	// MaxDeclarations bounds everything with an identity.
	MaxDeclarations = 4096
	// MaxFunctions bounds functions and methods.
	MaxFunctions = 1024
	// MaxCallSites bounds the calls of all functions.
	MaxCallSites = 65536
	// MaxUses bounds the use lines.
	MaxUses = 4096
	// MaxDependencyDepth bounds chains of modules; a module without imports has
	// depth 1.
	MaxDependencyDepth = 16
	// MaxInheritanceDepth bounds chains of classes; a class without a parent has
	// depth 1.
	MaxInheritanceDepth = 64
	// MaxLayoutDepth bounds records that hold records by value; a record of
	// scalars has depth 1.
	MaxLayoutDepth = 128
	// MaxTypeParameters bounds the type parameters of a record or variant. A type
	// has at most 2^MaxTypeParameters instances, and its
	// members are worked out for each.
	MaxTypeParameters = 8
	// MaxFunctionTypeParameters bounds the type parameters of a function.
	MaxFunctionTypeParameters = 2
	// MaxInheritedFields bounds the fields that all classes together take from
	// their ancestors.
	MaxInheritedFields = 1048576
)

// checkCounts refuses a workspace whose declarations pass a bound, before memory
// is taken for any of them. It reports whether to go on.
func (c *checker) checkCounts() bool {
	var sum declarationCounts
	uses := 0
	for _, m := range c.modules {
		uses += len(m.file.Uses)
		for _, decl := range m.file.Decls {
			sum.add(decl)
		}
	}
	return c.within("files", len(c.modules), MaxFiles) &&
		c.within("declarations", sum.all, MaxDeclarations) &&
		c.within("functions", sum.functions, MaxFunctions) &&
		c.within("uses", uses, MaxUses)
}

// declarationCounts counts what has an identity.
type declarationCounts struct {
	all, functions int
}

func (n *declarationCounts) add(decl syntax.Decl) {
	n.all++
	switch d := decl.(type) {
	case *syntax.Function:
		n.functions++
	case *syntax.Resource:
		n.all += len(d.Lifecycles)
	case *syntax.Record:
		n.all += len(d.Fields)
	case *syntax.Variant:
		for _, c := range d.Cases {
			n.all += 1 + len(c.Fields)
		}
	case *syntax.Class:
		n.all += len(d.Fields) + len(d.Methods)
		n.functions += len(d.Methods)
	case *syntax.Interface:
		n.all += len(d.Imports)
	case *syntax.Protocol:
		n.all += len(d.Methods)
	}
}

// checkGraphCounts refuses a workspace whose calls pass a bound.
func (c *checker) checkGraphCounts() {
	sites := 0
	for _, fn := range c.program.Functions {
		sites += len(fn.Calls)
	}
	_ = c.within("call_sites", sites, MaxCallSites) && c.within("dependency_depth", c.dependencyDepth(), MaxDependencyDepth)
}

// within reports a bound that is passed, at the header of the first module.
func (c *checker) within(name string, count, limit int) bool {
	if count <= limit {
		return true
	}
	m := c.modules[0]
	m.report(diag.G171, m.file.Module.Span, name+": "+strconv.Itoa(count)+" exceeds "+strconv.Itoa(limit))
	return false
}

// dependencyDepth is the longest chain of modules; in a cycle it stops at the
// number of modules.
func (c *checker) dependencyDepth() int {
	depth := make([]int, len(c.modules))
	deepest := 0
	for range c.modules {
		changed := false
		for id, module := range c.program.Modules {
			longest := 1
			for _, next := range module.Depends {
				longest = max(longest, depth[next]+1)
			}
			if longest > depth[id] {
				depth[id], changed = longest, true
			}
			deepest = max(deepest, depth[id])
		}
		if !changed {
			break
		}
	}
	return deepest
}

// cutDeepClasses refuses classes below MaxInheritanceDepth and makes them roots,
// so that no later step walks a longer chain. Parents are resolved and without
// cycles.
func (c *checker) cutDeepClasses() {
	depth := make([]int, len(c.program.Nominals))
	for id := range c.program.Nominals {
		var chain []NominalID
		at := NominalID(id)
		for at != NoNominal && depth[at] == 0 {
			chain = append(chain, at)
			at = c.program.Nominals[at].Parent
		}
		above := 0
		if at != NoNominal {
			above = depth[at]
		}
		for i := len(chain) - 1; i >= 0; i-- {
			above = c.cutClass(chain[i], above+1)
			depth[chain[i]] = above
		}
	}
}

// cutClass returns the depth a class keeps.
func (c *checker) cutClass(id NominalID, depth int) int {
	if depth <= MaxInheritanceDepth {
		return depth
	}
	class := &c.program.Nominals[id]
	m := c.modules[class.Module]
	m.report(diag.G171, class.Decl.(*syntax.Class).Parent.Span(), "inheritance_depth: "+strconv.Itoa(depth)+" exceeds "+strconv.Itoa(MaxInheritanceDepth))
	class.Parent = NoNominal
	return 1
}
