//go:build unix

package project

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/syntax"
	"github.com/semaprax/semaprax-go/internal/rivals"
)

var (
	tableFlag   = flag.Bool("table", false, "print the table of rivals")
	tableRounds = flag.Int("rounds", 9, "rounds of the table")
)

// text is a generated program: its files, bytes and lines.
type text struct {
	files       []string
	size, lines int
}

func newText(files []string) text {
	made := text{files: files}
	for _, file := range files {
		made.size += len(file)
		made.lines += strings.Count(file, "\n")
	}
	return made
}

// goTwin is Go of the same shape as generated: the same functions, statements and
// operators, in as many files of one package.
func goTwin(files, functions, statements int) text {
	var made []string
	for i := range files {
		var b strings.Builder
		b.WriteString("package gen\n")
		for f := range functions / files {
			fmt.Fprintf(&b, "\n// gen.m%d.f%d\nfunc m%d_f%d(left int64, right int64) (result int64) {\n\tif !(right != 0) {\n\t\tpanic(\"requires\")\n\t}\n", i, f, i, f)
			for s := range statements {
				fmt.Fprintf(&b, "\tvar value%d int64\n\tif left > %d {\n\t\tvalue%d = left*3 + right\n\t} else {\n\t\tvalue%d = left - right/2\n\t}\n\t_ = value%d\n", s, s, s, s, s)
			}
			fmt.Fprintf(&b, "\tvar total int64 = 0\n\tfor total < 10 {\n\t\ttotal = total + %d\n\t}\n", f%7+1)
			if f+1 < functions/files {
				fmt.Fprintf(&b, "\tresult = total + m%d_f%d(left, right)\n", i, f+1)
			} else {
				b.WriteString("\tresult = total\n")
			}
			b.WriteString("\tif !(result >= left || result < left) {\n\t\tpanic(\"ensures\")\n\t}\n\treturn result\n}\n")
		}
		made = append(made, b.String())
	}
	return newText(made)
}

// contender does one job over one text.
type contender struct {
	name string
	text text
	run  func()
}

// jobs are the measured jobs over one size, ours first, then the rival if any.
type job struct {
	name   string
	target float64 // of ours/rival, 0 for none
	field  []contender
}

func jobsOf(t *testing.T, files, functions, statements int) []job {
	f := generated(files, functions, statements)
	manifest, fault := ParseManifest([]byte(f.manifest))
	if fault != nil {
		t.Fatal(fault[0])
	}
	var ours []string
	var trees []*syntax.File
	var sources []Source
	for _, path := range manifest.Sources() {
		source := []byte(f.sources[path])
		sources = append(sources, Source{Path: path, Text: source})
		ours = append(ours, string(source))
		tree, wrong := syntax.Parse(path, source)
		if wrong != nil {
			t.Fatal(wrong)
		}
		trees = append(trees, tree)
	}
	spx, rival := newText(ours), goTwin(files, functions, statements)
	set, parsed := parseGo(t, rival)
	all := []job{
		{"parse", 1.25, []contender{
			{"syntax.Parse", spx, func() {
				for _, source := range sources {
					_, _ = syntax.Parse(source.Path, source.Text)
				}
			}},
			{"go/parser", rival, func() { parseGo(t, rival) }},
		}},
		{"print", 0, []contender{
			{"syntax.Print", spx, func() {
				for _, tree := range trees {
					syntax.Print(tree)
				}
			}},
			{"go/printer", rival, func() { printGo(t, set, parsed) }},
		}},
		{"check", 2, []contender{
			{"check.Workspace", spx, func() {
				if !check.Workspace(trees).OK() {
					t.Fatal("the generated program has faults")
				}
			}},
			{"go/types", rival, func() { checkGo(t, set, parsed) }},
		}},
		{"load", 0, []contender{{"project.Build", spx, func() {
			if _, faults := Build(manifest, sources, nil); faults.HasErrors() {
				t.Fatal(faults[0])
			}
		}}}},
	}
	if functions*statements > 10_000 {
		all[1].field = all[1].field[:1] // go/printer would take minutes
	}
	return all
}

