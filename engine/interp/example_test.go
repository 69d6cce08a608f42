package interp_test

import (
	"fmt"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// A function is compiled once and run as often as wanted, each time under its own
// budget.
func ExampleCode_Run() {
	file, fault := syntax.Parse("half.spx", []byte("module half;\n\nfn half(n: i64) -> i64\n    requires n >= 0\n{\n    n / 2\n}\n\nfn main() -> i64\n{\n    half(84)\n}\n"))
	if fault != nil {
		fmt.Println(fault)
		return
	}
	program := check.Single(file)
	half, _ := program.Modules[0].FunctionNamed("half")
	code, refused := interp.Compile(program, half)
	if refused != nil {
		fmt.Println(refused[0])
		return
	}
	for _, n := range []int64{84, -1} {
		out, fault := code.Run(half, []interp.Value{interp.I64(n)}, interp.Input{}, interp.Limits{MaxSteps: 100}, nil)
		if fault != nil {
			fmt.Println(fault)
			return
		}
		fmt.Println(out.Kind, out.Value.Int64(), out.Status.Meaning(), out.StepsUsed)
	}
	// Output:
	// returned 42  8
	// failed 0 requires clause is false 4
}
