package intent

import (
	"slices"

	"github.com/semaprax/semaprax-go/engine/check"
)

// signatureRow lists the forms a change of a function's signature may have.
func (b *Base) signatureRow(fn *check.Function) OperationRow {
	r := row(ChangeFunctionSignature, nil, "all_callers_are_migrated", "callers_keep_their_evaluation_order")
	r.Forms = append(r.Forms, SignatureFormRow{
		Selector: "append_parameters", Minimum: 1, Maximum: MaxAppendedParameters, ItemFields: []string{"name", "type", "argument"},
		NewTypes: scalarTypes(), Argument: "matching_typed_scalar_literal", Order: "existing_arguments_then_literals",
	})
	form, admitted := b.orderedForm(fn)
	if !admitted {
		return r
	}
	r.Forms = append(r.Forms, form)
	if records := b.wrappers(fn); len(records) > 0 {
		wrap := form
		wrap.Selector, wrap.WrapRecords = "parameters+wrap_return", records
		r.Forms = append(r.Forms, wrap)
	}
	return r
}

// orderedForm describes the ordered form where every parameter admits it.
func (b *Base) orderedForm(fn *check.Function) (SignatureFormRow, bool) {
	form := SignatureFormRow{
		Selector: "parameters", Maximum: MaxSignatureParameters,
		ExistingFields: []string{"from"}, RenameFields: []string{"from", "name"},
		NewFields: []string{"name", "type", "argument"}, ComputedFields: []string{"name", "type", "argument_expression"},
		ComputedTypes: []string{"i64", "i32", "u8", "usize", "bool", "nominal_types"},
		NewTypes:      scalarTypes(), Argument: "matching_typed_scalar_literal",
		Order: "original_arguments_then_computed_then_views",
	}
	p := &signature{base: b, fn: fn, uses: b.localUses(fn)}
	classes := map[parameterClass]bool{}
	for i := range fn.Params {
		param := &fn.Params[i]
		class := b.parameterClass(param)
		if class == classOther {
			return form, false
		}
		classes[class] = true
		local := check.LocalID(i)
		switch {
		case class == classOwner && param.Type == check.TypeBytes && p.uses[i] == 1 && p.viewOf(local, ItemSlice) != nil:
			form.SliceOwners = append(form.SliceOwners, param.Name)
			form.SliceFields = []string{"name", "borrow_slice_from_owner"}
		case class == classOwner && param.Type == check.TypeString && p.uses[i] == 1 && p.viewOf(local, ItemStr) != nil:
			form.StrOwners = append(form.StrOwners, param.Name)
			form.StrFields = []string{"name", "borrow_str_from_owner"}
		}
	}
	form.Constraints = []string{"dropped_copy_parameters_are_not_named", "new_names_differ_from_original_names"}
	if classes[classOwner] {
		form.Constraints = append(form.Constraints, "checked_owning_parameters_retained_exactly_once")
	}
	if classes[classView] {
		form.Constraints = append(form.Constraints, "borrowed_views_retained_exactly_once")
		form.BorrowedFields = []string{"name", "borrow_from"}
	}
	return form, true
}

// wrappers lists the records a function's result can be wrapped in, sorted.
func (b *Base) wrappers(fn *check.Function) []string {
	if b.wrappable(fn) != nil {
		return nil
	}
	var records []string
	m := b.module(fn.Module)
	for i := range b.program.Nominals {
		n := &b.program.Nominals[i]
		if _, ok := b.sourceNominal(n.Identity.Text); !ok || !b.isWrapper(n, fn.Result) {
			continue
		}
		if _, visible := b.nominalNameIn(m, n.ID); visible {
			records = append(records, n.Identity.Text)
		}
	}
	slices.Sort(records)
	return records
}
