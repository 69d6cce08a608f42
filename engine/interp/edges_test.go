package interp_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/interp"
)

const hostProgram = `module host;

permit { process.args.read, process.stderr.write, process.stdin.read, process.stdout.write }

@id("h.argument")
fn argument() -> i64
    uses { process.args.read }
{
    let text = arg_utf8(0usize);
    str_len_bytes(text)
}

@id("h.copy")
fn copy() -> usize
    uses { process.stderr.write, process.stdin.read, process.stdout.write }
{
    let input = stdin_read();
    let view = bytes_as_slice(input);
    let one = [97u8; 1];
    let first = array_as_slice(one);
    let told = stdout_write(first);
    stderr_write(view)
}

@id("h.text")
fn text(t: borrow str) -> i64
{
    0
}

@id("h.view")
fn view(v: borrow Slice<u8>) -> i64
{
    0
}

@id("h.main")
fn main() -> i64
{
    0
}
`

// TestInputIsBoundedToTheByte gives a run inputs of exactly the bound, and of one byte more.
func TestInputIsBoundedToTheByte(t *testing.T) {
	program := checked(t, hostProgram)
	of := func(n int) []byte { return bytes.Repeat([]byte("x"), n) }
	const most = interp.MaxInputBytes
	for extra := range 2 {
		code, entry := compiled(t, program, "argument")
		out, fault := code.Run(entry, nil, interp.Input{Args: [][]byte{of(most + extra)}}, interp.Limits{}, nil)
		judgeInput(t, "host argument", out, fault, extra, most)
		for name, kind := range map[string]check.Type{"text": check.TypeStr, "view": check.TypeSlice} {
			code, entry := compiled(t, program, name)
			_, fault := code.Run(entry, []interp.Value{{Type: kind, Bytes: of(most + extra)}}, interp.Input{}, interp.Limits{}, nil)
			if (fault != nil) != (extra > 0) || fault != nil && fault.Code != diag.F103 {
				t.Errorf("%s of %d bytes: %v", name, most+extra, fault)
			}
		}
		// The transcript has room for one byte more than was read, so it is read below.
		code, entry = compiled(t, program, "copy")
		out, fault = code.Run(entry, nil, interp.Input{Stdin: of(most + extra)}, interp.Limits{}, nil)
		if extra == 0 && (fault != nil || out.Kind != interp.OutputExceeded) || extra == 1 && (out.Kind != interp.Failed || out.Status != interp.InputCapacity) {
			t.Errorf("standard input of %d bytes: %+v %v", most+extra, out, fault)
		}
	}
}

func judgeInput(t *testing.T, name string, out interp.Outcome, fault *diag.Diagnostic, extra, most int) {
	t.Helper()
	if extra == 0 && (fault != nil || out.Kind != interp.Returned || out.Value.Int64() != int64(most)) ||
		extra == 1 && (fault != nil || out.Kind != interp.Failed || out.Status != interp.InputCapacity) {
		t.Errorf("%s of %d bytes: %+v %v", name, most+extra, out, fault)
	}
}

// TestTranscriptIsBoundedToTheByte fills both streams together to the bound.
func TestTranscriptIsBoundedToTheByte(t *testing.T) {
	code, entry := compiled(t, checked(t, hostProgram), "copy")
	for _, row := range []struct {
		read, limit int
		want        interp.Kind
	}{
		{interp.MaxOutputBytes - 1, 0, interp.Returned}, {interp.MaxOutputBytes, 0, interp.OutputExceeded},
		{99, 100, interp.Returned}, {100, 100, interp.OutputExceeded},
	} {
		out, fault := code.Run(entry, nil, interp.Input{Stdin: make([]byte, row.read)}, interp.Limits{MaxOutputBytes: row.limit}, nil)
		if fault != nil || out.Kind != row.want || row.want == interp.Returned && len(out.Stdout)+len(out.Stderr) != row.read+1 {
			t.Errorf("1 and %d bytes: %v %v", row.read, out.Kind, fault)
		}
	}
}

// TestStepsAndWorkAreBoundedToTheUnit lowers the budgets to exactly what a run takes.
func TestStepsAndWorkAreBoundedToTheUnit(t *testing.T) {
	code, entry := compiled(t, checked(t, hostProgram), "copy")
	input := interp.Input{Stdin: make([]byte, 1000)}
	whole, _ := code.Run(entry, nil, input, interp.Limits{}, nil)
	if whole.Kind != interp.Returned || whole.WorkUsed != 2001 {
		t.Fatalf("%+v", whole)
	}
	for less := range int64(2) {
		want := []interp.Kind{interp.Returned, interp.FuelExhausted}[less]
		for _, limits := range []interp.Limits{{MaxSteps: whole.StepsUsed - less}, {MaxWorkUnits: whole.WorkUsed - less}} {
			if out, fault := code.Run(entry, nil, input, limits, nil); fault != nil || out.Kind != want {
				t.Errorf("%+v: %v %v, want %v", limits, out.Kind, fault, want)
			}
		}
	}
	most := interp.Limits{MaxSteps: interp.MaxMaxSteps, MaxWorkUnits: interp.MaxWorkUnits, MaxOutputBytes: interp.MaxOutputBytes}
	if out, fault := code.Run(entry, nil, input, most, nil); fault != nil || out.Kind != interp.Returned {
		t.Errorf("the greatest budgets: %v %v", out.Kind, fault)
	}
}

// TestDefaultFuel runs out of exactly the default.
func TestDefaultFuel(t *testing.T) {
	code, entry := compiled(t, checked(t, endless), "main")
	out, fault := code.Run(entry, nil, interp.Input{}, interp.Limits{}, nil)
	if fault != nil || out.Kind != interp.FuelExhausted || out.StepsUsed != interp.DefaultMaxSteps {
		t.Errorf("%v after %d: %v", out.Kind, out.StepsUsed, fault)
	}
}

// TestSlotsAreCountedExactly holds values and frames to their slots of each sort.
func TestSlotsAreCountedExactly(t *testing.T) {
	wide := func(of, value string) func(n int) string {
		return func(n int) string {
			var fields, values strings.Builder
			for i := range n {
				fmt.Fprintf(&fields, "x%d: %s,\n", i, of)
				fmt.Fprintf(&values, "x%d: %s,\n", i, value)
			}
			return "record R {\n" + fields.String() + "}\nfn look() -> i64 { let r = R {\n" + values.String() + "}; 0 }\n"
		}
	}
	texts := func(n int) string {
		var b strings.Builder
		b.WriteString("fn look() -> i64 {\n")
		for i := range n {
			fmt.Fprintf(&b, "let a%d = \"\";\n", i)
		}
		return b.String() + "0 }\n"
	}
	for _, row := range []struct {
		name string
		most int
		text func(n int) string
		want interp.Reason
	}{
		{"words of a value", 1024, wide("i64", "1"), interp.ValueTooLarge},
		{"references of a value", 1024, wide("string", "\"\""), interp.ValueTooLarge},
		{"references of a frame", 4096, texts, interp.FrameTooLarge},
	} {
		for extra := range 2 {
			program := checked(t, "module k;\n"+row.text(row.most+extra)+"fn main() -> i64 { 0 }\n")
			entry, _ := program.Modules[0].FunctionNamed("look")
			_, refused := interp.Compile(program, entry)
			if (refused != nil) != (extra > 0) || refused != nil && (refused[0].Code != diag.F102 || !strings.HasSuffix(refused[0].Message(), string(row.want))) {
				t.Errorf("%s, %d: %v", row.name, row.most+extra, refused)
			}
		}
	}
}
