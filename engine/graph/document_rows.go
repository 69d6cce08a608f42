package graph

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
)

func (w *documentWriter) raw(text string) *documentWriter {
	w.out = append(w.out, text...)
	return w
}

// text writes a string after what stands before it.
func (w *documentWriter) text(before, value string) {
	w.out = canon.AppendString(append(w.out, before...), value)
}

// textOrNull is text that writes null for an absent one.
func (w *documentWriter) textOrNull(before, value string) {
	if value == "" {
		w.raw(before).raw("null")
		return
	}
	w.text(before, value)
}

func (w *documentWriter) digest(d canon.Digest) {
	w.out = append(d.AppendTo(append(w.out, '"')), '"')
}

func (w *documentWriter) number(before string, value int) {
	w.out = strconv.AppendInt(append(w.out, before...), int64(value), 10)
}

func (w *documentWriter) bool(before string, value bool) {
	w.out = strconv.AppendBool(append(w.out, before...), value)
}

func (w *documentWriter) strings(before string, list []string) {
	w.raw(before).raw("[")
	for i, text := range list {
		w.comma(i)
		w.text("", text)
	}
	w.raw("]")
}

// comma separates the elements of an array.
func (w *documentWriter) comma(index int) {
	if index > 0 {
		w.out = append(w.out, ',')
	}
}

func (w *documentWriter) relations() {
	w.raw(`,"relations":[`)
	start := len(w.out)
	for n := range NodeID(w.Size()) {
		if len(w.Out(n)) == 0 || !w.listed(n) {
			continue
		}
		from := w.Node(n).Identity
		for _, e := range w.Out(n) {
			w.comma(len(w.out) - start)
			w.number(`{"count":`, int(e.Count))
			w.text(`,"from":`, from)
			w.text(`,"kind":`, e.Kind.String())
			w.text(`,"site":`, e.Site.String())
			w.text(`,"to":`, w.Node(e.To).Identity)
			w.raw(`}`)
		}
		if w.over() {
			return
		}
	}
	w.raw(`]`)
}

func (w *documentWriter) modules(revisions []canon.Digest) {
	w.raw(`,"modules":[`)
	for i, m := range w.program.Modules {
		w.comma(i)
		w.text(`{"name":`, m.Name)
		w.text(`,"path":`, m.Path)
		w.strings(`,"permits":`, m.Permits)
		w.raw(`,"source_revision":`).digest(revisions[i])
		w.raw(`,"uses":[`)
		for u := range m.Uses {
			use := &m.Uses[u]
			w.comma(u)
			w.text(`{"alias":`, use.Alias)
			w.text(`,"from":`, use.From)
			w.text(`,"kind":`, use.Decl.Kind.String())
			w.text(`,"target":`, use.Identity)
			w.raw(`}`)
		}
		w.raw(`]}`)
	}
	w.raw(`]`)
}

func (w *documentWriter) declarations() {
	w.raw(`,"declarations":[`)
	start := len(w.out)
	for n := w.first[nominalNodes]; n < w.first[capabilityNodes] && !w.over(); n++ {
		if w.listed(n) {
			w.comma(len(w.out) - start)
			w.declaration(n)
		}
	}
	w.raw(`]`)
}

// declaration writes one declaration. Its members depend on its kind; they come in the
// order of their keys.
func (w *documentWriter) declaration(n NodeID) {
	node := w.Node(n)
	w.raw(`{`)
	w.before(node)
	w.text(`"id":`, node.Identity)
	w.text(`,"identity_origin":`, OriginWord(node.Origin))
	w.importKey(node)
	if node.Owner != NoNode {
		w.number(`,"index":`, node.Index)
	}
	w.text(`,"kind":`, node.Kind.String())
	module := ""
	if node.Module != check.NoModule {
		module = w.program.Modules[node.Module].Name
	}
	w.textOrNull(`,"module":`, module)
	w.textOrNull(`,"name":`, node.Name)
	if node.Owner != NoNode {
		w.text(`,"owner":`, w.Node(node.Owner).Identity)
	}
	params, result, callable := w.callable(node)
	if callable {
		w.parameters(params)
	}
	if node.Ref.Kind == check.RefInterface {
		w.strings(`,"permits":`, w.program.Interfaces[node.Ref.Index].Permits)
	}
	w.bool(`,"persistent":`, node.Persistent())
	if node.Ref.Kind == check.RefFunction {
		w.number(`,"requires_count":`, len(w.program.Functions[node.Ref.Index].Decl.Requires))
	}
	if callable {
		w.text(`,"return_type_id":`, w.typeKey(result))
	}
	w.after(node)
	w.raw(`}`)
}

