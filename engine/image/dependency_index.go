package image

import (
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
)

// dependencyIndex knows who uses one declaration and how often, from relations
// alone. Bodies are walked only for the rows that are asked for.
type dependencyIndex struct {
	image    *Image
	node     graph.Node
	selected []graph.NodeID // the declaration, then its members
	members  []memberRow
	users    []tally          // functions that access a selected type, case or field
	direct   []tally          // functions that call a selected callable or a user
	callers  []callerFunction // the reverse callable closure, by identity
	tests    string           // identity of the test root, "" without one
	reached  bool             // the test root is in the closure, or is the target

	chosen map[graph.NodeID]bool // selected
	seeds  map[graph.NodeID]bool // what a call leads to
	names  map[check.FunctionID]*check.Identities
	work   graph.Work
}

// tally is a function with its number of rows.
type tally struct {
	function graph.NodeID
	rows     int
}

// total sums a list up.
func total(list []tally) int {
	sum := 0
	for _, t := range list {
		sum += t.rows
	}
	return sum
}

// dependencyIndex finds the users of a declaration. Faults: SPX-G320 for a target
// that does not exist, SPX-G321 for one whose uses pass a bound.
func (i *Image) dependencyIndex(target string) (*dependencyIndex, diag.List) {
	node, faults := i.declared(target, CodeDependencyTarget)
	if faults != nil {
		return nil, faults
	}
	if node.Module == check.NoModule {
		return nil, fault(CodeDependencyTarget, diag.Shown(target)+" is the compiler's own and bound to no source")
	}
	x := &dependencyIndex{image: i, node: node, chosen: map[graph.NodeID]bool{}, seeds: map[graph.NodeID]bool{},
		names: map[check.FunctionID]*check.Identities{}}
	x.selectMembers(node.ID)
	x.members = i.memberRows(node)
	x.findUsers()
	x.findCallers()
	x.findTests()
	if total(x.users) > MaxDependencyRows || total(x.direct) > MaxDependencyRows || len(x.members) > MaxDependencyRows {
		return nil, fault(CodeDependencyCapacity, "the uses of "+diag.Shown(target)+" pass a bound of the dependency report")
	}
	return x, nil
}

// selectMembers selects a declaration and everything inside it.
func (x *dependencyIndex) selectMembers(n graph.NodeID) {
	if x.chosen[n] {
		return
	}
	x.chosen[n] = true
	x.selected = append(x.selected, n)
	for _, e := range x.image.graph.Out(n) {
		if e.Kind == graph.Member {
			x.selectMembers(e.To)
		}
	}
}

// accesses says whether a relation is an access of the report.
func accesses(kind graph.Relation) bool {
	return kind == graph.Constructs || kind == graph.FieldRead || kind == graph.FieldWrite || kind == graph.Matches
}

// findUsers finds the functions with accesses, in program order; they and the
// selected callables seed the search for callers.
func (x *dependencyIndex) findUsers() {
	g := x.image.graph
	for _, n := range x.selected {
		if kind := g.Node(n).Kind; kind.IsFunction() || kind == graph.KindImport {
			x.seeds[n] = true
		}
		for _, edge := range g.In(n) {
			if e := g.Edges()[edge]; accesses(e.Kind) {
				x.users = append(x.users, tally{e.From, int(e.Count)})
			}
		}
	}
	x.users = summed(x.users)
	for _, user := range x.users {
		x.seeds[user.function] = true
	}
}

// summed joins the tallies of each function, in program order.
func summed(list []tally) []tally {
	slices.SortFunc(list, func(a, b tally) int { return int(a.function) - int(b.function) })
	out := list[:0]
	for _, t := range list {
		if n := len(out); n > 0 && out[n-1].function == t.function {
			out[n-1].rows += t.rows
			continue
		}
		out = append(out, t)
	}
	return out
}

// findCallers walks calls backwards from the seeds. Every function met is in the
// closure, users included.
func (x *dependencyIndex) findCallers() {
	g := x.image.graph
	met := map[graph.NodeID]bool{}
	queue := make([]graph.NodeID, 0, len(x.seeds))
	for seed := range x.seeds {
		queue = append(queue, seed)
	}
	slices.Sort(queue)
	for _, user := range x.users {
		met[user.function] = true
	}
	for at := 0; at < len(queue); at++ {
		for _, edge := range g.In(queue[at]) {
			e := g.Edges()[edge]
			if e.Kind != graph.Calls {
				continue
			}
			if x.seeds[e.To] {
				x.direct = append(x.direct, tally{e.From, int(e.Count)})
			}
			if !met[e.From] {
				met[e.From] = true
				if !x.seeds[e.From] {
					queue = append(queue, e.From)
				}
			}
		}
	}
	x.direct = summed(x.direct)
	for n := range met {
		x.callers = append(x.callers, x.caller(n))
	}
	slices.SortFunc(x.callers, func(a, b callerFunction) int { return strings.Compare(a.ID, b.ID) })
}

