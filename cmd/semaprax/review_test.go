package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/candidate"
	"github.com/semaprax/semaprax-go/engine/delta"
)

// briefWith applies intentions to a project on disk and gathers the brief.
func briefWith(t *testing.T, dir string, intentions ...string) *delta.Brief {
	t.Helper()
	base, faults := loadCandidateBase(context.Background(), filepath.Join(dir, "semaprax.toml"))
	if faults != nil {
		t.Fatal(faults[0])
	}
	c, faults := candidate.Open(base.programs, base.image)
	if faults != nil {
		t.Fatal(faults[0])
	}
	for _, text := range intentions {
		change, faults := candidate.NewChange(c.Now().Revision(), []byte(text))
		if faults != nil {
			t.Fatal(faults[0])
		}
		if c, faults = c.Apply(base.programs, change); faults != nil {
			t.Fatal(faults[0])
		}
	}
	brief, faults := delta.NewBrief(base.programs, c)
	if faults != nil {
		t.Fatal(faults[0])
	}
	return brief
}

// hostileProject holds text that would do harm on a terminal or in a browser.
func hostileProject(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"semaprax.toml": "schema = \"semaprax.project.v1\"\nname = \"m\"\nentry = \"m.app\"\nsources = [\"app.spx\", \"tests.spx\"]\nweb_exports = [\"m.main\"]\ntests = [\"m.tests\"]\n",
		"app.spx": "module m.app;\n\n// </td><script>alert(1)</script><img src=x onerror=alert(2)> & \"quotes\" '\n// \u202e\u2066reversed\u2069 \u200bzero\n" +
			"@id(\"m.calc\")\nfn calc(a: i64) -> i64\n{\n    a\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    calc(1)\n}\n",
		"tests.spx": "module m.tests;\nuse function @id(\"m.calc\") from m.app as calc;\n\n@id(\"m.tests.main\")\nfn main() -> i64\n{\n    calc(0)\n}\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const renameCalc = `{"kind":"rename_declaration","target":"m.calc","name":"compute"}`

// TestReviewPageEscapesEverything looks for anything of the project that a browser
// would read as markup, load or run.
func TestReviewPageEscapesEverything(t *testing.T) {
	page, err := reviewPage(briefWith(t, hostileProject(t), renameCalc))
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, bad := range []string{"\u202e", "\u2066", "\u200b", "http:", "https:", "url("} {
		if strings.Contains(text, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
	_, body, _ := strings.Cut(text, "</style>")
	for _, tag := range regexp.MustCompile(`<([a-zA-Z0-9]+)([^>]*)>`).FindAllStringSubmatch(body, -1) {
		if !slices.Contains(strings.Fields("body main header h1 h2 p span section nav a ol ul li details summary pre code div small table tbody tr td mark dl dt dd br"), tag[1]) {
			t.Errorf("the page holds the tag %s", tag[0])
		}
		for _, attribute := range regexp.MustCompile(`([a-z-]+)(?:="[^"]*")?`).FindAllStringSubmatch(tag[2], -1) {
			if !slices.Contains(strings.Fields("class id href aria-label open colspan"), attribute[1]) {
				t.Errorf("%s has the attribute %s", tag[0], attribute[1])
			}
		}
	}
	for _, want := range []string{"&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;U&#43;202E&gt;&lt;U&#43;2066&gt;reversed", "1 line of the result hold hidden", "m.calc (calc → compute)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, link := range regexp.MustCompile(`(?:href|action|data)="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(link[1], "#") {
			t.Errorf("the page links to %q", link[1])
		}
	}
}

func TestReviewTextShowsHiddenCharacters(t *testing.T) {
	text := newReviewText(false)
	text.all(briefWith(t, hostileProject(t), renameCalc))
	out := string(text.out)
	for _, bad := range []string{"\u202e", "\u2066", "\u200b", "\x1b"} {
		if strings.Contains(out, bad) {
			t.Errorf("the text contains %q", bad)
		}
	}
	if !strings.Contains(out, "<U+202E><U+2066>reversed<U+2069> <U+200B>zero") {
		t.Errorf("%s", out)
	}
	coloured := newReviewText(true)
	coloured.all(briefWith(t, hostileProject(t), renameCalc))
	if plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(string(coloured.out), ""); plain != out {
		t.Error("without its colours the coloured text is another")
	}
}

func TestReviewOfNothing(t *testing.T) {
	brief := briefWith(t, hostileProject(t))
	text := newReviewText(false)
	text.all(brief)
	if !strings.Contains(string(text.out), "Operations (0 changes)") || strings.Count(string(text.out), brief.Approved().String()) != 2 {
		t.Errorf("%s", text.out)
	}
	page, err := reviewPage(brief)
	if err != nil || !bytes.Contains(page, []byte("The capsule holds no change.")) {
		t.Errorf("%v", err)
	}
}

func TestVisible(t *testing.T) {
	for _, c := range [][2]string{
		{"plain ä 中 →", "plain ä 中 →"}, {"\x1b[31mred", "<U+001B>[31mred"}, {"a\tb\nc", "a<U+0009>b<U+000A>c"},
		{"\u00ad\ufeff\u2028\u00a0\u3000", "<U+00AD><U+FEFF><U+2028><U+00A0><U+3000>"}, {"\xff", "<0xFF>"}, {"\u3164\ufe0f", "<U+3164><U+FE0F>"},
		{"\u0085", "<U+0085>"},
	} {
		if got := visible(c[0]); got != c[1] {
			t.Errorf("%q became %q, want %q", c[0], got, c[1])
		}
	}
}

// lcs is the length of a longest common subsequence, the slow way.
func lcs(a, b []string) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			table[i+1][j+1] = max(table[i][j+1], table[i+1][j])
			if a[i] == b[j] {
				table[i+1][j+1] = max(table[i+1][j+1], table[i][j]+1)
			}
		}
	}
	return table[len(a)][len(b)]
}

