package delta

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
)

// chained is a project of n functions in one module, each with clauses, each calling
// the one before; the last is what main calls.
func chained(n int) map[string]string {
	var core strings.Builder
	core.WriteString("module m.core;\n")
	for i := range n {
		call := "a"
		if i > 0 {
			call = fmt.Sprintf("f%d(a - 1)", i-1)
		}
		fmt.Fprintf(&core, "\n@id(\"m.f%d\")\nfn f%d(a: i64) -> i64\n    requires a > %d\n    ensures result < a + %d\n{\n    let text = string_from_i64(a);\n    let half = %s;\n    string_len(text) + half\n}\n", i, i, -i, i, call)
	}
	return map[string]string{
		"semaprax.toml": "schema = \"semaprax.project.v1\"\nname = \"m\"\nentry = \"m.app\"\nsources = [\"app.spx\", \"core.spx\", \"tests.spx\"]\nweb_exports = [\"m.main\"]\ntests = [\"m.tests\"]\n",
		"core.spx":      core.String(),
		"app.spx":       fmt.Sprintf("module m.app;\nuse function @id(\"m.f%d\") from m.core as last;\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    last(9)\n}\n", n-1),
		"tests.spx":     "module m.tests;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    0\n}\n",
	}
}

// renameFirst changes the function everything rests on, and its caller.
const renameFirst = `{"kind":"rename_declaration","target":"m.f0","name":"first"}`

// BenchmarkReports makes each report of a rename in projects of 10, 100 and 1,000
// functions.
func BenchmarkReports(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		p, c := changedFiles(b, chained(n), renameFirst)
		each := func(name string, produce func() ([]byte, bool)) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				size := 0
				for b.Loop() {
					text, ok := produce()
					if !ok {
						b.Fatal("refused")
					}
					size = len(text)
				}
				b.ReportMetric(float64(size), "report-bytes")
			})
		}
		for _, k := range kinds() {
			target := ""
			if k == Semantic {
				target = "m.f0"
			}
			each(strings.TrimSuffix(strings.TrimPrefix(k.Schema(), "semaprax.project-candidate-"), ".v1"), func() ([]byte, bool) {
				text, faults := k.Make(p, c, target)
				return text, faults == nil
			})
		}
		each("source-review", func() ([]byte, bool) {
			review, faults := NewReview(p, c)
			if faults != nil {
				return nil, false
			}
			text, faults := review.Line()
			return text, faults == nil
		})
		each("impact-summary", func() ([]byte, bool) { return benchmarkSummary(p, c) })
	}
}

func benchmarkSummary(p *candidate.Programs, c *candidate.Candidate) ([]byte, bool) {
	r, faults := NewReader(p, c)
	if faults != nil {
		return nil, false
	}
	s, faults := r.ImpactSummary(ImpactQuery{"m.f0", 16, DefaultImpactBytes, 1024})
	return ImpactSummaryShape().AppendCJ(nil, &s), faults == nil
}
