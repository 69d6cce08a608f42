package wire

import (
	"fmt"
	"strings"
	"testing"
)

// render walks a document with the iterators and spells what it saw.
func render(doc []byte, at Span) string {
	value := at.Of(doc)
	switch KindOf(value) {
	case Object:
		var parts []string
		for it := Members(doc, at); it.Next(); {
			parts = append(parts, fmt.Sprintf("%q:%s", it.AppendKey(nil), render(doc, it.ValueSpan())))
		}
		return "{" + strings.Join(parts, ",") + "}"
	case Array:
		var parts []string
		for it := Elements(doc, at); it.Next(); {
			parts = append(parts, fmt.Sprintf("%d=%s", it.Index(), render(doc, it.ValueSpan())))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case String:
		text, _ := AppendString(nil, value)
		return fmt.Sprintf("%q", text)
	}
	return string(value)
}

func TestMembersAndElements(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{`{}`, `{}`},
		{` { } `, `{}`},
		{`[]`, `[]`},
		{`[ ]`, `[]`},
		{`{"a":1}`, `{"a":1}`},
		{` { "a" : 1 , "b" : [ 1 , -2.5e+3 , true ] } `, `{"a":1,"b":[0=1,1=-2.5e+3,2=true]}`},
		{`{"":"","\u0061\n":"\ud83d\ude00\/"}`, `{"":"","a\n":"😀/"}`},
		{`[[],{},[[1]],{"x":{"y":null}}]`, `[0=[],1={},2=[0=[0=1]],3={"x":{"y":null}}]`},
		{`{"a":"}],\"","b":"\\"}`, `{"a":"}],\"","b":"\\"}`},
		{"[1\r\n,\t2]", `[0=1,1=2]`},
		{`"x"`, `"x"`},
		{`0`, `0`},
	} {
		result, err := Scan(Document, []byte(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		if got := render([]byte(c.doc), result.Root); got != c.want {
			t.Errorf("%s: %s, want %s", c.doc, got, c.want)
		}
		if whole := Whole([]byte(c.doc)); whole != result.Root {
			t.Errorf("%s: Whole %v, root %v", c.doc, whole, result.Root)
		}
	}
}

func TestMemberKeys(t *testing.T) {
	doc := []byte(`{"n\u0061me":1,"other":2}`)
	it := Members(doc, Whole(doc))
	if !it.Next() || !it.Is("name") || it.Is("nam") || it.Is("names") || !it.Escaped() || string(it.RawKey()) != `n\u0061me` || it.KeySpan() != (Span{2, 11}) || it.Kind() != Number {
		t.Errorf("first member: %q %v", it.RawKey(), it.KeySpan())
	}
	if !it.Next() || !it.Is("other") || it.Escaped() || it.Next() {
		t.Errorf("second member: %q", it.RawKey())
	}
	if at, ok := Find(doc, Whole(doc), "other"); !ok || at != (Span{23, 24}) {
		t.Errorf("Find: %v %v", at, ok)
	}
	if _, ok := Find(doc, Whole(doc), "none"); ok {
		t.Error("Find found nothing's value")
	}
}

func TestStringReaders(t *testing.T) {
	for _, c := range []struct {
		value string
		text  string
		ok    bool
		plain bool
	}{
		{`"abc"`, "abc", true, true}, {`""`, "", true, true}, {`"\u00e9\t"`, "é\t", true, false},
		{`"\ud83d\ude00"`, "😀", true, false}, {`1`, "", false, false}, {``, "", false, false}, {`"`, "", false, false},
	} {
		text, ok := AppendString([]byte("-"), []byte(c.value))
		if ok != c.ok || string(text) != "-"+c.text {
			t.Errorf("AppendString(%s) = %q, %v", c.value, text, ok)
		}
		n, ok := StringLen([]byte(c.value))
		if ok != c.ok || n != len(c.text) {
			t.Errorf("StringLen(%s) = %d, %v", c.value, n, ok)
		}
		if plain, ok := PlainString([]byte(c.value)); ok != c.plain || ok && string(plain) != c.text {
			t.Errorf("PlainString(%s) = %q, %v", c.value, plain, ok)
		}
		if IsString([]byte(c.value), c.text) != c.ok || IsString([]byte(c.value), c.text+"x") {
			t.Errorf("IsString(%s)", c.value)
		}
	}
}

// On bytes nobody scanned the iterators stop without panic.
func TestIteratorsOnUnscannedBytes(t *testing.T) {
	pieces := []string{"{", "}", "[", "]", ",", ":", `"`, `\`, "a", "1", " ", `\u`, `"k":`, "\x00"}
	random := newRandom()
	for range 20_000 {
		var doc []byte
		for range 1 + random.IntN(12) {
			doc = append(doc, pieces[random.IntN(len(pieces))]...)
		}
		whole := Whole(doc)
		for _, at := range []Span{whole, {0, len(doc)}, {-1, 2}, {0, len(doc) + 1}, {1, len(doc)}} {
			steps := 0
			for it := Members(doc, at); it.Next(); steps++ {
				it.AppendKey(nil)
				it.Is("k")
				AppendString(nil, it.Value())
			}
			for it := Elements(doc, at); it.Next(); steps++ {
				IsString(it.Value(), "a")
			}
			if steps > 2*len(doc) {
				t.Fatalf("%q: %d steps", doc, steps)
			}
		}
	}
}

func TestKinds(t *testing.T) {
	for value, want := range map[string]string{"{}": "object", "[]": "array", `""`: "string", "-1": "number", "0": "number",
		"true": "boolean", "false": "boolean", "null": "null", "": "invalid", "x": "invalid"} {
		if got := KindOf([]byte(value)).String(); got != want {
			t.Errorf("%q is %s, want %s", value, got, want)
		}
	}
	if Kind(200).String() != "invalid" {
		t.Error("kind 200 has a name")
	}
}