// TestHunksRebuildBothSides puts random differences together again and compares their
// size with the smallest there is.
func TestHunksRebuildBothSides(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func() []string {
		lines := make([]string, r.IntN(30))
		for i := range lines {
			lines[i] = fmt.Sprint("line ", r.IntN(6))
		}
		return lines
	}
	text := func(lines []string) []byte {
		if len(lines) == 0 {
			return nil
		}
		return []byte(strings.Join(lines, "\n") + "\n")
	}
	for range 2000 {
		a, b := random(), random()
		old, now, changes := append([]string(nil), a...), []string{}, 0
		at := 0
		for _, h := range hunksOf(text(a), text(b)) {
			for _, line := range h.Lines {
				if line.Text[line.From:line.To] == "" && line.From != line.To {
					t.Fatal("a mark outside its line")
				}
				switch line.Sign {
				case '-':
					if old[line.Old-1] != line.Text {
						t.Fatalf("line %d is %q, not %q", line.Old, old[line.Old-1], line.Text)
					}
					for at < line.Old-1 {
						now, at = append(now, a[at]), at+1
					}
					at, changes = line.Old, changes+1
				case '+':
					for len(now) < line.New-1 {
						now, at = append(now, a[at]), at+1
					}
					now, changes = append(now, line.Text), changes+1
				}
			}
		}
		now = append(now, a[at:]...)
		if strings.Join(now, "\n") != strings.Join(b, "\n") {
			t.Fatalf("%q to %q gives %q", a, b, now)
		}
		if want := len(a) + len(b) - 2*lcs(a, b); changes < want || changes > want+8 {
			t.Fatalf("%q to %q: %d lines changed, at least %d", a, b, changes, want)
		}
	}
}

// TestHunksOfVeryDifferentTexts replaces the middle when no short difference is found.
func TestHunksOfVeryDifferentTexts(t *testing.T) {
	var before, after bytes.Buffer
	for i := range 3000 {
		fmt.Fprintf(&before, "old %d\n", i)
		fmt.Fprintf(&after, "new %d\n", i)
	}
	hunks := hunksOf(before.Bytes(), after.Bytes())
	if len(hunks) != 1 || len(hunks[0].Lines) != 6000 {
		t.Errorf("%d hunks", len(hunks))
	}
}
