package intent

import "github.com/semaprax/semaprax-go/engine/schema"

// Operation is the summary of an applied intention (candidate facts 2.4). Absent
// parts are nil.
type Operation struct {
	Kind          Kind
	Target        string
	MigratedCalls uint64
	New           *NewDeclaration
	NewCaseField  *OwnedDeclaration
	Relocation    *Relocation
	Conformance   *Conformance
	// GenericRename says that the target is a template whose instances were kept.
	GenericRename bool
}

// NewDeclaration is a declaration the intention introduced. Its zero members are
// absent from the summary: functions have no Kind, members of types no Path of
// their own but an Owner.
type NewDeclaration struct {
	ID, Name, Owner, Kind string
	Path, Module          string
	// Identities are those of a new type, its own first.
	Identities []NewIdentity
	// Implementation says that this is a protocol implementation.
	Implementation bool
}

// NewIdentity is one explicit identity of a new type; Owner is empty for the type.
type NewIdentity struct{ ID, Kind, Owner, Path, Module string }

// OwnedDeclaration is the payload field of a new case.
type OwnedDeclaration struct{ ID, Name, Owner string }

// Relocation says where a moved function was and is.
type Relocation struct {
	ID, SourcePath, SourceModule, DestinationPath, DestinationModule string
}

// Conformance says which functions implement which methods of a protocol.
type Conformance struct {
	Protocol, Target string
	Members          []InterfaceMember
}

// OperationShape declares the summary as it stands in reports.
func OperationShape() *schema.Kind[Operation] {
	optional := func(name string, kind *schema.Kind[NewDeclaration]) schema.Field[Operation] {
		return schema.Optional(name, schema.Pointer(kind), func(o *Operation) **NewDeclaration { return &o.New })
	}
	caseField := schema.Object(
		schema.Required("id", schema.String(), func(d *OwnedDeclaration) *string { return &d.ID }),
		schema.Required("name", schema.String(), func(d *OwnedDeclaration) *string { return &d.Name }),
		schema.Required("owner", schema.String(), func(d *OwnedDeclaration) *string { return &d.Owner }),
		schema.Const[OwnedDeclaration]("kind", "variant_field"),
	)
	return schema.Object(
		schema.Required("kind", schema.Choice(Kinds()...), func(o *Operation) *Kind { return &o.Kind }),
		schema.Required("target", schema.String(), func(o *Operation) *string { return &o.Target }),
		schema.Required("migrated_calls", schema.Uint(), func(o *Operation) *uint64 { return &o.MigratedCalls }),
		optional("new_declaration", newDeclarationShape()),
		schema.Optional("new_case_field", schema.Pointer(caseField), func(o *Operation) **OwnedDeclaration { return &o.NewCaseField }),
		schema.Optional("relocation", schema.Pointer(relocationShape()), func(o *Operation) **Relocation { return &o.Relocation }),
		schema.Optional("source_conformance", schema.Pointer(conformanceShape()), func(o *Operation) **Conformance { return &o.Conformance }),
		schema.Optional("generic_instances", genericInstances(), func(o *Operation) *bool { return &o.GenericRename }),
	)
}

// Kinds lists the kinds of intentions.
func Kinds() []Kind {
	return []Kind{
		RenameDeclaration, ChangeFunctionSignature, ReplaceFunctionBody, RepairDiagnostic, ReplaceExpression,
		ReplaceContractExpression, AddContract, ImplementInterface, AddDeclaration, DeleteDeclaration,
		ExtractFunction, MoveDeclaration, AddRecordField, AddVariantCase,
	}
}

// genericInstances is the constant object of a renamed template; present when true.
func genericInstances() *schema.Kind[bool] {
	return schema.Object(
		schema.ConstBool[bool]("preserved", true),
		schema.Const[bool]("evidence", "exact_retained_checked_template_and_concrete_instance_hir"),
		schema.ConstBool[bool]("target_execution", false),
	)
}

func newDeclarationShape() *schema.Kind[NewDeclaration] {
	type d = NewDeclaration
	text := func(name string, at func(*d) *string) schema.Field[d] {
		return schema.Required(name, schema.String(), at)
	}
	id := text("id", func(n *d) *string { return &n.ID })
	name := text("name", func(n *d) *string { return &n.Name })
	owner := text("owner", func(n *d) *string { return &n.Owner })
	path := text("path", func(n *d) *string { return &n.Path })
	module := text("module", func(n *d) *string { return &n.Module })
	kind := func(choices ...string) schema.Field[d] {
		return schema.Required("kind", schema.Choice(choices...), func(n *d) *string { return &n.Kind })
	}
	identity := schema.Object(
		schema.Required("id", schema.String(), func(n *NewIdentity) *string { return &n.ID }),
		schema.Required("kind", schema.String(), func(n *NewIdentity) *string { return &n.Kind }),
		schema.Const[NewIdentity]("identity_origin", "explicit"),
		schema.Optional("owner", schema.String(), func(n *NewIdentity) *string { return &n.Owner }),
		schema.Required("path", schema.String(), func(n *NewIdentity) *string { return &n.Path }),
		schema.Required("module", schema.String(), func(n *NewIdentity) *string { return &n.Module }),
	)
	identities := schema.Required("identities", schema.Array(identity, 1, MaxDeclarationIdentities),
		func(n *d) *[]NewIdentity { return &n.Identities })
	return schema.OneOfKinds((*d).form,
		schema.Object(id, name, path, module),
		schema.Object(id, name, kind("record", "variant"), path, module, identities),
		schema.Object(id, name, owner, kind("field", "variant_case"), path, module),
		schema.Object(id, owner, kind("protocol_implementation"), path, module,
			schema.ConstBool[d]("runtime_graph_declaration", false)),
	)
}

// form is the position of the alternative a new declaration is written as.
func (n *NewDeclaration) form() int {
	switch {
	case n.Implementation:
		return 3
	case n.Identities != nil:
		return 1
	case n.Owner != "":
		return 2
	}
	return 0
}

func relocationShape() *schema.Kind[Relocation] {
	return schema.Object(
		schema.Required("id", schema.String(), func(r *Relocation) *string { return &r.ID }),
		schema.Required("source_path", schema.String(), func(r *Relocation) *string { return &r.SourcePath }),
		schema.Required("source_module", schema.String(), func(r *Relocation) *string { return &r.SourceModule }),
		schema.Required("destination_path", schema.String(), func(r *Relocation) *string { return &r.DestinationPath }),
		schema.Required("destination_module", schema.String(), func(r *Relocation) *string { return &r.DestinationModule }),
	)
}

func conformanceShape() *schema.Kind[Conformance] {
	member := schema.Object(
		schema.Required("method", schema.String(), func(m *InterfaceMember) *string { return &m.Method }),
		schema.Required("implementation", schema.String(), func(m *InterfaceMember) *string { return &m.Implementation }),
	)
	return schema.Object(
		schema.Required("protocol", schema.String(), func(c *Conformance) *string { return &c.Protocol }),
		schema.Required("target", schema.String(), func(c *Conformance) *string { return &c.Target }),
		schema.Required("members", schema.Array(member, 1, MaxInterfaceMembers), func(c *Conformance) *[]InterfaceMember { return &c.Members }),
	)
}
