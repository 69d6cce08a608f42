package graph

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// Edge is one relation: From depends on To, Count times at that site.
type Edge struct {
	From, To NodeID
	Kind     Relation
	Site     Site
	Count    int32
}

// Graph relates the declarations of one program.
type Graph struct {
	program      *check.Program
	builtins     []check.BuiltinRow
	capabilities []string // sorted
	methodStart  []int32  // flat index of the first method of each protocol
	first        [rangeCount + 1]NodeID

	edges   []Edge  // by From, To, Kind, Site
	out     []int32 // edges of node n: out[n] to out[n+1]
	in      []int32 // positions in reverse of node n: in[n] to in[n+1]
	reverse []int32 // indexes of edges, by To and then in their own order
	work    Work
}

// New relates the declarations of a program that has no errors.
func New(p *check.Program) *Graph {
	g := &Graph{program: p, builtins: p.Builtins()}
	g.capabilities = g.namedCapabilities()
	g.number()
	b := builder{Graph: g, out: make([]int32, 0, g.Size()+1),
		edges: make([]Edge, 0, g.Size()+4*len(p.Functions)), keys: make([]uint64, 0, 64)}
	for n := range NodeID(g.Size()) {
		b.node(n)
	}
	g.edges, g.out = b.edges, append(b.out, int32(len(b.edges)))
	g.turn()
	return g
}

// Program returns the program the graph was made of.
func (g *Graph) Program() *check.Program { return g.program }

// Work is what building the graph visited.
func (g *Graph) Work() Work { return g.work }

