package graph

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
)

// DocumentSchema names the graph document. It is our own; docs/graph.md describes
// it.
const DocumentSchema = "semaprax-go.semantic-graph.v1"

// domainDocument is the domain of [Digest].
const domainDocument = "semaprax-go.semantic-graph.digest.v1"

// Scope says what a graph document covers.
type Scope string

// The scopes.
const (
	ScopeFile    Scope = "file"
	ScopeProject Scope = "project"
)

// Digest is the digest of a graph document, over its bytes without an LF.
func Digest(document []byte) canon.Digest { return canon.Sum(domainDocument, document) }

// AppendDocument appends the graph document in canonical JSON, without an LF.
// revisions are the source revisions of the program's modules, in their order. ok
// is false, and dst unchanged, when the document would pass maxBytes (0: no bound).
//
// It lists every declaration of the modules, of what the compiler owns only what
// the program names, and every relation between them. Places in the text and what
// comments say are left out: it changes only with the meaning of the program and
// the text of bodies.
func (g *Graph) AppendDocument(dst []byte, scope Scope, revisions []canon.Digest, maxBytes int) (out []byte, ok bool) {
	var b canon.Builder
	b.Reset(slices.Grow(dst, g.likelyBytes(maxBytes)), canon.CJ)
	b.Limit(maxBytes)
	w := documentWriter{Graph: g, b: &b}
	b.BeginObject()
	b.Key("capabilities").Strings(orEmpty(w.usedCapabilities()))
	b.Key("declarations").BeginArray()
	w.declarations()
	b.EndArray()
	b.Key("modules").BeginArray()
	for i, m := range g.program.Modules {
		w.module(m, revisions[i])
	}
	b.EndArray()
	b.Key("prelude").BeginObject()
	b.Key("digest").Digest(canon.Plain(check.PreludeContract()))
	b.Key("schema").String(check.PreludeSchema)
	b.EndObject()
	b.Key("relations").BeginArray()
	w.relations()
	b.EndArray()
	b.Key("schema").String(DocumentSchema)
	b.Key("scope").String(string(scope))
	b.EndObject()
	return b.Bytes(), !b.Over()
}

