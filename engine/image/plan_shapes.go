package image

import (
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// planShapes are the rows of the facets loans and cleanup: a header, then sections.
type planShapes struct {
	loanHeader    *schema.Kind[loanHeader]
	loan          *schema.Kind[planRow[loanValue]]
	endpoint      *schema.Kind[planRow[endpointValue]]
	loanEdge      *schema.Kind[planRow[loanEdgeValue]]
	cleanupHeader *schema.Kind[cleanupHeader]
	slot          *schema.Kind[planRow[slotValue]]
	status        *schema.Kind[planRow[statusValue]]
	block         *schema.Kind[planRow[blockValue]]
	edge          *schema.Kind[planRow[edgeValue]]
	region        *schema.Kind[planRow[regionValue]]
	exit          *schema.Kind[planRow[exitValue]]
}

func newPlanShapes() *planShapes {
	return &planShapes{
		loanHeader: headerOf(loanHeaderShape()), loan: sectionOf("loans", loanValueShape()),
		endpoint: sectionOf("endpoints", endpointValueShape()), loanEdge: sectionOf("edges", loanEdgeValueShape()),
		cleanupHeader: headerOf(cleanupHeaderShape()), slot: sectionOf("slots", slotValueShape()),
		status: sectionOf("status_sources", statusValueShape()), block: sectionOf("blocks", blockValueShape()),
		edge: sectionOf("edges", edgeValueShape()), region: sectionOf("regions", regionValueShape()),
		exit: sectionOf("exits", exitValueShape()),
	}
}

// kinds are all rows as rendered values.
func (s *planShapes) kinds() []*schema.Kind[[]byte] {
	return []*schema.Kind[[]byte]{
		schema.Rendered(s.loanHeader), schema.Rendered(s.loan), schema.Rendered(s.endpoint), schema.Rendered(s.loanEdge),
		schema.Rendered(s.cleanupHeader), schema.Rendered(s.slot), schema.Rendered(s.status), schema.Rendered(s.block),
		schema.Rendered(s.edge), schema.Rendered(s.region), schema.Rendered(s.exit),
	}
}

// planRow is one row of a section.
type planRow[V any] struct {
	Index int
	Value V
}

func sectionOf[V any](section string, value *schema.Kind[V]) *schema.Kind[planRow[V]] {
	type r = planRow[V]
	return schema.Object(
		schema.Const[r]("section", section),
		schema.Required("index", places(), func(p *r) *int { return &p.Index }),
		schema.Required("value", value, func(p *r) *V { return &p.Value }))
}

func headerOf[V any](value *schema.Kind[V]) *schema.Kind[V] {
	return schema.Object(
		schema.Const[V]("section", "header"),
		schema.Required("value", value, func(p *V) *V { return p }))
}

// placeValue is a slot or a part of it.
type placeValue struct {
	Slot   string
	Fields []string
}

func placeValueShape() *schema.Kind[placeValue] {
	return schema.Object(
		text("slot", func(p *placeValue) *string { return &p.Slot }),
		texts("field_ids", func(p *placeValue) *[]string { return &p.Fields }))
}

type loanHeader struct {
	Function                string
	Loans, Endpoints, Edges int
}

func loanHeaderShape() *schema.Kind[loanHeader] {
	type h = loanHeader
	return schema.Object(
		schema.Const[h]("schema", check.LoanSchema),
		text("function", func(p *h) *string { return &p.Function }),
		count("loan_count", func(p *h) *int { return &p.Loans }),
		count("endpoint_count", func(p *h) *int { return &p.Endpoints }),
		count("edge_count", func(p *h) *int { return &p.Edges }))
}

type loanValue struct {
	ID, Kind, Holder, Expression string
	Place                        placeValue
}

func loanValueShape() *schema.Kind[loanValue] {
	type l = loanValue
	return schema.Object(
		text("id", func(p *l) *string { return &p.ID }),
		text("kind", func(p *l) *string { return &p.Kind }),
		schema.Required("place", placeValueShape(), func(p *l) *placeValue { return &p.Place }),
		optionalText("holder", func(p *l) *string { return &p.Holder }),
		text("expression_id", func(p *l) *string { return &p.Expression }))
}

type endpointValue struct {
	Loan, Kind, Block string
	Step              int
}

func endpointValueShape() *schema.Kind[endpointValue] {
	type e = endpointValue
	return schema.Object(
		text("loan", func(p *e) *string { return &p.Loan }),
		text("kind", func(p *e) *string { return &p.Kind }),
		text("block", func(p *e) *string { return &p.Block }),
		count("step", func(p *e) *int { return &p.Step }))
}

type loanEdgeValue struct{ From, To string }

func loanEdgeValueShape() *schema.Kind[loanEdgeValue] {
	return schema.Object(
		text("from", func(p *loanEdgeValue) *string { return &p.From }),
		text("to", func(p *loanEdgeValue) *string { return &p.To }))
}

type cleanupHeader struct {
	Function string
	Flags    []flagValue
}

func cleanupHeaderShape() *schema.Kind[cleanupHeader] {
	type h = cleanupHeader
	return schema.Object(
		schema.Const[h]("schema", check.CleanupSchema),
		text("function", func(p *h) *string { return &p.Function }),
		schema.Required("flags", schema.Array(flagValueShape(), 0, schema.Unbounded), func(p *h) *[]flagValue { return &p.Flags }))
}

type flagValue struct {
	ID, Type, Lifecycle, Resource string
	Place                         placeValue
}

func flagValueShape() *schema.Kind[flagValue] {
	type f = flagValue
	return schema.Object(
		text("id", func(p *f) *string { return &p.ID }),
		schema.Required("place", placeValueShape(), func(p *f) *placeValue { return &p.Place }),
		text("type_id", func(p *f) *string { return &p.Type }),
		text("lifecycle", func(p *f) *string { return &p.Lifecycle }),
		optionalText("resource", func(p *f) *string { return &p.Resource }))
}

type slotValue struct{ ID, Origin, Value, Type, Shape, Region, Flag string }

func slotValueShape() *schema.Kind[slotValue] {
	type s = slotValue
	return schema.Object(
		text("id", func(p *s) *string { return &p.ID }),
		text("origin", func(p *s) *string { return &p.Origin }),
		text("value_id", func(p *s) *string { return &p.Value }),
		text("type_id", func(p *s) *string { return &p.Type }),
		text("shape", func(p *s) *string { return &p.Shape }),
		text("region", func(p *s) *string { return &p.Region }),
		optionalText("flag", func(p *s) *string { return &p.Flag }))
}

type statusValue struct {
	ID, Kind, Expression, Block, Exit string
	Step                              int
}

func statusValueShape() *schema.Kind[statusValue] {
	type s = statusValue
	return schema.Object(
		text("id", func(p *s) *string { return &p.ID }),
		text("kind", func(p *s) *string { return &p.Kind }),
		text("expression_id", func(p *s) *string { return &p.Expression }),
		text("block", func(p *s) *string { return &p.Block }),
		count("step", func(p *s) *int { return &p.Step }),
		text("exit", func(p *s) *string { return &p.Exit }))
}

type blockValue struct {
	ID, Region string
	Steps      []stepValue
}

func blockValueShape() *schema.Kind[blockValue] {
	type b = blockValue
	return schema.Object(
		text("id", func(p *b) *string { return &p.ID }),
		text("region", func(p *b) *string { return &p.Region }),
		schema.Required("steps", schema.Array(stepValueShape(), 0, schema.Unbounded), func(p *b) *[]stepValue { return &p.Steps }))
}

type stepValue struct {
	Kind, Expression, Status string
	Place, From              schema.Maybe[placeValue]
}

func stepValueShape() *schema.Kind[stepValue] {
	type s = stepValue
	return schema.Object(
		text("kind", func(p *s) *string { return &p.Kind }),
		schema.Required("place", schema.Nullable(placeValueShape()), func(p *s) *schema.Maybe[placeValue] { return &p.Place }),
		schema.Required("from", schema.Nullable(placeValueShape()), func(p *s) *schema.Maybe[placeValue] { return &p.From }),
		optionalText("expression_id", func(p *s) *string { return &p.Expression }),
		optionalText("status", func(p *s) *string { return &p.Status }))
}

type edgeValue struct{ Kind, From, To, Exit, Status string }

func edgeValueShape() *schema.Kind[edgeValue] {
	type e = edgeValue
	return schema.Object(
		text("kind", func(p *e) *string { return &p.Kind }),
		text("from", func(p *e) *string { return &p.From }),
		optionalText("to", func(p *e) *string { return &p.To }),
		optionalText("exit", func(p *e) *string { return &p.Exit }),
		optionalText("status", func(p *e) *string { return &p.Status }))
}

type regionValue struct {
	ID, Kind, Parent, Expression string
	Slots                        []string
}

func regionValueShape() *schema.Kind[regionValue] {
	type r = regionValue
	return schema.Object(
		text("id", func(p *r) *string { return &p.ID }),
		text("kind", func(p *r) *string { return &p.Kind }),
		optionalText("parent", func(p *r) *string { return &p.Parent }),
		optionalText("expression_id", func(p *r) *string { return &p.Expression }),
		texts("slots", func(p *r) *[]string { return &p.Slots }))
}

type exitValue struct{ ID, Kind, Region string }

func exitValueShape() *schema.Kind[exitValue] {
	type e = exitValue
	return schema.Object(
		text("id", func(p *e) *string { return &p.ID }),
		text("kind", func(p *e) *string { return &p.Kind }),
		text("region", func(p *e) *string { return &p.Region }))
}
