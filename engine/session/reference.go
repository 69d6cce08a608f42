package session

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/policy"
)

// Reference renders docs/protocol.md: every method of this build from its row,
// whatever its grant. It depends on nothing but the rows and the bounds.
func Reference() []byte {
	every := newTable(^policy.Grants(0), families(^policy.Grants(0))...)
	r := &reference{used: map[diag.Code]bool{}}
	r.head(every)
	r.index(every)
	for i := range every.rows {
		r.method(&every.rows[i].row)
	}
	r.codes()
	return []byte(r.text.String())
}

// reference is the page being written and the codes it has named.
type reference struct {
	text strings.Builder
	used map[diag.Code]bool
}

func (r *reference) line(format string, values ...any) {
	fmt.Fprintf(&r.text, format+"\n", values...)
}

func (r *reference) head(every *table) {
	r.line("<!-- Generated from the method rows of engine/session. Do not edit: go run ./cmd/semaprax docs protocol > docs/protocol.md -->")
	r.line("# The protocol, method by method\n")
	r.line("%s: %d methods. Each is one row in `engine/session/rows_*.go`; this page, dispatch, the JSON Schemas, the query", Protocol, len(every.rows))
	r.line("catalogue, the MCP tools and the batch allowlist are all derived from it. A session serves the methods its policy grants and answers")
	r.line("any other name with -32601. Payload interiors the public documents leave open are described in [payloads.md](payloads.md), the")
	r.line("MCP side in [mcp.md](mcp.md), frames and their refusals in [wire.md](wire.md).\n")
	r.line("A request is one line of at most %s bytes, a response one of at most %s with its LF.", thousands(MaxRequestBytes), thousands(MaxResponseBytes))
	r.line("`result` is an object of `schema` (`%s`), `protocol`, `image_revision`, `project_revision` and `payload`.", ResultSchema)
	r.line("A refusal by the engine is error -32000 with `data` of `schema` `%s` and `diagnostics`, ordered; a refusal of the", ErrorDataSchema)
	r.line("frame or its parameters is -32700, -32600, -32601 or -32602 without `data`. `%s` is accepted on every method and, where", toleratedParam)
	r.line("given, must be the current one (`%s`). Parameters are closed: any other member is refused.\n", r.code(codeStaleImage))
	r.line("Sizes of text are UTF-8 bytes, bounds are inclusive. A *query* changes nothing; *batch* marks what may stand in a read batch;")
	r.line("codes are those a method answers beyond the ones every method has (drift, stale images, bounds).\n")
}

func (r *reference) index(every *table) {
	r.line("| method | grant | query | batch | what it does |")
	r.line("| --- | --- | --- | --- | --- |")
	for i := range every.rows {
		m := &every.rows[i].row
		r.line("| [`%s`](#%s) | `%s` | %s | %s | %s |", m.name, anchor(m.name), m.capability, mark(m.query), mark(m.batch), m.doc)
	}
	r.line("")
}

// anchor is the fragment that a heading of a method name gets.
func anchor(name string) string { return strings.ReplaceAll(name, "/", "") }

func mark(set bool) string {
	if set {
		return "yes"
	}
	return "–"
}

func (r *reference) method(m *row) {
	r.line("## %s\n", m.name)
	r.line("%s\n", m.doc)
	if m.drifted {
		r.line("Answers although the source on disk has drifted.\n")
	}
	if len(m.params.Fields) == 0 {
		r.line("No parameters.\n")
	} else {
		r.line("| parameter | value | default | meaning |")
		r.line("| --- | --- | --- | --- |")
		r.fields("", m.params)
		r.line("")
	}
	r.line("- grant: `%s`", m.capability)
	r.list("payload", payloadNames(m))
	r.list("carries in chunks", m.carries)
	var codes []string
	for _, code := range m.codes {
		codes = append(codes, r.code(code))
	}
	slices.Sort(codes)
	r.list("codes", slices.Compact(codes))
	r.line("")
}

func (r *reference) list(label string, names []string) {
	if len(names) > 0 {
		r.line("- %s: `%s`", label, strings.Join(names, "`, `"))
	}
}

func (r *reference) code(code diag.Code) string {
	r.used[code] = true
	return string(code)
}

