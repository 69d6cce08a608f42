package check_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
)

var updatePlans = flag.Bool("update-plans", false, "write testdata/ownership_plans.txt anew")

// planned are functions whose whole plans are kept in the golden file.
const planned = `module k;

resource Lease {
    @id("k.lease.drop")
    drop trivial;
}

record Pair {
    first: Lease,
    second: Lease,
}

fn end(lease: own Lease) -> i64
{
    1
}

fn sum(a: i64, b: i64) -> i64
    requires a > 0
    ensures result > 0
{
    a + b
}

fn chosen(pair: own Pair, now: bool) -> Lease
{
    if now { pair.first } else { let n = end(pair.first); pair.second }
}

fn tried(found: Option<Bytes>, text: borrow Slice<u8>) -> Option<Bytes>
{
    let bytes = found?;
    let view = bytes_as_slice(bytes);
    let part = byte_range(view, 0usize, 1usize);
    let mut made = bytes_copy(part);
    while byte_len(text) == 0usize {
        made = bytes_set(made, 0usize, 1u8);
        0
    }
    Option<Bytes>::Some { value: made }
}

fn opened(made: Result<Bytes, i64>) -> i64
{
    match own made { Result::Ok { value: bytes } => string_len(string_from_usize(byte_len(bytes_as_slice(bytes)))), Result::Err { error } => error, }
}

fn main() -> i64
{
    0
}
`

func TestPlansAreAsWritten(t *testing.T) {
	program := check.Single(parse(t, "planned.spx", planned))
	if !program.OK() {
		t.Fatal(program.Diagnostics)
	}
	var b strings.Builder
	for _, fn := range program.Functions {
		b.WriteString("# " + fn.Name + "\n" + planText(program, program.Ownership(fn.ID)) + "\n")
	}
	if *updatePlans {
		if err := os.WriteFile("testdata/ownership_plans.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/ownership_plans.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("plans differ from testdata/ownership_plans.txt; got\n%s", got)
	}
}

// TestPlanIdentities checks that rows name values and expressions as the rest of
// the program does.
func TestPlanIdentities(t *testing.T) {
	program := check.Single(parse(t, "planned.spx", planned))
	ref, _ := program.Lookup("auto:k.tried")
	plan := program.Ownership(check.FunctionID(ref.Index))
	slots := plan.Inventory.Slots
	for i, want := range []string{
		"declaration:12:auto:k.tried:value:param:1:0",
		"declaration:12:auto:k.tried:value:param:1:1",
		"declaration:12:auto:k.tried:value:result:0:",
		"declaration:12:auto:k.tried:expression:21:body.s0.value.operand",
		"declaration:12:auto:k.tried:expression:13:body.s0.value",
		"declaration:12:auto:k.tried:value:local:7:body.s0",
	} {
		if slots[i].Identity != want {
			t.Errorf("slot %d is %s, want %s", i, slots[i].Identity, want)
		}
	}
	access := plan.Accesses[0]
	if access.Kind != check.AccessMove || access.Expression != slots[3].Identity || access.Phase != check.PhaseBody {
		t.Errorf("first access is %v of %s", access.Kind, access.Expression)
	}
	source := plan.Cleanup.StatusSources[0]
	if want := "declaration:12:auto:k.tried:expression:13:body.s2.value"; source.Expression != want || source.Kind != check.StatusBuiltin {
		t.Errorf("first status is %v of %s", source.Kind, source.Expression)
	}
	if faulty := check.Single(parse(t, "faulty.spx", "module k;\nfn f() -> i64\n{\n    true\n}\n")); faulty.Ownership(0) != nil {
		t.Error("a program with errors has plans")
	}
}
