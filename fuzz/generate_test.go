package fuzz

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// generator makes requests from a session's own discovery: any method it lists,
// with parameters that fit the declared schema, or nearly do. New methods and new
// shapes are covered without a change here.
type generator struct {
	*tape
	*discovered
	seen map[string][]string // values of named members in responses, the newest last
}

// seeds are member values a generator knows before any response.
func seeds() map[string][]string {
	return map[string][]string{
		"target":             {"calculator.add", "calculator.answer", "calculator.gcd", "calculator.core", "calculator.divide", "no.such", "calculator.tests.main"},
		"stable_id":          {"calculator.add", "calculator.core", "no.such"},
		"name":               {"plus", "left", "right", "value", "add", "fn", "total"},
		"from":               {"left", "right", "limit", "value"},
		"hole_id":            {"h", "body", ""},
		"destination_module": {"calculator.app", "calculator.series"},
	}
}

var (
	digestMember = regexp.MustCompile(`"([a-z_]+)":"(sha256:[0-9a-f]{64}|[a-z0-9-]+:sha256:[0-9a-f]{64}[^"\\]*)"`)
	zeroDigest   = "sha256:" + strings.Repeat("0", 64)
)

// harvest remembers the digests and cursors of a response.
func (g *generator) harvest(response []byte) {
	for _, found := range digestMember.FindAllSubmatch(response[:min(len(response), 1<<16)], 64) {
		g.remember(string(found[1]), string(found[2]))
	}
}

func (g *generator) remember(name, value string) {
	list := append(slices.DeleteFunc(g.seen[name], func(old string) bool { return old == value }), value)
	g.seen[name] = list[max(0, len(list)-6):]
}

// newest is the last value seen under a name, or "".
func (g *generator) newest(name string) string {
	if list := g.seen[name]; len(list) > 0 {
		return list[len(list)-1]
	}
	return ""
}

// aliases are parameters that take the values of other members.
var aliases = map[string]string{
	"other_candidate_revision":      "candidate_revision",
	"new_base_candidate_revision":   "candidate_revision",
	"base_candidate_revision":       "candidate_revision",
	"expected_new_project_revision": "project_revision",
	"cursor":                        "next_cursor",
}

// call chooses a method and makes parameters for it.
func (g *generator) call() (method string, params []byte) {
	listed := g.methods[g.below(len(g.methods))]
	if busy := g.byName[oneOf(g.tape, "candidate/open", "candidate/apply-intent", "candidate/attempt", "")]; busy != nil && g.rarely(3) {
		listed = *busy
	}
	return listed.name, g.value("params", listed.params, 0)
}

// wrong is a value that no schema asked for.
func (g *generator) wrong() []byte {
	return []byte(oneOf(g.tape, "null", "1.5", "-1", `""`, "{}", "[]", `"\u0000"`, "18446744073709551616", "true",
		quote(strings.Repeat("x", 5000)), `"`+zeroDigest+`"`, strings.Repeat("[", 40)+strings.Repeat("]", 40), `"ü "`))
}

const deepest = 7

func (g *generator) value(name string, of any, depth int) []byte {
	schema, ok := of.(map[string]any)
	if !ok || g.rarely(48) {
		return g.wrong()
	}
	if kept, ok := g.known(name, schema); ok {
		return kept
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if list, ok := schema[key].([]any); ok && len(list) > 0 {
			n := 0
			if depth < deepest {
				n = g.below(len(list))
			}
			return g.value(name, list[n], depth+1)
		}
	}
	if ref, ok := schema["$ref"].(string); ok {
		if target, ok := g.documents[ref]; ok && depth < 4*deepest {
			return g.value(name, target, depth+1)
		}
		return []byte("{}")
	}
	return g.typed(name, schema, depth)
}

// known gives the values that make sense under a name.
func (g *generator) known(name string, schema map[string]any) ([]byte, bool) {
	switch {
	case name == "intent" && !g.rarely(3):
		return []byte(g.intention()), true
	case name == "capsule" && g.newest("capsule") != "" && !g.rarely(6):
		return []byte(g.newest("capsule")), true
	case name == "frames" && !g.rarely(8):
		return g.frames(), true
	}
	if schema["type"] != "string" || schema["const"] != nil || schema["enum"] != nil {
		return nil, false
	}
	if other, ok := aliases[name]; ok {
		name = other
	}
	list := g.seen[name]
	if len(list) == 0 || g.rarely(12) {
		return nil, false
	}
	if name == "image_revision" || !g.rarely(3) {
		return []byte(quote(list[len(list)-1])), true
	}
	return []byte(quote(list[g.below(len(list))])), true
}

