package schema

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
)

// Example is one JSON value made from a node, and what is particular about it:
// the pointer of the varied place and the variation, for instance "/depth above".
type Example struct {
	About string
	JSON  string
}

// maxExampleDepth bounds how often an example enters a document or a recursive kind.
const maxExampleDepth = 3

// maxExampleItems bounds the arrays of examples.
const maxExampleItems = 64

// ValidExamples returns values that fit n: the smallest, and for every place in it each
// boundary value and alternative on its own. The first has only required members. A
// reference whose document is not declared here is shown as an empty object.
// They feed tests, fuzz dictionaries and documents.
func ValidExamples(n *Node) []Example { return valid(n, 0) }

// InvalidExamples returns values that do not fit n, each wrong in one place: a missing,
// unknown or mistyped member, a value below or above its bounds. Of a union only
// values that fit no alternative at all are made.
func InvalidExamples(n *Node) []Example { return invalid(n, 0) }

func valid(n *Node, depth int) []Example {
	switch n.Kind {
	case NodeText, NodeCanonicalText, NodeString:
		return validText(n)
	case NodeDigest:
		return []Example{{"", quoted(canon.DigestPrefix + strings.Repeat("0f", 32))}}
	case NodeChoice:
		var list []Example
		for _, c := range n.Choices {
			list = append(list, Example{" choice " + c, quoted(c)})
		}
		return list
	case NodeInteger:
		return []Example{{" lowest", n.Min}, {" highest", n.Max}}
	case NodeBool:
		return []Example{{" false", "false"}, {" true", "true"}}
	case NodeConst:
		return []Example{{"", n.Const}}
	case NodeObject:
		return validObject(n, depth)
	case NodeArray:
		return validArray(n, depth)
	case NodeNullable:
		return append([]Example{{" null", "null"}}, valid(n.Item, depth)...)
	case NodeOneOf:
		return validOneOf(n, depth)
	case NodeLocal:
		return deeper(n.Local(), depth)
	case NodeReference:
		if n.target == nil {
			return []Example{{"", "{}"}}
		}
		return deeper(n.target(), depth)
	}
	return []Example{{"", "null"}}
}

// deeper enters a document or a recursive kind; past the depth only its smallest
// value is given.
func deeper(n *Node, depth int) []Example {
	if depth < maxExampleDepth {
		return valid(n, depth+1)
	}
	return []Example{{"", smallest(n)}}
}

// smallest returns a value of n without optional members, from first alternatives.
func smallest(n *Node) string {
	switch n.Kind {
	case NodeObject:
		return objectText(n, func(f *FieldNode) (string, bool) { return smallest(f.Value), f.Required })
	case NodeArray:
		return items(smallest, n.Item, n.MinItems)
	case NodeOneOf:
		return smallest(n.Alternatives[0])
	case NodeLocal:
		return smallest(n.Local())
	case NodeReference:
		if n.target != nil {
			return smallest(n.target())
		}
	}
	return valid(n, maxExampleDepth)[0].JSON
}

func validText(n *Node) []Example {
	if n.Example != "" {
		return []Example{{"", quoted(n.Example)}}
	}
	list := []Example{{" shortest", quoted(strings.Repeat("a", n.MinBytes))}}
	if n.MaxBytes != Unbounded {
		list = append(list, Example{" longest", quoted(strings.Repeat("z", n.MaxBytes))})
	}
	if n.Kind != NodeText && n.MinBytes <= 2 && (n.MaxBytes == Unbounded || n.MaxBytes > 2) {
		list = append(list, Example{" control", quoted("\n\x7f")})
	}
	return list
}

func validObject(n *Node, depth int) []Example {
	list := []Example{
		{" required", objectText(n, func(f *FieldNode) (string, bool) { return smallest(f.Value), f.Required })},
		{" complete", objectText(n, func(f *FieldNode) (string, bool) { return smallest(f.Value), true })},
	}
	for i := range n.Fields {
		varied := &n.Fields[i]
		for _, e := range valid(varied.Value, depth) {
			list = append(list, Example{"/" + varied.Name + e.About, withMember(n, varied, e.JSON)})
		}
	}
	return list
}

// withMember is the smallest object in which one member has a given value.
func withMember(n *Node, varied *FieldNode, value string) string {
	return objectText(n, func(f *FieldNode) (string, bool) {
		if f == varied {
			return value, true
		}
		return smallest(f.Value), f.Required
	})
}

func validArray(n *Node, depth int) []Example {
	list := []Example{{" shortest", items(smallest, n.Item, n.MinItems)}}
	if n.Unique || n.MaxItems == 0 {
		return list
	}
	if n.MaxItems != Unbounded && n.MaxItems <= maxExampleItems {
		list = append(list, Example{" longest", items(smallest, n.Item, n.MaxItems)})
	}
	if n.MinItems <= 1 {
		for _, e := range valid(n.Item, depth) {
			list = append(list, Example{"/0" + e.About, "[" + e.JSON + "]"})
		}
	}
	return list
}

func validOneOf(n *Node, depth int) []Example {
	var list []Example
	for i, alternative := range n.Alternatives {
		for _, e := range valid(alternative, depth) {
			list = append(list, Example{" #" + strconv.Itoa(i) + e.About, e.JSON})
		}
	}
	return list
}

