package mcp

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/wire"
)

// schemaCheck verifies one tool's schema: canonical bytes, a closed object,
// references that stay and resolve inside it, nothing that needs an identity
// or a dynamic scope. Only schema positions are judged; const, enum, default
// and keywords that hold no schema are data.
type schemaCheck struct {
	text []byte
	root wire.Span
}

// verifySchema refuses a schema that a client could not use by itself.
func verifySchema(schema []byte) *Error {
	deepest, stray := outline(schema)
	if deepest > wire.MaxContainers {
		return &Error{Code: CodeCapacity, Detail: fmt.Sprintf("nested deeper than %d", wire.MaxContainers)}
	}
	result, err := wire.Scan(wire.Document, schema)
	if err != nil {
		return &Error{Code: CodeCatalogue, Detail: "not one JSON value", Err: err}
	}
	if stray >= 0 {
		return refuseCatalogue("not canonical: white space at byte %d", stray)
	}
	check := &schemaCheck{text: schema, root: result.Root}
	if refused := check.sorted(result.Root); refused != nil {
		return refused
	}
	if !check.closed() {
		return refuseCatalogue("not a closed object")
	}
	return check.schema(result.Root)
}

// outline returns the deepest nesting outside strings and the offset of the
// first white space there, or -1. It reads any bytes.
func outline(text []byte) (deepest, stray int) {
	inside, depth := false, 0
	stray = -1
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c <= ' ' && stray < 0:
			stray = i
		case c == '{', c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}', c == ']':
			depth--
		}
	}
	return deepest, stray
}

// sorted refuses objects whose keys do not ascend bytewise, at any depth.
func (c *schemaCheck) sorted(value wire.Span) *Error {
	for it := wire.Elements(c.text, value); it.Next(); {
		if refused := c.sorted(it.ValueSpan()); refused != nil {
			return refused
		}
	}
	var last, key []byte
	for it := wire.Members(c.text, value); it.Next(); {
		key = it.AppendKey(key[:0])
		if last != nil && bytes.Compare(last, key) >= 0 {
			return refuseCatalogue("not canonical: key %q is out of order", key)
		}
		last = append(last[:0], key...)
		if refused := c.sorted(it.ValueSpan()); refused != nil {
			return refused
		}
	}
	return nil
}

// closed reports whether the root is an object schema without other members.
func (c *schemaCheck) closed() bool {
	kind, _ := wire.Find(c.text, c.root, "type")
	open, _ := wire.Find(c.text, c.root, "additionalProperties")
	return wire.IsString(kind.Of(c.text), "object") && string(open.Of(c.text)) == "false"
}

// holds says what the value of a keyword is made of.
type holds uint8

const (
	holdsData    holds = iota
	holdsSchema        // one schema
	holdsSchemas       // an array of schemas
	holdsNamed         // an object whose members are schemas
	holdsRef           // a reference
	isRefused          // a keyword that needs more than the document
)

// keyword classifies the keywords of the 2020-12 vocabulary.
func keyword(name []byte) holds {
	switch string(name) {
	case "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "items", "contains",
		"not", "if", "then", "else", "propertyNames", "contentSchema":
		return holdsSchema
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return holdsSchemas
	case "properties", "patternProperties", "dependentSchemas", "$defs", "definitions":
		return holdsNamed
	case "$ref":
		return holdsRef
	case "$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$recursiveAnchor", "$vocabulary":
		return isRefused
	}
	return holdsData
}

// schema judges one schema position. Boolean schemas are refused, except a
// false that closes: real clients reject the whole list on them.
func (c *schemaCheck) schema(value wire.Span) *Error {
	if wire.KindOf(value.Of(c.text)) != wire.Object {
		return refuseCatalogue("a schema at byte %d is no object", value.Start)
	}
	for it := wire.Members(c.text, value); it.Next(); {
		if refused := c.member(&it); refused != nil {
			return refused
		}
	}
	return nil
}

func (c *schemaCheck) member(it *wire.MemberIter) *Error {
	name, value := it.AppendKey(nil), it.ValueSpan()
	switch keyword(name) {
	case holdsSchema:
		if string(it.Value()) == "false" {
			return nil // closes an object or an array
		}
		return c.schema(value)
	case holdsSchemas:
		return c.list(value)
	case holdsNamed:
		return c.named(value)
	case holdsRef:
		return c.reference(it.Value())
	case isRefused:
		return refuseCatalogue("keyword %q at byte %d is not self-contained", name, it.KeySpan().Start)
	}
	return nil
}

func (c *schemaCheck) list(value wire.Span) *Error {
	if wire.KindOf(value.Of(c.text)) != wire.Array {
		return refuseCatalogue("a list of schemas at byte %d is no array", value.Start)
	}
	for it := wire.Elements(c.text, value); it.Next(); {
		if refused := c.schema(it.ValueSpan()); refused != nil {
			return refused
		}
	}
	return nil
}

func (c *schemaCheck) named(value wire.Span) *Error {
	if wire.KindOf(value.Of(c.text)) != wire.Object {
		return refuseCatalogue("named schemas at byte %d are no object", value.Start)
	}
	for it := wire.Members(c.text, value); it.Next(); {
		if refused := c.schema(it.ValueSpan()); refused != nil {
			return refused
		}
	}
	return nil
}

// reference resolves a local reference: # or #/ and a JSON Pointer, without
// percent escapes.
func (c *schemaCheck) reference(spelled []byte) *Error {
	text, ok := wire.AppendString(nil, spelled)
	pointer, local := strings.CutPrefix(string(text), "#")
	if !ok || !local || strings.Contains(pointer, "%") || pointer != "" && pointer[0] != '/' {
		return refuseCatalogue("reference %s is not local", spelled)
	}
	at := c.root
	for pointer != "" {
		var token string
		token, pointer = nextToken(pointer)
		if at, ok = c.step(at, token); !ok {
			return refuseCatalogue("reference %s does not resolve", spelled)
		}
	}
	if wire.KindOf(at.Of(c.text)) != wire.Object {
		return refuseCatalogue("reference %s is to no schema", spelled)
	}
	return nil
}

// nextToken cuts the first token off a pointer that begins with /.
func nextToken(pointer string) (token, rest string) {
	token = pointer[1:]
	if end := strings.IndexByte(token, '/'); end >= 0 {
		token, rest = token[:end], token[end:]
	}
	token = strings.ReplaceAll(token, "~1", "/")
	return strings.ReplaceAll(token, "~0", "~"), rest
}

// step goes one pointer token down.
func (c *schemaCheck) step(at wire.Span, token string) (wire.Span, bool) {
	if wire.KindOf(at.Of(c.text)) == wire.Object {
		return wire.Find(c.text, at, token)
	}
	for it := wire.Elements(c.text, at); it.Next(); {
		if token == strconv.Itoa(it.Index()) {
			return it.ValueSpan(), true
		}
	}
	return wire.Span{}, false
}
