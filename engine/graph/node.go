package graph

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// NodeID numbers the nodes of one graph from 0, table by table of the program:
// modules first, capabilities last, inside a table the program's order.
type NodeID int32

// NoNode is the absent node.
const NoNode NodeID = -1

// Node describes one node.
type Node struct {
	ID   NodeID
	Kind Kind
	// Identity is the stable identity; a module's dotted name, a capability's name.
	Identity string
	// Name is the source name; empty for impls and drops.
	Name   string
	Origin check.Origin
	// Owner is the declaration this one is a member of, or NoNode.
	Owner NodeID
	// Index is its position among its owner's members of that kind.
	Index int
	// Module is NoModule for what the compiler owns and for capabilities.
	Module check.ModuleID
	// Span is the whole declaration; zero for what has no source.
	Span diag.Span
	// Ref is the declaration in the program; RefNone for modules and capabilities.
	Ref check.Ref
}

// Persistent says whether the identity survives renames.
func (n *Node) Persistent() bool { return n.Origin != check.Automatic }

// OriginWord is the word for an origin used in documents.
func OriginWord(o check.Origin) string {
	return [...]string{check.Explicit: "explicit", check.Automatic: "automatic", check.CompilerOwned: "compiler_owned"}[o]
}

// span of NodeIDs that share a table of the program.
type nodeRange uint8

const (
	moduleNodes nodeRange = iota
	nominalNodes
	fieldNodes
	caseNodes
	functionNodes
	interfaceNodes
	importNodes
	lifecycleNodes // indexed by NominalID; only resources with a drop exist
	protocolNodes
	methodNodes // protocol methods, flat
	implNodes
	builtinNodes
	capabilityNodes
	rangeCount
)

// number lays the ranges out.
func (g *Graph) number() {
	p := g.program
	g.methodStart = make([]int32, len(p.Protocols)+1)
	for i := range p.Protocols {
		g.methodStart[i+1] = g.methodStart[i] + int32(len(p.Protocols[i].Methods))
	}
	sizes := [rangeCount]int{
		moduleNodes: len(p.Modules), nominalNodes: len(p.Nominals), fieldNodes: len(p.Fields),
		caseNodes: len(p.Cases), functionNodes: len(p.Functions), interfaceNodes: len(p.Interfaces),
		importNodes: len(p.Imports), lifecycleNodes: len(p.Nominals), protocolNodes: len(p.Protocols),
		methodNodes: int(g.methodStart[len(p.Protocols)]), implNodes: len(p.Impls),
		builtinNodes: len(g.builtins), capabilityNodes: len(g.capabilities),
	}
	for i, size := range sizes {
		g.first[i+1] = g.first[i] + NodeID(size)
	}
}

// locate returns the range of a node and its index there.
func (g *Graph) locate(n NodeID) (nodeRange, int32) {
	r := nodeRange(0)
	for n >= g.first[r+1] {
		r++
	}
	return r, int32(n - g.first[r])
}

func (g *Graph) at(r nodeRange, index int32) NodeID { return g.first[r] + NodeID(index) }

// Size is the number of node ids; not every id below it names a node.
func (g *Graph) Size() int { return int(g.first[rangeCount]) }

// Exists says whether an id names a node. Ids of resources' drops are laid out by
// type, and row 0 of the built-ins is empty.
func (g *Graph) Exists(n NodeID) bool {
	if n < 0 || int(n) >= g.Size() {
		return false
	}
	switch r, index := g.locate(n); r {
	case lifecycleNodes:
		return g.program.Nominals[index].Lifecycle.Decl != nil
	case builtinNodes:
		return check.Builtin(index) != check.NoBuiltin
	}
	return true
}

// Of returns the node of a declaration, or NoNode.
func (g *Graph) Of(ref check.Ref) NodeID {
	switch ref.Kind {
	case check.RefNominal:
		return g.at(nominalNodes, ref.Index)
	case check.RefField:
		return g.at(fieldNodes, ref.Index)
	case check.RefCase:
		return g.at(caseNodes, ref.Index)
	case check.RefFunction:
		return g.at(functionNodes, ref.Index)
	case check.RefInterface:
		return g.at(interfaceNodes, ref.Index)
	case check.RefImport:
		return g.at(importNodes, ref.Index)
	case check.RefLifecycle:
		return g.at(lifecycleNodes, ref.Index)
	case check.RefProtocol:
		return g.at(protocolNodes, ref.Index)
	case check.RefProtocolMethod:
		return g.at(methodNodes, g.methodStart[ref.Index>>16]+ref.Index&0xffff)
	case check.RefImpl:
		return g.at(implNodes, ref.Index)
	case check.RefBuiltin:
		return g.at(builtinNodes, ref.Index)
	}
	return NoNode
}

// Find returns the node of a declaration's identity, or NoNode.
func (g *Graph) Find(identity string) NodeID {
	ref, ok := g.program.Lookup(identity)
	if !ok {
		return NoNode
	}
	return g.Of(ref)
}

// Capability returns the node of a capability, or NoNode when no module, interface
// or function names it.
func (g *Graph) Capability(name string) NodeID {
	index, ok := slices.BinarySearch(g.capabilities, name)
	if !ok {
		return NoNode
	}
	return g.at(capabilityNodes, int32(index))
}

// Function returns the node of a function.
func (g *Graph) Function(id check.FunctionID) NodeID { return g.at(functionNodes, int32(id)) }

