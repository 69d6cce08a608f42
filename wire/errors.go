package wire

import (
	"fmt"
	"strconv"
)

// Code says why something was refused. Codes are append-only; 0 is invalid. Only
// the code steers control flow, never the text.
type Code uint8

// The codes. Each example is run by the package's tests: the profile and any lowered
// limit, the frame as a Go string, the offset of the refusal.
const (
	// CodeOversized occurs when a frame is longer than the limit. It ends the
	// stream: the rest of the line is drained and nothing more is read.
	//
	// Example (v5, frame_bytes 1): `{}` at 1.
	CodeOversized Code = iota + 1

	// CodeRawNewline occurs when a frame holds a CR anywhere (V5), or a CR or LF (MCP).
	//
	// Example (v5): "{]\r" at 2.
	CodeRawNewline

	// CodeEncoding occurs when a frame is not valid UTF-8.
	//
	// Example (v5): "{\"\xff\":1}" at 2.
	CodeEncoding

	// CodeSyntax occurs when a frame is not one JSON value: RFC 8259 with at
	// most MaxContainers nested containers, no lone surrogate escapes, no number
	// that overflows float64 and no byte order mark. The offset is the first byte
	// that cannot continue; of an overflowing number, its first byte.
	//
	// Example (v5): `[1,]` at 3.
	CodeSyntax

	// CodeBounds occurs when a value is deeper than MaxDepth or there are more
	// than MaxNodes values; the offset is the first such value's.
	//
	// Example (mcp, nodes 2): `[1,2]` at 3.
	CodeBounds

	// CodeUnknownMember occurs when an envelope has a member other than
	// jsonrpc, id, method and params; the offset is the key's quote.
	//
	// Example (v5): `{"Method":"x"}` at 1.
	CodeUnknownMember

	// CodeDuplicateMember occurs when any object has a key twice after
	// unescaping; the offset is the second key's quote.
	//
	// Example (document): `{"a":1,"\u0061":2}` at 7.
	CodeDuplicateMember

	// CodeNotObject occurs when a request is not an object, such as a batch.
	//
	// Example (v5): `[]` at 0.
	CodeNotObject

	// CodeVersion occurs when jsonrpc is not the string 2.0.
	//
	// Example (v5): `{"jsonrpc":"1.0"}` at 11.
	CodeVersion

	// CodeMethod occurs when method is not a string of 1 to MaxMethodBytes
	// bytes without control characters.
	//
	// Example (v5): `{"jsonrpc":"2.0","method":""}` at 26.
	CodeMethod

	// CodeID occurs when an id is present and not legal: V5 takes integers
	// from 0 to 2^64-1 and strings of 1 to MaxIDBytes bytes without control
	// characters; MCP takes integers from -2^63 to 2^64-1 and strings of up to
	// MaxIDBytes bytes. Neither takes -0.
	//
	// Example (v5): `{"jsonrpc":"2.0","method":"m","id":-0}` at 35.
	CodeID

	// CodeParams occurs when params is present and not an object, in a
	// request that has an id.
	//
	// Example (v5): `{"jsonrpc":"2.0","method":"m","id":1,"params":[]}` at 46.
	CodeParams

	// CodeReservation occurs when the response memory cannot be had; nothing
	// was dispatched.
	//
	// Example: Reserve.Take with an allocator that fails.
	CodeReservation

	// CodeLimits occurs when custom limits exceed the profile's, or a profile does
	// not serve the purpose.
	//
	// Example: NewScanner with more nodes than its profile has.
	CodeLimits

	// CodeReplyNewline occurs when a response handed to the writer holds a CR
	// or LF; nothing was written.
	//
	// Example: Writer.WriteResponse of a response that ends with LF.
	CodeReplyNewline

	codeEnd
)

// Stage is the step that refused; earlier stages win whatever their offset.
type Stage uint8

// The stages in order.
const (
	StageSetup   Stage = iota + 1 // constructing a reader, scanner or writer
	StageFrame                    // size, raw newlines, encoding
	StageSyntax                   // one JSON value
	StageBounds                   // depth and nodes
	StageMembers                  // unknown and duplicate members
	StageRequest                  // the envelope grammar
	StageParams                   // params is an object
	StageReply                    // response memory and bytes
)

// JSON-RPC error codes.
const (
	RPCParse       = -32700
	RPCRequest     = -32600
	RPCMethod      = -32601
	RPCParams      = -32602
	RPCApplication = -32000
	RPCOverflow    = -32001
)

// Error is a refusal: what, where and, for caps, by how much.
type Error struct {
	Code    Code
	Stage   Stage
	Profile Profile
	Offset  int    // byte offset in the frame; -1 when there is no place
	Pointer string // RFC 6901, at most MaxPointerBytes; "" is the root
	Limit   string // the cap's name, or ""
	Value   int64  // the cap
	Seen    int64  // what was seen; may stop counting one beyond the cap
}

// RPCCode is the JSON-RPC code a reply carries, 0 where there is no reply.
func (e *Error) RPCCode() int {
	switch e.Stage {
	case StageFrame, StageSyntax:
		return RPCParse
	case StageBounds, StageMembers, StageRequest:
		return RPCRequest
	case StageParams:
		return RPCParams
	case StageReply:
		return RPCApplication
	}
	return 0
}

// Message is the constant text a reply carries under the error's profile.
func (e *Error) Message() string {
	if e.Code == 0 || e.Code >= codeEnd {
		return "invalid error code"
	}
	row := messages[e.Code]
	switch {
	case e.Profile == MCP && row.mcp != "":
		return row.mcp
	case e.Profile == Document && row.document != "":
		return row.document
	}
	return row.v5
}

// Error renders the refusal with its place for people; replies use Message.
func (e *Error) Error() string {
	b := append([]byte("wire: "), e.Message()...)
	if e.Limit != "" {
		b = fmt.Appendf(b, " (%s: limit %d, seen %d)", e.Limit, e.Value, e.Seen)
	}
	if e.Offset >= 0 {
		b = strconv.AppendInt(append(b, " at byte "...), int64(e.Offset), 10)
	}
	if e.Pointer != "" {
		b = strconv.AppendQuote(append(b, " in "...), e.Pointer)
	}
	return string(b)
}

// IOError is a failure of the host's streams: what was being done, how many
// bytes are lost, and the cause.
type IOError struct {
	Op   string // "read" or "write"
	Done int    // bytes of the frame or response that went through
	Lost int    // bytes known to be lost with it
	Err  error
}

// Error names the operation and the loss.
func (e *IOError) Error() string {
	return fmt.Sprintf("wire: %s: %v (%d bytes done, %d lost)", e.Op, e.Err, e.Done, e.Lost)
}

// Unwrap returns the cause.
func (e *IOError) Unwrap() error { return e.Err }
