package interp_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/interp"
)

// compiled compiles one function of a program that must be admitted.
func compiled(t testing.TB, program *check.Program, name string) (*interp.Code, check.FunctionID) {
	t.Helper()
	entry, ok := program.Modules[0].FunctionNamed(name)
	if !ok {
		t.Fatalf("no function %q", name)
	}
	code, refused := interp.Compile(program, entry)
	if refused != nil {
		t.Fatal(refused)
	}
	return code, entry
}

const endless = `module endless;

@id("e.main")
fn main() -> i64
{
    let mut i = 0;
    while true {
        i = i + 1;
        0
    }
    i
}

@id("e.search")
fn search(text: string, part: string) -> i64
{
    let mut hits = 0;
    while true {
        hits = hits + if string_contains(text, part) { 1 } else { 0 };
        0
    }
    hits
}
`

func TestCancelFlagIsSeenAtOnce(t *testing.T) {
	code, entry := compiled(t, checked(t, endless), "main")
	cancel := &atomic.Bool{}
	cancel.Store(true)
	out, fault := code.Run(entry, nil, interp.Input{}, interp.Limits{MaxSteps: interp.MaxMaxSteps}, cancel)
	if fault != nil || out.Kind != interp.Cancelled || out.StepsUsed != 0 {
		t.Errorf("%v %v, want cancelled in 0", out, fault)
	}
}

// The flag is raised while the loop runs; the run must end long before its fuel.
func TestCancelFlagEndsARun(t *testing.T) {
	code, entry := compiled(t, checked(t, endless), "main")
	cancel := &atomic.Bool{}
	timer := time.AfterFunc(5*time.Millisecond, func() { cancel.Store(true) })
	defer timer.Stop()
	out, fault := code.Run(entry, nil, interp.Input{}, interp.Limits{MaxSteps: interp.MaxMaxSteps}, cancel)
	if fault != nil || out.Kind != interp.Cancelled || out.StepsUsed >= interp.MaxMaxSteps {
		t.Errorf("%v %v, want cancelled", out, fault)
	}
}

func TestWorkIsBounded(t *testing.T) {
	program := checked(t, endless)
	code, entry := compiled(t, program, "search")
	long := interp.Text(check.TypeString, strings.Repeat("x", 10_000))
	args := []interp.Value{long, long}
	limits := interp.Limits{MaxSteps: 1_000_000, MaxWorkUnits: 1_000_000}
	out, fault := code.Run(entry, args, interp.Input{}, limits, nil)
	// Each search of 10,000 bytes in 10,000 bytes costs 20,000 units.
	if fault != nil || out.Kind != interp.FuelExhausted || out.StepsUsed != 1_000_000 || out.WorkUsed != 1_000_000 {
		t.Errorf("%+v %v", out, fault)
	}
	limits.MaxSteps = 500
	out, _ = code.Run(entry, args, interp.Input{}, limits, nil)
	if out.Kind != interp.FuelExhausted || out.StepsUsed != 500 || out.WorkUsed >= 1_000_000 {
		t.Errorf("%+v", out)
	}
}

// Text doubles with every level of calls; the work budget ends it before memory
// becomes a question.
func TestDoublingTextIsBounded(t *testing.T) {
	program := checked(t, `module doubling;

@id("d.grow")
fn grow(n: i64) -> string
{
    if n == 0 { "0123456789abcdef" } else { string_concat(grow(n - 1), grow(n - 1)) }
}

@id("d.main")
fn main() -> i64
{
    let text = grow(40);
    string_len(text)
}
`)
	code, entry := compiled(t, program, "main")
	out, fault := code.Run(entry, nil, interp.Input{}, interp.Limits{MaxSteps: interp.MaxMaxSteps}, nil)
	if fault != nil || out.Kind != interp.FuelExhausted || out.WorkUsed != interp.MaxWorkUnits {
		t.Errorf("%v work %d %v", out.Kind, out.WorkUsed, fault)
	}
}

func TestOptionsOutOfRange(t *testing.T) {
	code, entry := compiled(t, checked(t, endless), "main")
	for _, limits := range []interp.Limits{
		{MaxSteps: -1}, {MaxSteps: interp.MaxMaxSteps + 1},
		{MaxWorkUnits: -1}, {MaxWorkUnits: interp.MaxWorkUnits + 1},
		{MaxOutputBytes: -1}, {MaxOutputBytes: interp.MaxOutputBytes + 1},
	} {
		if _, fault := code.Run(entry, nil, interp.Input{}, limits, nil); fault == nil || fault.Code != diag.F101 {
			t.Errorf("%+v: %v, want SPX-F101", limits, fault)
		}
	}
	if _, fault := code.Run(entry+1, nil, interp.Input{}, interp.Limits{}, nil); fault == nil || fault.Code != diag.F102 {
		t.Errorf("other entry: %v, want SPX-F102", fault)
	}
}

