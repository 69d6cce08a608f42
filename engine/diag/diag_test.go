package diag_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
)

func TestRenderings(t *testing.T) {
	place := diag.Span{Start: 7, End: 9, Line: 2, Column: 3}
	rows := []struct {
		name        string
		d           *diag.Diagnostic
		human, json string
	}{
		{"everything", diag.New(diag.P104, "a.spx", place, "fn", "`func`").WithHelp("write `fn`"),
			"error[SPX-P104]: expected `fn`, found `func` at a.spx:2:3\n  help: write `fn`\n",
			`{"code":"SPX-P104","severity":"error","message":"expected ` + "`fn`, found `func`" + `","path":"a.spx","location":{"line":2,"column":3,"start":7,"end":9},"help":"write ` + "`fn`" + `"}`},
		{"only a path", diag.New(diag.G171, "a.spx", diag.Span{}, "uses"),
			"error[SPX-G171]: uses at a.spx\n",
			`{"code":"SPX-G171","severity":"error","message":"uses","path":"a.spx","location":null,"help":null}`},
		{"only a place", diag.New(diag.P203, "", place),
			"error[SPX-P203]: a block ends in a value at 2:3\n",
			`{"code":"SPX-P203","severity":"error","message":"a block ends in a value","path":null,"location":{"line":2,"column":3,"start":7,"end":9},"help":null}`},
		{"a warning with controls", diag.New(diag.S103, "a\n\x1b\u0085.spx", diag.Span{}, "f\"\\\t\u2028<"),
			"warning[SPX-S103]: " + messageOf(diag.S103, "f\"\\\\t\u2028<") + " at a\\n\\u001b\\u0085.spx\n",
			`{"code":"SPX-S103","severity":"warning","message":"` + messageOf(diag.S103, `f\"\\\t`+"\u2028<") + `","path":"a\n\u001b\u0085.spx","location":null,"help":null}`},
		{"no path that is UTF-8", diag.New(diag.P203, "\xff", diag.Span{}),
			"error[SPX-P203]: a block ends in a value at \ufffd\n",
			`{"code":"SPX-P203","severity":"error","message":"a block ends in a value","path":"` + "\ufffd" + `","location":null,"help":null}`},
	}
	for _, row := range rows {
		if got := string(row.d.AppendHuman(nil)); got != row.human {
			t.Errorf("%s: got %q, want %q", row.name, got, row.human)
		}
		if got := string(row.d.AppendJSON(nil)); got != row.json {
			t.Errorf("%s: got %s, want %s", row.name, got, row.json)
		}
	}
}

// messageOf fills the single argument of a code's text, as written.
func messageOf(code diag.Code, arg string) string {
	entry, _ := diag.Lookup(code)
	return strings.ReplaceAll(entry.Text, "{0}", arg)
}

func TestMessageArguments(t *testing.T) {
	if got := diag.New(diag.P104, "", diag.Span{}, "{1}").Message(); got != "expected `{1}`, found " {
		t.Errorf("got %q", got)
	}
	if got := diag.New("SPX-X999", "", diag.Span{}, "a", "b").Message(); got != "a; b" {
		t.Errorf("got %q", got)
	}
}

// TestSort orders by path and keeps the order of reports within a file.
func TestSort(t *testing.T) {
	at := func(code diag.Code, path string, start uint32) *diag.Diagnostic {
		return diag.New(code, path, diag.Span{Start: start, Line: 1, Column: 1})
	}
	list := diag.List{at(diag.T001, "b.spx", 9), at(diag.S103, "a.spx", 9), at(diag.S108, "b.spx", 1), at(diag.T202, "a.spx", 1), at(diag.J100, "", 0)}
	list.Sort()
	var got []string
	for _, d := range list {
		got = append(got, d.Path+" "+string(d.Code))
	}
	want := " SPX-J100,a.spx SPX-S103,a.spx SPX-T202,b.spx SPX-T001,b.spx SPX-S108"
	if text := strings.Join(got, ","); text != want {
		t.Errorf("got %s, want %s", text, want)
	}
	if !list.HasErrors() || (diag.List{at(diag.S103, "a", 1)}).HasErrors() {
		t.Error("HasErrors takes warnings for errors")
	}
}

func TestSpanTo(t *testing.T) {
	a, b := diag.Span{Start: 1, End: 2, Line: 1, Column: 2}, diag.Span{Start: 5, End: 9, Line: 3, Column: 1}
	if got := a.To(b); got != (diag.Span{Start: 1, End: 9, Line: 1, Column: 2}) {
		t.Errorf("got %+v", got)
	}
	if a.To(diag.Span{}) != a || (diag.Span{}).To(b) != b {
		t.Error("a zero span hides the other")
	}
}

// TestTableIsComplete demands one row for every declared code and no other.
func TestTableIsComplete(t *testing.T) {
	declared := map[string]bool{}
	paths, _ := filepath.Glob("codes*.go")
	constant := regexp.MustCompile(`(?m)^\s*(\w+)\s+Code = "SPX-(\w+)"`)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range constant.FindAllStringSubmatch(string(text), -1) {
			if match[1] != match[2] {
				t.Errorf("constant %s holds SPX-%s", match[1], match[2])
			}
			declared["SPX-"+match[2]] = true
		}
	}
	if len(declared) < 150 {
		t.Fatalf("only %d codes declared", len(declared))
	}
	for entry := range diag.Entries() {
		if !declared[string(entry.Code)] {
			t.Errorf("%s has no constant or two rows", entry.Code)
		}
		delete(declared, string(entry.Code))
		if entry.Text == "" || entry.Meaning == "" || strings.HasSuffix(entry.Meaning, ".") {
			t.Errorf("%s: text %q, meaning %q", entry.Code, entry.Text, entry.Meaning)
		}
		if entry.Example != "" && strings.Count(entry.Example, "^") != 1 {
			t.Errorf("%s: the example has %d marks", entry.Code, strings.Count(entry.Example, "^"))
		}
		if found, ok := diag.Lookup(entry.Code); !ok || found != entry {
			t.Errorf("%s is not found", entry.Code)
		}
	}
	for code := range declared {
		t.Errorf("%s has no row", code)
	}
}
