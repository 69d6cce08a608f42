package candidate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/project"
)

// generated is a project of about the given number of functions over eight modules,
// with entry and tests on top.
func generated(functions int) map[string]string {
	files := min(8, max(1, functions/5))
	sources := map[string]string{}
	for m := range files {
		sources[fmt.Sprintf("m%d.spx", m)] = generatedModule(m, functions/files)
	}
	for _, root := range []string{"m.app", "m.tests"} {
		id := "m.main"
		if root == "m.tests" {
			id = "m.tests.main"
		}
		sources[strings.TrimPrefix(root, "m.")+".spx"] = "module " + root + ";\nuse function @id(\"g0.f0\") from g0 as start;\n\n@id(\"" + id + "\")\nfn main() -> i64\n{\n    start(1, 2)\n}\n"
	}
	return sources
}

func generatedModule(index, functions int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "module g%d;\n", index)
	fmt.Fprintf(&text, "\n@id(\"g%d.pair\")\nrecord Pair {\n    @id(\"g%d.pair.left\")\n    left: i64,\n    @id(\"g%d.pair.right\")\n    right: i64,\n}\n", index, index, index)
	for i := range functions {
		fmt.Fprintf(&text, "\n@id(\"g%d.f%d\")\nfn f%d(left: i64, right: i64) -> i64\n    requires right != 0\n    ensures result >= left || result < left\n{\n", index, i, i)
		fmt.Fprintf(&text, "    let value = if left > %d { left * 3 + right } else { left - right / 2 };\n    let pair = Pair { left: left, right: value };\n", i)
		fmt.Fprintf(&text, "    let mut total = 0;\n    while total < 10 {\n        total = total + %d;\n        0\n    }\n", i%7+1)
		if i+1 < functions && i%10 != 9 {
			fmt.Fprintf(&text, "    total + pair.left + f%d(left, right)\n}\n", i+1)
		} else {
			text.WriteString("    total + pair.right + value\n}\n")
		}
	}
	return text.String()
}

// benchIntentions is one intention of each kind that the generated project admits.
func benchIntentions() map[string]string {
	body := `{"kind":"binary","op":"+","left":{"kind":"place","name":"left"},"right":{"kind":"place","name":"right"}}`
	return map[string]string{
		"rename":      `{"kind":"rename_declaration","target":"g0.f1","name":"renamed"}`,
		"signature":   `{"kind":"change_function_signature","target":"g0.f1","append_parameters":[{"name":"extra","type":"i64","argument":{"kind":"i64","value":0}}]}`,
		"reorder":     `{"kind":"change_function_signature","target":"g0.f1","parameters":[{"from":"right"},{"from":"left"}]}`,
		"body":        `{"kind":"replace_function_body","target":"g0.f1","body":` + body + `}`,
		"contract":    `{"kind":"add_contract","target":"g0.f1","phase":"requires","predicate":{"kind":"bool","value":true}}`,
		"function":    `{"kind":"add_declaration","target":"g0.f1","declaration":{"id":"g.new","name":"new_function","parameters":[{"name":"left","type":"i64","mode":"value"},{"name":"right","type":"i64","mode":"value"}],"return_type":"i64","effects":[],"requires":[],"ensures":[],"body":` + body + `}}`,
		"field":       `{"kind":"add_record_field","target":"g0.pair","field":{"id":"g0.pair.more","name":"more","type":"i64","default":{"kind":"i64","value":0}}}`,
		"rename type": `{"kind":"rename_declaration","target":"g0.pair","name":"Couple"}`,
	}
}

func benchProject(b *testing.B, functions int) *image.Image {
	b.Helper()
	return memory(b, generated(functions))
}

// BenchmarkOpen opens a project from disk: what applying is measured against.
func BenchmarkOpen(b *testing.B) {
	for _, functions := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(functions), func(b *testing.B) {
			dir, err := filepath.EvalSymlinks(b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			sources := generated(functions)
			var paths []string
			for path, text := range sources {
				paths = append(paths, path)
				if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			if err := os.WriteFile(filepath.Join(dir, project.ManifestName), []byte(manifestOf(paths)), 0o644); err != nil {
				b.Fatal(err)
			}
			root, err := project.OpenRoot("/")
			if err != nil {
				b.Fatal(err)
			}
			defer root.Close()
			b.ReportAllocs()
			for b.Loop() {
				_, held, faults := project.Open(b.Context(), root, filepath.Join(dir, project.ManifestName), nil)
				noFault(b, faults)
				held.Close()
			}
		})
	}
}

// BenchmarkApply applies one intention of each kind to an open candidate.
func BenchmarkApply(b *testing.B) {
	for _, functions := range []int{10, 100, 1000} {
		p, c := opened(b, benchProject(b, functions))
		for name, intention := range benchIntentions() {
			change, faults := NewChange(c.Now().Revision(), []byte(intention))
			noFault(b, faults)
			b.Run(fmt.Sprintf("%s/%d", name, functions), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					_, faults := c.Apply(p, change)
					noFault(b, faults)
				}
			})
		}
	}
}

// BenchmarkValidate replays a candidate of one change.
func BenchmarkValidate(b *testing.B) {
	for _, functions := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(functions), func(b *testing.B) {
			p, c := opened(b, benchProject(b, functions))
			c, faults := apply(b, p, c, benchIntentions()["body"])
			noFault(b, faults)
			b.ReportAllocs()
			for b.Loop() {
				noFault(b, c.Validate(p))
			}
		})
	}
}

// BenchmarkRebase replays 32 changes on a concurrent one.
func BenchmarkRebase(b *testing.B) {
	for _, functions := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(functions), func(b *testing.B) {
			p, c := opened(b, benchProject(b, functions))
			mine := c
			for n := range MaxChanges {
				next, faults := apply(b, p, mine, fmt.Sprintf(`{"kind":"rename_declaration","target":"g0.f1","name":"name%d"}`, n))
				noFault(b, faults)
				mine = next
			}
			theirs, faults := apply(b, p, c, strings.Replace(benchIntentions()["body"], "g0.f1", "g0.f2", 1))
			noFault(b, faults)
			b.ReportAllocs()
			for b.Loop() {
				_, _, faults := mine.Rebase(p, theirs)
				noFault(b, faults)
			}
		})
	}
}
