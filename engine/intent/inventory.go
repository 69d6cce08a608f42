package intent

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// inventory is what an intention must not change without being authorised: the
// permits of each file, the effects and numbers of clauses of each function and
// method, and the protocol implementations (candidate facts 2.3, steps 2 and 5).
type inventory struct {
	// permits maps a path to its permits.
	permits map[string]string
	// functions maps a function's key to what it declares.
	functions map[string]budgetFacts
	// implementations maps a path and an impl's identity to its table.
	implementations map[string]string
}

// budgetFacts is what a function declares beside its signature.
type budgetFacts struct {
	effects           string
	requires, ensures int
}

// takeInventory reads the inventory of syntax files at their paths.
func takeInventory(files []*syntax.File, paths []string) *inventory {
	inv := &inventory{permits: map[string]string{}, functions: map[string]budgetFacts{}, implementations: map[string]string{}}
	for i, file := range files {
		inv.permits[paths[i]] = joinNames(file.Permits)
		for _, decl := range file.Decls {
			inv.declare(paths[i], decl)
		}
	}
	return inv
}

func (inv *inventory) declare(path string, decl syntax.Decl) {
	switch d := decl.(type) {
	case *syntax.Function:
		inv.functions[functionKey(path, "", d)] = factsOf(d)
	case *syntax.Class:
		for _, method := range d.Methods {
			inv.functions[functionKey(path, d.Name.Text, method)] = factsOf(method)
		}
	case *syntax.Impl:
		inv.implementations[path+"\x00"+d.Identity.Value] = implementationTable(d)
	}
}

// functionKey names a function within its file: by its explicit identity, else by
// its class and name.
func functionKey(path, class string, f *syntax.Function) string {
	if f.Identity != nil {
		return path + "\x00@" + f.Identity.Value
	}
	return path + "\x00" + class + "." + f.Name.Text
}

func factsOf(f *syntax.Function) budgetFacts {
	return budgetFacts{joinNames(f.Uses), len(f.Requires), len(f.Ensures)}
}

func implementationTable(d *syntax.Impl) string {
	var b strings.Builder
	b.WriteString(strconv.Quote(d.Protocol.Value) + strconv.Quote(d.Target.Value))
	for _, binding := range d.Bindings {
		b.WriteString(strconv.Quote(binding.Method.Value) + strconv.Quote(binding.Function.Value))
	}
	return b.String()
}

func joinNames(names []syntax.Name) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = name.Text
	}
	return strings.Join(texts, ",")
}

func (inv *inventory) equalFunctions(other *inventory) bool {
	return maps.Equal(inv.permits, other.permits) && maps.Equal(inv.functions, other.functions)
}

// modulePaths lists the paths of the base's files.
func (b *Base) modulePaths() []string {
	modules := b.project.Modules()
	paths := make([]string, len(modules))
	for i := range modules {
		paths[i] = modules[i].Path
	}
	return slices.Clip(paths)
}
