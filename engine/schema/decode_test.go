package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
)

var imageDigest = canon.Plain("image").String()

func TestParameterMessages(t *testing.T) {
	shape := queryShape()
	with := func(rest string) string { return `{"image_revision":"` + imageDigest + `"` + rest + `}` }
	cases := []struct{ json, message, pointer string }{
		{with(`,"target":"a"`), "", ""},
		{"", "missing parameter image_revision", "/image_revision"},
		{"{}", "missing parameter image_revision", "/image_revision"},
		{with(""), "missing parameter target", "/target"},
		{with(`,"target":null`), "invalid parameter target", "/target"},
		{with(`,"target":""`), "invalid parameter target", "/target"},
		{with(`,"target":"a\u0085"`), "invalid parameter target", "/target"},
		{with(`,"target":"` + strings.Repeat("é", 9) + `"`), "invalid parameter target", "/target"},
		{with(`,"target":"` + strings.Repeat("é", 8) + `"`), "", ""},
		{with(`,"target":"a","document":"\n\u0000"`), "", ""},
		{with(`,"target":"a","depth":null`), "invalid parameter depth", "/depth"},
		{with(`,"target":"a","depth":1.0`), "invalid parameter depth", "/depth"},
		{with(`,"target":"a","depth":-0`), "invalid parameter depth", "/depth"},
		{with(`,"target":"a","depth":1e2`), "invalid parameter depth", "/depth"},
		{with(`,"target":"a","depth":1025`), "invalid parameter depth", "/depth"},
		{with(`,"target":"a","depth":18446744073709551617`), "invalid parameter depth", "/depth"},
		{with(`,"target":"a","direction":"Both"`), "invalid parameter direction", "/direction"},
		{with(`,"target":"a","intent":[]`), "invalid parameter intent", "/intent"},
		{with(`,"target":"a","intent":null`), "invalid parameter intent", "/intent"},
		// an unknown member wins over everything that is missing or invalid
		{`{"target":7,"zz":1,"depth":null}`, "unknown parameter for image protocol method", "/zz"},
		// among the declared ones declaration order decides, not the order sent
		{`{"depth":null,"target":7,"image_revision":7}`, "invalid parameter image_revision", "/image_revision"},
		{with(`,"depth":null`), "missing parameter target", "/target"},
		{`{"image\u005frevision":"` + imageDigest + `","t\u0061rget":"a"}`, "", ""},
		{`[]`, "invalid params: params must be an object", ""},
	}
	var d schema.Decoder
	for _, c := range cases {
		var in query
		fault := shape.Decode(&d, []byte(c.json), &in)
		if fault == nil {
			if c.message != "" {
				t.Errorf("%s: accepted, want %q", c.json, c.message)
			}
			continue
		}
		if got := fault.Message(); got != c.message {
			t.Errorf("%s: %q, want %q", c.json, got, c.message)
		}
		if got := fault.Pointer(); got != c.pointer {
			t.Errorf("%s: pointer %q, want %q", c.json, got, c.pointer)
		}
	}
}

func TestDefaultsAndAbsence(t *testing.T) {
	var d schema.Decoder
	in := query{Cursor: []byte("left over"), Draft: schema.Some(canon.Plain("left over")), Depth: 99}
	json := `{ "target" : "caf\u00e9" , "image_revision" : "` + imageDigest + `" }`
	if fault := queryShape().Decode(&d, []byte(json), &in); fault != nil {
		t.Fatal(fault)
	}
	if string(in.Target) != "café" || in.Image != canon.Plain("image") {
		t.Errorf("decoded %q %s", in.Target, in.Image)
	}
	if in.Depth != 4 || in.Limit != 1024 || in.Direction != "both" || in.Cursor != nil || in.Draft.Set || in.Intent != nil {
		t.Errorf("absent members left %+v", in)
	}
}

