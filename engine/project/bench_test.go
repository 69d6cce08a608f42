package project

import (
	"fmt"
	"strings"
	"testing"
)

// generated is a project of n functions over some files, each function of the
// given number of statements; entry and test modules come on top.
func generated(files, functions, statements int) fixture {
	f := fixture{sources: map[string]string{}}
	var paths []string
	for i := range files {
		path := fmt.Sprintf("m%02d.spx", i)
		paths = append(paths, path)
		f.sources[path] = generatedModule(i, functions/files, statements)
	}
	f.sources["x.spx"] = generatedRoot("gen.app")
	f.sources["y.spx"] = generatedRoot("gen.tests")
	paths = append(paths, "x.spx", "y.spx")
	f.manifest = fmt.Sprintf("schema = \"semaprax.project.v1\"\nname = \"gen\"\nentry = \"gen.app\"\nsources = [\"%s\"]\nweb_exports = [\"gen.m0.f0\"]\ntests = [\"gen.tests\"]\n", strings.Join(paths, `", "`))
	return f
}

func generatedRoot(module string) string {
	return "module " + module + ";\nuse function @id(\"gen.m0.f0\") from gen.m0 as start;\n\n@id(\"" + module + ".main\")\nfn main() -> i64\n{\n    start(1, 2)\n}\n"
}

func generatedModule(index, functions, statements int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "module gen.m%d;\n", index)
	for i := range functions {
		fmt.Fprintf(&text, "\n@id(\"gen.m%d.f%d\")\nfn f%d(left: i64, right: i64) -> i64\n    requires right != 0\n    ensures result >= left || result < left\n{\n", index, i, i)
		for s := range statements {
			fmt.Fprintf(&text, "    let value%d = if left > %d { left * 3 + right } else { left - right / 2 };\n", s, s)
		}
		fmt.Fprintf(&text, "    let mut total = 0;\n    while total < 10 {\n        total = total + %d;\n        0\n    }\n", i%7+1)
		if i+1 < functions {
			fmt.Fprintf(&text, "    total + f%d(left, right)\n}\n", i+1)
		} else {
			text.WriteString("    total\n}\n")
		}
	}
	return text.String()
}

func (f fixture) bytesAndLines() (size, lines int) {
	for _, text := range f.sources {
		size, lines = size+len(text), lines+strings.Count(text, "\n")
	}
	return size, lines
}

// BenchmarkLoad builds projects from memory: parse, canonical compare, check,
// link, revisions.
func BenchmarkLoad(b *testing.B) {
	for _, row := range []struct {
		name                         string
		files, functions, statements int
	}{
		{"10 functions", 1, 10, 4}, {"100 functions", 4, 100, 4}, {"1000 functions", 10, 1000, 4},
		{"bound of 16 files and 16 MiB", 14, 1008, 202},
	} {
		b.Run(row.name, func(b *testing.B) {
			f := generated(row.files, row.functions, row.statements)
			size, lines := f.bytesAndLines()
			if size > MaxSourceBytes {
				b.Fatal("the generated sources pass the bound:", size)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				if _, fault := f.build(b, nil); fault != nil {
					b.Fatal(fault[0])
				}
			}
			b.ReportMetric(float64(lines)*float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// BenchmarkReload builds a project of 1,000 functions again after one file of ten
// changed.
func BenchmarkReload(b *testing.B) {
	f := generated(10, 1000, 4)
	size, _ := f.bytesAndLines()
	base := f.mustBuild(b)
	f.sources["m03.spx"] = strings.Replace(f.sources["m03.spx"], "left * 3", "left * 4", 1)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if _, fault := f.build(b, base); fault != nil {
			b.Fatal(fault[0])
		}
	}
}
