package interp_test

import (
	"bytes"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"github.com/semaprax/semaprax-go/engine/interp"
)

// workload is one program in both languages, with its result.
type workload struct {
	name, spx, star string
	content         []byte // bytes to scan, nil for none
	want            int64
	aim             float64 // of starlark's time over ours
}

func workloads() []workload {
	return []workload{integerLoop(), recursion(), byteScan()}
}

func integerLoop() workload {
	return workload{name: "IntegerLoop", want: 545_003, aim: 4, spx: `module bench;

@id("bench.main")
fn main() -> i64
{
    let mut total = 0;
    let mut index = 0;
    while index < 100000 {
        total = (total + index * 7) % 1000003;
        index = index + 1;
        0
    }
    total
}
`, star: `
def main():
    total = 0
    index = 0
    while index < 100000:
        total = (total + index * 7) % 1000003
        index = index + 1
    return total
`}
}

func recursion() workload {
	return workload{name: "Recursion", want: 17_711, aim: 3, spx: `module bench;

@id("bench.fib")
fn fib(n: i64) -> i64
{
    if n < 2 { n } else { fib(n - 1) + fib(n - 2) }
}

@id("bench.main")
fn main() -> i64
{
    fib(22)
}
`, star: `
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)

def main():
    return fib(22)
`}
}

func byteScan() workload {
	content := bytes.Repeat([]byte("the quick brown fox jumps over the lazy dog\n"), 1400)
	return workload{name: "ByteScan", want: 5_600, aim: 3, content: content, spx: `module bench;

@id("bench.main")
fn main() -> i64
{
    0
}

@id("bench.count")
fn count(view: borrow Slice<u8>, wanted: u8) -> i64
{
    let length = byte_len(view);
    let mut index = 0usize;
    let mut hits = 0;
    while index < length {
        hits = match byte_get(view, index) { Option::Some { value: byte } => if byte == wanted { hits + 1 } else { hits }, Option::None {} => hits, };
        index = index + 1usize;
        0
    }
    hits
}
`, star: `
def count(view, wanted):
    length = len(view)
    index = 0
    hits = 0
    while index < length:
        if view[index] == wanted:
            hits = hits + 1
        index = index + 1
    return hits
`}
}

// BenchmarkRun runs the same work here and in go.starlark.net.
func BenchmarkRun(b *testing.B) {
	for _, w := range workloads() {
		b.Run(w.name+"/ours", func(b *testing.B) { benchmarkOurs(b, w) })
		b.Run(w.name+"/starlark", func(b *testing.B) { benchmarkStarlark(b, w) })
	}
}

// runOurs prepares the work here; it also returns the steps that one run takes.
func runOurs(t testing.TB, w workload) (run func(), steps int64) {
	program := checked(t, w.spx)
	name, args := "main", []interp.Value(nil)
	if w.content != nil {
		wanted, _ := interp.ParseValue(program.Functions[1].Params[1].Type, "111u8")
		name, args = "count", []interp.Value{interp.View(w.content), wanted}
	}
	entry, _ := program.Modules[0].FunctionNamed(name)
	code, refused := interp.Compile(program, entry)
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	run = func() {
		out, fault := code.Run(entry, args, interp.Input{}, interp.Limits{MaxSteps: interp.MaxMaxSteps}, nil)
		if fault != nil || out.Kind != interp.Returned || out.Value.Int64() != w.want {
			t.Fatal(fault, out)
		}
		steps = out.StepsUsed
	}
	run()
	return run, steps
}

func benchmarkOurs(b *testing.B, w workload) {
	run, steps := runOurs(b, w)
	b.SetBytes(int64(len(w.content)))
	for b.Loop() {
		run()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(int64(b.N)*steps), "ns/step")
}

// runStarlark prepares the same work in go.starlark.net.
func runStarlark(t testing.TB, w workload) func() {
	options := &syntax.FileOptions{While: true, Recursion: true}
	thread := &starlark.Thread{}
	globals, err := starlark.ExecFileOptions(options, thread, "bench.star", w.star, nil)
	if err != nil {
		t.Fatal(err)
	}
	name, args := "main", starlark.Tuple(nil)
	if w.content != nil {
		name, args = "count", starlark.Tuple{starlark.Bytes(w.content), starlark.Bytes("o")}
	}
	return func() {
		got, err := starlark.Call(thread, globals[name], args, nil)
		if err != nil || got != starlark.MakeInt64(w.want) {
			t.Fatal(err, got)
		}
	}
}

func benchmarkStarlark(b *testing.B, w workload) {
	run := runStarlark(b, w)
	b.SetBytes(int64(len(w.content)))
	for b.Loop() {
		run()
	}
}
