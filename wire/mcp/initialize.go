package mcp

import "github.com/semaprax/semaprax-go/wire"

// helloResult renders the result of initialize. The tools capability is the
// only one, whatever the host grants, and there are no instructions.
func helloResult(options Options) []byte {
	name, version := options.Name, options.Version
	if name == "" {
		name = "semaprax"
	}
	if version == "" {
		version = "0"
	}
	result := []byte(`{"capabilities":{"tools":{"listChanged":false}},"protocolVersion":"` + ProtocolVersion + `","serverInfo":{"name":`)
	result = wire.AppendQuoted(result, name)
	result = append(result, `,"version":`...)
	result = wire.AppendQuoted(result, version)
	return append(result, `}}`...)
}

// initialize accepts one handshake. A refused one leaves the state alone.
func (s *Session) initialize(frame []byte, request wire.Request) []byte {
	if s.state != stateNew {
		return s.fail(request.ID, wire.RPCApplication, messageInitialized)
	}
	listed := [...]parameter{{name: "protocolVersion"}, {name: "capabilities"}, {name: "clientInfo"}}
	if !s.collect(frame, request.Params, listed[:]) {
		return s.fail(request.ID, wire.RPCParams, messageParameters)
	}
	if wire.KindOf(listed[0].value.Of(frame)) != wire.String ||
		wire.KindOf(listed[1].value.Of(frame)) != wire.Object ||
		!describesClient(frame, listed[2].value) {
		return s.fail(request.ID, wire.RPCParams, messageHello)
	}
	s.state = stateAwaitingInitialized
	s.out = wire.AppendResult(s.out[:0], request.ID, s.hello)
	return s.out
}

// describesClient reports whether info has a string name and version.
func describesClient(frame []byte, info wire.Span) bool {
	for _, name := range [...]string{"name", "version"} {
		value, _ := wire.Find(frame, info, name)
		if wire.KindOf(value.Of(frame)) != wire.String {
			return false
		}
	}
	return true
}

// ping answers in every state.
func (s *Session) ping(frame []byte, request wire.Request) []byte {
	var none [0]parameter
	if !s.collect(frame, request.Params, none[:]) {
		return s.fail(request.ID, wire.RPCParams, messageParameters)
	}
	s.out = wire.AppendResult(s.out[:0], request.ID, s.empty)
	return s.out
}
