package candidate

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/image"
	"github.com/semaprax/semaprax-go/engine/intent"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// impactRow is what depends on one declaration that the history touched. Base and
// Candidate are canonical JSON; Base is null for what the base does not have.
type impactRow struct {
	Target          string
	Base, Candidate []byte
}

func impactRowShape(s *shapes) *schema.Kind[impactRow] {
	type r = impactRow
	value := schema.OneOfKinds(func(*[]byte) int { return 0 },
		schema.Opaque(image.ImpactSchema), schema.Rendered(s.unavailable))
	return schema.Object(
		schema.Required("target", schema.String(), func(p *r) *string { return &p.Target }),
		schema.Required("base", schema.NullWhenZero(schema.Opaque(image.ImpactSchema)), func(p *r) *[]byte { return &p.Base }),
		schema.Required("candidate", value, func(p *r) *[]byte { return &p.Candidate }))
}

// unavailable says why a declaration of the candidate has no impact report: it was
// deleted, or it is a protocol implementation, which no code calls.
type unavailable struct {
	Deleted bool
	Binding intent.NewDeclaration
}

func unavailableShape() *schema.Kind[unavailable] {
	type b = intent.NewDeclaration
	text := func(name string, at func(*b) *string) schema.Field[b] {
		return schema.Required(name, schema.String(), at)
	}
	binding := schema.Object(
		text("id", func(n *b) *string { return &n.ID }),
		text("owner", func(n *b) *string { return &n.Owner }),
		text("path", func(n *b) *string { return &n.Path }),
		text("module", func(n *b) *string { return &n.Module }))
	no := schema.ConstBool[unavailable]("cross_file_impact_available", false)
	return schema.OneOfKinds(func(u *unavailable) int {
		if u.Deleted {
			return 0
		}
		return 1
	},
		schema.Object(schema.Const[unavailable]("availability", "deleted_declaration"), no),
		schema.Object(schema.Const[unavailable]("availability", "source_static_conformance_only"), no,
			schema.Required("binding", binding, func(u *unavailable) *b { return &u.Binding })))
}

// DefaultImpact are the options of the impact reports a candidate report holds.
func DefaultImpact(target string) image.WalkOptions {
	return image.WalkOptions{
		TargetKind: image.TargetDeclaration, Target: target, Depth: image.DefaultImpactDepth,
		MaxBytes: image.MaxWalkBytes, MaxNodes: image.DefaultNodes,
	}
}

// impact makes the rows of every target and every introduced declaration of the
// operations, ascending.
func impact(s *shapes, base, now *image.Image, operations []intent.Operation) ([]impactRow, diag.List) {
	introduced := introductions(operations)
	rows := make([]impactRow, 0, len(operations))
	for _, target := range selected(operations, introduced) {
		row := impactRow{Target: target}
		var fault diag.List
		if declares(base, target) {
			if row.Base, fault = impactOf(base, target); fault != nil {
				return nil, fault
			}
		}
		if row.Candidate, fault = impactNow(s, now, target, introduced[target]); fault != nil {
			return nil, fault
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// introductions maps every identity the operations introduced to the declaration it
// came with.
func introductions(operations []intent.Operation) map[string]*intent.NewDeclaration {
	found := map[string]*intent.NewDeclaration{}
	for i := range operations {
		added := operations[i].New
		if added == nil {
			continue
		}
		found[added.ID] = added
		for _, identity := range added.Identities {
			found[identity.ID] = added
		}
	}
	return found
}

// selected lists the identities that get an impact row, ascending.
func selected(operations []intent.Operation, introduced map[string]*intent.NewDeclaration) []string {
	var list []string
	for i := range operations {
		list = append(list, operations[i].Target)
	}
	for identity := range introduced {
		list = append(list, identity)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func declares(i *image.Image, identity string) bool {
	_, ok := i.Project().Program().Lookup(identity)
	return ok
}

func impactOf(i *image.Image, target string) ([]byte, diag.List) {
	return i.AppendImpact(nil, DefaultImpact(target))
}

func impactNow(s *shapes, now *image.Image, target string, added *intent.NewDeclaration) ([]byte, diag.List) {
	switch {
	case added != nil && added.Implementation && declares(now, target):
		return s.unavailable.AppendCJ(nil, &unavailable{Binding: *added}), nil
	case !declares(now, target):
		return s.unavailable.AppendCJ(nil, &unavailable{Deleted: true}), nil
	}
	return impactOf(now, target)
}
