package mcp

import "github.com/semaprax/semaprax-go/wire"

// parameter is one member that a method's params may have.
type parameter struct {
	name  string
	value wire.Span // absent when the params do not have it
}

// collect fills the parameters from a params object that may be absent. It
// reports false when params is no object, has a member that is neither listed
// nor _meta, or a _meta that is no object. Names are compared unescaped. It
// uses what the scan noted, so a large value is not walked over again; more
// members than are noted are more than any method has.
func (s *Session) collect(frame []byte, params wire.Span, listed []parameter) bool {
	if params.Present() && wire.KindOf(params.Of(frame)) != wire.Object {
		return false
	}
	noted, all := s.scanner.NotedParams()
	if !all {
		return false
	}
	for i := range noted {
		if !accept(frame, &noted[i], listed) {
			return false
		}
	}
	return true
}

// accept stores a member under its name, or passes a _meta object.
func accept(frame []byte, member *wire.NotedMember, listed []parameter) bool {
	for i := range listed {
		if member.Is(frame, listed[i].name) {
			listed[i].value = member.Value
			return true
		}
	}
	return member.Is(frame, "_meta") && wire.KindOf(member.Value.Of(frame)) == wire.Object
}