// callable is the signature of a function, import or method of a protocol.
func (w *documentWriter) callable(node Node) (params []check.Parameter, result check.Type, ok bool) {
	p, index := w.program, node.Ref.Index
	switch node.Ref.Kind {
	case check.RefFunction:
		return p.Functions[index].Params, p.Functions[index].Result, true
	case check.RefImport:
		return p.Imports[index].Params, p.Imports[index].Result, true
	case check.RefProtocolMethod:
		d := &p.Protocols[index>>16].Methods[index&0xffff]
		return d.Params, d.Result, true
	}
	return nil, 0, false
}

// before writes the members that stand before the id, with their commas.
func (w *documentWriter) before(node Node) {
	p, index := w.program, node.Ref.Index
	switch node.Ref.Kind {
	case check.RefFunction:
		w.strings(`"effects":`, p.Functions[index].Effects)
		w.number(`,"ensures_count":`, len(p.Functions[index].Decl.Ensures))
		w.raw(`,`)
	case check.RefImport:
		w.number(`"consumes":`, int(p.Imports[index].Consumes))
		w.strings(`,"effects":`, p.Imports[index].Effects)
		w.raw(`,`)
	case check.RefProtocolMethod:
		w.raw(`"effects":[],`)
	case check.RefNominal:
		if d := &p.Nominals[index]; !d.IsGeneric() {
			facts := p.Facts(d.Type)
			w.bool(`"facts":{"contains_resource":`, facts.ContainsResource)
			w.bool(`,"copy":`, facts.Copy)
			w.bool(`,"needs_drop":`, facts.NeedsDrop)
			w.bool(`,"sized":`, facts.Sized)
			w.raw(`},`)
		}
	}
}

// importKey writes the key of the import that drops a resource.
func (w *documentWriter) importKey(node Node) {
	if node.Ref.Kind == check.RefLifecycle {
		if d := &w.program.Nominals[node.Ref.Index].Lifecycle; d.Imported {
			w.text(`,"import_key":`, d.ImportKey)
		}
	}
}

// after writes the members that stand last.
func (w *documentWriter) after(node Node) {
	p, index := w.program, node.Ref.Index
	switch node.Ref.Kind {
	case check.RefFunction:
		w.strings(`,"type_parameters":`, p.Functions[index].TypeParameters)
	case check.RefImport:
		w.bool(`,"rust":`, p.Imports[index].Rust)
		w.text(`,"status_domain":`, p.Imports[index].StatusDomain)
	case check.RefLifecycle:
		strategy := "trivial"
		if p.Nominals[index].Lifecycle.Imported {
			strategy = "imported"
		}
		w.text(`,"strategy":`, strategy)
	case check.RefField:
		w.text(`,"type_id":`, w.typeKey(p.Fields[index].Type))
	case check.RefNominal:
		if d := &p.Nominals[index]; d.IsGeneric() {
			w.raw(`,"type_id":null`)
		} else {
			w.text(`,"type_id":`, w.typeKey(d.Type))
		}
		w.strings(`,"type_parameters":`, p.Nominals[index].TypeParameters)
	}
}

func (w *documentWriter) parameters(params []check.Parameter) {
	w.raw(`,"parameters":[`)
	for i := range params {
		w.comma(i)
		w.text(`{"name":`, params[i].Name)
		w.text(`,"ownership_mode":`, params[i].Mode.String())
		w.text(`,"type_id":`, w.typeKey(params[i].Type))
		w.raw(`}`)
	}
	w.raw(`]`)
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
