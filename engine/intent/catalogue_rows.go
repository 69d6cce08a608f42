package intent

import (
	"github.com/semaprax/semaprax-go/engine/check"
)

// ParameterRow is one parameter of the target. The last members are set for nominal
// types and strings.
type ParameterRow struct {
	Name, Type, Mode string
	TypeIdentity     string
	Provenance       *TypeProvenance
}

// TypeProvenance says where a parameter's type comes from and how it behaves.
type TypeProvenance struct {
	// Declaration is the identity of the type, empty for string.
	Declaration string
	Arguments   []string
	// Ownership is copy or own.
	Ownership       string
	Copy, NeedsDrop bool
}

// parameterRows describes the parameters of a function.
func (b *Base) parameterRows(fn *check.Function) []ParameterRow {
	rows := make([]ParameterRow, len(fn.Params))
	for i := range fn.Params {
		p := &fn.Params[i]
		rows[i] = ParameterRow{Name: p.Name, Type: b.program.TypeString(p.Type), Mode: p.Mode.String()}
		if facts := b.program.Facts(p.Type); p.Type == check.TypeString || b.program.NominalOf(p.Type) != check.NoNominal && facts.Sized && !facts.ContainsResource {
			rows[i].TypeIdentity, rows[i].Provenance = b.program.TypeKey(p.Type), b.provenance(p.Type)
		}
	}
	return rows
}

func (b *Base) provenance(t check.Type) *TypeProvenance {
	facts := b.program.Facts(t)
	p := &TypeProvenance{Ownership: "own", Copy: facts.Copy, NeedsDrop: facts.NeedsDrop}
	if facts.Copy {
		p.Ownership = "copy"
	}
	if id := b.program.NominalOf(t); id != check.NoNominal {
		p.Declaration = b.program.Nominals[id].Identity.Text
		for _, arg := range b.program.TypeArguments(t) {
			p.Arguments = append(p.Arguments, b.program.TypeKey(arg))
		}
	}
	return p
}

// Provider says which declared type a row is about and how the module names it.
type Provider struct {
	// Target is the identity of the row's subject, Owner that of its type where it
	// is a member.
	Target, Owner string
	Name          string
	// Binding is the type's name in the module.
	Binding string
	// Path and Module are empty for the prelude.
	Path, Module string
	// TypeParameters are the names of the type's parameters.
	TypeParameters []string
	// IsPrelude says that the compiler owns the type.
	IsPrelude bool
}

// FieldRow is one field with its position.
type FieldRow struct {
	Target, Name string
	Index        int
	TypeIdentity string
}

// ConstructorRow is a constructor (Kind record or variant) or an update.
type ConstructorRow struct {
	Kind string
	Provider
	Fields []FieldRow
}

// ProjectionRow is a field that can be read: by projection (Kind project) or from a
// named place (field_place).
type ProjectionRow struct {
	Kind string
	Provider
	Index        int
	TypeIdentity string
}

// MatchRow is a variant that can be matched on.
type MatchRow struct {
	Provider
	Cases []CaseRow
}

// CaseRow is one case of a match.
type CaseRow struct {
	Target, Name string
	Index        int
	Fields       []FieldRow
}

// NominalRow is a type a selector may name.
type NominalRow struct {
	Provider
	DeclarationKind string
}

// BuiltinRow is a built-in operation.
type BuiltinRow struct {
	Target, Name string
	Parameters   []BuiltinParameterRow
	Result       string
	// IsBytes tells the byte operations from those of text.
	IsBytes bool
}

// BuiltinParameterRow is one parameter of a built-in operation; Type is empty for a
// byte array of any length.
type BuiltinParameterRow struct {
	Index           int
	Name, Type      string
	Family, Holding string
}

// addInventories lists what an expression in a module may name.
func (b *Base) addInventories(c *ChangeCatalogue, m *check.Module) {
	for i := range b.program.Nominals {
		n := &b.program.Nominals[i]
		binding, visible := b.nominalNameIn(m, n.ID)
		if !visible {
			continue
		}
		base := b.provider(n, binding)
		switch n.Kind {
		case check.NominalRecord:
			b.addRecord(c, n, base)
		case check.NominalVariant:
			b.addVariant(c, n, base)
		default:
			continue
		}
		if facts := b.program.Facts(n.Type); facts.Sized && !facts.ContainsResource {
			c.NominalTypes = append(c.NominalTypes, NominalRow{Provider: base, DeclarationKind: nominalKind(n.Kind)})
		}
	}
	c.Builtins = b.builtinRows()
}

// provider describes a type as the subject of a row.
func (b *Base) provider(n *check.Nominal, binding string) Provider {
	p := Provider{Target: n.Identity.Text, Name: n.Name, Binding: binding, TypeParameters: n.TypeParameters, IsPrelude: n.Module == check.NoModule}
	if !p.IsPrelude {
		p.Path, p.Module = b.module(n.Module).Path, b.module(n.Module).Name
	}
	return p
}

// member describes a member of a type as the subject of a row.
func (p Provider) member(target, name string) Provider {
	p.Target, p.Owner, p.Name = target, p.Target, name
	return p
}

func (b *Base) fieldRows(fields []check.FieldID) []FieldRow {
	rows := make([]FieldRow, len(fields))
	for i, id := range fields {
		f := &b.program.Fields[id]
		rows[i] = FieldRow{f.Identity.Text, f.Name, i, b.program.TypeKey(f.Type)}
	}
	return rows
}

func (b *Base) addRecord(c *ChangeCatalogue, n *check.Nominal, p Provider) {
	fields := b.fieldRows(n.Fields)
	self := p
	self.Owner = p.Target
	c.Constructors = append(c.Constructors, ConstructorRow{"record", self, fields})
	c.Updates = append(c.Updates, ConstructorRow{"update", self, fields})
	for _, f := range fields {
		row := ProjectionRow{"project", p.member(f.Target, f.Name), f.Index, f.TypeIdentity}
		c.Projections = append(c.Projections, row)
		row.Kind = "field_place"
		c.FieldPlaces = append(c.FieldPlaces, row)
	}
}

func (b *Base) addVariant(c *ChangeCatalogue, n *check.Nominal, p Provider) {
	made := MatchRow{Provider: p}
	for i, id := range n.Cases {
		row := &b.program.Cases[id]
		fields := b.fieldRows(row.Fields)
		c.Constructors = append(c.Constructors, ConstructorRow{"variant", p.member(row.Identity.Text, row.Name), fields})
		made.Cases = append(made.Cases, CaseRow{row.Identity.Text, row.Name, i, fields})
	}
	c.Matches = append(c.Matches, made)
}

func (b *Base) builtinRows() []BuiltinRow {
	var rows []BuiltinRow
	for i, builtin := range b.callableBuiltins() {
		row := BuiltinRow{Target: builtin.Identity, Name: builtin.Name, Result: b.program.TypeKey(builtin.Result), IsBytes: i < byteBuiltins}
		for j, p := range builtin.Params {
			parameter := BuiltinParameterRow{Index: j, Name: p.Name, Holding: p.Mode.String()}
			if p.Type == check.TypeInvalid {
				parameter.Family = "array_u8_any_length"
			} else {
				parameter.Type = b.program.TypeKey(p.Type)
			}
			row.Parameters = append(row.Parameters, parameter)
		}
		rows = append(rows, row)
	}
	return rows
}
