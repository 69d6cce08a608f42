package image

import (
	"strconv"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Context walks from a declaration or capability in the chosen direction.
//
// Faults: SPX-G219 for a target that does not exist and for options out of bounds,
// SPX-G220 when not even the target fits max_bytes.
func (i *Image) Context(o WalkOptions) (*Walk, diag.List) {
	r := i.walkRun(i.walks().context, MaxWalkBytes)
	return r.run(o)
}

// Impact walks from a declaration or capability to everything that needs it, and
// names the roots of the project among it. The direction is always reverse. Faults
// are those of Context.
func (i *Image) Impact(o WalkOptions) (*Walk, diag.List) {
	return i.impactRun(MaxWalkBytes).run(withReverse(o))
}

// AppendImpact appends the payload of an impact, in canonical JSON without an LF. The
// bytes are those of ImpactShape and of what Impact returns; its faults too.
func (i *Image) AppendImpact(dst []byte, o WalkOptions) ([]byte, diag.List) {
	r := i.impactRun(MaxWalkBytes)
	r.kept = &keptRows{}
	walk, faults := r.run(withReverse(o))
	if faults != nil {
		return dst, faults
	}
	return r.kept.splice(dst, r.scratch, walk.Budget.Bytes), nil
}

func withReverse(o WalkOptions) WalkOptions {
	o.Direction = graph.Reverse
	return o
}

// impactRun prepares an impact of at most ceiling bytes.
func (i *Image) impactRun(ceiling int) *walkRun {
	r := i.walkRun(i.walks().impact, ceiling)
	r.roots = i.rootsAmong
	return r
}

func (i *Image) walkRun(payload *schema.Kind[Walk], ceiling int) *walkRun {
	of := i.of
	return &walkRun{graph: i.graph, payload: payload, ceiling: ceiling, out: &Walk{In: WalkProject{
		Schema: of.Manifest().Schema(), Name: of.Manifest().Name(), Project: of.Revision(),
		Workspace: of.WorkspaceRevision(), Graph: i.graphDigest,
	}}}
}

// FileContext is Context over the graph of a single file that is in no project.
func FileContext(g *graph.Graph, file WalkFile, o WalkOptions) (*Walk, diag.List) {
	r := &walkRun{graph: g, payload: FileContextShape(), ceiling: MaxWalkBytes, out: &Walk{File: file}}
	return r.run(o)
}

// walkRun makes one payload of a walk.
type walkRun struct {
	graph   *graph.Graph
	payload *schema.Kind[Walk]
	ceiling int                      // of max_bytes
	roots   func([]string) WalkRoots // of identities; nil for contexts
	options WalkOptions
	out     *Walk

	walked  *graph.Walk
	kept    *keptRows // instead of the rows of out, or nil
	ids     []string  // of the nodes, for roots
	sizes   []int     // of the rows of each step, commas included
	used    int       // sum of sizes
	least   int       // size of the payload without rows and counts
	scratch []byte    // rows of the step at hand; at the end the payload without rows

	nodeRow     WalkNode // of the step being admitted
	relationRow WalkRelation
}

func (r *walkRun) run(o WalkOptions) (*Walk, diag.List) {
	start, faults := r.target(o)
	if faults != nil {
		return nil, faults
	}
	r.options, r.out.Query = o, o
	r.walked = r.graph.Walk(start, graph.WalkOptions{Direction: o.Direction, Depth: o.Depth, MaxNodes: o.MaxNodes}, r.admit)
	if len(r.walked.Steps) == 0 || !r.settle() {
		return nil, fault(CodeCapacity, "the target alone exceeds max_bytes")
	}
	return r.out, nil
}

// target judges the options and finds where the walk starts.
func (r *walkRun) target(o WalkOptions) (graph.NodeID, diag.List) {
	switch {
	case o.Target == "" || len(o.Target) > MaxTargetBytes:
		return 0, fault(CodeQuery, "a target is an identity of 1 to 4096 bytes")
	case o.Depth < 0 || o.Depth > MaxDepth || o.MaxNodes < 1 || o.MaxNodes > MaxNodes ||
		o.MaxBytes < MinWalkBytes || o.MaxBytes > r.ceiling:
		return 0, fault(CodeQuery, "depth, max_nodes or max_bytes is out of bounds")
	case o.Direction != graph.Forward && o.Direction != graph.Reverse && o.Direction != graph.Both:
		return 0, fault(CodeQuery, "the direction is forward, reverse or both")
	}
	r.out.Target = WalkTarget{Kind: o.TargetKind, ID: o.Target}
	if o.TargetKind == TargetCapability {
		if start := r.graph.Capability(o.Target); start != graph.NoNode {
			return start, nil
		}
		return 0, fault(CodeQuery, "no module, interface or function names the capability "+diag.Shown(o.Target))
	}
	start := r.graph.Find(o.Target)
	if start == graph.NoNode {
		return 0, fault(CodeQuery, "no declaration has the identity "+diag.Shown(o.Target))
	}
	node := r.graph.Node(start)
	t := &r.out.Target
	t.DeclarationKind, t.Origin = node.Kind.String(), graph.OriginWord(node.Origin)
	if node.Module != check.NoModule {
		m := r.graph.Program().Modules[node.Module]
		t.Path, t.Module = m.Path, m.Name
	}
	return start, nil
}

// admit makes the rows of a step and keeps them while they fit.
func (r *walkRun) admit(s graph.Step) bool {
	size, nodeBytes := 0, 0
	r.scratch = r.scratch[:0]
	if s.Node != graph.NoNode {
		r.nodeRow = r.node(s.Node, s.Distance)
		r.scratch = appendNodeRow(r.scratch, &r.nodeRow)
		nodeBytes = len(r.scratch)
		size = nodeBytes + 1
	}
	if s.Edge != graph.NoEdge {
		r.relationRow = r.relation(r.graph.Edges()[s.Edge])
		r.scratch = appendRelationRow(r.scratch, &r.relationRow)
		size += len(r.scratch) - nodeBytes + 1
	}
	if !r.fits(size) {
		return false
	}
	r.keep(s, nodeBytes)
	r.sizes = append(r.sizes, size)
	r.used += size
	return true
}

// fits reports whether rows of a size fit beside those there are. Far from the bound
// the size of what is not rows need not be known.
func (r *walkRun) fits(size int) bool {
	room := r.options.MaxBytes - r.used - size + 2 // an array has one comma less than rows
	if r.least == 0 && mostHeadBytes(r.out) > room {
		empty := *r.out
		empty.Nodes, empty.Relations = nil, nil
		r.least = len(r.payload.AppendCJ(nil, &empty))
	}
	return r.least <= room
}

// mostHeadBytes is at least what a walk takes without its rows: its texts with every
// byte escaped, and the rest.
func mostHeadBytes(w *Walk) int {
	texts := len(w.In.Schema) + len(w.In.Name) + len(w.File.Path) + len(w.File.Module) + 2*len(w.Query.Target) +
		len(w.Target.ID) + len(w.Target.DeclarationKind) + len(w.Target.Origin) + len(w.Target.Path) + len(w.Target.Module)
	return 4096 + 6*texts
}

// keep takes the rows of an admitted step into the result, or their text when that is
// all that is asked for.
func (r *walkRun) keep(s graph.Step, nodeBytes int) {
	if s.Node != graph.NoNode {
		r.ids = append(r.ids, r.nodeRow.ID)
	}
	if r.kept != nil {
		r.kept.add(r.scratch[:nodeBytes], r.scratch[nodeBytes:])
		return
	}
	if s.Node != graph.NoNode {
		r.out.Nodes = append(r.out.Nodes, r.nodeRow)
	}
	if s.Edge != graph.NoEdge {
		r.out.Relations = append(r.out.Relations, r.relationRow)
	}
}

// drop takes the rows of the last step back.
func (r *walkRun) drop(s graph.Step) {
	last := len(r.sizes) - 1
	if s.Node != graph.NoNode {
		r.ids = r.ids[:len(r.ids)-1]
	}
	r.used -= r.sizes[last]
	r.sizes = r.sizes[:last]
	if r.kept != nil {
		r.kept.drop()
		return
	}
	if s.Node != graph.NoNode {
		r.out.Nodes = r.out.Nodes[:len(r.out.Nodes)-1]
	}
	r.out.Relations = r.out.Relations[:len(r.out.Relations)-1]
}

// settle fills in counts and drops steps from the end until the payload fits;
// false when not even the target does.
func (r *walkRun) settle() bool {
	for {
		r.count()
		if r.out.Budget.Bytes <= r.options.MaxBytes {
			return true
		}
		last := r.walked.Steps[len(r.walked.Steps)-1]
		if !r.walked.Drop() {
			return false
		}
		r.drop(last)
	}
}

// count fills in truncation, roots and budget, the payload's own size included.
func (r *walkRun) count() {
	w, out := r.walked, r.out
	out.Truncation = WalkTruncation{Truncated: w.Any(), Reasons: w.Reasons(),
		Omitted: w.OmittedNodes, Missing: w.OmittedRelations, Deferred: w.DeferredNodes}
	out.Budget = WalkBudget{Nodes: w.Nodes, Edges: w.Relations, Depth: w.MaxDistance}
	if r.roots != nil {
		out.Roots = r.roots(r.ids)
	}
	head := *out
	head.Nodes, head.Relations = nil, nil
	r.scratch = r.payload.AppendCJ(r.scratch[:0], &head)
	size := len(r.scratch) - 1 + r.used // the head counts one digit for its size
	if w.Nodes > 0 {
		size--
	}
	if w.Relations > 0 {
		size--
	}
	out.Budget.Bytes = withOwnDigits(size)
}

// withOwnDigits is the smallest total that is size and its own decimal digits.
func withOwnDigits(size int) int {
	for digits := 1; ; digits++ {
		if total := size + digits; len(strconv.Itoa(total)) <= digits {
			return total
		}
	}
}

// node describes one node of the walk.
func (r *walkRun) node(n graph.NodeID, distance int) WalkNode {
	node := r.graph.Node(n)
	row := WalkNode{Distance: distance, ID: node.Identity, Name: node.Name, Kind: node.Kind.String(), Signature: r.graph.Signature(n)}
	if node.Kind.IsDeclaration() {
		row.Origin = graph.OriginWord(node.Origin)
	}
	if node.Owner != graph.NoNode {
		row.Owner = r.graph.Node(node.Owner).Identity
	}
	p := r.graph.Program()
	if node.Module != check.NoModule {
		m := p.Modules[node.Module]
		row.Path, row.Module, row.Span = m.Path, m.Name, schema.Some(spanOf(node.Span))
	}
	switch node.Ref.Kind {
	case check.RefFunction:
		r.function(&row, p.Functions[node.Ref.Index])
	case check.RefField:
		if !r.options.Omit.Types {
			row.Types = []string{p.TypeKey(p.Fields[node.Ref.Index].Type)}
		}
	case check.RefImport:
		if !r.options.Omit.Effects {
			row.Effects = p.Imports[node.Ref.Index].Effects
		}
	}
	return row
}

// function adds the groups of facts that are not left out.
func (r *walkRun) function(row *WalkNode, f *check.Function) {
	p, omit := r.graph.Program(), r.options.Omit
	if !omit.Effects {
		row.Effects = f.Effects
	}
	if !omit.Types {
		row.Types = signatureTypes(p, f)
	}
	if !omit.Contracts {
		row.Contracts = clauseTexts(p, f)
	}
	if !omit.Ownership {
		for index := range f.Params {
			param := &f.Params[index]
			row.Ownership = append(row.Ownership, WalkParameter{
				ID: parameterIdentity(f, index), Name: param.Name, Mode: param.Mode.String(), Type: p.TypeKey(param.Type),
			})
		}
	}
}

// signatureTypes lists the distinct types of a signature, the result last.
func signatureTypes(p *check.Program, f *check.Function) []string {
	var keys []string
	seen := map[check.Type]bool{}
	for index := range len(f.Params) + 1 {
		t := f.Result
		if index < len(f.Params) {
			t = f.Params[index].Type
		}
		if !seen[t] {
			seen[t] = true
			keys = append(keys, p.TypeKey(t))
		}
	}
	return keys
}

// clauseTexts lists the contract clauses as written.
func clauseTexts(p *check.Program, f *check.Function) []WalkClause {
	source := p.Modules[f.Module].File.Source()
	var rows []WalkClause
	for index, clause := range f.Decl.Requires {
		rows = append(rows, WalkClause{check.PhaseRequires.String(), index, sourceText(source, clause.Cond.Span())})
	}
	for index, clause := range f.Decl.Ensures {
		rows = append(rows, WalkClause{check.PhaseEnsures.String(), index, sourceText(source, clause.Cond.Span())})
	}
	return rows
}

// sourceText is the text at a place; empty for a tree that was not parsed.
func sourceText(source []byte, span diag.Span) string {
	if int(span.End) > len(source) || span.Start > span.End {
		return ""
	}
	return string(source[span.Start:span.End])
}

func (r *walkRun) relation(e graph.Edge) WalkRelation {
	from, to := r.graph.Node(e.From), r.graph.Node(e.To)
	return WalkRelation{From: from.Identity, To: to.Identity, Kind: e.Kind.String(), Site: e.Site.String(), Count: int(e.Count)}
}

// rootsAmong names the roots of the project among identities.
func (i *Image) rootsAmong(identities []string) WalkRoots {
	p, of := i.program(), i.of
	reached := make(map[string]bool, len(identities))
	for _, identity := range identities {
		reached[identity] = true
	}
	roots := WalkRoots{
		Entry:   reached[p.Functions[of.Entry().Main].Identity.Text],
		Command: of.Manifest().Command() != "" && reached[of.Manifest().Command()],
	}
	if tests := of.Tests(); tests != nil {
		roots.Test = reached[p.Functions[tests.Main].Identity.Text]
	}
	for _, export := range of.Manifest().WebExports() {
		if reached[export] {
			roots.Exports = append(roots.Exports, export)
		}
	}
	for _, test := range of.Cases() {
		if reached[test.Identity] {
			roots.Cases = append(roots.Cases, test.Identity)
		}
	}
	return roots
}
