package intent

// Bounds of one intention (candidate facts 2.2, 3 and 12). All are on; none can be
// raised.
const (
	// MaxChangeBytes bounds the canonical text of one change envelope.
	MaxChangeBytes = 1 << 20
	// MaxValues bounds the JSON values of an intention or envelope.
	MaxValues = 8192
	// MaxValueDepth bounds their nesting; the root is at depth 0.
	MaxValueDepth = 64
	// MaxExpressionNodes bounds the charged nodes of one expression.
	MaxExpressionNodes = 4096
	// MaxExpressionDepth bounds the charged depth of one expression; its root is at 1.
	MaxExpressionDepth = 64

	// MaxTargetBytes bounds a target, MaxSelectorBytes an expression selector.
	MaxTargetBytes = 4096
	// MaxSelectorBytes bounds an expression selector.
	MaxSelectorBytes = 16384
	// MaxNewNameBytes bounds a new identifier and a new stable identity.
	MaxNewNameBytes = 128
	// MaxInterfaceSelectorBytes bounds the selectors of implement_interface.
	MaxInterfaceSelectorBytes = 240
	// MaxStringBytes bounds a string literal.
	MaxStringBytes = 16384
	// MaxStringScalars bounds the scalar values of a default of type string.
	MaxStringScalars = 4096
	// MaxListItems bounds arguments, type arguments and array elements.
	MaxListItems = 4095
	// MaxDefaultBytes bounds the elements of a default of type Bytes.
	MaxDefaultBytes = 4093

	// MaxAppendedParameters bounds the append form.
	MaxAppendedParameters = 16
	// MaxSignatureParameters bounds the parameters before and after the ordered form.
	MaxSignatureParameters = 4096
	// MaxOwnerViews bounds owner-to-view replacements of one change.
	MaxOwnerViews = 8
	// MaxDeclarationItems bounds parameters, effects, clauses, fields and cases of
	// a new declaration.
	MaxDeclarationItems = 64
	// MaxDeclarationIdentities bounds the identities of a new type with its own.
	MaxDeclarationIdentities = 4096
	// MaxInterfaceMembers bounds the members of implement_interface.
	MaxInterfaceMembers = 64
	// MaxContracts bounds the clauses of a function; an addition needs fewer.
	MaxContracts = 1024
	// MaxCaptures bounds the captures of an extraction.
	MaxCaptures = 64
	// MaxMoveDependencies bounds the declarations a moved function depends on.
	MaxMoveDependencies = 64

	// MaxWalkNodes bounds the nodes one migration visits; the parser bounds their depth.
	MaxWalkNodes = 1 << 20
	// MaxNameAttempts bounds the search for one fresh name, MaxMoveAttempts that
	// of an alias.
	MaxNameAttempts = 1 << 20
	// MaxMoveAttempts bounds the search for a fresh alias of a move.
	MaxMoveAttempts = 65536
	// MaxExtractNodes bounds the nodes of an extracted expression.
	MaxExtractNodes = 4096

	// MaxSourceBytes bounds the sources of the edited project together.
	MaxSourceBytes = 16 << 20
	// MaxCatalogueBytes bounds the change catalogue and the constructor schemas.
	MaxCatalogueBytes = 256 << 10
	// MaxExpressionCatalogueBytes bounds the expression catalogues and the
	// interface catalogue.
	MaxExpressionCatalogueBytes = 1 << 20
	// MaxCatalogueExpressions bounds the rows of an expression catalogue.
	MaxCatalogueExpressions = 4096
	// MaxScopeFacts bounds the scope rows of an expression catalogue together.
	MaxScopeFacts = 16384
	// MaxInterfaceItems bounds the rows of an interface catalogue.
	MaxInterfaceItems = 65536
)
