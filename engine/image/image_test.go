package image

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/engine/graph"
)

func TestImageDocument(t *testing.T) {
	for _, name := range sampleProjects {
		i := loadImage(t, name)
		of := i.Project()
		validate(t, i.Bytes())
		if got, want := i.Revision().String(), framed("semaprax.semantic-workspace-image.digest.v1", string(i.Bytes())); got != want {
			t.Errorf("%s: revision %s, want %s", name, got, want)
		}
		if i.Bytes()[len(i.Bytes())-1] != '\n' {
			t.Errorf("%s: no closing LF", name)
		}
		var d struct {
			ProjectRevision   string `json:"project_revision"`
			WorkspaceRevision string `json:"workspace_revision"`
			Manifest          string `json:"canonical_manifest"`
			Workspace         string `json:"canonical_workspace_manifest"`
			Digest            string `json:"project_graph_digest"`
			Graph             json.RawMessage
			ProjectGraph      json.RawMessage `json:"project_graph"`
			Sources           []struct{ Path string }
			Compiler          struct{ Package, Version string }
		}
		if err := json.Unmarshal(i.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		if d.ProjectRevision != of.Revision().String() || d.WorkspaceRevision != of.WorkspaceRevision().String() ||
			d.Manifest != of.Manifest().Text() || d.Workspace != string(of.WorkspaceManifest()) ||
			len(d.Sources) != len(of.Modules()) || d.Compiler.Version != testCompiler {
			t.Errorf("%s: the document does not describe its project: %.400s", name, i.Bytes())
		}
		if want := framed("semaprax-go.semantic-graph.digest.v1", string(d.ProjectGraph)); d.Digest != want || i.GraphDigest().String() != want {
			t.Errorf("%s: graph digest %s, want %s", name, d.Digest, want)
		}
		again := derive(t, loadProject(t, name))
		if !bytes.Equal(again.Bytes(), i.Bytes()) || again.Revision() != i.Revision() {
			t.Errorf("%s: two images of one project differ", name)
		}
		demandCode(t, name, i.Verify(again.Bytes()), "")
		demandCode(t, name, i.Verify(again.Bytes()[1:]), CodeReplay)
		demandCode(t, name, i.Verify(make([]byte, MaxImageBytes+1)), CodeCapacity)
	}
}

func TestCompilerVersionTakesPartInTheRevision(t *testing.T) {
	of := loadProject(t, "calculator")
	one, _ := Derive(of, "1")
	two, _ := Derive(of, "2")
	if one.Revision() == two.Revision() || one.GraphDigest() != two.GraphDigest() {
		t.Errorf("revisions %s %s, graphs %s %s", one.Revision(), two.Revision(), one.GraphDigest(), two.GraphDigest())
	}
}

// TestImageOverItsBound builds a project whose identities are so long that its
// graph does not fit.
func TestImageOverItsBound(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a graph of more than 32 MiB")
	}
	long := strings.Repeat("x", 1000)
	var text strings.Builder
	text.WriteString("module big.core;\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "\n@id(\"%s.%04d\")\nfn f%d(a: i64) -> i64\n{\n    a", long, i, i)
		for c := range min(i, 20) {
			fmt.Fprintf(&text, " + f%d(a)", i-c-1)
		}
		text.WriteString("\n}\n")
	}
	i, faults := Derive(aroundCore(t, "big", text.String()), testCompiler)
	demandCode(t, "a graph over 32 MiB", faults, CodeCapacity)
	if i != nil {
		t.Error("an image is returned beside its refusal")
	}
}

func TestSymbols(t *testing.T) {
	for _, name := range sampleProjects {
		i := loadImage(t, name)
		for _, node := range i.testDeclarations() {
			s, faults := i.Symbol(node.Identity)
			if faults != nil {
				t.Fatal(faults)
			}
			validate(t, SymbolShape().AppendCJ(nil, &s))
			if s.Symbol.ID != node.Identity || s.Image != i.Revision() {
				t.Errorf("%s: %+v", node.Identity, s)
			}
		}
	}
	i := loadImage(t, "ledger")
	apply, _ := i.Symbol("ledger.apply")
	if s := apply.Symbol; s.Callers != 2 || s.Kind != "function" || s.Path != "book/rules.spx" || s.Module != "ledger.rules" ||
		s.Incoming != 6 || s.Outgoing != 3 || s.Origin != "explicit" || s.Owner != "" || s.Span.Value.Line != 13 {
		t.Errorf("ledger.apply: %+v", s)
	}
	field, _ := i.Symbol("ledger.posting.credit.amount")
	if s := field.Symbol; s.Owner != "ledger.posting.credit" || s.Kind != "case_field" || s.Signature != "amount: i64" {
		t.Errorf("a case's field: %+v", s)
	}
	option, _ := i.Symbol("core.option.some")
	if s := option.Symbol; s.Path != "" || s.Module != "" || s.Span.Set || s.Origin != "compiler_owned" {
		t.Errorf("the prelude's: %+v", s)
	}
	for _, absent := range []string{"ledger.absent", "", strings.Repeat("x", MaxTargetBytes+1), "ledger.rules"} {
		_, faults := i.Symbol(absent)
		demandCode(t, absent, faults, CodeQuery)
	}
}

// TestQueriesAreDeterministic asks everything twice of two images.
func TestQueriesAreDeterministic(t *testing.T) {
	one, two := loadImage(t, "ledger"), loadImage(t, "ledger")
	for _, node := range one.testDeclarations() {
		o := WalkOptions{TargetKind: TargetDeclaration, Target: node.Identity, Direction: graph.Both,
			Depth: 4, MaxBytes: MaxWalkBytes, MaxNodes: DefaultNodes}
		a, _ := one.Context(o)
		b, _ := two.Context(o)
		if x, y := ContextShape().AppendCJ(nil, a), ContextShape().AppendCJ(nil, b); !bytes.Equal(x, y) {
			t.Errorf("%s: contexts differ", node.Identity)
		}
		x, _ := one.Dependencies(node.Identity)
		y, _ := two.Dependencies(node.Identity)
		z, _ := one.Dependencies(node.Identity)
		if !bytes.Equal(x, y) || !bytes.Equal(x, z) {
			t.Errorf("%s: dependency reports differ", node.Identity)
		}
	}
}
