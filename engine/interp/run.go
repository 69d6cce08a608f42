package interp

import (
	"bytes"
	"math"
	"strconv"
	"sync/atomic"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// Run executes one of the entries the code was compiled for. args are its
// arguments in order; input is what its host built-ins read; cancel may be nil
// and is looked at every 1,024 charged steps or units of work.
//
// A diagnostic means that nothing ran: SPX-F101 for limits, SPX-F102 for an entry
// that was not compiled, SPX-F103 for arguments. How the program itself ends, also
// by failing, is an outcome. The outcome owns its bytes; input is not changed.
func (c *Code) Run(entry check.FunctionID, args []Value, input Input, limits Limits, cancel *atomic.Bool) (Outcome, *diag.Diagnostic) {
	limits, refused := limits.withDefaults()
	if refused != nil {
		return Outcome{}, refused
	}
	at, ok := c.entries[entry]
	if !ok {
		return Outcome{}, diag.New(diag.F102, "", diag.Span{}, "the function is not an entry of this code")
	}
	if refused := c.refuseArguments(at, args); refused != nil {
		return Outcome{}, refused
	}
	m := &machine{code: c, instrs: c.instrs, input: input, limits: limits, cancel: cancel,
		reserve: limits.MaxSteps, work: limits.MaxWorkUnits, polled: limits.MaxWorkUnits}
	m.reserveFrame(&c.functions[at])
	for i, param := range c.functions[at].params {
		m.pass(param, args[i])
	}
	m.run(int(c.functions[at].entry))
	return m.outcome(c.program.Functions[entry].Result), nil
}

// refuseArguments checks number, types and ranges of the arguments.
func (c *Code) refuseArguments(at int32, args []Value) *diag.Diagnostic {
	params := c.functions[at].params
	if len(args) != len(params) {
		text := "the function takes " + strconv.Itoa(len(params)) + " arguments, not " + strconv.Itoa(len(args))
		return diag.New(diag.F103, "", diag.Span{}, text)
	}
	for i, param := range params {
		if args[i].Type != param.of || !args[i].valid() {
			text := "argument " + strconv.Itoa(i) + " is not a value of type " + c.program.TypeString(param.of)
			return diag.New(diag.F103, "", diag.Span{}, text)
		}
	}
	return nil
}

// valid says that the value is one its type has.
func (v Value) valid() bool {
	switch v.Type {
	case check.TypeI32:
		return int64(v.Bits) == int64(int32(v.Bits))
	case check.TypeU8:
		return v.Bits <= math.MaxUint8
	case check.TypeBool:
		return v.Bits <= 1
	case check.TypeChar:
		return v.Bits <= utf8.MaxRune && utf8.ValidRune(rune(v.Bits))
	case check.TypeF32:
		return v.Bits <= math.MaxUint32
	case check.TypeString, check.TypeStr:
		return len(v.Bytes) <= MaxInputBytes && utf8.Valid(v.Bytes)
	case check.TypeBytes, check.TypeSlice:
		return len(v.Bytes) <= MaxInputBytes
	}
	return true
}

// pass puts an argument into the entry's frame. Owned bytes are copied, since
// the program may change them.
func (m *machine) pass(param parameter, v Value) {
	switch {
	case param.of.IsScalar():
		m.words[param.at.word] = v.Bits
	case param.of == check.TypeBytes:
		m.refs[param.at.ref] = bytes.Clone(v.Bytes)
	default:
		m.refs[param.at.ref] = v.Bytes
	}
}

// outcome reads the end of the run.
func (m *machine) outcome(result check.Type) Outcome {
	out := Outcome{Kind: m.kind, StepsUsed: m.stepsUsed(), WorkUsed: m.limits.MaxWorkUnits - m.work}
	switch m.kind {
	case Returned:
		out.Value = m.read(result, place{})
		out.Stdout, out.Stderr = m.stdout, m.stderr
	case Failed:
		out.Status = m.status
		if in := m.code.instrs[m.pc-1]; in.op == opFailRequires || in.op == opFailEnsures {
			out.Contract = m.contractFailure(in)
		}
	}
	return out
}

// read takes a value out of the current frame and makes it independent of the machine.
func (m *machine) read(t check.Type, at place) Value {
	if t.IsScalar() {
		return Value{Type: t, Bits: m.w[at.word]}
	}
	return Value{Type: t, Bytes: bytes.Clone(m.r[at.ref])}
}

func (m *machine) contractFailure(in instr) *ContractFailure {
	callee := &m.code.functions[in.t]
	function := m.code.program.Functions[callee.source.function]
	detail := &ContractFailure{Function: function.ID, Phase: check.PhaseRequires, Clause: int(in.k)}
	if in.op == opFailEnsures {
		detail.Phase = check.PhaseEnsures
	}
	for i, param := range callee.params {
		if !param.of.IsScalar() && param.of != check.TypeString && param.of != check.TypeStr {
			continue
		}
		value := m.read(param.of, param.at)
		detail.Arguments = append(detail.Arguments, Argument{i, function.Params[i].Name, value})
	}
	return detail
}
