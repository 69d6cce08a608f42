package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// dump writes a tree without places, ids and comments, by reflection so that it
// shares nothing with the printer. Declarations are ordered by kind.
func dump(f *syntax.File) string {
	var b strings.Builder
	decls := slices.Clone(f.Decls)
	slices.SortStableFunc(decls, func(a, c syntax.Decl) int { return kindOf(a) - kindOf(c) })
	dumpValue(&b, reflect.ValueOf(f.Module))
	dumpValue(&b, reflect.ValueOf(f.Uses))
	dumpValue(&b, reflect.ValueOf(f.Permits))
	dumpValue(&b, reflect.ValueOf(decls))
	return b.String()
}

func kindOf(d syntax.Decl) int {
	return slices.Index([]string{"*syntax.Interface", "*syntax.Protocol", "*syntax.Impl", "*syntax.Function"}, fmt.Sprintf("%T", d))
}

func dumpValue(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil ")
			return
		}
		dumpValue(b, v.Elem())
	case reflect.Slice:
		b.WriteString("[")
		for i := range v.Len() {
			dumpValue(b, v.Index(i))
		}
		b.WriteString("]")
	case reflect.Struct:
		fmt.Fprintf(b, "(%s ", v.Type().Name())
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[diag.Span]() {
				dumpValue(b, v.Field(i))
			}
		}
		b.WriteString(")")
	case reflect.Float64:
		fmt.Fprintf(b, "%x ", v.Float())
	case reflect.String:
		fmt.Fprintf(b, "%q ", v.String())
	case reflect.Bool:
		fmt.Fprintf(b, "%t ", v.Bool())
	default:
		fmt.Fprintf(b, "%d ", v.Interface())
	}
}

// checkRoundTrip parses, prints, parses and prints again. It reports whether
// the source parses.
func checkRoundTrip(t *testing.T, src []byte) bool {
	t.Helper()
	first, fault := syntax.Parse("a.spx", src)
	if fault != nil {
		return false
	}
	text := syntax.Print(first)
	second, fault := syntax.Parse("a.spx", text)
	if fault != nil {
		t.Fatalf("the canonical text does not parse: %v\nsource:\n%s\ncanonical:\n%s", fault, src, text)
	}
	if got, want := dump(second), dump(first); got != want {
		t.Fatalf("the tree changed\nsource:\n%s\ncanonical:\n%s\ngot  %s\nwant %s", src, text, got, want)
	}
	if again := syntax.Print(second); string(again) != string(text) {
		t.Fatalf("printing is no fixed point\nfirst:\n%s\nsecond:\n%s", text, again)
	}
	plain := syntax.PrintPlain(first)
	third, fault := syntax.Parse("a.spx", plain)
	if fault != nil || string(syntax.Print(third)) != string(plain) {
		t.Fatalf("the plain form is no fixed point: %v\n%s", fault, plain)
	}
	return true
}

// sections splits a text at its `-- name --` lines.
func sections(text string) map[string]string {
	out := map[string]string{}
	name := ""
	for line := range strings.Lines(text) {
		if title, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(title, " --\n") {
			name = strings.TrimSuffix(title, " --\n")
			continue
		}
		out[name] += line
	}
	return out
}

func TestCanonicalForm(t *testing.T) {
	paths, err := filepath.Glob("testdata/print/*.txtar")
	if err != nil || len(paths) < 4 {
		t.Fatalf("cases missing: %v %v", paths, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			parts := sections(string(text))
			f, fault := syntax.Parse("a.spx", []byte(parts["source"]))
			if fault != nil {
				t.Fatal(fault)
			}
			if got := string(syntax.Print(f)); got != parts["canonical"] {
				t.Errorf("got:\n%s\nwant:\n%s", got, parts["canonical"])
			}
			checkRoundTrip(t, []byte(parts["source"]))
		})
	}
}
