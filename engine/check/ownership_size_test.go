package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/check"
)

// growing are bodies whose size is a number of repetitions; each holds what a
// careless pass handles in more than linear time.
func growing() map[string]func(n int) string {
	return map[string]func(n int) string{
		"locals_and_branches": func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "    let a%d = string_from_i64(%d);\n    let b%d = if c { eat(a%d) } else { string_len(a%d) };\n", i, i, i, i, i)
			}
			return b.String()
		},
		"wide_match": func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "    let a%d = string_from_i64(%d);\n", i, i)
			}
			b.WriteString("    let z = match k {")
			for i := range n {
				fmt.Fprintf(&b, " %d => eat(a%d),", i, i)
			}
			b.WriteString(" _ => 0, };\n")
			return b.String()
		},
		"views_of_views": func(n int) string {
			var b strings.Builder
			b.WriteString("    let t = [0u8; 4];\n    let v0 = array_as_slice(t);\n")
			for i := range n {
				fmt.Fprintf(&b, "    let v%d = if c { v%d } else { byte_range(v%d, 0usize, 1usize) };\n", i+1, i, i)
			}
			return b.String()
		},
		"nested_blocks": func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "    let a%d = %s string_from_i64(1) %s;\n", i, strings.Repeat("{ ", 100), strings.Repeat(" }", 100))
			}
			return b.String()
		},
		"parts": func(n int) string {
			var b strings.Builder
			for i := range n {
				fmt.Fprintf(&b, "    let a%d = Two { left: \"\", right: \"\" };\n    let b%d = eat(a%d.left) + string_len(a%d.right);\n", i, i, i, i)
			}
			return b.String()
		},
	}
}

func grown(body string) string {
	return "module k;\nrecord Two {\n    left: string,\n    right: string,\n}\nfn eat(s: string) -> i64\n{\n    1\n}\n" +
		"fn f(c: bool, k: i64) -> i64\n{\n" + body + "    0\n}\nfn main() -> i64\n{\n    0\n}\n"
}

// planSize counts the rows of a plan.
func planSize(plan *check.Ownership) int {
	size := len(plan.Inventory.Slots) + len(plan.Inventory.Flags) + len(plan.Loans.Loans) + len(plan.Loans.Edges) +
		len(plan.Cleanup.Edges) + len(plan.Cleanup.Regions) + len(plan.Accesses)
	for _, block := range plan.Cleanup.Blocks {
		size += 1 + len(block.Steps)
	}
	return size
}

// TestPlansGrowLinearly doubles bodies and compares the rows of their plans.
func TestPlansGrowLinearly(t *testing.T) {
	for name, body := range growing() {
		size := func(n int) int {
			program := check.Single(parse(t, name, grown(body(n))))
			if !program.OK() {
				t.Fatalf("%s: %v", name, program.Diagnostics)
			}
			id, _ := program.Modules[0].FunctionNamed("f")
			return planSize(program.Ownership(id))
		}
		small, large := size(40), size(80)
		if large > 2*small+40 {
			t.Errorf("%s: %d rows, twice as much source %d", name, small, large)
		}
	}
}

// BenchmarkOwnership reports the time of checking grown bodies and of their
// plans; from one size to the next it should grow tenfold.
func BenchmarkOwnership(b *testing.B) {
	for name, body := range growing() {
		for _, n := range []int{100, 1000} {
			source := grown(body(n))
			file := parse(b, name, source)
			b.Run(fmt.Sprintf("check/%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(source)))
				for b.Loop() {
					check.Single(file)
				}
			})
			program := check.Single(file)
			id, _ := program.Modules[0].FunctionNamed("f")
			b.Run(fmt.Sprintf("plan/%s/%d", name, n), func(b *testing.B) {
				b.SetBytes(int64(len(source)))
				for b.Loop() {
					program.Ownership(id)
				}
			})
		}
	}
}
