package wire

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// notedText and walkedText render the members of params as noted by the scan, and
// as found by walking.
func notedText(doc []byte, noted []NotedMember) string {
	var b strings.Builder
	for _, m := range noted {
		fmt.Fprintf(&b, "%s|%v|%s\n", m.Key.Of(doc), m.Escaped, m.Value.Of(doc))
	}
	return b.String()
}

func walkedText(doc []byte, params Span) (text string, count int) {
	var b strings.Builder
	for it := Members(doc, params); it.Next(); count++ {
		fmt.Fprintf(&b, "%s|%v|%s\n", it.RawKey(), it.Escaped(), it.Value())
	}
	return b.String(), count
}

func checkNoted(t *testing.T, s *Scanner, doc []byte) {
	t.Helper()
	req, err := s.DecodeRequest(doc)
	noted, ok := s.NotedParams()
	if err != nil {
		return // what was refused is not looked at
	}
	want, count := walkedText(doc, req.Params)
	switch {
	case !ok && count <= MaxNotedMembers:
		t.Errorf("%s: %d members are not noted", doc, count)
	case ok && notedText(doc, noted) != want:
		t.Errorf("%s:\n noted %s\nwalked %s", doc, notedText(doc, noted), want)
	}
}

func TestNotedParamsAreTheMembers(t *testing.T) {
	envelope := func(params string) string {
		return `{"x":0,"jsonrpc":"2.0","params":` + params + `,"id":{"params":{"no":1}},"method":"m"}`
	}
	request := func(params string) string {
		return ` { "params" : ` + params + ` , "id":1,"jsonrpc":"2.0","method":"m"} `
	}
	frames := []string{
		`{"jsonrpc":"2.0","id":1,"method":"m"}`, request(`{}`), request(`{ }`), request(`null`), request(`[{"a":1}]`), request(`{"a":{"b":{"c":1}},"d":[{"e":2}]}`),
		request(` { "a" : 1 , "b\u0061" : "x" , "" : [ ] , "d":{ } , "e":-1.5e3 } `), request(`{"params":{"params":{"a":1}},"a":[{"x":{}},{}]}`),
		request(`{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0}`), request(`{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":{"a":1}}`),
		`{"p\u0061rams":{"a":1},"id":1,"jsonrpc":"2.0","method":"m"}`, envelope(`{"a":1}`),
		`{"params":{"a":1},"params":{"b":1},"id":1,"jsonrpc":"2.0","method":"m"}`, `[{"params":{"a":1}}]`,
		`{"params":{"a":1},"id":1,"method":{"params":{"b":1}},"jsonrpc":"2.0"}`,
	}
	for _, profile := range []Profile{V5, MCP} {
		s, err := NewScanner(profile, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, frame := range frames {
			checkNoted(t, s, []byte(frame))
		}
		random := rand.New(rand.NewPCG(1, uint64(profile)))
		for range 2_000 {
			checkNoted(t, s, []byte(request(randomValue(random, 4))))
		}
	}
}

// randomValue renders an object or, deeper down, any value with unique keys.
func randomValue(random *rand.Rand, depth int) string {
	if depth < 4 && (depth == 0 || random.IntN(3) == 0) {
		return [...]string{`1`, `"s\"}{"`, `true`, `null`, `""`, `[]`, `{}`, `"ü"`}[random.IntN(8)]
	}
	var parts []string
	object := depth == 4 || random.IntN(2) == 0
	for i := range random.IntN(10) {
		key := ""
		if object {
			key = fmt.Sprintf(`"%s%d" :`, [...]string{"k", `\u006b`, "", `\\`}[random.IntN(4)], i)
		}
		parts = append(parts, key+randomValue(random, depth-1))
	}
	if object {
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "[" + strings.Join(parts, " ,") + "]"
}

func TestNotedParamsOfARefusedFrame(t *testing.T) {
	s, err := NewScanner(MCP, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DecodeRequest([]byte(`{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.DecodeRequest([]byte(`{"params":{"a":1}`)); err == nil {
		t.Fatal("a cut frame is accepted")
	}
	if noted, ok := s.NotedParams(); ok || len(noted) != 0 {
		t.Errorf("%d members are noted of a frame that is no JSON", len(noted))
	}
}
