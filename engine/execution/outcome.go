package execution

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// OutcomeLine returns the canonical outcome of a project's run with its LF, over
// which outcome digests are computed.
func (r *Result) OutcomeLine() []byte {
	var b canon.Builder
	b.Reset(nil, canon.OrderedText)
	r.appendOutcome(&b, true)
	return b.Line()
}

// appendOutcome writes an outcome:
//
//	{"kind":"returned","type":T,"value":V}
//	{"kind":"failed","status":{…}}
//	{"kind":"fuel_exhausted"}  {"kind":"call_depth_exceeded"}
//
// In a project a failure's kind is language_failure, and one of a contract
// carries its detail in a further member.
func (r *Result) appendOutcome(b *canon.Builder, ofProject bool) {
	b.BeginObject()
	kind := r.Outcome.Kind.String()
	if ofProject && r.Outcome.Kind == interp.Failed {
		kind = "language_failure"
	}
	b.Key("kind").String(kind)
	switch r.Outcome.Kind {
	case interp.Returned:
		b.Key("type").String(r.program.TypeString(r.Outcome.Value.Type))
		b.Key("value").String(r.Outcome.Value.String())
	case interp.Failed:
		writeStatus(b, r.Outcome.Status)
		if ofProject && r.Outcome.Contract != nil {
			r.writeFailure(b, r.Outcome.Contract)
		}
	}
	b.EndObject()
}

func writeStatus(b *canon.Builder, status interp.Status) {
	b.Key("status").BeginObject()
	b.Key("schema").String(statusSchema)
	b.Key("domain_id").String(status.Domain())
	b.Key("code").Int(int64(status.Code()))
	b.Key("class").String(status.Class())
	b.Key("retryable").Bool(false)
	b.EndObject()
}

func (r *Result) writeFailure(b *canon.Builder, failure *interp.ContractFailure) {
	b.Key("failure").BeginObject()
	b.Key("function_id").String(r.program.Functions[failure.Function].Identity.Text)
	b.Key("phase").String(failure.Phase.String())
	b.Key("clause").String(ClauseText(r.program, failure))
	b.Key("arguments").BeginArray()
	for _, argument := range failure.Arguments {
		b.BeginObject()
		r.writeArgument(b, argument.Name, argument.Value)
		b.EndObject()
	}
	b.EndArray()
	b.EndObject()
}

func (r *Result) writeArgument(b *canon.Builder, name string, value interp.Value) {
	b.Key("name").String(name)
	b.Key("type").String(r.program.TypeString(value.Type))
	b.Key("value").String(value.String())
}

// ClauseText returns the source of a false clause's condition, or its expression
// identity when the source is not at hand, goes over lines or is longer than
// MaxClauseBytes.
func ClauseText(program *check.Program, failure *interp.ContractFailure) string {
	function := program.Functions[failure.Function]
	cond := clauseOf(function.Decl, failure)
	source := program.Modules[function.Module].File.Source()
	span := cond.Span()
	if !span.IsZero() && int(span.End) <= len(source) && span.End-span.Start <= MaxClauseBytes {
		if text := source[span.Start:span.End]; !bytes.ContainsAny(text, "\r\n") {
			return string(text)
		}
	}
	return program.Identities(function).Of(cond)
}

func clauseOf(decl *syntax.Function, failure *interp.ContractFailure) syntax.Expr {
	if failure.Phase == check.PhaseEnsures {
		return decl.Ensures[failure.Clause].Cond
	}
	return decl.Requires[failure.Clause].Cond
}

// Text is the human rendering of how the run ended, on one line.
func (r *Result) Text() string {
	out := r.Outcome
	switch out.Kind {
	case interp.Returned:
		return "returned " + out.Value.String()
	case interp.Failed:
		text := "failed: " + out.Status.Meaning() + " (" + out.Status.Domain() + " " + strconv.Itoa(out.Status.Code()) + ")"
		if out.Contract != nil {
			text += ": " + r.contractText(out.Contract)
		}
		return text
	case interp.FuelExhausted:
		return "fuel exhausted after " + strconv.FormatInt(out.StepsUsed, 10) + " steps"
	}
	return "call depth exceeded after " + strconv.FormatInt(out.StepsUsed, 10) + " steps"
}

// contractText reads "`b != 0` of `k.div` with a = 6, b = 0".
func (r *Result) contractText(failure *interp.ContractFailure) string {
	text := "`" + ClauseText(r.program, failure) + "` of `" + r.program.Functions[failure.Function].Identity.Text + "`"
	var arguments []string
	for _, argument := range failure.Arguments {
		arguments = append(arguments, argument.Name+" = "+argument.Value.String())
	}
	if len(arguments) == 0 {
		return text
	}
	return text + " with " + strings.Join(arguments, ", ")
}

// Identity is the stable identity of the function that ran.
func (r *Result) Identity() string { return r.program.Functions[r.Function].Identity.Text }

// Name is the source name of the function that ran.
func (r *Result) Name() string { return r.program.Functions[r.Function].Name }
