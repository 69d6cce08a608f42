package image

import (
	"math"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The payloads of walks. Their interiors are ours.
const (
	ContextSchema = "semaprax.project-semantic-context.v1"
	ImpactSchema  = "semaprax.project-semantic-impact.v1"
	// FileContextSchema names the context of a single file, which is in no project.
	FileContextSchema = "semaprax-go.file-semantic-context.v1"
)

// TargetKind says what a walk starts from.
type TargetKind string

// The kinds of targets.
const (
	TargetDeclaration TargetKind = "declaration"
	TargetCapability  TargetKind = "capability"
)

// WalkOptions are the bounds of a context or impact. Every member must be set; the
// Default constants are what an absent option means.
type WalkOptions struct {
	TargetKind TargetKind
	Target     string
	Direction  graph.Direction
	Depth      int
	MaxBytes   int
	MaxNodes   int
	// Omit leaves groups of facts out of declarations.
	Omit WalkGroups
}

// WalkGroups are groups of facts about a declaration.
type WalkGroups struct{ Contracts, Ownership, Effects, Types bool }

// WalkProject names the project and graph a walk went over.
type WalkProject struct {
	Schema, Name     string
	Project          canon.Digest
	Workspace, Graph canon.Digest
}

// WalkFile names the file and graph a walk went over.
type WalkFile struct {
	Path, Module    string
	Revision, Graph canon.Digest
}

// WalkTarget is where a walk started. All but Kind and ID are empty for a
// capability.
type WalkTarget struct {
	Kind                              TargetKind
	ID, DeclarationKind, Origin, Path string
	Module                            string
}

// WalkTruncation says what cut a walk short.
type WalkTruncation struct {
	Truncated                  bool
	Reasons                    []string
	Omitted, Deferred, Missing int
}

// WalkBudget is what a walk used. Bytes is the length of its payload without LF.
type WalkBudget struct{ Nodes, Edges, Depth, Bytes int }

// WalkNode is one declaration, module or capability a walk reached. Absent texts
// are empty.
type WalkNode struct {
	Distance                                    int
	ID, Name, Kind, Origin, Owner, Path, Module string
	Signature                                   string
	Span                                        schema.Maybe[Span]
	Contracts                                   []WalkClause
	Ownership                                   []WalkParameter
	Effects, Types                              []string
}

// WalkClause is the text of one contract clause.
type WalkClause struct {
	Phase string
	Index int
	Text  string
}

// WalkParameter is how a function takes one parameter.
type WalkParameter struct{ ID, Name, Mode, Type string }

// WalkRelation is one relation between two nodes of a walk.
type WalkRelation struct {
	From, To, Kind, Site string
	Count                int
}

// WalkRoots are the roots of the project among the nodes an impact reached.
type WalkRoots struct {
	Entry, Test, Command bool
	Exports              []string
	Cases                []string
}

// Walk is a context or impact.
type Walk struct {
	In         WalkProject // of projects
	File       WalkFile    // of single files
	Target     WalkTarget
	Query      WalkOptions
	Truncation WalkTruncation
	Budget     WalkBudget
	Nodes      []WalkNode
	Relations  []WalkRelation
	Roots      WalkRoots // of impacts
}

// walkShapes are the kinds that walks render with.
type walkShapes struct {
	node     *schema.Kind[WalkNode]
	relation *schema.Kind[WalkRelation]
	frontier *schema.Kind[frontierRow]
	context  *schema.Kind[Walk]
	impact   *schema.Kind[Walk]
}

func newWalkShapes() *walkShapes {
	return &walkShapes{walkNodeShape(), walkRelationShape(), frontierRowShape(), ContextShape(), ImpactShape()}
}

// ContextShape declares the payload of image/context.
func ContextShape() *schema.Kind[Walk] {
	return schema.Document(ContextSchema, walkProjectFields(), walkFields())
}

// ImpactShape declares the payload of image/impact.
func ImpactShape() *schema.Kind[Walk] {
	return schema.Document(ImpactSchema, walkProjectFields(), walkFields(),
		schema.Required("roots", walkRootsShape(), func(p *Walk) *WalkRoots { return &p.Roots }))
}

// FileContextShape declares the context of a single file.
func FileContextShape() *schema.Kind[Walk] {
	type f = WalkFile
	return schema.Document(FileContextSchema,
		schema.Lift(func(p *Walk) *WalkFile { return &p.File },
			schema.Required("file", schema.String(), func(p *f) *string { return &p.Path }),
			schema.Required("module", schema.String(), func(p *f) *string { return &p.Module }),
			schema.Required("source_revision", schema.Digest(), func(p *f) *canon.Digest { return &p.Revision }),
			schema.Required("graph_digest", schema.Digest(), func(p *f) *canon.Digest { return &p.Graph })),
		walkFields())
}

func walkProjectFields() schema.Field[Walk] {
	return schema.Lift(func(p *Walk) *WalkProject { return &p.In }, projectFields()...)
}

func projectFields() []schema.Field[WalkProject] {
	type w = WalkProject
	return []schema.Field[w]{
		schema.Required("project_schema", schema.String(), func(p *w) *string { return &p.Schema }),
		schema.Required("project", schema.String(), func(p *w) *string { return &p.Name }),
		schema.Required("project_revision", schema.Digest(), func(p *w) *canon.Digest { return &p.Project }),
		schema.Required("workspace_revision", schema.Digest(), func(p *w) *canon.Digest { return &p.Workspace }),
		schema.Required("project_graph_digest", schema.Digest(), func(p *w) *canon.Digest { return &p.Graph }),
	}
}

func walkFields() schema.Field[Walk] {
	return schema.Lift(func(p *Walk) *Walk { return p },
		schema.Required("target", WalkTargetShape(), func(p *Walk) *WalkTarget { return &p.Target }),
		schema.Required("query", WalkQueryShape(MaxWalkBytes), func(p *Walk) *WalkOptions { return &p.Query }),
		schema.Required("truncation", walkTruncationShape(), func(p *Walk) *WalkTruncation { return &p.Truncation }),
		schema.Required("budget", walkBudgetShape(), func(p *Walk) *WalkBudget { return &p.Budget }),
		schema.Required("declarations", schema.Array(walkNodeShape(), 1, MaxNodes), func(p *Walk) *[]WalkNode { return &p.Nodes }),
		schema.Required("relations", schema.Array(walkRelationShape(), 0, schema.Unbounded), func(p *Walk) *[]WalkRelation { return &p.Relations }))
}

// WalkTargetShape declares the target of a walk.
func WalkTargetShape() *schema.Kind[WalkTarget] {
	type t = WalkTarget
	optional := func(name string, at func(*t) *string) schema.Field[t] {
		return schema.Required(name, schema.NullWhenZero(schema.String()), at)
	}
	return schema.Object(
		schema.Required("kind", schema.Choice(TargetDeclaration, TargetCapability), func(p *t) *TargetKind { return &p.Kind }),
		schema.Required("id", schema.String(), func(p *t) *string { return &p.ID }),
		optional("declaration_kind", func(p *t) *string { return &p.DeclarationKind }),
		optional("identity_origin", func(p *t) *string { return &p.Origin }),
		optional("path", func(p *t) *string { return &p.Path }),
		optional("module", func(p *t) *string { return &p.Module }))
}

// WalkQueryShape declares the bounds of a walk as its payload repeats them; max_bytes
// is at most maxBytes.
func WalkQueryShape(maxBytes int) *schema.Kind[WalkOptions] {
	type o = WalkOptions
	return schema.Object(
		schema.Required("direction", schema.Choice(graph.Forward, graph.Reverse, graph.Both), func(p *o) *graph.Direction { return &p.Direction }),
		schema.Required("depth", schema.Count(0, MaxDepth), func(p *o) *int { return &p.Depth }),
		schema.Required("max_bytes", schema.Count(MinWalkBytes, maxBytes), func(p *o) *int { return &p.MaxBytes }),
		schema.Required("max_nodes", schema.Count(1, MaxNodes), func(p *o) *int { return &p.MaxNodes }))
}

func walkTruncationShape() *schema.Kind[WalkTruncation] {
	type t = WalkTruncation
	count := schema.Count(0, math.MaxInt32)
	reason := schema.Choice(graph.ReasonDepth, graph.ReasonNodes, graph.ReasonBytes)
	return schema.Object(
		schema.Required("truncated", schema.Bool(), func(p *t) *bool { return &p.Truncated }),
		schema.Required("reasons", schema.UniqueArray(reason, 0, 3), func(p *t) *[]string { return &p.Reasons }),
		schema.Required("omitted_known_nodes", count, func(p *t) *int { return &p.Omitted }),
		schema.Required("omitted_known_relations", count, func(p *t) *int { return &p.Missing }),
		schema.Required("deferred_known_nodes", count, func(p *t) *int { return &p.Deferred }))
}

// walkBudgetShape declares the budget, with more members after its own.
func walkBudgetShape(more ...schema.Field[WalkBudget]) *schema.Kind[WalkBudget] {
	type b = WalkBudget
	count := schema.Count(0, math.MaxInt32)
	return schema.Object(append([]schema.Field[b]{
		schema.Required("used_nodes", count, func(p *b) *int { return &p.Nodes }),
		schema.Required("used_edges", count, func(p *b) *int { return &p.Edges }),
		schema.Required("used_depth", count, func(p *b) *int { return &p.Depth }),
		schema.Required("used_output_bytes", count, func(p *b) *int { return &p.Bytes }),
	}, more...)...)
}

func walkNodeShape() *schema.Kind[WalkNode] {
	type n = WalkNode
	optional := func(name string, at func(*n) *string) schema.Field[n] {
		return schema.Required(name, schema.NullWhenZero(schema.String()), at)
	}
	texts := schema.Array(schema.String(), 0, schema.Unbounded)
	return schema.Object(
		schema.Required("distance", schema.Count(0, MaxDepth), func(p *n) *int { return &p.Distance }),
		schema.Required("id", schema.String(), func(p *n) *string { return &p.ID }),
		optional("name", func(p *n) *string { return &p.Name }),
		schema.Required("kind", schema.Choice(graph.Kinds()...), func(p *n) *string { return &p.Kind }),
		optional("identity_origin", func(p *n) *string { return &p.Origin }),
		optional("owner", func(p *n) *string { return &p.Owner }),
		optional("path", func(p *n) *string { return &p.Path }),
		optional("module", func(p *n) *string { return &p.Module }),
		schema.Required("signature", schema.String(), func(p *n) *string { return &p.Signature }),
		schema.Required("span", schema.Nullable(SpanShape()), func(p *n) *schema.Maybe[Span] { return &p.Span }),
		schema.Optional("contracts", schema.Array(walkClauseShape(), 0, schema.Unbounded), func(p *n) *[]WalkClause { return &p.Contracts }),
		schema.Optional("ownership", schema.Array(walkParameterShape(), 0, schema.Unbounded), func(p *n) *[]WalkParameter { return &p.Ownership }),
		schema.Optional("effects", texts, func(p *n) *[]string { return &p.Effects }),
		schema.Optional("types", texts, func(p *n) *[]string { return &p.Types }))
}

func walkClauseShape() *schema.Kind[WalkClause] {
	type c = WalkClause
	return schema.Object(
		schema.Required("phase", schema.Choice(check.PhaseRequires.String(), check.PhaseEnsures.String()), func(p *c) *string { return &p.Phase }),
		schema.Required("index", schema.Count(0, math.MaxInt32), func(p *c) *int { return &p.Index }),
		schema.Required("text", schema.String(), func(p *c) *string { return &p.Text }))
}

func walkParameterShape() *schema.Kind[WalkParameter] {
	type w = WalkParameter
	return schema.Object(
		schema.Required("id", schema.String(), func(p *w) *string { return &p.ID }),
		schema.Required("name", schema.String(), func(p *w) *string { return &p.Name }),
		schema.Required("mode", modeShape(), func(p *w) *string { return &p.Mode }),
		schema.Required("type_id", schema.String(), func(p *w) *string { return &p.Type }))
}

func modeShape() *schema.Kind[string] {
	return schema.Choice(check.ModeValue.String(), check.ModeOwn.String(), check.ModeBorrow.String(), check.ModeShared.String())
}

func walkRelationShape() *schema.Kind[WalkRelation] {
	type r = WalkRelation
	return schema.Object(
		schema.Required("from", schema.String(), func(p *r) *string { return &p.From }),
		schema.Required("to", schema.String(), func(p *r) *string { return &p.To }),
		schema.Required("kind", schema.Choice(graph.Relations()...), func(p *r) *string { return &p.Kind }),
		schema.Required("site", schema.Choice(graph.Sites()...), func(p *r) *string { return &p.Site }),
		schema.Required("count", schema.Count(1, math.MaxInt32), func(p *r) *int { return &p.Count }))
}

func walkRootsShape() *schema.Kind[WalkRoots] {
	type r = WalkRoots
	texts := schema.Array(schema.String(), 0, schema.Unbounded)
	return schema.Object(
		schema.Required("entry_main", schema.Bool(), func(p *r) *bool { return &p.Entry }),
		schema.Required("test_main", schema.Bool(), func(p *r) *bool { return &p.Test }),
		schema.Required("command", schema.Bool(), func(p *r) *bool { return &p.Command }),
		schema.Required("web_exports", texts, func(p *r) *[]string { return &p.Exports }),
		schema.Required("test_cases", texts, func(p *r) *[]string { return &p.Cases }))
}
