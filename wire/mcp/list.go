package mcp

import "github.com/semaprax/semaprax-go/wire"

// list answers with one page of the catalogue.
func (s *Session) list(frame []byte, request wire.Request) []byte {
	listed := [...]parameter{{name: "cursor"}}
	if !s.collect(frame, request.Params, listed[:]) {
		return s.fail(request.ID, wire.RPCParams, messageParameters)
	}
	page, spelled := 0, listed[0].value.Of(frame)
	if listed[0].value.Present() {
		if wire.KindOf(spelled) != wire.String {
			return s.fail(request.ID, wire.RPCParams, messageCursorKind)
		}
		cursor, ok := s.unescape(spelled, MaxCursorBytes)
		if ok {
			page, ok = s.tools.pageAt(cursor)
		}
		if !ok {
			return s.fail(request.ID, wire.RPCParams, messageCursor)
		}
	}
	s.out = append(append(s.out[:0], resultHead...), request.ID...)
	s.out = append(s.out, `,"result":`...)
	s.out = append(s.tools.appendPage(s.out, page), '}')
	return s.out
}
