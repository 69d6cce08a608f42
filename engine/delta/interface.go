package delta

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/schema"
)

// InterfaceSchema names the interface delta.
const InterfaceSchema = "semaprax.project-candidate-interface-delta.v1"

// interfaceReport is semaprax.project-candidate-interface-delta.v1.
type interfaceReport struct {
	subject
	Bindings        bindings
	Protocols       []protocolDelta
	Implementations []implementationDelta
	Inventory       interfaceInventory
}

type protocolDelta struct {
	ID string
	comparison
}

type implementationDelta struct {
	ID string
	comparison
	Members []memberDelta
}

type memberDelta struct {
	Method string
	comparison
}

type interfaceInventory struct {
	BaseProtocols, Protocols, BaseImplementations, Implementations int
	UnchangedProtocols, UnchangedImplementations                   int
}

// InterfaceShape declares the interface delta.
func InterfaceShape() *schema.Kind[interfaceReport] { return newInterfaceShapes().report }

// interfaceShapes are the kinds one interface delta renders with.
type interfaceShapes struct {
	protocol       *schema.Kind[protocolFact]
	implementation *schema.Kind[implementationFact]
	member         *schema.Kind[memberFact]
	requirement    *schema.Kind[requirementFact]
	report         *schema.Kind[interfaceReport]
}

func newInterfaceShapes() *interfaceShapes {
	s := &interfaceShapes{requirement: requirementShape()}
	s.protocol, s.member = protocolShape(s.requirement), memberShape(s.requirement)
	s.implementation = implementationShape(s.member)
	s.report = interfaceReportShape(s)
	return s
}

func interfaceReportShape(s *interfaceShapes) *schema.Kind[interfaceReport] {
	type r = interfaceReport
	protocol := schema.Object(
		text("id", func(p *protocolDelta) *string { return &p.ID }),
		schema.Required("comparison", comparisonShape(s.protocol), func(p *protocolDelta) *comparison { return &p.comparison }))
	member := schema.Object(
		text("method_id", func(p *memberDelta) *string { return &p.Method }),
		schema.Required("comparison", comparisonShape(s.member), func(p *memberDelta) *comparison { return &p.comparison }))
	implementation := schema.Object(
		text("id", func(p *implementationDelta) *string { return &p.ID }),
		schema.Required("comparison", comparisonShape(s.implementation), func(p *implementationDelta) *comparison { return &p.comparison }),
		list("members", member, func(p *implementationDelta) *[]memberDelta { return &p.Members }))
	return schema.Document(InterfaceSchema,
		subjectFields(func(p *r) *subject { return &p.subject }),
		schema.Required("source_bindings", bindingsShape(), func(p *r) *bindings { return &p.Bindings }),
		list("protocols", protocol, func(p *r) *[]protocolDelta { return &p.Protocols }),
		list("implementations", implementation, func(p *r) *[]implementationDelta { return &p.Implementations }),
		schema.Required("inventory", interfaceInventoryShape(), func(p *r) *interfaceInventory { return &p.Inventory }),
		schema.Const[r]("evidence_class", "descriptive_source_backed_static_conformance_delta"),
		schema.Const[r]("selection_basis", "all_protocols_and_implementations_with_complete_required_member_union"),
		schema.Const[r]("dependency_basis", "transitive_retained_HIR_direct_calls_in_bodies_and_contracts"),
		schema.False[r]("source_authority", "execution"),
		schema.ConstJSON[r]("limits", `{"max_call_edges":1048576,"max_dependency_walks":1048576,"max_depth":256,`+
			`"max_expression_visits":1048576,"max_fact_work_bytes":33554432,"max_items":65536,"max_report_bytes":8388608}`),
		schema.ConstStrings[r]("nonclaims", "not_behavioral_equivalence", "no_dynamic_dispatch_or_runtime_witness",
			"no_external_dependency_body_facts", "no_target_or_test_execution", "not_complete_runtime_impact_or_coverage",
			"not_allocator_or_RSS_accounting", "no_publication_authority"))
}

func interfaceInventoryShape() *schema.Kind[interfaceInventory] {
	type i = interfaceInventory
	return schema.Object(
		count("base_protocols", func(p *i) *int { return &p.BaseProtocols }),
		count("candidate_protocols", func(p *i) *int { return &p.Protocols }),
		count("base_implementations", func(p *i) *int { return &p.BaseImplementations }),
		count("candidate_implementations", func(p *i) *int { return &p.Implementations }),
		count("unchanged_protocols", func(p *i) *int { return &p.UnchangedProtocols }),
		count("unchanged_implementations", func(p *i) *int { return &p.UnchangedImplementations }))
}

// interfaces makes the interface delta.
func (r *run) interfaces(string) ([]byte, diag.List) {
	shapes := newInterfaceShapes()
	report := interfaceReport{subject: r.subject(), Bindings: r.bindings()}
	r.compareProtocols(shapes, &report)
	r.compareImplementations(shapes, &report)
	return finish(r, shapes.report, &report)
}

func (r *run) compareProtocols(shapes *interfaceShapes, report *interfaceReport) {
	base, now := r.base.protocols(shapes), r.now.protocols(shapes)
	report.Inventory.BaseProtocols, report.Inventory.Protocols = len(base), len(now)
	for _, id := range union(base, now) {
		r.budget.item()
		c := compare(r.digested("fact"), base[id], now[id])
		if c.Change == Unchanged {
			report.Inventory.UnchangedProtocols++
		}
		report.Protocols = append(report.Protocols, protocolDelta{id, c})
	}
}

func (r *run) compareImplementations(shapes *interfaceShapes, report *interfaceReport) {
	base, now := r.base.implementations(shapes), r.now.implementations(shapes)
	report.Inventory.BaseImplementations, report.Inventory.Implementations = len(base), len(now)
	for _, id := range union(base, now) {
		r.budget.item()
		b, n := base[id], now[id]
		row := implementationDelta{ID: id, comparison: compare(r.digested("fact"), b.text, n.text)}
		if row.Change == Unchanged {
			report.Inventory.UnchangedImplementations++
		}
		for _, method := range union(b.members, n.members) {
			r.budget.item()
			row.Members = append(row.Members, memberDelta{method, compare(r.digested("fact"), b.members[method], n.members[method])})
		}
		report.Implementations = append(report.Implementations, row)
	}
}

// union lists the keys of either map, ascending.
func union[V any](x, y map[string]V) []string {
	keys := make([]string, 0, len(x)+len(y))
	for key := range x {
		keys = append(keys, key)
	}
	for key := range y {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