func TestArgumentsOutOfRange(t *testing.T) {
	program := checked(t, `module arguments;

@id("a.f")
fn f(a: i32, b: u8, c: char, d: bool, e: f32, t: borrow str) -> i64
{
    0
}

@id("a.main")
fn main() -> i64
{
    0
}
`)
	code, entry := compiled(t, program, "f")
	fitting := func() []interp.Value {
		return []interp.Value{{Type: check.TypeI32}, {Type: check.TypeU8}, {Type: check.TypeChar}, {Type: check.TypeBool},
			{Type: check.TypeF32}, interp.Text(check.TypeStr, "é")}
	}
	if out, fault := code.Run(entry, fitting(), interp.Input{}, interp.Limits{}, nil); fault != nil || out.Kind != interp.Returned {
		t.Fatal(out, fault)
	}
	for i, bad := range []interp.Value{{Type: check.TypeI32, Bits: 1 << 31}, {Type: check.TypeU8, Bits: 256},
		{Type: check.TypeChar, Bits: 0xD800}, {Type: check.TypeBool, Bits: 2}, {Type: check.TypeF32, Bits: 1 << 32},
		interp.Text(check.TypeStr, "\xff")} {
		args := fitting()
		args[i] = bad
		if _, fault := code.Run(entry, args, interp.Input{}, interp.Limits{}, nil); fault == nil || fault.Code != diag.F103 {
			t.Errorf("argument %d: %v, want SPX-F103", i, fault)
		}
	}
}

// doubledRecords declares n records, each of two of the one before: 2^n words.
func doubledRecords(n int) string {
	var b strings.Builder
	b.WriteString("module wide;\n\nrecord R0 { x: i64, y: i64, }\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "record R%d { x: R%d, y: R%d, }\n", i, i-1, i-1)
	}
	b.WriteString("fn main() -> i64 { 0 }\n")
	for i := range n + 1 {
		fmt.Fprintf(&b, "fn first%d(r: R%d) -> R%d { r }\n", i, i, i)
		fmt.Fprintf(&b, "fn call%d() -> i64 { let r = make%d(); 0 }\n", i, i)
		if i == 0 {
			b.WriteString("fn make0() -> R0 { R0 { x: 1, y: 2 } }\n")
		} else {
			fmt.Fprintf(&b, "fn make%d() -> R%d { R%d { x: make%d(), y: make%d() } }\n", i, i, i, i-1, i-1)
		}
	}
	return b.String()
}

func TestValuesTooLargeAreRefused(t *testing.T) {
	program := checked(t, doubledRecords(40))
	for depth, admitted := range map[int]bool{0: true, 8: true, 9: true, 10: false, 39: false} {
		entry, _ := program.Modules[0].FunctionNamed(fmt.Sprintf("call%d", depth))
		code, refused := interp.Compile(program, entry)
		if admitted != (refused == nil) {
			t.Errorf("%d words: %v", 2<<depth, refused)
			continue
		}
		if !admitted {
			if refused[0].Code != diag.F102 || !strings.HasSuffix(refused[0].Message(), string(interp.ValueTooLarge)) {
				t.Errorf("%d words: %v", 2<<depth, refused)
			}
			continue
		}
		out, fault := code.Run(entry, nil, interp.Input{}, interp.Limits{}, nil)
		if fault != nil || out.Kind != interp.Returned {
			t.Errorf("%d words: %v %v", 2<<depth, out.Kind, fault)
		}
	}
}

// Patterns cost no steps; very long matches spend work instead.
func TestLongMatchesSpendWork(t *testing.T) {
	text := func(arms int) string {
		var b strings.Builder
		b.WriteString("module arms;\n@id(\"a.f\") fn f(n: i64) -> i64 { match n { ")
		for i := range arms {
			fmt.Fprintf(&b, "%d => %d, ", i, i)
		}
		b.WriteString("_ => -1, } }\n@id(\"a.m\") fn main() -> i64 { 0 }\n")
		return b.String()
	}
	// Each arm but the last has one literal, so there are 2 * arms + 1 tests.
	for arms, want := range map[int]int64{31: 0, 32: 4, 1000: 125} {
		code, entry := compiled(t, checked(t, text(arms)), "f")
		out, fault := code.Run(entry, []interp.Value{interp.I64(int64(arms - 1))}, interp.Input{}, interp.Limits{}, nil)
		if fault != nil || out.Value.Int64() != int64(arms-1) || out.StepsUsed != 4 || out.WorkUsed != want {
			t.Errorf("%d arms: %+v %v", arms, out, fault)
		}
	}
}