// Node describes a node that exists.
func (g *Graph) Node(n NodeID) Node {
	r, index := g.locate(n)
	made := Node{ID: n, Owner: NoNode, Module: check.NoModule}
	switch r {
	case moduleNodes:
		m := g.program.Modules[index]
		made.Kind, made.Identity, made.Name, made.Module = KindModule, m.Name, m.Name, m.ID
		made.Span = m.File.Module.Span
	case capabilityNodes:
		made.Kind, made.Identity, made.Name = KindCapability, g.capabilities[index], g.capabilities[index]
	case builtinNodes:
		row := &g.builtins[index]
		made.Kind, made.Identity, made.Name = KindBuiltin, row.Identity, row.Name
		made.Origin, made.Ref = check.CompilerOwned, check.Ref{Kind: check.RefBuiltin, Index: index}
	case nominalNodes, fieldNodes, caseNodes, lifecycleNodes:
		g.describeType(&made, r, index)
	case functionNodes:
		g.describeFunction(&made, index)
	default:
		g.describeHost(&made, r, index)
	}
	return made
}

func (n *Node) named(kind Kind, identity check.Identity, name string, ref check.RefKind, index int32) {
	n.Kind, n.Identity, n.Origin, n.Name = kind, identity.Text, identity.Origin, name
	n.Ref = check.Ref{Kind: ref, Index: index}
}

func (g *Graph) describeType(n *Node, r nodeRange, index int32) {
	p := g.program
	switch r {
	case nominalNodes:
		d := &p.Nominals[index]
		kind := [...]Kind{check.NominalRecord: KindRecord, check.NominalClass: KindClass,
			check.NominalVariant: KindVariant, check.NominalResource: KindResource}[d.Kind]
		n.named(kind, d.Identity, d.Name, check.RefNominal, index)
		n.Module, n.Span = d.Module, spanOf(d.Decl)
	case fieldNodes:
		d := &p.Fields[index]
		n.named(KindField, d.Identity, d.Name, check.RefField, index)
		n.Owner, n.Index, n.Module = g.at(nominalNodes, int32(d.Owner)), d.Index, p.Nominals[d.Owner].Module
		if d.Case != check.NoCase {
			n.Kind, n.Owner = KindCaseField, g.at(caseNodes, int32(d.Case))
		}
		if d.Decl != nil {
			n.Span = d.Decl.Span()
		}
	case caseNodes:
		d := &p.Cases[index]
		n.named(KindVariantCase, d.Identity, d.Name, check.RefCase, index)
		n.Owner, n.Index, n.Module = g.at(nominalNodes, int32(d.Owner)), d.Index, p.Nominals[d.Owner].Module
		if d.Decl != nil {
			n.Span = d.Decl.Span()
		}
	case lifecycleNodes:
		d := &p.Nominals[index]
		n.named(KindResourceDrop, d.Lifecycle.Identity, "", check.RefLifecycle, index)
		n.Owner, n.Module, n.Span = g.at(nominalNodes, index), d.Module, d.Lifecycle.Decl.Span()
	}
}

// spanOf is the place of a declaration that may be absent.
func spanOf(d syntax.Decl) diag.Span {
	if d == nil {
		return diag.Span{}
	}
	return d.Span()
}

func (g *Graph) describeFunction(n *Node, index int32) {
	d := g.program.Functions[index]
	kind := KindFunction
	switch {
	case d.IsGeneric():
		kind = KindFunctionTemplate
	case d.Receiver != check.NoNominal:
		kind = KindMethod
		n.Owner = g.at(nominalNodes, int32(d.Receiver))
		n.Index = slices.Index(g.program.Nominals[d.Receiver].Methods, d.ID)
	}
	n.named(kind, d.Identity, d.Name, check.RefFunction, index)
	n.Module, n.Span = d.Module, d.Decl.Span()
}

// describeHost describes interfaces, imports, protocols, their methods and impls.
func (g *Graph) describeHost(n *Node, r nodeRange, index int32) {
	p := g.program
	switch r {
	case interfaceNodes:
		d := &p.Interfaces[index]
		n.named(KindInterface, d.Identity, d.Name, check.RefInterface, index)
		n.Module, n.Span = d.Module, d.Decl.Span()
	case importNodes:
		d := &p.Imports[index]
		n.named(KindImport, d.Identity, d.Name, check.RefImport, index)
		n.Module, n.Span, n.Owner = d.Module, d.Decl.Span(), g.at(interfaceNodes, int32(d.Interface))
		n.Index = slices.Index(p.Interfaces[d.Interface].Imports, d.ID)
	case protocolNodes:
		d := &p.Protocols[index]
		n.named(KindProtocol, d.Identity, d.Name, check.RefProtocol, index)
		n.Module, n.Span = d.Module, d.Decl.Span()
	case methodNodes:
		protocol, position := g.protocolMethod(index)
		d := &p.Protocols[protocol].Methods[position]
		n.named(KindProtocolMethod, d.Identity, d.Name, check.RefProtocolMethod, protocol<<16|position)
		n.Module, n.Span = p.Protocols[protocol].Module, d.Decl.Span()
		n.Owner, n.Index = g.at(protocolNodes, protocol), int(position)
	case implNodes:
		d := &p.Impls[index]
		n.named(KindImplementation, d.Identity, "", check.RefImpl, index)
		n.Module, n.Span = d.Module, d.Decl.Span()
	}
}

// protocolMethod finds the protocol of a flat method index.
func (g *Graph) protocolMethod(flat int32) (protocol, position int32) {
	after, _ := slices.BinarySearch(g.methodStart, flat+1)
	protocol = int32(after) - 1
	return protocol, flat - g.methodStart[protocol]
}
