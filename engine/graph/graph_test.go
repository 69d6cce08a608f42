package graph_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/graph"
)

// edgeText is one relation as `FROM kind@site TO ×n`.
func edgeText(g *graph.Graph, e graph.Edge) string {
	from, to := g.Node(e.From), g.Node(e.To)
	return fmt.Sprintf("%s %s@%s %s x%d", from.Identity, e.Kind, e.Site, to.Identity, e.Count)
}

func outTexts(g *graph.Graph, identity string) []string {
	var rows []string
	for _, e := range g.Out(g.Find(identity)) {
		rows = append(rows, edgeText(g, e))
	}
	slices.Sort(rows)
	return rows
}

func inTexts(g *graph.Graph, identity string) []string {
	var rows []string
	for _, i := range g.In(g.Find(identity)) {
		rows = append(rows, edgeText(g, g.Edges()[i]))
	}
	slices.Sort(rows)
	return rows
}

func TestRelationsOfTheLedger(t *testing.T) {
	g := graph.New(loadProject(t, "ledger").Program())
	for _, row := range []struct {
		identity string
		got      func(*graph.Graph, string) []string
		want     []string
	}{
		{"ledger.apply", outTexts, []string{
			"ledger.apply call@body ledger.change x1",
			"ledger.apply call@ensures ledger.change x1",
			"ledger.apply field_read@body ledger.balance.count x1",
			"ledger.apply field_read@body ledger.balance.total x1",
			"ledger.apply field_read@ensures ledger.balance.count x2",
			"ledger.apply field_read@ensures ledger.balance.total x2",
			"ledger.apply field_read@requires ledger.balance.frozen x1",
			"ledger.apply field_write@body ledger.balance.count x1",
			"ledger.apply field_write@body ledger.balance.total x1",
			"ledger.apply type_reference@signature ledger.balance x2",
			"ledger.apply type_reference@signature ledger.posting x1",
		}},
		{"ledger.change", outTexts, []string{
			"ledger.change match@body ledger.posting x3",
			"ledger.change match@body ledger.posting.credit x1",
			"ledger.change match@body ledger.posting.credit.amount x1",
			"ledger.change match@body ledger.posting.debit x1",
			"ledger.change match@body ledger.posting.debit.amount x1",
			"ledger.change match@body ledger.posting.void x1",
			"ledger.change type_reference@signature ledger.posting x1",
		}},
		{"ledger.credit", inTexts, []string{
			"ledger.app function_import@module ledger.credit x1",
			"ledger.day call@body ledger.credit x1",
			"ledger.tests function_import@module ledger.credit x1",
			"ledger.tests.postings call@body ledger.credit x1",
		}},
		{"ledger.balance.frozen", inTexts, []string{
			"ledger.apply field_read@requires ledger.balance.frozen x1",
			"ledger.balance member@type ledger.balance.frozen x1",
			"ledger.freeze field_read@ensures ledger.balance.frozen x1",
			"ledger.freeze field_write@body ledger.balance.frozen x1",
			"ledger.opened field_write@body ledger.balance.frozen x1",
			"ledger.withdrawn field_read@body ledger.balance.frozen x1",
		}},
	} {
		if got := row.got(g, row.identity); !slices.Equal(got, row.want) {
			t.Errorf("%s:\n got %s\nwant %s", row.identity, strings.Join(got, "\n     "), strings.Join(row.want, "\n     "))
		}
	}
}