func invalid(n *Node, depth int) []Example {
	switch n.Kind {
	case NodeText, NodeCanonicalText, NodeString:
		return invalidText(n)
	case NodeDigest:
		return []Example{{" type", "7"}, {" short", quoted(canon.DigestPrefix + strings.Repeat("0f", 31))},
			{" upper case", quoted(canon.DigestPrefix + strings.Repeat("0F", 32))}, {" null", "null"}}
	case NodeChoice:
		return []Example{{" type", "[]"}, {" unlisted", quoted("no such choice")}, {" null", "null"}}
	case NodeInteger:
		return []Example{{" below", shifted(n.Min, -1)}, {" above", shifted(n.Max, 1)}, {" fraction", "1.5"},
			{" type", quoted("1")}, {" null", "null"}}
	case NodeBool:
		return []Example{{" type", "0"}, {" null", "null"}}
	case NodeConst:
		if n.Const == "null" {
			return []Example{{" constant", "true"}}
		}
		return []Example{{" constant", quoted("not the constant")}, {" null", "null"}}
	case NodeObject:
		return invalidObject(n, depth)
	case NodeArray:
		return invalidArray(n, depth)
	case NodeNullable:
		var list []Example
		for _, e := range invalid(n.Item, depth) {
			if e.JSON != "null" {
				list = append(list, e)
			}
		}
		return list
	case NodeOneOf:
		return []Example{{" type", "7"}, {" no alternative", `{"no such member":1}`}}
	case NodeLocal:
		if depth < maxExampleDepth {
			return invalid(n.Local(), depth+1)
		}
	case NodeReference:
		return invalidReference(n, depth)
	}
	return nil
}

func invalidReference(n *Node, depth int) []Example {
	switch {
	case n.Objects:
		return []Example{{" type", "[]"}, {" null", "null"}}
	case n.target != nil && depth < maxExampleDepth:
		return invalid(n.target(), depth+1)
	}
	return nil
}

func invalidText(n *Node) []Example {
	list := []Example{{" type", "7"}, {" null", "null"}}
	if n.MinBytes > 0 {
		list = append(list, Example{" empty", quoted("")})
	}
	if n.MaxBytes != Unbounded {
		list = append(list, Example{" too long", quoted(strings.Repeat("a", n.MaxBytes+1))})
	}
	if n.Kind == NodeText && n.MaxBytes >= 2 {
		list = append(list, Example{" control", quoted("\n")}, Example{" C1 control", quoted("\u0085")})
	}
	return list
}

func invalidObject(n *Node, depth int) []Example {
	required := func(f *FieldNode) (string, bool) { return smallest(f.Value), f.Required }
	whole := objectText(n, required)
	open := strings.TrimSuffix(whole, "}")
	list := []Example{{" type", "[]"}, {" null", "null"},
		{" unknown", open + comma(whole) + `"no such member":null}`}}
	for i := range n.Fields {
		varied := &n.Fields[i]
		if varied.Required {
			list = append(list, Example{"/" + varied.Name + " missing",
				objectText(n, func(f *FieldNode) (string, bool) { return smallest(f.Value), f.Required && f != varied })})
		}
		for _, e := range invalid(varied.Value, depth) {
			list = append(list, Example{"/" + varied.Name + e.About, withMember(n, varied, e.JSON)})
		}
	}
	return list
}

func invalidArray(n *Node, depth int) []Example {
	list := []Example{{" type", "{}"}, {" null", "null"}}
	if n.MinItems > 0 {
		list = append(list, Example{" too few", items(smallest, n.Item, n.MinItems-1)})
	}
	if n.MaxItems != Unbounded && n.MaxItems <= maxExampleItems {
		list = append(list, Example{" too many", items(smallest, n.Item, n.MaxItems+1)})
	}
	if n.MinItems <= 1 && n.MaxItems != 0 {
		for _, e := range invalid(n.Item, depth) {
			list = append(list, Example{"/0" + e.About, "[" + e.JSON + "]"})
		}
	}
	return list
}

// objectText writes the members of n that value selects, in declaration order.
func objectText(n *Node, value func(*FieldNode) (json string, present bool)) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n.Fields {
		json, present := value(&n.Fields[i])
		if !present {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(quoted(n.Fields[i].Name) + ":" + json)
	}
	b.WriteByte('}')
	return b.String()
}

// items writes an array of count equal values.
func items(value func(*Node) string, item *Node, count int) string {
	if count == 0 {
		return "[]"
	}
	one := value(item)
	return "[" + strings.Repeat(one+",", count-1) + one + "]"
}

func comma(object string) string {
	if object == "{}" {
		return ""
	}
	return ","
}

func quoted(s string) string { return string(canon.AppendString(nil, s)) }

// shifted returns a decimal integer moved by one step.
func shifted(decimal string, step int64) string {
	v, ok := new(big.Int).SetString(decimal, 10)
	if !ok {
		panic("BUG: schema: integer bound " + decimal)
	}
	return v.Add(v, big.NewInt(step)).String()
}
