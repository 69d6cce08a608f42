package check_test

import (
	"slices"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
)

// TestOrderOfChecks puts one fault of each step into a file, in an order unlike
// that of the steps, and demands the steps' order.
func TestOrderOfChecks(t *testing.T) {
	program := check.Single(parse(t, "order.spx", `module k;

@id("k.main")
fn main(x: char, y: Missing, own: i64, x: own i64) -> Nowhere
    uses { clock.read }
    requires y
    requires x
    ensures x
{
    let a = unknown;
    later()
}

@id("k.later")
fn later() -> bool
    uses { dev.close }
{
    1
}

@id("k.gen")
fn gen<T>(a: T) -> T
{
    gen<T>(a)
}

@id("k.gen")
fn shape<A, B, C>(a: A) -> A
{
    a
}

@id("k.loop")
record Loop {
    @id("k.loop.next")
    next: Loop,
    @id("k.loop.view")
    view: str,
}

@id("k.host")
interface Host
    permits {  }
{
    import fn close(h: i64) -> unit
        effects { dev.close }
        failure infallible
        consumes h always;
}

@id("k.res")
resource Res {
    @id("k.res.drop")
    drop import "k.none";
}

@id("k.pro")
protocol Pro {
    @id("k.pro.m")
    fn m(n: i64) -> i64;
}

@id("k.impl")
impl "k.none" for "k.loop" {
}

@id("k.own")
record own {
}
`))
	var got []diag.Code
	for _, d := range program.Diagnostics {
		got = append(got, d.Code)
	}
	want := []diag.Code{
		diag.S106,            // types
		diag.I403,            // imports
		diag.I404, diag.I404, // their shapes
		diag.O113,            // drops
		diag.Q104,            // protocols
		diag.T268,            // member types
		diag.T217,            // layouts
		diag.S102, diag.T224, // headers
		diag.Q106,                                             // impls
		diag.T226,                                             // generic cycles
		diag.T001, diag.T001, diag.S105, diag.T102, diag.O002, // signature: result, parameters, names and modes
		diag.C101, diag.T202, diag.C101, // requires, body, ensures
		diag.E101, diag.E102, // permits, callee effects
		diag.T103, diag.E101, // the next function
		diag.T104, // entry
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
		for _, d := range program.Diagnostics {
			t.Log(d)
		}
	}
}