func TestRelationsOfHosts(t *testing.T) {
	g := graph.New(loadProject(t, "tokens").Program())
	got := inTexts(g, "tokens.host.close")
	want := []string{
		"tokens.host member@type tokens.host.close x1",
		"tokens.token.drop drops@type tokens.host.close x1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	var capability []string
	for _, i := range g.In(g.Capability("tokens.close")) {
		capability = append(capability, edgeText(g, g.Edges()[i]))
	}
	want = []string{
		"tokens.access capability_authority@module tokens.close x1",
		"tokens.spend effect_requirement@signature tokens.close x1",
		"tokens.choose effect_requirement@signature tokens.close x1",
		"tokens.host capability_authority@type tokens.close x1",
		"tokens.host.close effect_requirement@signature tokens.close x1",
	}
	if !slices.Equal(capability, want) {
		t.Errorf("got %q, want %q", capability, want)
	}
	if g.Capability("tokens.absent") != graph.NoNode || g.Find("tokens.absent") != graph.NoNode {
		t.Error("absent names have nodes")
	}
}

func TestBothDirectionsHoldTheSameRelations(t *testing.T) {
	for _, p := range programs(t) {
		g := graph.New(p.program)
		seen := 0
		for n := range graph.NodeID(g.Size()) {
			for i, e := range g.Out(n) {
				if e.From != n || e.Count < 1 || !g.Exists(e.To) || !g.Exists(n) {
					t.Fatalf("%s: relation %d of node %d is %+v", p.name, i, n, e)
				}
			}
			for _, i := range g.In(n) {
				if g.Edges()[i].To != n {
					t.Fatalf("%s: %+v is listed as leading to %d", p.name, g.Edges()[i], n)
				}
				seen++
			}
		}
		if seen != len(g.Edges()) {
			t.Errorf("%s: %d relations backwards, %d forwards", p.name, seen, len(g.Edges()))
		}
		if !slices.IsSortedFunc(g.Edges(), func(a, b graph.Edge) int { return int(a.From) - int(b.From) }) {
			t.Errorf("%s: relations are not sorted by origin", p.name)
		}
	}
}

func TestNodesAreFoundByTheirIdentity(t *testing.T) {
	for _, p := range programs(t) {
		g := graph.New(p.program)
		for n := range graph.NodeID(g.Size()) {
			if !g.Exists(n) {
				continue
			}
			node := g.Node(n)
			if node.Identity == "" || g.Signature(n) == "" {
				t.Fatalf("%s: node %d has no identity or signature: %+v", p.name, n, node)
			}
			switch {
			case node.Kind == graph.KindCapability && g.Capability(node.Identity) != n,
				node.Kind.IsDeclaration() && (g.Find(node.Identity) != n || g.Of(node.Ref) != n):
				t.Errorf("%s: %s %q is not found as itself", p.name, node.Kind, node.Identity)
			}
			if node.Owner != graph.NoNode && node.Index < 0 {
				t.Errorf("%s: %q is no member of its owner", p.name, node.Identity)
			}
		}
	}
}

// TestFactsAgreeWithTheProgram compares the calls among the facts with those the
// checker listed, and demands an identity for every expression a fact names.
func TestFactsAgreeWithTheProgram(t *testing.T) {
	for _, p := range programs(t) {
		g := graph.New(p.program)
		for _, f := range p.program.Functions {
			var calls []string
			names := p.program.Identities(f)
			places := map[string]int{}
			work := g.Facts(f.ID, func(fact *graph.Fact) {
				if names.Of(fact.Expr) == "" {
					t.Errorf("%s: %s: a %s at %v has no expression with an identity", p.name, f.Name, fact.Kind, fact.Span)
				}
				switch fact.Kind {
				case graph.CallFact:
					calls = append(calls, names.Of(fact.Expr)+" "+fact.Phase.String())
				case graph.PlaceRead, graph.PlaceMove, graph.PlaceBorrow:
					places[names.Of(fact.Expr)+" "+strings.TrimPrefix(fact.Kind.String(), "place_")]++
				}
				if fact.Kind.IsData() == (fact.Target.Kind != check.RefNone) {
					t.Errorf("%s: %s: a %s has target %v", p.name, f.Name, fact.Kind, fact.Target)
				}
			})
			var want []string
			for _, site := range f.Calls {
				want = append(want, names.Of(site.Expr)+" "+site.Phase.String())
			}
			slices.Sort(calls)
			slices.Sort(want)
			if !slices.Equal(calls, want) {
				t.Errorf("%s: %s calls\n%q, the program says\n%q", p.name, f.Name, calls, want)
			}
			if work.Expressions != len(names.Expressions) {
				t.Errorf("%s: %s: %d expressions visited, %d have identities", p.name, f.Name, work.Expressions, len(names.Expressions))
			}
			accesses := map[string]int{}
			for _, a := range p.program.Ownership(f.ID).Accesses {
				accesses[a.Expression+" "+a.Kind.String()]++
			}
			if !maps.Equal(places, accesses) {
				t.Errorf("%s: %s uses places\n%v, the ownership knows\n%v", p.name, f.Name, places, accesses)
			}
		}
	}
}

func TestSelect(t *testing.T) {
	g := graph.New(loadProject(t, "ledger").Program())
	for _, row := range []struct {
		filter graph.Filter
		want   string
	}{
		{graph.Filter{Kind: "variant"}, "ledger.posting"},
		{graph.Filter{Name: "amount", Kind: "case_field"}, "ledger.posting.credit.amount ledger.posting.debit.amount"},
		{graph.Filter{Calls: "ledger.withdrawn"}, "ledger.transfer"},
		{graph.Filter{CalledBy: "ledger.day"}, "ledger.opened ledger.credit ledger.debit ledger.apply"},
		{graph.Filter{Identity: "ledger.key"}, "ledger.key"},
		{graph.Filter{Identity: "ledger.key", Kind: "record"}, ""},
		{graph.Filter{Calls: "ledger.absent"}, ""},
		{graph.Filter{Identity: "core.option"}, ""},
		{graph.Filter{Effect: "ledger.any"}, ""},
	} {
		var got []string
		for _, n := range g.Select(row.filter) {
			node := g.Node(n)
			got = append(got, node.Identity)
		}
		want := strings.Fields(row.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%+v selects %q, want %q", row.filter, got, want)
		}
	}
}

func TestSignatures(t *testing.T) {
	var got []string
	for _, name := range []string{"ledger", "tokens"} {
		g := graph.New(loadProject(t, name).Program())
		for _, id := range []string{"ledger.apply", "ledger.posting", "ledger.posting.credit", "ledger.posting.void",
			"ledger.balance.total", "ledger.withdrawn", "core.result", "core.str.contains",
			"tokens.host.close", "tokens.token.drop", "tokens.lease.drop", "tokens.spend", "tokens.host"} {
			if n := g.Find(id); n != graph.NoNode && (name == "tokens" || !strings.HasPrefix(id, "tokens.")) &&
				(name == "ledger" || strings.HasPrefix(id, "tokens.")) {
				got = append(got, g.Signature(n))
			}
		}
	}
	want := []string{
		"fn apply(balance: Balance, posting: Posting) -> Balance", "variant Posting", "Credit { amount: i64 }", "Void",
		"total: i64", "fn withdrawn(balance: Balance, amount: i64) -> Option<i64>", "variant Result<T, E>",
		"fn str_contains(view: borrow str, part: borrow str) -> bool",
		"import fn close(token: own Token) -> unit", "drop import tokens.host.close", "drop trivial",
		"fn spend(token: own Token) -> i64", "interface Host",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
