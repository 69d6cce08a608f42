package check_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// generated writes a module of count functions, with records and variants on
// the way; generatedGo writes Go of the same shape: the same functions, types,
// statements and operators.
func generated(count int) string {
	var b strings.Builder
	b.WriteString("module bench.generated;\n\n")
	b.WriteString("@id(\"b.point\")\nrecord Point {\n    @id(\"b.point.x\")\n    x: i64,\n    @id(\"b.point.y\")\n    y: i64,\n}\n\n")
	for i := range count {
		fmt.Fprintf(&b, "@id(\"b.f%d\")\nfn f%d(a: i64, b: i64, p: Point) -> i64\n    requires a >= 0\n{\n", i, i)
		b.WriteString("    let mut total = a * 2 + b;\n    let mut index = 0;\n")
		b.WriteString("    while index < b && total < 1000000 {\n        let step = index * 3 - a;\n        total = if step > 10 { total + step } else { total - 1 };\n        index = index + 1;\n        0\n    }\n")
		b.WriteString("    let moved = Point { x: p.x + total, y: p.y - index };\n")
		fmt.Fprintf(&b, "    let next = f%d(moved.x, moved.y, moved);\n", (i*7+1)%count)
		b.WriteString("    if next > total || moved.x == 0 { next - total } else { total % 7 + next }\n}\n\n")
	}
	b.WriteString("@id(\"b.main\")\nfn main() -> i64\n{\n    0\n}\n")
	return b.String()
}

func generatedGo(count int) string {
	var b strings.Builder
	b.WriteString("package generated\n\ntype Point struct {\n\tx int64\n\ty int64\n}\n\n")
	for i := range count {
		fmt.Fprintf(&b, "func f%d(a int64, b int64, p Point) int64 {\n\tif !(a >= 0) {\n\t\tpanic(\"requires\")\n\t}\n", i)
		b.WriteString("\tvar total int64 = a*2 + b\n\tvar index int64 = 0\n")
		b.WriteString("\tfor index < b && total < 1000000 {\n\t\tstep := index*3 - a\n\t\tif step > 10 {\n\t\t\ttotal = total + step\n\t\t} else {\n\t\t\ttotal = total - 1\n\t\t}\n\t\tindex = index + 1\n\t}\n")
		b.WriteString("\tmoved := Point{x: p.x + total, y: p.y - index}\n")
		fmt.Fprintf(&b, "\tnext := f%d(moved.x, moved.y, moved)\n", (i*7+1)%count)
		b.WriteString("\tif next > total || moved.x == 0 {\n\t\treturn next - total\n\t}\n\treturn total%7 + next\n}\n\n")
	}
	return b.String()
}

func TestGeneratedSourceIsClean(t *testing.T) {
	program := check.Single(parse(t, "generated.spx", generated(10)))
	if len(program.Diagnostics) > 0 {
		t.Errorf("%v", program.Diagnostics[0])
	}
	checkGo(t, token.NewFileSet(), 10)
}

func checkGo(t testing.TB, set *token.FileSet, count int) func() {
	file, err := parser.ParseFile(set, "generated.go", generatedGo(count), parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		info := &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		}
		config := types.Config{Importer: importer.Default()}
		if _, err := config.Check("generated", set, []*ast.File{file}, info); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	for _, count := range []int{10, 100, 1000} {
		source := generated(count)
		file := parse(b, "generated.spx", source)
		b.Run(fmt.Sprintf("ours/functions=%d", count), func(b *testing.B) {
			b.SetBytes(int64(len(source)))
			b.ReportAllocs()
			for b.Loop() {
				check.Single(file)
			}
		})
		b.Run(fmt.Sprintf("go-types/functions=%d", count), func(b *testing.B) {
			run := checkGo(b, token.NewFileSet(), count)
			b.SetBytes(int64(len(generatedGo(count))))
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
		})
	}
}

// BenchmarkCheckAtTheBound checks sixteen files of sixty-four functions and one
// MiB each, and reports how the time grows from 16 KiB a file: the exponent
// must stay below 1.15.
func BenchmarkCheckAtTheBound(b *testing.B) {
	small, large := boundFiles(b, 16<<10), boundFiles(b, 1<<20)
	var bytes int
	for _, file := range large {
		bytes += len(file.Source())
	}
	b.SetBytes(int64(bytes))
	for b.Loop() {
		check.Workspace(large)
	}
	perLarge := b.Elapsed().Seconds() / float64(b.N)
	const rounds = 32
	start := time.Now()
	for range rounds {
		check.Workspace(small)
	}
	perSmall := time.Since(start).Seconds() / rounds
	b.ReportMetric(math.Log(perLarge/perSmall)/math.Log(64), "exponent")
}

// boundFiles makes sixteen modules whose functions together have about size
// bytes each.
func boundFiles(t testing.TB, size int) []*syntax.File {
	var files []*syntax.File
	for i := range 16 {
		var b strings.Builder
		fmt.Fprintf(&b, "module bound.m%d;\n\n", i)
		for j := range 64 {
			fmt.Fprintf(&b, "@id(\"m%d.f%d\")\nfn f%d(a: i64, b: i64) -> i64\n{\n    let mut t = a;\n", i, j, j)
			for k := 0; b.Len() < size*(j+1)/64; k++ {
				fmt.Fprintf(&b, "    let v%d = a * %d + b - t;\n    t = if v%d > b { v%d - a } else { t + v%d };\n", k, k, k, k, k)
			}
			b.WriteString("    t\n}\n\n")
		}
		files = append(files, parse(t, fmt.Sprintf("m%02d.spx", i), b.String()))
	}
	return files
}
