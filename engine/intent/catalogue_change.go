package intent

import (
	"slices"
	"strings"

	"github.com/semaprax/semaprax-go/engine/canon"
	"github.com/semaprax/semaprax-go/engine/check"
	"github.com/semaprax/semaprax-go/engine/diag"
	"github.com/semaprax/semaprax-go/engine/syntax"
)

// ChangeCatalogue is `semaprax.project-change-catalog.v1`: which operations a target
// admits and what their expressions may name. The caller fills the two digests.
type ChangeCatalogue struct {
	CandidateDigest, ProjectRevision canon.Digest
	Target                           string
	Parameters                       []ParameterRow
	Operations                       []OperationRow
	Reason                           string
	// The inventories are empty but for an explicit monomorphic function.
	Constructors []ConstructorRow
	Projections  []ProjectionRow
	Matches      []MatchRow
	Updates      []ConstructorRow
	NominalTypes []NominalRow
	Builtins     []BuiltinRow
	FieldPlaces  []ProjectionRow
}

// The reasons of a catalogue.
const (
	reasonNoFunction = "target_is_not_a_supported_top_level_function"
	reasonIdentity   = "target_requires_explicit_identity_supported_non_main_function"
	reasonLimit      = "candidate_intention_limit_reached"
	reasonAvailable  = "constructor_available_payload_requires_full_candidate_admission"
)

// ChangeCatalogue lists what Apply can accept for a target. exhausted says that the
// history takes no more intentions. A target that is empty or holds NUL is SPX-G222,
// one over MaxTargetBytes SPX-G223. An unknown target has no operations.
func (b *Base) ChangeCatalogue(target string, exhausted bool) (*ChangeCatalogue, diag.List) {
	switch {
	case target == "" || strings.Contains(target, "\x00"):
		return nil, refusal(diag.G222, "a target is not empty and has no NUL")
	case len(target) > MaxTargetBytes:
		return nil, refusal(diag.G223, "a target has at most %d bytes", MaxTargetBytes)
	}
	c := &ChangeCatalogue{Target: target, ProjectRevision: b.project.Revision(), Reason: reasonNoFunction}
	fn, isFunction := b.topFunction(target)
	if fn != nil {
		c.Parameters = b.parameterRows(fn)
	}
	switch {
	case exhausted:
		c.Reason = reasonLimit
		return c, nil
	case isFunction:
		c.Operations = b.functionOperations(fn)
		if !fn.IsGeneric() {
			b.addInventories(c, b.module(fn.Module))
		}
	case fn != nil:
		c.Reason = reasonIdentity
	default:
		c.Operations = b.typeOperations(target)
	}
	if len(c.Operations) > 0 {
		c.Reason = reasonAvailable
	}
	return c, nil
}

// functionOperations lists what an explicit top-level function admits.
func (b *Base) functionOperations(fn *check.Function) []OperationRow {
	if fn.IsGeneric() {
		return b.genericOperations(fn)
	}
	var rows []OperationRow
	bounded := checkExpressionBounds(fn, b.program.Identities(fn)) == nil
	if fn.Name != mainName {
		rows = append(rows,
			row(RenameDeclaration, []string{"name"}, "name_is_free_in_owning_module", "imports_keep_their_aliases"),
			b.signatureRow(fn), b.bodyRow())
		if bounded {
			rows = append(rows, expressionRow())
		}
		if len(fn.Decl.Requires)+len(fn.Decl.Ensures) < MaxContracts {
			add := row(AddContract, []string{"phase", "predicate"}, "predicate_is_bool_and_pure", "appended_after_existing_clauses")
			add.Phases = []string{"requires", "ensures"}
			rows = append(rows, add)
		}
	} else if bounded {
		rows = append(rows, expressionRow())
	}
	rows = append(rows, declarationRow(fn))
	if bounded && b.hasExtractable(fn) {
		rows = append(rows, extractRow())
	}
	if anchors := b.destinations(fn); len(anchors) > 0 {
		move := row(MoveDeclaration, []string{"destination"}, "all_calls_keep_their_meaning", "module_graph_stays_acyclic")
		move.DestinationAnchors = anchors
		rows = append(rows, move)
	}
	if bounded && len(fn.Decl.Requires)+len(fn.Decl.Ensures) > 0 {
		contract := row(ReplaceContractExpression, []string{"expression_id", "replacement"}, "same_type_and_ownership")
		contract.SelectorSource, contract.Phases = "candidate/contract-expression-catalog", contractPhases(fn)
		rows = append(rows, contract)
	}
	if _, fault := b.deletable(fn.Identity.Text); fault == nil {
		rows = append(rows, row(DeleteDeclaration, nil, "nothing_refers_to_the_target"))
	}
	return rows
}

