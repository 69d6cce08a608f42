package mcp

// Code identifies why the adapter refused. Only the code steers control flow.
type Code string

const (
	// CodeLifecycle occurs when the host cannot be claimed because it was used
	// or is terminal, and when a method is called in the wrong state.
	//
	// Example: New over a session that has answered a request.
	CodeLifecycle Code = "SPX-G349"

	// CodeCatalogue occurs when a tool cannot be listed (an unusable or
	// colliding name, a schema that is open, not canonical or refers outside
	// itself) and when a tools/list cursor is not one of this catalogue.
	//
	// Example: methods "a/b" and "a__b" in one session.
	CodeCatalogue Code = "SPX-G350"

	// CodeCapacity occurs when the catalogue or a frame's structure exceeds
	// its bound, or the response room cannot be reserved.
	//
	// Example: a host with 257 methods.
	CodeCapacity Code = "SPX-G351"
)

// Error is a refusal of the adapter itself.
type Error struct {
	Code   Code
	Detail string // what was refused, without the code
	Err    error  // the cause, or nil
}

// Error returns "CODE: detail", followed by the cause where there is one.
func (e *Error) Error() string {
	text := string(e.Code) + ": " + e.Detail
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
