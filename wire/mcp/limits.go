package mcp

import "github.com/semaprax/semaprax-go/wire"

// Bounds of the adapter. None can be raised, and no client can change one.
// The bounds of frames, ids and structure are those of wire.MCP.
const (
	// MaxFrameBytes bounds one frame without its LF.
	MaxFrameBytes = wire.MCPFrameBytes
	// MaxResponseBytes is the room reserved for one response with its LF.
	MaxResponseBytes = wire.MCPReserveBytes
	// MaxInnerRequestBytes bounds the inner request, counted with its
	// envelope, before the host is asked.
	MaxInnerRequestBytes = wire.V5FrameBytes
	// MaxInnerResponseBytes is the room a host has for one inner response,
	// counted with an LF that it does not write.
	MaxInnerResponseBytes = wire.V5ResponseBytes

	// MaxTools bounds the tools of a catalogue.
	MaxTools = 256
	// MaxCatalogueBytes bounds the canonical bytes of the whole tool array.
	MaxCatalogueBytes = 16 << 20
	// MaxPageTools bounds the tools of one tools/list page.
	MaxPageTools = 8
	// MaxPageBytes bounds the bytes of one tools/list page.
	MaxPageBytes = 900 << 10
	// MaxCursorBytes bounds a tools/list cursor after unescaping.
	MaxCursorBytes = 128
	// MaxToolNameBytes bounds a tool name.
	MaxToolNameBytes = 128
)

// pageBaseBytes is what a page costs before its first tool: the result
// object, the cursor and room for the envelope.
const pageBaseBytes = 256

// The worst reply fits the reserve together with the inner response it is
// made of, which sits in the reserve's tail while it is being escaped.
const _ = uint(MaxResponseBytes - MaxInnerResponseBytes - wire.MCPWorstReplyBytes)
