package mcp

import "github.com/semaprax/semaprax-go/wire"

// parameter is one member that a method's params may have.
type parameter struct {
	name  string
	value wire.Span // absent when the params do not have it
}

// collect fills the parameters from a params object that may be absent. It
// reports false when params is no object, has a member that is neither listed
// nor _meta, or a _meta that is no object. Names are compared unescaped.
func collect(frame []byte, params wire.Span, listed []parameter) bool {
	if params.Present() && wire.KindOf(params.Of(frame)) != wire.Object {
		return false
	}
	for it := wire.Members(frame, params); it.Next(); {
		if it.Is("_meta") {
			if it.Kind() != wire.Object {
				return false
			}
			continue
		}
		if !place(listed, &it) {
			return false
		}
	}
	return true
}

// place stores the current member under its name.
func place(listed []parameter, it *wire.MemberIter) bool {
	for i := range listed {
		if it.Is(listed[i].name) {
			listed[i].value = it.ValueSpan()
			return true
		}
	}
	return false
}
