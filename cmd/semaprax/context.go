package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/graph"
	"github.com/semaprax/semaprax-go/engine/image"
)

// codeUnknownSymbol: the symbol of context is no declaration.
const codeUnknownSymbol diag.Code = "SPX-G404"

// contextFlags are the options of context.
type contextFlags struct {
	depth     *string
	bytes     *int64
	nodes     *int64
	filters   *string
	direction *string
	manifest  *string
}

func declareContext(flags *pflag.FlagSet) contextFlags {
	return contextFlags{
		depth:     textOption(flags, "depth", "N", fmt.Sprintf("the most relations from the symbol (default %d)", image.DefaultContextDepth)),
		bytes:     countOption(flags, "max-bytes", fmt.Sprintf("the most bytes of the answer (default %d)", image.MaxWalkBytes)),
		nodes:     countOption(flags, "max-nodes", fmt.Sprintf("the most declarations (default %d)", image.DefaultNodes)),
		filters:   textOption(flags, "filters", "LIST", "which facts to show of a file: contracts,ownership,effects,types"),
		direction: textOption(flags, "direction", "D", "forward, reverse or both (default both)"),
		manifest:  textOption(flags, "manifest-path", "PATH", "the manifest, taken literally"),
	}
}

func contextCommand() *cobra.Command {
	var flags contextFlags
	command := &cobra.Command{
		Use:   "context [FILE|DIR|MANIFEST] SYMBOL",
		Short: "Print what is around one declaration",
		Long: `Print one line of JSON with the declarations around SYMBOL (an identity, or a name that
only one declaration has): what it needs, what needs it, or both. docs/payloads.md
describes it; truncation names the bounds that cut it short.

Exit status: 0 printed, 1 refused, 2 wrong command line.`,
		RunE: func(command *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 || args[len(args)-1] == "" {
				return errors.New("a symbol is expected, after at most one file, directory or manifest")
			}
			selected, err := selectOperand(args[:len(args)-1], *flags.manifest)
			if err != nil {
				return err
			}
			options, err := flags.options(selected, args[len(args)-1])
			if err != nil {
				return err
			}
			return contextOperand(command.Context(), selected, options, command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	flags = declareContext(command.Flags())
	return command
}

// options reads the flags; what they leave out has the defaults of image/context.
func (f contextFlags) options(selected operand, symbol string) (image.WalkOptions, error) {
	o := image.WalkOptions{TargetKind: image.TargetDeclaration, Target: symbol, Direction: graph.Both,
		Depth: image.DefaultContextDepth, MaxBytes: image.MaxWalkBytes, MaxNodes: image.DefaultNodes}
	if *f.depth != "" {
		depth, err := strconv.Atoi(*f.depth)
		if err != nil || depth < 0 || strconv.Itoa(depth) != *f.depth || depth > image.MaxDepth {
			return o, fmt.Errorf("--depth is a decimal number of 0 to %d", image.MaxDepth)
		}
		o.Depth = depth
	}
	if *f.bytes != 0 {
		if *f.bytes < image.MinWalkBytes || *f.bytes > image.MaxWalkBytes {
			return o, fmt.Errorf("--max-bytes is %d to %d", image.MinWalkBytes, image.MaxWalkBytes)
		}
		o.MaxBytes = int(*f.bytes)
	}
	if *f.nodes != 0 {
		if *f.nodes > image.MaxNodes {
			return o, fmt.Errorf("--max-nodes is 1 to %d", image.MaxNodes)
		}
		o.MaxNodes = int(*f.nodes)
	}
	if *f.direction != "" {
		o.Direction = graph.Direction(*f.direction)
		if o.Direction != graph.Forward && o.Direction != graph.Reverse && o.Direction != graph.Both {
			return o, errors.New("--direction is forward, reverse or both")
		}
	}
	return f.omit(selected, o)
}

// omit reads the filters, which only files have.
func (f contextFlags) omit(selected operand, o image.WalkOptions) (image.WalkOptions, error) {
	if *f.filters == "" {
		return o, nil
	}
	if selected.manifest != "" {
		return o, errors.New("--filters is for one source file")
	}
	o.Omit = image.WalkGroups{Contracts: true, Ownership: true, Effects: true, Types: true}
	for _, filter := range strings.Split(*f.filters, ",") {
		switch filter {
		case "contracts":
			o.Omit.Contracts = false
		case "ownership":
			o.Omit.Ownership = false
		case "effects":
			o.Omit.Effects = false
		case "types":
			o.Omit.Types = false
		default:
			return o, errors.New("--filters lists contracts, ownership, effects and types")
		}
	}
	return o, nil
}

func contextOperand(ctx context.Context, selected operand, o image.WalkOptions, out, errs io.Writer) error {
	loaded, faults := selected.load(ctx)
	if loaded == nil {
		return showFaults(faults, false, out, errs)
	}
	line, faults := contextLine(loaded, o)
	if faults != nil {
		return showFaults(faults, false, out, errs)
	}
	_, err := out.Write(append(line, '\n'))
	return err
}

// contextLine renders the context of a symbol.
func contextLine(from *loaded, o image.WalkOptions) ([]byte, diag.List) {
	if from.project != nil {
		of, faults := image.Derive(from.project, version)
		if faults != nil {
			return nil, faults
		}
		if o.Target, faults = symbolIdentity(of.Graph(), o.Target); faults != nil {
			return nil, faults
		}
		walk, faults := of.Context(o)
		if faults != nil {
			return nil, faults
		}
		return image.ContextShape().AppendCJ(nil, walk), nil
	}
	g := graph.New(from.program)
	identity, faults := symbolIdentity(g, o.Target)
	if faults != nil {
		return nil, faults
	}
	o.Target = identity
	_, digest := graphLine(g, from)
	m := from.program.Modules[0]
	walk, faults := image.FileContext(g, image.WalkFile{Path: m.Path, Module: m.Name, Revision: from.revision, Graph: digest}, o)
	if faults != nil {
		return nil, faults
	}
	return image.FileContextShape().AppendCJ(nil, walk), nil
}

// symbolIdentity finds the declaration a person names: by identity, else by a name
// that is its alone.
func symbolIdentity(g *graph.Graph, symbol string) (string, diag.List) {
	if g.Find(symbol) != graph.NoNode {
		return symbol, nil
	}
	named := g.Select(graph.Filter{Name: symbol})
	switch len(named) {
	case 1:
		node := g.Node(named[0])
		return node.Identity, nil
	case 0:
		return "", diag.List{diag.New(codeUnknownSymbol, "", diag.Span{}, "no declaration is called `"+symbol+"`")}
	}
	return "", diag.List{diag.New(codeUnknownSymbol, "", diag.Span{},
		fmt.Sprintf("%d declarations are called `%s`; name one by its identity", len(named), symbol))}
}