// namedCapabilities lists the capabilities the program names.
func (g *Graph) namedCapabilities() []string {
	var names []string
	for _, m := range g.program.Modules {
		names = append(names, m.Permits...)
	}
	for _, f := range g.program.Functions {
		names = append(names, f.Effects...)
	}
	for i := range g.program.Interfaces {
		names = append(names, g.program.Interfaces[i].Permits...)
	}
	for i := range g.program.Imports {
		names = append(names, g.program.Imports[i].Effects...)
	}
	for _, row := range g.builtins {
		names = append(names, row.Effects...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// turn sorts the edges by their target.
func (g *Graph) turn() {
	g.in = make([]int32, g.Size()+1)
	for _, e := range g.edges {
		g.in[e.To+1]++
	}
	for n := range g.Size() {
		g.in[n+1] += g.in[n]
	}
	next := slices.Clone(g.in)
	g.reverse = make([]int32, len(g.edges))
	for i, e := range g.edges {
		g.reverse[next[e.To]] = int32(i)
		next[e.To]++
	}
}

// Edges returns all relations by origin, target, kind and site. Do not change it.
func (g *Graph) Edges() []Edge { return g.edges }

// Out returns what a node depends on, in the order of Edges. Do not change it.
func (g *Graph) Out(n NodeID) []Edge { return g.edges[g.out[n]:g.out[n+1]] }

// In returns the indexes in Edges of what depends on a node. Do not change it.
func (g *Graph) In(n NodeID) []int32 { return g.reverse[g.in[n]:g.in[n+1]] }

// eachNominal visits the declared types a type is made of.
func (g *Graph) eachNominal(t check.Type, visit func(check.NominalID)) {
	if id := g.program.NominalOf(t); id != check.NoNominal {
		visit(id)
		for _, arg := range g.program.TypeArguments(t) {
			g.eachNominal(arg, visit)
		}
	}
}

// builder collects the edges of one origin at a time.
type builder struct {
	*Graph
	edges []Edge
	out   []int32
	keys  []uint64 // To, Kind and Site of the origin at hand
}

func (b *builder) add(to NodeID, kind Relation, site Site) {
	b.keys = append(b.keys, uint64(to)<<16|uint64(kind)<<8|uint64(site))
}

func (b *builder) types(t check.Type, site Site) {
	b.eachNominal(t, func(id check.NominalID) { b.add(b.at(nominalNodes, int32(id)), TypeReference, site) })
}

func (b *builder) effects(names []string, kind Relation, site Site) {
	for _, name := range names {
		b.add(b.Capability(name), kind, site)
	}
}

// node collects the relations of one origin and sums equal ones up.
func (b *builder) node(n NodeID) {
	b.out = append(b.out, int32(len(b.edges)))
	b.keys = b.keys[:0]
	b.collect(n)
	slices.Sort(b.keys)
	for i, key := range b.keys {
		if i > 0 && key == b.keys[i-1] {
			b.edges[len(b.edges)-1].Count++
			continue
		}
		b.edges = append(b.edges, Edge{From: n, To: NodeID(key >> 16), Kind: Relation(key >> 8), Site: Site(key), Count: 1})
	}
}

func (b *builder) collect(n NodeID) {
	p := b.program
	switch r, index := b.locate(n); r {
	case moduleNodes:
		b.module(p.Modules[index])
	case nominalNodes:
		b.nominal(&p.Nominals[index])
	case fieldNodes:
		b.types(p.Fields[index].Type, SiteType)
	case caseNodes:
		for _, field := range p.Cases[index].Fields {
			b.add(b.at(fieldNodes, int32(field)), Member, SiteType)
		}
	case functionNodes:
		b.function(p.Functions[index])
	case lifecycleNodes:
		if id := p.Nominals[index].Lifecycle.Import; id != check.NoImport {
			b.add(b.at(importNodes, int32(id)), Drops, SiteType)
		}
	case builtinNodes:
		b.effects(b.builtins[index].Effects, EffectRequirement, SiteSignature)
	default:
		b.host(r, index)
	}
}

func (b *builder) module(m *check.Module) {
	b.effects(m.Permits, CapabilityAuthority, SiteModule)
	for i := range m.Uses {
		kind := [...]Relation{syntax.UseFunction: FunctionImport, syntax.UseType: TypeImport,
			syntax.UseProtocol: ProtocolImport}[m.Uses[i].Decl.Kind]
		if target := b.Of(m.Uses[i].Target); target != NoNode {
			b.add(target, kind, SiteModule)
		}
	}
}

func (b *builder) nominal(d *check.Nominal) {
	for _, field := range d.Fields {
		b.add(b.at(fieldNodes, int32(field)), Member, SiteType)
	}
	for _, id := range d.Cases {
		b.add(b.at(caseNodes, int32(id)), Member, SiteType)
	}
	if d.Lifecycle.Decl != nil {
		b.add(b.at(lifecycleNodes, int32(d.ID)), Member, SiteType)
	}
	if d.Parent != check.NoNominal {
		b.add(b.at(nominalNodes, int32(d.Parent)), Extends, SiteType)
	}
}

func (b *builder) function(f *check.Function) {
	if f.Receiver != check.NoNominal {
		b.add(b.at(nominalNodes, int32(f.Receiver)), Receiver, SiteSignature)
	}
	if f.Overrides != check.NoFunction {
		b.add(b.at(functionNodes, int32(f.Overrides)), Overrides, SiteSignature)
	}
	for i := range f.Params {
		b.types(f.Params[i].Type, SiteSignature)
	}
	b.types(f.Result, SiteSignature)
	b.effects(f.Effects, EffectRequirement, SiteSignature)
	b.work.Add(b.facts(f.ID, false, func(fact *Fact) {
		if !fact.Kind.IsData() {
			b.add(b.Of(fact.Target), fact.Kind.relation(), siteOf(fact.Phase))
		}
	}))
}

func siteOf(phase check.Phase) Site {
	return [...]Site{check.PhaseRequires: SiteRequires, check.PhaseBody: SiteBody, check.PhaseEnsures: SiteEnsures}[phase]
}

// host collects interfaces, imports, protocols, signatures and impls.
func (b *builder) host(r nodeRange, index int32) {
	p := b.program
	switch r {
	case interfaceNodes:
		d := &p.Interfaces[index]
		b.effects(d.Permits, CapabilityAuthority, SiteType)
		for _, id := range d.Imports {
			b.add(b.at(importNodes, int32(id)), Member, SiteType)
		}
	case importNodes:
		d := &p.Imports[index]
		b.signature(d.Params, d.Result)
		b.effects(d.Effects, EffectRequirement, SiteSignature)
	case protocolNodes:
		for flat := b.methodStart[index]; flat < b.methodStart[index+1]; flat++ {
			b.add(b.at(methodNodes, flat), Member, SiteType)
		}
	case methodNodes:
		protocol, position := b.protocolMethod(index)
		d := &p.Protocols[protocol].Methods[position]
		b.signature(d.Params, d.Result)
	case implNodes:
		d := &p.Impls[index]
		b.add(b.at(protocolNodes, int32(d.Protocol)), Implements, SiteType)
		b.add(b.at(nominalNodes, int32(d.Nominal)), Implements, SiteType)
		for _, binding := range d.Bindings {
			b.add(b.at(methodNodes, b.methodStart[d.Protocol]+int32(binding.Method)), Binds, SiteType)
			b.add(b.at(functionNodes, int32(binding.Function)), Binds, SiteType)
		}
	}
}

func (b *builder) signature(params []check.Parameter, result check.Type) {
	for i := range params {
		b.types(params[i].Type, SiteSignature)
	}
	b.types(result, SiteSignature)
}
