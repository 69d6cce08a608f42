package fuzz

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/semaprax/semaprax-go/wire"
)

// reading is what an independent, slow reader makes of one frame.
type reading struct {
	// sure is false where the standard library cannot tell what is due; then only
	// the general rules hold.
	sure   bool
	silent bool // nothing may be answered
	code   int  // of the refusal before any method is looked at, 0 for a request
	id     any  // of a request: json.Number or string
	method string
	params json.RawMessage
}

// dialect is a protocol as far as frames go.
type dialect struct {
	limit int
	mcp   bool
}

var (
	direct  = dialect{limit: wire.V5FrameBytes}
	adapted = dialect{limit: wire.MCPFrameBytes, mcp: true}
)

func refusedWith(code int) reading { return reading{sure: true, code: code} }

// read classifies a frame without the packages under test.
func (d dialect) read(frame []byte) reading {
	switch {
	case len(frame) == 0:
		return reading{sure: true, silent: true}
	case len(frame) > d.limit, bytes.ContainsAny(frame, "\r"), d.mcp && bytes.ContainsAny(frame, "\n"), !utf8.Valid(frame), !json.Valid(frame):
		return refusedWith(-32700)
	}
	shape := measure(frame)
	if bytes.Contains(frame, []byte(`\u`)) || shape.exponents || shape.depth > 100 || shape.nodes > 30_000 {
		return reading{}
	}
	if bytes.TrimSpace(frame)[0] != '{' || shape.duplicates {
		return refusedWith(-32600)
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(frame, &members) != nil {
		return reading{}
	}
	return d.request(members)
}

func (d dialect) request(members map[string]json.RawMessage) reading {
	if _, named := members["method"]; d.mcp && !named && (members["result"] != nil || members["error"] != nil) {
		return reading{sure: true, silent: true}
	}
	for name := range members {
		if !slices.Contains([]string{"jsonrpc", "id", "method", "params"}, name) {
			return refusedWith(-32600)
		}
	}
	method, isText := text(members["method"])
	if version, _ := text(members["jsonrpc"]); version != "2.0" || !isText || method == "" || len(method) > 128 || strings.ContainsFunc(method, unicode.IsControl) {
		return refusedWith(-32600)
	}
	r := reading{sure: true, method: method, params: members["params"]}
	if raw, has := members["id"]; has {
		if r.id = d.id(raw); r.id == nil {
			return refusedWith(-32600)
		}
	} else {
		r.silent = true
	}
	if r.params != nil && r.params[0] != '{' {
		r.code = -32602
	}
	return r
}

// text decodes a JSON string.
func text(raw json.RawMessage) (value string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	ok = json.Unmarshal(raw, &value) == nil
	return value, ok
}

// id is the value of a legal id, or nil.
func (d dialect) id(raw json.RawMessage) any {
	if s, ok := text(raw); ok {
		if len(s) > 128 || !d.mcp && (s == "" || strings.ContainsFunc(s, unicode.IsControl)) {
			return nil
		}
		return s
	}
	spelled := string(raw)
	if _, err := strconv.ParseUint(spelled, 10, 64); err == nil {
		return json.Number(spelled)
	}
	if _, err := strconv.ParseInt(spelled, 10, 64); err == nil && d.mcp && spelled != "-0" {
		return json.Number(spelled)
	}
	return nil
}

// measured are the facts of a JSON text that a token stream shows.
type measured struct {
	depth, nodes          int
	duplicates, exponents bool
}

func measure(frame []byte) (m measured) {
	type level struct {
		object, value bool
		keys          map[string]bool
	}
	var stack []level
	decoder := json.NewDecoder(bytes.NewReader(frame))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err == io.EOF || err != nil {
			return m
		}
		if n := len(stack); n > 0 && stack[n-1].object && !stack[n-1].value {
			if key, ok := token.(string); ok {
				m.duplicates = m.duplicates || stack[n-1].keys[key]
				stack[n-1].keys[key], stack[n-1].value = true, true
				continue
			}
		}
		switch token {
		case json.Delim('}'), json.Delim(']'):
			stack = stack[:len(stack)-1]
			continue
		}
		m.nodes++
		if n := len(stack); n > 0 {
			stack[n-1].value = false
		}
		if number, ok := token.(json.Number); ok && strings.ContainsAny(string(number), "eE") || len(number) > 300 {
			m.exponents = true
		}
		if delim, ok := token.(json.Delim); ok {
			stack = append(stack, level{object: delim == '{', keys: map[string]bool{}})
			m.depth = max(m.depth, len(stack))
		}
	}
}
