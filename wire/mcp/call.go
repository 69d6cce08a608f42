package mcp

import "github.com/semaprax/semaprax-go/wire"

// The inner request is never built: its arguments are handed to the host as
// they are in the frame. These are its fixed parts, for counting.
const (
	innerHead = `{"id":0,"jsonrpc":"2.0","method":"`
	innerMid  = `","params":`
	innerTail = `}`
)

// The fixed parts of a tool result, around the id and the text.
const (
	resultHead  = `{"jsonrpc":"2.0","id":`
	resultMid   = `,"result":{"content":[{"type":"text","text":"`
	resultOK    = `"}],"isError":false}}`
	resultError = `"}],"isError":true}}`
)

const _ = uint(wire.MCPEnvelopeBytes - len(resultHead+resultMid+resultOK))

// call forwards a tools/call. Everything that can fail comes before the host
// is asked; what follows only escapes bytes into room that is already there.
func (s *Session) call(frame []byte, request wire.Request) []byte {
	listed := [...]parameter{{name: "name"}, {name: "arguments"}}
	if !s.collect(frame, request.Params, listed[:]) {
		return s.fail(request.ID, wire.RPCParams, messageParameters)
	}
	method, ok := s.resolve(listed[0].value.Of(frame))
	if !ok {
		return s.fail(request.ID, wire.RPCParams, messageTool)
	}
	arguments := s.empty
	if listed[1].value.Present() {
		arguments = listed[1].value.Of(frame)
	}
	if wire.KindOf(arguments) != wire.Object {
		return s.fail(request.ID, wire.RPCParams, messageArguments)
	}
	if innerRequestBytes(method, arguments) > MaxInnerRequestBytes {
		return s.fail(request.ID, wire.RPCParams, messageForwarded)
	}
	room, err := s.reserve.Take()
	if err != nil {
		return s.fail(request.ID, wire.RPCApplication, messageReservation)
	}
	return s.forward(request.ID, method, arguments, room)
}

// forward asks the host and wraps its answer. The inner response grows in the
// tail of the room, the result in its front; limits.go shows that they never
// meet.
func (s *Session) forward(id []byte, method string, arguments, room []byte) []byte {
	tail := MaxResponseBytes - MaxInnerResponseBytes
	inner, isError, terminal := s.host.Call(method, arguments, room[tail:tail:MaxResponseBytes])
	if terminal {
		s.state = stateTerminal
	}
	out := append(append(room[:0:tail], resultHead...), id...)
	out = append(out, resultMid...)
	out = wire.AppendEscaped(out, inner)
	if isError {
		return append(out, resultError...)
	}
	return append(out, resultOK...)
}

// resolve maps a tool name, as spelled in a frame, to the host's method.
func (s *Session) resolve(spelled []byte) (method string, ok bool) {
	name, ok := s.unescape(spelled, MaxToolNameBytes)
	if !ok {
		return "", false
	}
	return s.tools.method(name)
}

// unescape returns the content of a string of at most limit bytes; it is
// valid until the next use of the session.
func (s *Session) unescape(spelled []byte, limit int) ([]byte, bool) {
	if plain, ok := wire.PlainString(spelled); ok {
		return plain, len(plain) <= limit
	}
	if n, ok := wire.StringLen(spelled); !ok || n > limit {
		return nil, false
	}
	s.name, _ = wire.AppendString(s.name[:0], spelled)
	return s.name, true
}

// innerRequestBytes is the size of the request that the host is asked with.
func innerRequestBytes(method string, arguments []byte) int {
	return len(innerHead) + len(method) + len(innerMid) + len(arguments) + len(innerTail)
}
