package wire

// messages holds the wire constants by code. An empty mcp or document text
// means the v5 one.
var messages = [codeEnd]struct{ v5, mcp, document string }{
	CodeOversized: {
		"request exceeds configured byte limit", "request exceeds MCP byte limit",
		"document exceeds byte limit"},
	CodeRawNewline: {
		"request contains a raw carriage return", "raw newline in MCP frame", ""},
	CodeEncoding: {
		"request is not valid UTF-8", "request is not valid bounded JSON",
		"document is not valid UTF-8"},
	CodeSyntax: {
		"request is not valid JSON", "request is not valid bounded JSON",
		"document is not valid JSON"},
	CodeBounds: {
		"SPX-G351: JSON structure exceeds bounds",
		"SPX-G351: MCP JSON structure exceeds bounds", ""},
	CodeUnknownMember:   {"invalid request: unknown member", "", ""},
	CodeDuplicateMember: {"invalid request: duplicate object member", "", "duplicate object member"},
	CodeNotObject: {
		"invalid request: expected one JSON object", "request must be one object", ""},
	CodeVersion: {
		`invalid request: jsonrpc must be exactly "2.0"`, "jsonrpc must be 2.0", ""},
	CodeMethod: {
		"invalid request: method must be a nonempty bounded string without control characters",
		"method must be a bounded string", ""},
	CodeID: {
		"invalid request: id must be an unsigned integer or bounded string",
		"id must be an integer or a string of at most 128 bytes", ""},
	CodeParams: {
		"invalid params: params must be an object", "params must be an object", ""},
	CodeReservation: {
		"response reservation failed", "SPX-G351: MCP response reservation failed", ""},
	CodeLimits:       {"limits may only lower the profile", "", ""},
	CodeReplyNewline: {"response contains a raw newline", "", ""},
}
