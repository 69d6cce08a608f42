package graph

import (
	"strings"

	"github.com/semaprax/semaprax-go/engine/check"
)

// Signature is a node on one line, as its declaration would be headed: types by
// their declared names, modes as written, without contracts, effects and bodies.
func (g *Graph) Signature(n NodeID) string {
	p := g.program
	switch r, index := g.locate(n); r {
	case moduleNodes:
		return "module " + p.Modules[index].Name
	case nominalNodes:
		return g.nominalHead(&p.Nominals[index])
	case fieldNodes:
		return p.Fields[index].Name + ": " + p.TypeString(p.Fields[index].Type)
	case caseNodes:
		return g.caseHead(&p.Cases[index])
	case functionNodes:
		f := p.Functions[index]
		return "fn " + f.Name + parameterNames(f.TypeParameters) + g.head(f.Params, f.Result)
	case interfaceNodes:
		return "interface " + p.Interfaces[index].Name
	case importNodes:
		return g.importHead(&p.Imports[index])
	case lifecycleNodes:
		if d := &p.Nominals[index].Lifecycle; d.Imported {
			return "drop import " + d.ImportKey
		}
		return "drop trivial"
	case protocolNodes:
		return "protocol " + p.Protocols[index].Name
	case methodNodes:
		protocol, position := g.protocolMethod(index)
		m := &p.Protocols[protocol].Methods[position]
		return "fn " + m.Name + g.head(m.Params, m.Result)
	case implNodes:
		d := &p.Impls[index]
		return "impl " + p.Protocols[d.Protocol].Identity.Text + " for " + p.Nominals[d.Nominal].Identity.Text
	case builtinNodes:
		return g.builtinHead(&g.builtins[index])
	default:
		return "capability " + g.capabilities[index]
	}
}

func parameterNames(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "<" + strings.Join(names, ", ") + ">"
}

func (g *Graph) nominalHead(d *check.Nominal) string {
	word := [...]string{check.NominalRecord: "record ", check.NominalClass: "class ",
		check.NominalVariant: "variant ", check.NominalResource: "resource "}[d.Kind]
	head := word + d.Name + parameterNames(d.TypeParameters)
	if d.Parent != check.NoNominal {
		head += ": " + g.program.Nominals[d.Parent].Name
	}
	return head
}

func (g *Graph) caseHead(d *check.Case) string {
	if len(d.Fields) == 0 {
		return d.Name
	}
	parts := make([]string, len(d.Fields))
	for i, id := range d.Fields {
		field := &g.program.Fields[id]
		parts[i] = field.Name + ": " + g.program.TypeString(field.Type)
	}
	return d.Name + " { " + strings.Join(parts, ", ") + " }"
}

func (g *Graph) importHead(d *check.Import) string {
	word := "import fn "
	if d.Rust {
		word = "import rust fn "
	}
	return word + d.Name + g.head(d.Params, d.Result)
}

// head writes parameters and result; the invalid type is Self, which only
// protocols have.
func (g *Graph) head(params []check.Parameter, result check.Type) string {
	parts := make([]string, len(params))
	for i, param := range params {
		parts[i] = param.Name + ": " + g.moded(param.Mode, param.Type)
	}
	return "(" + strings.Join(parts, ", ") + ") -> " + g.selfOr(result)
}

func (g *Graph) moded(mode check.Mode, t check.Type) string {
	if mode == check.ModeValue {
		return g.selfOr(t)
	}
	return mode.String() + " " + g.selfOr(t)
}

func (g *Graph) selfOr(t check.Type) string {
	if t == check.TypeInvalid {
		return "Self"
	}
	return g.program.TypeString(t)
}

func (g *Graph) builtinHead(row *check.BuiltinRow) string {
	parts := make([]string, len(row.Params))
	for i, param := range row.Params {
		written := "[u8; N]"
		if param.Type != check.TypeInvalid {
			written = g.program.TypeString(param.Type)
		}
		if param.Mode != check.ModeValue {
			written = param.Mode.String() + " " + written
		}
		parts[i] = param.Name + ": " + written
	}
	return "fn " + row.Name + "(" + strings.Join(parts, ", ") + ") -> " + g.program.TypeString(row.Result)
}
