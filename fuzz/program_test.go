package fuzz

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// fuel is the budget of one run of the fuzzer.
const fuel = 20_000

// FuzzProgram runs every executable function of a module with arguments from a tape.
//
// Oracle: a second run, the canonical text, the text without comments, and the
// program with an unrelated function give the same outcome and the same steps; a
// budget of exactly the steps used is enough, and one step less runs out.
func FuzzProgram(f *testing.F) {
	for _, pattern := range []string{"interp/testdata/*.txtar", "check/testdata/*.spx"} {
		paths, _ := filepath.Glob(filepath.Join("..", "engine", filepath.FromSlash(pattern)))
		for i, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			source := string(text)
			if strings.HasSuffix(path, ".txtar") {
				source = archive(source)["source.spx"]
			}
			f.Add(source, noise(i, 40)) // a program of the interpreter's or the checker's own cases
		}
	}
	f.Add("module m;\n\nfn main() -> i64\n{\n    main()\n}\n", []byte{})                                       // depth
	f.Add("module m;\n\nfn f(n: i64) -> i64\n{\n    while true {\n        0\n    }\n    n\n}\n", []byte{1, 2}) // fuel
	f.Fuzz(func(t *testing.T, source string, data []byte) {
		p := load(source)
		if p == nil {
			return
		}
		others := map[string]*check.Program{
			"the canonical text":       load(string(syntax.Print(p.Modules[0].File))),
			"the text without comment": load(string(syntax.PrintPlain(p.Modules[0].File))),
			"an unrelated function":    load(string(syntax.Print(p.Modules[0].File)) + "\nfn zz_unrelated_zz() -> i64\n{\n    7\n}\n"),
		}
		choices := &tape{data}
		for _, fn := range p.Functions {
			args, ok := arguments(choices, fn)
			if !ok {
				continue
			}
			want, ran := outcome(p, fn.Name, args, fuel)
			if !ran {
				continue
			}
			again, _ := outcome(p, fn.Name, args, fuel)
			same(t, source, fn.Name, "again", want, again)
			for what, other := range others {
				if other == nil {
					if what == "an unrelated function" {
						continue // a name too many, or a fault behind the end
					}
					t.Fatalf("%s is not accepted:\n%s", what, source)
				}
				got, _ := outcome(other, fn.Name, args, fuel)
				same(t, source, fn.Name, what, want, got)
			}
			judgeBudget(t, p, fn.Name, args, want)
		}
	})
}

// load checks one module; nil when it is not accepted.
func load(source string) *check.Program {
	file, fault := syntax.Parse("m.spx", []byte(source))
	if fault != nil {
		return nil
	}
	if p := check.Single(file); p.OK() {
		return p
	}
	return nil
}

// arguments chooses scalar arguments; ok is false for functions that take others.
func arguments(choices *tape, fn *check.Function) (args []interp.Value, ok bool) {
	if fn.IsGeneric() || fn.Receiver != check.NoNominal {
		return nil, false
	}
	for i := range fn.Params {
		of := fn.Params[i].Type
		if !of.IsScalar() {
			return nil, false
		}
		value, fits := interp.ParseValue(of, spelled(choices, of))
		if !fits {
			return nil, false
		}
		args = append(args, value)
	}
	return args, true
}

// spelled chooses a value of a scalar type as the interpreter spells it.
func spelled(choices *tape, of check.Type) string {
	switch of {
	case check.TypeBool:
		return strconv.FormatBool(choices.rarely(2))
	case check.TypeU8:
		return strconv.Itoa(choices.below(256)) + "u8"
	case check.TypeI32:
		return oneOf(choices, "0", "-1", "2147483647", "-2147483648", "12") + "i32"
	case check.TypeUsize:
		return oneOf(choices, "0", "3", "18446744073709551615")
	case check.TypeChar:
		return oneOf(choices, "'a'", "'é'")
	case check.TypeF32:
		return oneOf(choices, "00000000", "3f800000", "7f7fffff")
	case check.TypeF64:
		return oneOf(choices, "0000000000000000", "3ff0000000000000", "7fefffffffffffff")
	}
	return oneOf(choices, "0", "1", "-1", "7", strconv.FormatInt(int64(choices.word()), 10), "9223372036854775807", "-9223372036854775808")
}

// outcome runs one function; ran is false when it is not executable.
func outcome(p *check.Program, name string, args []interp.Value, steps int64) (out interp.Outcome, ran bool) {
	id, found := p.Modules[0].FunctionNamed(name)
	if !found {
		return out, false
	}
	code, refused := interp.Compile(p, id)
	if refused != nil {
		return out, false
	}
	out, fault := code.Run(id, args, interp.Input{}, interp.Limits{MaxSteps: steps}, nil)
	return out, fault == nil
}

// told is an outcome as far as programs can be told apart by it.
func told(o interp.Outcome) string {
	contract := ""
	if o.Contract != nil {
		contract = fmt.Sprint(o.Contract.Phase, o.Contract.Clause, o.Contract.Arguments)
	}
	return fmt.Sprint(o.Kind, o.Value, o.Status, contract, o.StepsUsed, o.WorkUsed, string(o.Stdout), string(o.Stderr))
}

func same(t *testing.T, source, name, what string, want, got interp.Outcome) {
	t.Helper()
	if told(want) != told(got) {
		t.Fatalf("%s of %s: %s, before %s\n%s", what, name, told(got), told(want), source)
	}
}

// judgeBudget runs a function under exactly what it used, and one less.
func judgeBudget(t *testing.T, p *check.Program, name string, args []interp.Value, want interp.Outcome) {
	t.Helper()
	if want.Kind == interp.FuelExhausted || want.StepsUsed < 2 {
		return
	}
	exact, _ := outcome(p, name, args, want.StepsUsed)
	if exact.Kind != want.Kind || exact.StepsUsed != want.StepsUsed || !bytes.Equal(exact.Stdout, want.Stdout) {
		t.Fatalf("%s under its own %d steps: %s", name, want.StepsUsed, told(exact))
	}
	if less, _ := outcome(p, name, args, want.StepsUsed-1); less.Kind != interp.FuelExhausted || less.StepsUsed != want.StepsUsed-1 {
		t.Fatalf("%s under %d steps: %s, before %s", name, want.StepsUsed-1, told(less), told(want))
	}
}
