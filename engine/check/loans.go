package check

import "github.com/semaprax/semaprax-go/engine/syntax"

// LoanSchema names the shape of a [LoanPlan].
const LoanSchema = "semaprax-go.loan-plan.v1"

// LoanID indexes LoanPlan.Loans.
type LoanID int32

// NoLoan is the absent loan.
const NoLoan LoanID = -1

// String is `loan:N`.
func (id LoanID) String() string { return idText("loan:", int32(id)) }

// LoanPlan lists what one function lends: while a loan is open its place does
// not move.
type LoanPlan struct {
	// Loans in the order they start.
	Loans []Loan
	// Endpoints are where loans start and end, in the order of evaluation.
	Endpoints []LoanEndpoint
	// Edges lead from a loan to those made through it.
	Edges []LoanEdge
}

// Loan is one borrow of one place.
type Loan struct {
	Kind LoanKind
	// Place is what is lent.
	Place StoragePlace
	// Holder is the parameter or binding that holds the loan, or NoLocal when an
	// operation holds it until it is done.
	Holder LocalID
	// Expr is the expression whose value borrows; nil for a parameter.
	Expr syntax.Expr
	// Expression is its identity, for a parameter the value's.
	Expression string
}

// LoanKind says what a loan gives.
type LoanKind uint8

// The kinds of loans.
const (
	LoanParameter LoanKind = iota // the caller's value, for the whole call
	LoanBorrow                    // a borrowed argument or operand, an alias
	LoanView                      // a str or Slice<u8>
)

// String is the word used in documents.
func (k LoanKind) String() string {
	return [...]string{LoanParameter: "parameter", LoanBorrow: "borrow", LoanView: "view"}[k]
}

// LoanEndpoint is where a loan starts or ends: before the step at position Step
// of the block, or at its end.
type LoanEndpoint struct {
	Loan  LoanID
	Start bool
	Block BlockID
	Step  int
}

// Kind is `start` or `end`.
func (e LoanEndpoint) Kind() string {
	if e.Start {
		return "start"
	}
	return "end"
}

// LoanEdge says that a loan was made through another, which lives at least as
// long.
type LoanEdge struct{ From, To LoanID }
