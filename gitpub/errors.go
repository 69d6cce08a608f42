package gitpub

import "fmt"

// Code names one kind of refusal. Only the code steers a caller's control flow.
type Code string

const (
	// CodeShape occurs when a policy value, a path, the repository's shape or an
	// object's grammar is not one this package admits.
	CodeShape Code = "SPX-G263"
	// CodeCapacity occurs when a bound of Limits, the number of commands or the
	// time allowed is exhausted before the pivot.
	CodeCapacity Code = "SPX-G264"
	// CodeStale occurs when the branch, an expected file or the identity of the
	// repository is not what it was said to be. Nothing was published.
	CodeStale Code = "SPX-G265"
	// CodeHost occurs when the host's file system or git executable fails before
	// the pivot, or a lock is held by somebody else. Nothing was published.
	CodeHost Code = "SPX-G266"
	// CodeUncertain occurs when the pivot or anything after it fails: the branch
	// may be, or is, the prepared commit. Reference and Commit are named.
	CodeUncertain Code = "SPX-G267"
	// CodeDisagreement occurs when the second opinion does not read back exactly
	// what was planned. Nothing was published.
	CodeDisagreement Code = "SPX-G276"
)

// Error is the only error type of this package.
type Error struct {
	Code  Code
	Place string // a field, a path under the repository, or a file of the tree
	Text  string // for people, one line
	// MayHaveMoved says that the branch may already be Commit. When it is false
	// this attempt certainly did not move the branch.
	MayHaveMoved bool
	Reference    string // set with MayHaveMoved
	Commit       string // set with MayHaveMoved: the prepared commit
	Cause        error  // nil when the refusal is our own
}

// Error renders code, place, text and cause on one line.
func (e *Error) Error() string {
	text := string(e.Code)
	if e.Place != "" {
		text += " " + e.Place
	}
	text += ": " + e.Text
	if e.MayHaveMoved {
		text += fmt.Sprintf(" (%s may be %s)", e.Reference, e.Commit)
	}
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap returns the cause, if there is one.
func (e *Error) Unwrap() error { return e.Cause }

// refuse is a refusal of our own at a place.
func refuse(code Code, place, format string, args ...any) *Error {
	return &Error{Code: code, Place: place, Text: fmt.Sprintf(format, args...)}
}

// failed is a failure of the host while doing something at a place.
func failed(place, doing string, cause error) *Error {
	return &Error{Code: CodeHost, Place: place, Text: doing, Cause: cause}
}
