package interp_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/interp"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// generator writes well-typed programs of Copy values: arithmetic of every
// integer type, aggregates, matches, contracts, loops, calls of earlier functions
// and blocks that assign in the middle of expressions.
type generator struct {
	choices *rand.Rand
	names   int
	visible []variable
	earlier []signature
	inLoop  bool
	result  string // of the function being written
	pure    bool   // inside a contract
}

type variable struct {
	name, of string
	mutable  bool
}

type signature struct {
	name, result string
	params       []string
}

const declarations = `module generated;

@id("t.p")
record P {
    @id("t.p.a")
    a: i64,
    @id("t.p.b")
    b: bool,
}

@id("t.q")
record Q {
    @id("t.q.p")
    p: P,
    @id("t.q.n")
    n: u8,
}

@id("t.v")
variant V {
    @id("t.v.a")
    A {
        @id("t.v.a.x")
        x: i64,
        @id("t.v.a.y")
        y: bool,
    },
    @id("t.v.b")
    B,
    @id("t.v.c")
    C {
        @id("t.v.c.z")
        z: bool,
    },
}

`

func (g *generator) pick(n int) int { return g.choices.IntN(n) }

func (g *generator) one(options ...string) string { return options[g.pick(len(options))] }

func (g *generator) scalar() string { return g.one("i64", "i64", "i32", "u8", "usize", "bool", "char") }

func (g *generator) typeName() string {
	return g.one("i64", "i64", "i32", "u8", "usize", "bool", "P", "Q", "V", "Option<i64>")
}

func (g *generator) fresh() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

func generate(seed uint64) string {
	g := &generator{choices: rand.New(rand.NewPCG(seed, 1))}
	var b strings.Builder
	b.WriteString(declarations)
	for i := range 5 {
		g.function(&b, fmt.Sprintf("f%d", i))
	}
	b.WriteString("@id(\"t.main\")\nfn main() -> i64\n{\n    0\n}\n")
	return b.String()
}

func (g *generator) function(b *strings.Builder, name string) {
	s := signature{name: name, result: g.typeName()}
	g.visible = nil
	for range g.pick(4) {
		of := g.scalar()
		if name != "f4" {
			of = g.typeName()
		}
		s.params = append(s.params, of)
		g.visible = append(g.visible, variable{g.fresh(), of, false})
	}
	var params []string
	for _, v := range g.visible {
		params = append(params, v.name+": "+v.of)
	}
	if name == "f4" {
		s.result = "i64"
	}
	g.result = s.result
	fmt.Fprintf(b, "@id(\"t.%s\")\nfn %s(%s) -> %s\n", name, name, strings.Join(params, ", "), s.result)
	g.pure = true
	for range g.pick(3) {
		fmt.Fprintf(b, "    requires (%s) || %s\n", g.expr("bool", 2), g.one("true", "true", "false"))
	}
	if s.result == "i64" && g.pick(2) == 0 {
		fmt.Fprintf(b, "    ensures result != %s\n", g.expr("i64", 1))
	}
	g.pure = false
	fmt.Fprintf(b, "%s\n\n", g.block(s.result, 4))
	g.earlier = append(g.earlier, s)
}

// block writes statements and a tail; its variables end with it.
func (g *generator) block(of string, depth int) string {
	mark := len(g.visible)
	var b strings.Builder
	b.WriteString("{ ")
	if !g.pure {
		for range g.pick(4) {
			b.WriteString(g.statement(depth - 1))
		}
	}
	b.WriteString(g.expr(of, depth-1))
	b.WriteString(" }")
	g.visible = g.visible[:mark]
	return b.String()
}

func (g *generator) statement(depth int) string {
	switch g.pick(6) {
	case 0, 1, 2:
		of := g.typeName()
		if g.inLoop {
			of = g.scalar()
		}
		value := g.expr(of, depth)
		v := variable{g.fresh(), of, g.pick(2) == 0}
		g.visible = append(g.visible, v)
		if v.mutable {
			return "let mut " + v.name + " = " + value + "; "
		}
		return "let " + v.name + " = " + value + "; "
	case 3, 4:
		return g.assignment(depth)
	}
	if depth < 2 {
		return g.assignment(depth)
	}
	return g.loop(depth)
}

func (g *generator) assignment(depth int) string {
	var targets []variable
	for _, v := range g.visible {
		switch {
		case !v.mutable:
		case v.of == "P" && !g.inLoop:
			targets = append(targets, variable{v.name + ".a", "i64", true}, variable{v.name + ".b", "bool", true})
		case v.of == "Q" && !g.inLoop:
			targets = append(targets, variable{v.name + ".n", "u8", true})
		case strings.Contains("i64 i32 u8 usize bool char", v.of):
			targets = append(targets, v)
		}
	}
	if len(targets) == 0 {
		return ""
	}
	v := targets[g.pick(len(targets))]
	return v.name + " = " + g.expr(v.of, depth) + "; "
}

