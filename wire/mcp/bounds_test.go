package mcp

import (
	"strings"
	"testing"
)

// TestSpelledNamesAreBoundedToTheByte unescapes names and cursors of exactly their
// bound, plain and escaped, and refuses one byte more without keeping it.
func TestSpelledNamesAreBoundedToTheByte(t *testing.T) {
	s := ready(t, newFakeHost("a/b"), Options{})
	for _, limit := range []int{MaxToolNameBytes, MaxCursorBytes} {
		for _, one := range []string{"m", `\u006d`} {
			if got, ok := s.unescape([]byte(`"`+strings.Repeat(one, limit)+`"`), limit); !ok || string(got) != strings.Repeat("m", limit) {
				t.Errorf("%d bytes in %q: %q, %v", limit, one, got, ok)
			}
			if got, ok := s.unescape([]byte(`"`+strings.Repeat(one, limit+1)+`"`), limit); ok {
				t.Errorf("%d bytes in %q: %q", limit+1, one, got)
			}
		}
	}
}

// TestToolNamesAreBoundedToTheByte calls the longest tool name, and one byte more.
func TestToolNamesAreBoundedToTheByte(t *testing.T) {
	longest := strings.Repeat("m", MaxToolNameBytes)
	h := newFakeHost(longest)
	s := ready(t, h, Options{})
	if got := send(s, callFrame(`"`+longest+`"`, "{}")); !strings.Contains(got, `"isError":false`) {
		t.Errorf("%d bytes: %s", MaxToolNameBytes, got)
	}
	const want = `{"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"unknown or unavailable tool name"}}`
	if got := send(s, callFrame(`"`+longest+`m"`, "{}")); got != want {
		t.Errorf("one byte more: %s", got)
	}
	h.wantCalls(t, longest+" {}")
	wantNew(t, "one byte more in the catalogue", newFakeHost(longest+"m"), CodeCatalogue)
}
