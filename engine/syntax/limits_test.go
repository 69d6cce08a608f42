package syntax_test

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

func body(expression string) []byte {
	return []byte("module k;\nfn f(a: i64) -> i64\n{\n    " + expression + "\n}\n")
}

func codeOf(src []byte) diag.Code {
	if _, fault := syntax.Parse("a.spx", src); fault != nil {
		return fault.Code
	}
	return ""
}

// TestNesting holds both ways of counting to their exact limit.
func TestNesting(t *testing.T) {
	nest := func(open, inner, close string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(close, n)
	}
	rows := []struct {
		name  string
		text  func(n int) string
		limit int // the greatest n that is accepted
	}{
		// One bracket is the body's own.
		{"parentheses", func(n int) string { return nest("(", "a", ")", n) }, 127},
		{"blocks", func(n int) string { return nest("{", "a", "}", n) }, 126},
		{"calls", func(n int) string { return nest("f(", "a", ")", n) }, 126},
		{"types", func(n int) string { return "let b: " + nest("T<", "i64", ">", n) + " = a; a" }, 127},
		{"prefix operators", func(n int) string { return strings.Repeat("-", n) + "a" }, 126},
		{"operators", func(n int) string { return strings.Repeat("a + ", n) + "a" }, 126},
		{"projections", func(n int) string { return "a" + strings.Repeat(".b", n) }, 126},
		// An if and a block each.
		{"branches", func(n int) string { return nest("if a { 0 } else { ", "a", " }", n) }, 63},
	}
	for _, row := range rows {
		if code := codeOf(body(row.text(row.limit))); code != "" {
			t.Errorf("%s: %d refused with %s", row.name, row.limit, code)
		}
		for _, n := range []int{row.limit + 1, 2000} {
			if code := codeOf(body(row.text(n))); code != diag.P207 {
				t.Errorf("%s: %d gives %q, want %s", row.name, n, code, diag.P207)
			}
		}
	}
	if code := codeOf(body(strings.Repeat("-", 129) + "a")); code != diag.P207 {
		t.Errorf("a run of 129 prefix operators gives %q", code)
	}
}

// TestComparisonsDoNotNest shows that `<` counts only as an opening angle.
func TestComparisonsDoNotNest(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "let x%d = a < b; ", i)
	}
	if code := codeOf(body(b.String() + "f(" + strings.Repeat("a < b, ", 1000) + "c)")); code != "" {
		t.Errorf("got %s", code)
	}
}

func TestByteArrayLimit(t *testing.T) {
	list := func(n int) []byte { return body("[" + strings.Repeat("1u8, ", n-1) + "1u8]") }
	if code := codeOf(list(65536)); code != "" {
		t.Errorf("65536 elements: got %s", code)
	}
	if code := codeOf(list(65537)); code != diag.T261 {
		t.Errorf("65537 elements: got %q", code)
	}
	for n, want := range map[int]diag.Code{syntax.MaxArrayElements: "", syntax.MaxArrayElements + 1: diag.T261} {
		if code := codeOf(body(fmt.Sprintf("let x: [u8; %d] = a; a", n))); code != want {
			t.Errorf("a type of %d elements: got %q, want %q", n, code, want)
		}
	}
}

