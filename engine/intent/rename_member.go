package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

func (b *Base) renameField(field *check.Field) (*renameSubject, diag.List) {
	owner := &b.program.Nominals[field.Owner]
	member, siblings, ownerOrigin := "record_field", owner.Fields, owner.Identity.Origin
	if field.Case != check.NoCase {
		row := &b.program.Cases[field.Case]
		member, siblings = "variant_field", row.Fields
		ownerOrigin = max(ownerOrigin, row.Identity.Origin)
	}
	switch {
	case field.Identity.Origin != check.Explicit || ownerOrigin != check.Explicit || field.Decl == nil:
		return nil, unsupported("`%s` or its owner has no explicit identity", field.Identity.Text)
	case owner.Kind != check.NominalRecord && owner.Kind != check.NominalVariant:
		return nil, unsupported("`%s` is a field of a %s", field.Identity.Text, nominalKind(owner.Kind))
	}
	return &renameSubject{
		name: field.Name, member: member,
		taken: func(name string) bool {
			return slices.ContainsFunc(siblings, func(id check.FieldID) bool { return b.program.Fields[id].Name == name })
		},
		edit: func(e *Edit, name string) { e.renameField(field, owner.Module, name) },
	}, nil
}

func (b *Base) renameCase(row *check.Case) (*renameSubject, diag.List) {
	owner := &b.program.Nominals[row.Owner]
	if row.Identity.Origin != check.Explicit || owner.Identity.Origin != check.Explicit || row.Decl == nil {
		return nil, unsupported("`%s` or its owner has no explicit identity", row.Identity.Text)
	}
	return &renameSubject{
		name: row.Name, member: "variant_case",
		taken: func(name string) bool {
			return slices.ContainsFunc(owner.Cases, func(id check.CaseID) bool { return b.program.Cases[id].Name == name })
		},
		edit: func(e *Edit, name string) { e.renameCase(row, owner.Module, name) },
	}, nil
}

// renameField renames a field in its declaration, in the labels of constructors,
// updates and patterns, in projections and in assignments of every module.
func (e *Edit) renameField(field *check.Field, home check.ModuleID, name string) {
	for i := range e.Files {
		id := check.ModuleID(i)
		r := fieldRename{field: field.ID, name: name, tables: e.Base.tables(id), parts: map[syntax.NodeID]bool{}}
		r.findParts(e.Files[i])
		e.rewrite(id, func(n syntax.Node) syntax.Node {
			if decl, ok := n.(*syntax.Field); ok && id == home && decl.ID() == field.Decl.ID() {
				c := *decl
				c.Name = named(name)
				return &c
			}
			return r.change(n)
		})
	}
}

// fieldRename renames the uses of one field in one file.
type fieldRename struct {
	field  check.FieldID
	name   string
	tables *check.Tables
	// parts are the field patterns that match the field.
	parts map[syntax.NodeID]bool
}

// findParts collects the field patterns of the field.
func (r *fieldRename) findParts(file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		if match, ok := n.(*syntax.Match); ok {
			if row := r.tables.Match(match.ID()); row != nil {
				for i := range row.Arms {
					r.addParts(row.Arms[i].Fields)
				}
			}
		}
		return true
	})
}

func (r *fieldRename) addParts(fields []check.FieldPattern) {
	for i := range fields {
		if fields[i].Field == r.field {
			r.parts[fields[i].Node] = true
		}
		r.addParts(fields[i].Nested)
	}
}

func (r *fieldRename) change(n syntax.Node) syntax.Node {
	switch n := n.(type) {
	case *syntax.Project:
		if r.projects(n) {
			c := *n
			c.Field = named(r.name)
			return &c
		}
	case *syntax.RecordExpr:
		if row := r.tables.Construct(n.ID()); row != nil && slices.Contains(row.Fields, r.field) {
			c := *n
			c.Inits = r.labels(n.Inits, row.Fields)
			return &c
		}
	case *syntax.VariantExpr:
		if row := r.tables.Construct(n.ID()); row != nil && slices.Contains(row.Fields, r.field) {
			c := *n
			c.Inits = r.labels(n.Inits, row.Fields)
			return &c
		}
	case *syntax.Update:
		if row := r.tables.Update(n.ID()); row != nil && slices.Contains(row.Fields, r.field) {
			c := *n
			c.Inits = r.labels(n.Inits, row.Fields)
			return &c
		}
	case *syntax.FieldPattern:
		if r.parts[n.ID()] {
			c := *n
			c.Field = named(r.name)
			return &c
		}
	case *syntax.Assign:
		if row := r.tables.Assignment(n.ID()); row != nil && row.Field == r.field {
			c := *n
			c.Field = named(r.name)
			return &c
		}
	}
	return n
}

// projects reports whether the last step of a projection is the field.
func (r *fieldRename) projects(n *syntax.Project) bool {
	if place := r.tables.Place(n.ID()); place != nil {
		return len(place.Fields) > 0 && place.Fields[len(place.Fields)-1] == r.field
	}
	row := r.tables.Projection(n.ID())
	return row != nil && row.Field == r.field
}

// labels renames the initialisers of the field.
func (r *fieldRename) labels(inits []*syntax.Init, fields []check.FieldID) []*syntax.Init {
	made := slices.Clone(inits)
	for i := range made {
		if fields[i] == r.field {
			c := *made[i]
			c.Name = named(r.name)
			made[i] = &c
		}
	}
	return made
}

// renameCase renames a case in its declaration, its constructors and its patterns.
func (e *Edit) renameCase(row *check.Case, home check.ModuleID, name string) {
	e.rewriteAll(func(id check.ModuleID, n syntax.Node) syntax.Node {
		tables := e.Base.tables(id)
		switch n := n.(type) {
		case *syntax.Case:
			if id == home && n.ID() == row.Decl.ID() {
				c := *n
				c.Name = named(name)
				return &c
			}
		case *syntax.VariantExpr:
			if made := tables.Construct(n.ID()); made != nil && made.Case == row.ID {
				c := *n
				c.Case = named(name)
				return &c
			}
		case *syntax.VariantPattern:
			at := tables.Pattern(n.ID())
			if at != nil && tables.Match(at.Match).Arms[at.Arm].Case == row.ID {
				c := *n
				c.Case = named(name)
				return &c
			}
		}
		return n
	})
}