func parseGo(t *testing.T, from text) (*token.FileSet, []*ast.File) {
	set := token.NewFileSet()
	var files []*ast.File
	for i, source := range from.files {
		file, err := parser.ParseFile(set, fmt.Sprintf("m%d.go", i), source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return set, files
}

func printGo(t *testing.T, set *token.FileSet, files []*ast.File) {
	for _, file := range files {
		if err := printer.Fprint(io.Discard, set, file); err != nil {
			t.Fatal(err)
		}
	}
}

func checkGo(t *testing.T, set *token.FileSet, files []*ast.File) {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
	}
	config := types.Config{}
	if _, err := config.Check("gen", set, files, info); err != nil {
		t.Fatal(err)
	}
}

// TestTable prints, for projects of 10, 100 and 1,000 functions, one at the bound of
// 16 files and 16 MiB and a sixteenth of that, the medians of interleaved rounds and how the time grows;
// it judges nothing.
func TestTable(t *testing.T) {
	if !*tableFlag {
		t.Skip("the table of rivals is printed by make bench-engine")
	}
	out := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "job\tproject\tcontender\tms\tMB/s\tlines/s\tours/rival\taim\t")
	type point struct{ size, seconds float64 }
	growth := map[string][]point{}
	for _, size := range []struct {
		name                         string
		files, functions, statements int
	}{
		{"10", 1, 10, 4}, {"100", 4, 100, 4}, {"1000", 10, 1000, 4}, {"9 files, 1 MiB", 7, 63, 202}, {"16 files, 16 MiB", 14, 1008, 202},
	} {
		for _, j := range jobsOf(t, size.files, size.functions, size.statements) {
			seconds := medians(j.field)
			growth[j.name] = append(growth[j.name], point{float64(j.field[0].text.size), seconds[0]})
			speed := func(i int) float64 { return float64(j.field[i].text.size) / seconds[i] / 1e6 }
			for i, c := range j.field {
				fmt.Fprintf(out, "%s\t%s\t%s\t%.3f\t%.1f\t%.0f\t", j.name, size.name, c.name, seconds[i]*1e3, speed(i), float64(c.text.lines)/seconds[i])
				if i > 0 {
					fmt.Fprintf(out, "%.2f\t%s\t\n", speed(0)/speed(i), aim(j.target))
				} else {
					fmt.Fprintf(out, "\t\t\n")
				}
			}
		}
	}
	out.Flush()
	fmt.Fprintln(out, "\njob\tfrom bytes\tto bytes\tgrowth exponent\taim\t")
	for _, name := range []string{"parse", "print", "check", "load"} {
		// Each pair differs in the number of functions only.
		for _, pair := range [][2]int{{0, 2}, {3, 4}} {
			from, to := growth[name][pair[0]], growth[name][pair[1]]
			exponent := math.Log(to.seconds/from.seconds) / math.Log(to.size/from.size)
			fmt.Fprintf(out, "%s\t%.0f\t%.0f\t%.3f\t< 1.15\t\n", name, from.size, to.size, exponent)
		}
	}
	out.Flush()
}

func aim(target float64) string {
	if target == 0 {
		return ""
	}
	return fmt.Sprintf(">= %.2f", target)
}

// medians are each contender's median seconds.
func medians(field []contender) []float64 {
	var runs []func()
	for _, c := range field {
		runs = append(runs, c.run)
	}
	return rivals.Medians(*tableRounds, 40*time.Millisecond, runs)
}

// TestGoTwin keeps the rival's program valid.
func TestGoTwin(t *testing.T) {
	set, files := parseGo(t, goTwin(2, 6, 3))
	checkGo(t, set, files)
}