func (g *generator) typed(name string, schema map[string]any, depth int) []byte {
	if fixed, ok := schema["const"]; ok {
		return marshal(fixed)
	}
	if list, ok := schema["enum"].([]any); ok && len(list) > 0 {
		return marshal(list[g.below(len(list))])
	}
	switch schema["type"] {
	case "object":
		return g.object(schema, depth)
	case "array":
		return g.array(name, schema, depth)
	case "string":
		return []byte(quote(g.text(name, schema)))
	case "integer":
		return g.integer(schema)
	case "boolean":
		return []byte(strconv.FormatBool(g.rarely(2)))
	case "null":
		return []byte("null")
	}
	return g.wrong()
}

func (g *generator) object(schema map[string]any, depth int) []byte {
	properties, _ := schema["properties"].(map[string]any)
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	required := fmt.Sprint(schema["required"])
	out := []byte("{")
	add := func(name string, value []byte) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, quote(name)...), ':'), value...)
	}
	for _, name := range names {
		must := strings.Contains(" "+strings.Trim(required, "[]")+" ", " "+name+" ")
		if must && !g.rarely(64) || !must && g.rarely(3) {
			add(name, g.value(name, properties[name], depth+1))
		}
	}
	if g.rarely(48) {
		add(oneOf(g.tape, "nope", "image_revision", "kind", ""), g.wrong())
	}
	return append(out, '}')
}

func (g *generator) array(name string, schema map[string]any, depth int) []byte {
	least, most := int(number(schema["minItems"], 0)), int(number(schema["maxItems"], 64))
	n := min(most, least+g.below(3))
	if g.rarely(64) {
		n = most + 1
	}
	out := []byte("[")
	for i := range min(n, 40) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, g.value(strings.TrimSuffix(name, "s"), schema["items"], depth+1)...)
	}
	return append(out, ']')
}

func (g *generator) text(name string, schema map[string]any) string {
	switch pattern, _ := schema["pattern"].(string); {
	case strings.HasPrefix(pattern, "^sha256:"):
		return zeroDigest
	case strings.Contains(pattern, "[0-9a-f]"):
		return fmt.Sprintf("%0*x", int(number(schema["minLength"], 8)), g.word()>>32)
	case strings.Contains(pattern, "A-Za-z_"):
		return oneOf(g.tape, "x", "y_1", "left", "Total", "_")
	}
	if g.rarely(24) {
		return strings.Repeat("é", int(number(schema["maxLength"], 64)))
	}
	return oneOf(g.tape, "calculator.add", "calculator.core", "x", "native", "a b", "")
}

func (g *generator) integer(schema map[string]any) []byte {
	low, high := number(schema["minimum"], 0), number(schema["maximum"], 1<<20)
	switch g.below(5) {
	case 0:
		return fmt.Appendf(nil, "%.0f", low)
	case 1:
		return fmt.Appendf(nil, "%.0f", high)
	case 2:
		return fmt.Appendf(nil, "%.0f", high+1)
	case 3:
		return strconv.AppendUint(nil, g.word(), 10)
	}
	return fmt.Appendf(nil, "%.0f", min(high, low+float64(g.below(64))))
}

// frames makes the frames of a read batch.
func (g *generator) frames() []byte {
	out := []byte("[")
	for i := range 1 + g.below(4) {
		if i > 0 {
			out = append(out, ',')
		}
		frame := oneOf(g.tape, "", "x", `{"jsonrpc":"2.0","method":"workspace/open"}`, `{"jsonrpc":"2.0","id":1,"method":"nope"}`)
		if !g.rarely(4) {
			method, params := g.call()
			frame = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%s,"params":%s}`, i, quote(method), params)
		}
		if len(frame) > 8000 {
			frame = frame[:8000]
		}
		out = append(out, quote(frame)...)
	}
	return append(out, ']')
}

func marshal(value any) []byte {
	out, err := json.Marshal(value)
	if err != nil {
		panic("BUG: a schema holds what JSON cannot: " + err.Error())
	}
	return out
}

func number(value any, otherwise float64) float64 {
	switch n := value.(type) {
	case json.Number:
		f, _ := n.Float64()
		return f
	case float64:
		return n
	}
	return otherwise
}
