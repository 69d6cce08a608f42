package session

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/draft"
)

// pending spells the params of a call on a draft.
func pending(s *Session, revision string, more ...string) string {
	return imageParams(s, append([]string{`"draft_revision":"` + revision + `"`}, more...)...)
}

// opening opens a body hole over a candidate and returns the draft.
func opening(t testing.TB, s *Session, candidate, hole, target string, more ...string) string {
	t.Helper()
	params := append([]string{`"target":"` + target + `"`, `"hole_id":"` + hole + `"`}, more...)
	return ask(t, s, "hole/open", on(s, candidate, params...)).member(t, "draft_revision")
}

func filling(t testing.TB, s *Session, draft, hole, expression string) answer {
	t.Helper()
	return ask(t, s, "hole/fill", pending(s, draft, `"hole_id":"`+hole+`"`, `"expression":`+expression))
}

const swapped = `{"kind":"binary","op":"+","left":{"kind":"place","name":"right"},"right":{"kind":"place","name":"left"}}`

// TestDraftsAreRestoredElsewhere exports a draft in chunks of every size and restores
// it in a second session, where its candidate need not be known.
func TestDraftsAreRestoredElsewhere(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	d := opening(t, s, c, "one", "calculator.add")
	d = opening(t, s, c, "two", "calculator.subtract", `"draft_revision":"`+d+`"`)
	plain := whole(t, s, "hole/recovery-export", pending(s, d), MinChunkBytes)
	for _, size := range []int{MinChunkBytes + 1, MaxChunkBytes} {
		if whole(t, s, "hole/recovery-export", pending(s, d), size) != plain {
			t.Errorf("chunks of %d bytes give another capsule", size)
		}
	}
	filled := filling(t, s, d, "one", swapped)
	past := whole(t, s, "hole/recovery-export", pending(s, filled.member(t, "draft_revision")), MaxChunkBytes)

	other, _, _ := preparing(t, "calculator")
	restore := func(text string) answer {
		return ask(t, other, "hole/recovery-restore", imageParams(other, `"capsule":`+strings.TrimSpace(text)))
	}
	if a := restore(plain); a.member(t, "draft_revision") != d || a.member(t, "source_candidate_revision") != c {
		t.Errorf("restored %s", a.raw)
	}
	// The last valid candidate of the filled draft stands for the one it was opened on.
	a := restore(past)
	if a.member(t, "draft_revision") != filled.member(t, "draft_revision") || a.member(t, "source_candidate_revision") == c {
		t.Errorf("restored %s", a.raw)
	}
	if got := filling(t, other, d, "one", swapped); got.member(t, "source_candidate_revision") != a.member(t, "source_candidate_revision") {
		t.Errorf("a draft retained already changed its candidate: %s", got.raw)
	}
	wantCode(t, ask(t, other, "candidate/validate", on(other, a.member(t, "source_candidate_revision"))), "SPX-G224")
	if other.registry.counts() != [3]int{1, 2, 0} {
		t.Errorf("retained %v", other.registry.counts())
	}
	for _, changed := range []string{strings.Replace(plain, `"two"`, `"t w"`, 1), strings.Replace(plain, c, "sha256:"+strings.Repeat("0", 64), 1)} {
		wantCode(t, restore(changed), "SPX-G232")
	}
	tokens, _, _ := preparing(t, "tokens")
	wantCode(t, ask(t, tokens, "hole/recovery-restore", imageParams(tokens, `"capsule":`+strings.TrimSpace(plain))), "SPX-G232")
}

// TestDraftSlots: a seventeenth draft is refused and nothing is evicted; a draft that
// is there already costs nothing.
func TestDraftSlots(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	var first string
	for n := range MaxDrafts {
		d := opening(t, s, c, fmt.Sprintf("h%d", n), "calculator.add")
		if n == 0 {
			first = d
		}
	}
	wantCode(t, ask(t, s, "hole/open", on(s, c, `"target":"calculator.add"`, `"hole_id":"h16"`)), "SPX-G231")
	wantCode(t, filling(t, s, first, "h0", swapped), "SPX-G231")
	if opening(t, s, c, "h0", "calculator.add") != first {
		t.Error("the same hole gives another draft")
	}
	wantCode(t, ask(t, s, "hole/discard", pending(s, first)), "")
	wantCode(t, filling(t, s, first, "h0", swapped), "SPX-G232")
	opening(t, s, c, "h16", "calculator.add")
	if s.registry.counts() != [3]int{1, MaxDrafts, 0} {
		t.Errorf("retained %v", s.registry.counts())
	}
}

