package publish

import (
	"errors"

	"github.com/semaprax/semaprax-go/engine/diag"
)

// The codes of publications.
const (
	CodeShape     diag.Code = "SPX-G263" // not an admitted shape
	CodeCapacity  diag.Code = "SPX-G264" // a bound is exhausted
	CodeStale     diag.Code = "SPX-G265" // branch, source or history is not as expected
	CodeHost      diag.Code = "SPX-G266" // the host failed before the pivot
	CodeUncertain diag.Code = "SPX-G267" // the branch may have moved
	CodeTarget    diag.Code = "SPX-G284" // host configuration or binding
	CodeBounds    diag.Code = "SPX-G285" // receipt chunk or sequence
	CodeApproval  diag.Code = "SPX-G286" // no matching approval or receipt
	CodeTerminal  diag.Code = "SPX-G287" // the host is terminal
)

// Error is a refusal of a Publisher.
type Error struct {
	Code diag.Code
	Text string
	// MayHaveMoved says that the branch may already be Commit.
	MayHaveMoved      bool
	Reference, Commit string
}

// Error renders the code and the text.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Text }

// faults turns the error of a publisher's step into diagnostics. Anything but an
// *Error is the host's failure.
func faults(err error) diag.List {
	var refused *Error
	if !errors.As(err, &refused) {
		return diag.Refusal(CodeHost, "%v", err)
	}
	return diag.Refusal(refused.Code, "%s", refused.Text)
}
