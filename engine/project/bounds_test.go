package project

import (
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// listed is a TOML list of n words, in order.
func listed(n int, format string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i)
	}
	return `["` + strings.Join(list, `", "`) + `"]`
}

// TestManifestBoundsAreExact writes each member as long as it may be, and one longer.
func TestManifestBoundsAreExact(t *testing.T) {
	word := func(n int) string { return strings.Repeat("a", n) }
	folders := func(segments int) string { return strings.Repeat("a/", segments-1) + "a.spx" }
	path := func(n int) string { // of segments of 60 bytes
		return strings.Repeat(word(60)+"/", 3) + word(n-3*61-4) + ".spx"
	}
	for _, row := range []struct {
		bound, base, old string
		most             int
		with             func(n int) string
		code             diag.Code
	}{
		{"name", manifestV1, `"calc"`, MaxNameBytes, func(n int) string { return `"` + word(n) + `"` }, diag.J100},
		{"version", manifestV3, "1.2.3-rc.1+b7", MaxVersionBytes, func(n int) string { return "1.2.3-" + word(n-6) }, diag.J100},
		{"module", manifestV1, "calc.app", MaxModuleNameBytes, word, diag.J100},
		{"export", manifestV1, "calc.sub", MaxExportIDBytes, func(n int) string { return "z" + word(n-1) }, diag.J100},
		{"path", manifestV1, "core.spx", MaxPathBytes, func(n int) string { return "c" + path(n)[1:] }, diag.J100},
		{"segments", manifestV1, "core.spx", MaxPathSegments, func(n int) string { return "c" + folders(n)[1:] }, diag.J100},
		{"segment", manifestV1, "core.spx", MaxSegmentBytes, func(n int) string { return "c" + word(n-5) + ".spx" }, diag.J100},
		{"sources", manifestV1, `["app.spx", "core.spx"]`, MaxSources, func(n int) string { return listed(n, "m%02d.spx") }, diag.J101},
		{"exports", manifestV1, `["calc.add", "calc.sub"]`, MaxWebExports, func(n int) string { return listed(n, "calc.f%02d") }, diag.J101},
	} {
		if m, fault := ParseManifest([]byte(edit(t, row.base, row.old, row.with(row.most)))); m == nil {
			t.Errorf("%s of %d: %v", row.bound, row.most, fault)
		}
		m, fault := ParseManifest([]byte(edit(t, row.base, row.old, row.with(row.most+1))))
		if m != nil || len(fault) != 1 || fault[0].Code != row.code || fault[0].Path != ManifestName {
			t.Errorf("%s of %d: got %v, want %s", row.bound, row.most+1, fault, row.code)
		}
	}
	if m, _ := ParseManifest([]byte(edit(t, manifestV1, `["app.spx", "core.spx"]`, listed(MinSources, "m%02d.spx")))); m == nil {
		t.Errorf("%d sources are refused", MinSources)
	}
	_, fault := ParseManifest([]byte(edit(t, manifestV1, `["app.spx", "core.spx"]`, listed(MinSources-1, "m%02d.spx"))))
	if len(fault) != 1 || fault[0].Code != diag.J100 {
		t.Errorf("%d sources: %v", MinSources-1, fault)
	}
	// No manifest that is right has so many bytes; the size is judged before the text.
	for extra, code := range []diag.Code{diag.J100, diag.J101} {
		_, fault := ParseManifest([]byte(manifestV1 + strings.Repeat("#", MaxManifestBytes+extra-len(manifestV1))))
		if len(fault) != 1 || fault[0].Code != code {
			t.Errorf("%d bytes: %v, want %s", MaxManifestBytes+extra, fault, code)
		}
	}
}

// TestWorkspaceBoundsAreExact counts what files together hold to each bound.
func TestWorkspaceBoundsAreExact(t *testing.T) {
	uses := func(n int) Module { return Module{File: &syntax.File{Uses: make([]*syntax.Use, n)}} }
	of := func(s survey) Module { return Module{File: &syntax.File{}, survey: s} }
	for _, row := range []struct {
		name string
		most int
		with func(n int) Module
	}{
		{"declarations", MaxDeclarations, func(n int) Module { return of(survey{declarations: n}) }},
		{"functions", MaxFunctions, func(n int) Module { return of(survey{functions: n}) }},
		{"call_sites", MaxCallSites, func(n int) Module { return of(survey{calls: n}) }},
		{"uses", MaxUses, uses},
		{"edges", MaxEdges, func(n int) Module { return of(survey{edges: n}) }},
	} {
		for extra := range 2 {
			b := &builder{Project: &Project{modules: []Module{row.with(row.most - 7), row.with(7 + extra)}}}
			fault := b.checkBounds()
			if extra == 0 && fault != nil || extra == 1 && (len(fault) != 1 || fault[0].Code != diag.G171 ||
				!strings.Contains(fault[0].Message(), fmt.Sprintf("%d %s", row.most+1, row.name))) {
				t.Errorf("%d %s: %v", row.most+extra, row.name, fault)
			}
		}
	}
}

// TestSourceBytesAreExact gives a build sources of exactly the bound together: a
// comment that fills it is no canonical text, which is judged after the size.
func TestSourceBytesAreExact(t *testing.T) {
	b := &builder{Project: &Project{manifest: &Manifest{sources: []string{"app.spx", "core.spx"}}}}
	text := make([]byte, MaxSourceBytes)
	for extra, code := range []diag.Code{"", diag.J101} {
		fault := b.checkPaths([]Source{{Path: "app.spx", Text: text[:MaxSourceBytes-9]}, {Path: "core.spx", Text: text[:9+extra]}})
		if code == "" && fault != nil || code != "" && (len(fault) != 1 || fault[0].Code != code || fault[0].Path != "core.spx") {
			t.Errorf("%d bytes: %v, want %q", MaxSourceBytes+extra, fault, code)
		}
	}
}

// TestMessagesRepeatLittle cuts what a manifest said in front of a whole character.
func TestMessagesRepeatLittle(t *testing.T) {
	most := strings.Repeat("x", maxShownBytes)
	for text, want := range map[string]string{most: most, most + "x": most + "…", most[1:] + "é": most[1:] + "…"} {
		if got := message("%s", []any{text}); got != want {
			t.Errorf("%d bytes: got %q", len(text), got)
		}
	}
}
