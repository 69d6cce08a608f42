package session

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/schema"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

// imageMethods are the rows this file tests, each with parameters that answer.
func imageMethods(t testing.TB, s *Session) map[string]string {
	t.Helper()
	of := s.image
	reference, _ := of.ExportReference("ledger.apply", image.FacetCallers)
	text := string(canon.AppendString(nil, image.ReferenceShape().AppendCJ(nil, &reference)))
	handle := func(d canon.Digest) string { return `"handle":"` + d.String() + `"` }
	const target = `"target":"ledger.apply"`
	const kind = `"target_kind":"declaration"`
	return map[string]string{
		"image/symbol":                     imageParams(s, `"stable_id":"ledger.apply"`),
		"image/context":                    imageParams(s, kind, target),
		"image/impact":                     imageParams(s, kind, target),
		"image/function-summary":           imageParams(s, target),
		"image/facet":                      imageParams(s, target, `"facet":"callers"`, handle(of.FacetHandle("ledger.apply", image.FacetCallers))),
		"image/function-reference-export":  imageParams(s, target, `"facet":"callers"`),
		"image/function-reference-resolve": imageParams(s, `"reference":`+text),
		"image/dependencies":               imageParams(s, target),
		"image/dependency-summary":         imageParams(s, target),
		"image/dependency-page":            imageParams(s, target, `"view":"calls"`, handle(of.DependencyHandle("ledger.apply", image.ViewCalls))),
	}
}

func TestImageMethodsAnswerTheirPayloads(t *testing.T) {
	s, _ := openSession(t, "ledger", nil)
	want := map[string]string{
		"image/symbol":                     "semaprax.semantic-workspace-image-symbol.v1",
		"image/context":                    "semaprax.project-semantic-context.v1",
		"image/impact":                     "semaprax.project-semantic-impact.v1",
		"image/function-summary":           "semaprax.image-function-summary.v1",
		"image/facet":                      "semaprax.image-facet.v1",
		"image/function-reference-export":  "semaprax.image-function-reference.v1",
		"image/function-reference-resolve": "semaprax.image-function-reference-resolution.v1",
		"image/dependencies":               "semaprax.image-declaration-dependencies-chunk.v1",
		"image/dependency-summary":         "semaprax.image-dependency-summary.v1",
		"image/dependency-page":            "semaprax.image-dependency-page.v1",
	}
	if rows := imageRows(); len(rows) != len(want) {
		t.Errorf("%d rows, %d are tested", len(rows), len(want))
	}
	for method, params := range imageMethods(t, s) {
		a := ask(t, s, method, params)
		if got := a.member(t, "schema"); got != want[method] {
			t.Errorf("%s answers %q, want %q", method, got, want[method])
		}
		found := s.methods.find([]byte(method))
		if !found.batch || !found.query {
			t.Errorf("%s: batch %v, query %v", method, found.batch, found.query)
		}
		wantCode(t, ask(t, s, method, strings.Replace(params, s.image.Revision().String(), "sha256:"+strings.Repeat("0", 64), 1)), "SPX-G282")
	}
}

