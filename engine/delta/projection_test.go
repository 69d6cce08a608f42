package delta

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// randomValue makes a JSON value; some of its keys are of provenance.
func randomValue(r *rand.Rand, depth int) any {
	keys := []string{"span", "provenance", "a", "expression_id", "source_digest", "b", `q"\`, "spans", "exact_digest", "é"}
	switch n := r.IntN(8); {
	case depth > 0 && n < 3:
		object := map[string]any{}
		for range r.IntN(5) {
			object[keys[r.IntN(len(keys))]] = randomValue(r, depth-1)
		}
		return object
	case depth > 0 && n < 5:
		list := []any{}
		for range r.IntN(4) {
			list = append(list, randomValue(r, depth-1))
		}
		return list
	case n == 5:
		return []any{nil, true, false, json.Number("-12"), json.Number("0")}[r.IntN(5)]
	}
	return []string{"", `},{"span":1}`, `a\"b\\`, "\n\u0001", "ü,:[]"}[r.IntN(5)]
}

// TestProjectionIsTheNaiveOne compares the one-pass projection with a walk over the
// parsed value.
func TestProjectionIsTheNaiveOne(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		value := randomValue(r, 6)
		text := naive(t, value)
		if got, want := string(projected(nil, []byte(text))), naive(t, neutral(value)); got != want {
			t.Fatalf("projection of %s:\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestProjectionOfDeepValues(t *testing.T) {
	const depth = 20_000
	text := strings.Repeat(`{"parts":[`, depth) + `{"span":0,"x":1}` + strings.Repeat(`]}`, depth)
	want := strings.Replace(text, `"span":0,`, "", 1)
	if got := string(projected(nil, []byte(text))); got != want {
		t.Errorf("%d bytes became %d, want %d", len(text), len(got), len(want))
	}
}

func TestComparisonNamesTheChange(t *testing.T) {
	const domain = "semaprax.candidate-semantic-delta.fact.v1"
	cases := []struct {
		base, now         string
		want              Change
		exact, projection bool
	}{
		{"", "", Absent, true, true},
		{"", `{"a":1}`, Added, false, false},
		{`{"a":1}`, "", Removed, false, false},
		{`{"a":1,"span":2}`, `{"a":1,"span":2}`, Unchanged, true, true},
		{`{"a":1,"span":2}`, `{"a":1,"span":3}`, ProvenanceOnly, false, true},
		{`{"a":1,"span":2}`, `{"a":2,"span":2}`, Modified, false, false},
		{"null", `{"a":2}`, Modified, false, false},
	}
	fact := func(text string) []byte {
		if text == "" {
			return nil
		}
		return []byte(text)
	}
	for _, c := range cases {
		got := compare(domain, fact(c.base), fact(c.now))
		if got.Change != c.want || got.Exact != c.exact || got.Projection != c.projection {
			t.Errorf("%q to %q: %s %v %v", c.base, c.now, got.Change, got.Exact, got.Projection)
		}
		for _, side := range []struct{ text, digest string }{{c.base, got.BaseDigest.String()}, {c.now, got.CandidateDigest.String()}} {
			text := side.text
			if text == "" {
				text = "null"
			}
			if want := framed(domain, text+"\n"); side.digest != want {
				t.Errorf("digest of %q: %s, want %s", text, side.digest, want)
			}
		}
	}
}

func FuzzProjection(f *testing.F) {
	f.Add(`{"a":[{"span":{"end":1}}],"span":"x"}`)
	f.Add(`["\"",{"provenance":null}]`)
	f.Fuzz(func(t *testing.T, text string) {
		var value any
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		if decoder.Decode(&value) != nil {
			t.Skip("not JSON")
		}
		canonical := naive(t, value)
		if got, want := string(projected(nil, []byte(canonical))), naive(t, neutral(value)); got != want {
			t.Fatalf("%s: got %s, want %s", canonical, got, want)
		}
	})
}
