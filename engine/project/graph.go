package project

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// checkRoles demands that the modules the manifest names are among the sources.
// Repeated module names, unknown modules and cycles are the check's.
func (b *builder) checkRoles() diag.List {
	for _, role := range []struct{ name, module string }{
		{"entry", b.manifest.entry}, {"test", b.manifest.tests},
	} {
		if _, ok := b.Module(role.module); !ok && role.module != "" {
			return refuse(diag.G174, ManifestName, "the %s module `%s` is in no source", role.name, role.module)
		}
	}
	return nil
}

// reach returns the module and everything it imports from, ascending.
func (b *builder) reach(root check.ModuleID) []check.ModuleID {
	seen := make([]bool, len(b.modules))
	queue := []check.ModuleID{root}
	seen[root] = true
	for i := 0; i < len(queue); i++ {
		for _, next := range b.program.Modules[queue[i]].Depends {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	slices.Sort(queue)
	return queue
}
