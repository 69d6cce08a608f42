package image

import (
	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/project"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// Names of the image document (candidates facts 9.1).
const (
	// Schema names the image document.
	Schema = "semaprax.semantic-workspace-image.v1"
	// Compatibility names the rules an image of this build follows.
	Compatibility = "semaprax.semantic-workspace-image-compatibility.v1"
	// CompilerPackage names the compiler in every document that says which one made
	// it.
	CompilerPackage = "semaprax-go"
)

// document is semaprax.semantic-workspace-image.v1.
type document struct {
	Compiler          string
	Project           canon.Digest
	Workspace         canon.Digest
	Manifest          string
	WorkspaceManifest string
	Sources           []sourceRow
	GraphDigest       canon.Digest
	Graph             []byte
	Indexes           indexes
}

type sourceRow struct {
	Path, Schema     string
	Revision, Digest canon.Digest
}

// indexes is our own interior: what the manifest selects of the program.
type indexes struct {
	Counts  []kindCount
	Entry   closureRow
	Tests   schema.Maybe[closureRow]
	Exports []string
	Command string
	Cases   []string
}

type kindCount struct {
	Kind  string
	Count int
}

type closureRow struct {
	Root, Main string
	Modules    []string
	Functions  int
}

// DocumentShape declares the image document.
func DocumentShape() *schema.Kind[document] {
	type d = document
	return schema.Document(Schema,
		schema.Required("compiler", compilerShape(), func(p *d) *string { return &p.Compiler }),
		schema.Required("project_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Project }),
		schema.Required("workspace_revision", schema.Digest(), func(p *d) *canon.Digest { return &p.Workspace }),
		schema.Required("canonical_manifest", schema.String(), func(p *d) *string { return &p.Manifest }),
		schema.Required("canonical_workspace_manifest", schema.String(), func(p *d) *string { return &p.WorkspaceManifest }),
		schema.Required("sources", schema.Array(sourceRowShape(), project.MinSources, project.MaxSources), func(p *d) *[]sourceRow { return &p.Sources }),
		schema.Required("project_graph_digest", schema.Digest(), func(p *d) *canon.Digest { return &p.GraphDigest }),
		schema.Required("project_graph", schema.Opaque(graph.DocumentSchema), func(p *d) *[]byte { return &p.Graph }),
		schema.Required("indexes", indexesShape(), func(p *d) *indexes { return &p.Indexes }),
		schema.ConstJSON[d]("limits", `{"max_image_bytes":33554432}`),
		schema.ConstStrings[d]("nonclaims", "no_source_or_publication_authority", "no_untrusted_hir_deserialization",
			"no_compiler_binary_identity", "no_incremental_compilation_or_persistent_cache",
			"no_new_analysis_facets_or_target_execution"))
}

func compilerShape() *schema.Kind[string] {
	return schema.Object(
		schema.Const[string]("package", CompilerPackage),
		schema.Required("version", schema.String(), func(p *string) *string { return p }),
		schema.Const[string]("image_compatibility", Compatibility))
}

func sourceRowShape() *schema.Kind[sourceRow] {
	type r = sourceRow
	return schema.Object(
		schema.Required("path", schema.String(), func(p *r) *string { return &p.Path }),
		schema.Required("source_graph_schema", schema.String(), func(p *r) *string { return &p.Schema }),
		schema.Required("source_revision", schema.Digest(), func(p *r) *canon.Digest { return &p.Revision }),
		schema.Required("source_digest", schema.Digest(), func(p *r) *canon.Digest { return &p.Digest }))
}

func indexesShape() *schema.Kind[indexes] {
	type x = indexes
	return schema.Object(
		schema.Required("declaration_counts", schema.Array(kindCountShape(), 0, schema.Unbounded), func(p *x) *[]kindCount { return &p.Counts }),
		schema.Required("entry_closure", closureShape(), func(p *x) *closureRow { return &p.Entry }),
		schema.Required("test_closure", schema.Nullable(closureShape()), func(p *x) *schema.Maybe[closureRow] { return &p.Tests }),
		schema.Required("test_cases", schema.Array(schema.String(), 0, schema.Unbounded), func(p *x) *[]string { return &p.Cases }),
		schema.Required("web_exports", schema.Array(schema.String(), 0, project.MaxWebExports), func(p *x) *[]string { return &p.Exports }),
		schema.Required("command", schema.NullWhenZero(schema.String()), func(p *x) *string { return &p.Command }))
}

func kindCountShape() *schema.Kind[kindCount] {
	return schema.Object(
		schema.Required("kind", schema.Choice(graph.Kinds()...), func(p *kindCount) *string { return &p.Kind }),
		schema.Required("count", schema.Count(1, project.MaxDeclarations), func(p *kindCount) *int { return &p.Count }))
}

func closureShape() *schema.Kind[closureRow] {
	type c = closureRow
	return schema.Object(
		schema.Required("module", schema.String(), func(p *c) *string { return &p.Root }),
		schema.Required("main", schema.String(), func(p *c) *string { return &p.Main }),
		schema.Required("modules", schema.Array(schema.String(), 1, project.MaxSources), func(p *c) *[]string { return &p.Modules }),
		schema.Required("function_count", schema.Count(1, project.MaxFunctions), func(p *c) *int { return &p.Functions }))
}

// render writes the image document; ok is false when it exceeds its bound.
func (i *Image) render(graphDocument []byte) (out []byte, ok bool) {
	of := i.of
	d := document{
		Compiler: i.compiler, Project: of.Revision(), Workspace: of.WorkspaceRevision(),
		Manifest: of.Manifest().Text(), WorkspaceManifest: string(of.WorkspaceManifest()),
		GraphDigest: i.graphDigest, Graph: graphDocument, Indexes: i.indexes(),
	}
	for _, m := range of.Modules() {
		d.Sources = append(d.Sources, sourceRow{m.Path, m.GraphSchema, m.Revision, m.SourceDigest})
	}
	var b canon.Builder
	b.Reset(make([]byte, 0, len(graphDocument)+len(d.Manifest)+len(d.WorkspaceManifest)+4096), canon.CJ)
	b.Limit(MaxImageBytes)
	i.document().Encode(&b, &d)
	return b.Line(), !b.Over()
}

func (i *Image) indexes() indexes {
	of := i.of
	x := indexes{
		Counts: i.kindCounts(), Entry: i.closure(of.Entry()),
		Exports: of.Manifest().WebExports(), Command: of.Manifest().Command(),
	}
	if tests := of.Tests(); tests != nil {
		x.Tests = schema.Some(i.closure(tests))
	}
	for _, test := range of.Cases() {
		x.Cases = append(x.Cases, test.Identity)
	}
	return x
}

// kindCounts counts what the modules declare, by kind.
func (i *Image) kindCounts() []kindCount {
	words := graph.Kinds()
	counts := make([]int, len(words))
	for n := range graph.NodeID(i.graph.Size()) {
		if !i.graph.Exists(n) {
			continue
		}
		if node := i.graph.Node(n); node.Module != check.NoModule {
			counts[node.Kind]++
		}
	}
	var rows []kindCount
	for kind, count := range counts {
		if count > 0 {
			rows = append(rows, kindCount{words[kind], count})
		}
	}
	return rows
}

func (i *Image) closure(c *project.Closure) closureRow {
	p := i.program()
	row := closureRow{Root: p.Modules[c.Root].Name, Main: p.Functions[c.Main].Identity.Text, Functions: len(c.Functions)}
	for _, m := range c.Modules {
		row.Modules = append(row.Modules, p.Modules[m].Name)
	}
	return row
}

// Verify reports whether bytes are exactly those of the image: SPX-G220 for more
// than MaxImageBytes, SPX-G221 for any difference.
func (i *Image) Verify(bytes []byte) diag.List {
	switch {
	case len(bytes) > MaxImageBytes:
		return fault(CodeCapacity, "the image exceeds its byte bound")
	case string(bytes) != string(i.bytes):
		return fault(CodeReplay, "the bytes are not those of the image derived from the project")
	}
	return nil
}
