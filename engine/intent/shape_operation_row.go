package intent

import "github.com/semaprax/semaprax-go/engine/schema"

// operationRowShape declares the rows of operations; the members of a row are those
// of its kind.
func operationRowShape() *schema.Kind[OperationRow] {
	type r = OperationRow
	return schema.Object(
		schema.Required("kind", schema.Choice(Kinds()...), func(r *r) *Kind { return &r.Kind }),
		schema.Required("required_fields", texts(), func(r *r) *[]string { return &r.RequiredFields }),
		schema.Required("constraints", texts(), func(r *r) *[]string { return &r.Constraints }),
		textIf("generic_instances", func(r *r) *string { return &r.GenericInstances }),
		textsIf("nonclaims", func(r *r) *[]string { return &r.Nonclaims }),
		textIf("member_kind", func(r *r) *string { return &r.MemberKind }),
		schema.Optional("exactly_one_form", list(signatureFormShape()), func(r *r) *[]SignatureFormRow { return &r.Forms }),
		textsIf("constructors", func(r *r) *[]string { return &r.Constructors }),
		schema.Optional("expression_nodes_maximum", schema.Uint(), func(r *r) *uint64 { return &r.NodesMaximum }),
		schema.Optional("expression_depth_maximum", schema.Uint(), func(r *r) *uint64 { return &r.DepthMaximum }),
		textIf("repair_class", func(r *r) *string { return &r.RepairClass }),
		textIf("rejected_kind", func(r *r) *string { return &r.RejectedKind }),
		textIf("selector_source", func(r *r) *string { return &r.SelectorSource }),
		schema.Optional("capture_lanes", list(captureLaneShape()), func(r *r) *[]CaptureLane { return &r.CaptureLanes }),
		textsIf("phases", func(r *r) *[]string { return &r.Phases }),
		textIf("anchor", func(r *r) *string { return &r.Anchor }),
		textIf("placement", func(r *r) *string { return &r.Placement }),
		textIf("nominal_type_selector", func(r *r) *string { return &r.NominalTypeSelector }),
		textIf("nominal_owning_admission", func(r *r) *string { return &r.NominalOwningAdmission }),
		schema.Optional("type_declaration_forms", list(typeFormShape()), func(r *r) *[]TypeFormRow { return &r.TypeForms }),
		textsIf("destination_anchors", func(r *r) *[]string { return &r.DestinationAnchors }),
		textsIf("field_fields", func(r *r) *[]string { return &r.FieldFields }),
		textsIf("field_types", func(r *r) *[]string { return &r.FieldTypes }),
		schema.Optional("owning_field_lane", schema.Pointer(owningLaneShape()), func(r *r) **OwningFieldLane { return &r.OwningLane }),
		textsIf("member_fields", func(r *r) *[]string { return &r.MemberFields }),
		textIf("discovery", func(r *r) *string { return &r.Discovery }),
	)
}

func signatureFormShape() *schema.Kind[SignatureFormRow] {
	type f = SignatureFormRow
	return schema.Object(
		text("selector", func(f *f) *string { return &f.Selector }),
		schema.Required("minimum", schema.Uint(), func(f *f) *uint64 { return &f.Minimum }),
		schema.Required("maximum", schema.Uint(), func(f *f) *uint64 { return &f.Maximum }),
		textsIf("item_fields", func(f *f) *[]string { return &f.ItemFields }),
		textsIf("existing_parameter_fields", func(f *f) *[]string { return &f.ExistingFields }),
		textsIf("existing_parameter_rename_fields", func(f *f) *[]string { return &f.RenameFields }),
		textsIf("new_parameter_fields", func(f *f) *[]string { return &f.NewFields }),
		textsIf("borrowed_parameter_fields", func(f *f) *[]string { return &f.BorrowedFields }),
		textsIf("owner_to_borrowed_slice_fields", func(f *f) *[]string { return &f.SliceFields }),
		textsIf("owner_to_borrowed_str_fields", func(f *f) *[]string { return &f.StrFields }),
		textsIf("owner_to_borrowed_slice_owners", func(f *f) *[]string { return &f.SliceOwners }),
		textsIf("owner_to_borrowed_str_owners", func(f *f) *[]string { return &f.StrOwners }),
		textsIf("computed_parameter_fields", func(f *f) *[]string { return &f.ComputedFields }),
		textsIf("computed_parameter_types", func(f *f) *[]string { return &f.ComputedTypes }),
		textsIf("new_parameter_types", func(f *f) *[]string { return &f.NewTypes }),
		textIf("argument", func(f *f) *string { return &f.Argument }),
		textsIf("constraints", func(f *f) *[]string { return &f.Constraints }),
		textIf("evaluation_order", func(f *f) *string { return &f.Order }),
		textsIf("wrap_records", func(f *f) *[]string { return &f.WrapRecords }),
	)
}

func captureLaneShape() *schema.Kind[CaptureLane] {
	return schema.Object(
		text("kind", func(l *CaptureLane) *string { return &l.Kind }),
		text("admission", func(l *CaptureLane) *string { return &l.Admission }),
		textsIf("types", func(l *CaptureLane) *[]string { return &l.Types }),
		textIf("helper_parameter", func(l *CaptureLane) *string { return &l.HelperParameter }),
		textIf("caller_action", func(l *CaptureLane) *string { return &l.CallerAction }),
	)
}

func typeFormShape() *schema.Kind[TypeFormRow] {
	return schema.Object(
		text("kind", func(f *TypeFormRow) *string { return &f.Kind }),
		schema.Required("required_fields", texts(), func(f *TypeFormRow) *[]string { return &f.RequiredFields }),
		textsIf("case_fields", func(f *TypeFormRow) *[]string { return &f.CaseFields }),
		textsIf("field_fields", func(f *TypeFormRow) *[]string { return &f.FieldFields }),
	)
}

func owningLaneShape() *schema.Kind[OwningFieldLane] {
	return schema.Object(
		schema.Required("types", texts(), func(l *OwningFieldLane) *[]string { return &l.Types }),
		text("requires", func(l *OwningFieldLane) *string { return &l.Requires }),
		text("transition", func(l *OwningFieldLane) *string { return &l.Transition }),
		text("bytes_default", func(l *OwningFieldLane) *string { return &l.BytesDefault }),
	)
}