// TestHostileTexts holds texts of one repeated unit, 16 MiB in the soak, to
// bounded memory: each ends in its code, in memory proportional to the text.
func TestHostileTexts(t *testing.T) {
	size := syntax.MaxSourceBytes
	if os.Getenv("SEMAPRAX_SOAK") == "" {
		size /= 10
	}
	if testing.Short() {
		size /= 10
	}
	fill := func(unit string) string { return strings.Repeat(unit, (size-100)/len(unit)) }
	rows := []struct {
		name, text string
		code       diag.Code
	}{
		{"open parentheses", fill("("), diag.P207},
		{"open braces", fill("{"), diag.P207},
		{"open brackets", fill("["), diag.T262},
		{"minus signs", fill("-"), diag.P207},
		{"one line of sums", fill("a + ") + "a", diag.P207},
		{"one line of words", fill("a "), diag.P106},
		{"one word", fill("a"), diag.G171},
		{"one string", "\"" + fill("a"), diag.P004},
		{"one string of escapes", "\"" + fill("\\u{e9}") + "\"", ""},
		{"one number", fill("9"), diag.P003},
		{"one fraction", "1." + fill("9"), ""},
		{"one comment", "// " + fill("a"), diag.P203},
		{"quotes", fill("\"\" == "), diag.P207},
		{"dots", "a" + fill(" . a"), diag.P207},
		{"assigned path", "a" + fill(".a") + " = 1; a", diag.U111},
		{"dotted type", "let b: a" + fill(" . a") + " = 1; b", diag.G171},
		{"open angles", "a " + fill("<"), diag.P201},
		{"angles", "f(" + fill("a < ") + "1)", diag.P207},
		{"angles in arguments", "f(" + fill("a < b, ") + "a)", ""},
		{"closed angles", "f(a < " + fill("b, ") + "b > 1)", ""},
		{"nested angles", "f(" + strings.Repeat("a < ", size/16) + "a" + strings.Repeat(" > ", size/16) + "1)", diag.P207},
		{"strings on one line", "f(" + fill("'a', ") + "#", diag.P001},
	}
	for _, row := range rows {
		src := body(row.text)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		code := codeOf(src)
		runtime.ReadMemStats(&after)
		if code != row.code {
			t.Errorf("%s: got %q, want %q", row.name, code, row.code)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > uint64(60*len(src)) {
			t.Errorf("%s: took %d bytes for a text of %d", row.name, taken, len(src))
		}
	}
}

// TestNameBytes puts names of the limit and one byte more everywhere one stands.
func TestNameBytes(t *testing.T) {
	for _, text := range []string{
		"module ^;\nfn main() -> i64 { 0 }",
		"module k;\nuse function @id(\"^\") from k as a;\nfn main() -> i64 { 0 }",
		"module k;\npermit { ^ }\nfn main() -> i64 { 0 }",
		"module k;\n@id(\"^\")\nfn ^() -> i64 { let ^ = ^::^ { ^ : 1 }; ^(^.^) }",
		"module k;\nrecord ^<^> { @id(\"^\") ^: ^, }\nfn main() -> i64 { 0 }",
		"module k;\n@id(\"i\") impl \"^\" for \"^\" { \"^\" = \"^\"; }\nfn main() -> i64 { 0 }",
	} {
		fits, word := strings.Repeat("n", syntax.MaxNameBytes), "^"
		for place := range strings.Count(text, word) {
			parts := strings.SplitAfterN(text, word, place+2)
			long := strings.Join(parts[:place], "") + strings.TrimSuffix(parts[place], word) + "n" + word + parts[place+1]
			want := diag.G171
			if strings.Contains(parts[place], "use ") {
				want = diag.G170
			}
			if code := codeOf([]byte(strings.ReplaceAll(long, word, fits))); code != want {
				t.Errorf("%s: got %q", long, code)
			}
		}
		if code := codeOf([]byte(strings.ReplaceAll(text, word, fits))); code != "" {
			t.Errorf("%s: got %q", text, code)
		}
	}
	dotted := "a" + strings.Repeat(".a", syntax.MaxNameBytes/2-1)
	for end, want := range map[string]diag.Code{"a": "", ".a": diag.G171} {
		if code := codeOf([]byte("module " + dotted + end + ";\nfn main() -> i64 { 0 }")); code != want {
			t.Errorf("%d bytes with dots: got %q", len(dotted+end), code)
		}
	}
}

// TestManyOpenAngles lets the look-ahead give up in the middle of type arguments:
// they are read as such all the same.
func TestManyOpenAngles(t *testing.T) {
	for before := 1<<16 - 6; before < 1<<16+2; before++ {
		src := body("f(" + strings.Repeat("a < b, ", before) + "g<P<P<P<P<i64>>>>>(1), h<i64>(2))")
		if code := codeOf(src); code != "" {
			t.Errorf("%d comparisons before: got %q", before, code)
		}
	}
}

// TestManyComparisonsPrint prints comparisons whose text would be looked through again
// for each of them, if what was seen were not remembered: hours for this many.
func TestManyComparisonsPrint(t *testing.T) {
	many := strings.Repeat("a < b, ", 400_000)
	for last, want := range map[string]string{"c": "c", "c > d": "c > d", "(a < b), c > (d + e) * f": "(a < b), c > (d + e) * f"} {
		file, fault := syntax.Parse("m.spx", body("f("+many+last+")"))
		if fault != nil {
			t.Fatal(fault)
		}
		if got := string(syntax.Print(file)); !strings.Contains(got, "f("+many+want+")") {
			t.Errorf("%s: the call ends %.80q", last, got[max(0, len(got)-80):])
		}
	}
}

// TestSourceBytes pads a text to the bound with blanks, and to one byte more.
func TestSourceBytes(t *testing.T) {
	text := body("a")
	for n, want := range map[int]diag.Code{syntax.MaxSourceBytes: "", syntax.MaxSourceBytes + 1: diag.G171} {
		if code := codeOf(append(bytes.Repeat([]byte(" "), n-len(text)), text...)); code != want {
			t.Errorf("%d bytes: got %q, want %q", n, code, want)
		}
	}
}
