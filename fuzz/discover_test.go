package fuzz

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/internal/oracle"
)

// method is one method as a session's own discovery describes it.
type method struct {
	name    string
	query   bool
	params  any // its JSON Schema
	success *jsonschema.Schema
	failure *jsonschema.Schema
}

// discovered is what a selection of methods says of itself, with every schema
// compiled by an independent validator.
type discovered struct {
	methods   []method
	byName    map[string]*method
	documents map[string]any
}

// compile reads a response of protocol/schemas.
func compile(t testing.TB, response []byte) *discovered {
	t.Helper()
	var listed struct {
		Result struct {
			Payload struct {
				Methods []struct {
					Method string
					Query  bool
				}
				Documents []json.RawMessage
				Unbundled []string `json:"unbundled_payload_schemas"`
			}
		}
	}
	if err := json.Unmarshal(response, &listed); err != nil {
		t.Fatalf("protocol/schemas: %v in %.300s", err, response)
	}
	payload := listed.Result.Payload
	compiler := oracle.Compiler()
	d := &discovered{byName: map[string]*method{}, documents: map[string]any{}}
	add := func(id string, document []byte) {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
		if err == nil {
			err = compiler.AddResource(id, value)
		}
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		d.documents[id] = value
		// Local definitions have one name in all documents.
		if whole, ok := value.(map[string]any); ok {
			defs, _ := whole["$defs"].(map[string]any)
			for name, def := range defs {
				d.documents["#/$defs/"+name] = def
			}
		}
	}
	for _, document := range payload.Documents {
		var named struct {
			ID string `json:"$id"`
		}
		if err := json.Unmarshal(document, &named); err != nil {
			t.Fatal(err)
		}
		add(named.ID, document)
	}
	for _, name := range payload.Unbundled {
		add(name, []byte(`{}`))
	}
	for _, m := range payload.Methods {
		d.methods = append(d.methods, d.describe(t, compiler, m.Method, m.Query))
	}
	for i := range d.methods {
		d.byName[d.methods[i].name] = &d.methods[i]
	}
	return d
}

func (d *discovered) describe(t testing.TB, compiler *jsonschema.Compiler, name string, query bool) method {
	t.Helper()
	id := string(bytes.ReplaceAll([]byte(name), []byte("/"), []byte(".")))
	request, ok := d.documents["urn:semaprax.image-v5.request_schema:"+id].(map[string]any)
	if !ok {
		t.Fatalf("%s has no request schema", name)
	}
	properties, _ := request["properties"].(map[string]any)
	return method{name: name, query: query, params: properties["params"],
		success: compiler.MustCompile("urn:semaprax.image-v5.success_response_schema:" + id),
		failure: compiler.MustCompile("urn:semaprax.image-v5.error_response_schema:" + id)}
}
