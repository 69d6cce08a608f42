package syntax_test

import (
	"fmt"
	"go/parser"
	"go/printer"
	"go/token"
	"io"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/syntax"
)

// The generated programs: one record and then functions of one shape, the Go
// twin with the same statements, names and nesting.
const spxFunction = `@id("bench.step_%[1]d")
fn step_%[1]d(left: i64, right: i64, flag: bool) -> i64
    requires left >= 0
    ensures result >= 0
{
    let mut total = left + right * %[1]d;
    let point = Point { x: total, y: right };
    let mut index = 0;
    while index < 10 && total < 1000000 {
        total = total + clamp(point.x - index, 0, 100) %% 7;
        index = index + 1;
        0
    }
    let scaled = if flag { total / 2 } else { (total + point.y) * 3 };
    match scaled { 0 => 1, 1 | 2 => total, n if n > 100 => n - 100, _ => scaled, }
}

`

const goFunction = `// Step%[1]d has the identity bench.step_%[1]d.
func step_%[1]d(left int64, right int64, flag bool) int64 {
	requires(left >= 0)
	total := left + right*%[1]d
	point := Point{x: total, y: right}
	index := 0
	for index < 10 && total < 1000000 {
		total = total + clamp(point.x-index, 0, 100)%%7
		index = index + 1
	}
	var scaled int64
	if flag {
		scaled = total / 2
	} else {
		scaled = (total + point.y) * 3
	}
	switch n := scaled; {
	case n == 0:
		return 1
	case n == 1 || n == 2:
		return total
	case n > 100:
		return n - 100
	default:
		return scaled
	}
}

`

func spxProgram(functions int) []byte {
	var b strings.Builder
	b.WriteString("module bench;\n\n@id(\"bench.point\")\nrecord Point {\n    @id(\"bench.point.x\")\n    x: i64,\n    @id(\"bench.point.y\")\n    y: i64,\n}\n\n")
	b.WriteString("@id(\"bench.clamp\")\nfn clamp(value: i64, low: i64, high: i64) -> i64\n{\n    if value < low { low } else { if value > high { high } else { value } }\n}\n\n")
	for i := range functions {
		fmt.Fprintf(&b, spxFunction, i)
	}
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}

func goProgram(functions int) []byte {
	var b strings.Builder
	b.WriteString("package bench\n\n// Point is bench.point.\ntype Point struct {\n\tx int64\n\ty int64\n}\n\n")
	b.WriteString("func clamp(value int64, low int64, high int64) int64 {\n\tif value < low {\n\t\treturn low\n\t} else if value > high {\n\t\treturn high\n\t}\n\treturn value\n}\n\nfunc requires(ok bool) {}\n\n")
	for i := range functions {
		fmt.Fprintf(&b, goFunction, i)
	}
	return []byte(b.String())
}

func TestGeneratedProgramIsCanonical(t *testing.T) {
	src := spxProgram(3)
	f, fault := syntax.Parse("bench.spx", src)
	if fault != nil {
		t.Fatal(fault)
	}
	if got := string(syntax.Print(f)); got != string(src) {
		t.Errorf("got:\n%s\nwant:\n%s", got, src)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "bench.go", goProgram(3), parser.SkipObjectResolution); err != nil {
		t.Error(err)
	}
}

// largest is the number of functions that fill the text bound.
func largest() int { return syntax.MaxSourceBytes / (len(spxFunction) + 24) }

func sizes(run func(name string, functions int)) {
	for _, n := range []int{10, 100, 1000} {
		run(fmt.Sprint(n), n)
	}
	run("16MiB", largest())
}

func measured(b *testing.B, src []byte, run func()) {
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		run()
	}
	lines := float64(strings.Count(string(src), "\n")) * float64(b.N)
	b.ReportMetric(lines/b.Elapsed().Seconds(), "lines/s")
}

func BenchmarkParse(b *testing.B) {
	sizes(func(name string, functions int) {
		b.Run("spx/"+name, func(b *testing.B) {
			src := spxProgram(functions)
			measured(b, src, func() {
				if _, fault := syntax.Parse("bench.spx", src); fault != nil {
					b.Fatal(fault)
				}
			})
		})
		b.Run("go/"+name, func(b *testing.B) {
			src := goProgram(functions)
			measured(b, src, func() {
				if _, err := parser.ParseFile(token.NewFileSet(), "bench.go", src, parser.SkipObjectResolution); err != nil {
					b.Fatal(err)
				}
			})
		})
	})
}

func BenchmarkPrint(b *testing.B) {
	sizes(func(name string, functions int) {
		b.Run("spx/"+name, func(b *testing.B) {
			src := spxProgram(functions)
			f, fault := syntax.Parse("bench.spx", src)
			if fault != nil {
				b.Fatal(fault)
			}
			measured(b, src, func() { syntax.Print(f) })
		})
		if functions > 1000 {
			return // go/printer would take minutes
		}
		b.Run("go/"+name, func(b *testing.B) {
			src := goProgram(functions)
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, "bench.go", src, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				b.Fatal(err)
			}
			measured(b, src, func() {
				if err := printer.Fprint(io.Discard, set, f); err != nil {
					b.Fatal(err)
				}
			})
		})
	})
}