// loop counts a variable of its own down, and has any condition besides.
func (g *generator) loop(depth int) string {
	count := g.fresh()
	outer := g.inLoop
	g.inLoop = true
	mark := len(g.visible)
	head := fmt.Sprintf("let mut %s = %d; while %s > 0 && %s ", count, 1+g.pick(4), count, g.expr("bool", depth-2))
	body := "{ "
	for range g.pick(3) {
		body += g.statement(depth - 2)
	}
	body += fmt.Sprintf("%s = %s - 1; %s } ", count, count, g.expr(g.scalar(), 1))
	g.visible = g.visible[:mark]
	g.inLoop = outer
	return head + body
}

func (g *generator) expr(of string, depth int) string {
	if depth <= 0 {
		return g.leaf(of)
	}
	switch g.pick(9) {
	case 0:
		return g.leaf(of)
	case 1:
		return "if " + g.expr("bool", depth-1) + " " + g.block(of, depth-1) + " else " + g.block(of, depth-1)
	case 2:
		return g.block(of, depth-1)
	case 3:
		if call := g.call(of, depth); call != "" {
			return call
		}
	case 4:
		return g.match(of, depth)
	}
	return g.operation(of, depth)
}

func (g *generator) call(of string, depth int) string {
	var fitting []signature
	for _, s := range g.earlier {
		scalars := !strings.ContainsAny(strings.Join(s.params, ""), "PQVO")
		if s.result == of && (!g.inLoop || scalars && !strings.ContainsAny(of, "PQVO")) {
			fitting = append(fitting, s)
		}
	}
	if len(fitting) == 0 {
		return ""
	}
	s := fitting[g.pick(len(fitting))]
	var args []string
	for _, param := range s.params {
		args = append(args, g.expr(param, depth-1))
	}
	return s.name + "(" + strings.Join(args, ", ") + ")"
}

func (g *generator) match(of string, depth int) string {
	if g.inLoop || !strings.Contains("i64 i32 u8 usize bool char", of) {
		return g.leaf(of)
	}
	mark := len(g.visible)
	defer func() { g.visible = g.visible[:mark] }()
	switch g.pick(3) {
	case 0:
		x, y, z := g.fresh(), g.fresh(), g.fresh()
		text := "match (" + g.expr("V", depth-1) + ") { "
		g.visible = append(g.visible, variable{x, "i64", false}, variable{y, "bool", false})
		text += fmt.Sprintf("V::A { x: %s, y: %s } => %s, ", x, y, g.expr(of, depth-1))
		g.visible = append(g.visible[:mark], variable{z, "bool", false})
		text += fmt.Sprintf("V::C { z: %s } => %s, ", z, g.expr(of, depth-1))
		g.visible = g.visible[:mark]
		return text + g.one("_ => ", "V::B {} => ") + g.expr(of, depth-1) + ", }"
	case 1:
		x := g.fresh()
		text := "match (" + g.expr("Option<i64>", depth-1) + ") { Option::None {} => " + g.expr(of, depth-1) + ", "
		g.visible = append(g.visible, variable{x, "i64", false})
		return text + fmt.Sprintf("Option::Some { value: %s } => %s, }", x, g.expr(of, depth-1))
	}
	x := g.fresh()
	text := "match (" + g.expr("i64", depth-1) + ") { 0 | 1 | -1 => " + g.expr(of, depth-1) + ", "
	g.visible = append(g.visible, variable{x, "i64", false})
	text += fmt.Sprintf("%s if %s => %s, ", x, g.expr("bool", depth-2), g.expr(of, depth-1))
	g.visible = g.visible[:mark]
	return text + "_ => " + g.expr(of, depth-1) + ", }"
}

func (g *generator) operation(of string, depth int) string {
	switch of {
	case "i64", "i32":
		if g.pick(6) == 0 {
			return "-(" + g.expr(of, depth-1) + ")"
		}
		return "(" + g.expr(of, depth-1) + ") " + g.one("+", "-", "*", "/", "%", "+", "-") + " (" + g.expr(of, depth-1) + ")"
	case "u8", "usize":
		return "(" + g.expr(of, depth-1) + ") " + g.one("+", "-", "*", "/", "%", "+", "+") + " (" + g.expr(of, depth-1) + ")"
	case "bool":
		return g.condition(depth)
	case "P":
		if g.pick(3) == 0 && !g.inLoop {
			return "(" + g.expr("P", depth-1) + ") with { a: " + g.expr("i64", depth-1) + " }"
		}
		return "P { b: " + g.expr("bool", depth-1) + ", a: " + g.expr("i64", depth-1) + " }"
	case "Q":
		return "Q { p: " + g.expr("P", depth-1) + ", n: " + g.expr("u8", depth-1) + " }"
	case "V":
		return g.one("V::B {}", "V::A { y: "+g.expr("bool", depth-1)+", x: "+g.expr("i64", depth-1)+" }", "V::C { z: "+g.expr("bool", depth-1)+" }")
	case "Option<i64>":
		if g.pick(3) == 0 && g.result == of && !g.pure {
			return "Option<i64>::Some { value: (" + g.expr(of, depth-1) + ")? }"
		}
		return "Option<i64>::Some { value: " + g.expr("i64", depth-1) + " }"
	}
	return g.leaf(of)
}