// likelyBytes is about the size of the graph document, and no more than its bound.
func (g *Graph) likelyBytes(maxBytes int) int {
	likely := 1024 + 96*len(g.edges) + 400*len(g.program.Functions) + 160*len(g.program.Fields)
	if maxBytes > 0 {
		likely = min(likely, maxBytes)
	}
	return likely
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// documentWriter writes one graph document.
type documentWriter struct {
	*Graph
	b *canon.Builder
	// typeKeys keeps the keys of types already written.
	typeKeys map[check.Type]string
}

// listed says whether a node is in the document: declared in a module, or owned by
// the compiler and named by something that is.
func (w *documentWriter) listed(n NodeID) bool {
	if !w.Exists(n) {
		return false
	}
	switch r, index := w.locate(n); r {
	case nominalNodes:
		return w.program.Nominals[index].Module != check.NoModule || w.named(n)
	case fieldNodes:
		owner := w.program.Fields[index].Owner
		return w.listed(w.at(nominalNodes, int32(owner)))
	case caseNodes:
		return w.listed(w.at(nominalNodes, int32(w.program.Cases[index].Owner)))
	case builtinNodes, capabilityNodes:
		return w.named(n)
	}
	return true
}

// named says whether something in a module, or a built-in that is, names the node.
func (w *documentWriter) named(n NodeID) bool {
	for _, edge := range w.In(n) {
		from := w.edges[edge].From
		if r, _ := w.locate(from); r != builtinNodes || w.named(from) {
			return true
		}
	}
	return false
}

func (w *documentWriter) usedCapabilities() []string {
	var names []string
	for i, name := range w.capabilities {
		if w.named(w.at(capabilityNodes, int32(i))) {
			names = append(names, name)
		}
	}
	return names
}

func (w *documentWriter) relations() {
	for _, e := range w.edges {
		if !w.listed(e.From) {
			continue
		}
		from, to := w.Node(e.From), w.Node(e.To)
		w.b.BeginObject()
		w.b.Key("count").Uint(uint64(e.Count))
		w.b.Key("from").String(from.Identity)
		w.b.Key("kind").String(e.Kind.String())
		w.b.Key("site").String(e.Site.String())
		w.b.Key("to").String(to.Identity)
		w.b.EndObject()
	}
}

func (w *documentWriter) module(m *check.Module, revision canon.Digest) {
	w.b.BeginObject()
	w.b.Key("name").String(m.Name)
	w.b.Key("path").String(m.Path)
	w.b.Key("permits").Strings(orEmpty(m.Permits))
	w.b.Key("source_revision").Digest(revision)
	w.b.Key("uses").BeginArray()
	for i := range m.Uses {
		use := &m.Uses[i]
		w.b.BeginObject()
		w.b.Key("alias").String(use.Alias)
		w.b.Key("from").String(use.From)
		w.b.Key("kind").String(use.Decl.Kind.String())
		w.b.Key("target").String(use.Identity)
		w.b.EndObject()
	}
	w.b.EndArray().EndObject()
}

func (w *documentWriter) declarations() {
	w.typeKeys = map[check.Type]string{}
	for n := w.first[nominalNodes]; n < w.first[capabilityNodes]; n++ {
		if w.listed(n) {
			w.declaration(n)
		}
	}
}

func (w *documentWriter) declaration(n NodeID) {
	node := w.Node(n)
	b := w.b.BeginObject()
	b.Key("id").String(node.Identity)
	b.Key("identity_origin").String(OriginWord(node.Origin))
	b.Key("kind").String(node.Kind.String())
	b.Key("module")
	if node.Module == check.NoModule {
		b.Null()
	} else {
		b.String(w.program.Modules[node.Module].Name)
	}
	b.Key("name")
	if node.Name == "" {
		b.Null()
	} else {
		b.String(node.Name)
	}
	b.Key("persistent").Bool(node.Persistent())
	if node.Owner != NoNode {
		owner := w.Node(node.Owner)
		b.Key("owner").String(owner.Identity)
		b.Key("index").Uint(uint64(node.Index))
	}
	w.details(node)
	b.EndObject()
}

// details writes the members that depend on the kind.
func (w *documentWriter) details(node Node) {
	p, index := w.program, node.Ref.Index
	switch node.Ref.Kind {
	case check.RefNominal:
		w.nominal(&p.Nominals[index])
	case check.RefField:
		w.b.Key("type_id").String(w.typeKey(p.Fields[index].Type))
	case check.RefFunction:
		w.function(p.Functions[index])
	case check.RefImport:
		d := &p.Imports[index]
		w.parameters(d.Params, d.Result, d.Effects)
		w.b.Key("rust").Bool(d.Rust)
		w.b.Key("status_domain").String(d.StatusDomain)
		w.b.Key("consumes").Int(int64(d.Consumes))
	case check.RefInterface:
		w.b.Key("permits").Strings(orEmpty(p.Interfaces[index].Permits))
	case check.RefProtocolMethod:
		d := &p.Protocols[index>>16].Methods[index&0xffff]
		w.parameters(d.Params, d.Result, nil)
	case check.RefLifecycle:
		d := &p.Nominals[index].Lifecycle
		strategy := "trivial"
		if d.Imported {
			strategy = "imported"
			w.b.Key("import_key").String(d.ImportKey)
		}
		w.b.Key("strategy").String(strategy)
	}
}

func (w *documentWriter) nominal(d *check.Nominal) {
	w.b.Key("type_parameters").Strings(orEmpty(d.TypeParameters))
	if d.IsGeneric() {
		w.b.Key("type_id").Null()
		return
	}
	facts := w.program.Facts(d.Type)
	w.b.Key("type_id").String(w.typeKey(d.Type))
	w.b.Key("facts").BeginObject()
	w.b.Key("contains_resource").Bool(facts.ContainsResource)
	w.b.Key("copy").Bool(facts.Copy)
	w.b.Key("needs_drop").Bool(facts.NeedsDrop)
	w.b.Key("sized").Bool(facts.Sized)
	w.b.EndObject()
}

func (w *documentWriter) function(f *check.Function) {
	w.parameters(f.Params, f.Result, f.Effects)
	w.b.Key("requires_count").Uint(uint64(len(f.Decl.Requires)))
	w.b.Key("ensures_count").Uint(uint64(len(f.Decl.Ensures)))
	w.b.Key("type_parameters").Strings(orEmpty(f.TypeParameters))
}

func (w *documentWriter) parameters(params []check.Parameter, result check.Type, effects []string) {
	w.b.Key("parameters").BeginArray()
	for i := range params {
		w.b.BeginObject()
		w.b.Key("name").String(params[i].Name)
		w.b.Key("ownership_mode").String(params[i].Mode.String())
		w.b.Key("type_id").String(w.typeKey(params[i].Type))
		w.b.EndObject()
	}
	w.b.EndArray()
	w.b.Key("return_type_id").String(w.typeKey(result))
	w.b.Key("effects").Strings(orEmpty(effects))
}

// typeKey is the key of a type; Self of a protocol is "self".
func (w *documentWriter) typeKey(t check.Type) string {
	if t == check.TypeInvalid {
		return "self"
	}
	key, ok := w.typeKeys[t]
	if !ok {
		key = w.program.TypeKey(t)
		w.typeKeys[t] = key
	}
	return key
}
