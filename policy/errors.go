package policy

// Code is a diagnostic code. Only the code steers control flow.
type Code string

// The codes this package refuses with.
const (
	// CodeOpen occurs when the file cannot be opened, inspected or read, is a
	// link, or is no regular file.
	CodeOpen Code = "SPX-G219"
	// CodeSize occurs when the file has more than MaxFileBytes bytes.
	CodeSize Code = "SPX-G220"
	// CodeTestRange occurs when a limit of the test policy is out of its range.
	CodeTestRange Code = "SPX-G239"
	// CodeGitHost occurs when a git host policy has any fault of form.
	CodeGitHost Code = "SPX-G263"
	// CodePolicy occurs when a host policy has a fault of form or combination, or
	// asks for a feature that is not built.
	CodePolicy Code = "SPX-G280"
)

// Error is one refusal of a policy.
type Error struct {
	Code Code
	// Pointer is the JSON Pointer of the field, empty for the whole file.
	Pointer string
	// Reason says what must hold, in words.
	Reason string
	// Cause is the failure underneath (of the host, or a *wire.Error), or nil.
	Cause error
}

// Message returns the refusal in words, without its code.
func (e *Error) Message() string {
	text := "host policy"
	if e.Pointer != "" {
		text += " " + e.Pointer
	}
	text += ": " + e.Reason
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Error returns the code and the message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message() }

// Unwrap returns the failure underneath.
func (e *Error) Unwrap() error { return e.Cause }

// under moves the place of e into the member or element name.
func (e *Error) under(name string) *Error {
	e.Pointer = "/" + name + e.Pointer
	return e
}

func refuse(reason string) *Error { return &Error{Code: CodePolicy, Reason: reason} }
