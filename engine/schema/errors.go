package schema

import (
	"strconv"
	"strings"
)

// FaultKind says how a value misses its shape.
type FaultKind uint8

const (
	// FaultUnknown says an object has a member that is not declared.
	FaultUnknown FaultKind = iota + 1
	// FaultMissing says a required member is absent.
	FaultMissing
	// FaultInvalid says a value has the wrong type, form or bound.
	FaultInvalid
)

// Fault is one refusal: what is wrong and where. The path goes from the
// outermost member to the faulty one.
type Fault struct {
	Kind FaultKind
	path []string
}

// Name returns the outermost member on the way to the fault: for parameters, the
// parameter's name. It is empty when the root value itself is wrong.
func (f *Fault) Name() string {
	if len(f.path) == 0 {
		return ""
	}
	return f.path[0]
}

// Message returns the protocol's text for a -32602 answer. A fault deeper inside a
// parameter is an invalid parameter.
func (f *Fault) Message() string {
	switch {
	case len(f.path) == 0:
		return "invalid params: params must be an object"
	case f.Kind == FaultUnknown && len(f.path) == 1:
		return "unknown parameter for image protocol method"
	case f.Kind == FaultMissing && len(f.path) == 1:
		return "missing parameter " + f.path[0]
	}
	return "invalid parameter " + f.path[0]
}

// Pointer returns the JSON Pointer of the faulty value, relative to the root.
func (f *Fault) Pointer() string {
	var b strings.Builder
	for _, step := range f.path {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	return b.String()
}

// Error says what is wrong in words, with its pointer.
func (f *Fault) Error() string {
	words := [...]string{FaultUnknown: "unknown member", FaultMissing: "missing member", FaultInvalid: "invalid value"}
	return words[f.Kind] + " at " + strconv.Quote(f.Pointer())
}

// fail starts a fault at the value being decoded.
func (d *Decoder) fail(kind FaultKind) bool {
	d.fault = &Fault{Kind: kind}
	return false
}

// under adds an outer step to the pending fault. It returns false, for return.
func (d *Decoder) under(step string) bool {
	d.fault.path = append([]string{step}, d.fault.path...)
	return false
}
