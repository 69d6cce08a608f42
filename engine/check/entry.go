package check

import "github.com/semaprax/semaprax-go/engine/diag"

// checkEntry judges the module's `main`: no parameters, i64, not generic. Only
// a module checked on its own must have one.
func (m *moduleChecker) checkEntry() {
	found, ok := m.module.functions["main"]
	if !ok || found.use >= 0 {
		if !m.workspace {
			m.report(diag.T105, m.file.Module.Span)
		}
		return
	}
	if found.kind != TargetFunction {
		m.report(diag.T104, m.program.Imports[found.index].Decl.Name.Span)
		return
	}
	fn := m.program.Functions[found.index]
	if len(fn.Params) > 0 || fn.IsGeneric() || fn.Result != TypeI64 && fn.Result != TypeInvalid {
		m.report(diag.T104, fn.Decl.Name.Span)
	}
}