// row makes an operation row; target is required by every kind.
func row(kind Kind, fields []string, constraints ...string) OperationRow {
	return OperationRow{Kind: kind, RequiredFields: append([]string{"target"}, fields...), Constraints: constraints}
}

func (b *Base) genericOperations(fn *check.Function) []OperationRow {
	if fn.Name == mainName {
		return nil
	}
	rename := row(RenameDeclaration, []string{"name"}, "name_is_free_in_owning_module", "imports_keep_their_aliases")
	rename.GenericInstances = "preserve_exact_retained_checked_hir"
	rename.Nonclaims = []string{"no_signature_or_body_change_of_templates", "no_target_execution"}
	return []OperationRow{rename}
}

// contractPhases lists the phases a function has clauses of.
func contractPhases(fn *check.Function) []string {
	var phases []string
	if len(fn.Decl.Requires) > 0 {
		phases = append(phases, "requires")
	}
	if len(fn.Decl.Ensures) > 0 {
		phases = append(phases, "ensures")
	}
	return phases
}

func (b *Base) bodyRow() OperationRow {
	body := row(ReplaceFunctionBody, []string{"body"}, "signature_contracts_and_effects_stay", "no_import_is_added")
	body.Constructors = b.constructorKinds()
	body.NodesMaximum, body.DepthMaximum = MaxExpressionNodes, MaxExpressionDepth
	return body
}

// constructorKinds lists the kinds an expression may have. Aggregates are always
// available: the prelude's Option and Result are visible everywhere.
func (b *Base) constructorKinds() []string {
	kinds := []string{"i64", "i32", "u8", "usize", "bool", "string", "array_u8", "char", "f32", "f64",
		"place", "binary", "unary", "if", "call", "let", "builtin_call"}
	for i := range b.program.Nominals {
		if n := &b.program.Nominals[i]; n.Kind == check.NominalRecord && len(n.Fields) > 0 {
			return append(kinds, "field_place", "record", "variant", "project", "match", "update")
		}
	}
	return append(kinds, "variant", "match")
}

func expressionRow() OperationRow {
	r := row(ReplaceExpression, []string{"expression_id", "replacement"}, "same_type_and_ownership", "body_expressions_only")
	r.SelectorSource = "expression/catalog"
	return r
}

func declarationRow(fn *check.Function) OperationRow {
	r := row(AddDeclaration, []string{"declaration"}, "identities_are_unused", "name_is_free_in_module", "effects_are_within_target_and_permits")
	r.Anchor, r.Placement = fn.Identity.Text, "append_function_in_anchor_module"
	r.NominalTypeSelector, r.NominalOwningAdmission = "nominal_types", "checked_candidate_owning_signature"
	r.TypeForms = []TypeFormRow{
		{Kind: "record", RequiredFields: []string{"kind", "id", "name", "fields"}, FieldFields: []string{"id", "name", "type"}},
		{Kind: "variant", RequiredFields: []string{"kind", "id", "name", "cases"}, CaseFields: []string{"id", "name", "fields"}, FieldFields: []string{"id", "name", "type"}},
	}
	return r
}

func extractRow() OperationRow {
	r := row(ExtractFunction, []string{"expression_id", "new_id", "new_name"}, "body_expressions_only", "captures_are_derived")
	r.SelectorSource = "expression/catalog"
	r.CaptureLanes = []CaptureLane{
		{Kind: "copy", Admission: "immutable_sized_copy_values"},
		{Kind: "single_local_owner", Types: []string{"Bytes", "string"}, Admission: "one_whole_local_consumed_once_unconditionally",
			HelperParameter: "own_by_value", CallerAction: "moves_the_local"},
	}
	return r
}

