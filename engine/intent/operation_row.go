package intent

// OperationRow is one operation a target admits. Only the members of its kind are
// set (candidate facts 4.3).
type OperationRow struct {
	Kind           Kind
	RequiredFields []string
	Constraints    []string

	GenericInstances string
	Nonclaims        []string
	// MemberKind is record_field, variant_case or variant_field.
	MemberKind string
	Forms      []SignatureFormRow
	// Constructors are the kinds of expressions, with the budgets of one.
	Constructors               []string
	NodesMaximum, DepthMaximum uint64
	// RepairClass and RejectedKind belong to repairs, which are listed by those who
	// know the rejected attempts.
	RepairClass, RejectedKind string
	SelectorSource            string
	CaptureLanes              []CaptureLane
	Phases                    []string
	Anchor, Placement         string
	NominalTypeSelector       string
	NominalOwningAdmission    string
	TypeForms                 []TypeFormRow
	DestinationAnchors        []string
	FieldFields, FieldTypes   []string
	OwningLane                *OwningFieldLane
	MemberFields              []string
	Discovery                 string
}

// SignatureFormRow is one form of a signature change.
type SignatureFormRow struct {
	Selector         string
	Minimum, Maximum uint64
	ItemFields       []string
	// The fields of each item form the function admits.
	ExistingFields, RenameFields, NewFields, BorrowedFields []string
	SliceFields, StrFields, ComputedFields                  []string
	// SliceOwners and StrOwners are the parameters a view can replace.
	SliceOwners, StrOwners  []string
	ComputedTypes, NewTypes []string
	Argument                string
	Constraints             []string
	Order                   string
	// WrapRecords are the records the result can be wrapped in.
	WrapRecords []string
}

// CaptureLane is one way an extraction passes what it captures.
type CaptureLane struct {
	Kind, Admission               string
	Types                         []string
	HelperParameter, CallerAction string
}

// TypeFormRow is one form of a new type.
type TypeFormRow struct {
	Kind                                    string
	RequiredFields, CaseFields, FieldFields []string
}

// OwningFieldLane says how a record may get a field that owns memory.
type OwningFieldLane struct {
	Types                              []string
	Requires, Transition, BytesDefault string
}
