package check_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// pathsHeader declares what generated bodies use.
const pathsHeader = `module k;

resource Lease {
    @id("k.lease.drop")
    drop trivial;
}

record Pair {
    first: Lease,
    second: Lease,
}

record Nest {
    left: Pair,
    right: Pair,
}

fn endLease(a: own Lease) -> i64
{
    1
}

fn lookLease(a: borrow Lease) -> i64
{
    1
}

fn endPair(a: own Pair) -> i64
{
    1
}

fn lookPair(a: borrow Pair) -> i64
{
    1
}

fn endNest(a: own Nest) -> i64
{
    1
}

fn lookNest(a: borrow Nest) -> i64
{
    1
}

fn main() -> i64
{
    0
}

fn f(t: own Lease, p: own Pair, n: own Nest, c: bool, k: i64) -> i64
{
`

// pathState is what moved on one way through the body.
type pathState map[string]bool

func (s pathState) key() string {
	var moved []string
	for place := range s {
		moved = append(moved, place)
	}
	sort.Strings(moved)
	return strings.Join(moved, " ")
}

// naive follows a generated body along every path by itself, and writes the
// source on the way.
type naive struct {
	random *rand.Rand
	text   strings.Builder
	line   int
	names  int
	// paths are the distinct states of all ways to this point.
	paths map[string]pathState
	want  []place
	forks int
	// careful bodies make no faults, so that they have plans.
	careful bool
}

func (n *naive) emit(format string, args ...any) {
	fmt.Fprintf(&n.text, format+"\n", args...)
	n.line++
}

// verdict is the code for the use of a place, from the paths alone: of each
// place above and of what lies below, whether it moved on all or some paths.
func (n *naive) verdict(use string) diag.Code {
	share := func(moved func(pathState) bool) int {
		count := 0
		for _, state := range n.paths {
			if moved(state) {
				count++
			}
		}
		switch count {
		case 0:
			return 0
		case len(n.paths):
			return 2
		}
		return 1
	}
	root, _, _ := strings.Cut(use, ".")
	if code := share(func(s pathState) bool { return s[root] }); code > 0 {
		return []diag.Code{"", diag.O107, diag.O101}[code]
	}
	worst := share(func(s pathState) bool {
		for moved := range s {
			if strings.HasPrefix(moved, use+".") {
				return true
			}
		}
		return false
	})
	for at := use; strings.Contains(at, "."); at = at[:strings.LastIndexByte(at, '.')] {
		worst = max(worst, share(func(s pathState) bool { return s[at] }))
	}
	return []diag.Code{"", diag.O110, diag.O109}[worst]
}

// apply moves a place on all paths.
func (n *naive) apply(moved string) {
	next := map[string]pathState{}
	for _, state := range n.paths {
		changed := pathState{moved: true}
		for place := range state {
			changed[place] = true
		}
		next[changed.key()] = changed
	}
	n.paths = next
}

func (n *naive) statement(depth int) {
	n.names++
	if depth > 0 && n.forks < 9 && n.random.IntN(3) == 0 {
		n.branches(depth)
		return
	}
	places := []string{"t", "p", "p.first", "p.second", "n", "n.left", "n.right", "n.left.first", "n.left.second", "n.right.first"}
	use := places[n.random.IntN(len(places))]
	kind := "Lease"
	switch use {
	case "n":
		kind = "Nest"
	case "p", "n.left", "n.right":
		kind = "Pair"
	}
	verb := []string{"look", "look", "end"}[n.random.IntN(3)]
	head := fmt.Sprintf("    let v%d = %s%s(", n.names, verb, kind)
	code := n.verdict(use)
	if code != "" && n.careful {
		n.emit("    let v%d = 0;", n.names)
		return
	}
	if code != "" {
		n.want = append(n.want, place{"paths.spx", n.line + 1, len(head) + 1, code})
	} else if verb == "end" {
		n.apply(use)
	}
	n.emit("%s%s);", head, use)
}

// branches writes an if or match and joins the paths of its arms.
func (n *naive) branches(depth int) {
	n.forks++
	name, before := n.names, n.paths
	joined := map[string]pathState{}
	arm := func() {
		n.paths = before
		for range n.random.IntN(4) {
			n.statement(depth - 1)
		}
		for key, state := range n.paths {
			joined[key] = state
		}
	}
	switch n.random.IntN(3) {
	case 0:
		n.emit("    let v%d = if c {", name)
		arm()
		n.emit("    0 } else {")
		arm()
		n.emit("    1 };")
	case 1:
		n.emit("    let v%d = match k { 0 => {", name)
		arm()
		n.emit("    0 }, 1 => {")
		arm()
		n.emit("    1 }, _ => {")
		arm()
		n.emit("    2 }, };")
	case 2:
		n.emit("    let v%d = c || {", name)
		arm()
		n.emit("    false };")
		for key, state := range before {
			joined[key] = state
		}
	}
	n.paths = joined
}

// TestPathsAgree compares moves and joins with a walk along every single path.
func TestPathsAgree(t *testing.T) {
	rounds := 1000
	switch {
	case os.Getenv("SEMAPRAX_SOAK") != "":
		rounds = 10000
	case testing.Short():
		rounds = 200
	}
	faults, accepted := 0, 0
	for seed := range rounds {
		n := &naive{
			random: rand.New(rand.NewPCG(uint64(seed), 7)), line: strings.Count(pathsHeader, "\n"),
			paths: map[string]pathState{"": {}}, careful: seed%2 == 1,
		}
		for range 12 {
			n.statement(4)
		}
		source := pathsHeader + n.text.String() + "    0\n}\n"
		program := check.Single(parse(t, "paths.spx", source))
		got := places(program.Diagnostics, false)
		faults += len(n.want)
		if !slices.Equal(got, n.want) {
			t.Fatalf("seed %d: got %v\nwant %v\n%s", seed, got, n.want, n.text.String())
		}
		if program.OK() {
			accepted++
			for _, fn := range program.Functions {
				judge(t, fmt.Sprint("seed ", seed, " ", fn.Name), program, program.Ownership(fn.ID))
			}
		}
	}
	if faults < rounds || accepted < rounds/2 {
		t.Errorf("only %d faults and %d accepted in %d bodies", faults, accepted, rounds)
	}
}
