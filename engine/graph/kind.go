package graph

// Kind says what a node is.
type Kind uint8

// The kinds of nodes.
const (
	KindModule Kind = iota
	KindRecord
	KindClass
	KindVariant
	KindResource
	KindField
	KindVariantCase
	KindCaseField
	KindFunction
	KindMethod
	KindFunctionTemplate
	KindInterface
	KindImport
	KindResourceDrop
	KindProtocol
	KindProtocolMethod
	KindImplementation
	KindBuiltin
	KindCapability
	kindCount
)

var kindNames = [kindCount]string{
	KindModule: "module", KindRecord: "record", KindClass: "class", KindVariant: "variant",
	KindResource: "resource", KindField: "field", KindVariantCase: "variant_case", KindCaseField: "case_field",
	KindFunction: "function", KindMethod: "method", KindFunctionTemplate: "function_template",
	KindInterface: "interface", KindImport: "import", KindResourceDrop: "resource_drop",
	KindProtocol: "protocol", KindProtocolMethod: "protocol_method", KindImplementation: "implementation",
	KindBuiltin: "builtin", KindCapability: "capability",
}

// String is the word used in documents.
func (k Kind) String() string { return kindNames[k] }

// Kinds returns the words of all kinds, in their order.
func Kinds() []string { return append([]string(nil), kindNames[:]...) }

// KindNamed finds a kind by its word.
func KindNamed(word string) (Kind, bool) {
	for k, name := range kindNames {
		if name == word {
			return Kind(k), true
		}
	}
	return 0, false
}

// IsFunction says whether the node is a function, method or template: something
// with a body.
func (k Kind) IsFunction() bool {
	return k == KindFunction || k == KindMethod || k == KindFunctionTemplate
}

// IsType says whether the node is a declared type.
func (k Kind) IsType() bool { return k >= KindRecord && k <= KindResource }

// IsDeclaration says whether the node has an identity of its own, which modules
// and capabilities have not.
func (k Kind) IsDeclaration() bool { return k != KindModule && k != KindCapability }

// Relation is the kind of an edge. The origin depends on the target.
type Relation uint8

// The kinds of relations.
const (
	// Calls: a function calls a function, an import or a built-in.
	Calls Relation = iota
	// CapabilityAuthority: a module or interface permits a capability.
	CapabilityAuthority
	// EffectRequirement: a function, import or built-in has an effect.
	EffectRequirement
	// FunctionImport, TypeImport and ProtocolImport: a `use` line of a module.
	FunctionImport
	TypeImport
	ProtocolImport
	// TypeReference: a written type names a declared type.
	TypeReference
	// Member: a type has a field, case or drop; an interface or protocol its members.
	Member
	// Constructs: a function makes a value of a type or case.
	Constructs
	// FieldRead and FieldWrite: a function reads, or initialises or stores, a field.
	FieldRead
	FieldWrite
	// Matches: a pattern names a type, case or field.
	Matches
	// Receiver: a method belongs to a class.
	Receiver
	// Extends and Overrides: a class or method stands on that of an ancestor.
	Extends
	Overrides
	// Implements: an impl serves a protocol and a type; Binds: it binds a signature
	// and a function.
	Implements
	Binds
	// Drops: a resource is dropped by an import.
	Drops
	relationCount
)

var relationNames = [relationCount]string{
	Calls: "call", CapabilityAuthority: "capability_authority", EffectRequirement: "effect_requirement",
	FunctionImport: "function_import", TypeImport: "type_import", ProtocolImport: "protocol_import",
	TypeReference: "type_reference", Member: "member", Constructs: "construct", FieldRead: "field_read",
	FieldWrite: "field_write", Matches: "match", Receiver: "receiver", Extends: "extends",
	Overrides: "overrides", Implements: "implements", Binds: "binds", Drops: "drops",
}

// String is the word used in documents.
func (r Relation) String() string { return relationNames[r] }

// Relations returns the words of all relations, in their order.
func Relations() []string { return append([]string(nil), relationNames[:]...) }

// Site says where in its origin a relation stands.
type Site uint8

// The sites of relations.
const (
	SiteModule Site = iota
	SiteType
	SiteSignature
	SiteRequires
	SiteBody
	SiteEnsures
	siteCount
)

var siteNames = [siteCount]string{
	SiteModule: "module", SiteType: "type", SiteSignature: "signature",
	SiteRequires: "requires", SiteBody: "body", SiteEnsures: "ensures",
}

// String is the word used in documents.
func (s Site) String() string { return siteNames[s] }

// Sites returns the words of all sites, in their order.
func Sites() []string { return append([]string(nil), siteNames[:]...) }
