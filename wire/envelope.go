package wire

// member indexes the spans of the top level: the root value itself, the four
// members an envelope may have, and everything else.
type member uint8

const (
	memberRoot member = iota
	memberJSONRPC
	memberID
	memberMethod
	memberParams
	memberOther
	memberCount
)

// topLevel notes the members of the root object while the scan passes them.
type topLevel struct {
	spans     [memberCount]Span
	current   member // of the value at depth 1 being scanned
	ids       int
	answer    bool // a result or error member was seen
	unknownAt int  // first unknown member's quote, or -1
	params    [MaxNotedMembers]NotedMember
	noted     int // members of params; those beyond MaxNotedMembers are only counted
}

// MaxNotedMembers is how many members of params a scan notes.
const MaxNotedMembers = 8

// NotedMember is a member of params that a scan noted in passing.
type NotedMember struct {
	Key     Span // inside the quotes
	Escaped bool // the key's spelling has escapes
	Value   Span
}

// Is reports whether the unescaped key is name.
func (m *NotedMember) Is(doc []byte, name string) bool {
	return equalKey(m.Key.Of(doc), m.Escaped, name)
}

// NotedParams returns the members of the params object of the request last decoded, in
// document order, so that nobody has to walk over large values to find the next; they are
// valid until the next use. It is false when there are more than MaxNotedMembers or when
// the last frame was refused before its members were known.
func (s *Scanner) NotedParams() ([]NotedMember, bool) {
	t := &s.top
	if t.noted > MaxNotedMembers || s.result.Nodes == 0 {
		return nil, false
	}
	return t.params[:t.noted], true
}

func (t *topLevel) reset() {
	t.spans = [memberCount]Span{}
	t.current, t.ids, t.answer, t.unknownAt, t.noted = memberOther, 0, false, -1, 0
}

// end notes where a value at depth 0, 1, or 2 inside params ended.
func (t *topLevel) end(depth, at int) {
	switch {
	case depth == 0:
		t.spans[memberRoot].End = at
	case depth == 1:
		t.spans[t.current].End = at
	case t.noted <= MaxNotedMembers:
		t.params[t.noted-1].Value.End = at
	}
}

// name notes the key of a member of the envelope or, at depth 2, of its params; quote is
// the key's offset, value that of its value.
func (t *topLevel) name(depth int, key []byte, escaped bool, quote, value int) {
	if depth == 2 {
		if t.noted++; t.noted <= MaxNotedMembers {
			t.params[t.noted-1] = NotedMember{Key: Span{quote + 1, quote + 1 + len(key)}, Escaped: escaped, Value: Span{Start: value}}
		}
		return
	}
	m := memberOther
	switch {
	case escaped:
		m = escapedMember(key)
	case string(key) == "jsonrpc":
		m = memberJSONRPC
	case string(key) == "id":
		m = memberID
	case string(key) == "method":
		m = memberMethod
	case string(key) == "params":
		m = memberParams
	}
	switch m {
	case memberID:
		t.ids++
	case memberOther:
		t.unknown(key, escaped, quote)
	}
	if t.spans[m].Present() {
		m = memberOther // the first of each counts
	}
	t.current = m
	t.spans[m].Start = value
}

// unknown notes a member that no envelope has.
func (t *topLevel) unknown(key []byte, escaped bool, quote int) {
	if t.unknownAt < 0 {
		t.unknownAt = quote
	}
	t.answer = t.answer || equalKey(key, escaped, "result") || equalKey(key, escaped, "error")
}

// escapedMember finds the envelope member by the exact unescaped name.
func escapedMember(key []byte) member {
	for m, name := range [...]string{memberJSONRPC: "jsonrpc", memberID: "id", memberMethod: "method", memberParams: "params"} {
		if name != "" && equalKey(key, true, name) {
			return member(m)
		}
	}
	return memberOther
}

func equalKey(key []byte, escaped bool, name string) bool {
	if !escaped {
		return string(key) == name
	}
	return equalEscaped(key, name)
}

// conclude copies what a syntactically valid input showed into the result.
func (s *Scanner) conclude(b []byte) {
	t := &s.top
	root, method := t.spans[memberRoot], t.spans[memberMethod]
	s.result = Result{
		Kind: kindOf(b[root.Start]), Root: root, Depth: s.depth, Nodes: s.nodes,
		JSONRPC: t.spans[memberJSONRPC], ID: t.spans[memberID], Method: method, Params: t.spans[memberParams],
		SingleID: t.ids == 1,
		Response: t.answer && s.profile == MCP && !method.Present() && s.keys.duplicateAt < 0 && s.bounds.Offset < 0,
	}
}

// memberFault is the first unknown member or duplicate key in document order.
func (s *Scanner) memberFault() *Error {
	unknown, duplicate := s.top.unknownAt, s.keys.duplicateAt
	if s.result.Response {
		unknown = -1
	}
	switch {
	case duplicate >= 0 && (unknown < 0 || duplicate <= unknown):
		return &Error{Code: CodeDuplicateMember, Stage: StageMembers, Profile: s.profile, Offset: duplicate}
	case unknown >= 0:
		return &Error{Code: CodeUnknownMember, Stage: StageMembers, Profile: s.profile, Offset: unknown}
	}
	return nil
}