func (g *generator) condition(depth int) string {
	switch g.pick(4) {
	case 0:
		return "!(" + g.expr("bool", depth-1) + ")"
	case 1:
		return "(" + g.expr("bool", depth-1) + ") " + g.one("&&", "||") + " (" + g.expr("bool", depth-1) + ")"
	}
	of := g.one("i64", "i32", "u8", "usize", "char")
	operator := g.one("==", "!=", "<", "<=", ">", ">=")
	if g.pick(4) == 0 && !g.inLoop {
		of, operator = g.one("P", "Q", "V", "Option<i64>", "bool"), g.one("==", "!=")
	}
	return "(" + g.expr(of, depth-1) + ") " + operator + " (" + g.expr(of, depth-1) + ")"
}

func (g *generator) leaf(of string) string {
	var fitting []string
	for _, v := range g.visible {
		switch {
		case v.of == of:
			fitting = append(fitting, v.name)
		case g.inLoop:
		case v.of == "P" && of == "i64":
			fitting = append(fitting, v.name+".a")
		case v.of == "Q" && of == "u8":
			fitting = append(fitting, v.name+".n")
		case v.of == "Q" && of == "bool":
			fitting = append(fitting, v.name+".p.b")
		}
	}
	if len(fitting) > 0 && g.pick(4) > 0 {
		return fitting[g.pick(len(fitting))]
	}
	switch of {
	case "i64":
		return g.one("0", "1", "2", "3", "-7", "100", "-2147483649", "9223372036854775807")
	case "i32":
		return g.one("0i32", "1i32", "2i32", "-5i32", "2147483647i32")
	case "u8":
		return g.one("0u8", "1u8", "2u8", "200u8")
	case "usize":
		return g.one("0usize", "1usize", "3usize", "4294967296usize", "18446744073709551615usize")
	case "bool":
		return g.one("true", "false")
	case "char":
		return g.one("'a'", "'z'", "'\\u{e9}'")
	case "P":
		return "P { a: 4, b: true }"
	case "Q":
		return "Q { p: P { a: 5, b: false }, n: 9u8 }"
	case "V":
		return g.one("V::B {}", "V::C { z: true }")
	}
	return g.one("Option<i64>::None {}", "Option<i64>::Some { value: 3 }")
}

// runGenerated compares f4 of a generated program for a few arguments; accepted
// is false when the checker refuses the program.
func runGenerated(t *testing.T, seed uint64) (accepted bool) {
	text := generate(seed)
	file, fault := syntax.Parse("source.spx", []byte(text))
	if fault != nil {
		t.Fatalf("seed %d: %v\n%s", seed, fault, text)
	}
	program := check.Single(file)
	if !program.OK() {
		t.Logf("seed %d: %v", seed, program.Diagnostics[0])
		return false
	}
	entry, _ := program.Modules[0].FunctionNamed("f4")
	code, refused := interp.Compile(program, entry)
	if refused != nil {
		t.Fatal(refused)
	}
	choices := rand.New(rand.NewPCG(seed, 2))
	for range 3 {
		var args []interp.Value
		for _, param := range program.Functions[entry].Params {
			v := interp.Value{Type: param.Type, Bits: choices.Uint64N(4)}
			if param.Type == check.TypeBool {
				v.Bits %= 2
			}
			args = append(args, v)
		}
		defer func() {
			if t.Failed() {
				t.Logf("seed %d\n%s", seed, syntax.Print(file))
			}
		}()
		sweep(t, program, code, entry, args, interp.Input{})
	}
	return true
}

func TestGeneratedProgramsAgree(t *testing.T) {
	count := uint64(600)
	switch {
	case os.Getenv("SEMAPRAX_SOAK") == "1":
		count = 6_000
	case testing.Short():
		count = 60
	}
	accepted := uint64(0)
	for seed := range count {
		if runGenerated(t, seed) {
			accepted++
		}
	}
	if accepted < count*9/10 {
		t.Errorf("the checker accepts %d of %d generated programs", accepted, count)
	}
}

// FuzzFuelIsMonotone compares generated programs under many budgets.
func FuzzFuelIsMonotone(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { runGenerated(t, seed) })
}