func TestPresentTellsZeroFromAbsent(t *testing.T) {
	var d schema.Decoder
	var in query
	head := `{"image_revision":"` + imageDigest + `","target":"a","draft_revision":`
	if fault := queryShape().Decode(&d, []byte(head+`"`+canon.Digest{}.String()+`"}`), &in); fault != nil || !in.Draft.Set {
		t.Errorf("the digest of zeros: %v, %+v", fault, in.Draft)
	}
	if fault := queryShape().Decode(&d, []byte(head+`null}`), &in); fault == nil || fault.Message() != "invalid parameter draft_revision" {
		t.Errorf("null: %v", fault)
	}
}

func TestNodesCarryDefaults(t *testing.T) {
	n := queryShape().Node()
	for name, want := range map[string]string{"depth": "4", "direction": `"both"`, "cursor": "", "target": ""} {
		if got := n.Field(name).Default; got != want {
			t.Errorf("%s: default %q, want %q", name, got, want)
		}
	}
}

func TestToleratedMember(t *testing.T) {
	type empty struct{}
	tolerant := schema.Params[empty]("image_revision")
	var d schema.Decoder
	for json, extra := range map[string]string{
		`{"image_revision":null}`:        "null",
		`{"image\u005frevision":[1, 2]}`: "[1, 2]",
		`{}`:                             "",
	} {
		if fault := tolerant.Decode(&d, []byte(json), &empty{}); fault != nil || string(d.Extra) != extra {
			t.Errorf("%s: fault %v, extra %q, want %q", json, fault, d.Extra, extra)
		}
	}
	fault := schema.Object[empty]().Decode(&d, []byte(`{"image_revision":1}`), &empty{})
	if fault == nil || fault.Kind != schema.FaultUnknown {
		t.Errorf("closed object let image_revision through: %v", fault)
	}
	var b canon.Builder
	schema.Describe(&b, tolerant.Node())
	if got, want := string(b.Bytes()), `{"additionalProperties":false,"properties":{},"type":"object"}`; got != want {
		t.Errorf("described %s, want %s", got, want)
	}
}

func TestNestedFaultNamesTheOuterParameter(t *testing.T) {
	shape := schema.Object(schema.Required("a/b", reportShape(), func(p *report) *report { return p }))
	const head = `{"a/b":{"schema":"test.report.v1","offset":0,"total_bytes":0,"chunk":"","next_offset":null,"candidate_revision":null,`
	var d schema.Decoder
	for json, pointer := range map[string]string{
		head + `"rows":[{"schema":"test.row.v1","code":"c","state":"open","size":1},{}]}}`:    "/a~1b/rows/1/schema",
		head + `"rows":[{"schema":"test.row.v1","code":"c","state":"open","size":1,"x":1}]}}`: "/a~1b/rows/0/x",
		head + `"rows":[]}}`: "/a~1b/rows",
		head + `"rows":[{"schema":"test.row.v1","code":"c","state":"open","size":1}],"names":["a","b","a"]}}`: "/a~1b/names/2",
	} {
		fault := shape.Decode(&d, []byte(json), &report{})
		if fault == nil || fault.Pointer() != pointer || fault.Message() != "invalid parameter a/b" {
			t.Errorf("%s: %v (%q), want pointer %s", json, fault, fault.Message(), pointer)
		}
	}
}

