package image

import (
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
)

// dependencyIndex is everything that uses one declaration.
type dependencyIndex struct {
	image    *Image
	node     graph.Node
	selected []graph.NodeID // the declaration, then its members
	members  []memberRow
	users    []graph.NodeID // functions that access a selected type, case or field
	sites    []siteRow
	calls    []callRow
	callers  []callerFunction // the reverse callable closure
	tests    string           // identity of the test root, "" without one
	reached  bool             // the test root is in the closure, or is the target
	work     graph.Work

	chosen map[graph.NodeID]bool // selected, users excluded
	seeds  map[graph.NodeID]bool // what a call leads to
}

// dependencyIndex gathers the uses of a declaration. It walks only functions that
// have some. Faults: SPX-G320 for a target that does not exist, SPX-G321 for one
// whose uses pass a bound.
func (i *Image) dependencyIndex(target string) (*dependencyIndex, diag.List) {
	node, faults := i.declared(target, CodeDependencyTarget)
	if faults != nil {
		return nil, faults
	}
	if node.Module == check.NoModule {
		return nil, fault(CodeDependencyTarget, shown(target)+" is the compiler's own and bound to no source")
	}
	x := &dependencyIndex{image: i, node: node, chosen: map[graph.NodeID]bool{}, seeds: map[graph.NodeID]bool{}}
	x.selectMembers(node.ID)
	x.members = i.memberRows(node)
	x.findUsers()
	for _, user := range x.users {
		x.collectSites(user)
	}
	x.findCallers()
	x.findTests()
	if len(x.sites) > MaxDependencyRows || len(x.calls) > MaxDependencyRows || len(x.members) > MaxDependencyRows ||
		x.work.Expressions+x.work.Patterns > MaxDependencyVisits {
		return nil, fault(CodeDependencyCapacity, "the uses of "+shown(target)+" pass a bound of the dependency report")
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
				x.users = append(x.users, e.From)
			}
		}
	}
	slices.Sort(x.users)
	x.users = slices.Compact(x.users)
	for _, user := range x.users {
		x.seeds[user] = true
	}
}

// origin is where a row stands.
func (x *dependencyIndex) origin(f *check.Function, names *check.Identities, fact *graph.Fact) originRow {
	return originRow{
		Function: f.Identity.Text, Source: x.image.binding(f.Module), Phase: fact.Phase.String(),
		Expression: names.Of(fact.Expr), Span: spanOf(fact.Span),
	}
}

// full says whether a list has passed its bound, so that collecting can stop.
func (x *dependencyIndex) full() bool {
	return len(x.sites) > MaxDependencyRows || len(x.calls) > MaxDependencyRows
}

// collectSites adds the accesses of one user.
func (x *dependencyIndex) collectSites(user graph.NodeID) {
	if x.full() {
		return
	}
	i := x.image
	f := i.program().Functions[i.graph.Node(user).Ref.Index]
	names := i.program().Identities(f)
	x.work.Add(i.graph.Facts(f.ID, func(fact *graph.Fact) {
		if !fact.Kind.IsAccess() || !x.chosen[i.graph.Of(fact.Target)] {
			return
		}
		x.sites = append(x.sites, siteRow{
			originRow: x.origin(f, names, fact), Subject: i.graph.Node(i.graph.Of(fact.Target)).Identity,
			Access: fact.Kind.String(), Reason: accessReason(fact.Kind),
		})
	}))
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

// findCallers walks calls backwards from the seeds. Calls of a seed are rows; every
// function met is in the closure, users included.
func (x *dependencyIndex) findCallers() {
	g := x.image.graph
	met := map[graph.NodeID]bool{}
	direct := map[graph.NodeID]bool{}
	queue := make([]graph.NodeID, 0, len(x.seeds))
	for seed := range x.seeds {
		queue = append(queue, seed)
	}
	slices.Sort(queue)
	for _, user := range x.users {
		met[user] = true
	}
	for at := 0; at < len(queue); at++ {
		for _, edge := range g.In(queue[at]) {
			e := g.Edges()[edge]
			if e.Kind != graph.Calls {
				continue
			}
			direct[e.From] = direct[e.From] || x.seeds[e.To]
			if !met[e.From] {
				met[e.From] = true
				if !x.seeds[e.From] {
					queue = append(queue, e.From)
				}
			}
		}
	}
	closure := make([]graph.NodeID, 0, len(met))
	for n := range met {
		closure = append(closure, n)
	}
	slices.Sort(closure)
	for _, n := range closure {
		x.addCaller(n, direct[n])
	}
	slices.SortFunc(x.callers, func(a, b callerFunction) int { return strings.Compare(a.ID, b.ID) })
}

// addCaller adds a function of the closure, and its calls of seeds as rows.
func (x *dependencyIndex) addCaller(n graph.NodeID, direct bool) {
	i := x.image
	f := i.program().Functions[i.graph.Node(n).Ref.Index]
	_, user := slices.BinarySearch(x.users, n)
	x.callers = append(x.callers, callerFunction{
		ID: f.Identity.Text, Name: f.Name, Source: i.binding(f.Module), Direct: direct, User: user,
	})
	if !direct || x.full() {
		return
	}
	names := i.program().Identities(f)
	x.work.Add(i.graph.Facts(f.ID, func(fact *graph.Fact) {
		if fact.Kind == graph.CallFact && x.seeds[i.graph.Of(fact.Target)] {
			x.calls = append(x.calls, x.call(f, names, fact))
		}
	}))
}

func (x *dependencyIndex) call(f *check.Function, names *check.Identities, fact *graph.Fact) callRow {
	p := x.image.program()
	row := callRow{originRow: x.origin(f, names, fact), Callee: x.image.callee(fact.Call)}
	if fact.Call.Instance != check.NoInstance {
		row.Instance = p.Instances[fact.Call.Instance].Identity
	}
	for _, t := range fact.Call.TypeArguments {
		row.TypeArguments = append(row.TypeArguments, p.TypeKey(t))
	}
	return row
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
