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
}

func (t *topLevel) reset() { *t = topLevel{current: memberOther, unknownAt: -1} }

// end notes where a value at depth 0 or 1 ended.
func (t *topLevel) end(depth, at int) {
	if depth == 0 {
		t.spans[memberRoot].End = at
	} else {
		t.spans[t.current].End = at
	}
}

// name notes the key of an envelope member; quote is its offset, value that of its value.
func (t *topLevel) name(key []byte, escaped bool, quote, value int) {
	m := memberNamed(key, escaped)
	if m == memberID {
		t.ids++
	}
	if m == memberOther {
		if t.unknownAt < 0 {
			t.unknownAt = quote
		}
		t.answer = t.answer || equalKey(key, escaped, "result") || equalKey(key, escaped, "error")
	}
	if t.spans[m].Present() {
		m = memberOther // the first of each counts
	}
	t.current = m
	t.spans[m].Start = value
}

// memberNamed finds the envelope member by its exact unescaped name.
func memberNamed(key []byte, escaped bool) member {
	if escaped {
		return escapedMember(key)
	}
	switch string(key) {
	case "jsonrpc":
		return memberJSONRPC
	case "id":
		return memberID
	case "method":
		return memberMethod
	case "params":
		return memberParams
	}
	return memberOther
}

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
	r, t := &s.result, &s.top
	r.Root = t.spans[memberRoot]
	r.Kind = kindOf(b[r.Root.Start])
	r.JSONRPC, r.ID = t.spans[memberJSONRPC], t.spans[memberID]
	r.Method, r.Params = t.spans[memberMethod], t.spans[memberParams]
	r.SingleID = t.ids == 1
	r.Response = s.profile == MCP && t.answer && !r.Method.Present() &&
		s.keys.duplicateAt < 0 && s.bounds.Offset < 0
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
