package fuzz

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/wire"
)

// FuzzCanonical writes any admitted JSON text in canonical form.
//
// Oracle: the standard encoder over sorted maps writes the same bytes; canonical form
// is admitted and writes itself; strings are as long as was foretold and come back.
func FuzzCanonical(f *testing.F) {
	f.Add([]byte(`{"b":1,"a":[true,null,-0,1.50,"\u0041\/\b\f\u001f\u007f"],"":{}}`)) // every kind of value
	f.Add([]byte(`{"\ud83d\ude00":"\ud83d\ude00","é":"\u2028","ï¿½":"<&>"}`))         // what encoders like to escape
	f.Add([]byte(`{"a":{"z":[{"y":1,"x":2}],"b":{"d":[],"c":{}}}}`))                  // order at every depth
	f.Add([]byte(`["\\u2028","\u2028\u2029","\\\u2029"]`))                            // a backslash before what looks like an escape
	f.Add([]byte(`[[[[[[[[1]]]]]]]]`))                                                // nesting
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := wire.Scan(wire.Document, text); err != nil {
			return
		}
		span := bytes.Trim(text, " \t\r\n")
		var b canon.Builder
		b.Reset(nil, canon.CJ)
		schema.EncodeSpan(&b, span)
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		var value any
		if err := decoder.Decode(&value); err != nil {
			t.Fatalf("%q is admitted and is not JSON: %v", text, err)
		}
		want := plain(value)
		if !bytes.Equal(b.Bytes(), want) {
			t.Fatalf("%q\nis written %q\nwant       %q", text, b.Bytes(), want)
		}
		if _, err := wire.Scan(wire.Document, b.Bytes()); err != nil {
			t.Fatalf("canonical form is refused: %v", err)
		}
		var again canon.Builder
		again.Reset(nil, canon.CJ)
		schema.EncodeSpan(&again, b.Bytes())
		if !bytes.Equal(again.Bytes(), b.Bytes()) {
			t.Fatalf("canonical form %q is written %q", b.Bytes(), again.Bytes())
		}
		judgeString(t, string(text))
	})
}

// judgeString writes a text as a string in both spellings.
func judgeString(t *testing.T, text string) {
	t.Helper()
	spelled := canon.AppendString(nil, text)
	if len(spelled) != canon.StringLen(text) {
		t.Fatalf("%q: %d bytes, foretold %d", text, len(spelled), canon.StringLen(text))
	}
	for _, s := range [][]byte{spelled, canon.AppendText(nil, text)} {
		var back string
		if err := json.Unmarshal(s, &back); err != nil || back != text {
			t.Fatalf("%q is spelled %q and read %q: %v", text, s, back, err)
		}
	}
}
