package fuzz

import (
	"strings"
	"testing"
)

// hostile are lines from the table of odd input that servers met in the field.
func hostile() []string {
	return []string{
		"\x00", "\xff\xfe", "[]", "null", `"`, "\r", " ", "{}", "\ufeff{}", "hello",
		strings.Repeat("[", 200), strings.Repeat(`{"a":`, 130) + "1" + strings.Repeat("}", 130),
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"workspace/open"}`,
		`{"jsonrpc":"2.0","id":1,"method":"workspace/open","\u006dethod":"workspace/status"}`,
		`{"jsonrpc":"2.0","ID":2,"Method":"workspace/open"}`,
		`{"jsonrpc":"2.0","id":1,"method\u0000":"workspace/open","method":"workspace/open"}`,
		`{"jsonrpc":"2.0","id":null,"method":"workspace/open"}`, `{"jsonrpc":"2.0","id":1.5,"method":"workspace/open"}`,
		`{"jsonrpc":"2.0","id":-0,"method":"workspace/open"}`, `{"jsonrpc":"2.0","id":1e2,"method":"workspace/open"}`,
		`{"jsonrpc":"2.0","id":18446744073709551616,"method":"workspace/open"}`, `{"jsonrpc":"2.0","id":true,"method":"workspace/open"}`,
		`{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 129) + `","method":"workspace/open"}`,
		`{"jsonrpc":"1.0","id":1,"method":"workspace/open"}`, `{"id":1,"method":"workspace/open"}`,
		`[{"jsonrpc":"2.0","id":1,"method":"workspace/open"}]`, `{"jsonrpc":"2.0","id":1,"method":"workspace/open","params":[1]}`,
		`{"jsonrpc":"2.0","id":1,"method":"workspace/open","params":null}`, `{"jsonrpc":"2.0","method":"workspace/open","params":[1]}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"workspace/open","params":{"a":{"b":1,"\u0062":2}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"workspace/open","params":{"x":"\ud800"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"workspace/open"}{"jsonrpc":"2.0","id":2,"method":"workspace/open"}`,
		`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"workspace__open","arguments":{"_meta":{}}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"workspace/open","_meta":{}}`, `{"jsonrpc":"2.0","id":"a\u0000","method":"ping"}`, `{"jsonrpc":"2.0","id":"","method":"ping"}`,
		`{"jsonrpc":"2.0","id":-1,"method":"ping"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("m", 129) + `"}`, `{"jsonrpc":"2.0","id":1,"method":"a\u0085b"}`,
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"workspace/open\",\"params\":{\"x\":\"\xc0\xaf\"}}",
		"{\"jsonrpc\":\"2.0\",\n\"id\":1,\"method\":\"workspace/open\"}", `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`,
	}
}

// FuzzSession holds whole conversations of protocol v5: calls made from the session's
// own discovery, hostile lines, raw bytes, and a source that changes underneath.
//
// Oracle: an independent reading of each frame says whether an answer is due and
// under which id; each answer validates against the schema its method declares; the
// inventory is the same after every error, notification and query; nothing succeeds
// over a source that changed; the end always finds a change.
func FuzzSession(f *testing.F) {
	w := calculator(f)
	f.Add(uint8(0), []byte("open, then nothing"))
	f.Add(uint8(0), []byte("\x04\x06\x00\x04\x00\x00\x04\x00\x00\x00\x00\x01\x00\x04\x05\x00\x00")) // candidates
	f.Add(uint8(1), []byte("\x01\x05\x01\x09\x01\x10\x02\x01\x03\x00\x01\x02\x04\x05"))             // hostile lines, then a change
	f.Add(uint8(2), []byte("\x04\x0e\x00\x04\x0e\x01\x01\x04\x0e\x02\x02\x02"))                     // read batches
	f.Add(uint8(3), []byte("\x02\x01\x04\x0f\x00\x03\x04\x0f\x00\x00\x04\x02\x00\x00"))             // a change, a refresh
	for seed := range 4 {
		f.Add(uint8(seed), noise(seed, 300)) // calls in any order
	}
	f.Fuzz(func(t *testing.T, selection uint8, data []byte) {
		granted := selections()[int(selection)%len(selections())]
		c := converse(t, w, granted, data)
		for range 24 {
			if c.done() {
				break
			}
			c.step()
		}
		c.finish()
	})
}

// step does one thing that a client, or the world, may do.
func (c *conversation) step() {
	switch c.below(12) {
	case 0:
		n := c.below(80)
		raw := c.left[:min(n, len(c.left))]
		c.left = c.left[len(raw):]
		c.send(raw)
	case 1:
		c.send([]byte(oneOf(c.tape, hostile()...)))
	case 2:
		if c.rarely(2) {
			c.change(c.below(3))
		}
	case 3:
		if c.strayed || c.rarely(4) {
			c.refresh()
		}
	default:
		c.request(c.call())
	}
}

// refresh adopts the source as it is.
func (c *conversation) refresh() {
	if c.byName["workspace/refresh"] == nil {
		return
	}
	image := []byte(`{"image_revision":` + quote(c.newest("image_revision")) + `}`)
	preview := string(c.request("workspace/refresh-preview", image))
	_, rest, found := strings.Cut(preview, `"observed_project_revision":"`)
	if !found {
		return
	}
	c.request("workspace/refresh", []byte(`{"image_revision":`+quote(c.newest("image_revision"))+`,"expected_new_project_revision":"`+rest[:len(zeroDigest)]+`"}`))
	if c.disk != c.held {
		c.t.Fatal("a refresh of what the preview shows did not adopt it")
	}
}

// noise is a tape that looks random and is always the same.
func noise(seed, n int) []byte {
	out := make([]byte, n)
	state := uint32(seed)*2654435761 + 1
	for i := range out {
		state ^= state << 13
		state ^= state >> 17
		state ^= state << 5
		out[i] = byte(state >> 11)
	}
	return out
}
