package interp

import (
	"github.com/semaprax/semaprax-go/engine/check"
)

// Kind tells how a run ended. The zero value is no outcome.
type Kind uint8

// The kinds of outcomes. All but Returned and Failed are capacity outcomes.
const (
	// Returned: the entry returned a value.
	Returned Kind = iota + 1
	// Failed: a status propagated out of all frames.
	Failed
	// FuelExhausted: the steps or the work budget ran out.
	FuelExhausted
	// DepthExceeded: a call would have opened one frame too many.
	DepthExceeded
	// OutputExceeded: the transcript would have passed its bound.
	OutputExceeded
	// Cancelled: the cancel flag was seen.
	Cancelled
)

// String is the word used in documents.
func (k Kind) String() string {
	switch k {
	case Returned:
		return "returned"
	case Failed:
		return "failed"
	case FuelExhausted:
		return "fuel_exhausted"
	case DepthExceeded:
		return "call_depth_exceeded"
	case OutputExceeded:
		return "output_exceeded"
	case Cancelled:
		return "cancelled"
	}
	return ""
}

// Outcome is the result of one run. It owns all it holds.
type Outcome struct {
	Kind Kind
	// Value is the result; only with Returned.
	Value Value
	// Status is the failure; only with Failed.
	Status Status
	// Contract is the detail of a false clause, else nil.
	Contract *ContractFailure
	// StepsUsed is the fuel spent. With FuelExhausted it equals the budget, also
	// when it was the work that ran out; after Cancelled it is what had been paid
	// when the flag was seen.
	StepsUsed int64
	// WorkUsed is what built-ins spent, in units of work.
	WorkUsed int64
	// Stdout and Stderr are the transcript; only with Returned.
	Stdout, Stderr []byte
}

// ContractFailure says which clause was false and for which arguments.
type ContractFailure struct {
	// Function is the callee whose clause was false.
	Function check.FunctionID
	// Phase is requires or ensures.
	Phase check.Phase
	// Clause is the position among the clauses of the phase, from 0.
	Clause int
	// Arguments are the callee's scalar and text parameters, in order;
	// parameters of other types are left out.
	Arguments []Argument
}

// Argument is one named value.
type Argument struct {
	// Index is the position of the parameter, from 0.
	Index int
	Name  string
	Value Value
}