func TestUnion(t *testing.T) {
	shape := expressionShape()
	var d schema.Decoder
	decode := func(json string) (expression, *schema.Fault) {
		var e expression
		return e, shape.Decode(&d, []byte(json), &e)
	}
	e, fault := decode(`{"left":{"kind":"i64","value":-5},"kind":"binary","right":{"kind":"call","target":"f","arguments":[{"kind":"bool","value":true}]},"op":"+"}`)
	if fault != nil || e.Kind != "binary" || e.Left.Integer != -5 || string(e.Right.Name) != "f" || !e.Right.Arguments[0].Bool {
		t.Errorf("decoded %+v, %v", e, fault)
	}
	e, fault = decode(`{"kind":"call","target":"f","arguments":[],"type_arguments":["i64"]}`)
	if fault != nil || e.Kind != "call/typed" || e.Types[0] != "i64" {
		t.Errorf("second form of call: %+v, %v", e, fault)
	}
	if e, fault = decode(`{"from":"x"}`); fault != nil || e.Kind != "from" {
		t.Errorf("untagged: %+v, %v", e, fault)
	}
	for json, want := range map[string]string{
		`{"kind":"binary","op":"+","left":{"kind":"i64","value":1},"right":{"kind":"i64","value":true}}`: "/right/value",
		`{"kind":"binary","op":"+","left":{"kind":"i64","value":1}}`:                                     "/right",
		`{"kind":"i64","value":1,"extra":1}`:                                                             "/extra",
		`{"kind":"call","target":"f"}`:                                                                   "", // two forms, none fits
		`{"kind":"nothing"}`:                                                                             "",
		`{"kind":"call/typed","target":"f","arguments":[],"type_arguments":[]}`:                          "",
		`{"kind":7}`:                          "",
		`{"from":"x","kind":"from"}`:          "",
		`{"kind":"char","scalar":"0000004A"}`: "/scalar",
		`"text"`:                              "",
	} {
		if _, fault = decode(json); fault == nil || fault.Pointer() != want {
			t.Errorf("%s: %v, want fault at %q", json, fault, want)
		}
	}
}

func TestEncodeKeepsDeclaredOrderWhenAsked(t *testing.T) {
	r := row{Code: "c\x7f", State: "open", Size: -1}
	var b canon.Builder
	b.Reset(nil, canon.OrderedText)
	rowShape().Encode(&b, &r)
	if got, want := string(b.Bytes()), `{"schema":"test.row.v1","code":"c\u007f","state":"open","size":-1}`; got != want {
		t.Errorf("ordered %s, want %s", got, want)
	}
	b.Reset(nil, canon.CJAsserted)
	rowShape().Encode(&b, &r)
	if got, want := string(b.Bytes()), "{\"code\":\"c\x7f\",\"schema\":\"test.row.v1\",\"size\":-1,\"state\":\"open\"}"; got != want {
		t.Errorf("sorted %s, want %s", got, want)
	}
}

func TestOwnedDoesNotAliasTheFrame(t *testing.T) {
	frame := []byte(`{"schema":"test.row.v1","code":"keep","state":"open","size":1}`)
	var d schema.Decoder
	var r row
	if fault := rowShape().Decode(&d, frame, &r); fault != nil {
		t.Fatal(fault)
	}
	for i := range frame {
		frame[i] = 'x'
	}
	if r.Code != "keep" || r.State != "open" {
		t.Errorf("retained value changed with the frame: %+v", r)
	}
}

func TestSpanCanonicalForm(t *testing.T) {
	for json, want := range map[string]string{
		` {"b" : 1 , "a":"\u0041\/\u00e9\ud83d\ude00" }`[1:]: `{"a":"A/é😀","b":1}`,
		`[1.50,-0,1e9,{},[ ],null,true]`:                     `[1.50,-0,1e9,{},[],null,true]`,
		`{"\u0061":{"z":1,"y":"\u001F\b"}}`:                  `{"a":{"y":"\u001f\b","z":1}}`,
	} {
		for _, dialect := range []canon.Dialect{canon.CJ, canon.CJAsserted} {
			var b canon.Builder
			b.Reset(nil, dialect)
			schema.EncodeSpan(&b, []byte(json))
			if got := string(b.Bytes()); got != want {
				t.Errorf("%s: %s, want %s", json, got, want)
			}
		}
	}
}

