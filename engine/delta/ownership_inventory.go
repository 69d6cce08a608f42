package delta

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// inventoryFact is the storage of one function.
type inventoryFact struct {
	Slots []slotFact
	Flags []flagFact
	Entry entryFact
}

type slotFact struct {
	ID, Origin, Identity, Type, Shape string
	Index                             int
	Temporary                         bool
}

type flagFact struct {
	ID, Storage, Lifecycle, Resource string
	Projections                      []string
}

// entryFact is what is owned when the function is entered.
type entryFact struct {
	Live        []string
	Conditional []conditionalFact
}

type conditionalFact struct {
	Storage, Variant string
	Cases            []conditionalCase
}

type conditionalCase struct {
	Case  string
	Flags []string
}

func inventoryFactShape() *schema.Kind[inventoryFact] {
	type i = inventoryFact
	return schema.Object(
		schema.Const[i]("schema", check.InventorySchema),
		list("slots", slotFactShape(), func(p *i) *[]slotFact { return &p.Slots }),
		list("flags", flagFactShape(), func(p *i) *[]flagFact { return &p.Flags }),
		schema.Required("entry_state", entryFactShape(), func(p *i) *entryFact { return &p.Entry }),
		schema.Const[i]("order_meaning", check.InventoryOrder))
}

// slotFactShape declares a slot. A temporary is named by the expression that made it,
// everything else by its value.
func slotFactShape() *schema.Kind[slotFact] {
	type s = slotFact
	words := func(name string, list ...interface{ String() string }) schema.Field[s] {
		choices := make([]string, len(list))
		for i, word := range list {
			choices[i] = word.String()
		}
		return schema.Required(name, schema.Choice(choices...), func(p *s) *string { return &p.Origin })
	}
	origin := schema.OneOfKinds(func(p *s) int {
		if p.Temporary {
			return 1
		}
		return 0
	},
		schema.Object(words("kind", check.SlotParameter, check.SlotBinding, check.SlotResult), text("value_id", func(p *s) *string { return &p.Identity })),
		schema.Object(words("kind", check.SlotTemporary), text("expression_id", func(p *s) *string { return &p.Identity })))
	shape := schema.Object(schema.Required("kind", schema.Choice(check.ShapeNoDrop.String(), check.ShapeLeaf.String(),
		check.ShapeRecord.String(), check.ShapeVariant.String()), func(p *s) *string { return &p.Shape }))
	return schema.Object(
		text("id", func(p *s) *string { return &p.ID }),
		count("discovery_index", func(p *s) *int { return &p.Index }),
		schema.Required("origin", origin, func(p *s) *s { return p }),
		text("type_id", func(p *s) *string { return &p.Type }),
		schema.Required("shape", shape, func(p *s) *s { return p }))
}

func flagFactShape() *schema.Kind[flagFact] {
	type f = flagFact
	place := schema.Object(
		text("storage", func(p *f) *string { return &p.Storage }),
		texts("projections", func(p *f) *[]string { return &p.Projections }))
	lifecycle := schema.Object(
		schema.Required("kind", schema.Choice(check.LifecycleTrivial.String(), check.LifecycleImport.String(),
			check.LifecycleRelease.String(), check.LifecycleMembers.String()), func(p *f) *string { return &p.Lifecycle }),
		optionalText("resource", func(p *f) *string { return &p.Resource }))
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		schema.Required("place", place, func(p *f) *f { return p }),
		schema.Required("lifecycle", lifecycle, func(p *f) *f { return p }))
}

func entryFactShape() *schema.Kind[entryFact] {
	oneCase := schema.Object(
		text("case", func(p *conditionalCase) *string { return &p.Case }),
		texts("live_flags", func(p *conditionalCase) *[]string { return &p.Flags }))
	conditional := schema.Object(
		text("storage", func(p *conditionalFact) *string { return &p.Storage }),
		text("variant", func(p *conditionalFact) *string { return &p.Variant }),
		list("cases", oneCase, func(p *conditionalFact) *[]conditionalCase { return &p.Cases }))
	return schema.Object(
		texts("live_owned_parameters", func(p *entryFact) *[]string { return &p.Live }),
		list("conditional_owned_parameters", conditional, func(p *entryFact) *[]conditionalFact { return &p.Conditional }))
}

// inventory describes the storage of a function.
func (s *side) inventory(of *check.Inventory) inventoryFact {
	var fact inventoryFact
	for i := range of.Slots {
		slot := &of.Slots[i]
		fact.Slots = append(fact.Slots, slotFact{
			ID: check.SlotID(i).String(), Index: i, Origin: slot.Origin.String(), Identity: slot.Identity,
			Type: s.program.TypeKey(slot.Type), Shape: slot.Shape.String(), Temporary: slot.Origin == check.SlotTemporary,
		})
	}
	for i := range of.Flags {
		flag := &of.Flags[i]
		row := flagFact{ID: check.FlagID(i).String(), Storage: flag.Place.Storage.String(), Lifecycle: flag.Lifecycle.String()}
		for _, field := range flag.Place.Projections {
			row.Projections = append(row.Projections, s.program.Fields[field].Identity.Text)
		}
		if flag.Resource != check.NoNominal {
			row.Resource = s.program.Nominals[flag.Resource].Identity.Text
		}
		fact.Flags = append(fact.Flags, row)
	}
	for _, slot := range of.LiveOwned {
		fact.Entry.Live = append(fact.Entry.Live, slot.String())
	}
	for i := range of.Conditional {
		fact.Entry.Conditional = append(fact.Entry.Conditional, s.conditional(&of.Conditional[i]))
	}
	return fact
}

func (s *side) conditional(of *check.ConditionalParameter) conditionalFact {
	fact := conditionalFact{Storage: of.Storage.String(), Variant: s.program.Nominals[of.Variant].Identity.Text}
	for i := range of.Cases {
		row := conditionalCase{Case: s.program.Cases[of.Cases[i].Case].Identity.Text}
		for _, flag := range of.Cases[i].LiveFlags {
			row.Flags = append(row.Flags, flag.String())
		}
		fact.Cases = append(fact.Cases, row)
	}
	return fact
}