// hasExtractable reports whether some expression of the body can be extracted.
func (b *Base) hasExtractable(fn *check.Function) bool {
	return slices.ContainsFunc(b.program.Identities(fn).Expressions, func(at check.ExpressionIdentity) bool {
		_, fault := b.extraction(&selected{fn, at})
		return fault == nil
	})
}

// destinations lists the functions a function may be moved beside, sorted.
func (b *Base) destinations(fn *check.Function) []string {
	if _, fault := b.movable(fn.Identity.Text); fault != nil {
		return nil
	}
	open := map[check.ModuleID]bool{}
	for _, m := range b.program.Modules {
		trial := &Edit{Base: b, Files: b.files()}
		open[m.ID] = trial.moveFunction(fn, m.ID) == nil && b.admitsUses(trial)
	}
	var anchors []string
	for _, other := range b.program.Functions {
		if _, ok := b.topFunction(other.Identity.Text); ok && !other.IsGeneric() && open[other.Module] {
			anchors = append(anchors, other.Identity.Text)
		}
	}
	slices.Sort(anchors)
	return anchors
}

// typeOperations lists what a record, variant or member admits.
func (b *Base) typeOperations(target string) []OperationRow {
	var rows []OperationRow
	subject, fault := b.renameSubject(target)
	if fault != nil {
		return nil
	}
	rename := row(RenameDeclaration, []string{"name"}, "name_is_free", "every_use_is_proven")
	rename.MemberKind = subject.member
	rows = append(rows, rename)
	if n, fault := b.extensibleRecord(target); fault == nil {
		rows = append(rows, b.fieldRow(n))
	}
	if rows2, ok := b.interfaceRow(target); ok {
		rows = append(rows, rows2)
	}
	return rows
}

func (b *Base) fieldRow(n *check.Nominal) OperationRow {
	r := row(AddRecordField, []string{"field"}, "appended_last", "default_goes_to_every_constructor")
	r.FieldFields = []string{"id", "name", "type", "default"}
	r.FieldTypes = []string{"bool", "i64", "i32", "u8", "usize"}
	if b.admitsOwningField(n) {
		r.OwningLane = &OwningFieldLane{Types: []string{"string", "Bytes"}, Requires: "copy_record_with_a_constructor_and_no_pattern",
			Transition: "copy_to_owning", BytesDefault: "fresh_bytes_copy_of_array"}
	}
	return r
}

// admitsOwningField reports whether a record may get a field that owns memory.
func (b *Base) admitsOwningField(n *check.Nominal) bool {
	if facts := b.program.Facts(n.Type); !facts.Copy || facts.NeedsDrop {
		return false
	}
	constructors, patterns := 0, 0
	for _, m := range b.program.Modules {
		if _, imported := aliasIn(m, check.RefNominal, int32(n.ID)); imported {
			return false // owned fields do not cross modules
		}
		syntax.Walk(m.File, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.RecordExpr:
				if made := m.Tables.Construct(node.ID()); made != nil && made.Nominal == n.ID {
					constructors++
				}
			case *syntax.RecordPattern:
				if b.program.NominalOf(m.Tables.Type(node.ID())) == n.ID {
					patterns++
				}
			}
			return true
		})
	}
	return constructors > 0 && patterns == 0
}

func (b *Base) interfaceRow(target string) (OperationRow, bool) {
	catalogue, fault := b.InterfaceCatalogue(target)
	if fault != nil || !slices.ContainsFunc(catalogue.Protocols, func(p ProtocolRow) bool { return p.Complete }) {
		return OperationRow{}, false
	}
	r := row(ImplementInterface, []string{"protocol", "id", "members"}, "every_method_once", "functions_are_distinct")
	r.MemberFields = []string{"method", "implementation"}
	r.Discovery, r.Placement = "ProjectCandidate::interface_catalog", "record_protocol_and_functions_in_one_module"
	return r, true
}
