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
	sources["m0.spx"] += generatedSpare
	for _, root := range []string{"m.app", "m.tests"} {
		id := "m.main"
		if root == "m.tests" {
			id = "m.tests.main"
		}
		sources[strings.TrimPrefix(root, "m.")+".spx"] = "module " + root + ";\nuse function @id(\"g0.f0\") from g0 as start;\n\n@id(\"" + id + "\")\nfn main() -> i64\n{\n    start(1, 2)\n}\n"
	}
	return sources
}

// What the first module has beside the functions of all: a protocol nobody implements
// yet, and a function that can move elsewhere.
const (
	generatedProtocol = `
@id("g0.sized")
protocol Sized {
    @id("g0.sized.size")
    fn size(self: Self) -> i64;
}
`
	generatedSpare = `
@id("g0.size")
fn size(pair: Pair) -> i64
{
    spare(pair.left, pair.right)
}

@id("g0.spare")
fn spare(left: i64, right: i64) -> i64
{
    left * right
}
`
)

func generatedModule(index, functions int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "module g%d;\n", index)
	fmt.Fprintf(&text, "\n@id(\"g%d.pair\")\nrecord Pair {\n    @id(\"g%d.pair.left\")\n    left: i64,\n    @id(\"g%d.pair.right\")\n    right: i64,\n}\n", index, index, index)
	if index == 0 {
		text.WriteString(generatedProtocol)
	}
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

// benchIntention is an intention that the generated project admits.
type benchIntention struct{ name, text string }

// benchIntentions is one intention of each kind; of the kinds that grow with what they
// touch, more.
func benchIntentions(t testing.TB, p *Programs, c *Candidate) []benchIntention {
	t.Helper()
	body := `{"kind":"binary","op":"+","left":{"kind":"place","name":"left"},"right":{"kind":"place","name":"right"}}`
	value := expressionAt(t, p, c, "g0.f1", "body.s0.value")
	return []benchIntention{
		{"rename", `{"kind":"rename_declaration","target":"g0.f1","name":"renamed"}`},
		{"rename type", `{"kind":"rename_declaration","target":"g0.pair","name":"Couple"}`},
		{"signature", `{"kind":"change_function_signature","target":"g0.f1","append_parameters":[{"name":"extra","type":"i64","argument":{"kind":"i64","value":0}}]}`},
		{"reorder", `{"kind":"change_function_signature","target":"g0.f1","parameters":[{"from":"right"},{"from":"left"}]}`},
		{"body", `{"kind":"replace_function_body","target":"g0.f1","body":` + body + `}`},
		{"expression", `{"kind":"replace_expression","target":"g0.f1","expression_id":"` + value + `","replacement":` + body + `}`},
		{"clause", `{"kind":"replace_contract_expression","target":"g0.f1","expression_id":"` + expressionAt(t, p, c, "g0.f1", "requires.0") + `","replacement":{"kind":"bool","value":true}}`},
		{"contract", `{"kind":"add_contract","target":"g0.f1","phase":"requires","predicate":{"kind":"bool","value":true}}`},
		{"implement", `{"kind":"implement_interface","target":"g0.pair","protocol":"g0.sized","id":"g0.pair.sized","members":[{"method":"g0.sized.size","implementation":"g0.size"}]}`},
		{"function", `{"kind":"add_declaration","target":"g0.f1","declaration":{"id":"g.new","name":"new_function","parameters":[{"name":"left","type":"i64","mode":"value"},{"name":"right","type":"i64","mode":"value"}],"return_type":"i64","effects":[],"requires":[],"ensures":[],"body":` + body + `}}`},
		{"delete", `{"kind":"delete_declaration","target":"g1.f0"}`},
		{"extract", `{"kind":"extract_function","target":"g0.f1","expression_id":"` + value + `","new_id":"g.part","new_name":"part"}`},
		{"move", `{"kind":"move_declaration","target":"g0.spare","destination":"g1.f1"}`},
		{"field", `{"kind":"add_record_field","target":"g0.pair","field":{"id":"g0.pair.more","name":"more","type":"i64","default":{"kind":"i64","value":0}}}`},
		{"repair", repairable(t, p, c, `{"kind":"replace_function_body","target":"g0.f1","body":{"kind":"i32","value":7}}`)},
	}
}

// benchBody replaces the body of a function of the generated project.
func benchBody(target string) string {
	return `{"kind":"replace_function_body","target":"` + target + `","body":{"kind":"place","name":"left"}}`
}

// expressionAt finds an expression of a function by the end of its path.
func expressionAt(t testing.TB, p *Programs, c *Candidate, target, path string) string {
	t.Helper()
	catalogue, faults := c.ExpressionCatalogue(p, target, strings.HasPrefix(path, "requires"))
	noFault(t, faults)
	for _, row := range catalogue.Expressions {
		if strings.HasSuffix(row.ID, ":"+path) {
			return row.ID
		}
	}
	t.Fatalf("%s has no expression %s", target, path)
	return ""
}

// repairable is the intention that repairs a change the compiler refuses.
func repairable(t testing.TB, p *Programs, c *Candidate, rejected string) string {
	t.Helper()
	change, faults := NewChange(c.Now().Revision(), []byte(rejected))
	noFault(t, faults)
	_, attempt, faults := c.Attempt(p, change)
	noFault(t, faults)
	repairs, faults := attempt.Repairs(p)
	noFault(t, faults)
	if len(repairs.Repairs) != 1 {
		t.Fatalf("no repair: %s", repairs.Reason)
	}
	return string(repairs.Repairs[0].Intent)
}

func benchProject(t testing.TB, functions int) *image.Image {
	t.Helper()
	return memory(t, generated(functions))
}

// onDisk writes the generated project down and returns its root and manifest.
func onDisk(t testing.TB, functions int) (*project.Root, string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sources := generated(functions)
	var paths []string
	for path, text := range sources {
		paths = append(paths, path)
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	manifest := filepath.Join(dir, project.ManifestName)
	if err := os.WriteFile(manifest, []byte(manifestOf(paths)), 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := project.OpenRoot("/")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root, manifest
}

// BenchmarkOpen opens a project from disk: what applying is measured against.
func BenchmarkOpen(b *testing.B) {
	for _, functions := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(functions), func(b *testing.B) {
			root, manifest := onDisk(b, functions)
			b.ReportAllocs()
			for b.Loop() {
				_, held, faults := project.Open(b.Context(), root, manifest, nil)
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
		for _, intention := range benchIntentions(b, p, c) {
			change, faults := NewChange(c.Now().Revision(), []byte(intention.text))
			noFault(b, faults)
			b.Run(fmt.Sprintf("%s/%d", intention.name, functions), func(b *testing.B) {
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
			c, faults := apply(b, p, c, benchBody("g0.f1"))
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
			theirs, faults := apply(b, p, c, benchBody("g0.f2"))
			noFault(b, faults)
			b.ReportAllocs()
			for b.Loop() {
				_, _, faults := mine.Rebase(p, theirs)
				noFault(b, faults)
			}
		})
	}
}
