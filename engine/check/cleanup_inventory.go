package check

import "github.com/semaprax/semaprax-go/engine/syntax"

// InventorySchema names the shape of an [Inventory].
const InventorySchema = "semaprax-go.ownership-inventory.v1"

// InventoryOrder says what the order of slots means: not the order in which
// values end.
const InventoryOrder = "structural_discovery_not_runtime_destruction"

// Ids inside the plans of one function; each indexes the slice of the same name
// and means nothing outside. Their text is `slot:3`, `flag:0` and so on.
type (
	// SlotID indexes Inventory.Slots.
	SlotID int32
	// FlagID indexes Inventory.Flags.
	FlagID int32
)

// The absent ids.
const (
	NoSlot SlotID = -1
	NoFlag FlagID = -1
)

// Inventory lists the storage of one function: every parameter, binding and
// result, and the temporaries that hold owned values.
type Inventory struct {
	// Slots in the order of discovery: parameters, the result, then bindings
	// and temporaries as evaluation meets them.
	Slots []Slot
	// Flags say at run time whether a place still holds its value. Every slot
	// that needs cleanup has one, every part that moves on its own another.
	Flags []Flag
	// LiveOwned are the parameters that own a value whenever the function is
	// entered.
	LiveOwned []SlotID
	// Conditional are the parameters that own something in some cases only.
	Conditional []ConditionalParameter
}

// Slot is one piece of storage.
type Slot struct {
	Origin SlotOrigin
	// Local is the parameter or binding, else NoLocal.
	Local LocalID
	// Expr is what made a temporary, else nil.
	Expr syntax.Expr
	// Identity is the value's identity, of a temporary its expression's.
	Identity string
	Type     Type
	Shape    SlotShape
	// Region is where the slot ends.
	Region RegionID
	// Flag is of the whole value; NoFlag when there is nothing to clean up.
	Flag FlagID
}

// SlotOrigin says what a slot is for.
type SlotOrigin uint8

// The origins of slots.
const (
	SlotParameter SlotOrigin = iota
	SlotBinding
	SlotTemporary
	SlotResult
)

// String is the word used in documents.
func (o SlotOrigin) String() string {
	return [...]string{
		SlotParameter: "parameter", SlotBinding: "binding",
		SlotTemporary: "temporary", SlotResult: "provisional_result",
	}[o]
}

// SlotShape says how a slot's value is cleaned up.
type SlotShape uint8

// The shapes of slots.
const (
	ShapeNoDrop  SlotShape = iota // nothing to do
	ShapeLeaf                     // one act: a resource, text or bytes
	ShapeRecord                   // its fields
	ShapeVariant                  // the payload of the case at hand
)

// String is the word used in documents.
func (s SlotShape) String() string {
	return [...]string{ShapeNoDrop: "no_drop", ShapeLeaf: "leaf", ShapeRecord: "record", ShapeVariant: "variant"}[s]
}

// StoragePlace is a slot or a part of it.
type StoragePlace struct {
	Storage SlotID
	// Projections is the path of fields inside, often empty.
	Projections []FieldID
}

// Flag is the run-time mark of one place.
type Flag struct {
	Place StoragePlace
	Type  Type
	// Lifecycle says what ends the value.
	Lifecycle LifecycleKind
	// Resource is the resource of LifecycleTrivial and LifecycleImport, else
	// NoNominal.
	Resource NominalID
}

// LifecycleKind says what ends a value.
type LifecycleKind uint8

// The ways a value ends.
const (
	LifecycleTrivial LifecycleKind = iota // a resource that ends by itself
	LifecycleImport                       // a resource that an import takes
	LifecycleRelease                      // text or bytes given back
	LifecycleMembers                      // each part by its own way
)

// String is the word used in documents.
func (k LifecycleKind) String() string {
	return [...]string{
		LifecycleTrivial: "trivial", LifecycleImport: "import",
		LifecycleRelease: "release", LifecycleMembers: "members",
	}[k]
}

// ConditionalParameter is a parameter whose variant owns something in some cases.
type ConditionalParameter struct {
	Storage SlotID
	Variant NominalID
	// Cases in declaration order.
	Cases []ConditionalCase
}

// ConditionalCase says which flags are live when a parameter holds a case.
type ConditionalCase struct {
	Case      CaseID
	LiveFlags []FlagID
}

// shapeOf finds how a value of a type is cleaned up.
func (p *Program) shapeOf(t Type) SlotShape {
	if !p.Facts(t).NeedsDrop {
		return ShapeNoDrop
	}
	switch p.Kind(t) {
	case KindRecord, KindClass:
		return ShapeRecord
	case KindVariant:
		return ShapeVariant
	}
	return ShapeLeaf
}

// lifecycleOf finds what ends a value of a type.
func (p *Program) lifecycleOf(t Type) (LifecycleKind, NominalID) {
	nominal := p.NominalOf(t)
	switch {
	case t == TypeString || t == TypeBytes:
		return LifecycleRelease, NoNominal
	case nominal == NoNominal || p.Kind(t) != KindResource:
		return LifecycleMembers, NoNominal
	case p.Nominals[nominal].Lifecycle.Imported:
		return LifecycleImport, nominal
	}
	return LifecycleTrivial, nominal
}
