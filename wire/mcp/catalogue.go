package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// catalogue is every granted tool, rendered once.
//
//	array:  [ tool , tool , tool ]
//	          ^start[0]   ^start[2]
//
// Pages are runs of the array, so a page's tools are one slice of it.
type catalogue struct {
	names    []string // sorted bytewise
	methods  []string // of the host, by the same index
	array    []byte   // the whole tool array, canonical
	starts   []int    // where each tool begins in array; one more behind the last
	pages    []int    // index of each page's first tool; empty without tools
	identity string   // hex digest that cursors are bound to
}

// entry is a tool before the catalogue is in order.
type entry struct {
	name, method string
	schema       []byte
}

// newCatalogue asks the host for its tools. Errors: CodeCatalogue,
// CodeCapacity, and whatever the host fails with, as CodeCatalogue.
func newCatalogue(host Host) (*catalogue, error) {
	entries, err := gather(host)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	for i := 1; i < len(entries); i++ {
		if entries[i].name == entries[i-1].name {
			return nil, refuseCatalogue("tool name %q stands for both %q and %q", entries[i].name, entries[i-1].method, entries[i].method)
		}
	}
	return assemble(entries), nil
}

// gather takes every tool from the host, checked and within bounds.
func gather(host Host) ([]entry, error) {
	var entries []entry
	var refused error
	total := len("[]")
	err := host.Tools(func(method string, schema []byte) error {
		if refused == nil {
			refused = admit(len(entries), &total, method, schema)
		}
		if refused != nil {
			return refused
		}
		entries = append(entries, entry{toolName(method), method, slices.Clone(schema)})
		return nil
	})
	switch {
	case refused != nil:
		return nil, refused
	case err != nil:
		return nil, &Error{Code: CodeCatalogue, Detail: "the session cannot list its tools", Err: err}
	}
	return entries, nil
}

// admit checks one more tool beside count others and adds its size to total.
func admit(count int, total *int, method string, schema []byte) error {
	if count == MaxTools {
		return &Error{Code: CodeCapacity, Detail: fmt.Sprintf("more than %d tools", MaxTools)}
	}
	if !usableName(toolName(method)) {
		return refuseCatalogue("method %q does not make a tool name", method)
	}
	size := len(appendTool(nil, method, nil)) + len(schema)
	if size+len(",")+pageBaseBytes > MaxPageBytes {
		return &Error{Code: CodeCapacity, Detail: fmt.Sprintf("tool %q has %d bytes and does not fit a page", method, size)}
	}
	if *total += size + len(","); *total > MaxCatalogueBytes {
		return &Error{Code: CodeCapacity, Detail: fmt.Sprintf("the tool array has more than %d bytes", MaxCatalogueBytes)}
	}
	if refused := verifySchema(schema); refused != nil {
		refused.Detail = fmt.Sprintf("schema of %q: %s", method, refused.Detail)
		return refused
	}
	return nil
}

// toolName is the one mapping from methods to tool names: / becomes __.
func toolName(method string) string { return strings.ReplaceAll(method, "/", "__") }

// usableName reports whether name matches [A-Za-z0-9_.-]{1,128}.
func usableName(name string) bool {
	if len(name) == 0 || len(name) > MaxToolNameBytes {
		return false
	}
	for _, c := range []byte(name) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '.', c == '-':
		default:
			return false
		}
	}
	return true
}

// appendTool appends one tool with sorted members. method needs no escapes,
// because its tool name is usable.
func appendTool(dst []byte, method string, schema []byte) []byte {
	dst = append(dst, `{"description":"Calls the semantic workspace method `...)
	dst = append(dst, method...)
	dst = append(dst, `. The text of the result is the complete response.","inputSchema":`...)
	dst = append(dst, schema...)
	dst = append(dst, `,"name":"`...)
	dst = append(dst, toolName(method)...)
	dst = append(dst, `","title":"`...)
	dst = append(dst, method...)
	return append(dst, `"}`...)
}

// assemble renders the array of sorted entries, cuts it into pages and binds
// the cursors to it.
func assemble(entries []entry) *catalogue {
	c := &catalogue{array: []byte("[")}
	used, held := pageBaseBytes, 0
	for i, e := range entries {
		if i > 0 {
			c.array = append(c.array, ',')
		}
		start := len(c.array)
		c.array = appendTool(c.array, e.method, e.schema)
		size := len(c.array) - start + len(",")
		if i == 0 || held == MaxPageTools || used+size > MaxPageBytes {
			c.pages = append(c.pages, i)
			used, held = pageBaseBytes, 0
		}
		used, held = used+size, held+1
		c.names = append(c.names, e.name)
		c.methods = append(c.methods, e.method)
		c.starts = append(c.starts, start)
	}
	c.starts = append(c.starts, len(c.array)+len("]"))
	c.array = append(c.array, ']')
	c.identity = catalogueIdentity(c.array)
	return c
}

// catalogueIdentity is the hex digest of the tool array and the revision it
// is served under.
func catalogueIdentity(array []byte) string {
	hash := sha256.New()
	hash.Write([]byte("semaprax.mcp-tool-catalogue.v1\x00MCP" + ProtocolVersion + "\x00"))
	hash.Write(array)
	return hex.EncodeToString(hash.Sum(nil))
}

// method is the host's method behind a tool name.
func (c *catalogue) method(name []byte) (string, bool) {
	low, high := 0, len(c.names)
	for low < high {
		middle := (low + high) / 2
		if c.names[middle] < string(name) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	if low == len(c.names) || c.names[low] != string(name) {
		return "", false
	}
	return c.methods[low], true
}

func refuseCatalogue(format string, args ...any) *Error {
	return &Error{Code: CodeCatalogue, Detail: fmt.Sprintf(format, args...)}
}
