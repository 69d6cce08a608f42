package intent_test

import (
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/execution"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/internal/fixture"
)

// build admits the project of a set of files.
func build(t testing.TB, files map[string]string) *intent.Base {
	t.Helper()
	return intent.NewBase(fixture.Build(t, files))
}

// shop is the project most tests change.
func shop(t testing.TB) *intent.Base { return build(t, fixture.Archive(t, "testdata/shop.txtar")) }

// changed is a base after an intention.
type changed struct {
	*intent.Base
	edit *intent.Edit
}

// apply sends an intention the whole way: decode, apply, inventory, sources, build,
// verify. The base must be as before.
func apply(t testing.TB, base *intent.Base, text string) (*changed, diag.List) {
	t.Helper()
	before := sourcesOf(base)
	defer func() {
		if sourcesOf(base) != before {
			t.Error("the base was changed")
		}
	}()
	in, fault := intent.NewGrammar().Decode([]byte(text))
	if fault != nil {
		return nil, fault
	}
	edit, fault := in.Apply(base)
	if fault != nil {
		return nil, fault
	}
	if fault := edit.CheckInventory(); fault != nil {
		return nil, fault
	}
	sources, fault := edit.Sources()
	if fault != nil {
		return nil, fault
	}
	p, fault := project.Build(base.Project().Manifest(), sources, base.Project())
	if fault != nil {
		return nil, fault
	}
	after := intent.NewBase(p)
	return &changed{after, edit}, edit.Verify(after)
}

// must is apply for an intention that is admitted.
func must(t testing.TB, base *intent.Base, text string) *changed {
	t.Helper()
	after, fault := apply(t, base, text)
	if fault != nil {
		for _, d := range fault {
			t.Errorf("%v", d)
		}
		t.Fatalf("refused: %s", text)
	}
	return after
}

// refused is apply for an intention that is refused with a code.
func refused(t testing.TB, base *intent.Base, code diag.Code, text string) {
	t.Helper()
	_, fault := apply(t, base, text)
	switch {
	case fault == nil:
		t.Errorf("admitted, want %s: %s", code, text)
	case fault[0].Code != code:
		t.Errorf("got %v, want %s: %s", fault[0], code, text)
	}
}

// sourcesOf joins all sources of a project.
func sourcesOf(base *intent.Base) string {
	var b strings.Builder
	for _, m := range base.Project().Modules() {
		b.WriteString("-- " + m.Path + "\n")
		b.Write(m.Source)
	}
	return b.String()
}

// source is one source of a project.
func source(t testing.TB, base *intent.Base, path string) string {
	t.Helper()
	for _, m := range base.Project().Modules() {
		if m.Path == path {
			return string(m.Source)
		}
	}
	t.Fatalf("no source %s", path)
	return ""
}

// runs executes both roles of a project and tells how each run ended.
func runs(t testing.TB, base *intent.Base) string {
	t.Helper()
	var b strings.Builder
	for _, role := range []execution.Role{execution.Entry, execution.Tests} {
		report, fault := execution.Run(base.Project(), role, execution.Options{}, nil)
		if fault != nil {
			t.Fatal(fault[0])
		}
		b.WriteString(report.Main.Text() + ";")
		for i := range report.Cases {
			b.WriteString(report.Cases[i].Text() + ";")
		}
	}
	return b.String()
}

// mains is runs without the named tests.
func mains(t testing.TB, base *intent.Base) string {
	t.Helper()
	var b strings.Builder
	for _, role := range []execution.Role{execution.Entry, execution.Tests} {
		report, fault := execution.Run(base.Project(), role, execution.Options{}, nil)
		if fault != nil {
			t.Fatal(fault[0])
		}
		b.WriteString(report.Main.Text() + ";")
	}
	return b.String()
}

// sameRuns demands that two projects behave the same.
func sameRuns(t testing.TB, before, after *intent.Base) {
	t.Helper()
	if got, want := runs(t, after), runs(t, before); got != want {
		t.Errorf("the changed program gives %s, want %s", got, want)
	}
}

func contains(t testing.TB, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("no %q in:\n%s", part, text)
	}
}
