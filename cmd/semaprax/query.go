package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// The codes of query: a kind that does not exist, an identity of --calls or
// --called-by that does not.
const (
	codeQueryKind diag.Code = "SPX-V211"
	codeQueryCall diag.Code = "SPX-V212"
)

// queryFlags are the selectors of query.
type queryFlags struct {
	kind, name, id, effect, calls, calledBy *string
	asJSON                                  *bool
	path                                    *string
}

func declareQuery(flags *pflag.FlagSet) queryFlags {
	return queryFlags{
		kind:     textOption(flags, "kind", "KIND", "only this kind of declaration"),
		name:     textOption(flags, "name", "NAME", "only this source name"),
		id:       textOption(flags, "id", "ID", "only this identity"),
		effect:   textOption(flags, "effect", "EFFECT", "only what requires this effect itself"),
		calls:    textOption(flags, "calls", "ID", "only what calls this directly"),
		calledBy: textOption(flags, "called-by", "ID", "only what this calls directly"),
		asJSON:   boolOption(flags, "json", "one line of JSON"),
		path:     textOption(flags, "manifest-path", "PATH", "the manifest, taken literally"),
	}
}

func (f queryFlags) filter() graph.Filter {
	return graph.Filter{Kind: *f.kind, Name: *f.name, Identity: *f.id, Effect: *f.effect, Calls: *f.calls, CalledBy: *f.calledBy}
}

func queryCommand() *cobra.Command {
	var flags queryFlags
	command := &cobra.Command{
		Use:   "query [FILE|DIR|MANIFEST]",
		Short: "List declarations of one source file or one project",
		Long: `List the declarations that all given selectors select, one per line: kind, identity and
signature, separated by tabs. Without selectors every declaration is listed.

Exit status: 0 also when nothing is selected, 1 refused, 2 wrong command line.`,
		RunE: func(command *cobra.Command, args []string) error {
			selected, err := selectOperand(args, *flags.path)
			if err != nil {
				return err
			}
			return queryOperand(command.Context(), selected, flags, command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	flags = declareQuery(command.Flags())
	return command
}

func queryOperand(ctx context.Context, selected operand, flags queryFlags, out, errs io.Writer) error {
	loaded, faults := selected.load(ctx)
	if loaded == nil {
		return showFaults(faults, *flags.asJSON, out, errs)
	}
	g := graph.New(loaded.program)
	filter := flags.filter()
	if faults := judgeFilter(g, filter); faults != nil {
		return showFaults(faults, *flags.asJSON, out, errs)
	}
	rows := queryRows(g, filter)
	if *flags.asJSON {
		payload := queryPayload{Rows: rows}
		_, err := out.Write(append(queryShape().AppendCJ(nil, &payload), '\n'))
		return err
	}
	var text []byte
	for _, row := range rows {
		text = append(append(append(text, row.Kind...), '\t'), row.ID...)
		text = append(append(append(text, '\t'), row.Signature...), '\n')
	}
	_, err := out.Write(text)
	return err
}

// judgeFilter refuses selectors that name nothing.
func judgeFilter(g *graph.Graph, f graph.Filter) diag.List {
	if _, ok := graph.KindNamed(f.Kind); f.Kind != "" && !ok {
		return diag.List{diag.New(codeQueryKind, "", diag.Span{}, "no kind of declaration is called `"+f.Kind+"`")}
	}
	for _, id := range []string{f.Calls, f.CalledBy} {
		if id != "" && g.Find(id) == graph.NoNode {
			return diag.List{diag.New(codeQueryCall, "", diag.Span{}, "no declaration has the identity `"+id+"`")}
		}
	}
	return nil
}

// queryPayload is semaprax.query.v1.
type queryPayload struct{ Rows []queryRow }

type queryRow struct{ Kind, ID, Name, Signature, Path, Module string }

func queryShape() *schema.Kind[queryPayload] {
	type r = queryRow
	text := func(name string, at func(*r) *string) schema.Field[r] {
		return schema.Required(name, schema.String(), at)
	}
	row := schema.Object(
		text("kind", func(p *r) *string { return &p.Kind }),
		text("id", func(p *r) *string { return &p.ID }),
		schema.Required("name", schema.NullWhenZero(schema.String()), func(p *r) *string { return &p.Name }),
		text("signature", func(p *r) *string { return &p.Signature }),
		text("path", func(p *r) *string { return &p.Path }),
		text("module", func(p *r) *string { return &p.Module }))
	return schema.Document("semaprax.query.v1",
		schema.Required("declarations", schema.Array(row, 0, schema.Unbounded), func(p *queryPayload) *[]queryRow { return &p.Rows }))
}

func queryRows(g *graph.Graph, filter graph.Filter) []queryRow {
	var rows []queryRow
	for _, n := range g.Select(filter) {
		node := g.Node(n)
		m := g.Program().Modules[node.Module]
		rows = append(rows, queryRow{node.Kind.String(), node.Identity, node.Name, g.Signature(n), m.Path, m.Name})
	}
	return rows
}

// graphLine is the graph document of a loaded operand, with its LF.
func graphLine(g *graph.Graph, from *loaded) ([]byte, canon.Digest) {
	scope, revisions := graph.ScopeFile, []canon.Digest{from.revision}
	if from.project != nil {
		scope, revisions = graph.ScopeProject, nil
		for _, m := range from.project.Modules() {
			revisions = append(revisions, m.Revision)
		}
	}
	document, _ := g.AppendDocument(nil, scope, revisions, 0)
	return append(document, '\n'), graph.Digest(document)
}
