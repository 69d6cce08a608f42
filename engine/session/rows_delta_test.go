package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/delta"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
)

// candidateOf is a retained candidate.
func candidateOf(t testing.TB, s *Session, revision string) *candidate.Candidate {
	t.Helper()
	for _, each := range s.registry.candidates.subjects {
		if each.Revision().String() == revision {
			return each.(*candidate.Candidate)
		}
	}
	t.Fatalf("%s is not retained", revision)
	return nil
}

// deltaMethods are the chunked methods with the kind of their report, a target, and
// the code of an offset.
func deltaMethods() []struct {
	method, target, code string
	kind                 delta.Kind
} {
	return []struct {
		method, target, code string
		kind                 delta.Kind
	}{
		{"candidate/semantic-delta", "calculator.clamp", "SPX-G241", delta.Semantic},
		{"candidate/semantic-delta-catalog", "", "SPX-G241", delta.SemanticCatalogue},
		{"candidate/interface-delta", "", "SPX-G310", delta.Interface},
		{"candidate/contract-delta", "", "SPX-G325", delta.Contract},
		{"candidate/ownership-delta", "", "SPX-G328", delta.Ownership},
	}
}

// TestDeltaChunksGiveTheReport reads every delta in chunks and compares it with the
// report made directly.
func TestDeltaChunksGiveTheReport(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	c = applying(t, s, c, renaming("bounded"))
	subject := candidateOf(t, s, c)
	for _, each := range deltaMethods() {
		var more []string
		if each.target != "" {
			more = []string{`"target":"` + each.target + `"`}
		}
		want, faults := each.kind.Make(s.programs, subject, each.target)
		if faults != nil {
			t.Fatal(faults[0])
		}
		for _, size := range []int{MinChunkBytes, MaxChunkBytes} {
			if got := whole(t, s, each.method, on(s, c, more...), size); got != string(want) {
				t.Errorf("%s: chunks of %d bytes give another report", each.method, size)
			}
		}
		first := ask(t, s, each.method, on(s, c, more...))
		if first.member(t, "report_schema") != each.kind.Schema() || first.member(t, "source_authority") != "false" {
			t.Errorf("%s: %s", each.method, first.raw)
		}
		end := ask(t, s, each.method, on(s, c, append(more, fmt.Sprintf(`"offset":%d`, len(want)))...))
		if end.member(t, "chunk") != "" || end.member(t, "next_offset") != "" {
			t.Errorf("%s at the end: %s", each.method, end.raw)
		}
		wantCode(t, ask(t, s, each.method, on(s, c, append(more, fmt.Sprintf(`"offset":%d`, len(want)+1))...)), each.code)
		wantCode(t, ask(t, s, each.method, on(s, strings.Replace(c, c[7:12], "00000", 1), more...)), "SPX-G224")
	}
}

// TestSemanticDeltaChunks tells the catalogue from the delta of a target.
func TestSemanticDeltaChunks(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	a := ask(t, s, "candidate/semantic-delta-catalog", on(s, c))
	if !strings.Contains(a.raw, `"target":null`) {
		t.Errorf("%.400s", a.raw)
	}
	if a := ask(t, s, "candidate/semantic-delta", on(s, c, `"target":"calculator.add"`)); a.member(t, "target") != "calculator.add" {
		t.Errorf("%.400s", a.raw)
	}
	wantCode(t, ask(t, s, "candidate/semantic-delta", on(s, c, `"target":"calculator.nowhere"`)), "SPX-G252")
	wantCode(t, ask(t, s, "candidate/semantic-delta", on(s, c, `"target":"core.option"`)), "SPX-G252")
	wantCode(t, ask(t, s, "candidate/semantic-delta", on(s, c)), "-32602")
}

func TestSourceReviewChunks(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	c = applying(t, s, c, renaming("bounded"))
	review, faults := delta.NewReview(s.programs, candidateOf(t, s, c))
	if faults != nil {
		t.Fatal(faults[0])
	}
	want, _ := review.Line()
	if got := whole(t, s, "candidate/source-review", on(s, c), MinChunkBytes); got != string(want) {
		t.Error("the chunks give another review")
	}
	wantCode(t, ask(t, s, "candidate/source-review", on(s, c, fmt.Sprintf(`"offset":%d`, len(want)+1))), "SPX-G222")
	wantCode(t, ask(t, s, "candidate/source-review", on(s, c, `"offset":16777217`)), "-32602")
}

