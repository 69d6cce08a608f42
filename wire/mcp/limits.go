package mcp

// Bounds of the adapter. None can be raised, and no client can change one.
const (
	// MaxFrameBytes bounds one frame without its LF.
	MaxFrameBytes = 128 << 10
	// MaxResponseBytes is the room reserved for one response with its LF.
	MaxResponseBytes = 8 << 20
	// MaxInnerRequestBytes bounds the inner request, counted with its
	// envelope, before the host is asked.
	MaxInnerRequestBytes = 64 << 10
	// MaxInnerResponseBytes is the room a host has for one inner response.
	MaxInnerResponseBytes = 1 << 20
	// MaxIDBytes bounds a string id, counted in UTF-8 bytes after unescaping.
	MaxIDBytes = 128
	// MaxDepth bounds the depth of values in a frame; the root is at 0.
	MaxDepth = 128
	// MaxNodes bounds the values in a frame; member names do not count.
	MaxNodes = 32_768

	// MaxTools bounds the tools of a catalogue.
	MaxTools = 256
	// MaxCatalogueBytes bounds the canonical bytes of the whole tool array.
	MaxCatalogueBytes = 16 << 20
	// MaxPageTools bounds the tools of one tools/list page.
	MaxPageTools = 8
	// MaxPageBytes bounds the bytes of one tools/list page.
	MaxPageBytes = 900 << 10
	// MaxCursorBytes bounds a tools/list cursor.
	MaxCursorBytes = 128
	// MaxToolNameBytes bounds a tool name.
	MaxToolNameBytes = 128
	// MaxSchemaDepth bounds the nesting of a tool's schema.
	MaxSchemaDepth = 128
)

const (
	// pageBaseBytes is what a page costs before its first tool: the result
	// object, the cursor and room for the envelope.
	pageBaseBytes = 256

	// maxEnvelopeBytes covers the fixed text of a response around its id and
	// its text item.
	maxEnvelopeBytes = 256
	// maxIDSpellingBytes is a 128-byte id with every byte spelled \u00xx.
	maxIDSpellingBytes = 6*MaxIDBytes + 2
	// maxEscapedBytes is the longest spelling of an inner response.
	maxEscapedBytes = 6 * MaxInnerResponseBytes
)

// The worst response fits the reserve together with the inner response it is
// made of, which sits in the reserve's tail while it is being escaped.
const _ = uint(MaxResponseBytes - MaxInnerResponseBytes - (maxEscapedBytes + maxIDSpellingBytes + maxEnvelopeBytes + 1))
