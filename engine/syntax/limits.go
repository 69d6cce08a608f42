package syntax

// Bounds of one source text. They are fixed by the language, not options.
const (
	// MaxSourceBytes bounds one text.
	MaxSourceBytes = 16 << 20
	// MaxDepth bounds nesting: of open brackets, of consecutive prefix
	// operators and of the tree below each contract clause and body.
	MaxDepth = 128
	// MaxNameBytes bounds a word, words joined by dots, and the strings that name
	// something (identities above all). Other identities, keys and messages are
	// made of names, so these are bounded by how many there are.
	MaxNameBytes = 1024
	// MaxArrayElements bounds a byte array literal and a byte array type.
	MaxArrayElements = 65536
)
