package execution

import (
	"encoding/hex"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// The schemas and digest domains of the envelopes (language facts 5.5, 6.4).
const (
	InterpretSchema        = "semaprax.interpret.v1"
	ProjectExecutionSchema = "semaprax.project-execution.v1"

	interpretPayloadSchema = "semaprax.interpret.payload.v1"
	interpretSourceDomain  = "semaprax.interpret.source.v1"
	projectPayloadSchema   = "semaprax.project-execution.payload.v1"
	statusSchema           = "semaprax.status.v1"
)

// seal puts a payload into its envelope:
//
//	{"schema":S,"digest":D,"bytes":N,"payload":{…}}
//
// The digest is over the payload's bytes in the payload's own domain.
func seal(schema, domain string, maxBytes int, write func(*canon.Builder)) ([]byte, diag.List) {
	var payload, b canon.Builder
	payload.Reset(nil, canon.OrderedText)
	payload.Limit(maxBytes)
	write(&payload)
	if payload.Over() {
		return nil, overBudget(maxBytes)
	}
	content := payload.Bytes()
	b.Reset(nil, canon.OrderedText)
	b.Limit(maxBytes)
	b.BeginObject()
	b.Key("schema").String(schema)
	b.Key("digest").Digest(canon.Sum(domain, content))
	b.Key("bytes").Int(int64(len(content)))
	b.Key("payload").Raw(content)
	b.EndObject()
	line := b.Line()
	if b.Over() {
		return nil, overBudget(maxBytes)
	}
	return line, nil
}

// Envelope returns the semaprax.project-execution.v1 document. SPX-F104 refuses
// one over the budget of bytes.
func (r *Report) Envelope() ([]byte, diag.List) {
	return seal(ProjectExecutionSchema, projectPayloadSchema, r.options.MaxBytes, r.payload)
}

func (r *Report) payload(b *canon.Builder) {
	program := r.project.Program()
	main := program.Functions[r.Main.Function]
	b.BeginObject()
	b.Key("schema").String(projectPayloadSchema)
	b.Key("role").String(r.Role.String())
	b.Key("project").BeginObject()
	b.Key("name").String(r.project.Manifest().Name())
	b.Key("revision").Digest(r.project.Revision())
	b.Key("workspace_revision").Digest(r.project.WorkspaceRevision())
	b.EndObject()
	b.Key("module").String(program.Modules[main.Module].Name)
	writeFunction(b, main)
	writeLimits(b, r.options)
	r.writeFuel(b, &r.Main)
	b.Key("outcome")
	r.Main.appendOutcome(b, true)
	if r.Role == Tests {
		r.writeCases(b)
	}
	writeOutput(b, r.Main.Outcome)
	b.Key("nonclaims").Strings([]string{"reference_interpreter_only", "no_native_or_wasm_execution", "no_source_publication_authority"})
	b.EndObject()
}

func (r *Report) writeFuel(b *canon.Builder, of *Result) {
	b.Key("fuel").BeginObject()
	b.Key("steps_used").Int(of.Outcome.StepsUsed)
	b.Key("max_steps").Int(r.options.MaxSteps)
	b.EndObject()
}

func (r *Report) writeCases(b *canon.Builder) {
	b.Key("cases").BeginArray()
	for i := range r.Cases {
		named := &r.Cases[i]
		function := named.program.Functions[named.Function]
		b.BeginObject()
		b.Key("stable_id").String(function.Identity.Text)
		b.Key("name").String(function.Name)
		r.writeFuel(b, named)
		b.Key("outcome")
		named.appendOutcome(b, true)
		b.EndObject()
	}
	b.EndArray()
}

// Envelope returns the semaprax.interpret.v1 document. SPX-F104 refuses one over
// the budget of bytes.
func (i *Interpretation) Envelope() ([]byte, diag.List) {
	return seal(InterpretSchema, interpretPayloadSchema, i.options.MaxBytes, i.payload)
}

func (i *Interpretation) payload(b *canon.Builder) {
	function := i.program.Functions[i.Function]
	b.BeginObject()
	b.Key("schema").String(interpretPayloadSchema)
	writeSource(b, i.program.Modules[function.Module])
	writeFunction(b, function)
	b.Key("arguments").BeginArray()
	for index, value := range i.arguments {
		b.BeginObject()
		b.Key("index").Int(int64(index))
		i.writeArgument(b, function.Params[index].Name, value)
		b.EndObject()
	}
	b.EndArray()
	writeLimits(b, i.options)
	b.Key("fuel").BeginObject()
	b.Key("steps_used").Int(i.Outcome.StepsUsed)
	b.Key("budget").Int(i.options.MaxSteps)
	b.Key("exhausted").Bool(i.Outcome.Kind == interp.FuelExhausted)
	b.EndObject()
	b.Key("outcome")
	i.appendOutcome(b, false)
	writeOutput(b, i.Outcome)
	b.Key("nonclaims").Strings([]string{"reference_interpreter_only", "no_native_or_wasm_execution"})
	b.EndObject()
}

func writeSource(b *canon.Builder, module *check.Module) {
	b.Key("source").BeginObject()
	b.Key("path").String(module.Path)
	b.Key("revision").Digest(project.SourceRevision(syntax.PrintPlain(module.File)))
	b.Key("digest").Digest(canon.Sum(interpretSourceDomain, module.File.Source()))
	b.EndObject()
}

func writeFunction(b *canon.Builder, function *check.Function) {
	b.Key("function").BeginObject()
	b.Key("stable_id").String(function.Identity.Text)
	b.Key("name").String(function.Name)
	b.EndObject()
}

func writeLimits(b *canon.Builder, options Options) {
	b.Key("limits").BeginObject()
	b.Key("max_bytes").Int(int64(options.MaxBytes))
	b.Key("max_steps").Int(options.MaxSteps)
	b.EndObject()
}

// writeOutput writes the transcript, when there is one.
func writeOutput(b *canon.Builder, out interp.Outcome) {
	if len(out.Stdout)+len(out.Stderr) == 0 {
		return
	}
	b.Key("output").BeginObject()
	b.Key("stdout_hex").String(hex.EncodeToString(out.Stdout))
	b.Key("stderr_hex").String(hex.EncodeToString(out.Stderr))
	b.EndObject()
}