func TestWrongDeclarationsPanic(t *testing.T) {
	at := func(p *row) *string { return &p.Code }
	for name, declare := range map[string]func(){
		"member twice": func() {
			schema.Object(schema.Required("a", schema.String(), at), schema.Required("a", schema.String(), at))
		},
		"name twice":      func() { schema.Named("b", rowShape()) },
		"negative count":  func() { schema.Count(-1, 2) },
		"stray recursion": func() { schema.Describe(new(canon.Builder), expressionShape().Node()) },
		"two documents": func() {
			var b schema.Bundle
			b.Add(rowShape().Node())
			b.Add(schema.Document[row]("test.row.v1").Node())
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "BUG: schema:") {
					t.Errorf("recovered %q", text)
				}
			}()
			declare()
		})
	}
}

func TestDecodingAndEncodingDoNotAllocate(t *testing.T) {
	if raceEnabled {
		t.Skip("allocation counts differ under the race detector")
	}
	shape := queryShape()
	frame := []byte(`{"image_revision":"` + imageDigest + `","target":"calculator.\u0061dd","depth":3,"direction":"reverse","intent":{"kind":"x"}}`)
	var d schema.Decoder
	var in query
	if n := testing.AllocsPerRun(100, func() {
		d.Reset()
		if shape.Decode(&d, frame, &in) != nil {
			t.Fatal("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations per decode, want 0", n)
	}
	payload := reportShape()
	out := report{Rows: []row{{"c", "open", 1}}, Names: []string{"a"}, Extra: []byte("{}")}
	var b canon.Builder
	buf := make([]byte, 0, 4096)
	if n := testing.AllocsPerRun(100, func() {
		b.Reset(buf[:0], canon.CJ)
		payload.Encode(&b, &out)
	}); n != 0 {
		t.Errorf("%v allocations per encode, want 0", n)
	}
}

func TestNullForgetsWhatTheMaybeHeld(t *testing.T) {
	kind := schema.Nullable(schema.Count(0, 9))
	var d schema.Decoder
	held := schema.Some(7)
	if fault := kind.Decode(&d, []byte("null"), &held); fault != nil {
		t.Fatal(fault)
	}
	if held != (schema.Maybe[int]{}) {
		t.Errorf("null over 7 leaves %v", held)
	}
}

func TestArrayReusesItsCapacityFromZeroElements(t *testing.T) {
	type pair struct{ left, right int }
	kind := schema.Array(schema.Object(
		schema.Optional("left", schema.Count(0, 9), func(p *pair) *int { return &p.left }),
		schema.Optional("right", schema.Count(0, 9), func(p *pair) *int { return &p.right })), 0, 3)
	var d schema.Decoder
	held := []pair{{1, 2}, {3, 4}}
	first := &held[0]
	if fault := kind.Decode(&d, []byte(`[{"right":5}]`), &held); fault != nil {
		t.Fatal(fault)
	}
	if len(held) != 1 || held[0] != (pair{0, 5}) || &held[0] != first {
		t.Errorf("decoded %v", held)
	}
}

func BenchmarkDecode(b *testing.B) {
	shape := queryShape()
	frame := []byte(`{"image_revision":"` + imageDigest + `","target":"calculator.add","depth":3,"direction":"reverse","intent":{"kind":"x"}}`)
	var d schema.Decoder
	var in query
	b.SetBytes(int64(len(frame)))
	b.ReportAllocs()
	for b.Loop() {
		d.Reset()
		if shape.Decode(&d, frame, &in) != nil {
			b.Fatal("refused")
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	payload := reportShape()
	out := report{Rows: []row{{"c", "open", 1}}, Names: []string{"a"}, Extra: []byte("{}")}
	var w canon.Builder
	buf := make([]byte, 0, 4096)
	b.ReportAllocs()
	for b.Loop() {
		w.Reset(buf[:0], canon.CJ)
		payload.Encode(&w, &out)
		b.SetBytes(int64(w.Len()))
	}
}

func FuzzDecode(f *testing.F) {
	docs := documents()
	for _, d := range docs {
		for _, e := range schema.ValidExamples(d.node)[:3] {
			f.Add([]byte(e.JSON))
		}
	}
	f.Fuzz(func(t *testing.T, json []byte) {
		fuzzOne(t, docs, json)
	})
}
