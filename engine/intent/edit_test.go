package intent_test

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// altered is an edit nobody authorised: the base with one source changed as text.
func altered(t *testing.T, base *intent.Base, path, old, changed string) *intent.Edit {
	t.Helper()
	e := &intent.Edit{Base: base}
	for _, m := range base.Project().Modules() {
		file := m.File
		if m.Path == path {
			text := strings.Replace(string(m.Source), old, changed, 1)
			if text == string(m.Source) {
				t.Fatalf("no %q in %s", old, path)
			}
			var fault *diag.Diagnostic
			if file, fault = syntax.Parse(path, []byte(text)); fault != nil {
				t.Fatal(fault)
			}
		}
		e.Files = append(e.Files, file)
	}
	return e
}

func codeOf(fault diag.List) diag.Code {
	if fault == nil {
		return ""
	}
	return fault[0].Code
}

func TestCheckInventory(t *testing.T) {
	base := effectful(t)
	for _, row := range []struct {
		path, old, changed string
		code               diag.Code
	}{
		{"low.spx", "    a + quiet(a)", "    a", ""},
		{"low.spx", "permit { a.b, a.c }", "permit { a.b, a.c, a.d }", diag.G222},
		{"low.spx", "    uses { a.c, a.b }", "    uses { a.c }", diag.G222},
		{"low.spx", "fn quiet(a: i64) -> i64\n", "fn quiet(a: i64) -> i64\n    requires a > 0\n", diag.G222},
		{"low.spx", "@id(\"order.quiet\")", "@id(\"order.silent\")", diag.G222},
	} {
		if got := codeOf(altered(t, base, row.path, row.old, row.changed).CheckInventory()); got != row.code {
			t.Errorf("%s: got %q, want %q", row.changed, got, row.code)
		}
	}
	named := must(t, shop(t), implement("shop.tag.named", `{"method":"shop.named.size","implementation":"shop.tag_size"}`))
	if got := codeOf(altered(t, named.Base, "text.spx", `= "shop.tag_size"`, `= "shop.size"`).CheckInventory()); got != diag.G274 {
		t.Errorf("got %q, want %s", got, diag.G274)
	}
}

// TestSourcesKeepBytes shows that a file whose canonical text is the base's keeps the
// base's bytes, and that text which reads back as another program is refused.
func TestSourcesKeepBytes(t *testing.T) {
	base := shop(t)
	edit := altered(t, base, "text.spx", "    tag.rank\n", "    (tag.rank)\n")
	sources, fault := edit.Sources()
	if fault != nil {
		t.Fatal(fault[0])
	}
	for i, m := range base.Project().Modules() {
		if &sources[i].Text[0] != &m.Source[0] {
			t.Errorf("%s was copied", m.Path)
		}
	}
	edit.Files[3] = syntax.Rewrite(edit.Files[3], func(n syntax.Node) syntax.Node {
		if match, ok := n.(*syntax.Match); ok && match.Mode == syntax.MatchOwn {
			c := *match
			c.Scrutinee = &syntax.Block{Tail: match.Scrutinee}
			return &c
		}
		return n
	})
	if _, fault := edit.Sources(); fault == nil {
		t.Error("a block after `match own` is rendered")
	}
}

func TestVerifyIdentities(t *testing.T) {
	base := shop(t)
	after := must(t, base, declare("shop.main", function(zero)))
	unplanned := &intent.Edit{Base: base, Files: after.edit.Files}
	if got := codeOf(unplanned.Verify(after.Base)); got != diag.G222 {
		t.Errorf("got %q, want %s", got, diag.G222)
	}
	if got := codeOf(after.edit.Verify(base)); got != diag.G222 {
		t.Errorf("got %q, want %s", got, diag.G222)
	}
}
