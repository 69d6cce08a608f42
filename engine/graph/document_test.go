package graph_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/syntax"
	"github.com/semaprax/semaprax-go/internal/oracle"
)

type documentText struct {
	Schema, Scope string
	Capabilities  []string
	Modules       []struct{ Name, Path string }
	Declarations  []struct{ ID, Kind, Owner string }
	Relations     []struct {
		From, To, Kind, Site string
		Count                int
	}
}

func readDocument(t *testing.T, text []byte) documentText {
	t.Helper()
	var d documentText
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
	return d
}

// TestDocumentsAreClosed demands that everything a document mentions is in it.
func TestDocumentsAreClosed(t *testing.T) {
	for _, p := range programs(t) {
		text := document(graph.New(p.program))
		d := readDocument(t, text)
		if d.Schema != graph.DocumentSchema || d.Scope != "project" || len(d.Modules) != len(p.program.Modules) {
			t.Errorf("%s: %s %s, %d modules", p.name, d.Schema, d.Scope, len(d.Modules))
		}
		known := map[string]bool{}
		for _, c := range d.Capabilities {
			known[c] = true
		}
		for _, m := range d.Modules {
			known[m.Name] = true
		}
		for _, declaration := range d.Declarations {
			known[declaration.ID] = true
		}
		for _, declaration := range d.Declarations {
			if declaration.Owner != "" && !known[declaration.Owner] {
				t.Errorf("%s: the owner %q is not listed", p.name, declaration.Owner)
			}
		}
		for _, r := range d.Relations {
			if !known[r.From] || !known[r.To] {
				t.Errorf("%s: the relation %+v leaves the document", p.name, r)
			}
		}
		for _, f := range p.program.Functions {
			if !known[f.Identity.Text] {
				t.Errorf("%s: the function %q is not listed", p.name, f.Identity.Text)
			}
		}
		if again := document(graph.New(p.program)); !bytes.Equal(again, text) {
			t.Errorf("%s: two documents of one program differ", p.name)
		}
	}
}

// TestDocumentsAreCanonical compares with keys sorted by the standard encoder.
func TestDocumentsAreCanonical(t *testing.T) {
	for _, p := range programs(t) {
		text := document(graph.New(p.program))
		var value any
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&value); err != nil {
			t.Fatal(err)
		}
		var naive bytes.Buffer
		encoder := json.NewEncoder(&naive)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(value); err != nil {
			t.Fatal(err)
		}
		if got := bytes.TrimSuffix(naive.Bytes(), []byte("\n")); !bytes.Equal(got, text) {
			t.Errorf("%s: not canonical", p.name)
		}
	}
}

func TestDocumentDigest(t *testing.T) {
	text := document(graph.New(loadProject(t, "calculator").Program()))
	if got, want := graph.Digest(text).String(), oracle.Digest("semaprax-go.semantic-graph.digest.v1", text); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

func zeroRevisions(g *graph.Graph) []canon.Digest {
	return make([]canon.Digest, len(g.Program().Modules))
}

func TestDocumentsStopAtTheirBound(t *testing.T) {
	g := graph.New(loadProject(t, "calculator").Program())
	size := len(document(g))
	for _, row := range []struct {
		bound int
		ok    bool
	}{{size, true}, {size - 1, false}, {1, false}} {
		out, ok := g.AppendDocument([]byte("x"), graph.ScopeProject, zeroRevisions(g), row.bound)
		if ok != row.ok || !ok && string(out) != "x" {
			t.Errorf("bound %d: ok %v, %d bytes", row.bound, ok, len(out))
		}
	}
}

// TestCommentsAndPlacesDoNotMatter: the document of a program is the same with
// comments and other line breaks, and another with another body relation.
func TestCommentsAndPlacesDoNotMatter(t *testing.T) {
	const plain = "module m;\n\n@id(\"m.f\")\nfn f(a: i64) -> i64\n{\n    a\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    f(1)\n}\n"
	const noted = "module m;\n// a\n@id(\"m.f\") fn f(a: i64) -> i64 { a }\n\n// b\n@id(\"m.main\") fn main() -> i64 { f(1) }\n"
	const other = "module m;\n\n@id(\"m.f\")\nfn f(a: i64) -> i64\n{\n    a\n}\n\n@id(\"m.main\")\nfn main() -> i64\n{\n    f(f(1))\n}\n"
	documents := map[string]string{}
	for name, source := range map[string]string{"plain": plain, "noted": noted, "other": other} {
		file, fault := syntax.Parse("m.spx", []byte(source))
		if fault != nil {
			t.Fatal(fault)
		}
		documents[name] = string(document(graph.New(check.Single(file))))
	}
	if documents["plain"] != documents["noted"] || documents["plain"] == documents["other"] {
		t.Errorf("plain %s\nnoted %s\nother %s", documents["plain"], documents["noted"], documents["other"])
	}
}
