package mcp

// Host is the session that an adapter consumes. Its methods use built-in
// types only, so an implementation needs no import of this package.
//
// The adapter calls Claim once, then Tools once, then Call one at a time and
// never concurrently, and Finish exactly once; after Finish it calls nothing.
type Host interface {
	// Claim hands the session to the adapter. It fails, and changes nothing,
	// when the session has handled a frame, was claimed before, or is
	// terminal. After success the session refuses every direct call and every
	// approval; only Call and Finish reach it.
	Claim() error

	// Tools passes every granted method to yield, in any order: its name in
	// the inner protocol and a self-contained JSON Schema of its parameters,
	// in canonical bytes: a closed object, references local to the schema
	// (#/...), no $id. The schema may be reused after yield returns. Tools
	// stops at the first error of yield and returns it, and fails on its own
	// when a schema cannot be resolved.
	Tools(yield func(method string, inputSchema []byte) error) error

	// Call performs one inner request with id 0. method is one that Tools
	// passed. arguments is a valid JSON object, valid only during the call; it
	// may hold white space between tokens. dst has length 0 and room for
	// MaxInnerResponseBytes; response is dst with the complete inner response
	// appended, without an LF. isError reports that the response carries an
	// error member. terminal reports that the session answers nothing any
	// more; this response is still delivered.
	Call(method string, arguments, dst []byte) (response []byte, isError, terminal bool)

	// Finish performs the final authentication and releases the session.
	// stream is nil when the input ended cleanly and everything was written,
	// else the error that ended the stream. The result keeps the session's
	// own classification: a known or uncertain publication is never reported
	// as rolled back. nil means that stream is nil and all is authenticated.
	Finish(stream error) error
}
