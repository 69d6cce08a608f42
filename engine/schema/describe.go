package schema

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
)

const (
	// Draft is the $schema of every document.
	Draft = "https://json-schema.org/draft/2020-12/schema"
	// DigestPattern is the pattern of a digest's text.
	DigestPattern = `^sha256:[0-9a-f]{64}$`

	noControlSome = `^[^\u0000-\u001f\u007f-\u009f]+$`
	noControlAny  = `^[^\u0000-\u001f\u007f-\u009f]*$`
)

// URN returns the $id of a document.
func URN(document string) string { return "urn:" + document }

// Describe writes the JSON Schema of n as the next value of b, in place and with
// references by $id, without $id and $schema of its own. n reaches no Local node
// outside a document. b must not be asserting an order.
func Describe(b *canon.Builder, n *Node) {
	e := emitter{b: b}
	b.BeginObject()
	e.members(n)
	b.EndObject()
	if len(e.locals) > 0 {
		panic("BUG: schema: recursive kind outside a document: " + e.locals[0].LocalName)
	}
}

// DescribeDocument writes the JSON Schema document of n, which has a name: $id,
// $schema, the shape, and $defs with its recursive kinds. References are by $id.
func DescribeDocument(b *canon.Builder, n *Node) {
	e := emitter{b: b, root: "#"}
	b.BeginObject()
	b.Key("$id").String(URN(n.Document))
	e.document(n)
	b.EndObject()
}

// emitter writes schemas. It carries how references are spelled and which recursive
// kinds the document being written still has to define.
type emitter struct {
	b       *canon.Builder
	root    string         // pointer of the document being written
	embeds  map[string]int // documents embedded under #/$defs/dN; nil spells $ids
	locals  []*Node        // recursive kinds met, in first-met order
	visited map[*Node]bool
}

// document writes $schema, the members of a document's root and its $defs.
func (e *emitter) document(n *Node) {
	e.b.Key("$schema").String(Draft)
	e.locals, e.visited = nil, nil
	e.members(n)
	if len(e.locals) == 0 {
		return
	}
	e.b.Key("$defs").BeginObject()
	e.definitions()
	e.b.EndObject()
}

// definitions writes the recursive kinds met, and those they meet in turn.
func (e *emitter) definitions() {
	for i := 0; i < len(e.locals); i++ {
		e.b.Key(e.locals[i].LocalName).BeginObject()
		e.members(e.locals[i].Local())
		e.b.EndObject()
	}
}

// value writes n as one schema object.
func (e *emitter) value(n *Node) {
	e.b.BeginObject()
	e.members(n)
	e.b.EndObject()
}

// members writes the keywords of n into the open schema object.
func (e *emitter) members(n *Node) {
	switch n.Kind {
	case NodeText, NodeCanonicalText, NodeString:
		e.text(n)
	case NodeDigest:
		e.typed("string").Key("pattern").String(DigestPattern)
	case NodeChoice:
		e.typed("string").Key("enum").Strings(n.Choices)
	case NodeInteger:
		e.typed("integer").Key("minimum").RawString(n.Min).Key("maximum").RawString(n.Max)
	case NodeBool:
		e.typed("boolean")
	case NodeConst:
		e.b.Key("const").RawString(n.Const)
	case NodeObject:
		e.object(n)
	case NodeArray:
		e.array(n)
	case NodeNullable:
		e.b.Key("anyOf").BeginArray()
		e.value(n.Item)
		e.b.BeginObject().Key("type").String("null").EndObject().EndArray()
	case NodeOneOf:
		e.b.Key("oneOf").BeginArray()
		for _, alternative := range n.Alternatives {
			e.value(alternative)
		}
		e.b.EndArray()
	case NodeLocal:
		e.local(n)
	case NodeReference:
		e.reference(n)
	case NodeAny:
	default:
		panic("BUG: schema: node of no kind")
	}
}

func (e *emitter) typed(name string) *canon.Builder { return e.b.Key("type").String(name) }

func (e *emitter) text(n *Node) {
	e.typed("string")
	if n.MinBytes > 0 {
		e.b.Key("minLength").Uint(uint64(n.MinBytes))
	}
	if n.MaxBytes != Unbounded {
		e.b.Key("maxLength").Uint(uint64(n.MaxBytes))
		e.b.Key("x-max-utf8-bytes").Uint(uint64(n.MaxBytes))
	}
	pattern := n.Pattern
	if n.Kind == NodeText {
		pattern = noControlSome
		if n.MinBytes == 0 {
			pattern = noControlAny
		}
	}
	if pattern != "" {
		e.b.Key("pattern").String(pattern)
	}
}

func (e *emitter) object(n *Node) {
	e.typed("object").Key("additionalProperties").Bool(false)
	e.b.Key("properties").BeginObject()
	required := 0
	for i := range n.Fields {
		e.b.Key(n.Fields[i].Name)
		e.value(n.Fields[i].Value)
		if n.Fields[i].Required {
			required++
		}
	}
	e.b.EndObject()
	if required == 0 {
		return
	}
	e.b.Key("required").BeginArray()
	for i := range n.Fields {
		if n.Fields[i].Required {
			e.b.String(n.Fields[i].Name)
		}
	}
	e.b.EndArray()
}

func (e *emitter) array(n *Node) {
	e.typed("array").Key("items")
	e.value(n.Item)
	if n.MinItems > 0 {
		e.b.Key("minItems").Uint(uint64(n.MinItems))
	}
	if n.MaxItems != Unbounded {
		e.b.Key("maxItems").Uint(uint64(n.MaxItems))
	}
	if n.Unique {
		e.b.Key("uniqueItems").Bool(true)
	}
}

func (e *emitter) local(n *Node) {
	if inner := n.Local(); !e.visited[inner] {
		if e.visited == nil {
			e.visited = make(map[*Node]bool)
		}
		e.visited[inner] = true
		e.locals = append(e.locals, n)
	}
	e.b.Key("$ref").String(e.root + "/$defs/" + n.LocalName)
}

func (e *emitter) reference(n *Node) {
	if n.Objects {
		e.typed("object")
	}
	if len(n.References) == 1 {
		e.b.Key("$ref").String(e.target(n.References[0]))
		return
	}
	e.b.Key("oneOf").BeginArray()
	for _, name := range n.References {
		e.b.BeginObject().Key("$ref").String(e.target(name)).EndObject()
	}
	e.b.EndArray()
}

// target spells a reference to a document.
func (e *emitter) target(name string) string {
	if index, embedded := e.embeds[name]; embedded {
		return "#/$defs/d" + strconv.Itoa(index)
	}
	return URN(name)
}
