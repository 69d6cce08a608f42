package oracle

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Compiler makes a compiler of JSON Schemas that reads patterns as ECMA-262 spells
// them: \uXXXX is Go's \x{XXXX}.
func Compiler() *jsonschema.Compiler {
	escape := regexp.MustCompile(`\\u([0-9a-fA-F]{4})`)
	compiler := jsonschema.NewCompiler()
	compiler.UseRegexpEngine(func(pattern string) (jsonschema.Regexp, error) {
		return regexp.Compile(escape.ReplaceAllString(pattern, `\x{$1}`))
	})
	return compiler
}

// Schemas compiles what documents and all they refer to describe, by document name.
// open lists exactly the documents that are referred to and not described; they are any
// object.
func Schemas(documents []*schema.Node, open ...string) (map[string]*jsonschema.Schema, error) {
	var bundle schema.Bundle
	for _, document := range documents {
		bundle.Add(document)
	}
	if unbundled := bundle.Unbundled(); !slices.Equal(unbundled, open) {
		return nil, fmt.Errorf("not described: %q, want %q", unbundled, open)
	}
	texts := map[string]string{}
	for _, name := range open {
		texts[name] = `{"type":"object"}`
	}
	for _, document := range bundle.Documents() {
		var b canon.Builder
		schema.DescribeDocument(&b, document)
		texts[document.Document] = string(b.Bytes())
	}
	return compile(texts)
}

func compile(texts map[string]string) (map[string]*jsonschema.Schema, error) {
	compiler := Compiler()
	for name, text := range texts {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			return nil, err
		}
		if err := compiler.AddResource(schema.URN(name), document); err != nil {
			return nil, err
		}
	}
	compiled := map[string]*jsonschema.Schema{}
	for name := range texts {
		var err error
		if compiled[name], err = compiler.Compile(schema.URN(name)); err != nil {
			return nil, err
		}
	}
	return compiled, nil
}

// Valid demands that a payload fits the schema it names and is canonical, with or
// without its LF, and returns it parsed.
func Valid(t testing.TB, schemas map[string]*jsonschema.Schema, payload []byte) map[string]any {
	t.Helper()
	value := Object(t, payload)
	name, _ := value["schema"].(string)
	if schemas[name] == nil {
		t.Fatalf("no schema %q is declared: %.300s", name, payload)
	}
	if err := schemas[name].Validate(value); err != nil {
		t.Errorf("%v in %.2000s", err, payload)
	}
	if again := Canonical(t, value); !bytes.Equal(bytes.TrimSuffix(again, []byte("\n")), bytes.TrimSuffix(payload, []byte("\n"))) {
		t.Errorf("not canonical:\n%.500s\nwant\n%.500s", payload, again)
	}
	return value
}
