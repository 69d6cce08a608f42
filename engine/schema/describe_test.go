package schema_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/internal/oracle"
	"github.com/semaprax/semaprax-go/wire"
)

func parse(t *testing.T, json string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(json))
	if err != nil {
		t.Fatalf("%v in %.200s", err, json)
	}
	return v
}

// compileAll compiles every document of the test shapes, and the names they refer to
// without describing them as any object.
func compileAll(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	var bundle schema.Bundle
	for _, d := range documents() {
		bundle.Add(d.node)
	}
	c := oracle.Compiler()
	for _, name := range bundle.Unbundled() {
		stub := `{"type":"object"}`
		if name == "test.b.v1" {
			stub = `{"type":"object","required":["b"]}` // apart from test.a.v1
		}
		if err := c.AddResource(schema.URN(name), parse(t, stub)); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range bundle.Documents() {
		var b canon.Builder
		schema.DescribeDocument(&b, n)
		if err := c.AddResource(schema.URN(n.Document), parse(t, string(b.Bytes()))); err != nil {
			t.Fatal(err)
		}
	}
	compiled := make(map[string]*jsonschema.Schema)
	for _, n := range bundle.Documents() {
		s, err := c.Compile(schema.URN(n.Document))
		if err != nil {
			t.Fatalf("%s: %v", n.Document, err)
		}
		compiled[n.Document] = s
	}
	return compiled
}

// Decoding and the emitted schema accept the same values.
func TestDecodeAgreesWithSchema(t *testing.T) {
	compiled := compileAll(t)
	for _, d := range documents() {
		s := compiled[d.node.Document]
		check := func(e schema.Example, want bool) {
			if _, err := wire.Scan(wire.Document, []byte(e.JSON)); err != nil {
				t.Fatalf("%s%s: example is no JSON: %v\n%.200s", d.name, e.About, err, e.JSON)
			}
			if got := d.accept([]byte(e.JSON)); got != want {
				t.Errorf("%s%s: decode accepts: %v, want %v: %.200s", d.name, e.About, got, want, e.JSON)
			}
			if err := s.Validate(parse(t, e.JSON)); (err == nil) != want {
				t.Errorf("%s%s: schema accepts: %v, want %v: %.200s\n%v", d.name, e.About, err == nil, want, e.JSON, err)
			}
		}
		valid, invalid := schema.ValidExamples(d.node), schema.InvalidExamples(d.node)
		if len(valid) < 3 || len(invalid) < 2 {
			t.Errorf("%s: only %d valid and %d invalid examples", d.name, len(valid), len(invalid))
		}
		for _, e := range valid {
			check(e, true)
		}
		for _, e := range invalid {
			check(e, false)
		}
	}
}

// What is decoded and encoded again is the canonical form of the value.
func TestEncodeGivesCanonicalForm(t *testing.T) {
	compiled := compileAll(t)
	for _, d := range documents() {
		for _, e := range schema.ValidExamples(d.node) {
			got, ok := d.again([]byte(e.JSON))
			if !ok {
				continue // reported by TestDecodeAgreesWithSchema
			}
			if err := compiled[d.node.Document].Validate(parse(t, got)); err != nil {
				t.Errorf("%s%s: encoded value does not fit its schema: %.300s\n%v", d.name, e.About, got, err)
			}
			var b canon.Builder
			schema.EncodeSpan(&b, []byte(got))
			if canonical := string(b.Bytes()); got != canonical {
				t.Errorf("%s%s: encoded %.300s, canonical %.300s", d.name, e.About, got, canonical)
			}
			if d.name == "query" {
				continue // defaults are written, so the text grows
			}
			var source canon.Builder
			schema.EncodeSpan(&source, []byte(e.JSON))
			if want := string(source.Bytes()); got != want {
				t.Errorf("%s%s: got %.300s want %.300s", d.name, e.About, got, want)
			}
		}
	}
}

func TestInputSchemaIsSelfContained(t *testing.T) {
	var bundle schema.Bundle
	for _, d := range documents() {
		bundle.Add(d.node)
	}
	input := schema.Object(
		schema.Required("batch", schema.ObjectOf("test.pair.v1"), func(p *report) *[]byte { return &p.Extra }),
		schema.Required("intent", schema.ObjectOf("test.expression.v1", "test.row.v1"), func(p *report) *[]byte { return &p.Text }))
	var b canon.Builder
	if missing, ok := bundle.DescribeInput(&b, input.Node()); !ok {
		t.Fatalf("unresolved: %v", missing)
	}
	text := string(b.Bytes())
	if strings.Contains(text, "urn:") || strings.Contains(text, "$id") {
		t.Errorf("input schema refers outside itself: %s", text)
	}
	for _, want := range []string{`"$ref":"#/$defs/d0"`, `"$ref":"#/$defs/d0/$defs/expression"`, `"$ref":"#/$defs/d1"`, `"$ref":"#/$defs/d2"`} {
		if !strings.Contains(text, want) {
			t.Errorf("input schema lacks %s: %s", want, text)
		}
	}
	c := oracle.Compiler()
	if err := c.AddResource("mem:input", parse(t, text)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:input")
	if err != nil {
		t.Fatal(err)
	}
	good := `{"batch":{"schema":"test.pair.v1","first":{"kind":"i64","value":1},"second":[],"either":"bool"},"intent":{"from":"x"}}`
	if err := s.Validate(parse(t, good)); err != nil {
		t.Errorf("%s: %v", good, err)
	}
	bad := strings.Replace(good, `"value":1`, `"value":true`, 1)
	if s.Validate(parse(t, bad)) == nil {
		t.Errorf("accepted %s", bad)
	}

	b.Reset(nil, canon.CJ)
	missing, ok := bundle.DescribeInput(&b, queryShape().Node())
	if want := "test.a.v1 test.b.v1 test.intent.v1"; ok || strings.Join(missing, " ") != want || b.Len() != 0 {
		t.Errorf("DescribeInput = %v, %v, wrote %d bytes; want %s", missing, ok, b.Len(), want)
	}
}

func TestBundleListsWhatItLacks(t *testing.T) {
	var bundle schema.Bundle
	bundle.Add(reportShape().Node())
	bundle.Add(reportShape().Node()) // declared again, the same
	bundle.Mention("test.zreport.v1", "test.row.v1")
	var names []string
	for _, n := range bundle.Documents() {
		names = append(names, n.Document)
	}
	if got, want := strings.Join(names, " "), "test.report.v1 test.row.v1"; got != want {
		t.Errorf("documents %q, want %q", got, want)
	}
	if got, want := strings.Join(bundle.Unbundled(), " "), "test.opaque.v1 test.zreport.v1"; got != want {
		t.Errorf("unbundled %q, want %q", got, want)
	}
}

// The exact keywords of every parameter kind.
func TestParameterKeywords(t *testing.T) {
	var b canon.Builder
	schema.Describe(&b, queryShape().Node())
	got := string(b.Bytes())
	digest := `{"pattern":"^sha256:[0-9a-f]{64}$","type":"string"}`
	text := func(n string) string {
		return `{"maxLength":` + n + `,"minLength":1,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","type":"string","x-max-utf8-bytes":` + n + `}`
	}
	want := `{"additionalProperties":false,"properties":{` +
		`"capsule":{"oneOf":[{"$ref":"urn:test.a.v1"},{"$ref":"urn:test.b.v1"}],"type":"object"},` +
		`"cursor":` + text("100") + `,"deep":{"type":"boolean"},` +
		`"depth":{"maximum":1024,"minimum":0,"type":"integer"},` +
		`"direction":{"enum":["forward","reverse","both"],"type":"string"},` +
		`"document":{"maxLength":32,"minLength":1,"type":"string","x-max-utf8-bytes":32},` +
		`"draft_revision":` + digest + `,"image_revision":` + digest + `,` +
		`"intent":{"$ref":"urn:test.intent.v1","type":"object"},` +
		`"limit":{"maximum":8208,"minimum":1,"type":"integer"},"target":` + text("16") + `},` +
		`"required":["image_revision","target"],"type":"object"}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDocumentForm(t *testing.T) {
	var b canon.Builder
	schema.DescribeDocument(&b, rowShape().Node())
	want := `{"$id":"urn:test.row.v1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"properties":{` +
		`"code":{"maxLength":8,"minLength":1,"pattern":"^[^\\u0000-\\u001f\\u007f-\\u009f]+$","type":"string","x-max-utf8-bytes":8},` +
		`"schema":{"const":"test.row.v1"},"size":{"maximum":9223372036854775807,"minimum":-9,"type":"integer"},` +
		`"state":{"enum":["open","closed"],"type":"string"}},"required":["schema","code","state","size"],"type":"object"}`
	if got := string(b.Bytes()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	b.Reset(nil, canon.CJ)
	schema.DescribeDocument(&b, expressionDocument().Node())
	if got := b.Bytes(); !bytes.Contains(got, []byte(`"$ref":"#/$defs/expression","$schema"`)) || !bytes.Contains(got, []byte(`"left":{"$ref":"#/$defs/expression"}`)) {
		t.Errorf("recursive document: %s", got)
	}
}

func TestLineStopsAtItsBound(t *testing.T) {
	kind := schema.Object(schema.Required("b", schema.String(), func(s *string) *string { return s }), schema.Const[string]("a", "x"))
	text := "é"
	const want = "{\"a\":\"x\",\"b\":\"é\"}\n"
	for _, row := range []struct {
		bound int
		fits  bool
	}{{0, true}, {len(want), true}, {len(want) - 1, false}, {1, false}} {
		line, fits := kind.Line(&text, row.bound)
		if fits != row.fits || fits && string(line) != want {
			t.Errorf("bound %d: %q, %v", row.bound, line, fits)
		}
	}
}