// TestDeltaReads follows handles and cursors from summaries through pages.
func TestDeltaReads(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	c = applying(t, s, c, renaming("bounded"))
	target := `"target":"calculator.clamp"`
	for _, each := range []struct{ summary, page, key, bytes string }{
		{"candidate/function-summary", "candidate/function-facet", "facet", ""},
		{"candidate/dependency-summary", "candidate/dependency-page", "view", ""},
		{"candidate/impact-summary", "candidate/impact-page", "view", ""},
	} {
		a := ask(t, s, each.summary, on(s, c, target))
		if a.member(t, "candidate_revision") != c || a.member(t, "candidate_retained") != "false" {
			t.Errorf("%s: %.300s", each.summary, a.raw)
		}
		var rows []map[string]json.RawMessage
		if err := json.Unmarshal([]byte(a.member(t, "facets")), &rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			choice := `"` + each.key + `":` + string(row[each.key])
			handle := `"handle":` + string(row["handle"])
			items, total := 0, ""
			for cursor := ""; ; {
				page := ask(t, s, each.page, on(s, c, target, choice, handle, `"page_size":1`+cursor))
				var list []json.RawMessage
				if err := json.Unmarshal([]byte(page.member(t, "items")), &list); err != nil {
					t.Fatal(err)
				}
				items, total = items+len(list), page.member(t, "total_items")
				if page.member(t, "next_cursor") == "" {
					break
				}
				cursor = `,"cursor":"` + page.member(t, "next_cursor") + `"`
			}
			if total != fmt.Sprint(items) {
				t.Errorf("%s %s: %d items, total %s", each.page, choice, items, total)
			}
		}
	}
}

// TestDeltaReadRefusals demands the codes that stand in the table.
func TestDeltaReadRefusals(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	zero := `"handle":"sha256:` + strings.Repeat("0", 64) + `"`
	target, nowhere := `"target":"calculator.clamp"`, `"target":"calculator.nowhere"`
	for _, each := range []struct {
		method string
		params []string
		code   string
	}{
		{"candidate/function-summary", []string{nowhere}, "SPX-G219"},
		{"candidate/function-facet", []string{target, `"facet":"loans"`, zero}, "SPX-G229"},
		{"candidate/function-facet", []string{target, `"facet":"other"`, zero}, "-32602"},
		{"candidate/dependency-summary", []string{nowhere}, "SPX-G320"},
		{"candidate/dependency-page", []string{target, `"view":"sites"`, zero}, "SPX-G324"},
		{"candidate/dependency-page", []string{target, `"view":"sites"`, `"handle":"x"`}, "-32602"},
		{"candidate/impact-summary", []string{nowhere}, "SPX-G333"},
		{"candidate/impact-summary", []string{target, `"impact_max_bytes":4095`}, "-32602"},
		{"candidate/impact-page", []string{target, `"view":"affected"`, zero}, "SPX-G333"},
		{"candidate/impact-page", []string{target, `"impact_max_bytes":16777217`, `"view":"affected"`, zero}, "-32602"},
	} {
		wantCode(t, ask(t, s, each.method, on(s, c, each.params...)), each.code)
		row := &s.methods.find([]byte(each.method)).row
		if strings.HasPrefix(each.code, "SPX") && !slices.ContainsFunc(row.codes, func(code diag.Code) bool { return string(code) == each.code }) {
			t.Errorf("%s does not list %s", each.method, each.code)
		}
	}
}

// TestDeltasInBatches reads deltas in a batch and compares them with single reads.
func TestDeltasInBatches(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	c = applying(t, s, c, renaming("bounded"))
	var frames [][]byte
	for _, each := range deltaMethods() {
		var more []string
		if each.target != "" {
			more = []string{`"target":"` + each.target + `"`}
		}
		frames = append(frames, []byte(request("1", each.method, on(s, c, more...))))
	}
	frames = append(frames, []byte(request("1", "candidate/source-review", on(s, c))),
		[]byte(request("1", "candidate/impact-summary", on(s, c, `"target":"calculator.add"`))))
	answers, faults := s.HandleReadBatch(frames)
	if faults != nil {
		t.Fatal(faults[0])
	}
	for i, frame := range frames {
		if got, want := string(answers[i]), string(s.Handle(frame)); got != want {
			t.Errorf("%s:\n got %.300s\nwant %.300s", frame, got, want)
		}
	}
}

func TestDeltaBoundsAreInTheParams(t *testing.T) {
	s, _, _ := preparing(t, "calculator")
	for method, most := range map[string]string{
		"candidate/semantic-delta": "67108864", "candidate/semantic-delta-catalog": "67108864", "candidate/interface-delta": "8388608",
		"candidate/contract-delta": "8388608", "candidate/ownership-delta": "8388608", "candidate/source-review": "16777216",
	} {
		if got := s.methods.find([]byte(method)).params.Field("offset").Value.Max; got != most {
			t.Errorf("%s: offset up to %s, want %s", method, got, most)
		}
	}
	impact := s.methods.find([]byte("candidate/impact-page")).params
	if bytes := impact.Field("impact_max_bytes"); bytes.Value.Max != fmt.Sprint(image.MaxImpactBytes) || bytes.Default != "1048576" {
		t.Errorf("%+v", bytes)
	}
}
