package interp

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// Reason says why a function is not executed (language facts 5.5). It is the
// text of an SPX-F102.
type Reason string

// The reasons of refusals. The two size reasons are this implementation's own.
const (
	GenericFunction          Reason = "generic_function"
	DeclaredEffects          Reason = "declared_effects"
	UnsupportedParameterType Reason = "unsupported_parameter_type"
	UnsupportedResultType    Reason = "unsupported_result_type"
	ImportCall               Reason = "import_call"
	UnsafeBoundary           Reason = "unsafe_boundary"
	ValueTooLarge            Reason = "value_too_large"
	FrameTooLarge            Reason = "frame_too_large"
)

// Refuse makes the SPX-F102 of a function for a reason, placed at span.
func Refuse(program *check.Program, id check.FunctionID, reason Reason, span diag.Span) *diag.Diagnostic {
	function := program.Functions[id]
	text := "function `" + function.Identity.Text + "` is not admitted for execution: " + string(reason)
	return diag.New(diag.F102, program.Modules[function.Module].Path, span, text)
}

// servedEffects lists the effects whose built-ins a run serves from its input
// and its transcript.
func servedEffect(effect string) bool {
	switch effect {
	case "process.args.read", "process.stdin.read", "process.stdout.write", "process.stderr.write":
		return true
	}
	return false
}

// refuseEntry says why a function cannot be an entry, or nil.
func refuseEntry(program *check.Program, id check.FunctionID) *diag.Diagnostic {
	function := program.Functions[id]
	span := function.Decl.Name.Span
	if function.IsGeneric() {
		return Refuse(program, id, GenericFunction, span)
	}
	for _, effect := range function.Effects {
		if !servedEffect(effect) {
			return Refuse(program, id, DeclaredEffects, span)
		}
	}
	for _, param := range function.Params {
		if !passable(param.Type) {
			return Refuse(program, id, UnsupportedParameterType, param.Decl.Span())
		}
	}
	if !passable(function.Result) {
		return Refuse(program, id, UnsupportedResultType, function.Decl.Result.Span())
	}
	return nil
}

// passable says that values of the type go in and out of a run.
func passable(t check.Type) bool {
	return t.IsScalar() || t.IsView() || t == check.TypeString || t == check.TypeBytes
}

// refuseResources refuses programs whose closure declares resources: one
// SPX-B104 at the first of them.
func refuseResources(program *check.Program, entries []check.FunctionID) diag.List {
	closure := make([]bool, len(program.Modules))
	for _, entry := range entries {
		markClosure(program, program.Functions[entry].Module, closure)
	}
	for i := range program.Nominals {
		nominal := &program.Nominals[i]
		if nominal.Kind != check.NominalResource || nominal.Module == check.NoModule || !closure[nominal.Module] {
			continue
		}
		text := "resource `" + nominal.Name + "` cannot be executed by the interpreter"
		path := program.Modules[nominal.Module].Path
		return diag.List{diag.New(diag.B104, path, nominal.Decl.DeclName().Span, text)}
	}
	return nil
}

func markClosure(program *check.Program, module check.ModuleID, closure []bool) {
	if closure[module] {
		return
	}
	closure[module] = true
	for _, below := range program.Modules[module].Depends {
		markClosure(program, below, closure)
	}
}
