package wire

// Profile names a set of default limits together with an envelope grammar.
// The zero Profile is invalid.
type Profile uint8

// The profiles.
const (
	// Document judges policies, capsules and other whole documents: no
	// envelope, and CR is white space.
	Document Profile = iota + 1
	// V5 is the Semantic Workspace protocol v5 envelope. Space, TAB and LF are
	// white space, CR is refused.
	V5
	// MCP is the Model Context Protocol's JSON-RPC envelope. Space and TAB are
	// white space, CR and LF are refused.
	MCP
)

// Sizes of the profiles, in bytes. A response is counted with its LF.
const (
	V5FrameBytes          = 65_536                   // one v5 request without its LF
	V5ResponseBytes       = 1_048_576                // one v5 response
	MCPFrameBytes         = 131_072                  // one MCP message without its LF
	MCPResponseBytes      = 8_388_608                // one MCP response
	DocumentBytes         = 64 << 20                 // one whole document
	MaxContainers         = 127                      // nested containers; one more is a syntax refusal
	MaxDepth              = 128                      // depth of the deepest value, the root being at 0
	EnvelopeNodes         = 32_768                   // values of one v5 or MCP frame
	DocumentNodes         = 528_640                  // values of one document
	MaxMethodBytes        = 128                      // of the unescaped method
	MaxIDBytes            = 128                      // of an unescaped string id
	MinResponseBytes      = len(OverflowLiteral) + 1 // the least a response bound may be lowered to
	MaxPointerBytes       = 1_024                    // of Error.Pointer; longer ones are cut at a token
	documentResponseBytes = 0                        // documents are not answered
)

// Limits are the caps of one reader, scanner or writer. In the Limits passed to a
// constructor zero means the profile's value; there is no "unlimited" and
// no value may exceed the profile's.
type Limits struct {
	MaxFrameBytes    int // one frame without its LF, or one whole document
	MaxResponseBytes int // one response with its LF; at least MinResponseBytes
	MaxDepth         int
	MaxNodes         int
}

// String returns the profile's name in lower case.
func (p Profile) String() string {
	switch p {
	case Document:
		return "document"
	case V5:
		return "v5"
	case MCP:
		return "mcp"
	}
	return "invalid"
}

// Limits returns the profile's own limits, all zero for an invalid profile.
func (p Profile) Limits() Limits {
	switch p {
	case Document:
		return Limits{DocumentBytes, documentResponseBytes, MaxDepth, DocumentNodes}
	case V5:
		return Limits{V5FrameBytes, V5ResponseBytes, MaxDepth, EnvelopeNodes}
	case MCP:
		return Limits{MCPFrameBytes, MCPResponseBytes, MaxDepth, EnvelopeNodes}
	}
	return Limits{}
}

// Lower resolves custom limits against the profile: zero fields become the
// profile's value, higher, negative or (for responses) too small ones are
// refused with CodeLimits naming the field.
func (p Profile) Lower(custom Limits) (Limits, error) {
	out := p.Limits()
	if out.MaxFrameBytes == 0 {
		return Limits{}, &Error{Code: CodeLimits, Stage: StageSetup, Offset: -1, Limit: "profile", Seen: int64(p)}
	}
	fields := [...]struct {
		name        string
		min, custom int
		value       *int
	}{
		{"frame_bytes", 1, custom.MaxFrameBytes, &out.MaxFrameBytes},
		{"response_bytes", MinResponseBytes, custom.MaxResponseBytes, &out.MaxResponseBytes},
		{"depth", 1, custom.MaxDepth, &out.MaxDepth},
		{"nodes", 1, custom.MaxNodes, &out.MaxNodes},
	}
	for _, f := range fields {
		if f.custom == 0 {
			continue
		}
		if f.custom < f.min || f.custom > *f.value {
			return Limits{}, &Error{Code: CodeLimits, Stage: StageSetup, Offset: -1, Limit: f.name, Value: int64(*f.value), Seen: int64(f.custom)}
		}
		*f.value = f.custom
	}
	return out, nil
}

// envelope reports whether the profile closes the top-level member set.
func (p Profile) envelope() bool { return p == V5 || p == MCP }

// spaces is the set of white space bytes as a bit mask over 0..32.
func (p Profile) spaces() uint64 {
	const base = 1<<' ' | 1<<'\t'
	switch p {
	case Document:
		return base | 1<<'\n' | 1<<'\r'
	case V5:
		return base | 1<<'\n'
	}
	return base
}