// TestImagePayloadsFitTheirDeclaration validates what discovery lists as unbundled
// against the shape its owner declares.
func TestImagePayloadsFitTheirDeclaration(t *testing.T) {
	s, _ := openSession(t, "ledger", nil)
	shapes := map[string]*schema.Node{
		"image/symbol": image.SymbolShape().Node(), "image/context": image.ContextShape().Node(), "image/impact": image.ImpactShape().Node(),
		"image/facet": image.FacetPageShape().Node(),
	}
	unbundled := s.discover().bundle.Unbundled()
	params := imageMethods(t, s)
	for method, node := range shapes {
		if !slices.Contains(unbundled, node.Document) {
			t.Errorf("%s is not listed as unbundled: %q", node.Document, unbundled)
		}
		compiler := oracle.Compiler()
		var b canon.Builder
		schema.DescribeDocument(&b, node)
		addDocument(t, compiler, schema.URN(node.Document), b.Bytes())
		var value any
		if err := json.Unmarshal(ask(t, s, method, params[method]).Result.Payload, &value); err != nil {
			t.Fatal(err)
		}
		if err := compiler.MustCompile(schema.URN(node.Document)).Validate(value); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}

func TestImageRefusalsCarryTheirCodes(t *testing.T) {
	s, _ := openSession(t, "ledger", nil)
	zero := `"handle":"sha256:` + strings.Repeat("0", 64) + `"`
	for _, row := range []struct{ method, params, want string }{
		{"image/symbol", imageParams(s, `"stable_id":"absent"`), "SPX-G219"},
		{"image/context", imageParams(s, `"target_kind":"declaration"`, `"target":"absent"`), "SPX-G219"},
		{"image/impact", imageParams(s, `"target_kind":"capability"`, `"target":"ledger.apply"`), "SPX-G219"},
		{"image/function-summary", imageParams(s, `"target":"ledger.balance"`), "SPX-G227"},
		{"image/facet", imageParams(s, `"target":"ledger.apply"`, `"facet":"loans"`, zero), "SPX-G229"},
		{"image/function-reference-export", imageParams(s, `"target":"ledger.balance"`), "SPX-G363"},
		{"image/function-reference-resolve", imageParams(s, `"reference":"{}"`), "SPX-G363"},
		{"image/dependencies", imageParams(s, `"target":"absent"`), "SPX-G320"},
		{"image/dependencies", imageParams(s, `"target":"ledger.apply"`, `"offset":8388608`), "SPX-G219"},
		{"image/dependency-summary", imageParams(s, `"target":"absent"`), "SPX-G320"},
		{"image/dependency-page", imageParams(s, `"target":"ledger.apply"`, `"view":"sites"`, `"handle":"x"`), "SPX-G324"},
	} {
		a := ask(t, s, row.method, row.params)
		if a.code() != row.want {
			t.Errorf("%s %s: code %q, want %q", row.method, row.params, a.code(), row.want)
		}
		declared := s.methods.find([]byte(row.method)).codes
		if !slices.Contains(declared, diag.Code(row.want)) {
			t.Errorf("%s does not declare %s", row.method, row.want)
		}
	}
}

// TestDependencyChunksJoin reads a report in chunks of several sizes.
func TestDependencyChunksJoin(t *testing.T) {
	s, _ := openSession(t, "ledger", nil)
	whole, _ := s.image.Dependencies("ledger.balance")
	for _, size := range []int{MinChunkBytes, 4099, MaxChunkBytes} {
		var joined strings.Builder
		for offset := "0"; offset != ""; {
			a := ask(t, s, "image/dependencies", imageParams(s, `"target":"ledger.balance"`, `"offset":`+offset, `"chunk_bytes":`+strconv.Itoa(size)))
			chunk := a.member(t, "chunk")
			if len(chunk) > size || a.member(t, "total_bytes") != strconv.Itoa(len(whole)) || a.member(t, "report_schema") != image.DependencySchema {
				t.Fatalf("chunk of %d bytes at %s: %.200s", len(chunk), offset, a.raw)
			}
			joined.WriteString(chunk)
			offset = a.member(t, "next_offset")
		}
		if joined.String() != string(whole) {
			t.Errorf("chunks of %d bytes joined differ from the report", size)
		}
	}
	end := ask(t, s, "image/dependencies", imageParams(s, `"target":"ledger.balance"`, `"offset":`+strconv.Itoa(len(whole))))
	if end.member(t, "chunk") != "" || end.member(t, "next_offset") != "" {
		t.Errorf("at the end: %.300s", end.raw)
	}
	wantCode(t, ask(t, s, "image/dependencies", imageParams(s, `"target":"ledger.balance"`, `"offset":`+strconv.Itoa(len(whole)+1))), "SPX-G219")
}

// TestImageRowsInABatch compares every row with its ordinary response.
func TestImageRowsInABatch(t *testing.T) {
	s, _ := openSession(t, "ledger", withBatch(3))
	var frames, want []string
	for method, params := range imageMethods(t, s) {
		frame := request(strconv.Itoa(len(frames)), method, params)
		frames = append(frames, frame)
		want = append(want, string(s.Handle([]byte(frame))))
	}
	got := rowsOf(t, ask(t, s, "workspace/read-batch", batchFrames(s, frames...)))
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s\n got %.300s\nwant %.300s", frames[i], got[i], want[i])
		}
	}
}

// generatedFolder writes a project of n functions over two modules.
func generatedFolder(b *testing.B, n int) string {
	b.Helper()
	dir, err := filepath.EvalSymlinks(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	var core strings.Builder
	core.WriteString("module gen.core;\n")
	for i := range n {
		fmt.Fprintf(&core, "\n@id(\"gen.f%d\")\nfn f%d(a: i64, b: i64) -> i64\n    requires b > 0\n    ensures result >= a || result < a\n{\n", i, i)
		if i == 0 {
			core.WriteString("    a + b\n}\n")
		} else {
			fmt.Fprintf(&core, "    let next = f%d(a + 1, b);\n    next + f%d(a, b)\n}\n", i-1, i/2)
		}
	}
	app := "module gen.app;\nuse function @id(\"gen.f0\") from gen.core as start;\n\n@id(\"gen.main\")\nfn main() -> i64\n{\n    start(1, 2)\n}\n"
	for name, text := range map[string]string{
		"app.spx": app, "core.spx": core.String(), "tests.spx": strings.NewReplacer("gen.app", "gen.tests", "gen.main", "gen.check").Replace(app),
		"semaprax.toml": "schema = \"semaprax.project.v1\"\nname = \"gen\"\nentry = \"gen.app\"\nsources = [\"app.spx\", \"core.spx\", \"tests.spx\"]\nweb_exports = [\"gen.main\"]\ntests = [\"gen.tests\"]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// BenchmarkImageReads answers contexts of about 4 KiB and facets through the whole
// session, without the authentication of the source.
func BenchmarkImageReads(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		s := openAt(b, generatedFolder(b, n), nil)
		target := `"target":"gen.f` + strconv.Itoa(n/2) + `"`
		reads := map[string]string{
			"image/context": imageParams(s, `"target_kind":"declaration"`, target, `"max_bytes":4096`),
			"image/facet": imageParams(s, target, `"facet":"contracts"`,
				`"handle":"`+s.image.FacetHandle("gen.f"+strconv.Itoa(n/2), image.FacetContracts).String()+`"`),
		}
		for _, method := range []string{"image/context", "image/facet"} {
			b.Run(fmt.Sprintf("%s/functions=%d", method, n), func(b *testing.B) {
				s.methods.find([]byte(method)).drifted = true
				frame := []byte(request("1", method, reads[method]))
				if a := parseAnswer(b, s.Handle(frame)); a.code() != "" {
					b.Fatal(a.raw)
				}
				times := make([]time.Duration, 0, 1<<16)
				b.ReportAllocs()
				size := 0
				for b.Loop() {
					start := time.Now()
					size = len(s.Handle(frame))
					if len(times) < cap(times) {
						times = append(times, time.Since(start))
					}
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Nanoseconds()), "p50-ns")
				b.ReportMetric(float64(times[len(times)*99/100].Nanoseconds()), "p99-ns")
				b.ReportMetric(float64(size), "bytes/answer")
			})
		}
	}
}