// TestDraftReadsInABatch: the reads of drafts answer in a batch what they answer
// alone; changes are not admitted.
func TestDraftReadsInABatch(t *testing.T) {
	s, _, c := preparing(t, "calculator")
	d := opening(t, s, c, "one", "calculator.add")
	hole := `"hole_id":"one"`
	reads := [][2]string{
		{"hole/query", pending(s, d, hole)}, {"hole/summary", pending(s, d, hole)}, {"hole/fill-suggestions", pending(s, d, hole)},
		{"hole/expression-catalog", pending(s, d, `"target":"calculator.add"`, `"region":"contract"`)},
		{"hole/recovery-export", pending(s, d)}, {"hole/query", pending(s, d, `"hole_id":"two"`)},
	}
	changes := [][2]string{
		{"hole/fill", pending(s, d, hole, `"expression":`+swapped)}, {"hole/complete", pending(s, d)}, {"hole/discard", pending(s, d)},
		{"hole/merge", pending(s, d, `"other_draft_revision":"`+d+`"`)},
	}
	var frames []string
	for i, each := range append(reads, changes...) {
		frames = append(frames, request(fmt.Sprint(i), each[0], each[1]))
	}
	encoded, _ := json.Marshal(frames)
	batch := ask(t, s, "workspace/read-batch", imageParams(s, `"batch":{"frames":`+string(encoded)+`}`))
	var responses []string
	if err := json.Unmarshal([]byte(batch.member(t, "responses")), &responses); err != nil {
		t.Fatal(err)
	}
	for i, response := range responses {
		if i < len(reads) {
			if alone := string(s.Handle([]byte(frames[i]))); alone != response {
				t.Errorf("%s: %.200s\nalone %.200s", reads[i][0], response, alone)
			}
		} else if parseAnswer(t, []byte(response)).code() != "-32601" {
			t.Errorf("%s answers %.200s", changes[i-len(reads)][0], response)
		}
	}
	if s.registry.counts() != [3]int{1, 1, 0} {
		t.Errorf("retained %v", s.registry.counts())
	}
}

// TestDraftReportsThatDoNotFit: a merge whose report is too long for a response
// retains nothing.
func TestDraftReportsThatDoNotFit(t *testing.T) {
	dir := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("n", 1000)
	var app strings.Builder
	app.WriteString("module m.app;\n")
	for n := range draft.MaxHoles {
		fmt.Fprintf(&app, "\n@id(\"m.%s%02d\")\nfn f%d() -> i64\n{\n    %d + 1\n}\n", long, n, n, n)
	}
	app.WriteString("\n@id(\"m.main\")\nfn main() -> i64\n{\n    f0()\n}\n")
	files := map[string]string{
		"semaprax.toml": "schema = \"semaprax.project.v1\"\nname = \"m\"\nentry = \"m.app\"\nsources = [\"app.spx\", \"tests.spx\"]\nweb_exports = [\"m.main\"]\ntests = [\"m.tests\"]\n",
		"app.spx":       app.String(),
		"tests.spx":     "module m.tests;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    0\n}\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := openAt(t, dir, withCandidates())
	c := ask(t, s, "candidate/open", imageParams(s)).member(t, "candidate_revision")
	var d string
	for n := range draft.MaxHoles {
		target := fmt.Sprintf("m.%s%02d", long, n)
		expression := fmt.Sprintf("declaration:%d:%s:expression:14:body.tail.left", len(target), target)
		params := []string{`"target":"` + target + `"`, `"expression_id":"` + expression + `"`, fmt.Sprintf(`"hole_id":"h%d"`, n)}
		if d != "" {
			params = append(params, `"draft_revision":"`+d+`"`)
		}
		next := ask(t, s, "hole/open-expression", on(s, c, params...)).member(t, "draft_revision")
		if d != "" {
			ask(t, s, "hole/discard", pending(s, d))
		}
		d = next
	}
	wantCode(t, ask(t, s, "hole/merge", pending(s, d, `"other_draft_revision":"`+d+`"`)), "SPX-G234")
	if s.registry.counts() != [3]int{1, 1, 0} {
		t.Errorf("retained %v", s.registry.counts())
	}
}
