package session

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// noControls is the pattern of a string id.
const noControls = `^[^\u0000-\u001f\u007f-\u009f]+$`

// envelope is one of the three schemas a method has.
type envelope struct {
	kind string
	// write writes the schema as the next value of b; id is empty for the copy
	// inside a method descriptor.
	write func(b *canon.Builder, r *row, id string)
}

func envelopes() []envelope {
	return []envelope{
		{"request_schema", describeRequest},
		{"success_response_schema", describeSuccess},
		{"error_response_schema", describeError},
	}
}

// describeMethod writes the descriptor of a row.
func describeMethod(b *canon.Builder, r *row) {
	b.BeginObject()
	b.Key("method").String(r.name)
	b.Key("query").Bool(r.query)
	b.Key("capability").String(r.capability.String())
	for _, e := range envelopes() {
		b.Key(e.kind)
		e.write(b, r, "")
	}
	b.EndObject()
}

// open begins a closed object schema.
func open(b *canon.Builder, id string) *canon.Builder {
	b.BeginObject()
	if id != "" {
		b.Key("$id").String(id)
	}
	b.Key("type").String("object")
	b.Key("additionalProperties").Bool(false)
	return b
}

func constant(b *canon.Builder, key, text string) {
	b.Key(key).BeginObject().Key("const").String(text).EndObject()
}

func describeRequest(b *canon.Builder, r *row, id string) {
	open(b, id).Key("$schema").String(schema.Draft)
	required := []string{"jsonrpc", "method"}
	for i := range r.params.Fields {
		if r.params.Fields[i].Required {
			required = append(required, "params")
			break
		}
	}
	b.Key("required").Strings(required)
	b.Key("properties").BeginObject()
	constant(b, "jsonrpc", "2.0")
	constant(b, "method", r.name)
	b.Key("id")
	describeID(b)
	b.Key("params")
	schema.Describe(b, r.params)
	b.EndObject().EndObject()
}

// describeID writes the schema of a request id.
func describeID(b *canon.Builder) {
	b.BeginObject().Key("oneOf").BeginArray()
	b.BeginObject().Key("type").String("integer").Key("minimum").Uint(0).Key("maximum").Uint(1<<64 - 1).EndObject()
	b.BeginObject().Key("type").String("string").Key("minLength").Uint(1).Key("maxLength").Uint(128).
		Key("x-max-utf8-bytes").Uint(128).Key("pattern").String(noControls).EndObject()
	b.EndArray().EndObject()
}

func describeSuccess(b *canon.Builder, r *row, id string) {
	open(b, id).Key("$schema").String(schema.Draft)
	b.Key("required").Strings([]string{"jsonrpc", "id", "result"})
	b.Key("properties").BeginObject()
	constant(b, "jsonrpc", "2.0")
	b.Key("id")
	describeID(b)
	b.Key("result")
	open(b, "").Key("required").Strings([]string{"schema", "protocol", "image_revision", "project_revision", "payload"})
	b.Key("properties").BeginObject()
	constant(b, "schema", ResultSchema)
	constant(b, "protocol", Protocol)
	digest(b, "image_revision")
	digest(b, "project_revision")
	b.Key("payload")
	describePayload(b, r)
	b.EndObject().EndObject()
	b.EndObject().EndObject()
}

func digest(b *canon.Builder, key string) {
	b.Key(key).BeginObject().Key("type").String("string").Key("pattern").String(schema.DigestPattern).EndObject()
}

// describePayload refers to the documents a payload may be.
func describePayload(b *canon.Builder, r *row) {
	names := payloadNames(r)
	if len(names) == 1 {
		b.BeginObject().Key("$ref").String(schema.URN(names[0])).EndObject()
		return
	}
	b.BeginObject().Key("oneOf").BeginArray()
	for _, name := range names {
		b.BeginObject().Key("$ref").String(schema.URN(name)).EndObject()
	}
	b.EndArray().EndObject()
}

// payloadNames lists the documents a payload may be.
func payloadNames(r *row) []string {
	var names []string
	for _, n := range r.payload {
		switch {
		case n.Document != "":
			names = append(names, n.Document)
		case n.Kind == schema.NodeReference:
			names = append(names, n.References...)
		default:
			panic("BUG: session: the payload of " + r.name + " has no document")
		}
	}
	return names
}

func describeError(b *canon.Builder, _ *row, id string) {
	open(b, id)
	b.Key("required").Strings([]string{"jsonrpc", "id", "error"})
	b.Key("properties").BeginObject()
	constant(b, "jsonrpc", "2.0")
	b.Key("id").BeginObject().Key("anyOf").BeginArray()
	describeID(b)
	b.BeginObject().Key("type").String("null").EndObject()
	b.EndArray().EndObject()
	b.Key("error")
	open(b, "").Key("required").Strings([]string{"code", "message"})
	b.Key("properties").BeginObject()
	b.Key("code").BeginObject().Key("type").String("integer").EndObject()
	b.Key("message").BeginObject().Key("type").String("string").EndObject()
	b.Key("data").BeginObject().Key("$ref").String(schema.URN(ErrorDataSchema)).EndObject()
	b.EndObject()
	describeWhenData(b, func() {
		b.Key("code").BeginObject().Key("const").Int(-32000).EndObject()
	})
	b.EndObject().EndObject()
	b.Key("allOf").BeginArray().BeginObject()
	b.Key("if").BeginObject().Key("properties").BeginObject().Key("error").BeginObject().
		Key("required").Strings([]string{"data"}).EndObject().EndObject().EndObject()
	b.Key("then").BeginObject().Key("properties").BeginObject().Key("id")
	describeID(b)
	b.EndObject().EndObject().EndObject().EndArray()
	b.EndObject()
}

// describeWhenData writes the rule that holds for an error with data.
func describeWhenData(b *canon.Builder, then func()) {
	b.Key("allOf").BeginArray().BeginObject()
	b.Key("if").BeginObject().Key("required").Strings([]string{"data"}).EndObject()
	b.Key("then").BeginObject().Key("properties").BeginObject()
	then()
	b.EndObject().EndObject()
	b.EndObject().EndArray()
}