// fields writes a row for each member of an object and of the objects in it.
func (r *reference) fields(prefix string, object *schema.Node) {
	for i := range object.Fields {
		f := &object.Fields[i]
		fallback := "required"
		switch {
		case f.Default != "":
			fallback = "`" + f.Default + "`"
		case !f.Required:
			fallback = "may be absent"
		}
		r.line("| `%s%s` | %s | %s | %s |", prefix, f.Name, valueText(f.Value), fallback, strings.ReplaceAll(f.Doc, "|", `\|`))
		if inner, path := interior(f.Value, prefix+f.Name); inner != nil {
			r.fields(path+".", inner)
		}
	}
}

// interior is the object whose members are listed under a field, and its path.
func interior(n *schema.Node, path string) (*schema.Node, string) {
	for n.Document == "" {
		switch n.Kind {
		case schema.NodeObject:
			return n, path
		case schema.NodeArray:
			n, path = n.Item, path+"[]"
		case schema.NodeNullable:
			n = n.Item
		default:
			return nil, ""
		}
	}
	return nil, ""
}

// valueText says in a few words what a value may be.
func valueText(n *schema.Node) string {
	if n.Document != "" {
		return "document `" + n.Document + "`"
	}
	switch n.Kind {
	case schema.NodeText:
		return "text of " + interval(n.MinBytes, n.MaxBytes) + " bytes, no controls"
	case schema.NodeCanonicalText:
		return "text of " + interval(n.MinBytes, n.MaxBytes) + " bytes"
	case schema.NodeString:
		return "text" + prefixed(" like `", n.Pattern, "`")
	case schema.NodeDigest:
		return "digest"
	case schema.NodeChoice:
		return "`" + strings.Join(n.Choices, "`, `") + "`"
	case schema.NodeInteger:
		return grouped(n.Min) + " to " + grouped(n.Max)
	case schema.NodeBool:
		return "`true`, `false`"
	case schema.NodeConst:
		return "`" + n.Const + "`"
	}
	return compoundText(n)
}

func compoundText(n *schema.Node) string {
	switch n.Kind {
	case schema.NodeObject:
		return "object"
	case schema.NodeArray:
		text := interval(n.MinItems, n.MaxItems) + " items"
		if n.Unique {
			text += ", no two equal"
		}
		return text + ", each: " + valueText(n.Item)
	case schema.NodeNullable:
		return valueText(n.Item) + ", or null"
	case schema.NodeOneOf:
		var each []string
		for _, alternative := range n.Alternatives {
			each = append(each, valueText(alternative))
		}
		return strings.Join(slices.Compact(each), "; or ")
	case schema.NodeLocal:
		return "`" + n.LocalName + "`"
	case schema.NodeReference:
		return "document `" + strings.Join(n.References, "` or `") + "`"
	case schema.NodeAny:
		return "any value"
	}
	panic("BUG: session: node of no kind")
}

func prefixed(before, text, after string) string {
	if text == "" {
		return ""
	}
	return before + strings.ReplaceAll(text, "|", `\|`) + after
}

func interval(low, high int) string {
	switch {
	case high == schema.Unbounded:
		return "at least " + thousands(low)
	case low == high:
		return thousands(low)
	}
	return thousands(low) + " to " + thousands(high)
}

func thousands(n int) string { return grouped(strconv.Itoa(n)) }

// grouped puts commas between the thousands of a decimal number.
func grouped(digits string) string {
	sign, digits := digits[:len(digits)-len(strings.TrimLeft(digits, "-"))], strings.TrimLeft(digits, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// codes writes what the named codes mean.
func (r *reference) codes() {
	r.line("## Codes\n")
	r.line("`semaprax help diagnostic CODE` explains any code, those of a program with an example.\n")
	r.line("| code | occurs when |")
	r.line("| --- | --- |")
	named := make([]diag.Code, 0, len(r.used))
	for code := range r.used {
		named = append(named, code)
	}
	slices.SortFunc(named, cmp.Compare[diag.Code])
	for _, code := range named {
		r.line("| `%s` | %s |", code, strings.ReplaceAll(Meaning(code), "|", `\|`))
	}
}