func TestFramesTooLargeAreRefused(t *testing.T) {
	text := func(lets int) string {
		var b strings.Builder
		b.WriteString("module long;\nfn main() -> i64 {\n")
		for i := range lets {
			fmt.Fprintf(&b, "let a%d = %d;\n", i, i)
		}
		b.WriteString("a7 }\n")
		return b.String()
	}
	program := checked(t, text(16_384))
	code, entry := compiled(t, program, "main")
	if out, fault := code.Run(entry, nil, interp.Input{}, interp.Limits{}, nil); fault != nil || out.Value.Int64() != 7 {
		t.Errorf("%v %v", out, fault)
	}
	program = checked(t, text(16_385))
	entry, _ = program.Modules[0].FunctionNamed("main")
	if _, refused := interp.Compile(program, entry); len(refused) != 1 || refused[0].Code != diag.F102 ||
		!strings.HasSuffix(refused[0].Message(), string(interp.FrameTooLarge)) {
		t.Errorf("%v, want SPX-F102 %s", refused, interp.FrameTooLarge)
	}
}

// 256 frames, each in the middle of an expression as deep as the parser allows.
func TestDeepExpressionsAtFullDepth(t *testing.T) {
	const nesting = 100
	inner := "deep(n - 1)"
	for range nesting {
		inner = "1 - (" + inner + ")"
	}
	program := checked(t, "module deep;\n@id(\"d.f\") fn deep(n: i64) -> i64 { if n == 0 { 0 } else { "+inner+" } }\n@id(\"d.m\") fn main() -> i64 { 0 }\n")
	code, entry := compiled(t, program, "deep")
	out, fault := code.Run(entry, []interp.Value{interp.I64(255)}, interp.Input{}, interp.Limits{}, nil)
	// An even number of subtractions from 1 gives back the value.
	if fault != nil || out.Kind != interp.Returned || out.Value.Int64() != 0 {
		t.Errorf("%v %v", out, fault)
	}
	out, _ = code.Run(entry, []interp.Value{interp.I64(256)}, interp.Input{}, interp.Limits{}, nil)
	if out.Kind != interp.DepthExceeded {
		t.Errorf("%v, want call_depth_exceeded", out.Kind)
	}
}

// Code is shared; also runs that patch their copy of it do not disturb others.
func TestCodeIsSharedByGoroutines(t *testing.T) {
	program := checked(t, flatProgram)
	code, entry := compiled(t, program, "turns")
	args := []interp.Value{interp.I64(5)}
	want, _ := code.Run(entry, args, interp.Input{}, interp.Limits{}, nil)
	var group sync.WaitGroup
	for worker := range int64(4) {
		group.Go(func() {
			for turn := range int64(50) {
				steps := want.StepsUsed - (worker+turn)%3
				out, fault := code.Run(entry, args, interp.Input{}, interp.Limits{MaxSteps: steps}, nil)
				short := steps < want.StepsUsed
				if fault != nil || short != (out.Kind == interp.FuelExhausted) || !short && out.Value.Bits != want.Value.Bits {
					t.Errorf("%d steps: %v %v", steps, out, fault)
				}
			}
		})
	}
	group.Wait()
}

// Aggregates lie in the frame: a run allocates its machine and stacks, never per
// step.
func TestRunsDoNotAllocatePerStep(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	program := checked(t, flatProgram)
	code, entry := compiled(t, program, "turns")
	measure := func(turns int64) float64 {
		args := []interp.Value{interp.I64(turns)}
		return testing.AllocsPerRun(20, func() {
			out, fault := code.Run(entry, args, interp.Input{}, interp.Limits{MaxSteps: interp.MaxMaxSteps}, nil)
			if fault != nil || out.Kind != interp.Returned {
				t.Fatal(out, fault)
			}
		})
	}
	if few, many := measure(1), measure(100); few != many || many > 16 {
		t.Errorf("%v allocations for 1 turn, %v for 100", few, many)
	}
}

const flatProgram = `module flat;

@id("f.point")
record Point {
    @id("f.point.x")
    x: i64,
    @id("f.point.y")
    y: i64,
}

@id("f.step")
fn step(p: Point, n: i64) -> Point
{
    if n == 0 { p } else { step(p with { x: p.x + 1 }, n - 1) }
}

@id("f.turn")
fn turn(n: i64) -> i64
{
    let p = step(Point { x: 0, y: n }, 200);
    match p { Point { x, y } => x + y, }
}

@id("f.turns")
fn turns(count: i64) -> i64
{
    let mut i = 0;
    let mut sum = 0;
    while i < count {
        sum = sum + turn(i);
        i = i + 1;
        0
    }
    sum
}

@id("f.main")
fn main() -> i64
{
    turns(3)
}
`