// among says whether a function has a tally in a list in program order.
func among(list []tally, n graph.NodeID) bool {
	_, found := slices.BinarySearchFunc(list, n, func(t tally, n graph.NodeID) int { return int(t.function) - int(n) })
	return found
}

func (x *dependencyIndex) caller(n graph.NodeID) callerFunction {
	f := x.function(n)
	return callerFunction{ID: f.Identity.Text, Name: f.Name, Source: x.image.binding(f.Module),
		Direct: among(x.direct, n), User: among(x.users, n)}
}

func (x *dependencyIndex) function(n graph.NodeID) *check.Function {
	return x.image.program().Functions[x.image.graph.Node(n).Ref.Index]
}

// findTests finds the test root and whether it reaches the target.
func (x *dependencyIndex) findTests() {
	tests := x.image.of.Tests()
	if tests == nil {
		return
	}
	x.tests = x.image.program().Functions[tests.Main].Identity.Text
	x.reached = x.node.Identity == x.tests
	for c := range x.callers {
		x.reached = x.reached || x.callers[c].ID == x.tests
	}
}

// identities names the inside of a function once per index.
func (x *dependencyIndex) identities(f *check.Function) *check.Identities {
	names := x.names[f.ID]
	if names == nil {
		names = x.image.program().Identities(f)
		x.names[f.ID] = names
	}
	return names
}

// origin is where a row stands.
func (x *dependencyIndex) origin(f *check.Function, phase check.Phase, expression string, span diag.Span) originRow {
	return originRow{Function: f.Identity.Text, Source: x.image.binding(f.Module), Phase: phase.String(),
		Expression: expression, Span: spanOf(span)}
}

// siteRows makes the accesses from offset, at most limit of them: by function in
// program order, inside one in source order.
func (x *dependencyIndex) siteRows(offset, limit int) []siteRow {
	return window(x.users, offset, limit, x.sitesOf)
}

// callRows is siteRows for the calls of seeds.
func (x *dependencyIndex) callRows(offset, limit int) []callRow {
	return window(x.direct, offset, limit, x.callsOf)
}

// window makes rows offset to offset+limit of a list by walking only the functions
// that have some of them.
func window[R any](list []tally, offset, limit int, rowsOf func(graph.NodeID) []R) []R {
	var rows []R
	for _, t := range list {
		if offset >= t.rows {
			offset -= t.rows
			continue
		}
		if len(rows) >= limit {
			break
		}
		made := rowsOf(t.function)
		rows = append(rows, made[offset:min(len(made), offset+limit-len(rows))]...)
		offset = 0
	}
	return rows
}

// sitesOf walks one user.
func (x *dependencyIndex) sitesOf(user graph.NodeID) []siteRow {
	i, f := x.image, x.function(user)
	names := x.identities(f)
	var rows []siteRow
	x.work.Add(i.graph.Facts(f.ID, func(fact *graph.Fact) {
		if !fact.Kind.IsAccess() {
			return
		}
		if target := i.graph.Of(fact.Target); x.chosen[target] {
			rows = append(rows, siteRow{
				originRow: x.origin(f, fact.Phase, names.Of(fact.Expr), fact.Span),
				Subject:   i.graph.Node(target).Identity, Access: fact.Kind.String(), Reason: accessReason(fact.Kind),
			})
		}
	}))
	return rows
}

// accessReason says why a site is one.
func accessReason(kind graph.FactKind) string {
	switch kind {
	case graph.ReadOrMove, graph.Borrow:
		return "field_on_the_path_of_a_resolved_place"
	case graph.ProjectionRead:
		return "field_projected_from_a_resolved_value"
	case graph.ConstructRecord, graph.ConstructVariant, graph.ConstructCase, graph.Initialize:
		return "resolved_constructor"
	case graph.UpdateResultField:
		return "resolved_record_update"
	case graph.InPlaceWrite:
		return "resolved_field_assignment"
	}
	return "resolved_pattern"
}

// callsOf lists the calls of seeds in one caller.
func (x *dependencyIndex) callsOf(caller graph.NodeID) []callRow {
	i, f := x.image, x.function(caller)
	p, names := i.program(), x.identities(f)
	tables := p.Modules[f.Module].Tables
	var rows []callRow
	x.work.Expressions += len(f.Calls)
	for at := range f.Calls {
		site := &f.Calls[at]
		call := tables.Call(site.Expr.ID())
		if !x.seeds[i.graph.Of(graph.Target(call))] {
			continue
		}
		row := callRow{originRow: x.origin(f, site.Phase, names.Of(site.Expr), site.Expr.Span()), Callee: i.callee(call)}
		if call.Instance != check.NoInstance {
			row.Instance = p.Instances[call.Instance].Identity
		}
		for _, t := range call.TypeArguments {
			row.TypeArguments = append(row.TypeArguments, p.TypeKey(t))
		}
		rows = append(rows, row)
	}
	return rows
}
